"""Launches kernels from cubins through the CUDA driver, on torch's current stream."""

import ctypes
import json

import torch

cuda = ctypes.CDLL("libcuda.so.1")


def check(code, call):
    if code:
        name = ctypes.c_char_p()
        cuda.cuGetErrorString(code, ctypes.byref(name))
        raise RuntimeError(f"{call}: {name.value.decode() if name.value else code}")


SCALARS = {("integer", 1): ctypes.c_int8, ("integer", 2): ctypes.c_int16, ("integer", 4): ctypes.c_int32,
           ("integer", 8): ctypes.c_int64, ("float", 4): ctypes.c_float, ("float", 8): ctypes.c_double}


class Kernel:
    """A kernel of a cubin or PTX, with the manifest that says how to launch it."""

    def __init__(self, image, manifest):
        described = json.loads(manifest)["kernels"][0]
        self.arguments, self.block = described["arguments"], described["block"]
        self.module, self.function = ctypes.c_void_p(), ctypes.c_void_p()
        check(cuda.cuModuleLoadData(ctypes.byref(self.module), image), "cuModuleLoadData")
        entry = described["entry"].encode()
        check(cuda.cuModuleGetFunction(ctypes.byref(self.function), self.module, entry), "cuModuleGetFunction")
        self.shared = described.get("dynamic_shared_memory", 0)
        if self.shared > 48 << 10:
            check(cuda.cuFuncSetAttribute(self.function, 8, self.shared), "cuFuncSetAttribute")  # MAX_DYNAMIC_SHARED_SIZE

    def attribute(self, number):
        value = ctypes.c_int()
        check(cuda.cuFuncGetAttribute(ctypes.byref(value), number, self.function), "cuFuncGetAttribute")
        return value.value

    def registers(self):
        return self.attribute(4)  # NUM_REGS

    def spilled(self):
        return self.attribute(3)  # LOCAL_SIZE_BYTES

    def bind(self, values, grid):
        """Returns a function that launches the kernel with arguments, tensors or numbers."""
        if len(values) != len(self.arguments):
            raise ValueError(f"{len(values)} values for {len(self.arguments)} arguments")
        cells = []
        for value, described in zip(values, self.arguments):
            if isinstance(value, torch.Tensor):
                cells.append(ctypes.c_void_p(value.data_ptr()))
            else:
                cells.append(SCALARS[described["kind"], described["bytes"]](value))
        pointers = (ctypes.c_void_p * len(cells))(*[ctypes.cast(ctypes.pointer(c), ctypes.c_void_p) for c in cells])
        x, y, z = (tuple(grid) + (1, 1))[:3]
        launch, function, shared = cuda.cuLaunchKernel, self.function, self.shared
        bx, by, bz = (list(self.block) + [1, 1])[:3]

        def run():
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            code = launch(function, x, y, z, bx, by, bz, shared, stream, pointers, None)
            if code:
                check(code, "cuLaunchKernel")

        run.cells = cells, values  # kept alive
        return run
