"""Atomic read-modify-write, compare-and-swap, and what they return. Values are such that any order gives one answer."""

import torch
import triton
import triton.language as tl

from case import Launch, case


@triton.jit
def atomic_add_kernel(index_ptr, x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = o < n
    index = tl.load(index_ptr + o, mask=mask)
    tl.atomic_add(out_ptr + index, tl.load(x_ptr + o, mask=mask), mask=mask)


def atomic_add(rng, dtype, n=200, bins=16):
    x = rng.small(n).to(dtype)

    def reference(a):
        out = torch.zeros(bins).index_add(0, a["index_ptr"].long(), a["x_ptr"].float())
        return {"out_ptr": out.to(dtype)}

    args = {"index_ptr": rng.integers(0, bins, n), "x_ptr": x, "out_ptr": torch.zeros(bins, dtype=dtype), "n": n}
    return Launch(atomic_add_kernel, args, (4,), ["out_ptr"], reference, {"BLOCK": 64})


case("atomic_add_f32", dtype=torch.float32)(atomic_add)
case("atomic_add_f16", dtype=torch.float16)(atomic_add)
case("atomic_add_i32", dtype=torch.int32)(atomic_add)
case("atomic_add_i64", dtype=torch.int64)(atomic_add)


@triton.jit
def atomic_kinds_kernel(x_ptr, out_ptr, N: tl.constexpr):
    o = tl.program_id(0) * N + tl.arange(0, N)
    x = tl.load(x_ptr + o)
    tl.atomic_max(out_ptr + 0, tl.max(x))
    tl.atomic_min(out_ptr + 1, tl.min(x), sem="release", scope="sys")
    tl.atomic_and(out_ptr + 2 + tl.zeros_like(o), x, sem="relaxed", scope="gpu")
    tl.atomic_or(out_ptr + 3 + tl.zeros_like(o), x, sem="acquire")
    tl.atomic_xor(out_ptr + 4 + tl.zeros_like(o), x, mask=x > 0)
    ux = x.to(tl.uint32, bitcast=True)
    p = out_ptr.to(tl.pointer_type(tl.uint32))
    tl.atomic_max(p + 5 + tl.zeros_like(o), ux)
    tl.atomic_min(p + 6 + tl.zeros_like(o), ux)


@case("atomic_kinds")
def atomic_kinds(rng, n=64, programs=2):
    def reference(a):
        x = a["x_ptr"].numpy()
        both, either, xor = -1, 0, 0
        for v in x.tolist():
            both, either, xor = both & v, either | v, xor ^ (v if v > 0 else 0)
        u = x.view("uint32")
        return {"out_ptr": torch.tensor([max(x.max(), -100), min(x.min(), 100), both, either, xor,
                                         int(u.max().view("int32")), int(u.min().view("int32"))], dtype=torch.int32)}

    args = {"x_ptr": rng.bits(n * programs) & 0x7FF | 0x11,
            "out_ptr": torch.tensor([-100, 100, -1, 0, 0, 0, -1], dtype=torch.int32)}
    return Launch(atomic_kinds_kernel, args, (programs,), ["out_ptr"], reference, {"N": n}, source=True)


@triton.jit
def atomic_float_max_kernel(x_ptr, max_ptr, min_ptr, N: tl.constexpr):
    o = tl.program_id(0) * N + tl.arange(0, N)
    x = tl.load(x_ptr + o)
    tl.atomic_max(max_ptr + o % 8, x)
    tl.atomic_min(min_ptr + o % 8, x)


@case("atomic_float_max")
def atomic_float_max(rng, n=64, programs=2):
    def reference(a):
        x = a["x_ptr"].view(-1, 8)
        return {"max_ptr": x.amax(0).clamp(min=0), "min_ptr": x.amin(0).clamp(max=0)}

    args = {"x_ptr": rng.normal(n * programs), "max_ptr": torch.zeros(8), "min_ptr": torch.zeros(8)}
    return Launch(atomic_float_max_kernel, args, (programs,), ["max_ptr", "min_ptr"], reference, {"N": n})


@triton.jit
def atomic_old_kernel(x_ptr, cell_ptr, old_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x = tl.load(x_ptr + o)
    tl.store(old_ptr + 0 * N + o, tl.atomic_add(cell_ptr + o, x))
    tl.store(old_ptr + 1 * N + o, tl.atomic_xchg(cell_ptr + o, x * 3))
    tl.store(old_ptr + 2 * N + o, tl.atomic_cas(cell_ptr + o, x * 3, x - 1))
    tl.store(old_ptr + 3 * N + o, tl.atomic_cas(cell_ptr + o, x + 7, x))


@case("atomic_old_values")
def atomic_old(rng, n=32):
    def reference(a):
        x, c = a["x_ptr"], a["cell_ptr"]
        return {"cell_ptr": x - 1, "old_ptr": torch.stack([c, c + x, x * 3, x - 1])}

    args = {"x_ptr": rng.integers(1, 99, n), "cell_ptr": rng.integers(0, 99, n),
            "old_ptr": torch.zeros(4, n, dtype=torch.int32)}
    return Launch(atomic_old_kernel, args, (1,), ["cell_ptr", "old_ptr"], reference, {"N": n})


@triton.jit
def lock_kernel(lock_ptr, count_ptr, x_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    while tl.atomic_cas(lock_ptr, 0, 1) == 1:
        pass
    tl.store(count_ptr + o, tl.load(count_ptr + o) + tl.load(x_ptr + tl.program_id(0) * N + o))
    tl.debug_barrier()
    tl.atomic_xchg(lock_ptr, 0)


@case("atomic_lock")
def lock(rng, n=32, programs=5):
    args = {"lock_ptr": torch.zeros(1, dtype=torch.int32), "count_ptr": torch.zeros(n, dtype=torch.int32),
            "x_ptr": rng.integers(0, 99, programs, n)}
    return Launch(lock_kernel, args, (programs,), ["lock_ptr", "count_ptr"],
                  lambda a: {"count_ptr": a["x_ptr"].sum(0).int(), "lock_ptr": a["lock_ptr"]}, {"N": n}, source=True)
