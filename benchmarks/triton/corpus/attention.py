"""Flash attention: the forward pass, causal or not, and the backward pass in its three kernels."""

import math

import torch
import triton
import triton.language as tl

from case import Launch, case


@triton.jit
def attention_inner(acc, l_i, m_i, q, k_ptrs, v_ptrs, stride_n, start_m, scale, n_ctx, LOW, HIGH,
                    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, DIAGONAL: tl.constexpr):
    offs_m = start_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = tl.arange(0, BLOCK_N)
    for start_n in range(LOW, HIGH, BLOCK_N):
        start_n = tl.multiple_of(start_n, BLOCK_N)
        inside = start_n + offs_n < n_ctx
        k = tl.load(k_ptrs + start_n * stride_n, mask=inside[None, :], other=0.0)
        qk = tl.dot(q, k) * scale
        allowed = inside[None, :]
        if DIAGONAL:
            allowed = allowed & (offs_m[:, None] >= (start_n + offs_n)[None, :])
        qk = tl.where(allowed, qk, -1.0e6)
        m_ij = tl.maximum(m_i, tl.max(qk, 1))
        p = tl.math.exp2(qk - m_ij[:, None])
        alpha = tl.math.exp2(m_i - m_ij)
        l_i = l_i * alpha + tl.sum(p, 1)
        acc = acc * alpha[:, None]
        v = tl.load(v_ptrs + start_n * stride_n, mask=inside[:, None], other=0.0)
        acc = tl.dot(p.to(v.dtype), v, acc)
        m_i = m_ij
    return acc, l_i, m_i


@triton.jit
def attention_kernel(Q, K, V, scale, L, Out, stride_h, stride_n, n_ctx, HEAD: tl.constexpr, BLOCK_M: tl.constexpr,
                     BLOCK_N: tl.constexpr, CAUSAL: tl.constexpr):
    start_m = tl.program_id(0)
    head = tl.program_id(1).to(tl.int64)
    offs_m = start_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = tl.arange(0, BLOCK_N)
    offs_d = tl.arange(0, HEAD)
    q = tl.load(Q + head * stride_h + offs_m[:, None] * stride_n + offs_d[None, :], mask=offs_m[:, None] < n_ctx,
                other=0.0)
    k_ptrs = K + head * stride_h + offs_n[None, :] * stride_n + offs_d[:, None]
    v_ptrs = V + head * stride_h + offs_n[:, None] * stride_n + offs_d[None, :]
    m_i = tl.full([BLOCK_M], -float("inf"), tl.float32)
    l_i = tl.zeros([BLOCK_M], tl.float32) + 1.0
    acc = tl.zeros([BLOCK_M, HEAD], tl.float32)
    l_i = l_i - 1.0
    qk_scale = scale * 1.44269504
    if CAUSAL:
        acc, l_i, m_i = attention_inner(acc, l_i, m_i, q, k_ptrs, v_ptrs, stride_n, start_m, qk_scale, n_ctx, 0,
                                        start_m * BLOCK_M, BLOCK_M, BLOCK_N, False)
        acc, l_i, m_i = attention_inner(acc, l_i, m_i, q, k_ptrs, v_ptrs, stride_n, start_m, qk_scale, n_ctx,
                                        start_m * BLOCK_M, (start_m + 1) * BLOCK_M, BLOCK_M, BLOCK_N, True)
    else:
        acc, l_i, m_i = attention_inner(acc, l_i, m_i, q, k_ptrs, v_ptrs, stride_n, start_m, qk_scale, n_ctx, 0, n_ctx,
                                        BLOCK_M, BLOCK_N, False)
    acc = acc / l_i[:, None]
    mask = offs_m < n_ctx
    tl.store(L + head * n_ctx + offs_m, m_i + tl.math.log2(l_i), mask=mask)
    tl.store(Out + head * stride_h + offs_m[:, None] * stride_n + offs_d[None, :], acc.to(Out.type.element_ty),
             mask=mask[:, None])


def plain(q, k, v, causal):
    """Attention in double precision: the output and the base-2 logarithm of the row sums."""
    n, d = q.shape[-2:]
    s = q.double() @ k.double().transpose(-1, -2) / math.sqrt(d)
    if causal:
        s = s.masked_fill(torch.ones(n, n, dtype=torch.bool).triu(1), -float("inf"))
    return s.softmax(-1) @ v.double(), s.logsumexp(-1) * 1.4426950408889634


def attention(rng, causal, heads=2, n=112, d=32, dtype=torch.float16):
    q, k, v = (rng.normal(heads, n, d, dtype=dtype) for _ in range(3))

    def reference(_):
        out, l = plain(q, k, v, causal)
        return {"Out": out.to(dtype), "L": l.float()}

    args = {"Q": q, "K": k, "V": v, "scale": 1 / math.sqrt(d), "L": torch.zeros(heads, n),
            "Out": torch.zeros(heads, n, d, dtype=dtype), "stride_h": n * d, "stride_n": d, "n_ctx": n}
    return Launch(attention_kernel, args, (2, heads), ["L", "Out"], reference,
                  {"HEAD": d, "BLOCK_M": 64, "BLOCK_N": 32, "CAUSAL": causal}, rtol=1e-2, atol=5e-3,
                  source=causal)


case("attention", causal=False)(attention)
case("attention_causal", causal=True)(attention)


