"""Measures kernels on a GPU: Girih's, Triton's, torch's and torch.compile's, in one process, with checked results.

    go build -o .build/speed/girih ./benchmarks/speed            # CGO_ENABLED=0 for another machine
    python3 benchmarks/speed/run.py -girih .build/speed/girih -o .build/speed/record

Girih gets the IR that Triton makes from the Python source (its first stage, ttir) and compiles it itself, once for
each configuration. Both use the fastest of the same configurations for each size. There are other contenders: the
same kernel in tile text (suite/tile) and in Go (suite/gokernels), in its own configurations; variants of such texts,
which compute something else; Girih's kernels with the author's promise that no two pointers point to the same array
(-apart); Girih's kernels without programmatic dependent launch (-late), which begin when the work ahead of them on the
stream has ended, as the peers' kernels do; torch; and torch.compile in two modes. The mode max-autotune does not use
its graphs, since small problems are timed in graphs of our own. -ours leaves out Triton and torch.compile, -imported
leaves out texts, and -default leaves out max-autotune. -equals N adds N copies of Triton's fastest kernel. The best of
several equal contenders is faster than one of them by chance; the report says by how much.

-dump DIR only writes the IR. A -prepared directory has the code that Girih compiled from such IR and from the texts on
another machine; it is another contender. prepare.py fills the caches of Triton and torch beforehand, on all cores.

Needs a GPU, triton, torch, and a compiler for Girih (libNVVM or llc, and ptxas).
"""

import argparse
import gc
import importlib
import json
import pathlib
import random
import subprocess
import sys
import time
import traceback
import types

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import torch  # noqa: E402
import triton  # noqa: E402

import problem as problems  # noqa: E402
from compiled import Compiled, Ours  # noqa: E402
import timing  # noqa: E402


TEXT = "tile text"  # the contenders
GO = "go"
APART = "girih, apart"
AUTOTUNE = "torch.compile max-autotune"
COMPILED = {"torch.compile": None, AUTOTUNE: "max-autotune-no-cudagraphs"}  # modes by contender

EACH_COMPARED = 64 << 20  # up to so many moved bytes, the results of all configurations are compared
FINALISTS = 6  # so many configurations of a contender are timed again if they are about as fast as the fastest
NEAR = 1.12  # about as fast; rough times of 1 GB were off by a tenth
EQUALS = 0  # the number of copies of Triton's fastest kernel that take part
GRAPHS = None  # the graphs of torch.compile to measure, as prepare.py lists them; None for all

# If prepare.py ran, torch.compile's kernels come from a cache. The best of their configurations is measured every time.
torch._inductor.config.autotune_local_cache = False


def load_suite(names):
    for path in sorted((HERE / "suite").glob("*.py")):
        importlib.import_module(f"suite.{path.stem}")
    return [b for b in problems.BENCHMARKS if not names or b.name in names]


def sample(benches, most, known=None):
    """Keeps at most so many configurations of each benchmark: those that were the fastest, of Triton or of Girih, in
    earlier records, and others, chosen at random but always the same ones."""
    fastest = {}
    for r in [r for path in known or [] for r in json.loads(path.read_text())["records"]]:
        for config in (c for label, c in r.items() if label.endswith("_config") and "num_warps" in c):
            named = {k: v for k, v in config.items() if k not in ("registers", "spilled")}
            if named not in fastest.setdefault(r["benchmark"], []):
                fastest[r["benchmark"]].append(named)
    for bench in benches:
        first = [c for c in bench.configs if c.constants | {"num_warps": c.num_warps} in fastest.get(bench.name, [])]
        rest = chosen([c for c in bench.configs if c not in first], max(0, most - len(first)), bench.name)
        bench.configs = [c for c in bench.configs if c in first or c in rest]


def chosen(items, most, name):
    """Returns at most so many of a list, in order, chosen at random but always the same ones for a name."""
    if len(items) <= most:
        return items
    return [items[i] for i in sorted(random.Random(name).sample(range(len(items)), most))]


def variants(bench, size, part=slice(None)):
    """Compiles every configuration of a problem with Triton, or a part of them. Returns the problem, and the compiled
    kernels with their constants."""
    problem = bench.problem(size)
    out = []
    for config in bench.configs[part]:
        constants = config.constants | problem.constants
        if not problem.fits(constants):
            continue
        out.append((config, constants, Compiled(bench.kernel, problem.args, constants, config.options())))
    return problem, out


