"""Kernels as models use them: quantized and gathered matrix products, gating, paged attention, convolution, state scans."""

import torch
import triton
import triton.language as tl

from case import Launch, case


@triton.jit
def int4_matmul_kernel(a_ptr, packed_ptr, scale_ptr, zero_ptr, c_ptr, N, K, group, BLOCK_M: tl.constexpr,
                       BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    m = tl.arange(0, BLOCK_M)
    n = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
    acc = tl.zeros((BLOCK_M, BLOCK_N), tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        a = tl.load(a_ptr + m[:, None] * K + k[None, :])
        word = tl.load(packed_ptr + (k[:, None] // 8) * N + n[None, :])
        q = (word >> ((k % 8) * 4)[:, None]) & 0xF
        scale = tl.load(scale_ptr + (k[:, None] // group) * N + n[None, :])
        zero = tl.load(zero_ptr + (k[:, None] // group) * N + n[None, :])
        w = (q - zero).to(tl.float16) * scale
        acc = tl.dot(a, w, acc)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


@case("int4_matmul")
def int4_matmul(rng, m=16, n=64, k=64, group=32):
    q = rng.integers(0, 16, k, n, dtype=torch.int64)
    packed = torch.zeros(k // 8, n, dtype=torch.int64)
    for i in range(8):
        packed |= q[i::8] << (4 * i)
    a, scale = rng.normal(m, k, dtype=torch.float16), rng.normal(k // group, n, dtype=torch.float16, scale=0.1)
    zero = rng.integers(0, 16, k // group, n)

    def reference(_):
        w = (q - zero.repeat_interleave(group, 0)).half() * scale.repeat_interleave(group, 0)
        return {"c_ptr": (a.double() @ w.double()).half()}

    args = {"a_ptr": a, "packed_ptr": packed.to(torch.int32), "scale_ptr": scale, "zero_ptr": zero,
            "c_ptr": torch.zeros(m, n, dtype=torch.float16), "N": n, "K": k, "group": group}
    return Launch(int4_matmul_kernel, args, (2,), ["c_ptr"], reference, {"BLOCK_M": m, "BLOCK_N": 32, "BLOCK_K": 32},
                  rtol=2e-3, atol=4e-3)


@triton.jit
def experts_kernel(x_ptr, w_ptr, out_ptr, rows_ptr, expert_ptr, weight_ptr, tokens, N, K, TOP: tl.constexpr,
                   BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    block = tl.program_id(0)
    rows = tl.load(rows_ptr + block * BLOCK_M + tl.arange(0, BLOCK_M))
    valid = rows < tokens * TOP
    expert = tl.load(expert_ptr + block)
    if expert == -1:
        return
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    a = x_ptr + (rows[:, None] // TOP) * K + k[None, :]
    b = w_ptr + expert.to(tl.int64) * N * K + k[:, None] + n[None, :] * K
    acc = tl.zeros((BLOCK_M, BLOCK_N), tl.float32)
    for _ in range(0, K, BLOCK_K):
        acc += tl.dot(tl.load(a, mask=valid[:, None], other=0.0), tl.load(b))
        a += BLOCK_K
        b += BLOCK_K
    acc *= tl.load(weight_ptr + rows, mask=valid, other=0.0)[:, None]
    tl.store(out_ptr + rows[:, None] * N + n[None, :], acc.to(out_ptr.dtype.element_ty), mask=valid[:, None])


@case("mixture_of_experts")
def experts(rng, tokens=20, n=32, k=32, top=2, count=4, block=16):
    x, w = rng.normal(tokens, k, dtype=torch.bfloat16), rng.normal(count, n, k, dtype=torch.bfloat16)
    chosen = torch.stack([rng.permutation(count)[:top] for _ in range(tokens)]).flatten()
    weight = torch.sigmoid(rng.normal(tokens * top))
    rows, ids = [], []
    for e in range(count):
        mine = torch.nonzero(chosen == e).flatten().int().tolist()
        mine += [tokens * top] * (-len(mine) % block)
        rows, ids = rows + mine, ids + [e] * (len(mine) // block)
    rows, ids = rows + [tokens * top] * block, ids + [-1]

    def reference(_):
        out = [(w[e].double() @ x[i // top].double()) * weight[i].double() for i, e in enumerate(chosen.tolist())]
        return {"out_ptr": torch.stack(out).bfloat16()}

    args = {"x_ptr": x, "w_ptr": w, "out_ptr": torch.zeros(tokens * top, n, dtype=torch.bfloat16),
            "rows_ptr": torch.tensor(rows, dtype=torch.int32), "expert_ptr": torch.tensor(ids, dtype=torch.int32),
            "weight_ptr": weight, "tokens": tokens, "N": n, "K": k}
    return Launch(experts_kernel, args, (len(ids), 1), ["out_ptr"], reference,
                  {"TOP": top, "BLOCK_M": block, "BLOCK_N": 32, "BLOCK_K": 16}, rtol=1e-2, atol=1e-2)


@triton.jit
def gating_kernel(logits_ptr, weight_ptr, index_ptr, count, TOP: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    x = tl.load(logits_ptr + row * count + j, mask=j < count, other=float("-inf")).to(tl.float32)
    p = tl.softmax(x)
    total = 0.0
    for i in tl.static_range(TOP):
        best, where = tl.max(p, axis=0, return_indices=True)
        tl.store(weight_ptr + row * TOP + i, best)
        tl.store(index_ptr + row * TOP + i, where)
        total += best
        p = tl.where(j == where, -1.0, p)
    k = tl.arange(0, TOP)
    tl.debug_barrier()
    tl.store(weight_ptr + row * TOP + k, tl.load(weight_ptr + row * TOP + k) / total)


@case("expert_gating")
def gating(rng, rows=6, count=12, top=4):
    def reference(a):
        best = a["logits_ptr"].float().softmax(1).topk(top, 1)
        return {"weight_ptr": best.values / best.values.sum(1, keepdim=True), "index_ptr": best.indices.int()}

    args = {"logits_ptr": rng.normal(rows, count), "weight_ptr": torch.zeros(rows, top),
            "index_ptr": torch.zeros(rows, top, dtype=torch.int32), "count": count}
    return Launch(gating_kernel, args, (rows,), ["weight_ptr", "index_ptr"], reference, {"TOP": top, "BLOCK": 16},
                  rtol=1e-5, atol=1e-6)


@triton.jit
def paged_attention_kernel(q_ptr, k_ptr, v_ptr, table_ptr, length_ptr, out_ptr, scale, pages, PAGE: tl.constexpr,
                           HEAD: tl.constexpr):
    sequence = tl.program_id(0)
    length = tl.load(length_ptr + sequence)
    d = tl.arange(0, HEAD)
    t = tl.arange(0, PAGE)
    q = tl.load(q_ptr + sequence * HEAD + d).to(tl.float32) * scale
    m, l = float("-inf"), 0.0
    acc = tl.zeros([HEAD], tl.float32)
    page = 0
    while page * PAGE < length:
        block = tl.load(table_ptr + sequence * pages + page).to(tl.int64)
        inside = page * PAGE + t < length
        at = (block * PAGE + t)[:, None] * HEAD + d[None, :]
        k = tl.load(k_ptr + at, mask=inside[:, None], other=0.0).to(tl.float32)
        s = tl.where(inside, tl.sum(q[None, :] * k, 1), float("-inf"))
        m_new = tl.maximum(m, tl.max(s, 0))
        p = tl.exp(s - m_new)
        alpha = tl.exp(m - m_new)
        v = tl.load(v_ptr + at, mask=inside[:, None], other=0.0).to(tl.float32)
        acc = acc * alpha + tl.sum(p[:, None] * v, 0)
        l = l * alpha + tl.sum(p, 0)
        m = m_new
        page += 1
    tl.store(out_ptr + sequence * HEAD + d, (acc / l).to(out_ptr.dtype.element_ty))


@case("paged_attention")
def paged_attention(rng, sequences=4, head=32, page=8, pages=4, blocks=20):
    half = torch.float16
    q, k, v = (rng.normal(*s, head, dtype=half) for s in ((sequences,), (blocks, page), (blocks, page)))
    table, lengths = rng.permutation(blocks)[: sequences * pages].view(sequences, pages), [5, 8, 30, 17]

    def reference(_):
        out = []
        for s, n in enumerate(lengths):
            keys, values = (x[table[s].long()].view(-1, head)[:n].double() for x in (k, v))
            out.append((keys @ q[s].double() * head**-0.5).softmax(0) @ values)
        return {"out_ptr": torch.stack(out).half()}

    args = {"q_ptr": q, "k_ptr": k, "v_ptr": v, "table_ptr": table.contiguous(),
            "length_ptr": torch.tensor(lengths, dtype=torch.int32), "out_ptr": torch.zeros(sequences, head, dtype=half),
            "scale": head**-0.5, "pages": pages}
    return Launch(paged_attention_kernel, args, (sequences,), ["out_ptr"], reference, {"PAGE": page, "HEAD": head},
                  rtol=2e-3, atol=1e-3)


@triton.jit
def conv2d_kernel(x_ptr, w_ptr, y_ptr, H, W, CIN: tl.constexpr, COUT: tl.constexpr, R: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    i, j = at // W, at % W
    c, o = tl.arange(0, CIN), tl.arange(0, COUT)
    acc = tl.zeros((BLOCK, COUT), tl.float32)
    for r in range(R * R):
        y, x = i + r // R - R // 2, j + r % R - R // 2
        inside = (y >= 0) & (y < H) & (x >= 0) & (x < W)
        a = tl.load(x_ptr + (y * W + x)[:, None] * CIN + c[None, :], mask=inside[:, None], other=0.0)
        b = tl.load(w_ptr + r * CIN * COUT + c[:, None] * COUT + o[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(y_ptr + at[:, None] * COUT + o[None, :], acc, mask=(at < H * W)[:, None])


@case("conv2d")
def conv2d(rng, h=9, w=11, cin=16, cout=16, r=3):
    x, weight = rng.normal(h, w, cin, dtype=torch.float16), rng.normal(r, r, cin, cout, dtype=torch.float16)

    def reference(_):
        y = torch.nn.functional.conv2d(x.double().permute(2, 0, 1)[None], weight.double().permute(3, 2, 0, 1), padding=1)
        return {"y_ptr": y[0].permute(1, 2, 0).float().contiguous()}

    args = {"x_ptr": x, "w_ptr": weight, "y_ptr": torch.zeros(h, w, cout), "H": h, "W": w}
    return Launch(conv2d_kernel, args, (4,), ["y_ptr"], reference, {"CIN": cin, "COUT": cout, "R": r, "BLOCK": 32},
                  rtol=1e-4, atol=1e-3)


@triton.jit
def state_space_kernel(x_ptr, dt_ptr, a_ptr, b_ptr, c_ptr, y_ptr, length, channels, STATE: tl.constexpr,
                       BLOCK: tl.constexpr):
    ch = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    s = tl.arange(0, STATE)
    a = tl.load(a_ptr + ch[:, None] * STATE + s[None, :])
    h = tl.zeros((BLOCK, STATE), tl.float32)
    for t in range(length):
        x = tl.load(x_ptr + t * channels + ch)
        dt = tl.load(dt_ptr + t * channels + ch)
        dt = tl.where(dt > 20.0, dt, tl.log(1.0 + tl.exp(dt)))
        b = tl.load(b_ptr + t * STATE + s)
        c = tl.load(c_ptr + t * STATE + s)
        h = h * tl.exp(dt[:, None] * a) + (dt * x)[:, None] * b[None, :]
        tl.store(y_ptr + t * channels + ch, tl.sum(h * c[None, :], 1))


@case("state_space")
def state_space(rng, length=12, channels=32, state=8):
    x, dt = rng.normal(length, channels), rng.normal(length, channels)
    a, b, c = -rng.normal(channels, state).abs(), rng.normal(length, state), rng.normal(length, state)

    def reference(_):
        h, out = torch.zeros(channels, state, dtype=torch.float64), []
        for t in range(length):
            step = torch.nn.functional.softplus(dt[t].double())
            h = h * (step[:, None] * a).exp() + (step * x[t])[:, None] * b[t][None, :]
            out.append((h * c[t]).sum(1).float())
        return {"y_ptr": torch.stack(out)}

    args = {"x_ptr": x, "dt_ptr": dt, "a_ptr": a, "b_ptr": b, "c_ptr": c, "y_ptr": torch.zeros(length, channels),
            "length": length, "channels": channels}
    return Launch(state_space_kernel, args, (2,), ["y_ptr"], reference, {"STATE": state, "BLOCK": 16}, rtol=1e-4, atol=1e-4)


@triton.jit
def fp8_extremes_kernel(x_ptr, h_ptr, b_ptr, e4m3_ptr, e5m2_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    x, h, b = tl.load(x_ptr + o), tl.load(h_ptr + o), tl.load(b_ptr + o)
    tl.store(e4m3_ptr + o, x.to(tl.float8e4nv))
    tl.store(e4m3_ptr + N + o, h.to(tl.float8e4nv))
    tl.store(e4m3_ptr + 2 * N + o, b.to(tl.float8e4nv))
    tl.store(e5m2_ptr + o, x.to(tl.float8e5))
    tl.store(e5m2_ptr + N + o, h.to(tl.float8e5))
    tl.store(e5m2_ptr + 2 * N + o, b.to(tl.float8e5))


@case("fp8_extremes")
def fp8_extremes(rng, n=64):
    x = rng.normal(n) * 10 ** rng.normal(n, scale=3)
    x[:6] = torch.tensor([float("inf"), -float("inf"), 1e30, -1e5, 460.0, 1e-12])

    def reference(a):
        return {}

    args = {"x_ptr": x, "h_ptr": x.half(), "b_ptr": x.bfloat16(), "e4m3_ptr": torch.zeros(3, n, dtype=torch.float8_e4m3fn),
            "e5m2_ptr": torch.zeros(3, n, dtype=torch.float8_e5m2)}
    return Launch(fp8_extremes_kernel, args, (1,), ["e4m3_ptr", "e5m2_ptr"], reference, {"N": n}, checked=False)


@triton.jit
def fp4_scaled_kernel(a_ptr, scale_ptr, b_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k, p = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K), tl.arange(0, K // 2)
    a = tl.load(a_ptr + m[:, None] * (K // 2) + p[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    scale = tl.load(scale_ptr + m[:, None] * (K // 32) + tl.arange(0, K // 32)[None, :])
    tl.store(c_ptr + m[:, None] * N + n[None, :], tl.dot_scaled(a, scale, "e2m1", b, None, "bf16"))


@case("fp4_scaled")
def fp4_scaled(rng, m=32, n=32, k=64):
    codes = rng.integers(0, 16, m, k, dtype=torch.int64)
    table = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6, 0, -0.5, -1, -1.5, -2, -3, -4, -6])
    scale, b = rng.integers(124, 131, m, k // 32, dtype=torch.uint8), rng.normal(k, n, dtype=torch.bfloat16)

    def reference(_):
        a = table[codes].double() * (scale.double() - 127).exp2().repeat_interleave(32, 1)
        return {"c_ptr": (a @ b.double()).float()}

    packed = (codes[:, 0::2] | codes[:, 1::2] << 4).to(torch.uint8)
    args = {"a_ptr": packed, "scale_ptr": scale, "b_ptr": b, "c_ptr": torch.zeros(m, n)}
    return Launch(fp4_scaled_kernel, args, (1,), ["c_ptr"], reference, {"M": m, "N": n, "K": k}, rtol=1e-3, atol=1e-2)