@triton.jit
def delta_kernel(O, DO, Delta, stride_h, n_ctx, BLOCK_M: tl.constexpr, HEAD: tl.constexpr):
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    head = tl.program_id(1)
    at = head * stride_h + m[:, None] * HEAD + tl.arange(0, HEAD)[None, :]
    o = tl.load(O + at).to(tl.float32)
    do = tl.load(DO + at).to(tl.float32)
    tl.store(Delta + head * n_ctx + m, tl.sum(o * do, axis=1))


@triton.jit
def dkdv_kernel(Q, K, V, DO, DK, DV, L, Delta, scale, stride_h, n_ctx, BLOCK: tl.constexpr, HEAD: tl.constexpr):
    start = tl.program_id(0) * BLOCK
    base = tl.program_id(1) * stride_h
    row = tl.program_id(1) * n_ctx
    n = start + tl.arange(0, BLOCK)
    d = tl.arange(0, HEAD)
    k = tl.load(K + base + n[:, None] * HEAD + d[None, :])
    v = tl.load(V + base + n[:, None] * HEAD + d[None, :])
    dk = tl.zeros([BLOCK, HEAD], tl.float32)
    dv = tl.zeros([BLOCK, HEAD], tl.float32)
    for i in range(start, n_ctx, BLOCK):
        m = i + tl.arange(0, BLOCK)
        q_t = tl.load(Q + base + m[None, :] * HEAD + d[:, None])
        p_t = tl.math.exp2(tl.dot(k, q_t) * scale * 1.44269504 - tl.load(L + row + m)[None, :])
        p_t = tl.where(m[None, :] >= n[:, None], p_t, 0.0)
        do = tl.load(DO + base + m[:, None] * HEAD + d[None, :])
        dv += tl.dot(p_t.to(do.dtype), do)
        dp_t = tl.dot(v, tl.trans(do))
        ds_t = p_t * (dp_t - tl.load(Delta + row + m)[None, :])
        dk += tl.dot(ds_t.to(q_t.dtype), tl.trans(q_t))
    at = base + n[:, None] * HEAD + d[None, :]
    tl.store(DK + at, dk * scale)
    tl.store(DV + at, dv)


@triton.jit
def dq_kernel(Q, K, V, DO, DQ, L, Delta, scale, stride_h, n_ctx, BLOCK: tl.constexpr, HEAD: tl.constexpr):
    start = tl.program_id(0) * BLOCK
    base = tl.program_id(1) * stride_h
    row = tl.program_id(1) * n_ctx
    m = start + tl.arange(0, BLOCK)
    d = tl.arange(0, HEAD)
    q = tl.load(Q + base + m[:, None] * HEAD + d[None, :])
    do = tl.load(DO + base + m[:, None] * HEAD + d[None, :])
    lse = tl.load(L + row + m)[:, None]
    delta = tl.load(Delta + row + m)[:, None]
    dq = tl.zeros([BLOCK, HEAD], tl.float32)
    for j in range(0, start + BLOCK, BLOCK):
        n = j + tl.arange(0, BLOCK)
        k_t = tl.load(K + base + n[None, :] * HEAD + d[:, None])
        v_t = tl.load(V + base + n[None, :] * HEAD + d[:, None])
        p = tl.math.exp2(tl.dot(q, k_t) * scale * 1.44269504 - lse)
        p = tl.where(m[:, None] >= n[None, :], p, 0.0)
        ds = p * (tl.dot(do, v_t) - delta)
        dq += tl.dot(ds.to(k_t.dtype), tl.trans(k_t))
    tl.store(DQ + base + m[:, None] * HEAD + d[None, :], dq * scale)


def backward(rng, heads=2, n=64, d=32):
    """Arguments and answers that the three kernels share."""
    q, k, v, do = (rng.normal(heads, n, d, dtype=torch.float16) for _ in range(4))
    leaves = [t.double().requires_grad_() for t in (q, k, v)]
    out, l = plain(*leaves, True)
    out.backward(do.double())
    dq, dk, dv = (t.grad.float() for t in leaves)
    out = out.detach().half()
    delta = (out.double() * do.double()).sum(-1).float()
    return dict(Q=q, K=k, V=v, DO=do, O=out, L=l.detach().float(), Delta=delta, DQ=dq, DK=dk, DV=dv, heads=heads,
                stride_h=n * d, n_ctx=n, scale=1 / math.sqrt(d), HEAD=d)


def backward_launch(rng, kernel, inputs, outputs, scalars, block, rtol=2e-2, atol=2e-2):
    w = backward(rng)
    names = kernel.arg_names
    args = {k: torch.zeros_like(w[k]) if k in outputs else w[k] for k in names if k in inputs + outputs + scalars}
    constexprs = {"HEAD": w["HEAD"], block: 32}
    return Launch(kernel, args, (w["n_ctx"] // 32, w["heads"]), outputs, lambda _: {k: w[k] for k in outputs},
                  constexprs, rtol=rtol, atol=atol)


@case("attention_backward_delta")
def attention_delta(rng):
    return backward_launch(rng, delta_kernel, ["O", "DO"], ["Delta"], ["stride_h", "n_ctx"], "BLOCK_M", 1e-5, 1e-5)


@case("attention_backward_dkdv")
def attention_dkdv(rng):
    return backward_launch(rng, dkdv_kernel, ["Q", "K", "V", "DO", "L", "Delta"], ["DK", "DV"],
                           ["scale", "stride_h", "n_ctx"], "BLOCK")


@case("attention_backward_dq")
def attention_dq(rng):
    return backward_launch(rng, dq_kernel, ["Q", "K", "V", "DO", "L", "Delta"], ["DQ"], ["scale", "stride_h", "n_ctx"],
                           "BLOCK")
