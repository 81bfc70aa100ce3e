"""Compiles and runs the corpus with Triton on a GPU, and records its IR and its results.

    python3 benchmarks/triton/record.py -o benchmarks/triton/recorded [NAME...]

For each case NAME the folder recorded/NAME holds

    kernel.ttir     asm["ttir"]: Triton's IR after its own ttir stage, with locations
    source.ttir     asm["source"]: the same before that stage, of the cases that ask for it
    manifest.json   arguments in order, grid, constants, tolerances; see Manifest in manifest.py
    ARG.in.npy      every array before the launch, but those that are all zero; bf16 and fp8 as their bits
    ARG.out.npy     every array that the kernel writes, after it

Two kinds of paths are replaced: the folder of the installed triton package becomes `triton`, and corpus files get paths
relative to the repository. A case that fails is reported and left out. The exit status is 1 if a case failed.
"""

import argparse
import json
import os
import pathlib
import sys
import traceback
import types

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

import numpy as np  # noqa: E402
import torch  # noqa: E402
import triton  # noqa: E402

import case as cases  # noqa: E402
import manifest  # noqa: E402


def load_corpus():
    """Runs the corpus modules with paths relative to the repository, which Triton then prints in locations."""
    os.chdir(ROOT)
    for path in sorted((HERE / "corpus").glob("*.py")):
        name = f"corpus_{path.stem}"
        relative = str(path.relative_to(ROOT))
        module = types.ModuleType(name)
        module.__file__ = relative
        sys.modules[name] = module
        exec(compile(path.read_text(), relative, "exec"), module.__dict__)


def numpy_of(tensor):
    """Returns a tensor's elements. Types that numpy lacks become unsigned integers of the same width."""
    if tensor.dtype in manifest.AS_BITS:
        tensor = tensor.view(manifest.AS_BITS[tensor.dtype])
    return tensor.cpu().numpy()


def worst(got, want):
    """Returns the largest absolute difference, and the largest relative to the magnitude of `want`."""
    got, want = got.to(torch.float64), want.to(torch.float64)
    same = (got == want) | (got.isnan() & want.isnan())
    diff = torch.where(same, torch.zeros_like(got), (got - want).abs())
    diff = torch.where(diff.isnan(), torch.full_like(diff, float("inf")), diff)
    rel = diff / want.abs().clamp(min=1e-3)
    return (float(diff.max()), float(rel.max())) if diff.numel() else (0.0, 0.0)


def check(name, launch, before, after):
    """Compares outputs with the reference, with large tolerances, and checks that nothing else was written."""
    problems = []
    for arg, tensor in before.items():
        if arg not in launch.outputs and not torch.equal(numpy_bits(tensor), numpy_bits(after[arg])):
            problems.append(f"{arg} was written but is not declared an output")
    expected = launch.reference(dict(launch.args)) if launch.reference else {}
    for arg, want in expected.items():
        got = after[arg]
        if tuple(want.shape) != tuple(got.shape):
            problems.append(f"{arg}: the reference has shape {tuple(want.shape)}, not {tuple(got.shape)}")
            continue
        if arg in launch.unordered:
            got, want = got.flatten().sort().values, want.flatten().sort().values
        a, r = worst(got, want)
        if a > max(launch.atol * 4, 1e-6) and r > max(launch.rtol * 4, 1e-5):
            problems.append(f"{arg}: off by {a:.3g} absolute, {r:.3g} relative")
    for arg in launch.outputs:
        if arg not in expected and launch.checked:
            problems.append(f"{arg}: no reference")
    return problems


def numpy_bits(tensor):
    return torch.from_numpy(numpy_of(tensor).copy().reshape(-1).view(np.uint8))


def record(one, out):
    """Runs a case and writes its folder. Returns its problems and the number of bytes written."""
    launch = one.launch()
    tensors = {k: v for k, v in launch.args.items() if isinstance(v, torch.Tensor)}
    device = {k: v.cuda() for k, v in tensors.items()}
    args = {k: device.get(k, v) for k, v in launch.args.items()}
    kernel = launch.kernel[launch.grid](**args, **launch.constexprs, **launch.options)
    torch.cuda.synchronize()
    after = {k: v.cpu() for k, v in device.items()}
    problems = check(one.name, launch, tensors, after)

    folder = out / one.name
    folder.mkdir(parents=True, exist_ok=True)
    package = os.path.dirname(triton.__file__)
    texts = {"kernel.ttir": "ttir"} | ({"source.ttir": "source"} if launch.source else {})
    for file, key in texts.items():
        (folder / file).write_text(str(kernel.asm[key]).replace(package, "triton"))
    for arg, tensor in tensors.items():
        if numpy_bits(tensor).any():
            np.save(folder / f"{arg}.in.npy", numpy_of(tensor))
        if arg in launch.outputs:
            np.save(folder / f"{arg}.out.npy", numpy_of(after[arg]))
    described = manifest.describe(one.name, launch, kernel)
    (folder / "manifest.json").write_text(json.dumps(described, indent=2) + "\n")
    return problems, sum(f.stat().st_size for f in folder.iterdir())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", type=pathlib.Path, required=True, help="folder to write")
    parser.add_argument("names", nargs="*", help="cases to run; all by default")
    options = parser.parse_args()
    out = options.o.resolve()
    load_corpus()
    failed, total = [], 0
    for one in cases.CASES:
        if options.names and one.name not in options.names:
            continue
        try:
            problems, size = record(one, out)
        except Exception as error:  # report the case and continue with the corpus
            traceback.print_exc(limit=-3)
            problems, size = [f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}"], 0
        total += size
        print(f"{'FAIL' if problems else 'ok':4} {one.name:32} {size:8} bytes  {'; '.join(problems)}", flush=True)
        if problems:
            failed.append(one.name)
    print(f"{len(cases.CASES)} cases, {len(failed)} failed: {' '.join(failed)}; {total} bytes; "
          f"triton {triton.__version__}, torch {torch.__version__}, {torch.cuda.get_device_name()}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
