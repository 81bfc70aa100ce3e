"""Ways to reach memory: indirect rows, scatters, strides, cache hints, block pointers, descriptors, pointer tables."""

import torch
import triton
import triton.language as tl

from case import Launch, case


@triton.jit
def embedding_kernel(ids_ptr, table_ptr, out_ptr, n, width, vocab, ROWS: tl.constexpr, WIDTH: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    j = tl.arange(0, WIDTH)
    ids = tl.load(ids_ptr + i, mask=i < n, other=-1)
    known = (ids >= 0) & (ids < vocab)
    row = tl.load(table_ptr + ids[:, None] * width + j[None, :], mask=known[:, None] & (j < width)[None, :], other=0.0)
    tl.store(out_ptr + i[:, None] * width + j[None, :], row, mask=(i < n)[:, None] & (j < width)[None, :])


@case("embedding")
def embedding(rng, n=20, vocab=50, width=24):
    ids = rng.integers(0, vocab, n, dtype=torch.int64)
    ids[3], ids[11] = -1, vocab + 5

    def reference(a):
        known = (ids >= 0) & (ids < vocab)
        return {"out_ptr": torch.where(known[:, None], a["table_ptr"][ids.clamp(0, vocab - 1)], 0)}

    args = {"ids_ptr": ids, "table_ptr": rng.normal(vocab, width, dtype=torch.float16),
            "out_ptr": torch.ones(n, width, dtype=torch.float16), "n": n, "width": width, "vocab": vocab}
    return Launch(embedding_kernel, args, (2,), ["out_ptr"], reference, {"ROWS": 16, "WIDTH": 32})


@triton.jit
def scatter_kernel(x_ptr, index_ptr, out_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    tl.store(out_ptr + tl.load(index_ptr + o), tl.load(x_ptr + o))


@case("scatter")
def scatter(rng, n=128):
    def reference(a):
        out = torch.zeros(n)
        out[a["index_ptr"].long()] = a["x_ptr"]
        return {"out_ptr": out}

    args = {"x_ptr": rng.normal(n), "index_ptr": rng.permutation(n), "out_ptr": torch.zeros(n)}
    return Launch(scatter_kernel, args, (1,), ["out_ptr"], reference, {"N": n})


@triton.jit
def transpose_kernel(x_ptr, out_ptr, rows, cols, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.program_id(1) * B + tl.arange(0, B)
    x = tl.load(x_ptr + i[:, None] * cols + j[None, :], mask=(i[:, None] < rows) & (j[None, :] < cols))
    tl.store(out_ptr + j[:, None] * rows + i[None, :], x.trans(), mask=(j[:, None] < cols) & (i[None, :] < rows))


@case("transpose")
def transpose(rng, rows=40, cols=50):
    args = {"x_ptr": rng.normal(rows, cols, dtype=torch.bfloat16),
            "out_ptr": torch.zeros(cols, rows, dtype=torch.bfloat16), "rows": rows, "cols": cols}
    return Launch(transpose_kernel, args, (2, 2), ["out_ptr"], lambda a: {"out_ptr": a["x_ptr"].t().contiguous()},
                  {"B": 32})


@triton.jit
def strided_kernel(x_ptr, out_ptr, s0, s1, s2, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    pid = tl.program_id(0) + tl.program_id(1) * tl.num_programs(0) + tl.program_id(2) * tl.num_programs(0) * tl.num_programs(1)
    a, b, c = tl.arange(0, A), tl.arange(0, B), tl.arange(0, C)
    x = tl.load(x_ptr + a[:, None, None] * s0 + b[None, :, None] * s1 + c[None, None, :] * s2)
    tl.store(out_ptr + pid * A * B * C + a[:, None, None] * B * C + b[None, :, None] * C + c[None, None, :], x + pid)


@case("strided_3d")
def strided(rng, a=4, b=2, c=8):
    def reference(v):
        x = v["x_ptr"].permute(2, 0, 1)
        return {"out_ptr": torch.stack([x + p for p in range(6)])}

    args = {"x_ptr": rng.integers(0, 99, b, c, a), "out_ptr": torch.zeros(6, a, b, c, dtype=torch.int32), "s0": 1,
            "s1": a * c, "s2": a}
    return Launch(strided_kernel, args, (1, 2, 3), ["out_ptr"], reference, {"A": a, "B": b, "C": c})


@triton.jit
def hints_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    o = tl.max_contiguous(tl.multiple_of(o, BLOCK), BLOCK)
    tl.assume(n > 0)
    a = tl.load(x_ptr + o, mask=o < n, other=0, cache_modifier=".cg")
    b = tl.load(x_ptr + o, mask=o < n, other=0, volatile=True)
    c = tl.load(x_ptr + o, mask=o < n, eviction_policy="evict_first")
    tl.store(out_ptr + o, a + b + c, mask=o < n, cache_modifier=".cs")
    tl.store(out_ptr + o + n, a - b + c, mask=o < n, eviction_policy="evict_last")


@case("memory_hints")
def hints(rng, n=200):
    args = {"x_ptr": rng.integers(0, 99, n), "out_ptr": torch.zeros(2, n, dtype=torch.int32), "n": n}
    return Launch(hints_kernel, args, (4,), ["out_ptr"],
                  lambda a: {"out_ptr": torch.stack([a["x_ptr"] * 3, a["x_ptr"]])}, {"BLOCK": 64})


@triton.jit
def block_pointer_kernel(x_ptr, out_ptr, rows, cols, R: tl.constexpr, C: tl.constexpr):
    x = tl.make_block_ptr(x_ptr, (rows, cols), (cols, 1), (tl.program_id(0) * R, 0), (R, C), (1, 0))
    out = tl.make_block_ptr(out_ptr, (cols, rows), (rows, 1), (0, tl.program_id(0) * R), (C, R), (1, 0))
    for _ in range(0, cols, C):
        tile = tl.load(x, boundary_check=(0, 1), padding_option="nan")
        tl.store(out, tl.where(tile == tile, tile, 0.0).trans(), boundary_check=(0, 1))
        x = x.advance((0, C))
        out = out.advance((C, 0))


@case("block_pointer")
def block_pointer(rng, rows=20, cols=45):
    args = {"x_ptr": rng.normal(rows, cols), "out_ptr": torch.zeros(cols, rows), "rows": rows, "cols": cols}
    return Launch(block_pointer_kernel, args, (2,), ["out_ptr"], lambda a: {"out_ptr": a["x_ptr"].t().contiguous()},
                  {"R": 16, "C": 16}, source=True)


@triton.jit
def descriptor_copy_kernel(x_ptr, out_ptr, a, b, c, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [a, b, c], [b * c, c, 1], [A, B, C])
    out = tl.make_tensor_descriptor(out_ptr, [a, b, c], [b * c, c, 1], [A, B, C])
    i, j = tl.program_id(0) * A, tl.program_id(1) * B
    for k in range(0, c, C):
        out.store([i, j, k], x.load([i, j, k]) * 2)


@case("descriptor_3d")
def descriptor_copy(rng, a=3, b=10, c=40):
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, device="cuda", dtype=torch.int8))
    args = {"x_ptr": rng.normal(a, b, c), "out_ptr": torch.zeros(a, b, c), "a": a, "b": b, "c": c}
    return Launch(descriptor_copy_kernel, args, (2, 2), ["out_ptr"], lambda v: {"out_ptr": v["x_ptr"] * 2},
                  {"A": 2, "B": 8, "C": 16})


@triton.jit
def descriptor_add_kernel(x_ptr, sum_ptr, max_ptr, n, BLOCK: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [n], [1], [BLOCK])
    total = tl.make_tensor_descriptor(sum_ptr, [BLOCK], [1], [BLOCK])
    largest = tl.make_tensor_descriptor(max_ptr, [BLOCK], [1], [BLOCK])
    tile = x.load([tl.program_id(0) * BLOCK])
    total.atomic_add([0], tile)
    largest.atomic_max([0], tile)


@case("descriptor_reduce")
def descriptor_add(rng, n=112, block=32):
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, device="cuda", dtype=torch.int8))

    def reference(a):
        x = torch.zeros(128, dtype=torch.int32)
        x[:n] = a["x_ptr"]
        return {"sum_ptr": x.view(4, block).sum(0).int(), "max_ptr": x.view(4, block).amax(0).clamp(min=0)}

    args = {"x_ptr": rng.integers(-50, 50, n), "sum_ptr": torch.zeros(block, dtype=torch.int32),
            "max_ptr": torch.zeros(block, dtype=torch.int32), "n": n}
    return Launch(descriptor_add_kernel, args, (4,), ["sum_ptr", "max_ptr"], reference, {"BLOCK": block})


@triton.jit
def pointer_table_kernel(table_ptr, out_ptr, N: tl.constexpr):
    pid = tl.program_id(0)
    o = tl.arange(0, N)
    offset = tl.load(table_ptr + pid)
    base = out_ptr + offset
    address = base.to(tl.int64) + 4 * N
    p = address.to(tl.pointer_type(tl.int32))
    tl.store(p + o, o + pid)


@case("pointer_arithmetic")
def pointer_table(rng, n=16):
    def reference(a):
        out = torch.zeros(128, dtype=torch.int32)
        for p, offset in enumerate(a["table_ptr"].tolist()):
            out[offset + n : offset + 2 * n] = torch.arange(n, dtype=torch.int32) + p
        return {"out_ptr": out}

    args = {"table_ptr": torch.tensor([64, 0, 32], dtype=torch.int64), "out_ptr": torch.zeros(128, dtype=torch.int32)}
    return Launch(pointer_table_kernel, args, (3,), ["out_ptr"], reference, {"N": n}, source=True)
