"""Operations on each element. Reading and writing memory limits their speed."""

import torch
import torch.nn.functional as F
import triton
import triton.language as tl

from problem import Problem, benchmark, cdiv, configs, empty, matrix

FLAT = configs([2, 4, 8, 16, 32], BLOCK=[64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384])


def flat(n):
    return lambda constants: (cdiv(n, constants["BLOCK"]),)


@triton.jit
def copy_kernel(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n), mask=i < n)


@benchmark("copy", copy_kernel, FLAT, "elementwise")
def copy(rng, nbytes):
    n = nbytes // 4
    x, out = rng.normal(n), empty(n)
    return Problem({"x": x, "out": out, "n": n}, ["out"], flat(n), lambda x: x.clone(), [x], 8 * n, rtol=0, atol=0)


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


@benchmark("vector_add", add_kernel, FLAT, "elementwise")
def vector_add(rng, nbytes):
    n = nbytes // 4
    x, y, out = rng.normal(n), rng.normal(n), empty(n)
    return Problem({"x": x, "y": y, "out": out, "n": n}, ["out"], flat(n), lambda x, y: x + y, [x, y], 12 * n,
                   rtol=0, atol=0)


@triton.jit
def saxpy_kernel(x, y, out, a, rows, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    across = tl.cdiv(columns, BLOCK)  # consecutive programs take neighboring blocks
    i = tl.program_id(0) // across * ROWS + tl.arange(0, ROWS)
    j = tl.program_id(0) % across * BLOCK + tl.arange(0, BLOCK)
    inside = (i < rows)[:, None] & (j < columns)[None, :]
    at = i[:, None] * columns + j[None, :]
    bias = tl.load(y + j, mask=j < columns)
    tl.store(out + at, a * tl.load(x + at, mask=inside) + bias[None, :], mask=inside)


@benchmark("saxpy_broadcast", saxpy_kernel, configs([2, 4, 8, 16], ROWS=[1, 2, 4, 8], BLOCK=[128, 256, 512, 1024, 2048, 4096]),
           "elementwise")
def saxpy(rng, nbytes):
    rows, columns = matrix(nbytes, 4096, 4)
    x, y, out = rng.normal(rows, columns), rng.normal(columns), empty(rows, columns)
    return Problem({"x": x, "y": y, "out": out, "a": 1.25, "rows": rows, "columns": columns}, ["out"],
                   lambda c: (cdiv(rows, c["ROWS"]) * cdiv(columns, c["BLOCK"]),),
                   lambda x, y: torch.add(y, x, alpha=1.25), [x, y], 8 * rows * columns + 4 * columns, atol=1e-5)


@triton.jit
def activations_kernel(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n).to(tl.float32)
    gelu = 0.5 * v * (1.0 + tl.erf(v * 0.7071067811865476))
    tl.store(out + i, gelu * tl.sigmoid(gelu), mask=i < n)


@benchmark("gelu_silu_bf16", activations_kernel, FLAT, "elementwise",
           note="erf: ours to 1.33 units in the last place by the hardware's exponential, the peers' is __nv_erff")
def activations(rng, nbytes):
    n = nbytes // 2
    x, out = rng.normal(n, dtype=torch.bfloat16), empty(n, dtype=torch.bfloat16)
    return Problem({"x": x, "out": out, "n": n}, ["out"], flat(n), lambda x: F.silu(F.gelu(x)), [x], 4 * n,
                   rtol=0.02, atol=0.01)


@triton.jit
def mixed_kernel(x, y, z, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n) * tl.load(y + i, mask=i < n) + tl.load(z + i, mask=i < n)
    tl.store(out + i, v, mask=i < n)


@benchmark("mixed_dtypes", mixed_kernel, FLAT, "elementwise")
def mixed(rng, nbytes):
    n = nbytes // 4
    x, y, z = rng.normal(n, dtype=torch.float16), rng.normal(n), rng.integers(-100, 100, n, dtype=torch.int8)
    out = empty(n, dtype=torch.bfloat16)
    return Problem({"x": x, "y": y, "z": z, "out": out, "n": n}, ["out"], flat(n),
                   lambda x, y, z: (x * y + z).to(torch.bfloat16), [x, y, z], 9 * n, rtol=0.01, atol=1e-3)


@triton.jit
def drop(x, out, i, n, p, random):
    v = tl.load(x + i, mask=i < n)
    tl.store(out + i, tl.where(random > p, v / (1 - p), 0.0), mask=i < n)


@triton.jit
def dropout_kernel(x, out, n, p, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * (4 * BLOCK) + tl.arange(0, BLOCK)
    a, b, c, d = tl.rand4x(seed, tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))  # one round of Philox gives four
    drop(x, out, i, n, p, a)
    drop(x, out, i + BLOCK, n, p, b)
    drop(x, out, i + 2 * BLOCK, n, p, c)
    drop(x, out, i + 3 * BLOCK, n, p, d)


@benchmark("dropout_philox", dropout_kernel, configs([2, 4, 8, 16], BLOCK=[128, 256, 512, 1024, 2048, 4096]), "elementwise",
           note="each Triton kernel is compared with Triton in the same configuration: random numbers depend on it")
def dropout(rng, nbytes):
    n = nbytes // 4
    x, out = rng.normal(n), empty(n)
    return Problem({"x": x, "out": out, "n": n, "p": 0.25, "seed": 42}, ["out"], lambda c: (cdiv(n, 4 * c["BLOCK"]),),
                   lambda x: F.dropout(x, 0.25), [x], 8 * n, compared=False)


@triton.jit
def quantize_kernel(x, out, scales, n, GROUPS: tl.constexpr):
    i = tl.program_id(0) * GROUPS * 128 + tl.arange(0, GROUPS * 128)
    v = tl.load(x + i, mask=i < n, other=0.0).to(tl.float32).reshape(GROUPS, 128)
    scale = tl.maximum(tl.max(tl.abs(v), axis=1), 1e-12) / 448.0
    q = tl.clamp(v / scale[:, None], -448.0, 448.0).to(tl.float8e4nv)
    tl.store(out + i, q.reshape(GROUPS * 128), mask=i < n)
    g = tl.program_id(0) * GROUPS + tl.arange(0, GROUPS)
    tl.store(scales + g, scale, mask=g * 128 < n)


def quantized(x):
    v = x.float().view(-1, 128)
    scale = v.abs().amax(1).clamp(min=1e-12) / 448.0
    return (v / scale[:, None]).clamp(-448.0, 448.0).to(torch.float8_e4m3fn).view(-1), scale


@benchmark("fp8_quantize", quantize_kernel, configs([1, 2, 4, 8, 16], GROUPS=[2, 4, 8, 16, 32, 64, 128]), "quantization")
def quantize(rng, nbytes):
    n = nbytes // 2
    x = rng.normal(n, dtype=torch.bfloat16)
    out, scales = empty(n, dtype=torch.float8_e4m3fn), empty(n // 128)
    return Problem({"x": x, "out": out, "scales": scales, "n": n}, ["out", "scales"],
                   lambda c: (cdiv(n, c["GROUPS"] * 128),), quantized, [x], 3 * n + 4 * (n // 128), rtol=0.13, atol=2.1e-3)
