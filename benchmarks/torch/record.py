"""Records the results of PyTorch's operators, as goldens for the references of this project.

    python3 benchmarks/torch/record.py -o OUT
    python3 benchmarks/torch/variants.py -o OUT

write OUT/FAMILY.zip. Each has index.jsonl, with a case per line, and data.bin, with the elements of all tensors. They
take some minutes, need no package besides torch, and write the same files for the same torch and devices. If there is a
CUDA device, its results are recorded, too, where their bits differ from the CPU's.

A case is {"op": "aten operator.overload", "args": {name: value}, "outs": [tensor], "cuda": [tensor]}, or has "error":
[class, message] in place of outs. A tensor is {"t": element type, "s": shape, "o": offset in data.bin}, with "st":
strides if it is not contiguous. Elements are little-endian and in row-major order. The families meta and layout have
other kinds of lines, which the functions below describe.
"""

import argparse
import faulthandler
import itertools
import json
import math
import pathlib
import random
import subprocess
import sys
import warnings
import zipfile

import torch

TYPES = {
    torch.bool: "i1", torch.uint8: "ui8", torch.uint16: "ui16", torch.uint32: "ui32", torch.uint64: "ui64",
    torch.int8: "i8", torch.int16: "i16", torch.int32: "i32", torch.int64: "i64", torch.float16: "f16",
    torch.bfloat16: "bf16", torch.float32: "f32", torch.float64: "f64", torch.complex32: "complex<f16>",
    torch.complex64: "complex<f32>", torch.complex128: "complex<f64>", torch.float8_e4m3fn: "f8E4M3FN",
    torch.float8_e5m2: "f8E5M2",
}
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
INTS = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]
CUDA = torch.cuda.is_available()
INF, NAN = math.inf, math.nan


def raw(t):
    """The elements of a tensor as bytes, in row-major order."""
    t = t.detach().cpu().resolve_conj().resolve_neg().contiguous()
    if t.dtype.is_complex:
        t = torch.view_as_real(t).contiguous()
    t = t.reshape(-1)
    if t.numel() == 0:
        return b""
    same = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[t.element_size()]
    return t.view(same).numpy().tobytes()


class Family:
    """A file of goldens."""

    def __init__(self, name, out):
        self.name, self.out, self.lines, self.data, self.places = name, out, [], bytearray(), {}
        random.seed(name)
        torch.manual_seed(sum(map(ord, name)))

    def tensor(self, t):
        content = raw(t)
        if content not in self.places:
            self.places[content] = len(self.data)
            self.data += content
        d = {"t": TYPES[t.dtype], "s": list(t.shape), "o": self.places[content]}
        if not t.is_contiguous():
            d["st"] = list(t.stride())
        return d

    def value(self, v):
        if isinstance(v, torch.Tensor):
            return self.tensor(v)
        if isinstance(v, torch.dtype):
            return {"dtype": TYPES[v]}
        if isinstance(v, float) and not math.isfinite(v):
            return {"f": str(v)}
        if isinstance(v, complex):
            return {"complex": [v.real, v.imag]}
        if isinstance(v, (list, tuple)):
            return [self.value(x) for x in v]
        return v

    def line(self, d):
        self.lines.append(json.dumps(d, separators=(",", ":")))

    def case(self, name, *args, **kwargs):
        """Records an operator of torch.ops.aten."""
        base, _, overload = name.partition(".")
        try:
            op = getattr(getattr(torch.ops.aten, base), overload or "default")
            names = [a.name for a in op._schema.arguments]
        except Exception as e:
            self.line({"op": name, "missing": str(e)[:80]})
            return
        d = {"op": name, "args": {n: self.value(a) for n, a in zip(names, args) if a is not None}}
        d["args"].update({n: self.value(a) for n, a in kwargs.items() if a is not None})
        try:
            outs = op(*args, **kwargs)
        except Exception as e:
            d["error"] = [type(e).__name__, str(e)[:60]]
            self.line(d)
            return
        outs = list(outs) if isinstance(outs, (list, tuple)) else [outs]
        d["outs"] = [self.tensor(t) for t in outs if isinstance(t, torch.Tensor)]
        if CUDA:
            try:
                cuda = lambda v: v.cuda() if isinstance(v, torch.Tensor) else (
                    [cuda(x) for x in v] if isinstance(v, (list, tuple)) else v)
                moved = op(*[cuda(a) for a in args], **{n: cuda(a) for n, a in kwargs.items()})
                moved = list(moved) if isinstance(moved, (list, tuple)) else [moved]
                moved = [t for t in moved if isinstance(t, torch.Tensor)]
                if any(raw(a) != raw(b) for a, b in zip(outs, moved)):
                    d["cuda"] = [self.tensor(t) for t in moved]
            except Exception as e:
                d["cuda_error"] = [type(e).__name__, str(e)[:60]]
        self.line(d)

    def write(self):
        head = {"family": self.name, "torch": torch.__version__, "cases": len(self.lines),
                "device": torch.cuda.get_device_name() if CUDA else "none"}
        path = self.out / (self.name + ".zip")
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
            for name, content in [("index.jsonl", "\n".join([json.dumps(head)] + self.lines) + "\n"),
                                  ("data.bin", bytes(self.data))]:
                info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                z.writestr(info, content)
        print(path, len(self.lines), "cases,", path.stat().st_size, "bytes")


