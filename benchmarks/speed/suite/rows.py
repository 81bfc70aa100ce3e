"""Kernels on the rows of a matrix: reductions, norms, scans, sorting."""

import torch
import torch.nn.functional as F
import triton
import triton.language as tl

from problem import GB, KB, MB, Problem, benchmark, cdiv, config, configs, empty, matrix

COLUMNS = 4096
ROWWISE = configs([1, 2, 4, 8, 16, 32])


def one_row(rows):
    return lambda constants: (rows,)


def power(columns):
    return triton.next_power_of_2(columns)


@triton.jit
def row_sum_kernel(x, out, rows, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    j = tl.arange(0, BLOCK)
    total = tl.zeros((ROWS, BLOCK), tl.float32)
    for start in range(0, columns, BLOCK):
        inside = (i < rows)[:, None] & (start + j < columns)[None, :]
        total += tl.load(x + i[:, None] * columns + start + j[None, :], mask=inside, other=0.0)
    tl.store(out + i, tl.sum(total, axis=1), mask=i < rows)


@benchmark("row_sum", row_sum_kernel, configs([1, 4, 8, 16, 32], ROWS=[1, 2, 4], BLOCK=[256, 512, 1024, 2048, 4096, 8192]),
           "reduction")
def row_sum(rng, nbytes):
    rows, columns = matrix(nbytes, COLUMNS, 4)
    x, out = rng.normal(rows, columns), empty(rows)
    return Problem({"x": x, "out": out, "rows": rows, "columns": columns}, ["out"], lambda c: (cdiv(rows, c["ROWS"]),),
                   lambda x: x.sum(1), [x], 4 * (rows * columns + rows), rtol=1e-4, atol=2e-3)


@triton.jit
def column_sum_kernel(x, out, rows, columns, CHUNK: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    j = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((ROWS, BLOCK), tl.float32)
    if CHUNK == 0:  # a program sums whole columns
        for start in range(0, rows, ROWS):
            i = start + tl.arange(0, ROWS)
            inside = (i < rows)[:, None] & (j < columns)[None, :]
            total += tl.load(x + i[:, None] * columns + j[None, :], mask=inside, other=0.0)
        tl.store(out + j, tl.sum(total, axis=0), mask=j < columns)
    else:
        for start in range(0, CHUNK, ROWS):
            i = tl.program_id(1) * CHUNK + start + tl.arange(0, ROWS)
            inside = (i < rows)[:, None] & (j < columns)[None, :]
            total += tl.load(x + i[:, None] * columns + j[None, :], mask=inside, other=0.0)
        tl.atomic_add(out + j, tl.sum(total, axis=0), mask=j < columns, sem="relaxed")


@benchmark("column_sum", column_sum_kernel,
           configs([2, 4, 8, 16], CHUNK=[16, 32, 64, 128], ROWS=[2, 4, 8], BLOCK=[32, 64, 128, 256])
           + configs([2, 4, 8], CHUNK=[0], ROWS=[4, 16, 64], BLOCK=[16, 32, 64]), "reduction",
           note="with CHUNK > 0, ours and Triton's add with atomics into zeros, in no fixed order; torch sums in a fixed order")
def column_sum(rng, nbytes):
    rows, columns = matrix(nbytes, COLUMNS, 4)
    x, out = rng.normal(rows, columns), empty(columns)
    return Problem({"x": x, "out": out, "rows": rows, "columns": columns}, ["out"],
                   lambda c: (cdiv(columns, c["BLOCK"]), cdiv(rows, c["CHUNK"] or rows)), lambda x: x.sum(0), [x],
                   4 * (rows * columns + columns), rtol=1e-3, atol=0.05, prepare=lambda: out.zero_(),
                   prepares=lambda c: c["CHUNK"] > 0, fits=lambda c: c.get("CHUNK", 0) > 0 or rows <= 1024)


@triton.jit
def softmax_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + j, mask=j < columns, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * columns + j, e / tl.sum(e, axis=0), mask=j < columns)


@benchmark("softmax", softmax_kernel, ROWWISE, "row-wise")
def softmax(rng, nbytes):
    rows, columns = matrix(nbytes, COLUMNS, 4)
    x, out = rng.normal(rows, columns), empty(rows, columns)
    return Problem({"x": x, "out": out, "columns": columns}, ["out"], one_row(rows), lambda x: F.softmax(x, -1), [x],
                   8 * rows * columns, rtol=1e-4, atol=1e-7, constants={"BLOCK": power(columns)})


@triton.jit
def layer_norm_kernel(x, weight, bias, out, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    inside = j < columns
    v = tl.load(x + row * columns + j, mask=inside, other=0.0).to(tl.float32)
    mean = tl.sum(v, axis=0) / columns
    d = tl.where(inside, v - mean, 0.0)
    scale = tl.rsqrt(tl.sum(d * d, axis=0) / columns + eps)
    w, b = tl.load(weight + j, mask=inside).to(tl.float32), tl.load(bias + j, mask=inside).to(tl.float32)
    tl.store(out + row * columns + j, d * scale * w + b, mask=inside)


@benchmark("layer_norm", layer_norm_kernel, ROWWISE, "row-wise")
def layer_norm(rng, nbytes):
    rows, columns = matrix(nbytes, COLUMNS, 2)
    x, out = rng.normal(rows, columns, dtype=torch.bfloat16), empty(rows, columns, dtype=torch.bfloat16)
    w, b = rng.normal(columns, dtype=torch.bfloat16), rng.normal(columns, dtype=torch.bfloat16)
    return Problem({"x": x, "weight": w, "bias": b, "out": out, "columns": columns, "eps": 1e-5}, ["out"], one_row(rows),
                   lambda x, w, b: F.layer_norm(x, (columns,), w, b, 1e-5), [x, w, b], 4 * rows * columns + 4 * columns,
                   rtol=0.02, atol=0.02, constants={"BLOCK": power(columns)})


@triton.jit
def rms_norm_kernel(x, weight, out, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    inside = j < columns
    v = tl.load(x + row * columns + j, mask=inside, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(v * v, axis=0) / columns + eps)
    w = tl.load(weight + j, mask=inside).to(tl.float32)
    tl.store(out + row * columns + j, v * scale * w, mask=inside)


@benchmark("rms_norm", rms_norm_kernel, ROWWISE, "row-wise")
def rms_norm(rng, nbytes):
    rows, columns = matrix(nbytes, COLUMNS, 2)
    x, out = rng.normal(rows, columns, dtype=torch.bfloat16), empty(rows, columns, dtype=torch.bfloat16)
    w = rng.normal(columns, dtype=torch.bfloat16)
    return Problem({"x": x, "weight": w, "out": out, "columns": columns, "eps": 1e-5}, ["out"], one_row(rows),
                   lambda x, w: F.rms_norm(x, (columns,), w, 1e-5), [x, w], 4 * rows * columns + 2 * columns,
                   rtol=0.02, atol=0.02, constants={"BLOCK": power(columns)})


@triton.jit
def cross_entropy_kernel(logits, targets, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    j = tl.arange(0, BLOCK)
    m = -float("inf")
    s = 0.0
    for start in range(0, columns, BLOCK):
        v = tl.load(logits + row * columns + start + j, mask=start + j < columns, other=-float("inf")).to(tl.float32)
        top = tl.maximum(m, tl.max(v, axis=0))
        s = s * tl.exp(m - top) + tl.sum(tl.exp(v - top), axis=0)
        m = top
    picked = tl.load(logits + row * columns + tl.load(targets + row)).to(tl.float32)
    tl.store(out + row, tl.log(s) + m - picked)


@benchmark("cross_entropy", cross_entropy_kernel, configs([2, 4, 8, 16, 32], BLOCK=[512, 1024, 2048, 4096, 8192, 16384, 32768]),
           "row-wise")
def cross_entropy(rng, nbytes):
    rows, columns = matrix(nbytes, 32768, 2)
    x, out = rng.normal(rows, columns, dtype=torch.bfloat16), empty(rows)
    targets = rng.integers(0, columns, rows, dtype=torch.int64)
    return Problem({"logits": x, "targets": targets, "out": out, "columns": columns}, ["out"], one_row(rows),
                   lambda x, t: F.cross_entropy(x.float(), t, reduction="none"), [x, targets],
                   2 * rows * columns + 12 * rows, rtol=1e-4, atol=1e-4)


@triton.jit
def argmax_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + j, mask=j < columns, other=-float("inf"))
    tl.store(out + row, tl.argmax(v, axis=0).to(tl.int64))


@benchmark("argmax", argmax_kernel, ROWWISE, "reduction")
def argmax(rng, nbytes):
    rows, columns = matrix(nbytes, COLUMNS, 4)
    x, out = rng.normal(rows, columns), empty(rows, dtype=torch.int64)
    return Problem({"x": x, "out": out, "columns": columns}, ["out"], one_row(rows), lambda x: x.argmax(1), [x],
                   4 * rows * columns + 8 * rows, rtol=0, atol=0, constants={"BLOCK": power(columns)})


@triton.jit
def cumsum_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + j, mask=j < columns, other=0.0)
    tl.store(out + row * columns + j, tl.cumsum(v, axis=0), mask=j < columns)


@benchmark("cumsum", cumsum_kernel, ROWWISE, "scan and sort")
def cumsum(rng, nbytes):
    rows, columns = matrix(nbytes, COLUMNS, 4)
    x, out = rng.normal(rows, columns), empty(rows, columns)
    return Problem({"x": x, "out": out, "columns": columns}, ["out"], one_row(rows), lambda x: x.cumsum(1), [x],
                   8 * rows * columns, rtol=1e-3, atol=1e-3, constants={"BLOCK": power(columns)})


@triton.jit
def topk_kernel(x, out, K: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0)
    v = tl.load(x + row * COLUMNS + tl.arange(0, COLUMNS))
    tl.store(out + row * K + tl.arange(0, K), tl.topk(v, K))


@benchmark("topk_sort", topk_kernel, [config(w, K=16, COLUMNS=1024) for w in (1, 2, 4, 8, 16)],
           "scan and sort", sizes=(64 * KB, MB, 16 * MB, 128 * MB, GB),
           note="the text sorts, and only what its 16 greatest elements need is computed; Triton has tl.topk, torch topk")
def topk(rng, nbytes):
    rows = nbytes // 4096
    x, out = rng.normal(rows, 1024), empty(rows, 16)
    return Problem({"x": x, "out": out}, ["out"], one_row(rows), lambda x: x.topk(16, dim=1).values, [x],
                   4 * rows * (1024 + 16), rtol=0, atol=0)
