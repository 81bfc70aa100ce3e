"""Compares the times and results of this command's graphs with those of PyTorch, eager and compiled:

    go run ./benchmarks/torch/fused -results /tmp/results > girih.json
    python3 compare.py girih.json --results=/tmp/results [--max-autotune | --only-max-autotune] [--only=block]

--only selects the graphs with a text in their names, or, as --only=^text, the one with that name. --max-autotune adds a
second compiled peer. cold.py compiles each graph in a process of its own.

These rules make the comparison fair:

* Inputs are the same numbers that the command uses (`numbers`). Results are the same tensors, including gradients.
* Every contestant's results are compared with eager PyTorch in float64, which uses the same random mask. An error
  that is more than three times the peer's is called WRONG.
* Every contestant is one CUDA graph, measured as cuda.Context.MedianTime does: a run between two events, behind
  another run that keeps the GPU busy, so that no time is the host's and caches are warm; a median of 25.
* Gradients are compiled as torch.compile is used (a graph forward, one backward), and as one graph
  (torch.func.vjp). The faster one counts.
* Compilation starts without caches on disk, after another graph was compiled, as the first pays for imports.
"""
import json
import math
import os
import statistics
import sys
import tempfile
import time

os.environ["TORCHINDUCTOR_CACHE_DIR"] = tempfile.mkdtemp()
os.environ["TORCHINDUCTOR_FX_GRAPH_CACHE"] = os.environ["TORCHINDUCTOR_AUTOGRAD_CACHE"] = "0"

import torch
import torch.nn.functional as F

device = "cuda"
assert torch.get_float32_matmul_precision() == "highest"  # the command computes f32 in f32, too
torch.manual_seed(1)


