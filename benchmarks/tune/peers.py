"""Measures torch.mm (cuBLAS) for the problems that `go run ./benchmarks/tune -list` prints, and compares.

    python3 benchmarks/tune/peers.py LIST.json OURS.jsonl [SECONDS]

Medians of launches by CUDA events, each after 256 MB were overwritten, of random matrices; a line for each problem.
"""
import json
import math
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


print("| type | M, N, K | first choice | its time | fastest | its time, us | TFLOP/s | torch.mm, us | ratio |")
print("|---|---|---|---|---|---|---|---|---|", flush=True)
ratios, model = [], []
for p in problems:
    if time.time() > end:
        print("the time is over")
        break
    t = {"f16": torch.float16, "bf16": torch.bfloat16}[p["Type"]]
    a = torch.randn(p["M"], p["K"], device="cuda", dtype=t)
    b = torch.randn(p["K"], p["N"], device="cuda", dtype=t)
    peer = median(lambda: torch.mm(a, b))
    o = ours.get((p["Type"], p["M"], p["N"], p["K"]))
    sizes = f'{p["M"]}, {p["N"]}, {p["K"]}'
    if not o or o.get("Error"):
        print(f'| {p["Type"]} | {sizes} | {(o or {}).get("Error", "not measured")[:200]} | | | | | {peer:.1f} | |', flush=True)
        continue
    ratios.append(peer / o["Microseconds"])
    model.append(o["Ratio"] or 1)
    print(f'| {p["Type"]} | {sizes} | {o["First"]} | {o["Ratio"]:.2f} | {o["Winner"]} | {o["Microseconds"]:.1f} | '
          f'{o["TFLOPS"]:.0f} | {peer:.1f} | {ratios[-1]:.2f} |', flush=True)
if ratios:
    mean = lambda x: math.exp(sum(map(math.log, x)) / len(x))
    print(f"\ngeometric mean of torch.mm / ours: {mean(ratios):.3f}, least {min(ratios):.3f}; "
          f"the model's first choice / fastest: {mean(model):.3f}, most {max(model):.3f}")
