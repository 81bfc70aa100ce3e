"""Scans, sorting, histograms and gathers along an axis."""

import torch
import triton
import triton.language as tl

from case import Launch, case


@triton.jit
def cumulative_kernel(x_ptr, rows_ptr, cols_ptr, back_ptr, prod_ptr, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + at)
    tl.store(rows_ptr + at, tl.cumsum(x, axis=1))
    tl.store(cols_ptr + at, tl.cumsum(x, axis=0))
    tl.store(back_ptr + at, tl.cumsum(x, axis=1, reverse=True))
    tl.store(prod_ptr + at, tl.cumprod(x % 3, axis=0))


@case("cumsum")
def cumulative(rng, m=8, n=32):
    def reference(a):
        x = a["x_ptr"]
        return {"rows_ptr": x.cumsum(1).int(), "cols_ptr": x.cumsum(0).int(),
                "back_ptr": x.flip(1).cumsum(1).flip(1).int(), "prod_ptr": torch.fmod(x, 3).cumprod(0).int()}

    outs = {k: torch.zeros(m, n, dtype=torch.int32) for k in ("rows_ptr", "cols_ptr", "back_ptr", "prod_ptr")}
    return Launch(cumulative_kernel, {"x_ptr": rng.integers(-50, 50, m, n)} | outs, (1,), list(outs), reference,
                  {"M": m, "N": n}, source=True)


@triton.jit
def linear_recurrence(a_left, b_left, a_right, b_right):
    return a_left * a_right, b_left * a_right + b_right


@triton.jit
def recurrence_kernel(a_ptr, b_ptr, h_ptr, last_ptr, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    at = i[:, None] * N + tl.arange(0, N)[None, :]
    a, b = tl.load(a_ptr + at), tl.load(b_ptr + at)
    _, h = tl.associative_scan((a, b), 1, linear_recurrence)
    _, last = tl.associative_scan((a, b), 1, linear_recurrence, reverse=True)
    tl.store(h_ptr + at, h)
    tl.store(last_ptr + at, last)


@case("scan_recurrence")
def recurrence(rng, m=4, n=64):
    def run(a, b):
        h, out = torch.zeros(m), []
        for t in range(n):
            h = a[:, t] * h + b[:, t]
            out.append(h)
        return torch.stack(out, 1)

    def reference(v):
        a, b = v["a_ptr"], v["b_ptr"]
        return {"h_ptr": run(a, b), "last_ptr": run(a.flip(1), b.flip(1)).flip(1)}

    args = {"a_ptr": torch.sigmoid(rng.normal(m, n)), "b_ptr": rng.normal(m, n), "h_ptr": torch.zeros(m, n),
            "last_ptr": torch.zeros(m, n)}
    return Launch(recurrence_kernel, args, (1,), ["h_ptr", "last_ptr"], reference, {"M": m, "N": n}, rtol=1e-4,
                  atol=1e-5)


@triton.jit
def running_max_kernel(x_ptr, out_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x = tl.load(x_ptr + o)
    tl.store(out_ptr + o, tl.associative_scan(x, 0, larger))


@triton.jit
def larger(a, b):
    return tl.maximum(a, b)


@case("scan_max")
def running_max(rng, n=128):
    return Launch(running_max_kernel, {"x_ptr": rng.normal(n), "out_ptr": torch.zeros(n)}, (1,), ["out_ptr"],
                  lambda a: {"out_ptr": a["x_ptr"].cummax(0).values}, {"N": n})


@triton.jit
def sort_kernel(x_ptr, up_ptr, down_ptr, top_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i = tl.arange(0, M)
    at = i[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + at)
    tl.store(up_ptr + at, tl.sort(x))
    tl.store(down_ptr + at, tl.sort(x, descending=True))
    tl.store(top_ptr + i[:, None] * K + tl.arange(0, K)[None, :], tl.topk(x, K))


def sort(rng, dtype, m=4, n=16, k=4):
    x = rng.normal(m, n, dtype=dtype) if dtype.is_floating_point else rng.integers(-99, 99, m, n, dtype=dtype)

    def reference(a):
        x = a["x_ptr"]
        return {"up_ptr": x.sort(1).values, "down_ptr": x.sort(1, descending=True).values, "top_ptr": x.topk(k, 1).values}

    args = {"x_ptr": x, "up_ptr": torch.zeros(m, n, dtype=dtype), "down_ptr": torch.zeros(m, n, dtype=dtype),
            "top_ptr": torch.zeros(m, k, dtype=dtype)}
    return Launch(sort_kernel, args, (1,), ["up_ptr", "down_ptr", "top_ptr"], reference, {"M": m, "N": n, "K": k})


case("sort_f32", dtype=torch.float32)(sort)
case("sort_i32", dtype=torch.int32)(sort)


@triton.jit
def histogram_kernel(x_ptr, out_ptr, masked_ptr, n, N: tl.constexpr, BINS: tl.constexpr):
    o = tl.arange(0, N)
    x = tl.load(x_ptr + o, mask=o < n, other=0)
    bins = tl.arange(0, BINS)
    tl.store(out_ptr + bins, tl.histogram(x, BINS))
    tl.store(masked_ptr + bins, tl.histogram(x, BINS, mask=o < n))


@case("histogram")
def histogram(rng, n=200, bins=16):
    def reference(a):
        count = torch.bincount(a["x_ptr"], minlength=bins).int()
        padded = count.clone()
        padded[0] += 56
        return {"out_ptr": padded, "masked_ptr": count}

    args = {"x_ptr": rng.integers(0, bins, n), "out_ptr": torch.zeros(bins, dtype=torch.int32),
            "masked_ptr": torch.zeros(bins, dtype=torch.int32), "n": n}
    return Launch(histogram_kernel, args, (1,), ["out_ptr", "masked_ptr"], reference, {"N": 256, "BINS": bins})


@triton.jit
def gather_kernel(x_ptr, index_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i, j, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(x_ptr + i[:, None] * N + j[None, :])
    index = tl.load(index_ptr + k[:, None] * N + j[None, :])
    tl.store(out_ptr + k[:, None] * N + j[None, :], tl.gather(x, index, axis=0))


@case("gather")
def gather(rng, m=16, n=8, k=32):
    args = {"x_ptr": rng.normal(m, n), "index_ptr": rng.integers(0, m, k, n), "out_ptr": torch.zeros(k, n)}
    return Launch(gather_kernel, args, (1,), ["out_ptr"],
                  lambda a: {"out_ptr": a["x_ptr"].gather(0, a["index_ptr"].long())}, {"M": m, "N": n, "K": k})