def rand(*shape, dtype=torch.float32, low=-3.0, high=3.0):
    """Random numbers of a dtype."""
    x = torch.rand(shape, dtype=torch.float64) * (high - low) + low
    if dtype == torch.bool:
        return x > 0
    if dtype.is_complex:
        return torch.complex(x, torch.rand(shape, dtype=torch.float64)).to(dtype)
    if dtype in (torch.uint8, torch.uint16, torch.uint32, torch.uint64):
        x = x.abs()
    return (x.round() if not dtype.is_floating_point else x).to(dtype)


def specials(dtype, n):
    """n numbers of a dtype with the extreme ones among them."""
    if dtype == torch.bool:
        return torch.arange(n) % 2 == 1
    if not dtype.is_floating_point:
        i = torch.iinfo(dtype)
        list_ = [0, 1, 2, 3, 5, 7, 10, i.max, i.max - 1, i.max // 2, i.min, i.min + 1, i.min // 2]
        if i.min < 0:
            list_ += [-1, -2, -3, -5, -7, -10]
        while len(list_) < n:
            list_.append(random.randint(max(i.min, -100), min(i.max, 100)))
        return torch.tensor(list_[:n], dtype=dtype)
    f = torch.finfo(dtype)
    list_ = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, INF, -INF, NAN, f.max, -f.max, f.tiny, -f.tiny,
             f.smallest_normal / 4, f.eps, 1 + f.eps, 1 - f.eps / 2, 1.5, 2.5, -2.5, math.pi, -math.pi, math.pi / 2, math.e,
             10.0, 100.0, -100.0, 0.25, 0.001, 88.0, -88.0, 20.0]
    while len(list_) < n:
        list_.append(random.choice([random.uniform(-1, 1), random.uniform(-10, 10), random.uniform(0, 1),
                                    random.choice([-1, 1]) * 10 ** random.uniform(-6, 4)]))
    return torch.tensor(list_[:n], dtype=torch.float64).to(dtype)


UNARY = """abs acos acosh asin asinh atan atanh ceil cos cosh digamma erf erfc erfinv exp exp2 expm1 floor frac i0 isfinite
isinf isnan lgamma log log10 log1p log2 logical_not nan_to_num neg reciprocal relu round rsqrt sgn sigmoid sign signbit silu
sin sinc sinh special_erfcx special_i0e special_i1 special_i1e special_ndtri special_bessel_j0 special_bessel_j1
special_spherical_bessel_j0 sqrt square tan tanh trunc gelu mish softplus elu celu selu leaky_relu hardtanh hardsigmoid
hardswish hardshrink softshrink relu6 log_sigmoid bitwise_not logit""".split()
EXHAUSTIVE = "exp log sin tanh sigmoid gelu silu rsqrt erf expm1".split()


def unary(f):
    for name in UNARY:
        for dtype in FLOATS:
            f.case(name, specials(dtype, 512 if dtype in (torch.float32, torch.float64) else 200))
        for dtype in [torch.bool, torch.uint8, torch.int8, torch.int32, torch.int64]:
            f.case(name, specials(dtype, 64))
        for dtype in [torch.complex64, torch.complex128]:
            f.case(name, rand(40, dtype=dtype))
    for name in EXHAUSTIVE:
        for dtype in [torch.float16, torch.bfloat16]:
            f.case(name, torch.arange(-32768, 32768, dtype=torch.int32).to(torch.int16).view(dtype))
    x = specials(torch.float32, 128)
    f.case("gelu", x, approximate="tanh")
    for decimals in [-2, 0, 1, 3]:
        f.case("round.decimals", rand(64, low=-500, high=500), decimals=decimals)
    f.case("softplus", x, 2.0, 5.0)
    f.case("elu", x, 0.5, 2.0, 3.0)
    f.case("celu", x, 2.0)
    f.case("leaky_relu", x, 0.2)
    f.case("hardtanh", x, -0.5, 1.5)
    f.case("hardshrink", x, 1.0)
    f.case("softshrink", x, 1.0)
    f.case("threshold", x, 0.5, -7.0)
    f.case("logit", torch.linspace(-0.2, 1.2, 57), 0.1)
    f.case("nan_to_num", x, 1.0, 2.0, -3.0)
    for dtype in [torch.float32, torch.float16, torch.int64]:
        y = specials(dtype, 60)
        for lo, hi in [(None, 1), (-1, None), (-1.5, 2.0), (2, -2)]:
            f.case("clamp", y, lo, hi)


BINARY = """add.Tensor sub.Tensor mul.Tensor div.Tensor floor_divide remainder.Tensor fmod.Tensor pow.Tensor_Tensor maximum
minimum fmax fmin atan2 hypot copysign.Tensor nextafter gcd lcm logaddexp logaddexp2 xlogy.Tensor heaviside eq.Tensor
ne.Tensor lt.Tensor le.Tensor gt.Tensor ge.Tensor bitwise_and.Tensor bitwise_or.Tensor bitwise_xor.Tensor
bitwise_left_shift.Tensor bitwise_right_shift.Tensor logical_and logical_or logical_xor igamma igammac special_zeta
float_power.Tensor_Tensor isclose""".split()

