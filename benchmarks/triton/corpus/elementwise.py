"""Elementwise kernels: dtypes alone and mixed, broadcasting, activations, comparisons, integer arithmetic, casts."""

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

from case import Launch, case


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)


def add(rng, x, y, out, n=1000):
    def draw(dtype):
        return rng.normal(n, dtype=dtype) if dtype.is_floating_point else rng.integers(0, 100, n, dtype=dtype)

    args = {"x_ptr": draw(x), "y_ptr": draw(y), "out_ptr": torch.zeros(n, dtype=out), "n": n}
    return Launch(add_kernel, args, (4,), ["out_ptr"], lambda a: {"out_ptr": (a["x_ptr"] + a["y_ptr"]).to(out)},
                  {"BLOCK": 256})


for name, x, y, out in [
    ("add_f32", torch.float32, torch.float32, torch.float32),
    ("add_f16", torch.float16, torch.float16, torch.float16),
    ("add_bf16", torch.bfloat16, torch.bfloat16, torch.bfloat16),
    ("add_f64", torch.float64, torch.float64, torch.float64),
    ("add_i8", torch.int8, torch.int8, torch.int8),
    ("add_i64", torch.int64, torch.int64, torch.int64),
    ("add_f16_f32", torch.float16, torch.float32, torch.float32),
    ("add_i32_f32", torch.int32, torch.float32, torch.float32),
    ("add_u8_i32", torch.uint8, torch.int32, torch.int32),
]:
    case(name, x=x, y=y, out=out)(add)


