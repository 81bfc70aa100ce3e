"""Kernels compiled by Triton, and by Girih from the IR with which Triton began."""

import hashlib
import json
import pathlib
import re

import triton

import launch

ROOT = str(pathlib.Path(__file__).resolve().parent)
TEXTS = {}  # by the hash of a kernel compiled by Triton: its IR and name, shared by sizes of a problem


def key(num_warps, text):
    """A key that is the same for equal programs: it ignores locations."""
    lines = [re.sub(r" loc\(.*\)$", "", line) for line in text.splitlines() if not line.startswith("#loc")]
    lines = [re.sub(r" loc\((\"[^\"]*\"\()?#loc\d*\)?\)", "", line) for line in lines]
    return hashlib.sha256("\n".join([str(num_warps), *lines]).encode()).hexdigest()[:16]


class Compiled:
    """A kernel that Triton compiled in one configuration, with the arguments that are left."""

    def __init__(self, kernel, args, constants, options):
        self.times = None
        triton.knobs.compilation.listener = self._listen
        self.kernel = kernel.warmup(*args.values(), grid=(1,), **constants, **options)
        self.names = [n for n, kind in self.kernel.src.signature.items() if kind != "constexpr"]
        self.num_warps = self.kernel.metadata.num_warps
        if self.kernel.hash not in TEXTS:
            text = str(self.kernel.asm["ttir"]).replace(ROOT + "/", "")
            TEXTS[self.kernel.hash] = text, f"{self.kernel.metadata.name}-{key(self.num_warps, text)}"
        self.text, self.name = TEXTS[self.kernel.hash]

    def write(self, folder, about):
        """Writes the IR with its description, for the Go command, and Triton's output for it."""
        path = folder / f"{self.name}.ttir"
        if path.exists():
            return
        path.write_text(self.text)
        path.with_suffix(".about").write_text(json.dumps(
            about | {"num_warps": self.num_warps, "triton_microseconds": self.times}))
        for stage in ("llir", "ptx"):
            (folder / f"{self.name}.triton.{stage}").write_text(self.kernel.asm[stage])
        (folder / f"{self.name}.triton.cubin").write_bytes(self.kernel.asm["cubin"])

    def _listen(self, *, times, cache_hit, **_):
        if not cache_hit:
            self.times = {"ir": times.ir_initialization} | dict(times.lowering_stages)


class Ours:
    """Kernels that Girih compiled, by the name of their IR. texts are the kernels in tile text."""

    def __init__(self, folder, label):
        self.label, self.kernels, self.errors, self.texts = label, {}, {}, []
        for path in sorted(pathlib.Path(folder).glob("*.json")):
            one = json.loads(path.read_text())
            if "text" in one:
                self.texts.append(Text(path.stem, one))
            if "error" in one:
                self.errors[path.stem] = one["error"]
                continue
            image = path.with_suffix(".cubin")
            image = image if image.exists() else path.with_suffix(".ptx")
            self.kernels[path.stem] = (image.read_bytes() + b"\0", json.dumps(one["manifest"]))

    def kernel(self, name):
        loaded = self.kernels.get(name)
        if isinstance(loaded, tuple):
            try:
                loaded = launch.Kernel(*loaded)
            except RuntimeError as error:
                self.errors[name], loaded = str(error), None
            self.kernels[name] = loaded
        return loaded


class Text:
    """A kernel in tile text, in one configuration, with its launch for a problem of the suite."""

    def __init__(self, name, described):
        text = described["text"]
        self.name, self.benchmark, self.grid, self.zero = name, text["benchmark"], text["grid"], text["zero"] or []
        self.variant, self.columns = text["variant"], text.get("columns")
        self.constants, self.num_warps, self.at_most = text["constants"], text["num_warps"], text.get("at_most")
        self.parameters = described["manifest"]["kernels"][0]["parameters"] if "manifest" in described else []

    def fits(self, problem):
        """Returns whether the configuration is for a problem: constants that depend on its size match, and it is
        not too large."""
        if self.at_most and problem.args[self.at_most["array"]].shape[self.at_most["axis"]] > self.at_most["tile"]:
            return False
        shared = [n for n in problem.constants if n in self.constants]
        return all(self.constants[n] == problem.constants[n] for n in shared) and problem.fits(problem.constants | self.constants)

    def bind(self, kernel, args):
        """Returns a function that launches the kernel with arguments by name. Arrays also give sizes and strides."""
        values, shapes = [], {}
        for p in self.parameters:
            value = args[p["name"]]
            if p["kind"] != "array":
                values.append(value)
                continue
            if value.dim() != len(p["sizes"]):  # a vector becomes a matrix with so many columns
                value = value.view(-1, self.columns or p["sizes"][-1])
            shapes[p["name"]] = value.shape
            values.append(value)
            for extents, of in ((p["sizes"], value.shape), (p["strides"], value.stride())):
                if any(e not in (-1, n) for e, n in zip(extents, of)):
                    raise ValueError(f"{p['name']} is of {list(of)}, not {extents}")
                values += [n for e, n in zip(extents, of) if e == -1]
        programs = []
        for product in self.grid:
            programs.append(1)
            for factor in product:
                programs[-1] *= -(-shapes[factor["array"]][factor["axis"]] // factor["tile"])
        return kernel.bind(values, programs)