# On the CPU, dividing integers by 0, and the least one by -1, ends the process.
DIVISIONS = ["floor_divide", "remainder.Tensor", "fmod.Tensor"]


def binary(f):
    for name in BINARY:
        for dtype in FLOATS + [torch.uint8, torch.int8, torch.int32, torch.int64]:
            n = 48 if dtype == torch.float32 else 24
            x = specials(dtype, n)
            if name in ("gcd", "lcm") and not dtype.is_floating_point:
                x = x[x != torch.iinfo(dtype).min]
            if name in DIVISIONS and not dtype.is_floating_point:
                f.case(name, x.reshape(-1, 1), x[(x != 0) & (x != -1)])
            elif "shift" in name:
                f.case(name, x.reshape(-1, 1), torch.arange(0, 8).to(dtype))
            else:
                f.case(name, x.reshape(-1, 1), x)
        if name not in DIVISIONS:
            f.case(name, specials(torch.bool, 4).reshape(-1, 1), specials(torch.bool, 4))
        for a, b in itertools.product([torch.float16, torch.bfloat16, torch.int64, torch.bool, torch.float64], repeat=2):
            f.case(name, rand(3, 1, dtype=a), rand(4, dtype=b, low=1))
            f.case(name, rand(3, dtype=a), rand(dtype=b, low=1))
    for mode in ["trunc", "floor", None]:
        for dtype in [torch.float32, torch.float16, torch.int32, torch.uint8]:
            x = specials(dtype, 32)
            y = x if dtype.is_floating_point else x[(x != 0) & (x != -1)]
            f.case("div.Tensor_mode", x.reshape(-1, 1), y, rounding_mode=mode)
    for name in ["add.Scalar", "sub.Scalar", "mul.Scalar", "div.Scalar", "rsub.Scalar", "remainder.Scalar", "fmod.Scalar",
                 "pow.Tensor_Scalar", "eq.Scalar", "ne.Scalar", "lt.Scalar", "le.Scalar", "gt.Scalar", "ge.Scalar",
                 "bitwise_and.Scalar", "bitwise_or.Scalar", "bitwise_xor.Scalar"]:
        for dtype in [torch.float16, torch.float32, torch.int64, torch.uint8, torch.bool]:
            for number in [2, 0.5, -1, 3.0, True]:
                if number == -1 and name in ("remainder.Scalar", "fmod.Scalar", "div.Scalar"):
                    continue
                f.case(name, specials(dtype, 32), number)
    for number in [2, 0.5, 1, -1.0, 0]:
        for dtype in [torch.float32, torch.int64]:
            f.case("pow.Scalar", number, rand(20, dtype=dtype, low=0))
    for alpha in [2, 0.5]:
        for dtype in [torch.float32, torch.float16, torch.int64]:
            f.case("add.Tensor", rand(6, dtype=dtype), rand(2, 1, dtype=dtype), alpha=alpha)
            f.case("sub.Tensor", rand(6, dtype=dtype), rand(2, 1, dtype=dtype), alpha=alpha)
    x, y, z = specials(torch.float32, 24).reshape(-1, 1, 1), specials(torch.float32, 24).reshape(-1, 1), rand(3)
    f.case("clamp.Tensor", x, y, specials(torch.float32, 24))
    f.case("clamp_min.Tensor", x, y)
    f.case("clamp_max.Tensor", x, y)
    f.case("clamp_min", x, 0.5)
    f.case("clamp_max", x, 0.5)
    for dtype in [torch.float32, torch.float16, torch.bfloat16]:
        a, b, c = rand(4, 1, dtype=dtype), rand(5, dtype=dtype), rand(4, 5, dtype=dtype, low=0.5)
        f.case("addcmul", a, b, c, value=0.5)
        f.case("addcdiv", a, b, c, value=2)
        f.case("lerp.Scalar", a, b, 0.3)
        f.case("lerp.Scalar", a, b, 0.7)
        f.case("lerp.Tensor", a, b, rand(4, 5, dtype=dtype, low=0, high=1))
        f.case("where.self", rand(4, 5, dtype=torch.bool), a, b)
        f.case("where.self", rand(4, 5, dtype=torch.bool), a, rand(5, dtype=torch.int64))
        f.case("masked_fill.Scalar", c, rand(5, dtype=torch.bool), -INF)
        f.case("masked_fill.Tensor", c, rand(4, 1, dtype=torch.bool), torch.tensor(2.0, dtype=dtype))
    f.case("isclose", x, y, 0.1, 0.1, True)


def dims_of(t):
    return [None, [0], [-1], [0, t.dim() - 1]] if t.dim() > 1 else [None, [0]]


