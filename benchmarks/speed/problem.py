"""Benchmarks. Each is a Triton kernel with the configurations that its author would try, problems of many sizes, and
the same computation in torch.

    @benchmark("vector_add", add_kernel, [config(BLOCK=1024, num_warps=4)], "elementwise")
    def vector_add(rng, nbytes): return Problem(...)

The modules in `suite/` declare benchmarks; `run.py` measures them.
"""

from dataclasses import dataclass, field
from typing import Any, Callable

import torch

BENCHMARKS: list["Benchmark"] = []


@dataclass
class Config:
    """Constants of a kernel, and Triton's options to compile it."""

    constants: dict[str, Any]
    num_warps: int = 4
    num_stages: int = 3

    def options(self):
        return {"num_warps": self.num_warps, "num_stages": self.num_stages}


def config(num_warps=4, num_stages=3, **constants):
    return Config(constants, num_warps, num_stages)


def configs(num_warps, **lists):
    """Every combination of the given lists of constants with the numbers of warps."""
    out = [{}]
    for name, values in lists.items():
        out = [one | {name: value} for one in out for value in values]
    return [Config(one, w) for one in out for w in num_warps]


@dataclass
class Problem:
    """One size of a benchmark.

    args has the kernel's arguments by name, without constexprs. outputs are the names of those that the kernel writes.
    grid maps a configuration's constants to the number of programs. prepare, if there is one, does work on which the
    kernel relies, such as filling an output with zeros, in the configurations for which prepares holds; it is measured,
    too. torch computes the same, eagerly or compiled, from the tensors in inputs, and returns the outputs in the order of
    outputs. moved is the least number of bytes that have to be read and written. rtol and atol are the allowed
    differences between contenders; None compares nothing, for results that depend on a random number generator. fits
    returns whether a configuration is possible.
    """

    args: dict[str, Any]
    outputs: list[str]
    grid: Callable[[dict], tuple]
    torch: Callable[..., Any]
    inputs: list[Any]
    moved: int
    rtol: float = 1e-5
    atol: float = 1e-6
    prepare: Callable[[], None] | None = None
    prepares: Callable[[dict], bool] = lambda constants: True
    fits: Callable[[dict], bool] = lambda constants: True
    compared: bool = True
    constants: dict[str, Any] = field(default_factory=dict)  # constexprs that depend on the size


@dataclass
class Benchmark:
    """A kernel with its problems. kind is its class in the report. note says which contender computes something
    differently from the others."""

    name: str
    kernel: Any
    configs: list[Config]
    make: Callable[..., Problem]
    sizes: tuple
    kind: str
    note: str

    def problem(self, nbytes):
        """Returns the problem whose main input has about nbytes bytes, with the same numbers every time."""
        generator = torch.Generator(device="cuda")
        generator.manual_seed(sum(self.name.encode()) * 1000003 + nbytes)
        return self.make(Random(generator), nbytes)


KB, MB, GB = 1 << 10, 1 << 20, 1 << 30
SIZES = (KB, MB, 16 * MB, 128 * MB, GB)


def benchmark(name, kernel, configs, kind, sizes=SIZES, note=""):
    """Declares a benchmark; its function makes the problem of a size in bytes."""

    def declare(make):
        BENCHMARKS.append(Benchmark(name, kernel, configs, make, sizes, kind, note))
        return make

    return declare


class Random:
    """Seeded tensors on the GPU."""

    def __init__(self, generator):
        self.generator = generator

    def normal(self, *shape, dtype=torch.float32):
        out = torch.empty(shape, dtype=dtype, device="cuda")
        return out.normal_(generator=self.generator)

    def integers(self, low, high, *shape, dtype=torch.int32):
        return torch.empty(shape, dtype=dtype, device="cuda").random_(low, high, generator=self.generator)


def empty(*shape, dtype=torch.float32):
    return torch.empty(shape, dtype=dtype, device="cuda")


def matrix(nbytes, width, itemsize):
    """Returns rows and columns of a matrix of about nbytes: `width` columns if it is large enough."""
    elements = max(nbytes // itemsize, 256)
    columns = min(width, elements // 2)
    return elements // columns, columns


def cdiv(a, b):
    return -(-a // b)