@triton.jit
def saxpy_kernel(a, x_ptr, y_ptr, out_ptr, rows, cols, stride, ROWS: tl.constexpr, COLS: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    j = tl.program_id(1) * COLS + tl.arange(0, COLS)
    mask = (i[:, None] < rows) & (j[None, :] < cols)
    x = tl.load(x_ptr + i[:, None] * stride + j[None, :], mask=mask, other=0.0)
    y = tl.load(y_ptr + j, mask=j < cols, other=0.0)
    tl.store(out_ptr + i[:, None] * stride + j[None, :], a * x + y[None, :], mask=mask)


@case("saxpy_broadcast")
def saxpy(rng, rows=30, cols=45):
    args = {"a": 1.5, "x_ptr": rng.normal(rows, cols), "y_ptr": rng.normal(cols), "out_ptr": torch.zeros(rows, cols),
            "rows": rows, "cols": cols, "stride": cols}
    return Launch(saxpy_kernel, args, (2, 2), ["out_ptr"],
                  lambda a: {"out_ptr": a["a"] * a["x_ptr"] + a["y_ptr"]}, {"ROWS": 16, "COLS": 32},
                  rtol=1e-6, atol=1e-6)


@triton.jit
def activations_kernel(x_ptr, gelu_ptr, tanh_ptr, silu_ptr, n, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = o < n
    x = tl.load(x_ptr + o, mask=mask).to(tl.float32)
    gelu = 0.5 * x * (1.0 + tl.erf(x * 0.7071067811865476))
    inner = 0.7978845608028654 * (x + 0.044715 * x * x * x)
    approximate = x * tl.sigmoid(2.0 * inner)
    tl.store(gelu_ptr + o, gelu, mask=mask)
    tl.store(tanh_ptr + o, approximate, mask=mask)
    tl.store(silu_ptr + o, x * tl.sigmoid(x), mask=mask)


@case("activations")
def activations(rng, n=500):
    f = torch.nn.functional
    args = {"x_ptr": rng.normal(n, dtype=torch.float16, scale=2), "gelu_ptr": torch.zeros(n),
            "tanh_ptr": torch.zeros(n, dtype=torch.float16), "silu_ptr": torch.zeros(n, dtype=torch.bfloat16), "n": n}

    def reference(a):
        x = a["x_ptr"].float()
        return {"gelu_ptr": f.gelu(x), "tanh_ptr": f.gelu(x, approximate="tanh").half(),
                "silu_ptr": f.silu(x).bfloat16()}

    return Launch(activations_kernel, args, (4,), ["gelu_ptr", "tanh_ptr", "silu_ptr"], reference, {"BLOCK": 128},
                  rtol=1e-2, atol=1e-5)


@triton.jit
def where_clamp_kernel(x_ptr, y_ptr, where_ptr, clamp_ptr, clampn_ptr, max_ptr, maxn_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x = tl.load(x_ptr + o)
    y = tl.load(y_ptr + o)
    tl.store(where_ptr + o, tl.where(x > y, x, -y))
    tl.store(clamp_ptr + o, tl.clamp(x, -0.5, 0.75))
    tl.store(clampn_ptr + o, tl.clamp(x, -0.5, 0.75, propagate_nan=tl.PropagateNan.ALL))
    tl.store(max_ptr + o, tl.maximum(x, y) + tl.minimum(x, y))
    tl.store(maxn_ptr + o, tl.maximum(x, y, propagate_nan=tl.PropagateNan.ALL))


@case("where_clamp")
def where_clamp(rng, n=128):
    x, y = rng.normal(n), rng.normal(n)
    x[3], y[5], x[9], y[9] = float("nan"), float("nan"), float("inf"), -float("inf")
    outs = ["where_ptr", "clamp_ptr", "clampn_ptr", "max_ptr", "maxn_ptr"]

    def reference(a):
        x, y = a["x_ptr"], a["y_ptr"]
        clamp = x.clamp(-0.5, 0.75)
        return {"where_ptr": torch.where(x > y, x, -y), "clamp_ptr": torch.where(x.isnan(), -0.5, clamp),
                "clampn_ptr": clamp, "max_ptr": torch.fmax(x, y) + torch.fmin(x, y), "maxn_ptr": torch.maximum(x, y)}

    return Launch(where_clamp_kernel, {"x_ptr": x, "y_ptr": y} | {k: torch.zeros(n) for k in outs}, (1,), outs,
                  reference, {"N": n})


@triton.jit
def math_kernel(x_ptr, out_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x = tl.load(x_ptr + o)
    tl.store(out_ptr + 0 * N + o, tl.exp(x))
    tl.store(out_ptr + 1 * N + o, tl.exp2(x))
    tl.store(out_ptr + 2 * N + o, tl.log(x))
    tl.store(out_ptr + 3 * N + o, tl.log2(x))
    tl.store(out_ptr + 4 * N + o, tl.sin(x))
    tl.store(out_ptr + 5 * N + o, tl.cos(x))
    tl.store(out_ptr + 6 * N + o, tl.sqrt(x))
    tl.store(out_ptr + 7 * N + o, tl.rsqrt(x))
    tl.store(out_ptr + 8 * N + o, tl.floor(-x))
    tl.store(out_ptr + 9 * N + o, tl.ceil(x))
    tl.store(out_ptr + 10 * N + o, tl.erf(x))
    tl.store(out_ptr + 11 * N + o, tl.abs(-x))
    tl.store(out_ptr + 12 * N + o, tl.fma(x, x, 1.0))
    tl.store(out_ptr + 13 * N + o, tl.fdiv(1.0, x, ieee_rounding=False))


@case("math")
def math(rng, n=64):
    def reference(a):
        x = a["x_ptr"]
        return {"out_ptr": torch.stack([
            x.exp(), x.exp2(), x.log(), x.log2(), x.sin(), x.cos(), x.sqrt(), x.rsqrt(), (-x).floor(), x.ceil(),
            x.erf(), x, x * x + 1, 1 / x])}

    args = {"x_ptr": rng.normal(n).abs() + 0.1, "out_ptr": torch.zeros(14, n)}
    return Launch(math_kernel, args, (1,), ["out_ptr"], reference, {"N": n}, rtol=2e-6, atol=2e-6)


@triton.jit
def precise_kernel(x_ptr, y_ptr, sqrt_ptr, div_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x, y = tl.load(x_ptr + o), tl.load(y_ptr + o)
    tl.store(sqrt_ptr + o, tl.sqrt_rn(x))
    tl.store(div_ptr + o, tl.div_rn(x, y))


@case("precise_sqrt_div")
def precise(rng, n=256):
    args = {"x_ptr": rng.normal(n).abs(), "y_ptr": rng.normal(n), "sqrt_ptr": torch.zeros(n), "div_ptr": torch.zeros(n)}
    return Launch(precise_kernel, args, (1,), ["sqrt_ptr", "div_ptr"],
                  lambda a: {"sqrt_ptr": a["x_ptr"].sqrt(), "div_ptr": a["x_ptr"] / a["y_ptr"]}, {"N": n})


@triton.jit
def compare_kernel(x_ptr, y_ptr, out_ptr, count_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x, y = tl.load(x_ptr + o), tl.load(y_ptr + o)
    tl.store(out_ptr + o, (x < y) | (x == y) & ~(x >= 2.0))
    tl.store(count_ptr + o, (x != y).to(tl.int32) + (x <= y).to(tl.int32) * 2 + ((x > 0) & (y > 0)).to(tl.int32) * 4)


@case("compare")
def compare(rng, n=128):
    x, y = rng.small(n, bound=2), rng.small(n, bound=2)
    x[0], y[1] = float("nan"), float("nan")

    def reference(a):
        x, y = a["x_ptr"], a["y_ptr"]
        return {"out_ptr": (x < y) | (x == y) & ~(x >= 2.0),
                "count_ptr": ((x != y).int() + (x <= y).int() * 2 + ((x > 0) & (y > 0)).int() * 4)}

    args = {"x_ptr": x, "y_ptr": y, "out_ptr": torch.zeros(n, dtype=torch.bool),
            "count_ptr": torch.zeros(n, dtype=torch.int32)}
    return Launch(compare_kernel, args, (1,), ["out_ptr", "count_ptr"], reference, {"N": n})


@triton.jit
def division_kernel(x_ptr, y_ptr, div_ptr, rem_ptr, cdiv_ptr, true_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x, y = tl.load(x_ptr + o), tl.load(y_ptr + o)
    tl.store(div_ptr + o, x // y)
    tl.store(rem_ptr + o, x % y)
    tl.store(cdiv_ptr + o, tl.cdiv(x, 7))
    tl.store(true_ptr + o, x / y)


def division(rng, dtype, low, n=128):
    x, y = rng.integers(low * 1000, 1000, n), rng.integers(low * 9, 9, n)
    x, y = x.to(dtype), torch.where(y == 0, 3, y).to(dtype)

    def reference(a):
        x, y = a["x_ptr"].to(torch.int64), a["y_ptr"].to(torch.int64)
        return {"div_ptr": torch.div(x, y, rounding_mode="trunc").to(dtype), "rem_ptr": torch.fmod(x, y).to(dtype),
                "cdiv_ptr": torch.div(x + 6, 7, rounding_mode="trunc").to(dtype), "true_ptr": x.float() / y.float()}

    zeros = {k: torch.zeros(n, dtype=dtype) for k in ("div_ptr", "rem_ptr", "cdiv_ptr")}
    return Launch(division_kernel, {"x_ptr": x, "y_ptr": y} | zeros | {"true_ptr": torch.zeros(n)}, (1,),
                  ["div_ptr", "rem_ptr", "cdiv_ptr", "true_ptr"], reference, {"N": n}, rtol=1e-6, source=low == 0)


case("division_i32", dtype=torch.int32, low=-1)(division)
case("division_u32", dtype=torch.uint32, low=0)(division)


@triton.jit
def bits_kernel(x_ptr, y_ptr, out_ptr, float_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x, y = tl.load(x_ptr + o), tl.load(y_ptr + o)
    s = y & 31
    ux = x.to(tl.uint32, bitcast=True)
    tl.store(out_ptr + 0 * N + o, x << s)
    tl.store(out_ptr + 1 * N + o, x >> s)
    tl.store(out_ptr + 2 * N + o, ux >> s)
    tl.store(out_ptr + 3 * N + o, x ^ y)
    tl.store(out_ptr + 4 * N + o, ~x | y)
    tl.store(out_ptr + 5 * N + o, tl.umulhi(ux, y.to(tl.uint32, bitcast=True)))
    tl.store(out_ptr + 6 * N + o, tl.abs(x))
    tl.store(out_ptr + 7 * N + o, (x.to(tl.int64) * y >> 16).to(tl.int32))
    f = (x & 0x007FFFFF) | 0x3F800000
    tl.store(float_ptr + o, f.to(tl.float32, bitcast=True))


@case("bits")
def bits(rng, n=128):
    def reference(a):
        x, y = a["x_ptr"].numpy(), a["y_ptr"].numpy()
        s = y & 31
        ux, uy = x.view("uint32"), y.view("uint32")
        hi = (ux.astype("uint64") * uy.astype("uint64") >> 32).astype("uint32").view("int32")
        rows = [x << s, x >> s, (ux >> s.view("uint32")).view("int32"), x ^ y, ~x | y, hi, abs(x),
                (x.astype("int64") * y >> 16).astype("int32")]
        f = ((x & 0x007FFFFF) | 0x3F800000).view("float32")
        return {"out_ptr": torch.stack([torch.from_numpy(r.astype("int32")) for r in rows]),
                "float_ptr": torch.from_numpy(f)}

    args = {"x_ptr": rng.bits(n), "y_ptr": rng.bits(n), "out_ptr": torch.zeros(8, n, dtype=torch.int32),
            "float_ptr": torch.zeros(n)}
    return Launch(bits_kernel, args, (1,), ["out_ptr", "float_ptr"], reference, {"N": n})


@triton.jit
def casts_kernel(x_ptr, f16_ptr, rtz_ptr, bf16_ptr, i32_ptr, i8_ptr, u8_ptr, f64_ptr, back_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x = tl.load(x_ptr + o)
    tl.store(f16_ptr + o, x.to(tl.float16))
    tl.store(rtz_ptr + o, x.to(tl.bfloat16, fp_downcast_rounding="rtz"))
    tl.store(bf16_ptr + o, x.to(tl.bfloat16))
    i = (x * 40).to(tl.int32)
    tl.store(i32_ptr + o, i)
    tl.store(i8_ptr + o, i.to(tl.int8))
    tl.store(u8_ptr + o, tl.abs(x * 20).to(tl.uint8))
    tl.store(f64_ptr + o, x.to(tl.float64) * 3.0)
    h = x.to(tl.float16)
    tl.store(back_ptr + o, h.to(tl.bfloat16).to(tl.float32) + i.to(tl.float32) + (i > 5).to(tl.float32))


@case("casts")
def casts(rng, n=128):
    def reference(a):
        x = a["x_ptr"]
        i = (x * 40).int()
        rtz = (x.view(torch.int32) & -65536).view(torch.float32).bfloat16()
        return {"f16_ptr": x.half(), "rtz_ptr": rtz, "bf16_ptr": x.bfloat16(), "i32_ptr": i, "i8_ptr": i.to(torch.int8),
                "u8_ptr": (x * 20).abs().to(torch.uint8), "f64_ptr": x.double() * 3,
                "back_ptr": x.half().bfloat16().float() + i.float() + (i > 5).float()}

    kinds = {"f16_ptr": torch.float16, "rtz_ptr": torch.bfloat16, "bf16_ptr": torch.bfloat16, "i32_ptr": torch.int32,
             "i8_ptr": torch.int8, "u8_ptr": torch.uint8, "f64_ptr": torch.float64, "back_ptr": torch.float32}
    return Launch(casts_kernel, {"x_ptr": rng.normal(n, scale=1.5)} | {k: torch.zeros(n, dtype=d) for k, d in kinds.items()},
                  (1,), list(kinds), reference, {"N": n}, source=True)


@triton.jit
def fp8_cast_kernel(x_ptr, e4m3_ptr, e5m2_ptr, sum_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x = tl.load(x_ptr + o)
    a = x.to(tl.float8e4nv)
    b = x.to(tl.float8e5)
    tl.store(e4m3_ptr + o, a)
    tl.store(e5m2_ptr + o, b)
    tl.store(sum_ptr + o, a.to(tl.float32) + b.to(tl.float16).to(tl.float32))


@case("fp8_cast")
def fp8_cast(rng, n=256):
    def reference(a):
        p, q = a["x_ptr"].to(torch.float8_e4m3fn), a["x_ptr"].to(torch.float8_e5m2)
        return {"e4m3_ptr": p, "e5m2_ptr": q, "sum_ptr": p.float() + q.float()}

    args = {"x_ptr": rng.normal(n, scale=20), "e4m3_ptr": torch.zeros(n, dtype=torch.float8_e4m3fn),
            "e5m2_ptr": torch.zeros(n, dtype=torch.float8_e5m2), "sum_ptr": torch.zeros(n)}
    return Launch(fp8_cast_kernel, args, (1,), ["e4m3_ptr", "e5m2_ptr", "sum_ptr"], reference, {"N": n})


@triton.jit
def fp8_quantize_kernel(x_ptr, q_ptr, scale_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    o = pid * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + o, mask=o < n, other=0.0).to(tl.float32)
    scale = tl.maximum(tl.max(tl.abs(x)), 1e-4) / 448.0
    tl.store(q_ptr + o, (x / scale).to(q_ptr.dtype.element_ty), mask=o < n)
    tl.store(scale_ptr + pid, scale)


@case("fp8_quantize")
def fp8_quantize(rng, n=500, block=128):
    def reference(a):
        x = torch.zeros(512)
        x[:n] = a["x_ptr"].float()
        scale = x.view(-1, block).abs().amax(1).clamp(min=1e-4) / 448.0
        return {"q_ptr": (x.view(-1, block) / scale[:, None]).flatten()[:n].to(torch.float8_e4m3fn), "scale_ptr": scale}

    args = {"x_ptr": rng.normal(n, dtype=torch.bfloat16), "q_ptr": torch.zeros(n, dtype=torch.float8_e4m3fn),
            "scale_ptr": torch.zeros(4), "n": n}
    return Launch(fp8_quantize_kernel, args, (4,), ["q_ptr", "scale_ptr"], reference, {"BLOCK": block},
                  rtol=0.13, atol=1e-6)


@triton.jit
def libdevice_kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x, y = tl.load(x_ptr + o), tl.load(y_ptr + o)
    tl.store(out_ptr + 0 * N + o, libdevice.tanh(x))
    tl.store(out_ptr + 1 * N + o, libdevice.pow(tl.abs(x), y))
    tl.store(out_ptr + 2 * N + o, libdevice.atan2(x, y))
    tl.store(out_ptr + 3 * N + o, libdevice.log1p(tl.abs(x)))


@case("libdevice")
def libdevice_calls(rng, n=64):
    def reference(a):
        x, y = a["x_ptr"], a["y_ptr"]
        return {"out_ptr": torch.stack([x.tanh(), x.abs().pow(y), torch.atan2(x, y), x.abs().log1p()])}

    args = {"x_ptr": rng.normal(n), "y_ptr": rng.normal(n), "out_ptr": torch.zeros(4, n)}
    return Launch(libdevice_kernel, args, (1,), ["out_ptr"], reference, {"N": n}, rtol=1e-6, atol=1e-6, source=True)


@triton.jit
def inline_asm_kernel(x_ptr, out_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x = tl.load(x_ptr + o)
    r = tl.inline_asm_elementwise("brev.b32 $0, $1;", "=r,r", [x], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(out_ptr + o, r)


@case("inline_asm")
def inline_asm(rng, n=64):
    def reference(a):
        return {"out_ptr": torch.tensor([int(f"{v & 0xFFFFFFFF:032b}"[::-1], 2) for v in a["x_ptr"].tolist()],
                                        dtype=torch.int64).to(torch.int32)}

    args = {"x_ptr": rng.bits(n), "out_ptr": torch.zeros(n, dtype=torch.int32)}
    return Launch(inline_asm_kernel, args, (1,), ["out_ptr"], reference, {"N": n})


@triton.jit
def three_way(x, y):
    if x < y:
        return -1
    elif x == y:
        return 0
    else:
        return 1


@triton.jit
def map_elementwise_kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    tl.store(out_ptr + o, tl.map_elementwise(three_way, tl.load(x_ptr + o), tl.load(y_ptr + o)))


@case("map_elementwise")
def map_elementwise(rng, n=128):
    args = {"x_ptr": rng.integers(-3, 3, n), "y_ptr": rng.integers(-3, 3, n), "out_ptr": torch.zeros(n, dtype=torch.int32)}
    return Launch(map_elementwise_kernel, args, (1,), ["out_ptr"],
                  lambda a: {"out_ptr": (a["x_ptr"] > a["y_ptr"]).int() - (a["x_ptr"] < a["y_ptr"]).int()}, {"N": n}, source=True)
