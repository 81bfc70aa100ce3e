"""Measures the recorded Triton kernels of matrix products (../triton/corpus/matmul.py) at realistic sizes.
Triton and Girih compile them from the same IR. Both take turns with torch in one process.

    go build -o .build/speed/girih ./benchmarks/speed
    python3 benchmarks/speed/large.py -girih .build/speed/girih -o .build/speed/large.json

Triton and Girih compile each kernel with several sizes of blocks and numbers of warps and stages. The fastest of each
counts. Results are compared with Triton's.
"""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "triton"), str(HERE.parent / "triton" / "corpus")]

import torch  # noqa: E402
import triton  # noqa: E402
import triton.language as tl  # noqa: E402

import matmul as kernels  # noqa: E402
import timing  # noqa: E402
from compiled import Compiled, Ours  # noqa: E402

N = 4096
BLOCKS = [(128, 256, 64, 8, 3), (128, 128, 64, 4, 4), (128, 128, 64, 8, 3), (128, 128, 32, 4, 3)]


def normal(dtype):
    return torch.randn(N, N, device="cuda").to(dtype)


def by_pointers(dtype, out, precision="ieee", acc=tl.float32):
    a, b, c = normal(dtype), normal(dtype), torch.zeros(N, N, device="cuda", dtype=out)
    args = {"a_ptr": a, "b_ptr": b, "c_ptr": c, "M": N, "N": N, "K": N, "stride_am": N, "stride_ak": 1, "stride_bk": N,
            "stride_bn": 1, "stride_cm": N, "stride_cn": 1}
    more = {"GROUP_M": 8, "PRECISION": precision, "ACC": acc, "LEAKY": False}
    return kernels.matmul_kernel, args, more, 1, lambda: torch.mm(a, b)


def by_block_pointers():
    a, b = normal(torch.bfloat16), normal(torch.bfloat16)
    args = {"a_ptr": a, "b_ptr": b, "c_ptr": torch.zeros(N, N, device="cuda"), "M": N, "N": N, "K": N}
    return kernels.matmul_block_pointer_kernel, args, {}, 2, lambda: torch.mm(a, b)


def by_descriptors():
    triton.set_allocator(kernels.allocate)
    a, b = normal(torch.float16), normal(torch.float16)
    args = {"a_ptr": a, "b_ptr": b, "c_ptr": torch.zeros(N, N, device="cuda", dtype=torch.float16), "M": N, "N": N, "K": N}
    return kernels.matmul_descriptor_kernel, args, {}, 2, lambda: torch.mm(a, b.t())


PROBLEMS = {
    "f16": lambda: by_pointers(torch.float16, torch.float16),
    "tf32": lambda: by_pointers(torch.float32, torch.float32, "tf32"),
    "tf32x3": lambda: by_pointers(torch.float32, torch.float32, "tf32x3"),
    "block pointers, bf16": by_block_pointers,
    "descriptors, f16": by_descriptors,
}


class Variant:
    def __init__(self, problem, block):
        self.kernel, self.args, more, axes, _ = problem
        m, n, k, warps, stages = block
        self.block, self.constants = block, {"BLOCK_M": m, "BLOCK_N": n, "BLOCK_K": k} | more
        self.grid = (N // m * (N // n), 1, 1) if axes == 1 else (N // m, N // n, 1)
        self.compiled = Compiled(self.kernel, self.args, self.constants, {"num_warps": warps, "num_stages": stages})

    def triton(self):
        values = [self.args.get(n, self.constants.get(n)) for n in self.kernel.arg_names]
        return lambda: self.compiled.kernel[self.grid](*values)

    def girih(self, kernel):
        return kernel.bind([self.args[n] for n in self.compiled.names], self.grid)


def fastest(timers):
    """The name of the fastest by a rough median, or None if there is none."""
    return min(timers, key=lambda name: timing.quick(timers[name])) if timers else None


def measure(name, problem, variants, ours, clock):
    theirs, mine, wrong = {}, {}, []
    for v in variants:
        try:
            theirs[v.block] = clock.timer(v.triton(), 3 * N * N * 2)
        except triton.runtime.errors.OutOfResources:
            continue
        want = v.args["c_ptr"].clone()
        kernel = ours.kernel(v.compiled.name)
        if kernel is None:
            wrong.append(f"{v.block}: {ours.errors.get(v.compiled.name, 'not compiled')[:160]}")
            continue
        v.args["c_ptr"].zero_()
        run = v.girih(kernel)
        run()
        torch.cuda.synchronize()
        error = ((v.args["c_ptr"] - want).double().norm() / want.double().norm()).item()
        if not error < 2e-3:
            wrong.append(f"{v.block}: {error:.1e} from Triton's")
            continue
        mine[v.block] = clock.timer(run, 3 * N * N * 2)
    timers = {"triton": (fastest(theirs), theirs), "girih": (fastest(mine), mine)}
    torch.backends.cuda.matmul.allow_tf32 = name == "tf32"
    chosen = {k: t[best] for k, (best, t) in timers.items() if best}
    chosen["torch"] = clock.timer(problem[4], 3 * N * N * 2)
    record = {"name": name, "microseconds": timing.in_turn(chosen, budget=30000.0), "wrong": wrong,
              "blocks": {k: best for k, (best, _) in timers.items()}}
    times = {k: t[1] for k, t in record["microseconds"].items()}
    print(f"{name}: " + ", ".join(f"{k} {t:.1f} us {2e-6 * N**3 / t:.0f} TFLOP/s" for k, t in times.items())
          + (f"; triton/girih {times['triton'] / times['girih']:.2f}" if "girih" in times else "")
          + f"; blocks {record['blocks']} {'; '.join(wrong)}", flush=True)
    return record


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-girih", required=True, help="the compiled Go command of this folder")
    parser.add_argument("-o", type=pathlib.Path, required=True, help="file for the record")
    parser.add_argument("-only", action="append", help="name of a problem to measure rather than all; may be repeated")
    o = parser.parse_args()
    work = o.o.parent / "large-ir"
    work.mkdir(parents=True, exist_ok=True)
    problems, variants = {}, {}
    for name, make in PROBLEMS.items():
        if o.only and name not in o.only:
            continue
        problems[name], variants[name] = make(), []
        for block in BLOCKS:
            try:
                v = Variant(problems[name], block)
                v.compiled.write(work, {"benchmark": name})
                variants[name].append(v)
            except Exception as error:
                print(f"{name} {block}: {type(error).__name__}: {str(error)[:200]}", flush=True)
    target = "sm_%d%da" % torch.cuda.get_device_capability()  # with the instructions that only this architecture has
    done = subprocess.run([o.girih, "-in", str(work), "-o", str(work / "girih"), "-target", target], capture_output=True,
                          text=True)
    print(done.stdout[-300:], done.stderr[-500:], flush=True)
    ours, clock, records = Ours(work / "girih", "girih"), timing.Clock(), []
    for name, problem in problems.items():
        try:
            records.append(measure(name, problem, variants[name], ours, clock))
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {str(error)[:300]}", flush=True)
    o.o.write_text(json.dumps({"device": torch.cuda.get_device_name(), "triton": triton.__version__, "records": records},
                              indent=1))


if __name__ == "__main__":
    main()
