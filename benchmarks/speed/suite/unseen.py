"""Kernels that were written after the compiler, and measured before anything was changed for them."""

import torch
import torch.nn.functional as F
import triton
import triton.language as tl

from problem import GB, MB, Problem, benchmark, cdiv, configs, empty

SIZES = (MB, 16 * MB, 128 * MB, GB)
ROWWISE = configs([2, 4, 8, 16])
KIND = "unseen"
LATER = "unseen, later"  # five that were written and measured in a later session
FLAT = configs([2, 4, 8], BLOCK=[256, 512, 1024, 2048])


@triton.jit
def follow(a, b, c, d):
    return a * c, c * b + d


@triton.jit
def returns_kernel(rewards, discounts, out, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    _, total = tl.associative_scan((tl.load(discounts + at), tl.load(rewards + at)), 0, follow, reverse=True)
    tl.store(out + at, total)


def returned(rewards, discounts):
    r, g = rewards.flip(1), discounts.flip(1).cumprod(1)
    return (g * (r / g).cumsum(1)).flip(1)


@benchmark("discounted_returns", returns_kernel, configs([1, 2, 4]), KIND, SIZES,
           note="torch has no scan of pairs: it divides by running products")
def discounted_returns(rng, nbytes):
    rows = nbytes // 4 // 256
    rewards, discounts, out = rng.normal(rows, 256), 1 - 0.02 * rng.normal(rows, 256).abs().clamp(max=2), empty(rows, 256)
    return Problem({"rewards": rewards, "discounts": discounts, "out": out}, ["out"], lambda c: (rows,), returned,
                   [rewards, discounts], 12 * rows * 256, rtol=1e-3, atol=1e-3, constants={"BLOCK": 256})


@triton.jit
def pages_kernel(cache, table, out, PAGE: tl.constexpr, WIDTH: tl.constexpr, TOKENS: tl.constexpr):
    i = tl.program_id(0) * TOKENS + tl.arange(0, TOKENS)
    row = tl.load(table + i // PAGE).to(tl.int64) * PAGE + i % PAGE
    j = tl.arange(0, WIDTH)
    v = tl.load(cache + row[:, None] * WIDTH + j[None, :])
    tl.store(out + i.to(tl.int64)[:, None] * WIDTH + j[None, :], v)


@benchmark("paged_cache", pages_kernel, configs([2, 4, 8], TOKENS=[1, 2, 4, 8]), KIND, SIZES)
def paged_cache(rng, nbytes):
    pages = nbytes // 2 // 1024 // 16
    cache, table = rng.normal(pages, 16, 1024, dtype=torch.float16), rng.integers(0, pages, pages)
    return Problem({"cache": cache, "table": table, "out": empty(pages * 16, 1024, dtype=torch.float16)}, ["out"],
                   lambda c: (cdiv(pages * 16, c["TOKENS"]),), lambda cache, table: cache[table].view(-1, 1024),
                   [cache, table], 4 * pages * 16 * 1024 + 4 * pages, rtol=0, atol=0, constants={"PAGE": 16, "WIDTH": 1024})


@triton.jit
def fp4_kernel(x, packed, scales, GROUPS: tl.constexpr):
    g = tl.program_id(0) * GROUPS + tl.arange(0, GROUPS)
    v = tl.load(x + g[:, None] * 32 + tl.arange(0, 32)[None, :])
    top = tl.max(tl.abs(v), axis=1)
    power = tl.maximum((top.to(tl.int32, bitcast=True) >> 23) - 2, 1)
    a = tl.abs(v) * ((254 - power) << 23).to(tl.float32, bitcast=True)[:, None]
    q = (a > 0.25).to(tl.int32) + (a > 0.75).to(tl.int32) + (a > 1.25).to(tl.int32) + (a > 1.75).to(tl.int32)
    q += (a > 2.5).to(tl.int32) + (a > 3.5).to(tl.int32) + (a > 5.0).to(tl.int32)
    low, high = tl.split(tl.reshape(q | tl.where(v < 0, 8, 0), (GROUPS, 16, 2)))
    tl.store(packed + g[:, None] * 16 + tl.arange(0, 16)[None, :], (low | (high << 4)).to(tl.uint8))
    tl.store(scales + g, power.to(tl.uint8))


def four_bits(x):
    power = ((x.abs().amax(1).view(torch.int32) >> 23) - 2).clamp(min=1)
    a = x.abs() * ((254 - power) << 23).view(torch.float32)[:, None]
    q = torch.where(x < 0, 8, 0)
    for bound in (0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0):
        q = q + (a > bound)
    return (q[:, ::2] | (q[:, 1::2] << 4)).to(torch.uint8), power.to(torch.uint8)


@benchmark("fp4_quantize", fp4_kernel, configs([2, 4, 8], GROUPS=[16, 32, 64, 128]), KIND, SIZES)
def fp4_quantize(rng, nbytes):
    groups = nbytes // 4 // 32
    x, packed, scales = rng.normal(groups, 32), empty(groups, 16, dtype=torch.uint8), empty(groups, dtype=torch.uint8)
    return Problem({"x": x, "packed": packed, "scales": scales}, ["packed", "scales"], lambda c: (cdiv(groups, c["GROUPS"]),),
                   four_bits, [x], groups * (128 + 17), rtol=0, atol=0)


@triton.jit
def norm_gradient_kernel(dy, x, weight, mean, scale, dx, COLUMNS: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    j = tl.arange(0, COLUMNS)
    r = tl.load(scale + row)
    normal = (tl.load(x + row * COLUMNS + j).to(tl.float32) - tl.load(mean + row)) * r
    d = tl.load(dy + row * COLUMNS + j).to(tl.float32) * tl.load(weight + j).to(tl.float32)
    both = tl.sum(normal * d, axis=0) / COLUMNS
    one = tl.sum(d, axis=0) / COLUMNS
    tl.store(dx + row * COLUMNS + j, ((d - normal * both - one) * r).to(tl.bfloat16))


def norm_gradient(dy, x, weight, mean, scale):
    normal = (x.float() - mean[:, None]) * scale[:, None]
    d = dy.float() * weight.float()
    both, one = (normal * d).mean(1, keepdim=True), d.mean(1, keepdim=True)
    return ((d - normal * both - one) * scale[:, None]).to(torch.bfloat16)


@benchmark("layer_norm_gradient", norm_gradient_kernel, ROWWISE, KIND, SIZES)
def layer_norm_gradient(rng, nbytes):
    rows = nbytes // 2 // 2048
    x, dy = rng.normal(rows, 2048, dtype=torch.bfloat16), rng.normal(rows, 2048, dtype=torch.bfloat16)
    weight, mean, scale = rng.normal(2048, dtype=torch.bfloat16), rng.normal(rows) * 0.1, 1 + rng.normal(rows).abs()
    return Problem({"dy": dy, "x": x, "weight": weight, "mean": mean, "scale": scale, "dx": torch.empty_like(x)}, ["dx"],
                   lambda c: (rows,), norm_gradient, [dy, x, weight, mean, scale], 6 * rows * 2048 + 8 * rows,
                   rtol=0.02, atol=0.02, constants={"COLUMNS": 2048})


@triton.jit
def bilateral_kernel(x, out, height, width, sharp, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = (tl.program_id(1) * ROWS + tl.arange(0, ROWS))[:, None]
    j = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))[None, :]
    inside = (i < height) & (j < width)
    center = tl.load(x + i * width + j, mask=inside, other=0.0)
    total = center
    weights = tl.full((ROWS, BLOCK), 1.0, tl.float32)
    for k in tl.static_range(9):
        if k != 4:
            u, v = i + (k // 3 - 1), j + (k % 3 - 1)
            there = inside & (u >= 0) & (u < height) & (v >= 0) & (v < width)
            near = tl.load(x + u * width + v, mask=there, other=0.0)
            d = near - center
            w = tl.where(there, tl.exp(-sharp * d * d), 0.0)
            total += w * near
            weights += w
    tl.store(out + i * width + j, total / weights, mask=inside)


def bilateral(x):
    total, weights = x.clone(), torch.ones_like(x)
    values, there = F.pad(x, (1, 1, 1, 1)), F.pad(torch.ones_like(x), (1, 1, 1, 1))
    h, w = x.shape
    for k in range(9):
        if k != 4:
            u, v = k // 3, k % 3
            near, valid = values[u:u + h, v:v + w], there[u:u + h, v:v + w]
            weight = valid * torch.exp(-2.0 * (near - x) ** 2)
            total, weights = total + weight * near, weights + weight
    return total / weights


@benchmark("bilateral_3x3", bilateral_kernel, configs([2, 4, 8], ROWS=[2, 4, 8], BLOCK=[64, 128, 256]), KIND, SIZES)
def bilateral_3x3(rng, nbytes):
    height = 1 << (((nbytes // 4).bit_length() - 1) // 2)
    width = nbytes // 4 // height
    x, out = rng.normal(height, width), empty(height, width)
    return Problem({"x": x, "out": out, "height": height, "width": width, "sharp": 2.0}, ["out"],
                   lambda c: (cdiv(width, c["BLOCK"]), cdiv(height, c["ROWS"])), bilateral, [x], 8 * height * width,
                   rtol=1e-3, atol=1e-4)


@triton.jit
def complex_kernel(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * (2 * BLOCK) + tl.arange(0, 2 * BLOCK)
    a, b = tl.split(tl.reshape(tl.load(x + at, mask=at < n, other=0.0), (BLOCK, 2)))
    c, d = tl.split(tl.reshape(tl.load(y + at, mask=at < n, other=0.0), (BLOCK, 2)))
    tl.store(out + at, tl.interleave(a * c - b * d, a * d + b * c), mask=at < n)


def multiplied(x, y):
    a, b, c, d = x[::2], x[1::2], y[::2], y[1::2]
    return torch.stack([a * c - b * d, a * d + b * c], 1).view(-1)


@benchmark("complex_multiply", complex_kernel, configs([2, 4, 8], BLOCK=[256, 512, 1024, 2048]), KIND, SIZES)
def complex_multiply(rng, nbytes):
    n = nbytes // 4
    x, y, out = rng.normal(n), rng.normal(n), empty(n)
    return Problem({"x": x, "y": y, "out": out, "n": n}, ["out"], lambda c: (cdiv(n, 2 * c["BLOCK"]),), multiplied, [x, y],
                   12 * n, rtol=1e-4, atol=1e-5)


@triton.jit
def alibi_kernel(scores, slopes, out, QUERIES: tl.constexpr, KEYS: tl.constexpr):
    row = tl.program_id(0)
    query, j = row % QUERIES, tl.arange(0, KEYS)
    s = tl.load(scores + row.to(tl.int64) * KEYS + j).to(tl.float32) * 0.125
    s = tl.where(j <= query, s - tl.load(slopes + row // QUERIES) * (query - j).to(tl.float32), -float("inf"))
    e = tl.exp(s - tl.max(s, axis=0))
    tl.store(out + row.to(tl.int64) * KEYS + j, (e / tl.sum(e, axis=0)).to(tl.float16))


def with_alibi(scores, slopes):
    heads, queries, keys = scores.shape
    distance = (torch.arange(queries, device=scores.device)[:, None] - torch.arange(keys, device=scores.device)[None, :])
    s = scores.float() * 0.125 - slopes[:, None, None] * distance
    return torch.softmax(torch.where(distance >= 0, s, -float("inf")), 2).to(torch.float16)


@benchmark("alibi_softmax", alibi_kernel, ROWWISE, KIND, SIZES)
def alibi_softmax(rng, nbytes):
    keys = 512 if nbytes < 16 * MB else 1024
    heads = nbytes // 2 // keys // keys
    scores, slopes = rng.normal(heads, keys, keys, dtype=torch.float16), rng.normal(heads).abs() * 0.1
    return Problem({"scores": scores, "slopes": slopes, "out": torch.empty_like(scores)}, ["out"], lambda c: (heads * keys,),
                   with_alibi, [scores, slopes], 4 * heads * keys * keys, rtol=0.01, atol=1e-4,
                   constants={"QUERIES": keys, "KEYS": keys})


@triton.jit
def bucket_kernel(x, bounds, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    below = tl.zeros((BLOCK,), tl.int32)
    for k in tl.static_range(8):  # a binary search in 255 bounds
        below += tl.where(tl.load(bounds + below + ((128 >> k) - 1)) < v, 128 >> k, 0)
    tl.store(out + at, below, mask=at < n)


@benchmark("bucketize", bucket_kernel, FLAT, LATER, SIZES)
def bucketize(rng, nbytes):
    n = nbytes // 4
    x, bounds = rng.normal(n), torch.linspace(-3, 3, 255, device="cuda")
    return Problem({"x": x, "bounds": bounds, "out": empty(n, dtype=torch.int32), "n": n}, ["out"],
                   lambda c: (cdiv(n, c["BLOCK"]),), lambda x, bounds: torch.bucketize(x, bounds, out_int32=True),
                   [x, bounds], 8 * n, rtol=0, atol=0)


@triton.jit
def combine_kernel(rows, places, weights, out, WIDTH: tl.constexpr):
    token = tl.program_id(0).to(tl.int64)
    j = tl.arange(0, WIDTH)
    total = tl.zeros((WIDTH,), tl.float32)
    for k in tl.static_range(2):
        place = tl.load(places + token * 2 + k).to(tl.int64)
        total += tl.load(weights + token * 2 + k) * tl.load(rows + place * WIDTH + j).to(tl.float32)
    tl.store(out + token * WIDTH + j, total.to(tl.bfloat16))


@benchmark("expert_combine", combine_kernel, configs([1, 2, 4, 8]), LATER, SIZES)
def expert_combine(rng, nbytes):
    tokens = nbytes // 4 // 2048  # each adds up the rows of two experts
    rows, weights = rng.normal(2 * tokens, 2048, dtype=torch.bfloat16), rng.normal(tokens, 2).abs()
    places = rng.normal(2 * tokens).argsort().to(torch.int32).view(tokens, 2)
    out = empty(tokens, 2048, dtype=torch.bfloat16)
    return Problem({"rows": rows, "places": places, "weights": weights, "out": out}, ["out"], lambda c: (tokens,),
                   lambda rows, places, weights: (rows[places].float() * weights[:, :, None]).sum(1).to(torch.bfloat16),
                   [rows, places, weights], tokens * (6 * 2048 + 16), rtol=0.02, atol=0.02, constants={"WIDTH": 2048})


@triton.jit
def bits_kernel(x, bits, out, n, scale, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n).to(tl.float32)
    kept = (tl.load(bits + at // 32, mask=at < n) >> (at % 32)) & 1
    tl.store(out + at, tl.where(kept != 0, v * scale, 0.0).to(tl.bfloat16), mask=at < n)


def masked(x, bits):
    kept = (bits[:, None] >> torch.arange(32, dtype=torch.int32, device=x.device)) & 1
    return torch.where(kept.view(-1) != 0, x.float() * 1.25, 0.0).to(torch.bfloat16)


@benchmark("bit_mask", bits_kernel, FLAT, LATER, SIZES)
def bit_mask(rng, nbytes):
    n = nbytes // 2
    x, bits = rng.normal(n, dtype=torch.bfloat16), rng.integers(-(1 << 31), (1 << 31) - 1, n // 32)
    return Problem({"x": x, "bits": bits, "out": torch.empty_like(x), "n": n, "scale": 1.25}, ["out"],
                   lambda c: (cdiv(n, c["BLOCK"]),), masked, [x, bits], 4 * n + n // 8, rtol=0.01, atol=1e-4)


@triton.jit
def deltas_kernel(deltas, first, out, COLUMNS: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    j = tl.arange(0, COLUMNS)
    d = tl.load(deltas + row * COLUMNS + j).to(tl.int32)
    tl.store(out + row * COLUMNS + j, tl.load(first + row) + tl.cumsum(d, axis=0))


@benchmark("delta_decode", deltas_kernel, configs([1, 2, 4, 8]), LATER, SIZES)
def delta_decode(rng, nbytes):
    rows = nbytes // 2 // 1024
    deltas, first = rng.integers(-100, 100, rows, 1024, dtype=torch.int16), rng.integers(0, 1 << 20, rows)
    return Problem({"deltas": deltas, "first": first, "out": empty(rows, 1024, dtype=torch.int32)}, ["out"],
                   lambda c: (rows,), lambda deltas, first: first[:, None] + deltas.cumsum(1, dtype=torch.int32),
                   [deltas, first], rows * (6 * 1024 + 4), rtol=0, atol=0, constants={"COLUMNS": 1024})


@triton.jit
def focal_kernel(logits, labels, loss, gradient, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(logits + at, mask=at < n)
    yes = tl.load(labels + at, mask=at < n) != 0
    z = tl.where(yes, x, -x)
    p = 1.0 / (1.0 + tl.exp(-z))  # of the right answer
    entropy = tl.maximum(-z, 0.0) + tl.log(1.0 + tl.exp(-tl.abs(z)))
    miss = 1.0 - p
    tl.store(loss + at, miss * miss * entropy, mask=at < n)
    slope = -miss * miss * (2.0 * p * entropy + miss)
    tl.store(gradient + at, tl.where(yes, slope, -slope), mask=at < n)


def focal(logits, labels):
    z = torch.where(labels != 0, logits, -logits)
    p, entropy = torch.sigmoid(z), F.softplus(-z)
    miss = 1 - p
    slope = -miss * miss * (2 * p * entropy + miss)
    return miss * miss * entropy, torch.where(labels != 0, slope, -slope)


@benchmark("focal_gradient", focal_kernel, FLAT, LATER, SIZES)
def focal_gradient(rng, nbytes):
    n = nbytes // 4
    logits, labels = rng.normal(n), rng.integers(0, 2, n, dtype=torch.int8)
    return Problem({"logits": logits, "labels": labels, "loss": empty(n), "gradient": empty(n), "n": n},
                   ["loss", "gradient"], lambda c: (cdiv(n, c["BLOCK"]),), focal, [logits, labels], 13 * n, rtol=1e-3,
                   atol=1e-5)
