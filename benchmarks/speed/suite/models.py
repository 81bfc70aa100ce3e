"""Kernels of models: normalizations, optimizers, losses with gradients, quantized weights, sampling, 64-bit types."""

import torch
import torch.nn.functional as F
import triton
import triton.language as tl

from problem import GB, MB, Problem, benchmark, cdiv, configs, empty, matrix

SIZES = (MB, 16 * MB, 128 * MB, GB)
FLAT = configs([2, 4, 8], BLOCK=[256, 512, 1024, 2048, 4096])
ROWWISE = configs([2, 4, 8, 16])


def flat(n):
    return lambda c: (cdiv(n, c["BLOCK"]),)


@triton.jit
def rotary_kernel(x, cos, sin, out, HEADS: tl.constexpr, HALF: tl.constexpr):
    token = tl.program_id(0).to(tl.int64)
    j = tl.arange(0, HALF)
    c, s = tl.load(cos + token * HALF + j)[None, :], tl.load(sin + token * HALF + j)[None, :]
    at = token * (HEADS * 2 * HALF) + tl.arange(0, HEADS)[:, None] * (2 * HALF) + j[None, :]
    a, b = tl.load(x + at).to(tl.float32), tl.load(x + at + HALF).to(tl.float32)
    tl.store(out + at, a * c - b * s)
    tl.store(out + at + HALF, b * c + a * s)


def rotated(x, cos, sin):
    a, b = x.float().chunk(2, -1)
    c, s = cos[:, None], sin[:, None]
    return torch.cat([a * c - b * s, b * c + a * s], -1).to(x.dtype)


@benchmark("rotary", rotary_kernel, ROWWISE, "row-wise", SIZES)
def rotary(rng, nbytes):
    tokens = nbytes // 2 // 32 // 128
    x, angle = rng.normal(tokens, 32, 128, dtype=torch.float16), rng.normal(tokens, 64)
    cos, sin, out = angle.cos(), angle.sin(), torch.empty_like(x)
    return Problem({"x": x, "cos": cos, "sin": sin, "out": out}, ["out"], lambda c: (tokens,), rotated, [x, cos, sin],
                   tokens * (4 * 32 * 128 + 8 * 64), rtol=0.01, atol=0.01, constants={"HEADS": 32, "HALF": 64})


