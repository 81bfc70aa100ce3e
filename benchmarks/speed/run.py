"""Measures kernels on a GPU: Girih's, Triton's, torch's and torch.compile's, in one process, with checked results.

    go build -o .build/speed/girih ./benchmarks/speed            # CGO_ENABLED=0 for another machine
    python3 benchmarks/speed/run.py -girih .build/speed/girih -o .build/speed/record

Girih gets the IR that Triton makes of the Python source (its first stage, ttir) and compiles it on its own, once for each
configuration. Both take the fastest of the same configurations for each size. -dump DIR only writes the IR; a
-prepared directory has what Girih made of such IR on another machine, and competes as well.

Needs a GPU, triton, torch, and a compiler for Girih (libNVVM or llc, and ptxas).
"""

import argparse
import importlib
import json
import pathlib
import subprocess
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import torch  # noqa: E402
import triton  # noqa: E402

import problem as problems  # noqa: E402
from compiled import Compiled, Ours  # noqa: E402
import timing  # noqa: E402


def load_suite(names):
    for path in sorted((HERE / "suite").glob("*.py")):
        importlib.import_module(f"suite.{path.stem}")
    return [b for b in problems.BENCHMARKS if not names or b.name in names]


def variants(bench, size):
    """Compiles every configuration of a problem with Triton; yields them with their constants."""
    problem = bench.problem(size)
    out = []
    for config in bench.configs:
        constants = config.constants | problem.constants
        if not problem.fits(constants):
            continue
        out.append((config, constants, Compiled(bench.kernel, problem.args, constants, config.options())))
    return problem, out


def wrong(problem, got, want):
    """Says what is wrong with outputs, or returns None."""
    for name, a, b in zip(problem.outputs, got, want):
        step = 1 << 26  # in parts, since float64 takes memory
        a, b = a.flatten(), b.flatten()
        for at in range(0, a.numel(), step):
            x, y = a[at:at + step].to(torch.float64), b[at:at + step].to(torch.float64)
            bad = ~((x == y) | ((x - y).abs() <= problem.atol + problem.rtol * y.abs()) | (x.isnan() & y.isnan()))
            if bad.any():
                i = int(bad.nonzero()[0])
                return f"{name}[{at + i}] is {x[i].item()}, not {y[i].item()} ({int(bad.sum())} differ)"
    return None


def measure(bench, size, ours, clock, use_compile):
    """Measures one size of a benchmark and returns its record."""
    problem, found = variants(bench, size)
    record = {"benchmark": bench.name, "bytes": size, "moved": problem.moved, "errors": {}}
    outputs = [problem.args[name] for name in problem.outputs]

    def poison():
        for out in outputs:
            out.view(torch.uint8).fill_(0xA5)

    def with_prepare(fn):
        return (lambda: (problem.prepare(), fn())) if problem.prepare else fn

    def results(fn):
        poison()
        fn()
        torch.cuda.synchronize()
        return [out.clone() for out in outputs]

    reference = problem.torch(*problem.inputs)
    reference = list(reference) if isinstance(reference, tuple) else [reference]
    contenders, theirs = {}, {}  # theirs: Triton's results by configuration, where nothing else can be compared
    best = None
    for config, constants, compiled in found:
        fn = with_prepare(lambda k=compiled.kernel, c=constants, n=problem.grid(constants): k[(tuple(n) + (1, 1))[:3]](
            *problem.args.values(), *[c[p] for p in bench.kernel.arg_names if p in c]))
        if not problem.compared:
            theirs[compiled.name] = results(fn)
        t = timing.quick(clock.timer(fn, problem.moved))
        if best is None or t < best[0]:
            best = (t, fn, config, constants)
    if best:
        record["triton_config"] = best[2].constants | {"num_warps": best[2].num_warps}
        contenders["triton"] = best[1]
        if problem.compared and (error := wrong(problem, results(best[1]), reference)):
            record["errors"]["triton"] = error
    for set_ in ours:
        best = None
        for config, constants, compiled in found:
            kernel = set_.kernel(compiled.name)
            if kernel is None:
                record["errors"].setdefault(set_.label, set_.errors.get(compiled.name, "not compiled"))
                continue
            fn = with_prepare(kernel.bind([problem.args[n] for n in compiled.names], problem.grid(constants)))
            got = results(fn)
            error = wrong(problem, got, reference if problem.compared else theirs[compiled.name])
            if error:
                record["errors"][set_.label] = f"{config}: {error}"
                continue
            t = timing.quick(clock.timer(fn, problem.moved))
            if best is None or t < best[0]:
                best = (t, fn, config, kernel)
        if best:
            contenders[set_.label] = best[1]
            record[f"{set_.label}_config"] = best[2].constants | {"num_warps": best[2].num_warps,
                                                                 "registers": best[3].registers(), "spilled": best[3].spilled()}
    contenders["torch"] = lambda: problem.torch(*problem.inputs)
    if use_compile:
        try:
            torch._dynamo.reset()
            fn = torch.compile(problem.torch, dynamic=False)  # by its rules, for this size
            got = fn(*problem.inputs)
            got = list(got) if isinstance(got, tuple) else [got]
            if problem.compared and (error := wrong(problem, got, reference)):
                record["errors"]["torch.compile"] = error
            del got
            contenders["torch.compile"] = lambda compiled=fn: compiled(*problem.inputs)
        except Exception as error:
            record["errors"]["torch.compile"] = str(error).splitlines()[0][:200]
    del reference
    theirs.clear()
    timers = {}
    for name, fn in contenders.items():
        timers[name] = clock.timer(fn, problem.moved)
    record["microseconds"] = timing.in_turn(timers)
    return record


