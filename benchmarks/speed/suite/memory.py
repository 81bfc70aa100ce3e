"""Kernels that move elements to other places: transposition, gathers, scatters, histograms."""

import torch
import torch.nn.functional as F
import triton
import triton.language as tl

from problem import MB, Problem, benchmark, cdiv, configs, empty


@triton.jit
def transpose_kernel(x, out, rows, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i[:, None] * columns + j[None, :], mask=(i < rows)[:, None] & (j < columns)[None, :])
    tl.store(out + j[:, None] * rows + i[None, :], v.trans(), mask=(j < columns)[:, None] & (i < rows)[None, :])


@benchmark("transpose", transpose_kernel, configs([2, 4, 8, 16, 32], ROWS=[16, 32, 64, 128], BLOCK=[16, 32, 64, 128]),
           "data movement")
def transpose(rng, nbytes):
    columns = 16
    while columns * columns * 4 < nbytes:
        columns *= 2
    rows = nbytes // 4 // columns
    x, out = rng.normal(rows, columns), empty(columns, rows)
    return Problem({"x": x, "out": out, "rows": rows, "columns": columns}, ["out"],
                   lambda c: (cdiv(rows, c["ROWS"]), cdiv(columns, c["BLOCK"])), lambda x: x.t().contiguous(), [x],
                   8 * rows * columns, rtol=0, atol=0)


@triton.jit
def embedding_kernel(ids, table, out, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, WIDTH)
    v = tl.load(table + tl.load(ids + row) * WIDTH + j)
    tl.store(out + row.to(tl.int64) * WIDTH + j, v)


@benchmark("embedding", embedding_kernel, configs([1, 2, 4, 8, 16], WIDTH=[1024]), "data movement")
def embedding(rng, nbytes):
    n, vocabulary = max(nbytes // 2048, 2), 65536
    ids = rng.integers(0, vocabulary, n, dtype=torch.int64)
    table, out = rng.normal(vocabulary, 1024, dtype=torch.bfloat16), empty(n, 1024, dtype=torch.bfloat16)
    return Problem({"ids": ids, "table": table, "out": out}, ["out"], lambda c: (n,), F.embedding, [ids, table],
                   2 * 2048 * n + 8 * n, rtol=0, atol=0)


@triton.jit
def scatter_add_kernel(x, index, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out + tl.load(index + i, mask=i < n), tl.load(x + i, mask=i < n), mask=i < n, sem="relaxed")


@benchmark("scatter_add", scatter_add_kernel, configs([2, 4, 8, 16, 32], BLOCK=[64, 128, 256, 512, 1024]), "data movement")
def scatter_add(rng, nbytes):
    n = nbytes // 4
    x, index, out = rng.normal(n), rng.integers(0, max(n // 4, 1), n, dtype=torch.int64), empty(max(n // 4, 1))
    return Problem({"x": x, "index": index, "out": out, "n": n}, ["out"], lambda c: (cdiv(n, c["BLOCK"]),),
                   lambda x, index: torch.zeros_like(out).index_add_(0, index, x), [x, index], 12 * n + n,
                   rtol=1e-3, atol=1e-3, prepare=lambda: out.zero_())


@triton.jit
def histogram_kernel(x, out, n, ROUNDS: tl.constexpr, BLOCK: tl.constexpr):
    counts = tl.zeros((256,), tl.int32)
    for k in range(ROUNDS):
        i = (tl.program_id(0) * ROUNDS + k) * BLOCK + tl.arange(0, BLOCK)
        counts += tl.histogram(tl.load(x + i, mask=i < n, other=0), 256, mask=i < n)
    tl.atomic_add(out + tl.arange(0, 256), counts, sem="relaxed")


@benchmark("histogram", histogram_kernel,
           configs([2, 4, 8, 16], ROUNDS=[1, 4, 16, 32], BLOCK=[256, 512, 1024, 2048, 4096, 8192, 16384]), "reduction")
def histogram(rng, nbytes):
    n = nbytes // 4
    x, out = rng.integers(0, 256, n), empty(256, dtype=torch.int32)
    return Problem({"x": x, "out": out, "n": n}, ["out"], lambda c: (cdiv(n, c["ROUNDS"] * c["BLOCK"]),),
                   lambda x: torch.bincount(x, minlength=256).to(torch.int32), [x], 4 * n + 1024, rtol=0, atol=0,
                   prepare=lambda: out.zero_())
