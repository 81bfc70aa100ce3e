"""Records more results of operators, like record.py, for other types, layouts, dimensions and sizes:

    python3 benchmarks/torch/variants.py -o OUT

writes OUT/FAMILY.zip for the families below.
"""

import itertools
import random

import torch

from record import BINARY, DIVISIONS, FLOATS, INF, UNARY, main, rand, specials

ALL = FLOATS + [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]


def pairs(f):
    """Functions of two tensors, of each pair of types; one of them may have no dimensions."""
    for name in BINARY:
        for a, b in itertools.product(ALL, repeat=2):
            if name in DIVISIONS and not a.is_floating_point and not b.is_floating_point:
                continue  # record.py covers the division of integers
            shape = random.choice([(2,), ()])
            f.case(name, rand(2, 1, dtype=a, low=1), rand(*shape, dtype=b, low=1))


def strided(f):
    """Functions of tensors that are transposed, sliced, expanded, or have no elements."""
    def layouts(dtype):
        x = specials(dtype, 48)
        return [x.reshape(6, 8).t(), x.reshape(6, 8)[::2, 1::3], x[:6].reshape(6, 1).expand(6, 3),
                x[:0].reshape(0, 4), x[5],
                x[:24].reshape(2, 3, 4).permute(1, 2, 0)]

    for name in UNARY:
        for dtype in [torch.float32, torch.float16]:
            for x in layouts(dtype):
                f.case(name, x)
    for name in BINARY:
        if name in ("gcd", "lcm") or "shift" in name or "bitwise" in name:
            x, y = rand(4, 6, dtype=torch.int32, low=0, high=9), rand(6, 4, dtype=torch.int32, low=0, high=9)
        else:
            x, y = rand(4, 6, low=0.5), rand(6, 4, low=0.5)
        for a, b in [(x, y.t()), (x[:, ::2], y[::2].t()), (x[:1].expand(4, 6), y.t()[:, :1]), (x[:0], y.t()[:0])]:
            f.case(name, a, b)


def dims(f):
    """Reductions along all sets of dimensions."""
    for dtype in [torch.float32, torch.bfloat16, torch.float64, torch.int64]:
        for x in [rand(2, 3, 4, 5, dtype=dtype), rand(5, 3, 2, 4, dtype=dtype).permute(2, 1, 3, 0)]:
            for n in range(1, 5):
                for some in itertools.combinations(range(4), n):
                    some = [d - 4 if random.random() < 0.3 else d for d in some]
                    keep = random.random() < 0.5
                    for name in ["sum.dim_IntList", "amax", "amin"]:
                        f.case(name, x, some, keep)
                    if dtype.is_floating_point:
                        f.case("mean.dim", x, some, keep)
                        f.case("logsumexp", x, some, keep)
                        f.case("var.correction", x, some, correction=random.choice([0, 1, 2]), keepdim=keep)
                        f.case("linalg_vector_norm", x, random.choice([1, 2, INF]), some, keep)
            for dim in range(-4, 4):
                for name in ["cumsum", "cumprod", "argmax", "argmin", "max.dim", "min.dim", "prod.dim_int", "any.dim",
                             "all.dim"]:
                    f.case(name, x, dim)
                if dtype.is_floating_point:
                    f.case("softmax.int", x, dim)
                    f.case("log_softmax.int", x, dim)


def moves(f):
    """Operators that move elements, of other types than f32."""
    for dtype in [torch.float16, torch.bfloat16, torch.float64, torch.bool, torch.uint8, torch.int32, torch.int64,
                  torch.complex64]:
        r = lambda *s: rand(*s, dtype=dtype)
        x, y, i = r(2, 3, 4), r(6, 4), torch.tensor([2, 0, 1])
        for case in [
            ("reshape", x.transpose(0, 1), [4, 6]), ("permute", x, [1, 2, 0]), ("expand", r(3, 1), [2, 3, 5]),
            ("cat", [y, r(3, 4), r(1, 4)], 0),
            ("stack", [y, y], -1), ("flip", x, [1]), ("roll", x, [2, -1], [1, 2]), ("repeat", y, [2, 2]),
            ("tril", y, -1), ("triu", y, 2),
            ("tril", x, 0), ("diagonal", x, 0, 1, 2), ("diag_embed", r(2, 3), 1), ("unfold", y, 1, 2, 2),
            ("index_select", x, 1, i),
            ("gather", y, 1, torch.tensor([[0, 3], [1, 1]])),
            ("scatter.src", y, 1, torch.tensor([[0, 3], [1, 2]]), r(2, 2)),
            ("index.Tensor", x, [None, torch.tensor([[0, 2], [1, 1]])]), ("index_put", y, [i], r(3, 4)),
            ("index_copy", y, 0, i, r(3, 4)),
            ("embedding", y, torch.tensor([[0, 3], [5, 1]])), ("select.int", x, 2, -2),
            ("slice.Tensor", x, 1, 0, 3, 2), ("split.Tensor", y, 2, 1),
            ("chunk", y, 4, 0), ("unbind.int", x, 0), ("rot90", y, 1, [1, 0]), ("movedim.int", x, 1, -1),
            ("squeeze.dim", r(2, 1, 3), 1),
            ("take_along_dim", y, torch.tensor([[3, 2, 1, 0]]), 1),
            ("where.self", rand(6, 4, dtype=torch.bool), y, r(4)),
            ("masked_fill.Scalar", y, rand(4, dtype=torch.bool), 1), ("full_like", y, 1), ("zeros_like", y),
            ("ones_like", x), ("clone", x),
            ("outer", r(3), r(2)), ("kron", r(2, 2), r(2, 3)),
        ]:
            f.case(*case)


