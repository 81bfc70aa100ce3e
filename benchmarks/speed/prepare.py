"""Compiles what run.py measures, in many processes, so that the caches of Triton and torch have it. Measures nothing.

    python3 benchmarks/speed/prepare.py [-sizes N,N] [-processes 10] [NAME ...]

run.py takes Triton's kernels and torch.compile's graphs from those caches; which configuration of a kernel is the best is
measured there, by everyone, with the GPU for itself.
"""

import argparse
import multiprocessing
import sys


def prepare(task):
    """Compiles one size of a benchmark; returns what failed."""
    import torch

    import run

    name, size = task
    failed = []
    bench = run.load_suite([name])[0]
    try:
        problem, _ = run.variants(bench, size)
    except Exception as error:
        return [f"{name} {size}: {str(error)[:200]}"]
    for label, mode in run.COMPILED.items():
        try:
            run.compiled_by_torch(problem, mode)(*problem.inputs)
        except Exception as error:
            failed.append(f"{name} {size} {label}: {str(error)[:200]}")
    del problem
    torch.cuda.empty_cache()
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-sizes", help="sizes in bytes, with commas")
    parser.add_argument("-processes", type=int, default=10)
    parser.add_argument("names", nargs="*")
    o = parser.parse_args()
    import run

    sizes = [int(s) for s in o.sizes.split(",")] if o.sizes else None
    tasks = [(b.name, size) for b in run.load_suite(o.names) for size in run.sizes_of(b, sizes)]
    tasks.sort(key=lambda t: t[1])  # at most one size at a time fills the memory
    with multiprocessing.get_context("spawn").Pool(o.processes) as pool:
        for failed in pool.imap_unordered(prepare, tasks, chunksize=1):
            print(*failed, sep="\n", end="\n" if failed else "", file=sys.stderr, flush=True)
    print(f"{len(tasks)} problems prepared")
    return 0


if __name__ == "__main__":
    sys.exit(main())
