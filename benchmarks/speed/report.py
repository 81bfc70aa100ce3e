"""Writes the tables of benchmarks/results/speed-*.md from the records of run.py and corpus.py.

    python3 benchmarks/speed/report.py -commit $(git rev-parse --short HEAD) -suite record.json -corpus corpus.json > speed.md
"""

import argparse
import datetime
import json
import math
import pathlib
import statistics

KB, MB, GB = 1 << 10, 1 << 20, 1 << 30
PEERS = ["triton", "torch", "torch.compile"]
TEXT = "tile text"


def size(n):
    for unit, name in ((GB, "GB"), (MB, "MB"), (KB, "KB")):
        if n >= unit:
            return f"{n / unit:g} {name}"
    return f"{n} B"


def geomean(values):
    return math.exp(statistics.fmean(math.log(v) for v in values)) if values else float("nan")


def ours_of(record):
    """Returns the contenders that are Girih's from Triton's IR, by the compilers behind it."""
    return [name for name in record.get("microseconds", {}) if name not in PEERS and name != TEXT]


def ratio(record, peers, ours=None):
    """Returns how many times faster the best of Girih is than the best of some peers, by medians; ours are the contenders that
    are meant, those from Triton's IR where nothing else is said."""
    times = record["microseconds"]
    ours = [times[n][1] for n in ours or ours_of(record) if n in times]
    others = [times[n][1] for n in peers if n in times]
    return min(others) / min(ours) if ours and others else None


def suite(data, out):
    records = data["records"]
    large = [r for r in records if r["bytes"] > 64 * MB and "microseconds" in r]
    names = sorted({n for r in records for n in ours_of(r)})
    out.append("## Kernels\n")
    out.append("Rates are bytes that have to be read and written over the median time, in GB/s; behind ± half the distance of the "
               "quartiles, in per cent. The kernels come from Triton's IR, those of the column \"tile text\" from texts in our language, "
               "with the better of the compilers. The last columns divide the best peer's time by the best of ours from Triton's IR, "
               "Triton's by the same, and the best peer's by the text's.\n")
    head = ["kernel", "size", *names, TEXT, *PEERS, "best peer / ours", "Triton / ours", "best peer / text"]
    out.append("| " + " | ".join(head) + " |")
    out.append("|---|" + "---:|" * (len(head) - 1))
    for r in records:
        times = r.get("microseconds")
        if not times:
            out.append(f"| {r['benchmark']} | {size(r['bytes'])} | " + "; ".join(f"{k}: {v}" for k, v in r["errors"].items())[:160] + " |")
            continue
        cells = []
        for n in names + [TEXT] + PEERS:
            if n not in times:
                cells.append("")
                continue
            low, median, high = times[n]
            rate = r["moved"] / median / 1e3
            cells.append(f"{rate:.{0 if rate >= 10 else 1}f} ±{50 * (high - low) / median:.1f}")
        ratios = [ratio(r, PEERS), ratio(r, ["triton"]), ratio(r, PEERS, [TEXT])]
        cells += [f"{x:.3f}" if x else "" for x in ratios]
        out.append(f"| {r['benchmark']} | {size(r['bytes'])} | " + " | ".join(cells) + " |")
    best = [b for r in large if (b := ratio(r, PEERS))]
    triton = [b for r in large if (b := ratio(r, ["triton"]))]
    least = min((b, r["benchmark"], r["bytes"]) for r in large if (b := ratio(r, PEERS)))
    out.append(f"\nAbove 64 MB: geometric mean {geomean(best):.3f} of the best peer, {geomean(triton):.3f} of Triton; least "
               f"{least[0]:.3f} ({least[1]}, {size(least[2])}).")
    if text := [b for r in large if (b := ratio(r, PEERS, [TEXT]))]:
        out[-1] += f" Tile text: geometric mean {geomean(text):.3f} of the best peer in {len(text)} of them."
    wrong = [f"{r['benchmark']} at {size(r['bytes'])}: {k}: {v}" for r in records for k, v in r["errors"].items() if k != "torch.compile"]
    out.append("\nEvery output was compared with eager torch (dropout with what Triton computed in the same configuration)." if not wrong else
               "\nNot compared, or different:\n\n" + "\n".join(f"- {w[:300]}" for w in wrong))