@triton.jit
def adamw_kernel(p, g, m, v, new_p, new_m, new_v, n, rate, decay, correct1, correct2, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    grad = tl.load(g + i, mask=inside).to(tl.float32)
    first = 0.9 * tl.load(m + i, mask=inside) + 0.1 * grad
    second = 0.95 * tl.load(v + i, mask=inside) + 0.05 * grad * grad
    step = (first / correct1) / (tl.sqrt(second / correct2) + 1e-8)
    tl.store(new_p + i, tl.load(p + i, mask=inside) * (1 - rate * decay) - rate * step, mask=inside)
    tl.store(new_m + i, first, mask=inside)
    tl.store(new_v + i, second, mask=inside)


def stepped(p, g, m, v):
    g = g.float()
    m, v = 0.9 * m + 0.1 * g, 0.95 * v + 0.05 * g * g
    return p * (1 - 0.01 * 0.1) - 0.01 * (m / 0.19) / ((v / 0.0975).sqrt() + 1e-8), m, v


@benchmark("adamw", adamw_kernel, FLAT, "training", SIZES)
def adamw(rng, nbytes):
    n = nbytes // 4
    p, g, m, v = rng.normal(n), rng.normal(n, dtype=torch.bfloat16), rng.normal(n), rng.normal(n).abs()
    outputs = {"new_p": empty(n), "new_m": empty(n), "new_v": empty(n)}
    return Problem({"p": p, "g": g, "m": m, "v": v} | outputs | {"n": n, "rate": 0.01, "decay": 0.1, "correct1": 0.19,
                    "correct2": 0.0975}, list(outputs), flat(n), stepped, [p, g, m, v], 26 * n, rtol=1e-3, atol=1e-5)


@triton.jit
def group_norm_kernel(x, weight, bias, out, eps, CHANNELS: tl.constexpr, PIXELS: tl.constexpr, GROUPS: tl.constexpr):
    group = tl.program_id(0)
    at = group.to(tl.int64) * (CHANNELS * PIXELS) + tl.arange(0, CHANNELS)[:, None] * PIXELS + tl.arange(0, PIXELS)[None, :]
    v = tl.load(x + at).to(tl.float32)
    mean = tl.sum(v) / (CHANNELS * PIXELS)
    d = v - mean
    scale = tl.rsqrt(tl.sum(d * d) / (CHANNELS * PIXELS) + eps)
    c = (group % GROUPS) * CHANNELS + tl.arange(0, CHANNELS)
    tl.store(out + at, d * scale * tl.load(weight + c)[:, None] + tl.load(bias + c)[:, None])


@benchmark("group_norm", group_norm_kernel, configs([4, 8, 16, 32]), "row-wise", SIZES)
def group_norm(rng, nbytes):
    images = nbytes // 2 // 256 // 1024
    x, out = rng.normal(images, 256, 1024, dtype=torch.bfloat16), empty(images, 256, 1024, dtype=torch.bfloat16)
    w, b = rng.normal(256), rng.normal(256)
    low = [t.to(torch.bfloat16).float() for t in (w, b)]
    return Problem({"x": x, "weight": low[0], "bias": low[1], "out": out, "eps": 1e-5}, ["out"], lambda c: (images * 32,),
                   lambda x, w, b: F.group_norm(x, 32, w, b, 1e-5), [x] + [t.to(torch.bfloat16) for t in low],
                   4 * images * 256 * 1024, rtol=0.02, atol=0.02, constants={"CHANNELS": 8, "PIXELS": 1024, "GROUPS": 32})


@triton.jit
def merge(n, mean, m2, other, its_mean, its_m2):
    both = n + other
    d = its_mean - mean
    share = tl.where(both == 0.0, 0.0, other / both)
    return both, mean + d * share, m2 + its_m2 + d * d * n * share


@triton.jit
def statistics_kernel(x, variance, mean, rows, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    j = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    n = tl.zeros((ROWS, BLOCK), tl.float32)
    m = tl.zeros((ROWS, BLOCK), tl.float32)
    s = tl.zeros((ROWS, BLOCK), tl.float32)
    for start in range(0, rows, ROWS):
        i = start + tl.arange(0, ROWS)
        v = tl.load(x + i[:, None] * columns + j[None, :], mask=(i < rows)[:, None] & (j < columns)[None, :], other=0.0)
        n += 1.0
        d = v.to(tl.float32) - m
        m += d / n
        s += d * (v.to(tl.float32) - m)
    n, m, s = tl.reduce((n, m, s), 0, merge)
    tl.store(variance + j, s / n, mask=j < columns)
    tl.store(mean + j, m, mask=j < columns)


@benchmark("batch_statistics", statistics_kernel,
           configs([1, 2, 4, 8], ROWS=[8, 16, 32, 64, 128], BLOCK=[16, 32, 64, 128]), "reduction", SIZES)
def batch_statistics(rng, nbytes):
    rows, columns = 512, nbytes // 2 // 512
    x, variance, mean = rng.normal(rows, columns, dtype=torch.bfloat16), empty(columns), empty(columns)
    return Problem({"x": x, "variance": variance, "mean": mean, "rows": rows, "columns": columns}, ["variance", "mean"],
                   lambda c: (cdiv(columns, c["BLOCK"]),), lambda x: torch.var_mean(x.float(), 0, correction=0), [x],
                   2 * rows * columns + 8 * columns, rtol=1e-3, atol=1e-3)


@triton.jit
def softmax_columns_kernel(x, out, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    j = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    at = tl.arange(0, ROWS)[:, None] * columns + j[None, :]
    v = tl.load(x + at, mask=(j < columns)[None, :], other=0.0)
    e = tl.exp(v - tl.max(v, axis=0)[None, :])
    tl.store(out + at, e / tl.sum(e, axis=0)[None, :], mask=(j < columns)[None, :])


@benchmark("softmax_columns", softmax_columns_kernel, configs([2, 4, 8, 16], BLOCK=[8, 16, 32, 64]), "row-wise", SIZES)
def softmax_columns(rng, nbytes):
    columns = nbytes // 4 // 256
    x, out = rng.normal(256, columns), empty(256, columns)
    return Problem({"x": x, "out": out, "columns": columns}, ["out"], flat(columns), lambda x: F.softmax(x, 0), [x],
                   8 * 256 * columns, rtol=1e-4, atol=1e-7, constants={"ROWS": 256})


@triton.jit
def log_sum_exp_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * columns
    j = tl.arange(0, BLOCK)
    most = tl.full((BLOCK,), -float("inf"), tl.float32)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, columns, BLOCK):
        v = tl.load(x + row + start + j, mask=start + j < columns, other=-float("inf"))
        top = tl.maximum(most, v)
        total = total * tl.exp(most - top) + tl.exp(v - top)
        most = top
    top = tl.max(most, axis=0)
    tl.store(out + tl.program_id(0), top + tl.log(tl.sum(total * tl.exp(most - top), axis=0)))


@benchmark("log_sum_exp_long", log_sum_exp_kernel, configs([4, 8, 16, 32], BLOCK=[512, 1024, 2048, 4096, 8192, 16384]), "reduction", SIZES)
def log_sum_exp_long(rng, nbytes):
    rows = nbytes // 4 // 65536
    x, out = rng.normal(rows, 65536), empty(rows)
    return Problem({"x": x, "out": out, "columns": 65536}, ["out"], lambda c: (rows,), lambda x: torch.logsumexp(x, 1), [x],
                   4 * rows * 65536 + 4 * rows, rtol=1e-4, atol=1e-4)


@triton.jit
def cross_entropy_gradient_kernel(logits, targets, loss, grad, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    j = tl.arange(0, BLOCK)
    target = tl.load(targets + row)
    v = tl.load(logits + row * columns + j, mask=j < columns, other=-float("inf")).to(tl.float32)
    top = tl.max(v, axis=0)
    e = tl.exp(v - top)
    total = tl.sum(e, axis=0)
    tl.store(loss + row, tl.log(total) + top - tl.sum(tl.where(j == target, v, 0.0), axis=0))
    tl.store(grad + row * columns + j, e / total - tl.where(j == target, 1.0, 0.0), mask=j < columns)


def loss_and_gradient(logits, targets):
    p = torch.log_softmax(logits.float(), 1)
    grad = p.exp() - F.one_hot(targets, logits.shape[1])
    return -p.gather(1, targets[:, None])[:, 0], grad.to(torch.bfloat16)


@benchmark("cross_entropy_gradient", cross_entropy_gradient_kernel, ROWWISE, "training", SIZES)
def cross_entropy_gradient(rng, nbytes):
    rows, columns = matrix(nbytes, 4096, 2)
    logits, targets = rng.normal(rows, columns, dtype=torch.bfloat16), rng.integers(0, columns, rows, dtype=torch.int64)
    loss, grad = empty(rows), empty(rows, columns, dtype=torch.bfloat16)
    return Problem({"logits": logits, "targets": targets, "loss": loss, "grad": grad, "columns": columns}, ["loss", "grad"],
                   lambda c: (rows,), loss_and_gradient, [logits, targets], 4 * rows * columns + 12 * rows, rtol=0.02, atol=0.01,
                   constants={"BLOCK": triton.next_power_of_2(columns)})


@triton.jit
def huber_kernel(x, y, loss, grad, n, delta, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    d = tl.load(x + i, mask=i < n) - tl.load(y + i, mask=i < n)
    far = tl.abs(d) > delta
    tl.store(loss + i, tl.where(far, delta * (tl.abs(d) - 0.5 * delta), 0.5 * d * d), mask=i < n)
    tl.store(grad + i, tl.where(far, tl.where(d > 0, delta, -delta), d), mask=i < n)


def huber_loss(x, y):
    d = x - y
    return F.huber_loss(x, y, reduction="none", delta=0.75), d.clamp(-0.75, 0.75)


@benchmark("huber_gradient", huber_kernel, FLAT, "training", SIZES)
def huber(rng, nbytes):
    n = nbytes // 4
    x, y, loss, grad = rng.normal(n), rng.normal(n), empty(n), empty(n)
    return Problem({"x": x, "y": y, "loss": loss, "grad": grad, "n": n, "delta": 0.75}, ["loss", "grad"], flat(n), huber_loss,
                   [x, y], 16 * n, atol=1e-5)


@triton.jit
def int4_kernel(x, scales, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    packed = tl.load(x + i, mask=i < n, other=0).to(tl.int32)
    v = tl.interleave(packed & 15, packed >> 4) - 8
    j = tl.program_id(0) * (2 * BLOCK) + tl.arange(0, 2 * BLOCK)
    scale = tl.load(scales + j // 128, mask=j < 2 * n, other=0.0)
    tl.store(out + j, v.to(tl.float16) * scale, mask=j < 2 * n)


def unpacked(x, scales):
    v = torch.stack([x & 15, x >> 4], -1).to(torch.float16) - 8
    return (v.view(-1, 128) * scales[:, None]).view(-1)


@benchmark("int4_dequantize", int4_kernel, FLAT, "quantization", SIZES)
def int4_dequantize(rng, nbytes):
    n = nbytes // 5 // 512 * 512
    x, scales, out = rng.integers(0, 256, n, dtype=torch.uint8), rng.normal(n // 64, dtype=torch.float16), empty(2 * n, dtype=torch.float16)
    return Problem({"x": x, "scales": scales, "out": out, "n": n}, ["out"], flat(n), unpacked, [x, scales], 5 * n + n // 32,
                   rtol=2e-3, atol=1e-3)


@triton.jit
def int8_rows_kernel(x, out, scales, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * columns
    j = tl.arange(0, BLOCK)
    v = tl.load(x + row + j, mask=j < columns, other=0.0).to(tl.float32)
    scale = tl.maximum(tl.max(tl.abs(v), axis=0), 1e-12) / 127.0
    q = v / scale
    tl.store(out + row + j, tl.where(q < 0, q - 0.5, q + 0.5).to(tl.int8), mask=j < columns)
    tl.store(scales + tl.program_id(0), scale)


def int8_quantized(x):
    v = x.float()
    scale = v.abs().amax(1).clamp(min=1e-12) / 127.0
    q = v / scale[:, None]
    return torch.where(q < 0, q - 0.5, q + 0.5).to(torch.int8), scale


@benchmark("int8_rows", int8_rows_kernel, ROWWISE, "quantization", SIZES)
def int8_rows(rng, nbytes):
    rows, columns = matrix(nbytes, 4096, 2)
    x, out, scales = rng.normal(rows, columns, dtype=torch.float16), empty(rows, columns, dtype=torch.int8), empty(rows)
    return Problem({"x": x, "out": out, "scales": scales, "columns": columns}, ["out", "scales"], lambda c: (rows,),
                   int8_quantized, [x], 3 * rows * columns + 4 * rows, rtol=1e-5, atol=1,
                   constants={"BLOCK": triton.next_power_of_2(columns)})


@triton.jit
def sample_kernel(logits, noise, out, columns, heat, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * columns
    j = tl.arange(0, BLOCK)
    best = tl.full((BLOCK,), -float("inf"), tl.float32)
    where = tl.zeros((BLOCK,), tl.int32)
    for start in range(0, columns, BLOCK):
        inside = start + j < columns
        v = tl.load(logits + row + start + j, mask=inside, other=-float("inf")).to(tl.float32) / heat
        v += tl.load(noise + row + start + j, mask=inside, other=0.0)
        where = tl.where(v > best, start + j, where)
        best = tl.maximum(best, v)
    top = tl.max(best, axis=0)
    tl.store(out + tl.program_id(0), tl.min(tl.where(best == top, where, columns), axis=0))


@benchmark("sample_gumbel", sample_kernel, configs([2, 4, 8, 16], BLOCK=[1024, 2048, 4096, 8192]), "sampling", SIZES)
def sample_gumbel(rng, nbytes):
    rows, columns = max(nbytes // 6 // 32000, 4), 32000
    logits, noise, out = rng.normal(rows, columns, dtype=torch.bfloat16), rng.normal(rows, columns), empty(rows, dtype=torch.int32)
    return Problem({"logits": logits, "noise": noise, "out": out, "columns": columns, "heat": 0.5}, ["out"], lambda c: (rows,),
                   lambda logits, noise: (logits.float() / 0.5 + noise).argmax(1).to(torch.int32), [logits, noise],
                   6 * rows * columns + 4 * rows, rtol=0, atol=0)


@triton.jit
def beam_kernel(logits, scores, best, tokens, columns, BLOCK: tl.constexpr, BEAMS: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    j = tl.arange(0, BLOCK)
    v = tl.load(logits + row * columns + j, mask=j < columns, other=-float("inf"))
    top = tl.max(v, axis=0)
    base = tl.load(scores + row) - top - tl.log(tl.sum(tl.exp(v - top), axis=0))
    for k in tl.static_range(BEAMS):
        at = tl.argmax(v, axis=0)
        tl.store(best + row * BEAMS + k, tl.max(v, axis=0) + base)
        tl.store(tokens + row * BEAMS + k, at)
        v = tl.where(j == at, -float("inf"), v)


@benchmark("beam_scores", beam_kernel, ROWWISE, "sampling", SIZES)
def beam_scores(rng, nbytes):
    rows, columns = matrix(nbytes, 4096, 4)
    logits, scores, best, tokens = rng.normal(rows, columns), rng.normal(rows), empty(rows, 4), empty(rows, 4, dtype=torch.int32)

    def reference(logits, scores):
        values, at = (torch.log_softmax(logits, 1) + scores[:, None]).topk(4)
        return values, at.to(torch.int32)

    # The tokens of two values that rounding makes equal may be in any order. The few rows with such are changed.
    values, at = logits.topk(5)
    ties = (values[:, :-1] - values[:, 1:] < 1e-5).any(1).nonzero()[:, 0]
    logits[ties] = torch.linspace(-4, 4, columns, device="cuda")
    return Problem({"logits": logits, "scores": scores, "best": best, "tokens": tokens, "columns": columns}, ["best", "tokens"],
                   lambda c: (rows,), reference, [logits, scores], 4 * rows * columns + 36 * rows, rtol=1e-4, atol=1e-4,
                   constants={"BLOCK": triton.next_power_of_2(columns), "BEAMS": 4})


@triton.jit
def matvec_kernel(a, x, out, rows, COLUMNS: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    total = tl.zeros((ROWS, BLOCK), tl.float32)
    for start in range(0, COLUMNS, BLOCK):
        j = start + tl.arange(0, BLOCK)
        w = tl.load(a + i[:, None].to(tl.int64) * COLUMNS + j[None, :], mask=(i < rows)[:, None], other=0.0).to(tl.float32)
        total += w * tl.load(x + j).to(tl.float32)[None, :]
    tl.store(out + i, tl.sum(total, axis=1).to(tl.float16), mask=i < rows)


@benchmark("matvec_f16", matvec_kernel, configs([1, 2, 4, 8], ROWS=[1, 2, 4, 8], BLOCK=[512, 1024, 2048, 4096]), "reduction",
           SIZES)
def matvec(rng, nbytes):
    rows = nbytes // 2 // 4096
    a, x, out = rng.normal(rows, 4096, dtype=torch.float16), rng.normal(4096, dtype=torch.float16), empty(rows, dtype=torch.float16)
    return Problem({"a": a, "x": x, "out": out, "rows": rows}, ["out"], lambda c: (cdiv(rows, c["ROWS"]),), lambda a, x: a @ x,
                   [a, x], 2 * rows * 4096 + 2 * rows + 2 * 4096, rtol=0.01, atol=0.25, constants={"COLUMNS": 4096})


@triton.jit
def hash_kernel(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    z = tl.load(x + i, mask=i < n) + -7046029254386353131
    z = (z ^ ((z >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    z = (z ^ ((z >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    tl.store(out + i, z ^ ((z >> 31) & 0x1FFFFFFFF), mask=i < n)


def hashed(x):
    z = x - 7046029254386353131
    z = (z ^ ((z >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    z = (z ^ ((z >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


@benchmark("hash_64", hash_kernel, FLAT, "64-bit types", SIZES)
def hash64(rng, nbytes):
    n = nbytes // 8
    x, out = rng.integers(-(1 << 62), 1 << 62, n, dtype=torch.int64), empty(n, dtype=torch.int64)
    return Problem({"x": x, "out": out, "n": n}, ["out"], flat(n), hashed, [x], 16 * n, rtol=0, atol=0)


@triton.jit
def norms_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    j = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + j, mask=j < columns, other=0.0)
    tl.store(out + row, tl.sqrt(tl.sum(v * v, axis=0)))


@benchmark("row_norms_f64", norms_kernel, configs([1, 2, 4, 8, 16]), "64-bit types", SIZES)
def row_norms(rng, nbytes):
    rows, columns = matrix(nbytes, 2048, 8)
    x, out = rng.normal(rows, columns, dtype=torch.float64), empty(rows, dtype=torch.float64)
    return Problem({"x": x, "out": out, "columns": columns}, ["out"], lambda c: (rows,), lambda x: torch.linalg.vector_norm(x, dim=1),
                   [x], 8 * rows * columns + 8 * rows, rtol=1e-9, atol=1e-9, constants={"BLOCK": triton.next_power_of_2(columns)})
