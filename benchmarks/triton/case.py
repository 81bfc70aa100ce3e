"""Cases of the corpus: a Triton kernel with seeded arguments, a grid, and the expected results from a plain program.

A case has one launch. `record.py` compiles it, launches it on a GPU and compares its outputs with `reference`. It
saves the module that Triton printed, and the arrays before and after. The modules in `corpus/` declare cases:

    @case("saxpy", n=1000)
    def saxpy(rng, n): return Launch(kernel, args={...}, grid=(4,), outputs=["out"], reference=lambda a: {...})
"""

from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np
import torch

CASES: list["Case"] = []


@dataclass
class Launch:
    """One launch of a kernel.

    args maps parameter names to torch tensors on the CPU, numbers or bools, in the kernel's order; constexprs and
    options (num_warps, debug, ...) follow. outputs are the names of the tensors that the kernel writes. reference maps
    the arguments before the launch to the expected contents of each output; None leaves an output to other checks.
    rtol and atol are the allowed difference between the GPU's outputs and those of another correct executor. If both
    are zero, every bit must be the same. unordered lists outputs whose elements may come in another order. source also
    records the module before Triton's own passes: with calls of the standard library, block pointers, and no
    simplification. checked is false if only the GPU defines the result, as for conversions beyond the range of a type.
    """

    kernel: Any
    args: dict[str, Any]
    grid: tuple
    outputs: list[str]
    reference: Callable[[dict], dict] | None
    constexprs: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    rtol: float = 0.0
    atol: float = 0.0
    unordered: list[str] = field(default_factory=list)
    source: bool = False
    checked: bool = True


@dataclass
class Case:
    """A named launch; make(rng, **params) builds it."""

    name: str
    make: Callable[..., Launch]
    params: dict[str, Any]

    def launch(self) -> Launch:
        """Returns the launch, with the same arguments every time."""
        return self.make(Random(self.name), **self.params)


def case(name, **params):
    """Declares a case. A function may have several declarations with different parameters."""

    def declare(make):
        CASES.append(Case(name, make, params))
        return make

    return declare


class Random:
    """Seeded tensors. The seed is the case's name, so that a new case does not change the others."""

    def __init__(self, name):
        self.rng = np.random.default_rng(list(name.encode()))

    def normal(self, *shape, dtype=torch.float32, scale=1.0):
        """Normal numbers, rounded to dtype."""
        return torch.from_numpy((self.rng.standard_normal(shape) * scale).astype(np.float32)).to(dtype)

    def small(self, *shape, dtype=torch.float32, bound=4):
        """Whole numbers in [-bound, bound], so that sums and products are exact in any order."""
        return torch.from_numpy(self.rng.integers(-bound, bound + 1, shape).astype(np.float32)).to(dtype)

    def integers(self, low, high, *shape, dtype=torch.int32):
        """Integers in [low, high)."""
        return torch.from_numpy(self.rng.integers(low, high, shape)).to(dtype)

    def bits(self, *shape, dtype=torch.int32):
        """Integers with every bit random."""
        width = torch.iinfo(dtype).bits
        raw = self.rng.integers(0, 2**width, shape, dtype=np.uint64)
        return torch.from_numpy(raw.astype(f"uint{width}").view(f"int{width}")).view(dtype)

    def permutation(self, n):
        """A permutation of [0, n) as int32."""
        return torch.from_numpy(self.rng.permutation(n).astype(np.int32))
