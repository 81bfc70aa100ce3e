"""Kernels on sequences: scans of pairs and triples, segments, rows of different lengths, sparse rows."""

import torch
import triton
import triton.language as tl

from problem import GB, MB, Problem, benchmark, cdiv, configs, empty, matrix

SIZES = (MB, 16 * MB, 128 * MB, GB)
STEPS = 256  # of a recurrence
LENGTH = 64  # mean number of elements in a sparse row


@triton.jit
def compose(a, b, c, d):
    return a * c, c * b + d


@triton.jit
def recurrence_kernel(a, b, out, channels, STEPS: tl.constexpr, BLOCK: tl.constexpr, CHANNELS: tl.constexpr):
    c = tl.program_id(0) * CHANNELS + tl.arange(0, CHANNELS)
    t = tl.arange(0, BLOCK)
    before = tl.zeros((CHANNELS,), tl.float32)
    for start in range(0, STEPS, BLOCK):
        at = (start + t)[:, None] * channels + c[None, :]
        inside = (c < channels)[None, :]
        p, h = tl.associative_scan((tl.load(a + at, mask=inside, other=0.0), tl.load(b + at, mask=inside, other=0.0)), 0, compose)
        h += p * before[None, :]
        tl.store(out + at, h, mask=inside)
        before = tl.sum(tl.where((t == BLOCK - 1)[:, None], h, 0.0), axis=0)


def recurrence(a, b):
    product = a.cumprod(0)
    return product * (b / product).cumsum(0)


@benchmark("linear_recurrence", recurrence_kernel, configs([1, 2, 4, 8], BLOCK=[32, 64, 128], CHANNELS=[8, 16, 32, 64]), "scan",
           SIZES, note="torch has no scan of pairs: it divides by running products")
def linear_recurrence(rng, nbytes):
    channels = nbytes // 4 // STEPS
    a, b, out = 1 - 0.02 * rng.normal(STEPS, channels).abs().clamp(max=2), rng.normal(STEPS, channels), empty(STEPS, channels)
    return Problem({"a": a, "b": b, "out": out, "channels": channels}, ["out"], lambda c: (cdiv(channels, c["CHANNELS"]),),
                   recurrence, [a, b], 12 * STEPS * channels, rtol=1e-3, atol=1e-3, constants={"STEPS": STEPS})


@triton.jit
def merge(n, mean, m2, other, its_mean, its_m2):
    both = n + other
    d = its_mean - mean
    share = other / both
    return both, mean + d * share, m2 + its_m2 + d * d * n * share


@triton.jit
def running_variance_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * columns
    j = tl.arange(0, BLOCK)
    v = tl.load(x + row + j, mask=j < columns, other=0.0)
    n, mean, m2 = tl.associative_scan((tl.full((BLOCK,), 1.0, tl.float32), v, tl.zeros((BLOCK,), tl.float32)), 0, merge)
    tl.store(out + row + j, m2 / n, mask=j < columns)


def variances(x):
    n = torch.arange(1, x.shape[1] + 1, device=x.device, dtype=x.dtype)
    mean = x.cumsum(1) / n
    return (x * x).cumsum(1) / n - mean * mean


@benchmark("running_variance", running_variance_kernel, configs([1, 2, 4, 8, 16]), "scan", SIZES,
           note="torch takes the mean of squares less the square of the mean, which loses digits")
def running_variance(rng, nbytes):
    rows, columns = matrix(nbytes, 1024, 4)
    x, out = rng.normal(rows, columns), empty(rows, columns)
    return Problem({"x": x, "out": out, "columns": columns}, ["out"], lambda c: (rows,), variances, [x], 8 * rows * columns,
                   rtol=1e-3, atol=1e-3, constants={"BLOCK": triton.next_power_of_2(columns)})


@triton.jit
def restart(flag, v, its_flag, its):
    return flag | its_flag, tl.where(its_flag != 0, its, v + its)


