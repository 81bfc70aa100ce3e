"""Launches kernels from cubins through the CUDA driver, on torch's current stream."""

import ctypes
import json
import math

import torch

cuda = ctypes.CDLL("libcuda.so.1")


def check(code, call):
    if code:
        name = ctypes.c_char_p()
        cuda.cuGetErrorString(code, ctypes.byref(name))
        raise RuntimeError(f"{call}: {name.value.decode() if name.value else code}")


SCALARS = {("integer", 1): ctypes.c_int8, ("integer", 2): ctypes.c_int16, ("integer", 4): ctypes.c_int32,
           ("integer", 8): ctypes.c_int64, ("float", 4): ctypes.c_float, ("float", 8): ctypes.c_double}


# Constants for cuTensorMapEncodeTiled (cuda.h, CUtensorMap...).
MAP_TYPES = {"i8": 0, "i16": 1, "i32": 4, "f16": 6, "f32": 7, "bf16": 9, "f8E4M3FN": 0, "f8E5M2": 0,
             "tf32": 11}
MAP_SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}
PROMOTE_L2_TO_256 = 3


def tensor_map(described, values):
    """Returns the tensor map that a manifest describes, for a launch's arguments. The fastest dimension comes first."""
    memory = torch.empty(128 + 64, dtype=torch.uint8)
    address = (memory.data_ptr() + 63) & ~63
    array = values[described["base"]]
    sizes, strides = ([values[n] if n >= 0 else -1 - n for n in described[k][::-1]] for k in ("sizes", "strides"))
    box, rank = described["box"][::-1], len(sizes)
    if described.get("checked") and (min(sizes + strides) < 1 or sizes[0] > strides[1]):  # the kernel does not use the map
        sizes, strides = [1] * rank, [1] + [16] * (rank - 1)
    wide, narrow = ctypes.c_uint64 * rank, ctypes.c_uint32 * rank
    check(cuda.cuTensorMapEncodeTiled(
        ctypes.c_void_p(address), MAP_TYPES[described["type"]], rank, ctypes.c_void_p(array.data_ptr()), wide(*sizes),
        wide(*[n * array.element_size() for n in strides[1:]]), narrow(*box), narrow(*[1] * rank), 0,
        MAP_SWIZZLES[described["swizzle"]], PROMOTE_L2_TO_256, 0), "cuTensorMapEncodeTiled")
    return memory, address


def workspace(described):
    """Memory that only launches of one kernel use. It begins as zeros, which some kernels need."""
    bits = int("".join(c for c in described["type"] if c.isdigit()))
    return torch.zeros(math.prod(described["sizes"]) * bits // 8, dtype=torch.uint8, device="cuda")


class Attribute(ctypes.Structure):
    """CUlaunchAttribute with a number as its value."""

    _fields_ = [("id", ctypes.c_uint32), ("pad", ctypes.c_uint32), ("value", ctypes.c_int32), ("rest", ctypes.c_uint8 * 60)]


class Config(ctypes.Structure):
    """CUlaunchConfig."""

    _fields_ = [(n, ctypes.c_uint32) for n in ("gx", "gy", "gz", "bx", "by", "bz", "shared")] + [
        ("stream", ctypes.c_void_p), ("attributes", ctypes.POINTER(Attribute)), ("count", ctypes.c_uint32)]


PROGRAMMATIC_STREAM_SERIALIZATION = 6  # of CUlaunchAttributeID


class Kernel:
    """A kernel of a cubin or PTX, with the manifest that describes its launch: entry, or else the first one."""

    def __init__(self, image, manifest, entry=None):
        described = next(k for k in json.loads(manifest)["kernels"] if entry in (None, k["entry"]))
        self.arguments, self.block = described["arguments"], described["block"]
        self.maps = described.get("tensor_maps") or []
        self.workspaces = described.get("workspaces") or []
        # It may begin before what is ahead of it on the stream has ended.
        self.waits_first = described.get("waits_first", False)
        # Resident blocks run programs one after the other, and take the sizes of the grid along some axes.
        self.resident, self.axes = described["grid"].get("resident", 0), described["grid"]["axes"]
        torch.zeros(1, device="cuda")  # creates the context into which the driver loads
        self.module, self.function = ctypes.c_void_p(), ctypes.c_void_p()
        check(cuda.cuModuleLoadData(ctypes.byref(self.module), image), "cuModuleLoadData")
        entry = described["entry"].encode()
        check(cuda.cuModuleGetFunction(ctypes.byref(self.function), self.module, entry), "cuModuleGetFunction")
        self.shared = described.get("dynamic_shared_memory", 0)
        cluster = (described.get("cluster") or []) + [1, 1, 1]
        # A cluster or a block runs a program. For clusters of more than 8 blocks, the function must have an attribute.
        self.blocks = cluster[:3] if described["grid"]["unit"] == "cluster" else [1, 1, 1]
        if cluster[0] * cluster[1] * cluster[2] > 8:
            check(cuda.cuFuncSetAttribute(self.function, 14, 1), "cuFuncSetAttribute")  # NON_PORTABLE_CLUSTER_SIZE_ALLOWED
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
        """Returns a function that launches the kernel with arguments, which are tensors or numbers."""
        values = list(values) + [workspace(w) for w in self.workspaces]
        if len(values) != len(self.arguments):
            raise ValueError(f"{len(values)} values for {len(self.arguments)} arguments")
        cells = []
        for value, described in zip(values, self.arguments):
            if isinstance(value, torch.Tensor):
                cells.append(ctypes.c_void_p(value.data_ptr()))
            else:
                cells.append(SCALARS[described["kind"], described["bytes"]](value))
        programs = (tuple(grid) + (1, 1))[:3]
        if self.resident:
            cells += [ctypes.c_int32(programs[axis]) for axis in self.axes]
        maps = [tensor_map(m, values) for m in self.maps]
        addresses = [ctypes.cast(ctypes.pointer(c), ctypes.c_void_p).value for c in cells] + [at for _, at in maps]
        pointers = (ctypes.c_void_p * len(addresses))(*addresses)
        x, y, z = (n * blocks for n, blocks in zip(programs, self.blocks))
        if self.resident:
            most = torch.cuda.get_device_properties(torch.cuda.current_device()).multi_processor_count * self.resident
            x, y, z = min(x * y * z, most), 1, 1
        launch, function, shared = cuda.cuLaunchKernel, self.function, self.shared
        bx, by, bz = (list(self.block) + [1, 1])[:3]

        def run():
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            code = launch(function, x, y, z, bx, by, bz, shared, stream, pointers, None)
            if code:
                check(code, "cuLaunchKernel")

        run.cells = cells, values, maps  # kept alive
        return self.early((x, y, z, bx, by, bz, shared), pointers, run.cells) if self.waits_first else run

    def early(self, sizes, pointers, kept):
        """Returns a function that launches the kernel so that it may begin before what is ahead of it has ended."""
        attribute = Attribute(id=PROGRAMMATIC_STREAM_SERIALIZATION, value=1)
        config = Config(*sizes, None, ctypes.pointer(attribute), 1)
        launch, function, at = cuda.cuLaunchKernelEx, self.function, ctypes.byref(config)

        def run():
            config.stream = torch.cuda.current_stream().cuda_stream
            code = launch(at, function, pointers, None)
            if code:
                check(code, "cuLaunchKernelEx")

        run.cells = kept, attribute, config
        return run
