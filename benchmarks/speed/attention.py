"""Measures attention and its gradients, of examples/kernels and of torch in turn in one process, and checks them.

    CGO_ENABLED=0 go build -o .build/speed/kernels ./examples/kernels
    python3 benchmarks/speed/attention.py -kernels .build/speed/kernels -o .build/speed/attention.json

The heads contain random numbers. Together they have 16384 rows and a width of 2048 (-width). From torch it measures
cuDNN and flash attention. A causal product counts as half of a full one; gradients count as 2.5 forward passes.
torch's gradients also compute the product of the rows of o and its gradient, which ours take as an argument: `delta`
is torch's time for that alone. Errors are those of one head compared with float64. They are relative to the sum of
the magnitudes of the terms.
"""

import argparse
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch.nn.attention import SDPBackend, sdpa_kernel  # noqa: E402

import timing  # noqa: E402
from saved import save  # noqa: E402

ROWS, NO_WINDOW = 16384, 1 << 30
BACKENDS = {"cuDNN": SDPBackend.CUDNN_ATTENTION, "flash": SDPBackend.FLASH_ATTENTION}


def exact(q, k, v, causal):
    """The weights of one head in float64."""
    s = q.double() @ k.double().t() / math.sqrt(q.shape[1])
    if causal:
        s = s.masked_fill(torch.ones_like(s, dtype=torch.bool).triu(1), -math.inf)
    return s


def worst(got, want, size):
    """The largest error relative to sizes, without the part that comes from rounding subnormal numbers."""
    finest = torch.finfo(got.dtype)
    rounding = finest.smallest_normal * finest.eps / 2
    return (((got.double() - want).abs() - rounding).clamp_min(0) / size.clamp_min(1e-30)).max().item()


