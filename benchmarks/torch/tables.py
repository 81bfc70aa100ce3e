"""Tables of PyTorch's results: types of results, and conversions and functions of every number of a narrow format.

    python3 benchmarks/torch/tables.py -o benchmarks/torch

writes promotion.txt and elementwise.txt there. The tests of the executor and of promotion compare with them.
"""

import argparse
import hashlib
import itertools
import operator
import pathlib

import numpy as np
import torch

DTYPES = {
    "b1": torch.bool, "u8": torch.uint8, "u16": torch.uint16, "u32": torch.uint32, "u64": torch.uint64,
    "i8": torch.int8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64,
    "f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64,
    "e4m3fn": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2, "e8m0fnu": torch.float8_e8m0fnu,
}
NAMES = {t: n for n, t in DTYPES.items()}
OPERATORS = {
    "add": operator.add, "mul": operator.mul, "true_divide": operator.truediv, "floor_divide": operator.floordiv,
    "remainder": operator.mod, "bitwise_and": operator.and_, "eq": operator.eq, "pow": operator.pow,
}
NUMBERS = {"bool": True, "int": 2, "float": 2.5}


def operands():
    """Yields the text of an operand and a value: dimensioned, zero-dimensional, and numbers."""
    for name, dtype in DTYPES.items():
        yield name, torch.ones((2,), dtype=torch.float32).to(dtype)
        yield name + "()", torch.ones((), dtype=torch.float32).to(dtype)
    for name, value in NUMBERS.items():
        yield name, value


def promotion(out):
    """One line for each pair: the result type of an elementwise operation, or "error"."""
    for (a, x), (b, y) in itertools.product(operands(), repeat=2):
        try:
            t = NAMES[torch.result_type(x, y)]
        except (RuntimeError, TypeError, ValueError):
            t = "error"
        out.write(f"result {a} {b} {t}\n")
        for op in OPERATORS:
            if not isinstance(x, torch.Tensor) and not isinstance(y, torch.Tensor):
                continue
            try:
                t = NAMES[OPERATORS[op](x, y).dtype]
            except (RuntimeError, TypeError, ValueError, NotImplementedError, ZeroDivisionError) as error:
                text = str(error).split("\n")[0]
                # These errors are not about types: integers divided by the zeros here, and operations without a kernel.
                t = "unknown" if "ZeroDivision" in text or "not implemented" in text else "error"
            out.write(f"{op} {a} {b} {t}\n")


def codes(dtype):
    bits = torch.finfo(dtype).bits if dtype.is_floating_point else torch.iinfo(dtype).bits
    words = np.arange(1 << bits, dtype=np.uint32).astype({8: np.uint8, 16: np.uint16}[bits])
    view = {8: torch.uint8, 16: torch.uint16}[bits]
    return torch.from_numpy(words).view(view).view(dtype)


def digest(t):
    """The SHA-256 of a tensor's bytes. All NaNs are replaced by the quiet NaN without a sign."""
    size = t.element_size()
    words = t.contiguous().view({1: torch.uint8, 2: torch.uint16, 4: torch.uint32, 8: torch.uint64}[size]).numpy().copy()
    if t.dtype.is_floating_point:
        nan = torch.isnan(t.to(torch.float64)).numpy()
        canonical = {"f16": 0x7E00, "bf16": 0x7FC0, "f32": 0x7FC00000, "f64": 0x7FF8000000000000, "e4m3fn": 0x7F,
                     "e5m2": 0x7E, "e8m0fnu": 0xFF}[NAMES[t.dtype]]
        words[nan] = canonical
    return hashlib.sha256(words.tobytes()).hexdigest()


NARROW = ("f16", "bf16", "e4m3fn", "e5m2", "e8m0fnu")
WIDE = ("f16", "bf16", "f32", "f64", "e4m3fn", "e5m2")


def elementwise(out):
    for name in NARROW:
        x = codes(DTYPES[name])
        for to in WIDE:
            if to == name:
                continue
            # torch never saturates conversions to e4m3fn and e5m2: values out of range become NaN or infinite.
            out.write(f"cast {name} {to} {digest(x.to(DTYPES[to]))}\n")
    for name in ("f16", "bf16"):
        x = codes(DTYPES[name])
        for op in ("neg", "abs", "sqrt", "floor", "ceil", "trunc", "round", "sign", "isnan", "isinf", "isfinite"):
            y = getattr(torch, op)(x)
            if y.dtype == torch.bool:
                y = y.to(torch.uint8)
            out.write(f"{op} {name} {digest(y)}\n")
        # Functions in double precision, rounded once. Except for rare ties, this is the correctly rounded result.
        # PyTorch rounds doubles to f16 twice, by way of f32; NumPy rounds them once.
        for op in ("exp", "exp2", "log", "log2", "sin", "cos", "tanh", "rsqrt", "erf", "expm1", "log1p"):
            y = getattr(torch, op)(x.to(torch.float64))
            y = torch.from_numpy(y.numpy().astype(np.float16)) if name == "f16" else y.to(DTYPES[name])
            out.write(f"{op} {name} {digest(y)}\n")
    for name in ("i8", "u8", "i16"):
        words = np.arange(256 if name != "i16" else 65536, dtype=np.uint16).astype(np.uint8 if name != "i16" else np.uint16)
        x = torch.from_numpy(words).view({"i8": torch.int8, "u8": torch.uint8, "i16": torch.int16}[name])
        for to in ("f16", "bf16", "f32", "e4m3fn", "e5m2"):
            out.write(f"cast {name} {to} {digest(x.to(DTYPES[to]))}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", default=".", type=pathlib.Path, help="folder to write to")
    folder = parser.parse_args().o
    folder.mkdir(parents=True, exist_ok=True)
    head = f"# PyTorch {torch.__version__} on the CPU\n"
    for name, table in (("promotion.txt", promotion), ("elementwise.txt", elementwise)):
        with open(folder / name, "w") as out:
            out.write(head)
            table(out)
        print(name, sum(1 for _ in open(folder / name)))


if __name__ == "__main__":
    main()
