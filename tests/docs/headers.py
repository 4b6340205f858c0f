#!/usr/bin/env python3
"""Every public header compiles alone, without a warning, and brings in no LLVM, OpenMP, CUDA or MPI.

  headers.py INCLUDE_FOLDER COMPILER...
"""
import pathlib
import re
import subprocess
import sys

FORBIDDEN = re.compile(r"/(llvm|llvm-c|clang-c)/|/(omp|cuda\w*|mpi)\.h\b")


def main():
    folder, compiler = pathlib.Path(sys.argv[1]), sys.argv[2:]
    failures = 0
    headers = sorted(folder.rglob("*.h"))
    for header in headers:
        name = header.relative_to(folder)
        command = [*compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{folder}",
                   "-x", "c++", "-fsyntax-only", "-H", "-"]
        source = f'#include "{name}"\n#include "{name}"\n'
        done = subprocess.run(command, input=source, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        included = [line for line in done.stdout.splitlines() if re.match(r"\.+ ", line)]
        foreign = [line for line in included if FORBIDDEN.search(line)]
        if done.returncode != 0 or foreign or not included:
            failures += 1
            print(f"{name}: {'includes ' + foreign[0] if foreign else 'does not compile alone'}")
            print("\n".join(line for line in done.stdout.splitlines() if line not in included))
    print(f"{len(headers)} headers, {failures} failures")
    sys.exit(1 if failures or not headers else 0)


if __name__ == "__main__":
    main()
