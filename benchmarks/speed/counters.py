"""Reads hardware counters of kernels that run.py measured, with NVIDIA's ncu: Girih's, Triton's and torch.compile's.

    python3 benchmarks/speed/counters.py -girih .build/speed/girih -record record.json batch_statistics:16777216 ...

Each contender runs once, in the configuration that was its fastest in the record, on an empty cache. The table that is
printed has a line for each kernel that it launched. Needs ncu, and the right to read counters.
"""

import argparse
import csv
import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import tempfile

METRICS = {  # by ncu's names: the column and what a value is divided by
    "gpu__time_duration.sum": ("us", 1e3), "launch__registers_per_thread": ("registers", 1),
    "launch__grid_size": ("blocks", 1), "launch__block_size": ("threads", 1),
    "smsp__inst_executed.sum": ("instructions of warps", 1),
    "dram__bytes_read.sum": ("read, MB", 1e6), "dram__bytes_write.sum": ("written, MB", 1e6),
    "sm__warps_active.avg.pct_of_peak_sustained_active": ("warps active, %", 1),
    "smsp__issue_active.avg.pct_of_peak_sustained_active": ("issue active, %", 1),
}
MARK = "spin_kernel"  # between contenders; the kernel of torch.cuda._sleep


def contenders(case, record, girih, folder):
    """Yields the contenders of a case with their labels: functions that launch the kernels."""
    import run

    name, size = case
    bench = dataclasses.replace(run.load_suite([name])[0])
    fastest = next(r for r in record["records"] if (r["benchmark"], r["bytes"]) == case)
    configs = {label: {k: v for k, v in fastest[f"{label}_config"].items() if k not in ("registers", "spilled")}
               for label in ("girih", "triton") if f"{label}_config" in fastest}
    bench.configs = [c for c in bench.configs if c.constants | {"num_warps": c.num_warps} in configs.values()]
    problem, found = run.variants(bench, size)
    work = folder / f"{name}-{size}"
    work.mkdir()
    for _, constants, compiled in found:
        compiled.write(work, {"benchmark": name, "constants": constants})
    ours, names = run.compiled_by_girih(girih, work, "girih"), bench.kernel.arg_names
    for config, constants, compiled in found:
        numbers = config.constants | {"num_warps": config.num_warps}
        said = ", ".join(f"{k}={v}" for k, v in numbers.items())
        if numbers == configs.get("girih"):
            fn = ours.kernel(compiled.name).bind([problem.args[n] for n in compiled.names], problem.grid(constants))
            yield f"girih, {said}", fn, problem
        if numbers == configs.get("triton"):
            yield f"Triton, {said}", lambda: compiled.kernel[(tuple(problem.grid(constants)) + (1, 1))[:3]](
                *problem.args.values(), *[constants[p] for p in names if p in constants]), problem
    fn = run.compiled_by_torch(problem, None)
    yield "torch.compile", lambda: fn(*problem.inputs), problem


def launch(cases, record, girih):
    """Runs in ncu: launches each contender once, with a mark behind it."""
    import torch

    cudart = torch.cuda.cudart()
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            for label, fn, problem in contenders(case, record, girih, pathlib.Path(folder)):
                fn()
                if problem.prepare:
                    problem.prepare()
                torch.cuda.synchronize()
                cudart.cudaProfilerStart()
                fn()
                torch.cuda._sleep(1)
                torch.cuda.synchronize()
                cudart.cudaProfilerStop()
                print("MEASURED", json.dumps([*case, label]), flush=True)


def table(output):
    """Returns the lines of the table, from what ncu and the process in it printed."""
    labels = [json.loads(line.split(" ", 1)[1]) for line in output.splitlines() if line.startswith("MEASURED ")]
    begin = output.find('"ID","')
    if begin < 0:
        raise SystemExit(f"ncu measured nothing:\n{output[-2000:]}")
    rows = list(csv.DictReader(line for line in output[begin:].splitlines() if line.startswith('"')))
    heads = ["kernel", "size", "contender"] + [column for column, _ in METRICS.values()]
    out, at = ["| " + " | ".join(heads) + " |", "|" + "---|" * 3 + "---:|" * len(METRICS)], 0
    for row in rows:
        if not row["ID"]:  # the units
            continue
        if MARK in row["Kernel Name"]:
            at += 1
            continue
        name, size, label = labels[at]
        values = [float(row[metric].replace(",", "")) / by for metric, (_, by) in METRICS.items()]
        out.append("| " + " | ".join([name, f"{size >> 20} MB", label] + [shown(v) for v in values]) + " |")
    return out


def shown(value):
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-girih", required=True, help="the compiled Go command of this folder")
    parser.add_argument("-record", type=pathlib.Path, required=True, help="a record of run.py")
    parser.add_argument("-ncu", default="ncu", help="NVIDIA's profiler")
    parser.add_argument("-inside", action="store_true", help=argparse.SUPPRESS)  # the process that ncu starts
    parser.add_argument("cases", nargs="+", metavar="NAME:BYTES")
    o = parser.parse_args()
    if o.inside:
        cases = [(name, int(size)) for name, size in (case.split(":") for case in o.cases)]
        return launch(cases, json.loads(o.record.read_text()), o.girih)
    done = subprocess.run([o.ncu, "--profile-from-start", "off", "--csv", "--page", "raw", "--print-units", "base",
                           "--clock-control", "none", "--metrics", ",".join(METRICS), sys.executable, __file__, "-inside",
                           *sys.argv[1:]], capture_output=True, text=True, env=os.environ)
    print(*table(done.stdout + done.stderr), sep="\n")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
