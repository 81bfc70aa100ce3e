"""Rearrangements: join, split, interleave, permute, transpose, reshape, flip, concatenation, broadcasts, ranks 1 to 4."""

import torch
import triton
import triton.language as tl

from case import Launch, case


@triton.jit
def join_split_kernel(x_ptr, y_ptr, join_ptr, weave_ptr, split_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x, y = tl.load(x_ptr + o), tl.load(y_ptr + o)
    z = tl.join(x, y)
    tl.store(join_ptr + o[:, None] * 2 + tl.arange(0, 2)[None, :], z)
    tl.store(weave_ptr + tl.arange(0, 2 * N), tl.interleave(x, y))
    even, odd = tl.split(tl.reshape(x, (N // 2, 2)))
    h = tl.arange(0, N // 2)
    tl.store(split_ptr + h, even)
    tl.store(split_ptr + N // 2 + h, odd * 2)


@case("join_split")
def join_split(rng, n=32):
    def reference(a):
        x, y = a["x_ptr"], a["y_ptr"]
        both = torch.stack([x, y], 1)
        return {"join_ptr": both, "weave_ptr": both.flatten(), "split_ptr": torch.cat([x[0::2], x[1::2] * 2])}

    args = {"x_ptr": rng.normal(n), "y_ptr": rng.normal(n), "join_ptr": torch.zeros(n, 2), "weave_ptr": torch.zeros(2 * n),
            "split_ptr": torch.zeros(n)}
    return Launch(join_split_kernel, args, (1,), ["join_ptr", "weave_ptr", "split_ptr"], reference, {"N": n}, source=True)


@triton.jit
def permute_kernel(x_ptr, perm_ptr, shape_ptr, flip_ptr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    a, b, c = tl.arange(0, A), tl.arange(0, B), tl.arange(0, C)
    x = tl.load(x_ptr + a[:, None, None] * B * C + b[None, :, None] * C + c[None, None, :])
    tl.store(perm_ptr + c[:, None, None] * A * B + a[None, :, None] * B + b[None, None, :], tl.permute(x, (2, 0, 1)))
    r = tl.reshape(tl.trans(x, 1, 0, 2), (B, A * C))
    tl.store(shape_ptr + b[:, None] * A * C + tl.arange(0, A * C)[None, :], r)
    tl.store(flip_ptr + tl.arange(0, A * B * C), tl.ravel(tl.flip(x, 1)))


@case("permute_reshape")
def permute(rng, a=4, b=8, c=2):
    def reference(v):
        x = v["x_ptr"]
        return {"perm_ptr": x.permute(2, 0, 1).contiguous(), "shape_ptr": x.permute(1, 0, 2).reshape(b, a * c),
                "flip_ptr": x.flip(1).flatten()}

    args = {"x_ptr": rng.integers(0, 99, a, b, c, dtype=torch.int16),
            "perm_ptr": torch.zeros(c, a, b, dtype=torch.int16), "shape_ptr": torch.zeros(b, a * c, dtype=torch.int16),
            "flip_ptr": torch.zeros(a * b * c, dtype=torch.int16)}
    return Launch(permute_kernel, args, (1,), ["perm_ptr", "shape_ptr", "flip_ptr"], reference, {"A": a, "B": b, "C": c}, source=True)


@triton.jit
def cat_kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    both = tl.cat(tl.load(x_ptr + o), tl.load(y_ptr + o), can_reorder=True)
    tl.store(out_ptr + tl.arange(0, 2 * N), both)


@case("cat")
def cat(rng, n=128):
    args = {"x_ptr": rng.integers(0, 999, n), "y_ptr": rng.integers(0, 999, n),
            "out_ptr": torch.zeros(2 * n, dtype=torch.int32)}
    return Launch(cat_kernel, args, (1,), ["out_ptr"], lambda a: {"out_ptr": torch.cat([a["x_ptr"], a["y_ptr"]])},
                  {"N": n}, unordered=["out_ptr"])


@triton.jit
def broadcast_kernel(x_ptr, y_ptr, out_ptr, full_ptr, A: tl.constexpr, B: tl.constexpr):
    a, b = tl.arange(0, A), tl.arange(0, B)
    x = tl.load(x_ptr + a)
    y = tl.load(y_ptr + b)
    u, v = tl.broadcast(x[:, None], y[None, :])
    tl.store(out_ptr + a[:, None] * B + b[None, :], u * v - tl.load(x_ptr))
    w = tl.expand_dims(y, (0, 2, 3))
    w = tl.broadcast_to(w, (2, B, 2, 2))
    at = tl.arange(0, 2)[:, None, None, None] * B * 4 + b[None, :, None, None] * 4
    at = at + tl.arange(0, 2)[None, None, :, None] * 2 + tl.arange(0, 2)[None, None, None, :]
    tl.store(full_ptr + at, w + tl.full((2, B, 2, 2), 7, tl.int32))


@case("broadcast_4d")
def broadcast(rng, a=8, b=16):
    def reference(v):
        x, y = v["x_ptr"], v["y_ptr"]
        return {"out_ptr": x[:, None] * y[None, :] - x[0], "full_ptr": y[None, :, None, None].expand(2, b, 2, 2) + 7}

    args = {"x_ptr": rng.integers(0, 99, a), "y_ptr": rng.integers(0, 99, b),
            "out_ptr": torch.zeros(a, b, dtype=torch.int32), "full_ptr": torch.zeros(2, b, 2, 2, dtype=torch.int32)}
    return Launch(broadcast_kernel, args, (1,), ["out_ptr", "full_ptr"], reference, {"A": a, "B": b})


@triton.jit
def rope_kernel(x_ptr, cos_ptr, sin_ptr, out_ptr, seq, ROWS: tl.constexpr, HALF: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    h = tl.arange(0, HALF)
    mask = (i < seq)[:, None]
    at = i[:, None] * 2 * HALF + tl.arange(0, 2 * HALF)[None, :]
    x = tl.load(x_ptr + at, mask=mask, other=0.0)
    even, odd = tl.split(tl.reshape(x, (ROWS, HALF, 2)))
    c = tl.load(cos_ptr + i[:, None] * HALF + h[None, :], mask=mask, other=1.0)
    s = tl.load(sin_ptr + i[:, None] * HALF + h[None, :], mask=mask, other=0.0)
    out = tl.interleave(even * c - odd * s, even * s + odd * c)
    tl.store(out_ptr + at, out, mask=mask)


@case("rope")
def rope(rng, seq=20, half=16):
    angle = torch.arange(seq)[:, None] * (10000.0 ** (-torch.arange(half) / half))[None, :]

    def reference(a):
        x = torch.view_as_complex(a["x_ptr"].view(seq, half, 2))
        return {"out_ptr": torch.view_as_real(x * torch.complex(a["cos_ptr"], a["sin_ptr"])).reshape(seq, 2 * half)}

    args = {"x_ptr": rng.normal(seq, 2 * half), "cos_ptr": angle.cos(), "sin_ptr": angle.sin(),
            "out_ptr": torch.zeros(seq, 2 * half), "seq": seq}
    return Launch(rope_kernel, args, (2,), ["out_ptr"], reference, {"ROWS": 16, "HALF": half}, rtol=1e-5, atol=1e-6)
