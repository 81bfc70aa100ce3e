"""Products of matrices by Triton: by pointers, also with sums divided among programs, and by descriptors in persistent programs."""

import itertools

import torch
import triton
import triton.language as tl

BLOCKS = [(128, 256, 64, 8, 3), (128, 128, 64, 4, 4), (128, 128, 64, 8, 4), (128, 64, 64, 4, 5), (64, 128, 64, 4, 5),
          (64, 64, 128, 4, 4), (16, 64, 128, 4, 5), (32, 64, 128, 4, 5)]  # M, N, K, warps, stages
PARTS = (1, 2, 4, 8, 16, 32)
DESCRIBED = [((128, 256, 64, 8, 3), False), ((128, 256, 64, 8, 3), True), ((128, 128, 64, 4, 4), False),
             ((128, 128, 64, 4, 4), True)]  # and whether warps are specialized
MULTIPROCESSORS = 132


@triton.jit
def band(tile, rows, columns, HEIGHT: tl.constexpr):
    """The tile's coordinates, where tiles are numbered in bands of rows, which share tiles in the cache."""
    first = tile // (HEIGHT * columns) * HEIGHT
    height = min(rows - first, HEIGHT)
    within = tile % (HEIGHT * columns)
    return first + within % height, within // height


@triton.jit
def pointers(a, b, out, m, n, k, each, am, ak, bk, bn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, EVEN: tl.constexpr):
    i, j = band(tl.program_id(0), tl.cdiv(m, BM), tl.cdiv(n, BN), 16)
    part = tl.program_id(1)
    rows, columns = i * BM + tl.arange(0, BM), j * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    x = a + (rows % m)[:, None] * am + (part * each + inner)[None, :] * ak
    y = b + (part * each + inner)[:, None] * bk + (columns % n)[None, :] * bn
    sums = tl.zeros((BM, BN), tl.float32)
    for at in range(0, each, BK):
        if EVEN:
            sums = tl.dot(tl.load(x), tl.load(y), sums)
        else:
            inside = inner < each - at
            sums = tl.dot(tl.load(x, mask=inside[None, :], other=0.0), tl.load(y, mask=inside[:, None], other=0.0), sums)
        x += BK * ak
        y += BK * bk
    to = out + part * m * n + rows[:, None] * n + columns[None, :]
    tl.store(to, sums.to(out.dtype.element_ty), mask=(rows < m)[:, None] & (columns < n)[None, :])


@triton.jit
def add(work, c, count, PARTS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(work + tl.arange(0, PARTS)[:, None] * count + at[None, :], mask=(at < count)[None, :], other=0.0)
    tl.store(c + at, tl.sum(x, 0).to(c.dtype.element_ty), mask=at < count)


@triton.jit
def descriptors(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPECIALIZE: tl.constexpr):
    left = tl.make_tensor_descriptor(a, shape=[m, k], strides=[k, 1], block_shape=[BM, BK])
    right = tl.make_tensor_descriptor(b, shape=[k, n], strides=[n, 1], block_shape=[BK, BN])
    out = tl.make_tensor_descriptor(c, shape=[m, n], strides=[n, 1], block_shape=[BM, BN])
    rows, columns = tl.cdiv(m, BM), tl.cdiv(n, BN)
    for tile in tl.range(tl.program_id(0), rows * columns, tl.num_programs(0), flatten=not SPECIALIZE,
                         warp_specialize=SPECIALIZE):
        i, j = band(tile, rows, columns, 16)
        sums = tl.zeros((BM, BN), tl.float32)
        for at in range(0, k, BK):
            sums = tl.dot(left.load([i * BM, at]), right.load([at, j * BN]), sums)
        out.store([i * BM, j * BN], sums.to(c.dtype.element_ty))


def products(a, b, c):
    """Functions that store a * b in c, by their configurations: those whose tiles are not larger than the matrices need, and
    numbers of parts that divide the sums evenly."""
    (m, k), n = a.shape, b.shape[1]
    work = torch.empty(max(PARTS) * m * n, device="cuda") if m * n <= 1 << 20 else None
    triton.set_allocator(lambda size, align, stream: torch.empty(size, dtype=torch.int8, device="cuda"))

    def by_pointers(block, parts):
        bm, bn, bk, warps, stages = block

        def run():
            pointers[(triton.cdiv(m, bm) * triton.cdiv(n, bn), parts)](
                a, b, c if parts == 1 else work, m, n, k, k // parts, *a.stride(), *b.stride(), bm, bn, bk,
                k % (parts * bk) == 0, num_warps=warps, num_stages=stages)
            if parts > 1:
                add[(triton.cdiv(m * n, 512),)](work, c, m * n, parts, 512, num_warps=4)
        return run

    def by_descriptors(block, specialize):
        bm, bn, bk, warps, stages = block
        programs = min(MULTIPROCESSORS, triton.cdiv(m, bm) * triton.cdiv(n, bn))
        return lambda: descriptors[(programs,)](a, b, c, m, n, k, bm, bn, bk, specialize, num_warps=warps, num_stages=stages)

    found = {}
    for block, parts in itertools.product(BLOCKS, PARTS):
        programs = triton.cdiv(m, block[0]) * triton.cdiv(n, block[1])
        fits = block[0] < 2 * max(m, 16) and (block[0] > 32 or m <= block[0]) and programs * parts <= (8 if parts > 1 else 64) * 132
        if fits and (parts == 1 or work is not None and k % (parts * block[2]) == 0):
            found[f"{block}, {parts} parts"] = by_pointers(block, parts)
    if m >= 64 and n % 8 == k % 8 == 0 and a.is_contiguous() and b.is_contiguous():
        for block, specialize in DESCRIBED:
            found[f"{block}, descriptors{', specialized' if specialize else ''}"] = by_descriptors(block, specialize)
    return found
