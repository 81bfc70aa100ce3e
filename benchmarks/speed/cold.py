"""Measures how long Triton and Girih take to compile Triton's IR to a cubin, cold, one kernel at a time.

    python3 benchmarks/speed/cold.py -girih .build/speed/girih -o .build/speed/cold -runs 3

Both compile every kernel once in each run, in new processes, in turns; with several runs, the median of each step
counts. Nothing is in a cache, and nothing else runs. Triton's time is that of its stages ttgir, llir, ptx and cubin.
Ours is the time from the text of the same IR to the cubin, with libNVVM (or llc) and ptxas, whose process starts while
libNVVM compiles. The files of all compilers are read once before, so that no disk time is counted. The kernels are
those of the suite, with at most -some configurations of each, and the recorded corpus. A small kernel of this file
comes first, which does not count: it loads Triton's compilers.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import traceback

os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp(prefix="cold-")

import torch  # noqa: E402
import triton  # noqa: E402
import triton.language as tl  # noqa: E402

import run  # noqa: E402
import corpus  # noqa: E402
from compiled import Compiled  # noqa: E402

STAGES = ("ttgir", "llir", "ptx", "cubin")


def read_compilers():
    """Reads the files of both compilers' tools. From then on the system keeps them in memory."""
    toolkit = pathlib.Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))
    own = pathlib.Path(triton.__file__).parent
    for folder, pattern in [(own, "**/libtriton.so"), (own, "**/bin/ptxas*"), (toolkit, "nvvm/lib64/libnvvm.so"),
                            (toolkit, "nvvm/libdevice/*.bc"), (toolkit, "bin/ptxas")]:
        for path in folder.glob(pattern):
            path.read_bytes()


@triton.jit
def first_kernel(x, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.load(x + at) + 1)


def of_suite(names, some):
    """Compiles at most so many configurations of every benchmark, at equal distances in its list."""
    for bench in run.load_suite(names):
        problem = bench.problem(16 << 20)
        fitting = [c for c in bench.configs if problem.fits(c.constants | problem.constants)]
        step = -(-len(fitting) // some)
        for config in fitting[step // 2::step]:
            yield bench.name, Compiled(bench.kernel, problem.args, config.constants | problem.constants, config.options())
        torch.cuda.empty_cache()


def of_corpus():
    for case in corpus.load():
        try:
            yield f"corpus {case.name}", corpus.Run(case).compiled
        except Exception:
            traceback.print_exc(limit=-2)


def records(folder):
    """Reads the times and sizes of every kernel that both compilers compiled."""
    for about in sorted(folder.glob("*.about")):
        theirs = json.loads(about.read_text())
        ours = json.loads((folder / "girih" / about.with_suffix(".json").name).read_text())
        record = {"kernel": theirs["benchmark"], "program": about.stem, "triton": theirs["triton_microseconds"], "ours": ours.get("times"),
                  "compiler": ours.get("compiler"), "size": ours["size"], "triton_size": ours.get("peer_size")}
        yield record | ({"error": ours["error"]} if "error" in ours else {})


def medians(steps):
    """Returns the median of each step over several runs."""
    return {step: statistics.median(run[step] for run in steps) for step in steps[0]}


def merged(runs):
    """Combines the records of several runs of the same programs."""
    programs = {}
    for record in [r for run in runs for r in run["records"]]:
        programs.setdefault(record["program"], []).append(record)
    out = []
    for records in programs.values():
        bad = [r for r in records if "error" in r]
        out.append(bad[0] if bad else records[0] | {key: medians([r[key] for r in records]) for key in ("triton", "ours")})
    return runs[0] | {"runs": len(runs), "records": out}


def in_turns(o):
    """Runs this program several times, and writes one record. Runs that did not end are left out."""
    runs = []
    for i in range(o.runs):
        part = o.o.with_name(f"{o.o.name}-{i}")
        subprocess.run([sys.executable, __file__, *sys.argv[1:], "-runs", "1", "-o", str(part)])
        if part.with_suffix(".json").exists():
            runs.append(json.loads(part.with_suffix(".json").read_text()))
            o.o.with_suffix(".json").write_text(json.dumps(merged(runs), indent=1))
    return 0 if runs else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-girih", required=True, help="the compiled Go command of this folder")
    parser.add_argument("-o", type=pathlib.Path, required=True, help="name of the record, without its ending")
    parser.add_argument("-no-corpus", action="store_true")
    parser.add_argument("-some", type=int, default=4, help="at most so many configurations of each kernel of the suite")
    parser.add_argument("-runs", type=int, default=1, help="how many runs, in turns")
    parser.add_argument("names", nargs="*")
    o = parser.parse_args()
    if o.runs > 1:
        return in_turns(o)
    folder = o.o.with_name(o.o.name + "-ir")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    read_compilers()
    Compiled(first_kernel, {"x": torch.empty(1024, device="cuda")}, {"BLOCK": 1024}, {"num_warps": 4})
    for source in [of_suite(o.names, o.some)] + ([] if o.no_corpus else [of_corpus()]):
        for name, compiled in source:
            if compiled.times and all(s in compiled.times for s in STAGES):
                compiled.write(folder, {"benchmark": name})
    command = [o.girih, "-in", str(folder), "-o", str(folder / "girih"), "-jobs", "1"]
    print(subprocess.run(command, capture_output=True, text=True).stdout)
    found = list(records(folder))
    o.o.with_suffix(".json").write_text(json.dumps({"device": torch.cuda.get_device_name(), "triton": triton.__version__,
                                                    "records": found}, indent=1))
    print(f"{len(found)} kernels, {sum('error' in r for r in found)} failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
