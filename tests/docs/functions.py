#!/usr/bin/env python3
"""docs/functions.md lists every public function of the headers, and nothing else.

  functions.py INCLUDE_FOLDER PAGE
"""
import pathlib
import re
import sys

# Public functions that the page describes in other words.
NOT_LISTED = {"tie"}
# Listed, but found as a friend or in a base class of the standard library.
NOT_IN_HEADERS = {"explain", ".what"}
MEMBERS_OF = ("Array", "Value", "Explanation", "Error")


def plain(text):
    """Without comments, literals and preprocessor lines, but for the macros that make functions."""
    text = re.sub(r"^PARAX_FUNCTION\((\w+)(?:, \d)?\)$", r"auto \1(int);", text, flags=re.M)
    text = re.sub(r"^PARAX_\w+\(\w+\)$", " ", text, flags=re.M)  # mistakes that say what to type
    text = re.sub(r'//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', " ", text)
    return re.sub(r"^[ \t]*#(?:.*\\\n)*.*", " ", text, flags=re.M)


def without(text, opening):
    """Leaves out the blocks that begin with the opening."""
    while found := re.search(opening, text):
        depth, at = 0, found.end() - 1
        while True:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
            if depth == 0:
                break
        text = text[:found.start()] + ";" + text[at:]
    return text


def body_of(text, name):
    found = re.search(rf"\b(class|struct) (?:PARAX_API )?{name}\b[^;{{}}()]*\{{", text)
    if not found:
        return ""
    depth, at = 1, found.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return re.sub(r"\bprivate:(?:.|\n)*", "", text[found.end():at - 1])


def declared(text):
    """The names of functions at the outermost level: what stands before a parameter list."""
    text = without(text, r"\{")
    names = set()
    for statement in re.split(r";", text):
        statement = re.sub(r"\brequires\s*\((?:[^()]|\([^()]*\))*\)", " ", statement)
        if re.search(r"\b(operator|static_assert|using|friend)\b", statement):
            continue
        found = re.search(r"[\w>&*\]]\s+[&*]?(\w+)\s*\(", statement)
        if found and "= delete" not in statement:
            names.add(found.group(1))
    return names


def public_names(folder):
    names = set()
    for header in sorted(folder.rglob("*.h")):
        if header.name in ("call.h", "handle.h", "api.h", "op.h", "element_type.h", "scalar.h"):
            continue  # the untyped core
        text = without(plain(header.read_text()), r"namespace (?:parax::)?detail \{")
        for name in MEMBERS_OF:
            names |= {f".{member}" for member in declared(body_of(text, name))
                      if member not in (name, "explicit")}
        inner = re.search(r"namespace parax \{((?:.|\n)*)\}", text)
        if inner:
            names |= {name for name in declared(inner.group(1)) if name not in MEMBERS_OF}
    return names - NOT_LISTED


def listed_names(page):
    names = set()
    for row in re.findall(r"^\| (.*?) \|", page.read_text(), re.M):
        for code in re.findall(r"`([^`]*)`", row):
            found = re.match(r"(?:\w+(?:<[^>]*>)?::|[\w]+(\.))?(\w+)(?:<[^()]*>)?\(", code)
            if found:
                member = found.group(1) or ("." if "::" in code.split("(")[0] else "")
                names.add(member + found.group(2))
    return names


def main():
    public, listed = public_names(pathlib.Path(sys.argv[1])), listed_names(pathlib.Path(sys.argv[2]))
    missing, unknown = sorted(public - listed), sorted(listed - public - NOT_IN_HEADERS)
    for name in missing:
        print(f"{sys.argv[2]} does not list {name}")
    for name in unknown:
        print(f"{sys.argv[2]} lists {name}, which is no public function")
    print(f"{len(public)} functions, {len(missing) + len(unknown)} failures")
    sys.exit(1 if missing or unknown or len(public) < 80 else 0)


if __name__ == "__main__":
    main()
