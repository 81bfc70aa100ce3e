"""Fills the caches of Triton and torch: compiles all that run.py measures, in many processes. Measures nothing.

    python3 benchmarks/speed/prepare.py [-sizes N,N] [-default] [-sample N] [-known FILE] [-processes 10]
        [-graphs FILE] [NAME ...]

The mode max-autotune comes last, since it takes longest. run.py takes Triton's kernels and torch.compile's graphs from
the caches, and itself measures which configuration of a kernel is the fastest, one contender at a time on the GPU.
-graphs FILE writes a list of the graphs that were compiled. With this list, run.py measures only these graphs, in case
there was not enough time for all of them.
"""

import argparse
import multiprocessing
import pathlib
import sys

CHUNK = 6  # configurations of a kernel that one process compiles at a time


def prepare(task):
    """Compiles a chunk of configurations for all sizes, or one size's graphs. Returns the failures, and the graphs."""
    import torch

    import run

    name, sizes, modes, most, known, chunk = task
    bench = run.load_suite([name])[0]
    if most:
        run.sample([bench], most, known)
    failed, done = [], []
    for size in run.sizes_of(bench, sizes):
        try:
            if chunk is not None:
                run.variants(bench, size, slice(chunk, chunk + CHUNK))
            else:
                failed += graphs(bench, size, modes)
                done += [f"{name} {size} {label}" for label in modes]
        except Exception as error:
            failed.append(f"{name} {size}: {str(error)[:200]}")
        torch.cuda.empty_cache()
    return failed, done


def graphs(bench, size, modes):
    """Compiles a problem by torch.compile in all modes."""
    import run

    failed, problem = [], bench.problem(size)
    for label, mode in modes.items():
        try:
            run.compiled_by_torch(problem, mode)(*problem.inputs)
        except Exception as error:
            failed.append(f"{bench.name} {size} {label}: {str(error)[:200]}")
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-sizes", help="sizes in bytes, with commas")
    parser.add_argument("-processes", type=int, default=10)
    parser.add_argument("-default", action="store_true", help="of torch.compile's modes, the default alone")
    parser.add_argument("-sample", type=int, help="as that of run.py")
    parser.add_argument("-known", type=pathlib.Path, action="append", help="as that of run.py")
    parser.add_argument("-graphs", help="file to write, with a line for each graph that is compiled")
    parser.add_argument("names", nargs="*")
    o = parser.parse_args()
    import run

    modes = {k: v for k, v in run.COMPILED.items() if k != run.AUTOTUNE or not o.default}
    sizes = [int(s) for s in o.sizes.split(",")] if o.sizes else None
    benches = run.load_suite(o.names)
    if o.sample:
        run.sample(benches, o.sample, o.known)
    tasks = [(b.name, [size], {label: mode}, o.sample, o.known, None) for label, mode in modes.items() for b in benches
             for size in run.sizes_of(b, sizes)]
    tasks.sort(key=lambda t: (run.AUTOTUNE in t[2], t[1]))  # so that at most one large size is in memory at a time
    tasks = [(b.name, sizes, modes, o.sample, o.known, at) for b in benches for at in range(0, len(b.configs), CHUNK)] + tasks
    with multiprocessing.get_context("spawn").Pool(o.processes) as pool:
        for failed, done in pool.imap_unordered(prepare, tasks, chunksize=1):
            if o.graphs and done:
                with open(o.graphs, "a") as file:
                    print(*done, sep="\n", file=file)
            print(*failed, sep="\n", end="\n" if failed else "", file=sys.stderr, flush=True)
    print(f"{len(tasks)} tasks done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
