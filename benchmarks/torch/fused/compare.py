"""Times the graphs of this command in PyTorch, eager and compiled, and prints a table with what the command printed:

    python3 compare.py girih.json [--max-autotune] [--only=block]

--only takes the graphs with a text in their names.

Times are medians of CUDA events around single runs, as the command takes them. The GPU is kept busy until a run is
enqueued, so that no time is the host's.
"""
import json
import statistics
import sys
import time

import torch
import torch.nn.functional as F

device = "cuda"


def cross_entropy():
    x = torch.randn(8192, 32768, device=device)
    t = torch.arange(8192, device=device) * 7 % 997
    return lambda x, t: F.cross_entropy(x, t), (x, t)


def layer_norm():
    x = torch.randn(16384, 4096, device=device, dtype=torch.bfloat16)
    w, b, c = (torch.randn(4096, device=device, dtype=torch.bfloat16) for _ in range(3))
    return lambda x, w, b, c: F.dropout(F.gelu(F.layer_norm(x, (4096,), w, b) + c), 0.1), (x, w, b, c)


def rotary():
    x = torch.randn(8, 2048, 4096, device=device, dtype=torch.bfloat16)
    w = torch.randn(4096, device=device, dtype=torch.bfloat16)
    cos, sin = (torch.randn(2048, 128, device=device, dtype=torch.bfloat16) for _ in range(2))

    def f(x, w, cos, sin):
        y = F.rms_norm(x, (4096,), w).view(8, 2048, 32, 128)
        turned = torch.cat([-y[..., 64:], y[..., :64]], dim=3)
        return y * cos.unsqueeze(1) + turned * sin.unsqueeze(1)
    return f, (x, w, cos, sin)


def adamw():
    p, g, m, v = (torch.rand(100000000, device=device) for _ in range(4))

    def f(p, g, m, v):
        m = m + (g - m) * 0.1
        v = v * 0.999 + g * g * 0.001
        return p * 0.99999 - 1.5353e-3 * (m / (v.sqrt() / 0.09977486062 + 1e-8)), m, v
    return f, (p, g, m, v)


def block():
    D, T, H, FF = 4096, 2048, 32, 16384
    x = torch.randn(1, T, D, device=device, dtype=torch.bfloat16)
    n, m = (torch.randn(D, device=device, dtype=torch.bfloat16) for _ in range(2))
    wq, wk, wv, wo = (torch.randn(D, D, device=device, dtype=torch.bfloat16) / 64 for _ in range(4))
    up = torch.randn(FF, D, device=device, dtype=torch.bfloat16) / 64
    down = torch.randn(D, FF, device=device, dtype=torch.bfloat16) / 128

    def f(x, n, wq, wk, wv, wo, m, up, down):
        y = F.rms_norm(x, (D,), n, 1e-5)
        q, k, v = ((y @ w.t()).view(1, T, H, D // H).transpose(1, 2) for w in (wq, wk, wv))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(1, T, D)
        x = x + y @ wo.t()
        return x + F.gelu(F.rms_norm(x, (D,), m, 1e-5) @ up.t(), approximate="tanh") @ down.t()
    return f, (x, n, wq, wk, wv, wo, m, up, down)


def block_gradients():
    f, args = block()
    return f, tuple(a.requires_grad_(True) for a in args)


def cross_entropy_gradient():
    f, (x, t) = cross_entropy()
    return f, (x.requires_grad_(True), t)


def layer_norm_gradients():
    f, args = layer_norm()
    return f, tuple(a.requires_grad_(True) for a in args)


def with_gradients(f, args):
    """The function and its gradients with respect to all arguments that want them."""
    wanted = [a for a in args if a.requires_grad]
    if not wanted:
        return f
    cotangent = torch.ones_like(f(*args))

    def both(*args):
        for a in wanted:
            a.grad = None
        f(*args).backward(cotangent)
    return both


graphs = {"softmax cross-entropy": cross_entropy, "layer norm, bias, GELU, dropout": layer_norm,
          "RMS norm, rotary embedding": rotary, "softmax cross-entropy, with gradient": cross_entropy_gradient,
          "layer norm, bias, GELU, dropout, with gradients": layer_norm_gradients,
          "transformer block": block, "transformer block, with gradients": block_gradients, "AdamW": adamw}


def median(f, args, n=25):
    for _ in range(3):
        f(*args)
    times = []
    for _ in range(n):
        a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        torch.cuda._sleep(4_000_000)
        a.record()
        f(*args)
        b.record()
        b.synchronize()
        times.append(a.elapsed_time(b) * 1e3)
    return statistics.median(times)


ours = {r["name"]: r for r in map(json.loads, open(sys.argv[1]))}
print(torch.__version__, torch.cuda.get_device_name())
print(f"{'graph':48} {'girih':>9} {'eager':>9} {'compile':>9} {'of compile':>10}  compile in")
only = [a.removeprefix("--only=") for a in sys.argv if a.startswith("--only=")]
for name, make in graphs.items():
    if only and only[0] not in name:
        continue
    f, args = make()
    eager = median(with_gradients(f, args), args)
    start = time.time()
    torch._dynamo.reset()
    compiled = torch.compile(f, mode="max-autotune-no-cudagraphs" if "--max-autotune" in sys.argv else None)
    run = with_gradients(compiled, args)
    run(*args)
    torch.cuda.synchronize()
    took = time.time() - start
    peer = median(run, args)
    mine = ours.get(name, {}).get("micros", float("nan"))
    print(f"{name:48} {mine:9.1f} {eager:9.1f} {peer:9.1f} {peer / mine:10.2f}  "
          f"{ours.get(name, {}).get('compile_s', 0):.2f} s, {took:.1f} s", flush=True)
    del args, run, compiled, f
    torch.cuda.empty_cache()