def layers(f):
    """Layers of random sizes: products, convolutions, pools, normalizations, attention, losses."""
    random_sizes = random.Random(18)
    pick = random_sizes.randint
    for number in range(60):
        dtype = [torch.float32, torch.float64, torch.float16, torch.bfloat16][number % 4]
        r = lambda *s, **k: rand(*s, dtype=dtype, **k)
        b, m, n, k = pick(1, 3), pick(1, 9), pick(1, 9), pick(1, 17)
        f.case("linear", r(b, m, k), r(n, k), r(n) if number % 3 else None)
        f.case("matmul", r(b, 1, m, k), r(2, k, n))
        f.case("bmm", r(b, m, k), r(b, n, k).transpose(1, 2))
        f.case("addmm", r(n), r(m, k), r(k, n))
        groups, c, stride, pad, dil = pick(1, 2), pick(1, 3), pick(1, 3), pick(0, 2), pick(1, 2)
        h, w, kh, kw = pick(6, 9), pick(6, 9), pick(1, 3), pick(1, 3)
        f.case("convolution", r(b, c * groups, h, w), r(2 * groups, c, kh, kw), r(2 * groups) if number % 2 else None,
               [stride, pick(1, 2)],
               [pad, pick(0, 1)], [dil, 1], False, [0, 0], groups)
        f.case("conv1d", r(b, c * groups, w), r(2 * groups, c, kw), r(2 * groups), [stride], [pad], [dil], groups)
        f.case("max_pool2d", r(b, c, h, w), [kh + 1, kw + 1], [stride, 2], [(kh + 1) // 2, 0])
        f.case("avg_pool2d", r(b, c, h, w), [kh + 1, kw + 1], [stride, 2], [(kh + 1) // 2, 0])
        f.case("adaptive_avg_pool2d", r(b, c, h, w), [pick(1, 4), pick(1, 4)])
        f.case("native_layer_norm", r(b, m, k + 1), [k + 1], r(k + 1), r(k + 1), 1e-5)
        f.case("rms_norm", r(b, m, k + 1), [k + 1], r(k + 1), 1e-5)
        f.case("native_group_norm", r(b, 2 * groups, h), r(2 * groups), r(2 * groups), b, 2 * groups, h, groups, 1e-5)
        q, key, v = r(b, 2, m, k), r(b, 2, n, k), r(b, 2, n, k)
        f.case("scaled_dot_product_attention", q, key, v, None, 0.0, number % 2 == 0)
        f.case("scaled_dot_product_attention", q, key, v, r(m, n))
        f.case("scaled_dot_product_attention", q, key, v, rand(b, 1, 1, n, dtype=torch.bool), scale=0.5)
        logits, target = r(m, n), torch.tensor([pick(0, n - 1) for _ in range(m)])
        for reduction in [0, 1, 2]:
            f.case("cross_entropy_loss", logits, target, None, reduction, -100, 0.1 * (number % 3))
        f.case("nll_loss_forward", logits, target, r(n, low=0.5), 2, -100)
        f.case("mse_loss", r(m, n), r(m, n), number % 3)
        f.case("gelu_backward", r(m, n), r(m, n), approximate=["none", "tanh"][number % 2])
        f.case("_softmax_backward_data", r(m, n), torch.softmax(logits.float(), -1).to(dtype), -1, dtype)
        f.case("embedding_dense_backward", r(m, k), torch.tensor([pick(0, 4) for _ in range(m)]), 5, -1, False)


FAMILIES = [pairs, strided, dims, moves, layers]

if __name__ == "__main__":
    main(FAMILIES, __file__)