@triton.jit
def segmented_kernel(x, flags, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * columns
    j = tl.arange(0, BLOCK)
    f = tl.load(flags + row + j, mask=j < columns, other=0).to(tl.int32)
    v = tl.load(x + row + j, mask=j < columns, other=0.0)
    _, sums = tl.associative_scan((f, v), 0, restart)
    tl.store(out + row + j, sums, mask=j < columns)


def restarted(x, flags):
    sums = x.cumsum(1)
    j = torch.arange(x.shape[1], device=x.device)
    first = torch.where(flags != 0, j, 0).cummax(1).values
    return sums - sums.gather(1, first) + x.gather(1, first)


@benchmark("segmented_sum", segmented_kernel, configs([1, 2, 4, 8, 16]), "scan", SIZES,
           note="torch has no scan of pairs: it subtracts the sum before the segment")
def segmented_sum(rng, nbytes):
    rows, columns = matrix(nbytes, 2048, 4)
    x, flags, out = rng.normal(rows, columns), (rng.integers(0, 50, rows, columns) == 0).to(torch.int8), empty(rows, columns)
    return Problem({"x": x, "flags": flags, "out": out, "columns": columns}, ["out"], lambda c: (rows,), restarted, [x, flags],
                   9 * rows * columns, rtol=1e-3, atol=1e-3, constants={"BLOCK": triton.next_power_of_2(columns)})


@triton.jit
def jagged_softmax_kernel(x, offsets, lengths, out, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    first = tl.load(offsets + row)
    end = first + tl.load(lengths + row)
    j = first + tl.arange(0, BLOCK)
    v = tl.load(x + j, mask=j < end, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + j, e / tl.sum(e, axis=0), mask=j < end)


def jagged(x, rows, ids):
    most = torch.full((rows,), -float("inf"), device=x.device).scatter_reduce(0, ids, x, "amax")
    e = torch.exp(x - most[ids])
    return e / torch.zeros(rows, device=x.device).index_add(0, ids, e)[ids]


@benchmark("jagged_softmax", jagged_softmax_kernel, configs([1, 2, 4, 8]), "sparse and jagged", SIZES)
def jagged_softmax(rng, nbytes):
    rows = nbytes // 4 // 512
    lengths = rng.integers(1, 1024, rows, dtype=torch.int64)
    offsets = torch.cat([lengths.new_zeros(1), lengths.cumsum(0)]).to(torch.int32)
    n = int(offsets[-1])
    x, out = rng.normal(n), empty(n)
    ids = torch.repeat_interleave(torch.arange(rows, device="cuda"), lengths)
    return Problem({"x": x, "offsets": offsets, "lengths": lengths.to(torch.int32), "out": out}, ["out"],
                   lambda c: (rows,), lambda x, ids: jagged(x, rows, ids),
                   [x, ids], 8 * n + 8 * rows, rtol=1e-3, atol=1e-6, constants={"BLOCK": 1024})


@triton.jit
def csr_kernel(values, columns, offsets, x, out, rows, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    first = tl.load(offsets + i, mask=i < rows, other=0)
    n = tl.load(offsets + i + 1, mask=i < rows, other=0) - first
    j = tl.arange(0, BLOCK)
    total = tl.zeros((ROWS, BLOCK), tl.float32)
    for start in range(0, tl.max(n, axis=0), BLOCK):
        at, inside = first[:, None] + start + j[None, :], start + j[None, :] < n[:, None]
        c = tl.load(columns + at, mask=inside, other=0)
        total += tl.load(values + at, mask=inside, other=0.0) * tl.load(x + c, mask=inside, other=0.0)
    tl.store(out + i, tl.sum(total, axis=1), mask=i < rows)


@benchmark("spmv_csr", csr_kernel, configs([1, 2, 4, 8], ROWS=[1, 4, 16, 32], BLOCK=[16, 32, 64, 128]), "sparse and jagged",
           SIZES)
def spmv_csr(rng, nbytes):
    rows = max(nbytes // 8 // LENGTH, 16)
    lengths = rng.integers(0, 2 * LENGTH, rows, dtype=torch.int64)
    offsets = torch.cat([lengths.new_zeros(1), lengths.cumsum(0)]).to(torch.int32)
    n = int(offsets[-1])
    values, columns, x, out = rng.normal(n), rng.integers(0, 65536, n), rng.normal(65536), empty(rows)
    sparse = torch.sparse_csr_tensor(offsets, columns, values, (rows, 65536))
    return Problem({"values": values, "columns": columns, "offsets": offsets, "x": x, "out": out, "rows": rows}, ["out"],
                   lambda c: (cdiv(rows, c["ROWS"]),), lambda sparse, x: sparse @ x, [sparse, x],
                   8 * n + 8 * rows + 4 * 65536, rtol=1e-3, atol=1e-3)


@triton.jit
def ell_kernel(values, columns, x, out, rows, WIDTH: tl.constexpr, ROWS: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = i[:, None] * WIDTH + tl.arange(0, WIDTH)[None, :]
    inside = (i < rows)[:, None]
    c = tl.load(columns + at, mask=inside, other=0)
    products = tl.load(values + at, mask=inside, other=0.0) * tl.load(x + c, mask=inside, other=0.0)
    tl.store(out + i, tl.sum(products, axis=1), mask=i < rows)


@benchmark("spmv_ell", ell_kernel, configs([1, 2, 4, 8], ROWS=[16, 32, 64, 128]), "sparse and jagged", SIZES)
def spmv_ell(rng, nbytes):
    rows = nbytes // 8 // 32
    values, columns, x, out = rng.normal(rows, 32), rng.integers(0, 65536, rows, 32), rng.normal(65536), empty(rows)
    return Problem({"values": values, "columns": columns, "x": x, "out": out, "rows": rows}, ["out"],
                   lambda c: (cdiv(rows, c["ROWS"]),), lambda values, columns, x: (values * x[columns]).sum(1),
                   [values, columns, x], 8 * 32 * rows + 4 * rows + 4 * 65536, rtol=1e-3, atol=1e-3, constants={"WIDTH": 32})


@triton.jit
def bag_kernel(ids, weights, table, out, COLUMNS: tl.constexpr, BAG: tl.constexpr):
    i = tl.program_id(0).to(tl.int64)
    j = tl.arange(0, COLUMNS)
    total = tl.zeros((COLUMNS,), tl.float32)
    for k in tl.static_range(BAG):
        row = tl.load(ids + i * BAG + k).to(tl.int64)
        total += tl.load(weights + i * BAG + k) * tl.load(table + row * COLUMNS + j).to(tl.float32)
    tl.store(out + i * COLUMNS + j, total)


@benchmark("embedding_bag", bag_kernel, configs([1, 2, 4]), "sparse and jagged", SIZES)
def embedding_bag(rng, nbytes):
    bags = nbytes // 2 // 512 // 8
    ids, weights = rng.integers(0, bags * 8, bags, 8), rng.normal(bags, 8)
    table, out = rng.normal(bags * 8, 512, dtype=torch.float16), empty(bags, 512)
    return Problem({"ids": ids, "weights": weights, "table": table, "out": out}, ["out"], lambda c: (bags,),
                   lambda ids, weights, table: (weights[:, :, None] * table[ids].float()).sum(1), [ids, weights, table],
                   bags * (8 * 8 + 8 * 512 * 2 + 512 * 4), rtol=1e-3, atol=1e-3, constants={"COLUMNS": 512, "BAG": 8})
