"""Problems of examples/kernels as `kernels -save` writes them: code, and a description of its launches."""

import json
import pathlib
import subprocess

import launch


def save(kernels, folder, wanted):
    """Lets the program `kernels` compile problems, several at a time. A problem is a pair of a kernel and its sizes.

    Returns a dict of the loaded problems. It prints and leaves out those that cannot be compiled.
    """
    running = {}
    for name, sizes in dict.fromkeys(wanted):
        at = pathlib.Path(folder) / f"{name}-{sizes}".replace("=", "").replace(",", "-")
        command = [kernels, "-kernel", name, "-set", sizes, "-save", str(at)]
        running[name, sizes] = at / name, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    out = {}
    for key, (at, process) in running.items():
        text, _ = process.communicate()
        if text:
            print(key, text.strip(), flush=True)
        if process.returncode == 0:
            out[key] = Saved(at)
    return out


class Saved:
    """A problem: its launches, and the number of operations that they do."""

    def __init__(self, at):
        one = json.loads(at.with_suffix(".json").read_text())
        image, manifest = at.with_suffix(".cubin").read_bytes() + b"\0", json.dumps(one["manifest"])
        described = {k["entry"]: k for k in one["manifest"]["kernels"]}
        self.work, self.configuration = one["work"], one.get("configuration") or {}
        self.steps = [(launch.Kernel(image, manifest, s["entry"]), described[s["entry"]]["parameters"], s["grid"])
                      for s in one["launches"]]

    def registers(self):
        return [kernel.registers() for kernel, _, _ in self.steps]

    def bind(self, args):
        """Returns a function that launches the kernels with arguments by name. Arrays also give sizes and strides."""
        runs = [kernel.bind(spread(parameters, args), grid) for kernel, parameters, grid in self.steps]

        def run():
            for one in runs:
                one()

        return run


def spread(parameters, args):
    values = []
    for p in parameters:
        value = args[p["name"]]
        values.append(value)
        if p["kind"] != "array":
            continue
        for extents, of in ((p["sizes"], value.shape), (p["strides"], value.stride())):
            if len(extents) != len(of) or any(e not in (-1, n) for e, n in zip(extents, of)):
                raise ValueError(f"{p['name']} is of {list(of)}, not {extents}")
            values += [n for e, n in zip(extents, of) if e == -1]
    return values