def dump(folder, benches, sizes):
    """Writes the IR of every configuration, with what Triton's stages took, and what Triton made of it."""
    folder.mkdir(parents=True, exist_ok=True)
    for bench in benches:
        for size in bench.sizes if not sizes else sizes:
            _, found = variants(bench, size)
            for config, constants, compiled in found:
                compiled.write(folder, {"benchmark": bench.name, "constants": constants})
            torch.cuda.empty_cache()
        print("dumped", bench.name, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-girih", help="the compiled Go command of this folder")
    parser.add_argument("-dump", type=pathlib.Path, help="write the IR into this folder")
    parser.add_argument("-prepared", action="append", default=[], help="LABEL=FOLDER of what Girih compiled elsewhere")
    parser.add_argument("-sizes", help="sizes in bytes, with commas")
    parser.add_argument("-compile-from", type=int, default=128 << 20, help="least size for torch.compile")
    parser.add_argument("-only-dump", action="store_true")
    parser.add_argument("-o", type=pathlib.Path, default=pathlib.Path("record"))
    parser.add_argument("-seconds", type=float, default=540, help="begin no measurement after this time")
    parser.add_argument("names", nargs="*")
    o = parser.parse_args()
    began = time.time()
    sizes = [int(s) for s in o.sizes.split(",")] if o.sizes else None
    benches = load_suite(o.names)
    work = o.dump or o.o.parent / "ir"
    dump(work, benches, sizes)
    print(f"IR after {time.time() - began:.0f} s", flush=True)
    if o.only_dump:
        return 0
    ours = []
    if o.girih:
        print(subprocess.run([o.girih, "-in", str(work), "-o", str(work / "girih")], capture_output=True, text=True).stdout)
        ours.append(Ours(work / "girih", "girih"))
    for one in o.prepared:
        label, folder = one.split("=", 1)
        ours.append(Ours(folder, label))
    print(f"compiled after {time.time() - began:.0f} s", flush=True)
    clock, records = timing.Clock(), []
    for bench in benches:
        for size in bench.sizes if not sizes else sizes:
            if time.time() - began > o.seconds:
                print("out of time before", bench.name, size)
                break
            try:
                record = measure(bench, size, ours, clock, size >= o.compile_from)
            except Exception as error:
                traceback.print_exc(limit=-3)
                record = {"benchmark": bench.name, "bytes": size, "errors": {"run": str(error)[:300]}}
            records.append(record)
            show(record)
            torch.cuda.empty_cache()
        o.o.with_suffix(".json").write_text(json.dumps({
            "device": torch.cuda.get_device_name(), "torch": torch.__version__, "triton": triton.__version__,
            "driver": torch.cuda.driver_version() if hasattr(torch.cuda, "driver_version") else None,
            "records": records, "compile_times": {s.label: s.times for s in ours}}, indent=1))
    return 0


def show(record):
    times = record.get("microseconds", {})
    moved = record.get("moved", 0)
    rates = "  ".join(f"{name} {moved / t[1] / 1e3:.0f}" for name, t in times.items())
    errors = "; ".join(f"{k}: {v}" for k, v in record["errors"].items())
    print(f"{record['benchmark']:16} {record['bytes']:>11}  GB/s: {rates}  {errors[:300]}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