def wrong(problem, got, want):
    """Returns a description of the error in the outputs, or None."""
    for name, a, b in zip(problem.outputs, got, want):
        step = 1 << 26  # compared in parts, since float64 needs much memory
        a, b = a.flatten(), b.flatten()
        for at in range(0, a.numel(), step):
            x, y = a[at:at + step].to(torch.float64), b[at:at + step].to(torch.float64)
            bad = ~((x == y) | ((x - y).abs() <= problem.atol + problem.rtol * y.abs()) | (x.isnan() & y.isnan()))
            if bad.any():
                i = int(bad.nonzero()[0])
                return f"{name}[{at + i}] is {x[i].item()}, not {y[i].item()} ({int(bad.sum())} differ)"
    return None


def edges(times):
    """Names the numbers of the fastest configuration that are the least or the greatest of those tried, unless one
    between them comes within 2 per cent. A wider space may have better configurations. times has pairs of a time and a
    configuration's numbers. No number is less than 1, and no program has more than 32 warps.
    """
    out = []
    fastest, best = min(times, key=lambda t: t[0])
    for name, value in best.items():
        tried = {c[name] for _, c in times}
        ends = {n for n in (min(tried), max(tried)) if n > 1 and (name, n) != ("num_warps", 32)}
        inside = [t for t, c in times if c[name] not in ends]
        if len(tried) > 1 and value in ends and (not inside or min(inside) > 1.02 * fastest):
            out.append(f"{name} = {value}")
    return out