def reduce(f):
    inputs = []
    for dtype in FLOATS + [torch.int32, torch.uint8, torch.bool, torch.complex64]:
        inputs += [rand(3, 4, 5, dtype=dtype), rand(7, dtype=dtype), rand(dtype=dtype)]
    special = rand(4, 5)
    special[0, 0], special[1, :], special[2, 1], special[3, 2] = NAN, -INF, INF, -INF
    inputs += [special, torch.zeros(0, 3), torch.zeros(3, 0), rand(6, 5).t(), rand(3000, low=0, high=1000)]
    for x in inputs:
        for keep in [False, True]:
            for dims in dims_of(x):
                f.case("sum.dim_IntList", x, dims, keep)
                f.case("mean.dim", x, dims, keep)
                f.case("amax", x, dims or [], keep)
                f.case("amin", x, dims or [], keep)
                for name in ["var.correction", "std.correction"]:
                    f.case(name, x, dims, correction=1, keepdim=keep)
                if dims:
                    f.case("logsumexp", x, dims, keep)
            f.case("var_mean.correction", x, [-1], correction=0, keepdim=keep)
            for p in [0, 1, 2, 3.5, INF, -INF]:
                f.case("linalg_vector_norm", x, p, [-1], keep)
            for name in ["prod.dim_int", "any.dim", "all.dim", "max.dim", "min.dim", "argmax", "argmin"]:
                f.case(name, x, -1, keep)
        for name in ["sum", "mean", "prod", "any", "all", "max", "min", "argmax", "argmin"]:
            f.case(name, x)
        for dim in [0, -1]:
            for name in ["softmax.int", "log_softmax.int", "cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"]:
                f.case(name, x, dim)
            f.case("sort.stable", x, stable=True, dim=dim, descending=False)
            f.case("sort.stable", x, stable=True, dim=dim, descending=True)
        f.case("sum", x, dtype=torch.float64)
        f.case("count_nonzero.dim_IntList", x, [0])
    for x in [rand(4, 9), rand(3, 3)]:
        f.case("topk", x, 2, 1, True, True)
        f.case("topk", x, 3, 0, False, True)
        f.case("trace", x)


def shapes(f):
    x, y = rand(2, 3, 4), rand(6, 4)
    i = torch.tensor([2, 0, 1])
    for case in [
        ("view", x, [6, -1]), ("reshape", x, [4, 6]), ("reshape", x.transpose(0, 2), [-1]), ("permute", x, [2, 0, 1]),
        ("transpose.int", x, 0, -1), ("t", y), ("expand", rand(3, 1), [2, -1, 4]), ("squeeze", rand(1, 3, 1)),
        ("squeeze.dim", rand(1, 3, 1), 0), ("squeeze.dims", rand(1, 3, 1), [0, 1]), ("unsqueeze", x, -1),
        ("flatten.using_ints", x, 1, -1), ("unflatten.int", y, 0, [2, -1]), ("select.int", x, 1, -1),
        ("slice.Tensor", x, 2, 1, 100, 2), ("slice.Tensor", x, 1, -2, -1, 1), ("narrow", x, 2, 1, 2),
        ("cat", [y, rand(2, 4)], 0), ("cat", [y, rand(6, 1, dtype=torch.float16)], -1), ("cat", [y, torch.zeros(0)], 0),
        ("stack", [y, y, y], 1), ("hstack", [y, y]), ("vstack", [y, y]), ("split.Tensor", y, 4, 0),
        ("split_with_sizes", y, [1, 2, 3], 0), ("chunk", y, 3, 1), ("unbind.int", x, 1), ("flip", x, [0, 2]),
        ("roll", x, [1, -1], [0, 2]), ("roll", x, [5]), ("repeat", y, [2, 1, 3]), ("tile", y, [2]), ("rot90", y, 1, [0, 1]),
        ("rot90", y, 2, [0, 1]), ("rot90", y, 3, [0, 1]), ("diagonal", x, 1, 0, 2), ("diag_embed", rand(3), -1), ("tril", y, 1),
        ("triu", y, -1), ("movedim.int", x, 0, 2), ("constant_pad_nd", x, [1, 2, -1, 0], 7.0), ("unfold", y, 0, 3, 2),
        ("index_select", y, 0, i), ("gather", y, 0, torch.tensor([[0, 5, 2, 1]])),
        ("scatter.src", y, 0, torch.tensor([[0, 5, 2, 1]]), rand(1, 4)), ("scatter.value", y, 1, torch.tensor([[1], [0]]), 9.0),
        ("scatter_add", y, 0, torch.tensor([[0, 5], [0, 2]]), rand(2, 2)), ("index.Tensor", y, [i]),
        ("index.Tensor", x, [None, i, i]), ("index_put", y, [i], rand(3, 4)), ("index_put", y, [torch.tensor([1, 1])],
                                                                             rand(2, 4), True),
        ("index_add", y, 0, torch.tensor([1, 1]), rand(2, 4)), ("index_copy", y, 0, i, rand(3, 4)),
        ("index_fill.int_Scalar", y, 1, i, 3.0), ("take_along_dim", y, torch.tensor([[0, 1, 2, 3]]), 0),
        ("embedding", y, torch.tensor([[0, 3], [5, 1]])), ("kron", rand(2, 3), rand(3, 2)), ("kron", rand(3), rand(2, 2)),
        ("inner", rand(3, 4), rand(2, 4)), ("inner", rand(4), rand(4)), ("linalg_cross", rand(4, 3), rand(1, 3)),
        ("linalg_cross", rand(3, 4), rand(3, 4)), ("trapezoid.dx", y), ("trapezoid.x", y, rand(4)), ("linalg_vecdot", y, y),
        ("full", [2, 3], 2.5), ("full", [2], 7), ("zeros", [2, 2]), ("ones", [3]), ("zeros_like", y), ("ones_like", y),
        ("full_like", y, 3.0), ("arange", 5), ("arange.start", 2, 7), ("arange.start_step", 0.0, 1.0, 0.1),
        ("arange.start_step", 10, 1, -3), ("linspace", 0.0, 1.0, 7), ("linspace", 3, -2, 4), ("logspace", 0.0, 2.0, 5),
        ("eye", 3), ("eye.m", 2, 4), ("kaiser_window", 10), ("kaiser_window.periodic", 9, False),
        ("kaiser_window.beta", 8, True, 5.0), ("bucketize.Tensor", rand(3, 4), torch.linspace(-2, 2, 9)),
        ("one_hot", torch.tensor([1, 0, 3]), 4), ("cosine_similarity", y, rand(4), 1), ("addr", rand(3, 4), rand(3), rand(4)),
        ("outer", rand(3), rand(4)), ("diff", y), ("movedim.int", x, -1, 0), ("broadcast_to", rand(3, 1), [2, 3, 4]),
        ("_to_copy", y),
    ]:
        f.case(*case)
    f.case("_to_copy", rand(5), dtype=torch.int32)
    f.case("_to_copy", specials(torch.float32, 20), dtype=torch.bool)
    for to in FLOATS + INTS + [torch.float8_e4m3fn, torch.float8_e5m2]:
        f.case("_to_copy", rand(64, low=-100, high=100), dtype=to)


