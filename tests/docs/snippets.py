#!/usr/bin/env python3
"""Turns the C++ blocks of Markdown files into programs, and checks what they print.

  snippets.py extract --out FOLDER FILE.md...     writes sources and FOLDER/snippets.cmake
  snippets.py run --expect FILE PROGRAM [ARG]...  compares standard output with FILE
  snippets.py refuse --expect FILE COMMAND...     the command must fail and say what FILE says

The first word after the fence is the language, the second says what the block is for:

  ```cpp          must compile
  ```cpp run      must run; a ```text block right after it is what it prints
  ```cpp compiled must run, and shows what only compiled programs do: tested where there is LLVM
  ```cpp eigen    a program that must run where Eigen is installed
  ```cpp error    must not compile; a line of the ```text block after it stands in the message

A block with `int main` is a program; all others are bodies of functions, one program per file. Source
lines, times and vector widths differ from place to place, so they are not compared.
"""
import argparse
import pathlib
import re
import subprocess
import sys

FENCE = re.compile(r"^```(\w*) *(\w*)\s*$")
HEAD = ("#include <parax/parax.h>\n\n#include <cmath>\n#include <cstdlib>\n#include <fstream>\n"
        "#include <iostream>\n")
USING = "#include <iterator>\n\nusing namespace parax;\n"


class Block:
    def __init__(self, language, purpose, line):
        self.language, self.purpose, self.line = language, purpose, line
        self.text, self.expected = "", None


def blocks_of(path):
    """The fenced blocks of a file; an expectation is attached to the block it follows."""
    blocks, open_block, gap = [], None, ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        fence = FENCE.match(line)
        if open_block is None and fence:
            open_block = Block(fence.group(1), fence.group(2), number)
        elif open_block is not None and line.startswith("```"):
            before = blocks[-1] if blocks else None
            if open_block.language == "text" and before and before.purpose and not gap.strip():
                before.expected = open_block.text
            else:
                blocks.append(open_block)
            open_block, gap = None, ""
        elif open_block is not None:
            open_block.text += line + "\n"
        else:
            gap += line
    if open_block is not None:
        sys.exit(f"{path}:{open_block.line}: the block does not end")
    return [block for block in blocks if block.language == "cpp"]


def write(path, text):
    """Leaves unchanged files alone, so that they are not compiled again."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def extract(files, out):
    out.mkdir(parents=True, exist_ok=True)
    listing = []
    for file in files:
        stem, bodies, cases = file.stem.lower().replace("-", "_"), "", ""
        for block in blocks_of(file):
            name = f"{stem}_{block.line}"
            place = f'#line {block.line + 1} "{file.name}"\n'
            expected = "-"
            if block.expected is not None:
                expected = out / f"{name}.expected"
                write(expected, block.expected)
            target, argument = f"docs_{stem}", block.line
            if "int main" in block.text:
                target, argument = f"docs_{name}", ""
                write(out / f"{name}.cpp", place + block.text)
                if block.purpose not in ("error", "eigen"):
                    listing.append(f'parax_snippet_program({target} "{out / name}.cpp")')
            elif block.purpose == "error":
                body = f"int main() {{\n{place}{block.text}}}\n"
                write(out / f"{name}.cpp", HEAD + USING + body)
            else:
                bodies += f"static void snippet{block.line}() {{\n{place}{block.text}}}\n"
                cases += f"    case {block.line}: snippet{block.line}(); return 0;\n"
            if block.purpose in ("run", "compiled"):
                listing.append(f'parax_snippet_test({name} {block.purpose} {target} "{argument}" '
                               f'"{expected}")')
            elif block.purpose == "eigen":
                listing.append(f'parax_snippet_eigen({name} "{out / name}.cpp" "{expected}")')
            elif block.purpose == "error":
                listing.append(f'parax_snippet_refused({name} "{out / name}.cpp" "{expected}")')
            elif block.purpose:
                sys.exit(f"{file}:{block.line}: there is no 'cpp {block.purpose}'")
        if bodies:
            main = "int main(int, char** argument) {\n  switch (std::atoi(argument[1])) {\n"
            write(out / f"{stem}.cpp", HEAD + USING + bodies + main + cases + "  }\n  return 1;\n}\n")
            listing.append(f'parax_snippet_program(docs_{stem} "{out / stem}.cpp")')
    order = sorted(listing, key=lambda row: not row.startswith("parax_snippet_program"))
    write(out / "snippets.cmake", "\n".join(order) + "\n")


def comparable(text):
    text = re.sub(r"[\w./-]+\.(md|cpp|h):\d+", "FILE:LINE", text)
    text = re.sub(r"compiled in .*", "compiled in TIME", text)
    text = re.sub(r"vectors of \d+( x \d+)?", "vectors of N", text)
    text = re.sub(r"(?<=\S) {2,}", "  ", text)  # columns are aligned to those widths
    return [line.rstrip() for line in text.strip().splitlines()]


def run(expect, command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout, end="")
    if done.returncode != 0:
        sys.exit(f"snippet: exit code {done.returncode}")
    if expect != "-":
        wanted = pathlib.Path(expect).read_text()
        if comparable(done.stdout) != comparable(wanted):
            sys.exit(f"snippet: the page promises\n{wanted}")


def refuse(expect, command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    print(done.stdout, end="")
    if done.returncode == 0:
        sys.exit("snippet: it compiles, but the page says that it does not")
    wanted = pathlib.Path(expect).read_text().strip() if expect != "-" else ""
    if wanted not in done.stdout:
        sys.exit(f"snippet: the message does not contain\n{wanted}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    extraction = commands.add_parser("extract")
    extraction.add_argument("--out", type=pathlib.Path, required=True)
    extraction.add_argument("files", type=pathlib.Path, nargs="+")
    for name in ("run", "refuse"):
        check = commands.add_parser(name)
        check.add_argument("--expect", required=True)
        check.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if options.command == "extract":
        extract(options.files, options.out)
    else:
        {"run": run, "refuse": refuse}[options.command](options.expect, options.program)


if __name__ == "__main__":
    main()
