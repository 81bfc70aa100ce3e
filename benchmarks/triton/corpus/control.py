"""Control flow: loops of every kind, nested branches, early returns, calls, and values carried through them."""

import torch
import triton
import triton.language as tl

from case import Launch, case


@triton.jit
def collatz_kernel(x_ptr, steps_ptr, limit):
    pid = tl.program_id(0)
    x = tl.load(x_ptr + pid)
    steps = 0
    while x != 1 and steps < limit:
        if x % 2 == 0:
            x = x // 2
        else:
            x = 3 * x + 1
        steps += 1
    tl.store(steps_ptr + pid, steps)


@case("while_collatz")
def collatz(rng):
    x = [1, 2, 3, 7, 27, 97]

    def steps(v):
        n = 0
        while v != 1 and n < 100:
            v, n = (v // 2 if v % 2 == 0 else 3 * v + 1), n + 1
        return n

    args = {"x_ptr": torch.tensor(x, dtype=torch.int32), "steps_ptr": torch.zeros(len(x), dtype=torch.int32), "limit": 100}
    return Launch(collatz_kernel, args, (len(x),), ["steps_ptr"],
                  lambda a: {"steps_ptr": torch.tensor([steps(v) for v in x], dtype=torch.int32)})


@triton.jit
def carried_kernel(x_ptr, out_ptr, rows, stride, N: tl.constexpr):
    o = tl.arange(0, N)
    total = tl.zeros([N], tl.float32)
    largest = tl.full([N], -1e30, tl.float32)
    count = 0
    p = x_ptr + o
    for r in range(rows):
        x = tl.load(p)
        if r % 3 == 0:
            total += x
            count += 1
        else:
            largest = tl.maximum(largest, x)
        for s in tl.static_range(2):
            total += s * x
        p += stride
    tl.store(out_ptr + o, total * count)
    tl.store(out_ptr + N + o, largest)


@case("for_carried")
def carried(rng, rows=7, n=32):
    def reference(a):
        x = a["x_ptr"]
        third = x[0::3]
        other = torch.cat([x[1::3], x[2::3]])
        return {"out_ptr": torch.stack([(third.sum(0) + x.sum(0)) * len(third), other.amax(0)])}

    args = {"x_ptr": rng.small(rows, n), "out_ptr": torch.zeros(2, n), "rows": rows, "stride": n}
    return Launch(carried_kernel, args, (1,), ["out_ptr"], reference, {"N": n})


@triton.jit
def nested_kernel(x_ptr, out_ptr, n, m, N: tl.constexpr):
    o = tl.arange(0, N)
    acc = tl.zeros([N], tl.int32)
    for i in range(n):
        for j in range(i, m, 2):
            x = tl.load(x_ptr + (i * m + j) * N + o)
            if i == j:
                acc += x
            elif i + j > 5:
                if j % 3 == 0:
                    acc -= x
                else:
                    acc = acc ^ x
            while tl.sum(acc) > 1000:
                acc = acc >> 1
    tl.store(out_ptr + o, acc)


@case("nested_loops")
def nested(rng, n=4, m=6, size=16):
    def reference(a):
        x, acc = a["x_ptr"], torch.zeros(size, dtype=torch.int32)
        for i in range(n):
            for j in range(i, m, 2):
                v = x[i, j]
                if i == j:
                    acc = acc + v
                elif i + j > 5:
                    acc = acc - v if j % 3 == 0 else acc ^ v
                while acc.sum() > 1000:
                    acc = acc >> 1
        return {"out_ptr": acc}

    args = {"x_ptr": rng.integers(0, 100, n, m, size), "out_ptr": torch.zeros(size, dtype=torch.int32), "n": n, "m": m}
    return Launch(nested_kernel, args, (1,), ["out_ptr"], reference, {"N": size}, source=True)


@triton.jit
def early_return_kernel(x_ptr, out_ptr, limit, N: tl.constexpr):
    pid = tl.program_id(0)
    if pid >= limit:
        return
    o = tl.arange(0, N)
    x = tl.load(x_ptr + pid * N + o)
    if tl.max(x) > 90:
        tl.store(out_ptr + pid * N + o, -x)
        return
    tl.store(out_ptr + pid * N + o, x + pid)


@case("early_return")
def early_return(rng, rows=6, n=16, limit=4):
    x = rng.integers(0, 80, rows, n)
    x[1, 3] = 95

    def reference(a):
        out = torch.zeros_like(x)
        for r in range(limit):
            out[r] = -x[r] if x[r].max() > 90 else x[r] + r
        return {"out_ptr": out}

    args = {"x_ptr": x, "out_ptr": torch.zeros_like(x), "limit": limit}
    return Launch(early_return_kernel, args, (rows,), ["out_ptr"], reference, {"N": n}, source=True)


@triton.jit
def clipped(x, low, high):
    return tl.minimum(tl.maximum(x, low), high)


@triton.jit(noinline=True)
def polynomial(x, a, b):
    y = clipped(x, -1.0, 1.0)
    if y == 1.0:
        return a + b, y
    return a * y * y + b, y


@triton.jit(noinline=True)
def scale_row(p, factor, N: tl.constexpr):
    o = tl.arange(0, N)
    tl.store(p + o, tl.load(p + o) * factor)


@triton.jit
def calls_kernel(x_ptr, out_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x = tl.load(x_ptr + o)
    p, y = polynomial(tl.max(x), 2.0, 0.5)
    q, _ = polynomial(tl.sum(x) * 0.25, 1.0, 0.0)
    tl.store(out_ptr + o, x + p)
    tl.store(out_ptr + N + o, x * q)
    scale_row(out_ptr, y, N)
    scale_row(out_ptr + N, 3.0, N)


@case("noinline_calls")
def calls(rng, n=64):
    def polynomial(x, a, b):
        y = x.clamp(-1, 1)
        return a * y * y + b, y

    def reference(a):
        x = a["x_ptr"]
        p, y = polynomial(x.max(), 2, 0.5)
        q, _ = polynomial(x.sum() * 0.25, 1, 0)
        return {"out_ptr": torch.stack([(x + p) * y, x * q * 3])}

    args = {"x_ptr": rng.small(n, bound=2) / 4, "out_ptr": torch.zeros(2, n)}
    return Launch(calls_kernel, args, (1,), ["out_ptr"], reference, {"N": n}, source=True)


@triton.jit
def ranges_kernel(x_ptr, out_ptr, low, high, N: tl.constexpr):
    o = tl.arange(0, N)
    acc = tl.zeros([N], tl.int64)
    for i in tl.range(low, high, 3, num_stages=2, loop_unroll_factor=2):
        acc += tl.load(x_ptr + o) * i
    for i in tl.range(10, 0, -4, disallow_acc_multi_buffer=True):
        acc = acc * 3 + i
    for i in tl.range(0, 2, flatten=True):
        for j in range(0, 2):
            acc += i * 2 + j
    tl.store(out_ptr + o, acc)


@case("ranges")
def ranges(rng, n=16):
    def reference(a):
        acc = torch.zeros(n, dtype=torch.int64)
        for i in range(2**33, 2**33 + 10, 3):
            acc = acc + a["x_ptr"] * i
        for i in range(10, 0, -4):
            acc = acc * 3 + i
        return {"out_ptr": acc + 6}

    args = {"x_ptr": rng.integers(-9, 9, n, dtype=torch.int64), "out_ptr": torch.zeros(n, dtype=torch.int64),
            "low": 2**33, "high": 2**33 + 10}
    return Launch(ranges_kernel, args, (1,), ["out_ptr"], reference, {"N": n}, source=True)


@triton.jit
def persistent_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    for tile in range(tl.program_id(0), tl.cdiv(n, BLOCK), tl.num_programs(0)):
        o = tile * BLOCK + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + o, mask=o < n)
        tl.store(out_ptr + o, x * x, mask=o < n)


@case("persistent")
def persistent(rng, n=300):
    args = {"x_ptr": rng.normal(n), "out_ptr": torch.zeros(n), "n": n}
    return Launch(persistent_kernel, args, (3,), ["out_ptr"], lambda a: {"out_ptr": a["x_ptr"] ** 2}, {"BLOCK": 32})


@triton.jit
def checked_kernel(x_ptr, out_ptr, n, N: tl.constexpr):
    tl.static_assert(N >= 16)
    o = tl.arange(0, N)
    x = tl.load(x_ptr + o, mask=o < n, other=1)
    tl.device_assert(x > 0, "x must be positive")
    tl.device_assert(n <= N, "n must fit")
    if tl.program_id(0) == 1000:
        tl.device_print("x", x, n)
        tl.device_print("hex", x, hex=True)
    tl.store(out_ptr + o, 100 // x, mask=o < n)


@case("assert_print")
def checked(rng, n=20):
    args = {"x_ptr": rng.integers(1, 9, n), "out_ptr": torch.zeros(n, dtype=torch.int32), "n": n}
    return Launch(checked_kernel, args, (1,), ["out_ptr"], lambda a: {"out_ptr": 100 // a["x_ptr"]}, {"N": 32},
                  {"debug": True}, source=True)
