"""Products of matrices by cuBLASLt, with each algorithm that its heuristics propose."""

import ctypes
import functools

import torch

TYPES = {torch.float16: 2, torch.bfloat16: 14, torch.float32: 0, torch.int8: 3, torch.int32: 10}  # cudaDataType
COMPUTE = {torch.float16: 68, torch.bfloat16: 68, torch.float32: 77, torch.int8: 72}  # 32F, 32F_FAST_TF32, 32I
TRANSA, TRANSB, MAX_WORKSPACE = 3, 4, 1  # attributes
WORKSPACE = 64 << 20


class Result(ctypes.Structure):
    """cublasLtMatmulHeuristicResult_t"""
    _fields_ = [("algo", ctypes.c_uint64 * 8), ("workspace", ctypes.c_size_t), ("state", ctypes.c_int),
                ("waves", ctypes.c_float), ("reserved", ctypes.c_int * 4)]


@functools.cache
def library():
    """The library that torch has loaded, by its name in the process."""
    torch.mm(*[torch.zeros(16, 16, device="cuda") for _ in range(2)])
    paths = {line.split()[-1] for line in open("/proc/self/maps") if "libcublasLt.so" in line}
    if not paths:
        raise RuntimeError("torch has not loaded libcublasLt")
    return ctypes.CDLL(paths.pop())


def call(name, *arguments):
    status = getattr(library(), name)(*arguments)
    if status:
        raise RuntimeError(f"{name}: status {status}")


def created(name, *arguments):
    handle = ctypes.c_void_p()
    call(name, ctypes.byref(handle), *arguments)
    return handle


def attribute(name, of, key, value):
    call(name, of, key, ctypes.byref(value), ctypes.sizeof(value))


@functools.cache
def shared():
    return created("cublasLtCreate"), torch.empty(WORKSPACE, dtype=torch.uint8, device="cuda")


def layout(x):
    """The layout of a row-major matrix as cuBLASLt sees it, by columns, and whether it is that of the transpose."""
    by_columns = x.stride(0) == 1 and x.stride(1) != 1
    rows, columns = x.shape if by_columns else reversed(x.shape)
    ld = max(x.stride())
    made = created("cublasLtMatrixLayoutCreate", TYPES[x.dtype], ctypes.c_uint64(rows), ctypes.c_uint64(columns), ctypes.c_int64(ld))
    return made, by_columns


def products(a, b, c, most=24):
    """Functions that store a * b in c, one for each algorithm, in the order of the heuristics, which may have none. Numbers
    of 32 bits are rounded to tf32.

    Memory by rows is that of a transpose by columns, so what is computed is c' = b' a'.
    """
    handle, workspace = shared()
    left, turned_left = layout(b)
    right, turned_right = layout(a)
    out, _ = layout(c)
    whole = a.dtype == torch.int8
    desc = created("cublasLtMatmulDescCreate", COMPUTE[a.dtype], TYPES[torch.int32 if whole else torch.float32])
    attribute("cublasLtMatmulDescSetAttribute", desc, TRANSA, ctypes.c_int32(turned_left))
    attribute("cublasLtMatmulDescSetAttribute", desc, TRANSB, ctypes.c_int32(turned_right))
    preference = created("cublasLtMatmulPreferenceCreate")
    attribute("cublasLtMatmulPreferenceSetAttribute", preference, MAX_WORKSPACE, ctypes.c_uint64(WORKSPACE))
    results, found = (Result * most)(), ctypes.c_int()
    status = library().cublasLtMatmulAlgoGetHeuristic(handle, desc, left, right, out, out, preference, most, results,
                                                      ctypes.byref(found))
    if status:
        return []
    one, zero = (ctypes.c_int32(x) if whole else ctypes.c_float(x) for x in (1, 0))

    def runner(result):
        def run():
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            call("cublasLtMatmul", handle, desc, ctypes.byref(one), ctypes.c_void_p(b.data_ptr()), left,
                 ctypes.c_void_p(a.data_ptr()), right, ctypes.byref(zero), ctypes.c_void_p(c.data_ptr()), out,
                 ctypes.c_void_p(c.data_ptr()), out, ctypes.byref(result.algo), ctypes.c_void_p(workspace.data_ptr()),
                 ctypes.c_size_t(WORKSPACE), stream)
        return run

    return [runner(results[i]) for i in range(found.value) if results[i].state == 0]
