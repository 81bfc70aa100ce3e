"""Kernels as Triton compiled them, and as Girih did from the IR that Triton began with."""

import hashlib
import json
import pathlib
import re

import triton

import launch

ROOT = str(pathlib.Path(__file__).resolve().parent)


def key(num_warps, text):
    """Tells programs apart, wherever in their files they are: locations do not count."""
    lines = [re.sub(r" loc\(.*\)$", "", line) for line in text.splitlines() if not line.startswith("#loc")]
    lines = [re.sub(r" loc\((\"[^\"]*\"\()?#loc\d*\)?\)", "", line) for line in lines]
    return hashlib.sha256("\n".join([str(num_warps), *lines]).encode()).hexdigest()[:16]


class Compiled:
    """What Triton made of a kernel in one configuration, with the arguments that are left."""

    def __init__(self, kernel, args, constants, options):
        self.times = None
        triton.knobs.compilation.listener = self._listen
        self.kernel = kernel.warmup(*args.values(), grid=(1,), **constants, **options)
        self.names = [n for n, kind in self.kernel.src.signature.items() if kind != "constexpr"]
        self.num_warps = self.kernel.metadata.num_warps
        self.text = str(self.kernel.asm["ttir"]).replace(ROOT + "/", "")
        self.name = f"{self.kernel.metadata.name}-{key(self.num_warps, self.text)}"

    def write(self, folder, about):
        """Writes the IR and what there is to say about it, for the Go command, and Triton's PTX to look at."""
        path = folder / f"{self.name}.ttir"
        if path.exists():
            return
        path.write_text(self.text)
        path.with_suffix(".about").write_text(json.dumps(
            about | {"num_warps": self.num_warps, "triton_microseconds": self.times}))
        (folder / f"{self.name}.triton.ptx").write_text(self.kernel.asm["ptx"])

    def _listen(self, *, times, cache_hit, **_):
        if not cache_hit:
            self.times = {"ir": times.ir_initialization} | dict(times.lowering_stages)


class Ours:
    """Kernels that Girih compiled, by the name of their IR."""

    def __init__(self, folder, label):
        self.label, self.kernels, self.errors, self.times = label, {}, {}, {}
        for path in sorted(pathlib.Path(folder).glob("*.json")):
            one = json.loads(path.read_text())
            if "error" in one:
                self.errors[path.stem] = one["error"]
                continue
            self.times[path.stem] = one["times"]
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
