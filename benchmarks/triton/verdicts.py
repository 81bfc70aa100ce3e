"""Runs Triton's own parser and verifier on small modules and records their results.

    python3 benchmarks/triton/verdicts.py modules.mlir > verdicts.txt

The input is split at lines `// -----`. Each module is repeated in the output, followed by `// accepted` and the text that
Triton prints, without locations, or by one line `// error: LINE:COLUMN: message` for each diagnostic.
"""

import os
import re
import sys
import tempfile

from triton._C.libtriton import ir, nvidia


def ask(text):
    """Returns the printed module and the diagnostics. The parser runs in a child process, to separate its output."""
    with tempfile.TemporaryDirectory() as folder:
        source, printed = os.path.join(folder, "module.mlir"), os.path.join(folder, "printed")
        with open(source, "w") as file:
            file.write(text)
        with tempfile.TemporaryFile() as errors:
            child = os.fork()
            if child == 0:
                os.dup2(errors.fileno(), 2)
                context = ir.context()
                ir.load_dialects(context)
                nvidia.load_dialects(context)
                try:
                    module = ir.parse_mlir_module(source, context)
                    with open(printed, "w") as file:
                        file.write(module.str_nodebug())
                finally:
                    os._exit(0)
            os.waitpid(child, 0)
            errors.seek(0)
            said = errors.read().decode().replace(source, "")
        return (open(printed).read() if os.path.exists(printed) else None), said


def main():
    for i, text in enumerate(open(sys.argv[1]).read().split("// -----\n")):
        printed, said = ask(text)
        print(("// -----\n" if i else "") + text.rstrip())
        if printed is not None:
            print("// accepted\n" + printed.rstrip())
        for line in said.splitlines():
            found = re.match(r'loc\("":(\d+:\d+)\): (\w+: .*)', line)
            if found:
                print(f"// {found[2].replace(': ', f': {found[1]}: ', 1)}")


if __name__ == "__main__":
    main()
