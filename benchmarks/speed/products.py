"""Measures matrix products, of examples/kernels and of torch in turn in one process, and checks them.

    CGO_ENABLED=0 go build -o .build/speed/kernels ./examples/kernels
    python3 benchmarks/speed/products.py -kernels .build/speed/kernels -o .build/speed/products.json

A line has the medians in microseconds, with quartiles of ours, and the largest error relative to the sum of a product's
magnitudes. `best/girih` is the time of torch's fastest function divided by ours. Each repetition starts with other data
in the L2 cache (timing.py). Errors are those of some rows compared with float64.
"""

import argparse
import json
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

import cublaslt  # noqa: E402
import timing  # noqa: E402
import triton_products  # noqa: E402
from saved import save  # noqa: E402

DEVICE = "cuda"


def sizes(text):
    return {k: int(v) for k, v in (one.split("=") for one in text.split(","))}


def normal(*shape, dtype=torch.float16):
    return torch.randn(shape, device=DEVICE).to(dtype)


def worst(out, want, size):
    """The largest error relative to the sums of magnitudes."""
    return ((out.double() - want).abs() / size.clamp_min(1e-30)).max().item()


def product_error(out, a, b, rows=slice(0, 64)):
    """The largest error of some rows of a product of matrices, or of the first product of a batch."""
    a, b = a[..., rows, :].double(), b.double()
    return worst(out[..., rows, :], a @ b, a.abs() @ b.abs())


class Case:
    """Tensors of a problem: our arguments, torch's computations by name, and the error of our result.

    An argument may be a function of the saved problem, for memory of which the size depends on its configuration. A peer
    may be a dict of functions by name, of which the fastest counts.
    """

    def __init__(self, args, peers, error):
        self.args, self.peers, self.error = args, peers, error


def proposed(a, b, c):
    """The algorithms that cuBLASLt proposes."""
    return {f"algorithm {i}": run for i, run in enumerate(cublaslt.products(a, b, c))}


def blas(a, b, c):
    """cuBLAS as torch calls it, the algorithms that cuBLASLt proposes, and Triton's configurations."""
    other = torch.empty_like(c)
    return {"mm": lambda: torch.mm(a, b), "cuBLASLt": proposed(a, b, other), "Triton": triton_products.products(a, b, other)}


def matmul(m, n, k, ta=0, tb=0, bf16=0, epilogue=0, **configuration):
    dtype = torch.bfloat16 if bf16 else torch.float16
    a = normal(k, m, dtype=dtype).t() if ta else normal(m, k, dtype=dtype)
    b = normal(n, k, dtype=dtype).t() if tb else normal(k, n, dtype=dtype)
    c, bias = torch.empty(m, n, device=DEVICE, dtype=dtype), normal(n, dtype=dtype)
    return Case({"a": a, "b": b, "bias": bias, "c": c, "epilogue": epilogue}, blas(a, b, c),
                lambda: product_error(c, a, b))


def persistent(m, n, k, bf16=0, epilogue=0, **configuration):
    return matmul(m, n, k, bf16=bf16, epilogue=epilogue)


def batched(n, rows, columns, k):
    a, b = normal(n, rows, k), normal(n, k, columns)
    c = torch.empty(n, rows, columns, device=DEVICE, dtype=a.dtype)
    return Case({"a": a, "b": b, "c": c}, {"bmm": lambda: torch.bmm(a, b)},
                lambda: product_error(c[:2], a[:2], b[:2]))


