"""Measures torch.mm (cuBLAS) for the problems of `go run ./benchmarks/tune -list`, and adds the times to our lines.

    python3 benchmarks/tune/peers.py LIST.json OURS.jsonl [SECONDS]

The times are medians of launches, measured with CUDA events. Before each launch, 256 MB are overwritten. The matrices
are random. The output has a line for each problem.
"""
import json
import statistics
import sys
import time

import torch

end = time.time() + float(sys.argv[3] if len(sys.argv) > 3 else 1e9)
problems = json.load(open(sys.argv[1]))
ours = {}
for line in open(sys.argv[2]):
    try:
        one = json.loads(line)
        ours[one["Type"], one["M"], one["N"], one["K"]] = one
    except ValueError:
        pass
flush = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")


def median(run, rounds=25):
    times = []
    for _ in range(rounds):
        flush.zero_()
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        run()
        stop.record()
        stop.synchronize()
        times.append(start.elapsed_time(stop) * 1e3)
    return statistics.median(times[3:])


for p in problems:
    if time.time() > end:
        break
    t = {"f16": torch.float16, "bf16": torch.bfloat16}[p["Type"]]
    a = torch.randn(p["M"], p["K"], device="cuda", dtype=t)
    b = torch.randn(p["K"], p["N"], device="cuda", dtype=t)
    one = ours.get((p["Type"], p["M"], p["N"], p["K"]), p)
    one["Torch"] = median(lambda: torch.mm(a, b))
    print(json.dumps(one), flush=True)
