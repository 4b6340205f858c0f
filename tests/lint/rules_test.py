#!/usr/bin/env python3
"""tools/lint_rules.py finds what it is there for: each row plants one fault in a copy of the sources.

  rules_test.py SOURCE_FOLDER
"""
import os
import pathlib
import subprocess
import sys
import tempfile

SHORT = "// Purpose.\n"
LONG_FUNCTION = SHORT + "void f() {\n" + "  g();\n" * 70 + "}\n"

# (file, its new text or a function of the old one, what must be said)
ROWS = [
    ("ir/forgotten.cpp", SHORT, "is not listed in ir/CMakeLists.txt"),
    ("tests/errors/refusals/forgotten.cpp", SHORT, "is not listed in tests/errors/CMakeLists.txt"),
    ("docs/forgotten.md", "# Page\n", "is not listed in tests/docs/CMakeLists.txt"),
    ("docs/forgotten.md", "# Page\n", "is not linked from README.md"),
    ("ir/dims.h", lambda old: old + '#include "compiler/fuse.h"\n', "does not lie below ir"),
    ("runtime/log.h", lambda old: old + "#include <llvm/IR/Module.h>\n", "which only codegen/"),
    ("runtime/log.h", lambda old: old + "#include <omp.h>\n", "which only runtime/"),
    ("runtime/log.h", lambda old: old + "// note\n" * 500, "split it along a concept"),
    ("runtime/log.h", LONG_FUNCTION, "a function of 72 lines"),
    ("runtime/log.h", "#pragma once\nint x;\n", "does not begin with a line that says"),
    ("runtime/log.h", SHORT + "// TO" + "DO: later\n", "notes to self"),
    ("runtime/log.h", SHORT + "// na\N{LATIN SMALL LETTER I WITH DIAERESIS}ve\n", "not ASCII"),
    ("runtime/log.h", SHORT + "int x; \n", "ends in blanks"),
    ("runtime/log.h", SHORT + "// " + "word " * 20 + "word\n", "a comment of 107 columns"),
    ("docs/limits.md", lambda old: old + "a mistake of" + " ours\n", "a bug in Parax"),
    ("examples/forgotten.cpp", SHORT, "is not listed in examples/CMakeLists.txt"),
    ("runtime/README.md", None, "has no README.md"),
    ("docs/limits.md", lambda old: old + "[a](nowhere.md)\n", "which does not exist"),
    ("docs/limits.md", lambda old: old + "[a](guide.md#nowhere)\n", "has no such heading"),
    ("tests/README.md", lambda old: old.replace("`accuracy`", ""), "what tests/accuracy is for"),
    ("ir/elementary/tables.h", SHORT, "tables.h is no longer needed"),
]


def findings(folder):
    subprocess.run(["git", "add", "-A"], cwd=folder, check=True)
    done = subprocess.run([sys.executable, "tools/lint_rules.py"], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout if done.returncode else ""


def main():
    source = pathlib.Path(sys.argv[1])
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        files = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=source,
                               check=True, stdout=subprocess.PIPE).stdout.split(b"\0")
        for name in filter(None, map(os.fsdecode, files)):
            if (source / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes((source / name).read_bytes())
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
        clean = findings(folder)
        if clean:
            print(f"without a fault: {clean}")
            failures += 1
        for name, text, wanted in ROWS:
            path = folder / name
            old = path.read_text() if path.exists() else None
            if text is None:
                path.unlink()
            else:
                path.write_text(text(old) if callable(text) else text)
            if wanted not in findings(folder):
                print(f"{name}: not found: {wanted}")
                failures += 1
            if old is None:
                path.unlink()
            else:
                path.write_text(old)
    print(f"{len(ROWS)} faults, {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