def grouped(experts, rows, columns, k):
    counts = [[rows, 0, -(-rows // 3)][e % 3] for e in range(experts)]
    offsets = torch.tensor([0, *counts], dtype=torch.int32).cumsum(0).to(DEVICE, torch.int32)
    total = sum(counts)
    x, w = normal(total, k), normal(experts, k, columns)
    out = torch.empty(total, columns, device=DEVICE, dtype=x.dtype)
    xb, wb, ends = x.bfloat16(), w.bfloat16(), offsets[1:].contiguous()
    wt = wb.transpose(1, 2).contiguous().transpose(1, 2)  # torch is fastest with this order
    last = experts - 1 - (experts - 1) % 3
    return Case({"x": x, "w": w, "offsets": offsets, "out": out},
                {"grouped_mm bf16": lambda: torch._grouped_mm(xb, wb, offs=ends),
                 "grouped_mm bf16, w transposed": lambda: torch._grouped_mm(xb, wt, offs=ends)},
                lambda: product_error(out[offsets[last]:], x[offsets[last]:], w[last]))


def int8(m, n, k, tilen=0):
    a, bt = (torch.randint(-3, 4, (r, k), device=DEVICE, dtype=torch.int8) for r in (m, n))
    rows, columns = normal(m, dtype=torch.float32), normal(n, dtype=torch.float32)
    c, b = torch.empty(m, n, device=DEVICE, dtype=torch.float16), bt.t()

    def error():
        want = (a[:64].double() @ b.double()) * rows[:64, None].double() * columns.double()
        return worst(c[:64], want, want.abs().clamp_min(2**-14))  # f16 has fewer bits of smaller numbers

    return Case({"a": a, "b": b, "row_scales": rows, "column_scales": columns, "c": c},
                {"int_mm, not scaled": lambda: torch._int_mm(a, b),
                 "cuBLASLt, not scaled": proposed(a, b, torch.empty(m, n, device=DEVICE, dtype=torch.int32))}, error)


def fp8(m, n, k):
    a, bt = (normal(r, k, dtype=torch.float8_e4m3fn) for r in (m, n))
    kb = -(-k // 128)
    a_scales = (torch.rand(kb, m, device=DEVICE) + 0.5).t()  # torch needs them in this order, too
    b_scales = torch.rand(kb, -(-n // 128), device=DEVICE) + 0.5
    c, b, one = torch.empty(m, n, device=DEVICE, dtype=torch.bfloat16), bt.t(), torch.ones((), device=DEVICE)
    row, column = torch.ones(m, 1, device=DEVICE), torch.ones(1, n, device=DEVICE)
    inner = b_scales.t().contiguous().t()

    def error():
        wide = lambda s, times: s.double().repeat_interleave(times, -1)  # noqa: E731
        left = a[:64].double() * wide(a_scales[:64], 128)[:, :k]
        right = b.double() * wide(b_scales, 128)[:, :n].repeat_interleave(128, 0)[:k]
        return worst(c[:64], left @ right, left.abs() @ right.abs())

    def scaled(x, y, **more):
        return lambda: torch._scaled_mm(a, b, scale_a=x, scale_b=y, out_dtype=torch.bfloat16, **more)

    return Case({"a": a, "a_scales": a_scales, "b": b, "b_scales": b_scales, "c": c},
                {"scaled_mm, a scale a block": scaled(a_scales, inner), "scaled_mm, a scale a row": scaled(row, column),
                 "scaled_mm, one scale": scaled(one, one), "scaled_mm, one scale, fast": scaled(one, one, use_fast_accum=True)},
                error)


def to_tf32(x):
    """Numbers of f32 rounded to 11 bits, to nearest even, as our copies round them."""
    bits = x.view(torch.int32)
    return ((bits + 0xFFF + ((bits >> 13) & 1)) & ~0x1FFF).view(torch.float32)


def tf32(m, n, k, tb=1):
    a, bt = normal(m, k, dtype=torch.float32), normal(n, k, dtype=torch.float32)
    b, c = bt.t() if tb else bt.t().contiguous(), torch.empty(m, n, device=DEVICE)

    def rounded():
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.mm(a, b)

    return Case({"a": a, "b": b, "c": c}, {"mm, tf32": rounded, "cuBLASLt": proposed(a, b, torch.empty_like(c))},
                lambda: product_error(c, to_tf32(a), to_tf32(bt).t()))


def splitk(m, n, k, parts=0):
    def work(one):  # of the parts, if there are any
        _, parameters, (across, down, _) = one.steps[0]
        parts = [p["sizes"][1:] for p in parameters if p["name"] == "work"]
        return torch.empty(across * down, *parts[0], device=DEVICE) if parts else None

    case = skinny(m, n, k)
    case.args["work"] = work
    return case


def skinny(m, n, k, parts=0):
    a, b, c = normal(m, k), normal(k, n), torch.empty(m, n, device=DEVICE, dtype=torch.float16)
    return Case({"a": a, "b": b, "c": c}, blas(a, b, c), lambda: product_error(c, a, b))


def unaligned(m, n, k):
    case = matmul(m, n, k)
    for name in ("a", "b"):  # memory for a copy with aligned rows
        x = case.args[name]
        rows, columns = x.shape
        padded = torch.empty(rows, -(-columns // 8) * 8, device=DEVICE, dtype=x.dtype)[:, :columns]
        case.args[name + "_rows"] = padded if columns % 8 else x
    case.args["a_tiles"] = -(-m // 32) * -(-k // 128) if k % 8 else 0
    return case


def mlp(rows, width, hidden):
    x, up, down = normal(rows, width), normal(width, hidden), normal(hidden, width)
    y = torch.empty_like(x)

    def error():
        h = (x[:64].double() @ up.double()).relu().half().double()
        return worst(y[:64], h @ down.double(), h @ down.double().abs())

    return Case({"x": x, "up": up, "down": down, "y": y},
                {"mm, relu, mm": lambda: torch.mm(F.relu(torch.mm(x, up)), down)}, error)


PROBLEMS = [
    (matmul, "m=4096,n=4096,k=4096"), (matmul, "m=8192,n=8192,k=128"), (matmul, "m=4096,n=4096,k=64"),
    (matmul, "m=32,n=4096,k=14336"), (matmul, "m=4096,n=4096,k=1024"), (matmul, "m=4096,n=4096,k=4096,tb=1"),
    (persistent, "m=8192,n=8192,k=128"), (persistent, "m=4096,n=4096,k=64"), (persistent, "m=4096,n=4096,k=1024"),
    (persistent, "m=4096,n=4096,k=4096"), (persistent, "m=8192,n=8192,k=8192"),
    (batched, "n=64,rows=1024,columns=1024,k=1024"), (batched, "n=256,rows=512,columns=512,k=128"),
    (grouped, "experts=64,rows=256,columns=4096,k=2048"), (grouped, "experts=8,rows=4096,columns=4096,k=2048"),
    (int8, "m=4096,n=4096,k=4096"), (int8, "m=8192,n=8192,k=8192"),
    (fp8, "m=4096,n=4096,k=4096"), (fp8, "m=8192,n=8192,k=8192"), (fp8, "m=4096,n=7168,k=2048"),
    (tf32, "m=4096,n=4096,k=4096"), (tf32, "m=8192,n=8192,k=8192"), (tf32, "m=4096,n=12288,k=1024"),
    (tf32, "m=4096,n=4096,k=4096,tb=0"), (tf32, "m=8192,n=8192,k=8192,tb=0"),
    (splitk, "m=256,n=256,k=16384"), (splitk, "m=64,n=4096,k=4096"), (splitk, "m=128,n=2048,k=8192"),
    (skinny, "m=16,n=16384,k=8192"), (skinny, "m=32,n=4096,k=14336"),
    (mlp, "rows=65536,width=128,hidden=512"),
]

GEMM = [  # squares, sizes of transformers, rows that are not aligned, few rows, thin products
    (matmul, "m=512,n=512,k=512"), (matmul, "m=1024,n=1024,k=1024"), (matmul, "m=2048,n=2048,k=2048"),
    (matmul, "m=4096,n=4096,k=4096"), (matmul, "m=8192,n=8192,k=8192"), (matmul, "m=16384,n=16384,k=16384"),
    (matmul, "m=4096,n=12288,k=4096,bf16=1"), (matmul, "m=4096,n=4096,k=11008,bf16=1"),
    (matmul, "m=4096,n=14336,k=4096,bf16=1"), (matmul, "m=2048,n=8192,k=8192,bf16=1"),
    (matmul, "m=4096,n=1024,k=4096,bf16=1"), (matmul, "m=8192,n=2304,k=768,bf16=1"),
    (unaligned, "m=4096,n=4100,k=4096"), (unaligned, "m=8192,n=50257,k=768"),
    (skinny, "m=16,n=16384,k=8192"), (skinny, "m=32,n=4096,k=14336"), (splitk, "m=64,n=4096,k=4096"),
    (splitk, "m=128,n=2048,k=8192"), (matmul, "m=8192,n=8192,k=128"), (matmul, "m=4096,n=4096,k=1024"),
]


# Further configurations of ours, of which the fastest counts, as of the peers'.
TILES = [{"tilem": m, "tilen": n, "tilek": k, "warps": w}
         for m, n, k, w in ((128, 256, 64, 8), (128, 128, 64, 8), (128, 128, 128, 8), (64, 256, 64, 4),
                            (64, 128, 128, 4))]


def variants(make, text, every):
    """The sizes of a problem of ours with the configurations to measure; the first one is the model's choice."""
    more = TILES if every and make is matmul else []
    return [text] + [",".join([text] + [f"{k}={v}" for k, v in one.items()]) for one in more]


def moved(case):
    return sum(v.numel() * v.element_size() for v in case.args.values() if isinstance(v, torch.Tensor))


def fastest(name, peer, clock, case):
    """The peer, or the fastest of several by a rough median."""
    if callable(peer):
        return peer
    times = {}
    for variant, run in peer.items():
        try:
            times[variant] = timing.quick(clock.timer(run, moved(case)), min(times.values(), default=None))
        except Exception as error:
            print(f"  {name}, {variant}: {type(error).__name__}: {str(error)[:100]}", flush=True)
    best = min(times, key=times.get)
    print(f"  {name}: {best}, of {len(times)}", flush=True)
    return peer[best]


def bound(one, case):
    """A launch with the arguments of a case. It knows only their addresses, so it keeps them from being freed."""
    args = {name: v(one) if callable(v) else v for name, v in case.args.items()}
    run = one.bind(args)
    run.args = args
    return run


def measure(ours, case, clock):
    """Returns the fastest of our configurations, by a rough median, and its record."""
    times = [timing.quick(clock.timer(bound(one, case), moved(case))) for one in ours] if len(ours) > 1 else [0]
    one = ours[times.index(min(times))]
    run = bound(one, case)
    run()
    torch.cuda.synchronize()
    record = {"error": case.error(), "registers": one.registers(), "configuration": one.configuration}
    timers = {"girih": clock.timer(run, moved(case))}
    for name, peer in case.peers.items():
        try:
            timers[name] = clock.timer(fastest(name, peer, clock, case), moved(case))
        except Exception as error:
            print(f"  {name}: {type(error).__name__}: {str(error)[:300]}", flush=True)
    record["microseconds"] = timing.in_turn(timers, budget=30000.0)
    return one, record


def ratio(times):
    """The median of the fastest peer divided by ours, or None without peers."""
    peers = [t[1] for name, t in times.items() if name != "girih"]
    return min(peers) / times["girih"][1] if peers else None


def report(name, text, one, record):
    times = record["microseconds"]
    ours = times["girih"]
    peers = {k: t[1] for k, t in times.items() if k != "girih"}
    best = f"{ratio(times):.2f}" if peers else "-"
    print(f"{name} {text} {record['configuration'] or ''}: {ours[1]:.1f} us ({ours[0]:.1f} to {ours[2]:.1f}), "
          f"{one.work / ours[1] / 1e6:.0f} TFLOP/s, error {record['error']:.1e}, registers {record['registers']}; "
          + ", ".join(f"{k} {t:.1f}" for k, t in peers.items()) + f"; best/girih {best}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-kernels", required=True, help="the program examples/kernels, built")
    parser.add_argument("-o", type=pathlib.Path, required=True, help="file for the record")
    parser.add_argument("-only", default="", help="names of kernels, with commas between")
    parser.add_argument("-gemm", action="store_true", help="measure twenty products of f16 and bf16 instead")
    parser.add_argument("-problem", nargs=2, action="append", metavar=("KERNEL", "SIZES"), help="measure this instead")
    o = parser.parse_args()
    problems = [(globals()[name], text) for name, text in o.problem] if o.problem else GEMM if o.gemm else PROBLEMS
    wanted = [(make, text) for make, text in problems if not o.only or make.__name__ in o.only.split(",")]
    torch.manual_seed(1)
    every = {(make, text): variants(make, text, o.gemm) for make, text in wanted}
    saved = save(o.kernels, o.o.parent / "saved", [(make.__name__, one) for (make, _), sets in every.items() for one in sets])
    clock, records = timing.Clock(), []
    for make, text in wanted:
        ours = [saved[make.__name__, one] for one in every[make, text] if (make.__name__, one) in saved]
        if not ours:
            continue
        try:
            one, record = measure(ours, make(**sizes(text)), clock)
        except Exception as error:
            print(f"{make.__name__} {text}: {type(error).__name__}: {str(error)[:400]}", flush=True)
            continue
        report(make.__name__, text, one, record)
        records.append({"kernel": make.__name__, "sizes": text} | record)
        torch.cuda.empty_cache()
    ratios = [r for r in (ratio(record["microseconds"]) for record in records) if r]
    if ratios:
        print(f"best/girih: geometric mean {statistics.geometric_mean(ratios):.3f}, least {min(ratios):.2f}, of {len(ratios)}")
    o.o.write_text(json.dumps({"device": torch.cuda.get_device_name(), "torch": torch.__version__, "records": records}, indent=1))


if __name__ == "__main__":
    main()