def nn(f):
    for dtype in [torch.float32, torch.float64, torch.float16, torch.bfloat16]:
        r = lambda *s, **k: rand(*s, dtype=dtype, **k)
        x, w = r(4, 8), r(5, 8)
        f.case("linear", x, w, r(5))
        f.case("linear", r(2, 3, 8), w)
        f.case("addmm", r(5), x, w.t().contiguous(), beta=0.5, alpha=2)
        f.case("mm", x, r(8, 3))
        f.case("bmm", r(2, 3, 4), r(2, 4, 5))
        f.case("baddbmm", r(2, 3, 5), r(2, 3, 4), r(2, 4, 5))
        for a, b in [((4,), (4,)), ((3, 4), (4,)), ((4,), (4, 3)), ((2, 3, 4), (4, 5)), ((2, 1, 3, 4), (5, 4, 2))]:
            f.case("matmul", r(*a), r(*b))
        f.case("mv", r(3, 4), r(4))
        f.case("dot", r(4), r(4))
        for a, b, eq in [((3, 4), (4, 5), "ij,jk->ik"), ((2, 3, 4), (2, 4, 5), "bij,bjk->bik"), ((2, 3, 4, 5), (4, 6, 5), "nths,hes->nhte")]:
            b = (3, 6, 4) if eq.startswith("nths") else b
            a = (2, 5, 3, 4) if eq.startswith("nths") else a
            f.case("einsum", eq, [r(*a), r(*b)])
        f.case("conv1d", r(2, 4, 9), r(6, 2, 3), r(6), [2], [1], [1], 2)
        for stride, pad, dil, groups in [(1, 0, 1, 1), (2, 1, 1, 1), (1, 2, 2, 2)]:
            f.case("convolution", r(2, 4, 7, 8), r(6, 4 // groups, 3, 3), r(6), [stride, stride], [pad, pad], [dil, dil], False, [0, 0], groups)
        f.case("convolution", r(1, 4, 5, 5), r(4, 3, 3, 3), None, [2, 2], [1, 1], [1, 1], True, [1, 1], 1)
        f.case("convolution", r(1, 2, 4, 4, 4), r(3, 2, 2, 2, 2), None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1)
        f.case("native_layer_norm", r(3, 4, 6), [6], r(6), r(6), 1e-5)
        f.case("native_layer_norm", r(3, 4, 6), [4, 6], None, None, 1e-5)
        f.case("layer_norm", r(3, 6), [6], r(6), r(6))
        f.case("rms_norm", r(3, 6), [6], r(6))
        f.case("native_group_norm", r(2, 6, 10), r(6), r(6), 2, 6, 10, 3, 1e-5)
        f.case("native_batch_norm", r(4, 3, 5), r(3), r(3), torch.zeros(3), torch.ones(3), True, 0.1, 1e-5)
        f.case("native_batch_norm", r(4, 3, 5), r(3), r(3), torch.rand(3), torch.rand(3) + 1, False, 0.1, 1e-5)
        f.case("max_pool2d", r(2, 3, 7, 8), [3, 2], [2, 2], [1, 1])
        f.case("max_pool2d", r(2, 3, 7, 8), [2, 2], [2, 2], [0, 0], [1, 2], True)
        f.case("avg_pool2d", r(2, 3, 7, 8), [3, 2], [2, 2], [1, 1])
        f.case("avg_pool2d", r(2, 3, 7, 8), [2, 2], [2, 2], [1, 1], False, False)
        f.case("adaptive_avg_pool2d", r(2, 3, 7, 8), [1, 1])
        f.case("adaptive_avg_pool2d", r(2, 3, 7, 8), [3, 4])
        t = torch.tensor([1, 0, 4, 2])
        logits = r(4, 5)
        f.case("cross_entropy_loss", logits, t)
        f.case("cross_entropy_loss", logits, t, r(5, low=0.5), 0, -100, 0.0)
        f.case("cross_entropy_loss", logits, torch.tensor([1, -100, 4, 2]), None, 1, -100, 0.1)
        f.case("nll_loss_forward", logits, t, None, 1, -100)
        f.case("nll_loss_forward", logits, torch.tensor([1, 2, 4, 2]), r(5, low=0.5), 1, 2)
        for red in [0, 1, 2]:
            for name in ["mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss"]:
                f.case(name, r(3, 4), r(3, 4), red)
            f.case("binary_cross_entropy", r(3, 4, low=0, high=1), r(3, 4, low=0, high=1), None, red)
            f.case("binary_cross_entropy_with_logits", r(3, 4), r(3, 4, low=0, high=1), None, None, red)
            f.case("kl_div", r(3, 4), r(3, 4, low=0.1), red)
        f.case("glu", r(3, 6), -1)
        f.case("prelu", r(2, 3, 4), r(3))
        q, k, v = r(2, 2, 3, 4), r(2, 2, 5, 4), r(2, 2, 5, 4)
        f.case("scaled_dot_product_attention", q, k, v)
        f.case("scaled_dot_product_attention", k, k, v, None, 0.0, True)
        f.case("pixel_shuffle", r(1, 8, 2, 3), 2)
        f.case("upsample_nearest2d", r(1, 2, 3, 4), [6, 8])
        f.case("pairwise_distance", r(3, 4), r(3, 4))
        g, y = r(3, 4), r(3, 4)
        f.case("threshold_backward", g, y, 0)
        f.case("gelu_backward", g, y)
        f.case("gelu_backward", g, y, approximate="tanh")
        f.case("silu_backward", g, y)
        f.case("sigmoid_backward", g, y)
        f.case("tanh_backward", g, y)
        f.case("_softmax_backward_data", g, torch.softmax(y.float(), -1).to(dtype), -1, dtype)
        f.case("_log_softmax_backward_data", g, torch.log_softmax(y.float(), -1).to(dtype), -1, dtype)
        f.case("embedding_dense_backward", r(2, 2, 4), torch.tensor([[0, 3], [3, 1]]), 5, 1, False)
        if dtype in (torch.float32, torch.float64):
            m, rstd = torch.mean(x, -1, keepdim=True), 1 / torch.sqrt(torch.var(x, -1, correction=0, keepdim=True) + 1e-5)
            f.case("native_layer_norm_backward", r(4, 8), x, [8], m, rstd, r(8), r(8), [True, True, True])


def layout(f):
    """Lines: {"f": function, "s": [shape], "st": [strides], "out": strides}, of elementwise operators on the CPU and,
    as "cuda", on CUDA; and {"f": "reshape", "s": shape, "st": strides, "to": shape, "view": bool, "out": strides}."""
    def strided(shape):
        kind = random.choice(["plain", "permuted", "sliced", "expanded", "last"])
        shape = list(shape)
        if kind == "permuted":
            perm = random.sample(range(len(shape)), len(shape))
            base = torch.zeros([shape[p] for p in perm])
            inverse = [perm.index(i) for i in range(len(shape))]
            return base.permute(inverse)
        if kind == "sliced" and shape:
            d = random.randrange(len(shape))
            big = list(shape)
            big[d] *= 2
            return torch.zeros(big)[tuple(slice(None, None, 2) if i == d else slice(None) for i in range(len(shape)))]
        if kind == "expanded" and shape:
            d = random.randrange(len(shape))
            small = list(shape)
            small[d] = 1
            return torch.zeros(small).expand(shape)
        if kind == "last" and len(shape) == 4:
            return torch.zeros(shape).to(memory_format=torch.channels_last)
        return torch.zeros(shape)

    def less(shape):
        return [1 if random.random() < 0.25 else n for n in shape[(random.random() < 0.2):]]

    for _ in range(3000):
        shape = [random.choice([1, 2, 3, 4]) for _ in range(random.randint(0, 5))]
        name, n = random.choice([("add", 2), ("where", 2), ("clamp", 3), ("lerp", 3), ("exp", 1)])
        xs = [strided(shape)] + [strided(less(shape)) for _ in range(n - 1)]
        random.shuffle(xs)
        try:
            call = lambda xs: {"add": lambda: torch.add(*xs), "exp": lambda: torch.exp(*xs), "clamp": lambda: torch.clamp(*xs),
                               "lerp": lambda: torch.lerp(*xs), "where": lambda: torch.where(xs[0] > 0, xs[0], xs[1])}[name]()
            d = {"f": name, "s": [list(x.shape) for x in xs], "st": [list(x.stride()) for x in xs]}
            out = call(xs)
            d["shape"], d["out"] = list(out.shape), list(out.stride())
            if CUDA:
                moved = [torch.empty_strided(x.shape, x.stride(), device="cuda").zero_() if all(x.stride()) or x.numel() == 0
                         else torch.zeros([1 if s == 0 else n for n, s in zip(x.shape, x.stride())], device="cuda").expand(x.shape)
                         for x in xs]
                if [list(m.stride()) for m in moved] == d["st"]:
                    d["cuda"] = list(call(moved).stride())
            f.line(d)
        except Exception as e:
            f.line({"f": name, "failed": str(e)[:80]})
    for _ in range(2000):
        shape = [random.choice([1, 2, 3, 4, 6]) for _ in range(random.randint(0, 4))]
        x = strided(shape)
        numbers, to = list(shape), []
        random.shuffle(numbers)
        if random.random() < 0.5:
            numbers = list(shape)
        while numbers:
            n = numbers.pop(0)
            while numbers and random.random() < 0.4:
                n *= numbers.pop(0)
            if n % 2 == 0 and random.random() < 0.3:
                to += [2, n // 2]
            else:
                to.append(n)
            if random.random() < 0.15:
                to.append(1)
        d = {"f": "reshape", "s": shape, "st": list(x.stride()), "to": to}
        try:
            x.view(to)
            d["view"] = True
        except RuntimeError:
            d["view"] = False
        d["out"] = list(x.reshape(to).stride())
        f.line(d)


def meta(f):
    """Lines: {"result": operands, "r": dtype or null}; {"promote": [a, b], "r": ...}; {"can_cast": [a, b], "r": bool};
    and cases that are errors. Operands are "f16 d", "f16 z", or a kind of number."""
    numbers = {"bool": True, "int": 2, "float": 2.5, "complex": 1j}
    operands = [(n, v) for n, v in numbers.items()]
    for dtype, name in TYPES.items():
        for suffix, shape in [(" d", (1,)), (" z", ())]:
            operands.append((name + suffix, torch.empty(shape, dtype=dtype)))

    def result(a, b):
        try:
            return TYPES[torch.result_type(a, b)]
        except Exception:
            return None

    for a, b in itertools.product(operands, repeat=2):
        f.line({"result": [a[0], b[0]], "r": result(a[1], b[1])})
    for a, b in itertools.product(TYPES, repeat=2):
        try:
            r = TYPES[torch.promote_types(a, b)]
        except Exception:
            r = None
        f.line({"promote": [TYPES[a], TYPES[b]], "r": r})
        try:
            f.line({"can_cast": [TYPES[a], TYPES[b]], "r": torch.can_cast(a, b)})
        except Exception:
            pass
    x, y, i = rand(2, 3), rand(4), rand(3, dtype=torch.int64)
    for case in [
        ("add.Tensor", x, y), ("mm", x, x), ("bmm", x, x), ("softmax.int", x, 2), ("cat", [x, y], 0), ("reshape", x, [4, -1]),
        ("view", x, [5]), ("permute", x, [0, 0]), ("permute", x, [0]), ("transpose.int", x, 0, 3), ("expand", x, [2, 4]),
        ("squeeze.dim", x, 5), ("select.int", x, 0, 7), ("index_select", x, 0, torch.tensor([9])), ("mean", i),
        ("amax", torch.zeros(0, 3), [0]), ("sub.Tensor", x > 0, x > 0), ("neg", x > 0), ("linear", x, rand(3, 4)),
        ("linalg_cross", x, rand(2, 4)), ("embedding", x, torch.tensor([7])), ("one_hot", torch.tensor([5]), 3), ("stack", [], 0),
        ("native_layer_norm", x, [4], None, None, 1e-5), ("convolution", rand(1, 3, 5, 5), rand(2, 4, 3, 3), None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1),
        ("gather", x, 0, torch.tensor([[5, 0, 0]])), ("split_with_sizes", x, [1, 2], 0), ("unfold", x, 1, 9, 1), ("sum.dim_IntList", x, [0, 0]),
        ("floor_divide", i, torch.zeros(3, dtype=torch.int64)), ("arange.start_step", 0, 5, -1), ("arange.start_step", 0, 5, 0), ("topk", x, 9, 1, True, True),
        ("matmul", rand(3), rand(4)), ("dot", rand(3), rand(4)), ("glu", rand(3, 5), -1), ("roll", x, [1, 2], [0]), ("flip", x, [0, 0]), ("logsumexp", x, [3], False),
        ("max_pool2d", rand(1, 1, 2, 2), [5, 5]), ("clamp", x, None, None), ("unsqueeze", x, 5), ("narrow", x, 0, 1, 5), ("repeat", x, [2]), ("bitwise_and.Tensor", x, x),
    ]:
        f.case(*case)


def grads(f):
    """Lines: {"op": ..., "args": ..., "g": [tensor], "grads": {name: tensor}}, in float64: gradients of the sum of the first
    result times g."""
    def vjp(name, *args, **kwargs):
        base, _, overload = name.partition(".")
        try:
            op = getattr(getattr(torch.ops.aten, base), overload or "default")
            names = [a.name for a in op._schema.arguments]
            args = [a.clone().requires_grad_(True) if isinstance(a, torch.Tensor) and a.dtype == torch.float64 else a for a in args]
            out = op(*args, **kwargs)
            out = out[0] if isinstance(out, (list, tuple)) else out
            g = torch.randn(out.shape, dtype=torch.float64)
            leaves = [(n, a) for n, a in zip(names, args) if isinstance(a, torch.Tensor) and a.requires_grad]
            found = torch.autograd.grad(out, [a for _, a in leaves], g, allow_unused=True)
            d = {"op": name, "args": {n: f.value(a) for n, a in zip(names, args) if a is not None}, "g": f.tensor(g),
                 "grads": {n: f.tensor(t) for (n, _), t in zip(leaves, found) if t is not None}}
            d["args"].update({n: f.value(a) for n, a in kwargs.items()})
            f.line(d)
        except Exception as e:
            f.line({"op": name, "missing": str(e)[:80]})

    points = torch.tensor([-3.0, -1.0, -0.5, -0.0, 0.0, 0.3, 0.5, 1.0, 2.0, 3.0, 6.0, NAN], dtype=torch.float64)
    inside = torch.linspace(-0.9, 0.9, 7, dtype=torch.float64)
    for name in UNARY:
        vjp(name, points)
        vjp(name, inside)
        vjp(name, inside.abs() + 1.1)
    grid = points.reshape(-1, 1)
    for name in BINARY:
        vjp(name, grid, points)
        vjp(name, inside.abs() + 0.1, inside.flip(0).abs() + 0.2)
    d = lambda *s, **k: rand(*s, dtype=torch.float64, **k)
    ties = torch.tensor([[1.0, 2.0, 2.0], [3.0, 3.0, 3.0], [0.0, 0.0, 1.0]], dtype=torch.float64)
    for x in [ties, d(3, 4)]:
        for name in ["sum", "mean", "prod", "max", "min", "trace"]:
            vjp(name, x)
        for name in ["amax", "amin", "logsumexp", "sum.dim_IntList", "mean.dim"]:
            vjp(name, x, [1])
        for name in ["max.dim", "cumsum", "cumprod", "cummax", "logcumsumexp", "softmax.int", "log_softmax.int"]:
            vjp(name, x, 1)
        vjp("var.correction", x, [1], correction=1)
        vjp("std.correction", x, [1], correction=1)
        for p in [0, 1, 2, 3.0, INF]:
            vjp("linalg_vector_norm", x, p, [1])
    vjp("clamp.Tensor", grid, d(1, 12), d(1, 12))
    vjp("clamp", points, -0.5, 1.0)
    vjp("where.self", grid > 0, grid, points)
    vjp("native_layer_norm", d(3, 4, 6), [6], d(6), d(6), 1e-5)
    vjp("rms_norm", d(3, 6), [6], d(6))
    vjp("native_group_norm", d(2, 6, 10), d(6), d(6), 2, 6, 10, 3, 1e-5)
    vjp("linear", d(2, 4, 8), d(5, 8), d(5))
    vjp("addmm", d(5), d(4, 8), d(8, 5))
    vjp("matmul", d(2, 1, 3, 4), d(5, 4, 2))
    vjp("bmm", d(2, 3, 4), d(2, 4, 5))
    vjp("convolution", d(2, 4, 7, 8), d(6, 2, 3, 3), d(6), [2, 2], [1, 1], [1, 1], False, [0, 0], 2)
    vjp("max_pool2d", d(2, 3, 7, 8), [3, 2], [2, 2], [1, 1])
    vjp("avg_pool2d", d(2, 3, 7, 8), [3, 2], [2, 2], [1, 1])
    vjp("cross_entropy_loss", d(4, 5), torch.tensor([1, 0, 4, 2]))
    vjp("embedding", d(6, 4), torch.tensor([[0, 3], [3, 1]]))
    vjp("index_select", d(6, 4), 0, torch.tensor([1, 1, 3]))
    vjp("gather", d(6, 4), 0, torch.tensor([[0, 5, 2, 1], [0, 0, 0, 0]]))
    vjp("scaled_dot_product_attention", d(2, 2, 3, 4), d(2, 2, 5, 4), d(2, 2, 5, 4))
    vjp("constant_pad_nd", d(3, 4), [1, 2, -1, 0], 7.0)
    vjp("lerp.Tensor", d(4), d(4), d(4))
    vjp("slice.Tensor", d(4, 6), 1, 1, 5, 2)
    vjp("flip", d(4, 6), [0])
    vjp("roll", d(4, 6), [1], [0])
    vjp("unfold", d(6, 4), 0, 3, 2)


FAMILIES = [meta, layout, unary, binary, reduce, shapes, nn, grads]


def main(families=FAMILIES, file=__file__):
    args = argparse.ArgumentParser(description="Record goldens of PyTorch's operators")
    args.add_argument("-o", required=True, type=pathlib.Path, help="folder to write to")
    args.add_argument("families", nargs="*", help="families to record: " + " ".join(f.__name__ for f in families))
    args = args.parse_args()
    args.o.mkdir(parents=True, exist_ok=True)
    warnings.filterwarnings("ignore")
    faulthandler.enable()  # prints the line at which torch crashes
    torch.set_default_dtype(torch.float32)
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    torch.use_deterministic_algorithms(True, warn_only=True)
    chosen = [f for f in families if not args.families or f.__name__ in args.families]
    if len(chosen) > 1:  # each in its own process, so that a crash does not affect the others
        for record in chosen:
            command = [sys.executable, file, "-o", str(args.o), record.__name__]
            code = subprocess.run(command).returncode
            if code != 0:
                print(record.__name__, "ended with exit code", code, flush=True)
        return
    for record in chosen:
        family = Family(record.__name__, args.o)
        try:
            record(family)
        except Exception as e:  # keep what was recorded before, and print the rest
            family.line({"aborted": f"{type(e).__name__}: {e}"[:200]})
            print(record.__name__, "aborted:", e)
        family.write()


if __name__ == "__main__":
    main()
