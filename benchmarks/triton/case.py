"""Cases of the corpus: a Triton kernel with seeded arguments, a grid, and the answer that a plain program gives.

A case owns one launch. `record.py` compiles it, launches it on a GPU, compares what it wrote with `reference`, and
saves the module that Triton printed beside the arrays before and after. The modules in `corpus/` declare cases:

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
    options (num_warps, debug, ...) follow. outputs names the tensors that the kernel writes. reference maps the
    arguments before the launch to what each output must hold; None leaves an output to other checks.
    rtol and atol bound the difference between the GPU's outputs and those of any other correct executor; both zero
    means every bit. unordered lists outputs whose elements may come in another order. source also records the module
    before Triton's own passes: with calls of the standard library, block pointers, and everything unsimplified. checked
    is false where only the GPU can say what is right, as of conversions beyond the range of a type.
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
    """Declares a case; a function may carry several declarations with other parameters."""

    def declare(make):
        CASES.append(Case(name, make, params))
        return make

    return declare


class Random:
    """Seeded tensors. The seed is the case's name, so that adding a case changes no other."""

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
