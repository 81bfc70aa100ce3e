"""Counter-based random numbers and dropout. The references here are statistical; the recorded bits are what counts."""

import torch
import triton
import triton.language as tl

from case import Launch, case


@triton.jit
def random_kernel(int_ptr, uniform_ptr, normal_ptr, four_ptr, seed, N: tl.constexpr):
    o = tl.arange(0, N)
    tl.store(int_ptr + o, tl.randint(seed, o).to(tl.int32, bitcast=True))
    tl.store(uniform_ptr + o, tl.rand(seed, o))
    tl.store(normal_ptr + o, tl.randn(seed, o))
    a, b, c, d = tl.randint4x(seed, o, 7)
    tl.store(four_ptr + o, (a ^ b ^ c ^ d).to(tl.int32, bitcast=True))


def philox(seed, offset, rounds=10, words=False):
    """The first word of Philox 4x32 for a counter (offset, 0, 0, 0), or all four."""
    c0, c1, c2, c3 = offset, 0, 0, 0
    k0, k1 = seed & 0xFFFFFFFF, seed >> 32
    for _ in range(rounds):
        b, a = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (a >> 32) ^ c1 ^ k0, a & 0xFFFFFFFF, (b >> 32) ^ c3 ^ k1, b & 0xFFFFFFFF
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return (c0, c1, c2, c3) if words else c0


def signed(values):
    return torch.tensor(values, dtype=torch.int64).to(torch.int32)


@case("random")
def random_numbers(rng, n=64, seed=2**33 + 12345):
    def reference(a):
        ints = signed([philox(seed, o) for o in range(n)])
        folded = torch.where(ints < 0, -ints - 1, ints)
        uniform = folded.float() * 4.6566127342e-10
        other = signed([philox(seed, o, words=True)[1] for o in range(n)])
        second = torch.where(other < 0, -other - 1, other).float() * 4.6566127342e-10
        normal = (-2.0 * uniform.clamp(min=1e-7).log()).sqrt() * (6.283185307179586 * second).cos()
        four = []
        for o in range(n):
            w = philox(seed, o, 7, words=True)
            four.append(w[0] ^ w[1] ^ w[2] ^ w[3])
        return {"int_ptr": ints, "uniform_ptr": uniform, "normal_ptr": normal, "four_ptr": signed(four)}

    args = {"int_ptr": torch.zeros(n, dtype=torch.int32), "uniform_ptr": torch.zeros(n), "normal_ptr": torch.zeros(n),
            "four_ptr": torch.zeros(n, dtype=torch.int32), "seed": seed}
    return Launch(random_kernel, args, (1,), ["int_ptr", "uniform_ptr", "normal_ptr", "four_ptr"], reference, {"N": n},
                  rtol=1e-5, atol=2e-6, source=True)


@triton.jit
def dropout_kernel(x_ptr, out_ptr, n, p, seed, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = o < n
    x = tl.load(x_ptr + o, mask=mask)
    keep = tl.rand(seed, o) > p
    tl.store(out_ptr + o, tl.where(keep, x / (1 - p), 0.0), mask=mask)


@case("dropout")
def dropout(rng, n=200, p=0.25, seed=99):
    def reference(a):
        ints = signed([philox(seed, o) for o in range(n)])
        uniform = torch.where(ints < 0, -ints - 1, ints).float() * 4.6566127342e-10
        return {"out_ptr": torch.where(uniform > p, a["x_ptr"] / (1 - p), 0.0)}

    args = {"x_ptr": rng.normal(n), "out_ptr": torch.zeros(n), "n": n, "p": p, "seed": seed}
    return Launch(dropout_kernel, args, (4,), ["out_ptr"], reference, {"BLOCK": 64}, rtol=1e-6)
