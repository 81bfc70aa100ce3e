"""Runs the recorded corpus of Triton kernels (benchmarks/triton) as compiled by Triton and by Girih, kernel by kernel.
Both get the same IR and the same arguments. Outputs and times are compared.

    python3 benchmarks/speed/corpus.py -girih .build/speed/girih -o .build/speed/corpus
"""

import argparse
import importlib.util
import json
import pathlib
import subprocess
import sys
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "triton")]

import torch  # noqa: E402
import triton  # noqa: E402

import case as cases  # noqa: E402
import timing  # noqa: E402
from compiled import Compiled, Ours  # noqa: E402


def load():
    for path in sorted((HERE.parent / "triton" / "corpus").glob("*.py")):
        spec = importlib.util.spec_from_file_location(f"corpus_{path.stem}", path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    return cases.CASES


class Run:
    """A case with Triton's kernel."""

    def __init__(self, one):
        self.case, self.launch = one, one.launch()
        self.tensors = {k: v for k, v in self.launch.args.items() if isinstance(v, torch.Tensor)}
        options = {"num_warps": 4} | self.launch.options
        self.compiled = Compiled(self.launch.kernel, self.device(), self.launch.constexprs, options)
        self.grid = (tuple(self.launch.grid) + (1, 1))[:3]

    def device(self):
        """Returns the arguments with fresh tensors on the GPU."""
        return {k: v.cuda() if isinstance(v, torch.Tensor) else v for k, v in self.launch.args.items()}

    def triton(self, args):
        constants = self.launch.constexprs
        names = self.launch.kernel.arg_names
        values = [args[n] if n in args else constants[n] for n in names if n in args or n in constants]
        kernel = self.compiled.kernel
        return lambda: kernel[self.grid](*values)

    def girih(self, kernel, args):
        return kernel.bind([args[n] for n in self.compiled.names], self.grid)

    def differs(self, got, want):
        """Returns where outputs differ by more than the case allows between two executors, or None."""
        for name in self.launch.outputs:
            x, y = got[name].to(torch.float64).flatten(), want[name].to(torch.float64).flatten()
            if name in self.launch.unordered:
                x, y = x.sort().values, y.sort().values
            bad = ~((x == y) | ((x - y).abs() <= self.launch.atol + self.launch.rtol * y.abs()) | (x.isnan() & y.isnan()))
            if bad.any():
                i = int(bad.nonzero()[0])
                return f"{name}[{i}] is {x[i].item()}, not {y[i].item()} ({int(bad.sum())} differ)"
        return None


def compare(run, ours, clock):
    record = {"case": run.case.name}
    kernel = ours.kernel(run.compiled.name)
    if kernel is None:
        return record | {"error": ours.errors.get(run.compiled.name, "not compiled")}
    args, wanted = run.device(), run.device()
    run.triton(wanted)()
    run.girih(kernel, args)()
    torch.cuda.synchronize()
    if error := run.differs(args, wanted):
        record["error"] = error
    timers = {"triton": clock.timer(run.triton(wanted), 0), "girih": clock.timer(run.girih(kernel, args), 0)}
    return record | {"microseconds": timing.in_turn(timers, budget=12000.0), "registers": kernel.registers(),
                     "spilled": kernel.spilled()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-girih", required=True, help="the compiled Go command of this folder")
    parser.add_argument("-o", type=pathlib.Path, required=True, help="name of the record, without its ending")
    parser.add_argument("-without-products", action="store_true", help="leave out kernels that multiply matrices")
    parser.add_argument("-late", action="store_true", help="compile ours never to begin before what is ahead has ended")
    parser.add_argument("names", nargs="*")
    o = parser.parse_args()
    work = o.o.parent / "corpus-ir"
    work.mkdir(parents=True, exist_ok=True)
    runs = []
    for one in load():
        if o.names and one.name not in o.names:
            continue
        try:
            run = Run(one)
            if o.without_products and "tt.dot" in run.compiled.text:
                continue
            run.compiled.write(work, {"benchmark": one.name})
            runs.append(run)
        except Exception:
            traceback.print_exc(limit=-2)
    target = "sm_%d%da" % torch.cuda.get_device_capability()  # with the instructions that only this architecture has
    command = [o.girih, "-in", str(work), "-o", str(work / "girih"), "-target", target, *(["-early", "never"] if o.late else [])]
    print(subprocess.run(command, capture_output=True, text=True).stdout)
    ours, clock, records = Ours(work / "girih", "girih"), timing.Clock(), []
    for run in runs:
        try:
            record = compare(run, ours, clock)
        except Exception as error:
            record = {"case": run.case.name, "error": f"{type(error).__name__}: {str(error)[:200]}"}
        records.append(record)
        times = record.get("microseconds", {})
        rates = "  ".join(f"{k} {t[1]:.2f} us" for k, t in times.items())
        print(f"{record['case']:28} {rates}  {record.get('error', '')[:220]}", flush=True)
    o.o.with_suffix(".json").write_text(json.dumps({"device": torch.cuda.get_device_name(), "triton": triton.__version__,
                                                    "records": records}, indent=1))
    wrong = [r["case"] for r in records if "error" in r]
    print(f"{len(records)} cases, {len(wrong)} not compared or different: {' '.join(wrong)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
