"""Measures torch's scaled_dot_product_attention at the sizes of examples/kernels' attention, beside that kernel.

    CGO_ENABLED=0 go build -o kernels ./examples/kernels
    python3 benchmarks/speed/attention.py -kernels ./kernels -o attention.json

Both run on random numbers in f16, 16384 rows in all: medians of 20 launches by CUDA events. Of torch it takes the fastest of
its backends (cuDNN, flash).
"""
import argparse
import json
import re
import subprocess

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

ROWS, WIDTH = 16384, 2048


def median(run):
    times = []
    for _ in range(23):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        run()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end) * 1e3)
    return sorted(times[3:])[10]


def peers(n, d, causal):
    """The times of torch's backends, in microseconds."""
    shape = (ROWS // n, WIDTH // d, n, d)
    q, k, v = (torch.randn(shape, device="cuda", dtype=torch.float16) for _ in range(3))
    out = {}
    for backend in (SDPBackend.CUDNN_ATTENTION, SDPBackend.FLASH_ATTENTION):
        with sdpa_kernel(backend):
            out[backend.name] = median(lambda: F.scaled_dot_product_attention(q, k, v, is_causal=causal))
    return out


def ours(kernels, n, d, causal, more):
    heads = ROWS // n * WIDTH // d
    sizes = f"heads={heads},rows={n},keys={n},d={d},causal={int(causal)},{more}"
    text = subprocess.run([kernels, "-kernel", "attention", "-set", sizes], capture_output=True, text=True)
    print(text.stdout.strip(), text.stderr.strip(), flush=True)
    found = re.search(r"([\d.]+) us", text.stdout)
    return float(found[1]) if found else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-kernels", required=True, help="the program examples/kernels, built")
    parser.add_argument("-o", help="file for the record")
    parser.add_argument("-rows", default="1024,4096,16384", help="rows of a head")
    parser.add_argument("-set", default="", help="further sizes of the kernel, such as rotate=1")
    o = parser.parse_args()
    record = []
    for d in (64, 128):
        for causal in (False, True):
            for n in map(int, o.rows.split(",")):
                work = 4 * ROWS * WIDTH * n / (2 if causal else 1)
                them, us = peers(n, d, causal), ours(o.kernels, n, d, causal, o.set)
                best = min(them.values())
                record.append({"d": d, "causal": causal, "rows": n, "torch": them, "girih": us})
                tflops = {name: round(work / t / 1e6) for name, t in {**them, "girih": us}.items() if t}
                print(f"d={d} causal={causal} n={n}: {tflops}" + (f", ratio {best / us:.2f}" if us else ""), flush=True)
    if o.o:
        with open(o.o, "w") as f:
            json.dump(record, f, indent=1)


if __name__ == "__main__":
    main()