def corpus(data, out):
    records = data["records"]
    out.append("\n## The recorded corpus, kernel by kernel\n")
    good = [r for r in records if "microseconds" in r and "error" not in r]
    ratios = [r["microseconds"]["triton"][1] / r["microseconds"]["girih"][1] for r in good]
    out.append(f"{len(good)} of {len(records)} kernels compile and compute what Triton's do; their problems are small, so the times are "
               f"those of one short launch in a graph of many. Triton's time over ours: geometric mean {geomean(ratios):.3f}.\n")
    out.append("| kernel | Triton µs | Girih µs | Triton / ours | registers |\n|---|---:|---:|---:|---:|")
    for r in records:
        if "microseconds" not in r or "error" in r:
            out.append(f"| {r['case']} | | | | {r.get('error', '')[:140]} |")
            continue
        t, g = r["microseconds"]["triton"][1], r["microseconds"]["girih"][1]
        out.append(f"| {r['case']} | {t:.2f} | {g:.2f} | {t / g:.2f} | {r['registers']} |")


def compile_times(folder, out):
    """Compares the times of Triton's stages from its IR to LLVM IR with ours, from the files in the folder of the IR."""
    rows = {}
    steps = {}
    for about in sorted(pathlib.Path(folder).glob("*.about")):
        theirs = json.loads(about.read_text())
        mine = about.parent / "girih" / about.with_suffix(".json").name
        if not mine.exists() or not theirs["triton_microseconds"]:
            continue
        ours = json.loads(mine.read_text())
        if "error" in ours:
            continue
        t = theirs["triton_microseconds"]
        rows.setdefault(theirs["benchmark"], []).append((t["ttgir"] + t["llir"], ours["llvm_ir_microseconds"], t["ptx"], t["cubin"], ours["times"]))
        for step, v in ours["times"].items():
            steps[step] = steps.get(step, 0) + v
    out.append("\n## Compile time\n")
    out.append("Milliseconds, medians over the configurations, on the GPU's machine. Triton's are its stages ttgir and llir; ours begin "
               "with reading the text of its IR and end with printed LLVM IR.\n")
    out.append("| kernel | Triton, IR to LLVM IR | Girih, text to LLVM IR | Triton / ours | Triton, to PTX and cubin | the compilers behind Girih |")
    out.append("|---|---:|---:|---:|---:|---:|")
    ratios = []
    for name, found in sorted(rows.items()):
        mid = lambda i: statistics.median(f[i] for f in found) / 1000
        outside = statistics.median(sum(v for k, v in f[4].items() if "llc" in k or "NVVM" in k or k == "ptxas") for f in found) / 1000
        ratios.append(statistics.median(f[0] / f[1] for f in found))
        out.append(f"| {name} | {mid(0):.1f} | {mid(1):.2f} | {ratios[-1]:.1f} | {mid(2) + mid(3):.0f} | {outside:.0f} |")
    out.append(f"\nGeometric mean {geomean(ratios):.1f}. All kernels together, by step, in ms: " +
               ", ".join(f"{k} {v / 1000:.0f}" for k, v in sorted(steps.items(), key=lambda kv: -kv[1])) + ".")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-commit", default="unknown")
    parser.add_argument("-note", help="what else there is to say about the run")
    parser.add_argument("-suite", type=pathlib.Path, action="append", help="a record of run.py; later ones replace what they repeat")
    parser.add_argument("-corpus", type=pathlib.Path)
    parser.add_argument("-ir", type=pathlib.Path, help="the folder of the suite's IR")
    o = parser.parse_args()
    data = json.loads((o.suite[0] if o.suite else o.corpus).read_text())
    for path in (o.suite or [])[1:]:
        for record in json.loads(path.read_text())["records"]:
            same = [i for i, r in enumerate(data["records"]) if (r["benchmark"], r["bytes"]) == (record["benchmark"], record["bytes"])]
            data["records"][same[0] if same else len(data["records"]):same[0] + 1 if same else len(data["records"])] = [record]
    out = [f"# Kernels on {data['device']} against Triton and torch\n",
           f"{datetime.date.today()}, commit {o.commit}, Triton {data['triton']}" +
           (f", torch {data['torch']}" if "torch" in data else "") + ". Written by `benchmarks/speed`.\n"]
    if o.note:
        out.append(o.note + "\n")
    if o.suite:
        suite(data, out)
    if o.corpus:
        corpus(json.loads(o.corpus.read_text()), out)
    if o.ir:
        compile_times(o.ir, out)
    print("\n".join(out))


if __name__ == "__main__":
    main()
