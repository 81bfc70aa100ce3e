"""Matrix products: by pointers in every input type, by descriptors, batched, split along K, fused with epilogues."""

import torch
import triton
import triton.language as tl

from case import Launch, case


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
                  BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP_M: tl.constexpr,
                  PRECISION: tl.constexpr, ACC: tl.constexpr, LEAKY: tl.constexpr):
    pid = tl.program_id(axis=0)
    num_pid_m = tl.cdiv(M, BLOCK_M)
    num_pid_n = tl.cdiv(N, BLOCK_N)
    num_pid_in_group = GROUP_M * num_pid_n
    group_id = pid // num_pid_in_group
    first_pid_m = group_id * GROUP_M
    group_size_m = min(num_pid_m - first_pid_m, GROUP_M)
    pid_m = first_pid_m + ((pid % num_pid_in_group) % group_size_m)
    pid_n = (pid % num_pid_in_group) // group_size_m
    tl.assume(pid_m >= 0)
    tl.assume(pid_n >= 0)
    offs_am = (pid_m * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    offs_bn = (pid_n * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    offs_k = tl.arange(0, BLOCK_K)
    a_ptrs = a_ptr + (offs_am[:, None] * stride_am + offs_k[None, :] * stride_ak)
    b_ptrs = b_ptr + (offs_k[:, None] * stride_bk + offs_bn[None, :] * stride_bn)
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=ACC)
    for k in range(0, tl.cdiv(K, BLOCK_K)):
        a = tl.load(a_ptrs, mask=offs_k[None, :] < K - k * BLOCK_K, other=0.0)
        b = tl.load(b_ptrs, mask=offs_k[:, None] < K - k * BLOCK_K, other=0.0)
        accumulator = tl.dot(a, b, accumulator, input_precision=PRECISION, out_dtype=ACC)
        a_ptrs += BLOCK_K * stride_ak
        b_ptrs += BLOCK_K * stride_bk
    if LEAKY:
        accumulator = tl.where(accumulator >= 0, accumulator, 0.01 * accumulator)
    c = accumulator.to(c_ptr.dtype.element_ty)
    offs_cm = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_cn = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    c_ptrs = c_ptr + stride_cm * offs_cm[:, None] + stride_cn * offs_cn[None, :]
    tl.store(c_ptrs, c, mask=(offs_cm[:, None] < M) & (offs_cn[None, :] < N))


def matmul(rng, dtype, out, precision="ieee", acc=tl.float32, leaky=False, m=80, n=64, k=48, transposed=False,
           rtol=1e-3, atol=1e-3):
    if dtype == torch.int8:
        a, b = rng.integers(-20, 20, m, k, dtype=dtype), rng.integers(-20, 20, k, n, dtype=dtype)
    else:
        a, b = rng.normal(m, k, dtype=dtype), rng.normal(k, n, dtype=dtype)
    stride_b = (1, k) if transposed else (n, 1)
    stored = b.t().contiguous() if transposed else b

    def reference(_):
        c = a.double() @ b.double()
        c = torch.where(c >= 0, c, 0.01 * c) if leaky else c
        return {"c_ptr": c.to(out)}

    args = {"a_ptr": a, "b_ptr": stored, "c_ptr": torch.zeros(m, n, dtype=out), "M": m, "N": n, "K": k, "stride_am": k,
            "stride_ak": 1, "stride_bk": stride_b[0], "stride_bn": stride_b[1], "stride_cm": n, "stride_cn": 1}
    constexprs = {"BLOCK_M": 32, "BLOCK_N": 32, "BLOCK_K": 32, "GROUP_M": 2, "PRECISION": precision, "ACC": acc,
                  "LEAKY": leaky}
    return Launch(matmul_kernel, args, (6,), ["c_ptr"], reference, constexprs, rtol=rtol, atol=atol)


half, brain, single = torch.float16, torch.bfloat16, torch.float32
case("matmul_f16", dtype=half, out=half, rtol=2e-3, atol=4e-3)(matmul)
case("matmul_f16_leaky", dtype=half, out=half, leaky=True, rtol=2e-3, atol=4e-3)(matmul)
case("matmul_f16_acc", dtype=half, out=half, acc=tl.float16, rtol=2e-2, atol=6e-2)(matmul)
case("matmul_bf16", dtype=brain, out=brain, transposed=True, rtol=2e-2, atol=2e-2)(matmul)
case("matmul_f32", dtype=single, out=single, rtol=1e-5, atol=1e-5)(matmul)
case("matmul_tf32", dtype=single, out=single, precision="tf32", rtol=1e-2, atol=2e-2)(matmul)
case("matmul_tf32x3", dtype=single, out=single, precision="tf32x3", rtol=1e-4, atol=1e-4)(matmul)
case("matmul_i8", dtype=torch.int8, out=torch.int32, acc=tl.int32, rtol=0, atol=0)(matmul)
case("matmul_fp8", dtype=torch.float8_e4m3fn, out=single, rtol=1e-2, atol=2e-2)(matmul)
case("matmul_fp8_e5m2", dtype=torch.float8_e5m2, out=half, transposed=True, rtol=1e-2, atol=3e-2)(matmul)


@triton.jit
def matmul_descriptor_kernel(a_ptr, b_ptr, c_ptr, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
                             BLOCK_K: tl.constexpr):
    a_desc = tl.make_tensor_descriptor(a_ptr, shape=[M, K], strides=[K, 1], block_shape=[BLOCK_M, BLOCK_K])
    b_desc = tl.make_tensor_descriptor(b_ptr, shape=[N, K], strides=[K, 1], block_shape=[BLOCK_N, BLOCK_K])
    c_desc = tl.make_tensor_descriptor(c_ptr, shape=[M, N], strides=[N, 1], block_shape=[BLOCK_M, BLOCK_N])
    i = tl.program_id(0) * BLOCK_M
    j = tl.program_id(1) * BLOCK_N
    acc = tl.zeros((BLOCK_M, BLOCK_N), tl.float32)
    for k in tl.range(0, K, BLOCK_K, num_stages=3):
        a = a_desc.load([i, k])
        b = b_desc.load([j, k])
        acc = tl.dot(a, b.T, acc)
    c_desc.store([i, j], acc.to(tl.float16))


def allocate(size, alignment, stream):
    return torch.empty(size, device="cuda", dtype=torch.int8)


@case("matmul_descriptor")
def matmul_descriptor(rng, m=80, n=72, k=96):
    triton.set_allocator(allocate)
    a, b = rng.normal(m, k, dtype=half), rng.normal(n, k, dtype=half)
    args = {"a_ptr": a, "b_ptr": b, "c_ptr": torch.zeros(m, n, dtype=half), "M": m, "N": n, "K": k}
    return Launch(matmul_descriptor_kernel, args, (2, 2), ["c_ptr"],
                  lambda _: {"c_ptr": (a.double() @ b.double().t()).half()},
                  {"BLOCK_M": 64, "BLOCK_N": 64, "BLOCK_K": 32}, rtol=2e-3, atol=1e-2, source=True)


@triton.jit
def matmul_block_pointer_kernel(a_ptr, b_ptr, c_ptr, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
                                BLOCK_K: tl.constexpr):
    i = tl.program_id(0) * BLOCK_M
    j = tl.program_id(1) * BLOCK_N
    a = tl.make_block_ptr(a_ptr, (M, K), (K, 1), (i, 0), (BLOCK_M, BLOCK_K), (1, 0))
    b = tl.make_block_ptr(b_ptr, (K, N), (N, 1), (0, j), (BLOCK_K, BLOCK_N), (1, 0))
    acc = tl.zeros((BLOCK_M, BLOCK_N), tl.float32)
    for _ in range(0, K, BLOCK_K):
        acc += tl.dot(tl.load(a, boundary_check=(0, 1), padding_option="zero"),
                      tl.load(b, boundary_check=(0, 1), padding_option="zero"))
        a = tl.advance(a, (0, BLOCK_K))
        b = tl.advance(b, (BLOCK_K, 0))
    c = tl.make_block_ptr(c_ptr, (M, N), (N, 1), (i, j), (BLOCK_M, BLOCK_N), (1, 0))
    tl.store(c, acc.to(c_ptr.dtype.element_ty), boundary_check=(0, 1))


@case("matmul_block_pointer")
def matmul_block_pointer(rng, m=50, n=40, k=70):
    a, b = rng.normal(m, k, dtype=brain), rng.normal(k, n, dtype=brain)
    args = {"a_ptr": a, "b_ptr": b, "c_ptr": torch.zeros(m, n), "M": m, "N": n, "K": k}
    return Launch(matmul_block_pointer_kernel, args, (2, 2), ["c_ptr"],
                  lambda _: {"c_ptr": (a.double() @ b.double()).float()},
                  {"BLOCK_M": 32, "BLOCK_N": 32, "BLOCK_K": 32}, rtol=1e-4, atol=1e-4, source=True)


@triton.jit
def dot_3d_kernel(a_ptr, b_ptr, c_ptr, B: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    b, m, n, k = tl.arange(0, B), tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a_ptr + b[:, None, None] * M * K + m[None, :, None] * K + k[None, None, :])
    y = tl.load(b_ptr + b[:, None, None] * K * N + k[None, :, None] * N + n[None, None, :])
    tl.store(c_ptr + b[:, None, None] * M * N + m[None, :, None] * N + n[None, None, :], tl.dot(x, y))


@case("dot_3d")
def dot_3d(rng, b=4, m=16, n=32, k=16):
    x, y = rng.normal(b, m, k, dtype=half), rng.normal(b, k, n, dtype=half)
    return Launch(dot_3d_kernel, {"a_ptr": x, "b_ptr": y, "c_ptr": torch.zeros(b, m, n)}, (1,), ["c_ptr"],
                  lambda _: {"c_ptr": (x.double() @ y.double()).float()}, {"B": b, "M": m, "N": n, "K": k},
                  rtol=1e-4, atol=1e-4)


@triton.jit
def split_k_kernel(a_ptr, b_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, PART: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    k = tl.program_id(0) * PART + tl.arange(0, PART)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    tl.atomic_add(c_ptr + m[:, None] * N + n[None, :], tl.dot(a, b), sem="relaxed")


@case("split_k")
def split_k(rng, m=32, n=32, k=128):
    a, b = rng.small(m, k, dtype=half), rng.small(k, n, dtype=half)
    return Launch(split_k_kernel, {"a_ptr": a, "b_ptr": b, "c_ptr": torch.zeros(m, n)}, (4,), ["c_ptr"],
                  lambda _: {"c_ptr": a.float() @ b.float()}, {"M": m, "N": n, "K": k, "PART": 32})


@triton.jit
def dot_scaled_kernel(a_ptr, a_scale_ptr, b_ptr, b_scale_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k, s = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K), tl.arange(0, K // 32)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    a_scale = tl.load(a_scale_ptr + m[:, None] * (K // 32) + s[None, :])
    b_scale = tl.load(b_scale_ptr + n[:, None] * (K // 32) + s[None, :])
    c = tl.dot_scaled(a, a_scale, "e4m3", b, b_scale, "e4m3")
    tl.store(c_ptr + m[:, None] * N + n[None, :], c)


@case("dot_scaled")
def dot_scaled(rng, m=32, n=32, k=64):
    e4m3 = torch.float8_e4m3fn
    a, b = rng.normal(m, k, dtype=e4m3), rng.normal(k, n, dtype=e4m3)
    sa, sb = (rng.integers(124, 131, rows, k // 32, dtype=torch.uint8) for rows in (m, n))

    def reference(_):
        scaled_a = a.double() * (sa.double() - 127).exp2().repeat_interleave(32, 1)
        scaled_b = b.double() * (sb.double() - 127).exp2().repeat_interleave(32, 1).t()
        return {"c_ptr": (scaled_a @ scaled_b).float()}

    args = {"a_ptr": a, "a_scale_ptr": sa, "b_ptr": b, "b_scale_ptr": sb, "c_ptr": torch.zeros(m, n)}
    return Launch(dot_scaled_kernel, args, (1,), ["c_ptr"], reference, {"M": m, "N": n, "K": k}, rtol=1e-3, atol=1e-3, source=True)