class Heads:
    def __init__(self, n, d, causal, width, dtype):
        self.heads, self.n, self.d, self.causal = ROWS // n * width // d, n, d, causal
        self.q, self.k, self.v, self.do = (torch.randn((self.heads, n, d), device="cuda", dtype=dtype) for _ in range(4))
        self.scale = 1 / math.sqrt(d)

    def work(self):
        return 4 * self.heads * self.n * self.n * self.d / (2 if self.causal else 1)

    def moved(self):
        return 4 * self.q.numel() * self.q.element_size()

    def batch(self, x):
        return x.view(ROWS // self.n, -1, self.n, self.d)

    def forward(self, backend):
        q, k, v = map(self.batch, (self.q, self.k, self.v))

        def run():
            with sdpa_kernel(backend):
                return F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        return run

    def backward(self, backend):
        inputs = [self.batch(x).detach().requires_grad_() for x in (self.q, self.k, self.v)]
        with sdpa_kernel(backend):
            o = F.scaled_dot_product_attention(*inputs, is_causal=self.causal)
        return lambda: torch.autograd.grad(o, inputs, self.batch(self.do), retain_graph=True)

    def forward_args(self):
        lengths = torch.full((self.heads,), self.n, device="cuda", dtype=torch.int32)
        return {"q": self.q, "k": self.k, "v": self.v, "o": torch.full_like(self.q, math.nan), "lengths": lengths, "group": 1,
                "causal": int(self.causal), "window": NO_WINDOW, "scale": self.scale * math.log2(math.e)}

    def forward_error(self, args):
        h = self.heads - 1
        p = exact(self.q[h], self.k[h], self.v[h], self.causal).softmax(1)
        v = self.v[h].double()
        return worst(args["o"][h], p @ v, p @ v.abs())

    def backward_args(self):
        lse, delta = (torch.empty(self.heads, self.n, device="cuda") for _ in range(2))
        for h in range(self.heads):
            s = (self.q[h].float() @ self.k[h].float().t()) * self.scale
            if self.causal:
                s = s.masked_fill(torch.ones_like(s, dtype=torch.bool).triu(1), -math.inf)
            lse[h] = s.logsumexp(1)
            p = (s - lse[h][:, None]).exp()
            delta[h] = ((p @ self.v[h].float()) * self.do[h].float()).sum(1)
        none = [torch.full_like(self.q, math.nan) for _ in range(3)]
        added = torch.zeros_like(self.q, dtype=torch.float32)  # of kernel gradients, which keeps it zero
        return {"q": self.q, "k": self.k, "v": self.v, "do": self.do, "lse": lse * math.log2(math.e), "delta": delta,
                "dq": none[0], "dk": none[1], "dv": none[2], "added": added, "causal": int(self.causal), "scale": self.scale,
                "scale2": self.scale * math.log2(math.e)}

    def backward_error(self, args):
        h = self.heads - 1
        q, k, v, do = (x[h].double() for x in (self.q, self.k, self.v, self.do))
        p = exact(q, k, v, self.causal).softmax(1)
        dp, delta = do @ v.t(), (do * (p @ v)).sum(1, keepdim=True)
        dp_size, delta_size = do.abs() @ v.abs().t(), (do.abs() * (p @ v.abs())).sum(1, keepdim=True)
        ds, size = p * (dp - delta) * self.scale, p * (dp_size + delta_size) * self.scale
        self.errors = {"dq": worst(args["dq"][h], ds @ k, size @ k.abs()),
                       "dk": worst(args["dk"][h], ds.t() @ q, size.t() @ q.abs()),
                       "dv": worst(args["dv"][h], p.t() @ do, p.t() @ do.abs())}
        return max(self.errors.values())

    def delta(self):
        o = torch.randn_like(self.do)
        return lambda: (o * self.do).sum(2, dtype=torch.float32)


def compare(one, heads, backward, clock):
    args = heads.backward_args() if backward else heads.forward_args()
    run = one.bind(args)
    run()
    torch.cuda.synchronize()
    record = {"error": heads.backward_error(args) if backward else heads.forward_error(args), "registers": one.registers(),
              "configuration": one.configuration}
    timers = {"girih": clock.timer(run, heads.moved())}
    for name, backend in BACKENDS.items():
        try:
            timers[name] = clock.timer((heads.backward if backward else heads.forward)(backend), heads.moved())
        except Exception as error:
            print(f"  {name}: {type(error).__name__}: {str(error)[:200]}", flush=True)
    if backward:
        timers["delta"] = clock.timer(heads.delta(), heads.moved())
    record["microseconds"] = timing.in_turn(timers, budget=30000.0)
    if backward:
        record["errors"] = heads.errors
    return record


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-kernels", required=True, help="the program examples/kernels, built")
    parser.add_argument("-o", type=pathlib.Path, required=True, help="file for the record")
    parser.add_argument("-rows", default="1024,4096,16384", help="rows of a head")
    parser.add_argument("-passes", default="forward,backward,gradients", help="backward has two kernels, gradients one that adds")
    parser.add_argument("-width", type=int, default=2048, help="columns of all heads")
    parser.add_argument("-bf16", action="store_true")
    parser.add_argument("-set", default="", help="further sizes of the kernel, such as rotate=1")
    o = parser.parse_args()
    dtype, cases = torch.bfloat16 if o.bf16 else torch.float16, []
    for which in o.passes.split(","):
        name = {"forward": "attention"}.get(which, which)
        for d in (64, 128):
            for causal in (False, True):
                for n in map(int, o.rows.split(",")):
                    heads = ROWS // n * o.width // d
                    sizes = f"heads={heads},rows={n},keys={n},d={d},causal={int(causal)},bf16={int(o.bf16)}"
                    cases.append((name, sizes + ("," + o.set if o.set else ""), d, causal, n))
    torch.manual_seed(1)
    saved = save(o.kernels, o.o.parent / "saved", [c[:2] for c in cases])
    clock, records = timing.Clock(), []
    for name, sizes, d, causal, n in cases:
        if (name, sizes) not in saved:
            continue
        backward, one = name != "attention", saved[name, sizes]
        heads = Heads(n, d, causal, o.width, dtype)
        try:
            record = compare(one, heads, backward, clock)
        except Exception as error:
            print(f"{name} d={d} causal={int(causal)} n={n}: {type(error).__name__}: {str(error)[:400]}", flush=True)
            continue
        times = record["microseconds"]
        rates = {k: round(heads.work() * (2.5 if backward else 1) / t[1] / 1e6) for k, t in times.items() if k != "delta"}
        best = min(t[1] for k, t in times.items() if k not in ("girih", "delta"))
        print(f"{name} d={d} causal={int(causal)} n={n} {record['configuration'] or ''}: TFLOP/s {rates}, "
              f"{times['girih'][1]:.1f} us ({times['girih'][0]:.1f} to {times['girih'][2]:.1f}), error {record['error']:.1e}, "
              f"registers {record['registers']}"
              + (f", delta {times['delta'][1]:.1f} us, errors { {k: f'{v:.1e}' for k, v in record['errors'].items()} }" if backward else "")
              + f"; best/girih {best / times['girih'][1]:.2f}", flush=True)
        records.append({"kernel": name, "d": d, "causal": causal, "rows": n} | record)
        torch.cuda.empty_cache()
    o.o.write_text(json.dumps({"device": torch.cuda.get_device_name(), "torch": torch.__version__, "records": records}, indent=1))


if __name__ == "__main__":
    main()