class Contest:
    """The contenders for one size of a benchmark. Each uses its fastest configuration that gives the right results."""

    def __init__(self, bench, size, clock, peers=True):
        self.bench, self.clock = bench, clock
        self.problem, self.found = variants(bench, size) if peers else (bench.problem(size), [])
        self.record = {"benchmark": bench.name, "bytes": size, "moved": self.problem.moved, "errors": {}}
        self.outputs = [self.problem.args[name] for name in self.problem.outputs]
        self.reference = listed(self.problem.torch(*self.problem.inputs))
        self.theirs = {}  # Triton's results by configuration, if nothing else can be compared
        self.contenders = {}

    def with_prepare(self, fn, constants):
        prepared = self.problem.prepare and self.problem.prepares(constants)
        return (lambda: (self.problem.prepare(), fn())) if prepared else fn

    def results(self, fn):
        for out in self.outputs:
            out.view(torch.uint8).fill_(0xA5)
        fn()
        torch.cuda.synchronize()
        return [out.clone() for out in self.outputs]

    def wanted(self, compiled):
        return self.reference if self.problem.compared else self.theirs[compiled.name]

    def triton(self):
        found, names = [], self.bench.kernel.arg_names
        for config, constants, compiled in self.found:
            fn = self.with_prepare(lambda k=compiled.kernel, c=constants, n=self.problem.grid(constants):
                                   k[(tuple(n) + (1, 1))[:3]](*self.problem.args.values(), *[c[p] for p in names if p in c]),
                                   constants)
            if not self.problem.compared:
                self.theirs[compiled.name] = self.results(fn)
            found.append((self.roughly(fn, found), fn, config.constants | {"num_warps": config.num_warps}))
        if found:
            _, fn, self.record["triton_config"] = self.best(found)
            self.record["triton_edges"] = edges([(t, config) for t, _, config in found])
            self.contenders["triton"] = fn
            self.contenders |= {f"triton, copy {i + 1}": fn for i in range(EQUALS)}
            if self.problem.compared and (error := wrong(self.problem, self.results(fn), self.reference)):
                self.record["errors"]["triton"] = error

    def roughly(self, fn, found):
        """Returns a rough time of fn. found has the candidates before it, each with its time as the first item."""
        return timing.quick(self.clock.timer(fn, self.problem.moved), min((t for t, *_ in found), default=None))

    def best(self, found):
        """Returns the fastest candidate. A candidate is a rough time, a function and more. The few that are about as fast
        as the fastest are timed again, in turn: rough times would choose one of them by chance, and so would few graphs,
        since equal graphs of a kernel differ by 1 per cent."""
        found = sorted(found, key=lambda candidate: candidate[0])
        near = [candidate for candidate in found[:FINALISTS] if candidate[0] <= NEAR * found[0][0]]
        if len(near) == 1:
            return near[0]
        timers = {i: self.clock.timer(candidate[1], self.problem.moved) for i, candidate in enumerate(near)}
        times = timing.in_turn(timers, 30000.0, 4)
        return near[min(times, key=lambda i: times[i][1])]

    def imported(self, set_):
        """Yields Girih's kernels from Triton's IR, in the form that `fastest` takes."""
        for config, constants, compiled in self.found:
            kernel = set_.kernel(compiled.name)
            if kernel is None:
                self.record["errors"].setdefault(set_.label, set_.errors.get(compiled.name, "not compiled"))
                continue
            fn = kernel.bind([self.problem.args[n] for n in compiled.names], self.problem.grid(constants))
            yield self.with_prepare(fn, constants), config.constants | {"num_warps": config.num_warps}, kernel, self.wanted(compiled)

    def written(self, ours, variant, most):
        """Yields kernels in tile text, in the form that `fastest` takes: those of a variant, or those without one. Of
        the configurations that fit the problem, it yields at most so many."""
        for set_ in ours:
            fit = [text for text in set_.texts if (text.benchmark, text.variant) == (self.bench.name, variant)
                   and text.fits(self.problem)]
            for text in chosen(fit, most or len(fit), self.bench.name):
                kernel = set_.kernel(text.name)
                if kernel is None:
                    self.record["errors"].setdefault(TEXT, f"{text.name}: {set_.errors.get(text.name, 'not compiled')}")
                    continue
                fn = text.bind(kernel, self.problem.args)
                same = [c for config, _, c in self.found if all(text.constants.get(n) == v for n, v in config.constants.items())]
                if same or self.problem.compared:  # random numbers are the same in tiles of the same size
                    wanted = self.reference if self.problem.compared else self.wanted(same[0])
                    yield (self.with_prepare(fn, text.constants) if text.zero else fn, {"text": text.name, "compiler": set_.label}, kernel, wanted)

    def fastest(self, label, candidates):
        """Chooses the fastest candidate with the right results. Candidates are functions with their names, kernels and
        expected results. Of large problems, the results are compared in the order of speed until one is right, since that
        takes long."""
        found = []
        for fn, config, kernel, wanted in candidates:
            if self.problem.moved >= EACH_COMPARED or self.right(label, fn, config, wanted):
                found.append((self.roughly(fn, found), fn, config | {"registers": kernel.registers(), "spilled": kernel.spilled()}, wanted))
        while found:
            chosen = self.best(found)
            _, fn, config, wanted = chosen
            if self.problem.moved < EACH_COMPARED or self.right(label, fn, config, wanted):
                self.contenders[label], self.record[f"{label}_config"] = fn, config
                return
            found = [candidate for candidate in found if candidate is not chosen]

    def choose(self, labels):
        """Records which of Girih's options is the fastest, in times of its own: the least of the times that are recorded
        would also be the luckiest one."""
        timers = {n: self.clock.timer(self.contenders[n], self.problem.moved) for n in labels if n in self.contenders}
        if len(timers) > 1:
            times = timing.in_turn(timers, 15000.0, 2)
            self.record["girih_choice"] = min(times, key=lambda n: times[n][1])

    def right(self, label, fn, config, wanted):
        """Reports whether fn computes what is wanted, and records what is wrong."""
        error = wrong(self.problem, self.results(fn), wanted)
        if error:
            self.record["errors"][label] = f"{config}: {error}"
        return not error

    def compiled(self):
        """torch.compile's kernels for this size."""
        torch._dynamo.reset()
        for label, mode in COMPILED.items():
            if GRAPHS is not None and f"{self.bench.name} {self.record['bytes']} {label}" not in GRAPHS:
                continue
            try:
                fn = compiled_by_torch(self.problem, mode)
                got = listed(fn(*self.problem.inputs))
                if self.problem.compared and (error := wrong(self.problem, got, self.reference)):
                    self.record["errors"][label] = error
                self.contenders[label] = lambda fn=fn: fn(*self.problem.inputs)
            except Exception as error:
                self.record["errors"][label] = str(error).splitlines()[0][:200]