def numbers(shape, seed, scale, middle, dtype):
    """A hash of each element's number, the same as torchmodels.Numbers makes. The first million elements repeat."""
    n = math.prod(shape)
    i = torch.arange(min(n, 1 << 20), dtype=torch.int64, device=device) + seed * 1000003
    h = (i * 2654435761) & 0xFFFFFFFF
    h = ((h ^ (h >> 16)) * 0x45D9F3B) & 0xFFFFFFFF
    h = (h ^ (h >> 16)) & 0xFFFFFF
    part = (middle + ((h.to(torch.float64) / 0x1000000 - 0.5) * scale).to(torch.float32)).to(dtype)
    return part.repeat(-(-n // part.numel()))[:n].reshape(shape)


def inputs(shapes, dtype, layer=False):
    """The floating-point arguments, the same as graph.inputs makes."""
    scale = lambda shape: 2 / math.sqrt(shape[1]) if layer and len(shape) == 2 else 2
    return [numbers(s, k, scale(s), 1.5 if k == 3 and not layer else 0, dtype) for k, s in enumerate(shapes)]


def drop(y):
    return F.dropout(y, 0.1)


class Graph:
    """A function of tensors and dropout, the number of its arguments that need gradients, and their cotangent."""

    def __init__(self, f, args, wanted=0, cotangent=None, random=False):
        self.f, self.args, self.wanted, self.cotangent, self.random = f, args, wanted, cotangent, random

    def run(self, f, args, cotangent, dropout):
        """All results, with gradients from autograd."""
        if not self.wanted:
            out = f(*args, dropout)
            return out if isinstance(out, tuple) else (out,)
        args = [a.detach().requires_grad_(i < self.wanted) for i, a in enumerate(args)]
        out = f(*args, dropout)
        return (out.detach(), *torch.autograd.grad(out, args[:self.wanted], cotangent))

    def joint(self, *args):
        """All results from one function, without autograd."""
        out, vjp = torch.func.vjp(lambda *some: self.f(*some, *args[self.wanted:], drop), *args[:self.wanted])
        return (out, *vjp(self.cotangent))


def cross_entropy(wanted=0):
    x, = inputs([(8192, 32768)], torch.float32)
    t = torch.arange(8192, device=device) * 7 % 997
    return Graph(lambda x, t, _: F.cross_entropy(x, t), [x, t], wanted, torch.ones((), device=device))


def layer_norm(wanted=0):
    *args, g = inputs([(16384, 4096), (4096,), (4096,), (4096,), (16384, 4096)], torch.bfloat16)
    f = lambda x, w, b, c, dropout: dropout(F.gelu(F.layer_norm(x, (4096,), w, b) + c))
    return Graph(f, args, wanted, g, random=True)


def rotary():
    def f(x, w, cos, sin, _):
        y = F.rms_norm(x, (4096,), w).view(8, 2048, 32, 128)
        turned = torch.cat([-y[..., 64:], y[..., :64]], dim=3)
        return y * cos.unsqueeze(1) + turned * sin.unsqueeze(1)
    return Graph(f, inputs([(8, 2048, 4096), (4096,), (2048, 128), (2048, 128)], torch.bfloat16))


def adamw():
    def f(p, g, m, v, _):
        m = m + (g - m) * 0.1
        v = v * 0.999 + g * g * 0.001
        return p * 0.99999 - 1.5353e-3 * (m / (v.sqrt() / 0.09977486062 + 1e-8)), m, v
    return Graph(f, inputs([(100000000,)] * 4, torch.float32))


def block(wanted=0):
    D, T, H, FF = 4096, 2048, 32, 16384

    def f(x, n, wq, wk, wv, wo, m, up, down, _):
        y = F.rms_norm(x, (D,), n, 1e-5)
        q, k, v = ((y @ w.t()).view(1, T, H, D // H).transpose(1, 2) for w in (wq, wk, wv))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(1, T, D)
        x = x + y @ wo.t()
        return x + F.gelu(F.rms_norm(x, (D,), m, 1e-5) @ up.t(), approximate="tanh") @ down.t()
    *args, g = inputs([(1, T, D), (D,), (D, D), (D, D), (D, D), (D, D), (D,), (FF, D), (D, FF), (1, T, D)],
                      torch.bfloat16, layer=True)
    return Graph(f, args, wanted, g)


graphs = {"softmax cross-entropy": cross_entropy, "softmax cross-entropy, with gradient": lambda: cross_entropy(1),
          "layer norm, bias, GELU, dropout": layer_norm,
          "layer norm, bias, GELU, dropout, with gradients": lambda: layer_norm(4),
          "RMS norm, rotary embedding": rotary, "AdamW": adamw,
          "transformer block": block, "transformer block, with gradients": lambda: block(9)}


def captured(f):
    """The function as a CUDA graph, and its results."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            f()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        results = f()
    return graph, results


def results_of(graph, results):
    """The results of another run, in memory that stays valid after the graph is gone."""
    graph.replay()
    results = [r.detach().clone() for r in results]
    torch.cuda.synchronize()
    return results


def median(run, n=25):
    times = []
    for _ in range(3):
        run()
    for _ in range(n):
        a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        run()
        a.record()
        run()
        b.record()
        b.synchronize()
        times.append(a.elapsed_time(b) * 1e3)
    return statistics.median(times)


def reference(g, mask):
    """The results in float64, with dropout that keeps the elements in a mask."""
    wide = [a.double() if a.is_floating_point() else a for a in g.args]
    cotangent = None if g.cotangent is None else g.cotangent.double()
    return g.run(g.f, wide, cotangent, lambda y: y * mask / 0.9)


whole, piece = 256 << 20, 1 << 20  # of larger results, 256 pieces are compared


def pieces(t):
    """The bytes that the command writes for a tensor: all, or pieces of a large tensor."""
    raw = t.contiguous().view(-1).view(torch.uint8)
    if raw.numel() > whole:
        step = whole // piece
        starts = [k * (raw.numel() - piece) // (step - 1) // 8 * 8 for k in range(step)]
        raw = torch.cat([raw[s:s + piece] for s in starts])
    return raw.view(t.dtype)


def written(folder, name, like):
    """The results that the command wrote, or None."""
    out = []
    for i, t in enumerate(like):
        path = os.path.join(folder, f"{name} {i}.bin")
        if not os.path.exists(path):
            return None
        raw = torch.from_file(path, size=os.path.getsize(path), dtype=torch.uint8)
        out.append(raw.to(device).view(t.dtype))
    return out


def kept(g, got, shape):
    """The elements that dropout kept. For elements that are 0 in any case, the gradients show whether it did."""
    mask = (got[0] != 0).view(shape)
    if g.wanted:
        unsure = ~mask & (reference(g, 1)[0].abs() < 0.02)
        without, with_them = reference(g, mask)[1], reference(g, mask | unsure)[1]
        dx = got[1].view(shape)
        mask |= unsure & ((dx - with_them).abs() < (dx - without).abs())
    return mask


def error(g, got, like):
    """The largest error of some results in pieces, relative to the largest element of each."""
    mask = kept(g, got, like[0].shape) if g.random else None
    worst = 0.0
    for a, want in zip(got, reference(g, mask), strict=True):
        want = pieces(want.to(a.dtype)) if a.numel() < want.numel() else want.flatten()
        largest = want.double().abs().max().clamp_min(1e-30)
        here = ((a.double() - want).abs().max() / largest).item()
        worst = worst if here <= worst else here  # NaN if one is NaN
    return worst


def compiled_peers(g, mode):
    """The ways in which torch.compile runs the graph: a name and a function without arguments."""
    f = torch.compile(g.f, mode=mode)
    cotangent = g.cotangent
    yield "compile", lambda: g.run(f, g.args, cotangent, drop)
    if g.wanted:
        one = torch.compile(g.joint, mode=mode)
        yield "one graph", lambda: one(*g.args)


def best(g, mode, name):
    """Time, error and seconds of compilation of the fastest peer."""
    out = None
    for way, run in compiled_peers(g, mode):
        torch._dynamo.reset()
        try:
            start = time.time()
            run()
            torch.cuda.synchronize()
            took = time.time() - start
            graph, results = captured(run)
            micros = median(graph.replay)
            results = results_of(graph, results)
            del graph
            wrong = error(g, [pieces(r) for r in results], results)
        except Exception as e:
            print(f"{name}, {way}, {mode}: {type(e).__name__}: {str(e)[:300]}", file=sys.stderr)
            continue
        print(f"{name}, {way}, {mode}: {micros:.1f} us, error {wrong:.1e}, compiled in {took:.2f} s", file=sys.stderr)
        if out is None or micros < out[0]:
            out = micros, wrong, took
    return out or (math.nan, math.nan, math.nan)


def option(name, missing=""):
    return next((a.removeprefix(name + "=") for a in sys.argv if a.startswith(name + "=")), missing)


def measure(name, g, mine, modes):
    """A line of the table, and the ratio of the fastest peer's time to Girih's."""
    graph, results = captured(lambda: g.run(g.f, g.args, g.cotangent, drop))
    eager = median(graph.replay)
    results = results_of(graph, results)
    del graph
    micros, wrong = mine.get("micros", math.nan), math.nan
    if got := written(option("--results"), name, results):
        wrong = error(g, got, results)
    del got, results
    torch.cuda.empty_cache()
    peers = [best(g, mode, name) for mode in modes]
    line = f"{name:48} {micros:8.1f} {wrong:8.1e} {eager:8.1f} "
    line += "".join(f"{t:8.1f} {e:8.1e} {t / micros:6.2f} " for t, e, _ in peers)
    line += ", ".join(f"{s:.2f}" for s in [mine.get("compile_s", math.nan)] + [p[2] for p in peers])
    if not wrong <= 3 * max(p[1] for p in peers) + 1e-6:
        line += " WRONG" if wrong == wrong else " unchecked"
    return line, min(p[0] for p in peers) / micros


def main():
    ours = {r["name"]: r for r in map(json.loads, open(sys.argv[1]))}
    modes = [None] if "--only-max-autotune" not in sys.argv else []
    if "--max-autotune" in sys.argv or not modes:
        modes.append("max-autotune-no-cudagraphs")
    warm = torch.randn(1000, device=device, requires_grad=True)
    torch.compile(lambda x: x.sin().softmax(0))(warm).sum().backward()
    print(torch.__version__, torch.cuda.get_device_name(), "modes", modes)
    peers = f"{'compile':>8} {'error':>8} {'ratio':>6} " * len(modes)
    print(f"{'graph':48} {'girih':>8} {'error':>8} {'eager':>8} {peers}compiled in s: girih, torch")
    ratios = []
    for name, make in graphs.items():
        only = option("--only")
        if name in ours and (only in name or only == "^" + name):
            line, ratio = measure(name, make(), ours[name], modes)
            print(line, flush=True)
            ratios.append(ratio)
            torch.cuda.empty_cache()
    if ratios:
        print(f"geometric mean of the fastest peer's time over girih's: {statistics.geometric_mean(ratios):.3f}")


if __name__ == "__main__":
    main()
