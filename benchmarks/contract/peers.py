"""Measures torch's functions for the contractions that `contract -list` prints: convolutions by cuDNN, einsum, and a
product of matrices of the same sizes by cuBLAS. Prints a line of JSON for each: seconds by the name of the function."""

import argparse
import json
import math
import sys

import torch
import torch.nn.functional as F

torch.backends.cudnn.benchmark = True
torch.backends.cuda.matmul.allow_tf32 = False
torch.backends.cudnn.allow_tf32 = False

TYPES = {"f16": torch.float16, "f32": torch.float32, "f64": torch.float64}


def seconds(run, repeat=15):
    """The median time of a function, by events. The GPU stays busy until all is launched, so no host time counts."""
    for _ in range(3):
        run()
    times = []
    for _ in range(repeat):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        torch.cuda._sleep(1_000_000)
        start.record()
        run()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end) / 1e3)
    return sorted(times)[len(times) // 2]


def random(shape, dtype):
    return torch.randn(shape, dtype=dtype, device="cuda")


def convolution(p, peers, dtype):
    """The convolution of a family, in the layout of the problem; with two dimensions, in both layouts."""
    family, a, b = p["Family"], p["A"], p["B"]
    options = {"strided": {"stride": 2}, "dilated": {"dilation": 2}}.get(family, {})
    if family == "conv2d nchw":
        x, w = random(a, dtype), random(b, dtype)
        peers["cudnn nchw"] = seconds(lambda: F.conv2d(x, w))
    elif family in ("conv2d nhwc", "strided", "dilated"):
        n, h, w_, c = a
        x, w = random([n, c, h, w_], dtype), random([b[0], c, b[1], b[2]], dtype)
        x, w = x.to(memory_format=torch.channels_last), w.to(memory_format=torch.channels_last)
        peers["cudnn nhwc"] = seconds(lambda: F.conv2d(x, w, **options))
    elif family in ("backward data", "backward weights"):
        data = family == "backward data"
        n, h, w_, c = p["C"] if data else a
        k = b[0] if data else b[3]
        x, w, y = (random(shape, dtype).to(memory_format=torch.channels_last)
                   for shape in ([n, c, h, w_], [k, c, 3, 3], [n, k, h, w_]))
        peers["cudnn nhwc"] = seconds(lambda: torch.ops.aten.convolution_backward(
            y, x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [data, not data, False]))
    elif family == "depthwise":
        n, h, w_, c = a
        x, w = random([n, c, h, w_], dtype), random([c, 1, b[0], b[1]], dtype)
        x, w = x.to(memory_format=torch.channels_last), w.to(memory_format=torch.channels_last)
        peers["cudnn nhwc"] = seconds(lambda: F.conv2d(x, w, groups=c))
    elif family == "conv1d" and p["Equation"].startswith("nc"):
        x, w = random(a, dtype), random([b[2], b[0], b[1]], dtype)
        peers["cudnn"] = seconds(lambda: F.conv1d(x, w))
    elif family == "conv3d":
        n, d, h, w_, c = a
        x, w = random([n, c, d, h, w_], dtype), random([b[0], c, b[1], b[2], b[3]], dtype)
        peers["cudnn ncdhw"] = seconds(lambda: F.conv3d(x, w))
        x, w = x.to(memory_format=torch.channels_last_3d), w.to(memory_format=torch.channels_last_3d)
        peers["cudnn ndhwc"] = seconds(lambda: F.conv3d(x, w))


def measure(p):
    peers, dtype = {}, TYPES[p["Type"]]
    convolution(p, peers, dtype)
    if "(" not in p["Equation"]:
        a, b = random(p["A"], dtype), random(p["B"], dtype)
        peers["einsum"] = seconds(lambda: torch.einsum(p["Equation"], a, b))
    if p["Family"] == "depthwise":  # a copy of as many bytes as the convolution must move
        count = math.prod(p["A"]) + math.prod(p["C"])
        x = random([count // 2], dtype)
        y = torch.empty_like(x)
        peers["copy"] = seconds(lambda: y.copy_(x))
    elif p["Type"] == "f16":
        a, b = random([p["Batch"], p["M"], p["K"]], dtype), random([p["Batch"], p["K"], p["N"]], dtype)
        peers["gemm"] = seconds(lambda: torch.matmul(a, b))
    return peers


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("list", help="what contract -list printed")
    arguments = parser.parse_args()
    for line in open(arguments.list):
        p = json.loads(line)
        try:
            peers = measure(p)
        except RuntimeError as error:
            print(p["Name"], error, file=sys.stderr)
            continue
        print(json.dumps({"Name": p["Name"], "Peers": peers}), flush=True)
        torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