def compiled_by_torch(problem, mode):
    """Returns the computation compiled by torch.compile in a mode. Each call makes its own code object, because
    torch.compile distinguishes functions by these."""
    fn = problem.torch
    alone = types.FunctionType(fn.__code__.replace(), fn.__globals__, fn.__name__, fn.__defaults__, fn.__closure__)
    return torch.compile(alone, dynamic=False, mode=mode)


def listed(results):
    return list(results) if isinstance(results, tuple) else [results]


def measure(bench, size, ours, apart, clock, peers=True, most=None):
    """Measures one size of a benchmark and returns its record. ours and apart are sets of Girih's kernels. Those in
    apart were compiled with further options. most is the number of configurations of a text to measure, if not all."""
    c = Contest(bench, size, clock, peers)
    c.triton()
    for set_ in ours + apart:
        c.fastest(set_.label, c.imported(set_))
    c.choose([set_.label for set_ in ours[:1] + apart if set_.label != APART])
    for variant in sorted({t.variant for s in ours for t in s.texts if t.benchmark == bench.name}):
        c.fastest("Go" if variant == GO else f"{TEXT} {variant}".strip(), c.written(ours, variant, most))
    c.contenders["torch"] = lambda: c.problem.torch(*c.problem.inputs)
    if peers:
        c.compiled()
    c.reference = None  # to free its memory
    c.theirs.clear()
    timers = {name: clock.timer(fn, c.problem.moved) for name, fn in c.contenders.items()}
    c.record["microseconds"] = timing.in_turn(timers)
    return c.record


def sizes_of(bench, sizes):
    """Returns the requested sizes, without those too small for a benchmark; or all sizes if none are requested."""
    return [s for s in sizes if s >= bench.sizes[0]] if sizes else bench.sizes


