"""Times the graphs of this command in PyTorch on the CPU, eager and compiled, and prints a table:

    GOMAXPROCS=2 go run ./benchmarks/torch/cpu -results /tmp/results > girih.json
    python3 compare.py girih.json --results=/tmp/results --threads=2 [--eager]

Arguments are the same numbers that the command uses. Results are compared in float64. Times are medians of the wall
times of 25 runs, after three other runs. --eager leaves out torch.compile, which needs a C++ compiler.
"""
import argparse
import json
import math
import os
import statistics
import sys
import time

import torch
import torch.nn.functional as F

parser = argparse.ArgumentParser()
parser.add_argument("girih")
parser.add_argument("--results")
parser.add_argument("--threads", type=int, default=2)
parser.add_argument("--eager", action="store_true")
options = parser.parse_args()
torch.set_num_threads(options.threads)


def numbers(*shape, seed):
    """A hash of each element's number, the same as torchmodels.Numbers makes."""
    i = torch.arange(math.prod(shape), dtype=torch.int64) + seed * 1000003
    h = (i * 2654435761) & 0xFFFFFFFF
    h = ((h ^ (h >> 16)) * 0x45D9F3B) & 0xFFFFFFFF
    h = (h ^ (h >> 16)) & 0xFFFFFF
    return ((h.to(torch.float64) / 0x1000000 - 0.5) * 2).to(torch.float32).reshape(shape)


X, V, A = (1024, 4096), (4096,), (512, 512)
graphs = {
    "add": (lambda x, y: x + y, X, X),
    "bias and GELU": (lambda x, b: F.gelu(x + b), X, V),
    "SiLU times": (lambda x, y: F.silu(x) * y, X, X),
    "sum of rows": (lambda x: x.sum(1), X),
    "sum of columns": (lambda x: x.sum(0), X),
    "softmax": (lambda x: F.softmax(x, 1), X),
    "layer norm": (lambda x, w, b: F.layer_norm(x, (4096,), w, b), X, V, V),
    "product of 512": (torch.mm, A, A),
    "two layers": (lambda x, w, b, d: F.linear(F.gelu(F.linear(x, w, b)), d),
                   (128, 768), (3072, 768), (3072,), (768, 3072)),
}


def median(f, args, n=25):
    for _ in range(3):
        f(*args)
    times = []
    for _ in range(n):
        start = time.perf_counter()
        f(*args)
        times.append((time.perf_counter() - start) * 1e6)
    return statistics.median(times)


def error(name, f, args):
    """The largest error of the command's result, relative to the largest element."""
    path = os.path.join(options.results or "", name + ".bin")
    if not os.path.exists(path):
        return math.nan
    got = torch.from_file(path, size=os.path.getsize(path) // 4, dtype=torch.float32).double()
    want = f(*(a.double() for a in args)).flatten()
    return ((got - want).abs().max() / want.abs().max()).item()


ours = {r["name"]: r for r in map(json.loads, open(options.girih))}
print(torch.__version__, torch.get_num_threads(), "threads")
print(f"{'graph':20} {'girih us':>9} {'error':>8} {'eager':>9} {'of it':>6} {'compile':>9} {'of it':>6}")
ratios = []
with torch.no_grad():
    for name, (f, *shapes) in graphs.items():
        args = [numbers(*s, seed=k) for k, s in enumerate(shapes)]
        mine, eager, compiled = ours[name]["micros"], median(f, args), math.nan
        if not options.eager:
            try:
                compiled = median(torch.compile(f), args)
            except Exception as e:
                print(f"{name}: {type(e).__name__}: {str(e)[:200]}", file=sys.stderr)
        ratios.append(eager / mine)
        print(f"{name:20} {mine:9.0f} {error(name, f, args):8.1e} {eager:9.0f} {eager / mine:6.2f} {compiled:9.0f} "
              f"{compiled / mine:6.2f}", flush=True)
print(f"geometric mean of eager PyTorch's time over girih's: {statistics.geometric_mean(ratios):.2f}")
