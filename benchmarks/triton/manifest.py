"""The description of a recorded launch that programs in any language can read.

    name        the case
    kernel      the function's symbol in kernel.ttir
    grid        programs in x, y, z
    options     num_warps, num_stages, debug: how Triton was asked to compile
    constants   parameters that are no longer arguments: constexprs, and integers equal to 1
    arguments   in the order of the function in kernel.ttir:
      name, kind    "pointer" or "scalar"
      type          Triton's spelling: *fp32, i32, fp32, ...
      divisibility  16 if Triton was told so
      value         of a scalar
      dtype, shape  of the array behind a pointer (row-major); f32, bf16, e4m3, i8, u8, ...
      zero          true if the array is all zeros before the launch, and so has no file
      output        true if the kernel writes it
      unordered     true if the elements may come in another order
    rtol, atol  what another correct executor's outputs may differ by; both 0: bit for bit
"""

import torch

AS_BITS = {
    torch.bfloat16: torch.uint16,
    torch.float8_e4m3fn: torch.uint8,
    torch.float8_e5m2: torch.uint8,
}

NAMES = {
    torch.float16: "f16", torch.bfloat16: "bf16", torch.float32: "f32", torch.float64: "f64",
    torch.float8_e4m3fn: "e4m3", torch.float8_e5m2: "e5m2", torch.bool: "i1",
    torch.int8: "i8", torch.int16: "i16", torch.int32: "i32", torch.int64: "i64",
    torch.uint8: "u8", torch.uint16: "u16", torch.uint32: "u32", torch.uint64: "u64",
}  # fmt: skip


def describe(name, launch, kernel):
    """Returns the manifest of a launch of a compiled kernel as a value for json."""
    source = kernel.src
    names = list(source.signature)
    attrs = {names[path[0]]: dict(map(tuple, found)) for path, found in source.attrs.items() if len(path) == 1}
    arguments = []
    for arg, kind in source.signature.items():
        if kind == "constexpr":
            continue
        one = {"name": arg, "type": kind}
        value = launch.args[arg]
        if isinstance(value, torch.Tensor):
            one |= {"kind": "pointer", "dtype": NAMES[value.dtype], "shape": list(value.shape)}
            if not value.reshape(-1).view(torch.uint8).any():
                one["zero"] = True
            one["output"] = arg in launch.outputs
            if arg in launch.unordered:
                one["unordered"] = True
        else:
            one |= {"kind": "scalar", "value": value}
        if "tt.divisibility" in attrs.get(arg, {}):
            one["divisibility"] = attrs[arg]["tt.divisibility"]
        arguments.append(one)
    constants = {names[path[0]]: value for path, value in source.constants.items()}
    return {
        "name": name,
        "kernel": kernel.metadata.name,
        "grid": (list(launch.grid) + [1, 1])[:3],
        "options": {"num_warps": kernel.metadata.num_warps, "num_stages": kernel.metadata.num_stages,
                    "debug": bool(kernel.metadata.debug)},
        "constants": {k: v if isinstance(v, (int, float, bool)) else str(v) for k, v in constants.items()},
        "arguments": arguments,
        "rtol": launch.rtol,
        "atol": launch.atol,
    }  # fmt: skip