def dump(folder, benches, sizes):
    """Writes the IR of every configuration, with the times of Triton's stages and their outputs."""
    folder.mkdir(parents=True, exist_ok=True)
    for bench in benches:
        for size in sizes_of(bench, sizes):
            try:
                _, found = variants(bench, size)
            except Exception as error:  # the record of the benchmark has it, too
                print("not dumped:", bench.name, size, str(error)[:300], flush=True)
                continue
            for config, constants, compiled in found:
                compiled.write(folder, {"benchmark": bench.name, "constants": constants})
            torch.cuda.empty_cache()
        print("dumped", bench.name, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-girih", help="the compiled Go command of this folder")
    parser.add_argument("-dump", type=pathlib.Path, help="write the IR into this folder")
    parser.add_argument("-prepared", action="append", default=[], help="LABEL=FOLDER of what Girih compiled elsewhere")
    parser.add_argument("-sizes", help="sizes in bytes, with commas")
    parser.add_argument("-apart", action="store_true", help="also compile for arrays that are promised to be apart")
    parser.add_argument("-late", action="store_true",
                        help="also compile kernels that never begin before what is ahead has ended")
    parser.add_argument("-parts", help="numbers, with commas, of blocks that share a program, where Girih can split it")
    parser.add_argument("-part", default="1/1", help="I/N: every N-th benchmark from the I-th on, to measure in several runs")
    parser.add_argument("-ours", action="store_true", help="measure Girih's texts and kernels in Go, and torch, alone")
    parser.add_argument("-imported", action="store_true", help="of Girih's, measure what it makes of Triton's IR alone")
    parser.add_argument("-default", action="store_true", help="of torch.compile's modes, measure the default alone")
    parser.add_argument("-equals", type=int, default=0, help="also measure this number of copies of Triton's fastest kernel")
    parser.add_argument("-graphs", type=pathlib.Path, help="of torch.compile's graphs, measure those that prepare.py listed")
    parser.add_argument("-sample", type=int, help="take at most so many configurations of each kernel and text, at random")
    parser.add_argument("-known", type=pathlib.Path, action="append",
                        help="with -sample, begin with the fastest of this earlier record, or of several")
    parser.add_argument("-only-dump", action="store_true")
    parser.add_argument("-o", type=pathlib.Path, default=pathlib.Path("record"))
    parser.add_argument("-seconds", type=float, default=540, help="begin no measurement after this time")
    parser.add_argument("names", nargs="*")
    o = parser.parse_args()
    began = time.time()
    global EQUALS, GRAPHS
    EQUALS = o.equals
    if o.graphs:
        GRAPHS = set(o.graphs.read_text().splitlines()) if o.graphs.exists() else set()
    if o.default:
        COMPILED.pop(AUTOTUNE)
    sizes = [int(s) for s in o.sizes.split(",")] if o.sizes else None
    at, of = (int(n) for n in o.part.split("/"))
    benches = load_suite(o.names)[at - 1::of]
    if o.sample:
        sample(benches, o.sample, o.known)
    o.names = [b.name for b in benches]
    work = o.dump or o.o.parent / "ir"
    if o.dump or o.girih and not o.ours:
        dump(work, benches, sizes)
    work.mkdir(parents=True, exist_ok=True)
    print(f"IR after {time.time() - began:.0f} s", flush=True)
    if o.only_dump:
        return 0
    ours, apart = [], []
    if o.girih:
        texts = ["-texts", str(HERE / "suite" / "tile"), "-go", str(HERE / "suite" / "gokernels"), "-only", ",".join(o.names)]
        ours.append(compiled_by_girih(o.girih, work, "girih", *([] if o.imported else texts)))
        if o.apart:
            apart.append(compiled_by_girih(o.girih, work, APART, "-apart"))
        if o.late:
            apart.append(compiled_by_girih(o.girih, work, "girih, late", "-early", "never"))
        for n in o.parts.split(",") if o.parts else []:
            apart.append(compiled_by_girih(o.girih, work, f"girih, {n} parts", "-parts", n))
    for one in o.prepared:
        label, folder = one.split("=", 1)
        ours.append(Ours(folder, label))
    print(f"compiled after {time.time() - began:.0f} s", flush=True)
    clock, records = timing.Clock(), []
    for bench, size in in_order(benches, sizes):
        if time.time() - began > o.seconds:
            print("out of time before", bench.name, size)
            continue
        start = time.time()
        try:
            record = measure(bench, size, ours, apart, clock, not o.ours, o.sample)
        except Exception as error:
            traceback.print_exc(limit=-3)
            record = {"benchmark": bench.name, "bytes": size, "errors": {"run": str(error)[:300]}}
        record["seconds"] = round(time.time() - start, 1)
        records.append(record | {"kind": bench.kind, "note": bench.note})
        show(record)
        gc.collect()  # graphs refer to themselves, and keep their memory
        torch.cuda.empty_cache()
        o.o.with_suffix(".json").write_text(json.dumps({
            "device": torch.cuda.get_device_name(), "torch": torch.__version__, "triton": triton.__version__,
            "driver": torch.cuda.driver_version() if hasattr(torch.cuda, "driver_version") else None,
            "records": [r for b in benches for r in records if r["benchmark"] == b.name]}, indent=1))
    return 0


def in_order(benches, sizes):
    """Returns benchmarks and sizes in the order of measurement: small sizes first, since large ones take longest, and
    the first of each class before the second ones, so that a run without time for all has some of each."""
    turn = {b.name: [x.name for x in benches if x.kind == b.kind].index(b.name) for b in benches}
    pairs = [(bench, size) for bench in benches for size in sizes_of(bench, sizes)]
    return sorted(pairs, key=lambda pair: (pair[1], turn[pair[0].name]))


def compiled_by_girih(command, folder, label, *options):
    """Compiles the IR in a folder, and the texts that the options ask for."""
    out = folder / label.replace(", ", "-").replace(" ", "-")
    print(subprocess.run([command, "-in", str(folder), "-o", str(out), *options], capture_output=True, text=True).stdout)
    return Ours(out, label)


def show(record):
    times = record.get("microseconds", {})
    moved = record.get("moved", 0)
    rates = "  ".join(f"{name} {moved / t[1] / 1e3:.0f}" for name, t in times.items())
    errors = "; ".join(f"{k}: {v}" for k, v in record["errors"].items())
    print(f"{record['benchmark']:16} {record['bytes']:>11}  GB/s: {rates}  {record['seconds']} s  {errors[:300]}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
