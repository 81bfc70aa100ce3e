"""Writes the tables of benchmarks/results/speed-*.md from the records of run.py, cold.py and corpus.py.

    python3 benchmarks/speed/report.py -commit $(git rev-parse --short HEAD) -suite record.json -cold cold.json \
        -corpus corpus.json > speed.md
"""

import argparse
import datetime
import json
import math
import pathlib
import statistics
import textwrap

KB, MB, GB = 1 << 10, 1 << 20, 1 << 30
PEERS = ["triton", "torch", "torch.compile", "torch.compile max-autotune"]
OURS, LATE, APART, TEXT, GO = "girih", "girih, late", "girih, apart", "tile text", "Go"
EQUAL = "triton, copy"  # how the names of copies of Triton's fastest kernel begin
CHOICE = "chosen of ours"  # of all that Girih makes of Triton's IR without promises
SUMMARIES = {
    OURS: "### Summary\n\n"
    "The best peer's time over ours from Triton's IR, so that more is better for us: geometric means, and medians in "
    "parentheses. The three kernels that carry the mean most are left out of the second row. By default, kernels from "
    "Triton's IR begin before what is ahead of them on the stream has ended, and wait for it by themselves "
    "(programmatic stream serialization); the peers' kernels do not wait, so that they cannot.\n",
    LATE: "\n### Summary of launches like the peers'\n\n"
    "The same for kernels compiled with `--early=never`: each begins when what is ahead of it has ended.\n",
    CHOICE: "\n### Summary of what authors can choose\n\n"
    "The same where options of Girih's compiler are part of a configuration, as the number of warps is: a kernel may also "
    "be launched as the peers' are (`--early=never`), and several blocks may share a program that reduces a row in a loop "
    "(`--parts`), as torch.compile chooses how to split reductions. The options are chosen by times of their own, before "
    "the times of this table.\n",
}
STAGES = ("ttgir", "llir", "ptx", "cubin")  # Triton's stages after the IR that Girih also reads


def size(n):
    for unit, name in ((GB, "GB"), (MB, "MB"), (KB, "KB")):
        if n >= unit:
            return f"{n / unit:g} {name}"
    return f"{n} B"


def geomean(values):
    return math.exp(statistics.fmean(math.log(v) for v in values)) if values else float("nan")


def table(out, head, rows, left=1):
    out.append("| " + " | ".join(head) + " |")
    out.append("|" + "---|" * left + "---:|" * (len(head) - left))
    out.extend("| " + " | ".join(row) + " |" for row in rows)


def ratio(record, peers, ours=OURS):
    """Returns the fastest peer's time divided by ours, or None if a time is missing."""
    times = record.get("microseconds", {})
    if ours == CHOICE:
        ours = record.get("girih_choice", OURS)
    others = [times[n][1] for n in peers if n in times]
    return min(others) / times[ours][1] if others and ours in times else None


def choices(record):
    """Returns the contenders that Girih makes of Triton's IR without promises: the plain one, and those of
    --early=never and --parts."""
    return [n for n in record.get("microseconds", {}) if n == OURS or n.startswith(OURS + ", ") and n != APART]


def ratios(records, peers=PEERS, ours=OURS):
    return [x for r in records if (x := ratio(r, peers, ours))]


def summary(records, out, ours=OURS):
    """Lists the ratio of the best peer's time to ours by class and size."""
    sizes = sorted({r["bytes"] for r in records})
    kinds = sorted({r["kind"] for r in records})
    names = sorted({r["benchmark"] for r in records})
    carrying = sorted(names, key=lambda n: -geomean(ratios([r for r in records if r["benchmark"] == n], ours=ours)))[:3]
    rest = [r for r in records if r["benchmark"] not in carrying]
    out.append(SUMMARIES[ours])

    def row(name, chosen):
        cells = [name]
        for s in [*sizes, None]:
            found = ratios([r for r in chosen if s in (None, r["bytes"])], ours=ours)
            cells.append(f"{geomean(found):.3f} ({statistics.median(found):.3f})" if found else "")
        return cells

    rows = [row("all", records), row("without " + ", ".join(carrying), rest)]
    rows += [row(kind, [r for r in records if r["kind"] == kind]) for kind in kinds]
    table(out, ["kernels", *map(size, sizes), "all sizes"], rows)
    least = sorted((x, r["benchmark"], r["bytes"]) for r in records if (x := ratio(r, PEERS, ours)))
    below = sum(x < 0.95 for x, _, _ in least)
    out.append("\nLeast: " + ", ".join(f"{name} at {size(n)} {x:.3f}" for x, name, n in least[:max(5, below)]) + ".")
    if ours != OURS:
        return
    text, only = ratios(records, ours=TEXT), ratios(records, ["triton"])
    beside = f"The best peer's time over the tile text's: {geomean(text):.3f}. " if text else ""
    out.append(f"{beside}Triton's over ours: {geomean(only):.3f}.")
    go = ratios(records, ours=GO)
    if go:
        written = ratios(records, [TEXT], GO)
        beside = f"; the tile text's over theirs: {geomean(written):.3f}, least {min(written):.3f}" if written else ""
        out.append(f"The best peer's time over that of the kernels in Go: {geomean(go):.3f}{beside}.")
    promised = [x for r in records if (x := ratio(r, [OURS], APART))]
    if promised:
        out.append(
            "Triton does not promise that arrays do not overlap, so neither do we of its kernels. Our time without that "
            f"promise over our time with it: geometric mean {geomean(promised):.3f}, least {min(promised):.3f}, "
            f"greatest {max(promised):.3f}."
        )


def equals(records, out):
    """Lists the time of the fastest copy of Triton's kernel over that of the kernel. It would be 1 without noise."""
    copies = sorted({n for r in records for n in r["microseconds"] if n.startswith(EQUAL)})
    if not copies:
        return
    out.append("\n### Summary of equals\n")
    out.append(
        f"The time of the fastest of {len(copies)} copies of Triton's kernel over that of the kernel itself: geometric means. "
        "All are the same code in the same configuration, so this is what the best of as many peers gains by chance.\n"
    )
    sizes, kinds = sorted({r["bytes"] for r in records}), sorted({r["kind"] for r in records})
    rows = []
    for name in ["all", *kinds]:
        found = [[x for r in records if r["bytes"] == s and name in ("all", r["kind"]) and (x := ratio(r, copies, "triton"))]
                 for s in sizes]
        rows.append([name, *(f"{geomean(f):.3f}" if f else "" for f in found)])
    table(out, ["kernels", *map(size, sizes)], rows)


def suite(data, out):
    records = data["records"]
    measured = [r for r in records if "microseconds" in r]
    out.append("\n## Kernels\n")
    out.append(
        "Times on the GPU, of launches by graphs: the mean of the middle half of the runs, since events tick every 32 ns. "
        "Runs are spread over equal graphs, as these differ: 16 where a run takes up to 40 microseconds, and else up to 8. "
        "From 16 MB on, the cache is emptied before each run; smaller problems are timed in graphs of 20 runs. Triton and "
        "Girih take the fastest of the same configurations for each size, all of which were measured in this run.\n"
    )
    summary(measured, out)
    chosen = any(len(choices(r)) > 1 for r in measured)
    if any(LATE in r["microseconds"] for r in measured):
        summary(measured, out, LATE)
    if chosen:
        summary(measured, out, CHOICE)
    equals(measured, out)
    variants = sorted({n for r in measured for n in r["microseconds"] if n.startswith(TEXT + " ")})
    written = [n for n in (TEXT, *variants, GO) if any(n in r["microseconds"] for r in measured)]
    further = sorted({n for r in measured for n in choices(r)} - {OURS})
    peers = [n for n in PEERS if any(n in r["microseconds"] for r in measured)]
    names = [OURS, *further, *written, *peers]
    beside = [CHOICE] if chosen else [n for n in (TEXT, GO) if n in written][:1]
    divisors = "".join(f" and by that of `{n}`" for n in beside)
    out.append("\n### Every size\n")
    out.append(
        "Rates are bytes that have to be read and written over that time, in GB/s; behind ± half the distance of "
        "the quartiles, in per cent. `girih` comes from Triton's IR, `tile text` from texts in our language; its variants "
        "`exact` (no approximation of erf) and `whole` (no atomics) compute something else. The last columns divide the "
        f"best peer's time by `girih`'s{divisors}, and Triton's by `girih`'s.\n"
    )
    rows = []
    for r in records:
        times = r.get("microseconds")
        if not times:
            rows.append([r["benchmark"], size(r["bytes"]), "; ".join(f"{k}: {v}" for k, v in r["errors"].items())[:160]])
            continue
        cells = []
        for n in names:
            low, time, high = times.get(n, (0, 0, 0))
            rate = r["moved"] / time / 1e3 if time else 0
            cells.append(f"{rate:.{0 if rate >= 10 else 1}f} ±{50 * (high - low) / time:.1f}" if time else "")
        last = [ratio(r, PEERS), *(ratio(r, PEERS, n) for n in beside), ratio(r, ["triton"])]
        rows.append([r["benchmark"], size(r["bytes"]), *cells, *(f"{x:.3f}" if x else "" for x in last)])
    quotients = ["best peer / ours", *(f"best peer / {n}" for n in beside), "Triton / ours"]
    table(out, ["kernel", "size", *names, *quotients], rows)
    notes = {r["benchmark"]: r["note"] for r in records if r.get("note")}
    out.append("\nComputed differently:\n\n" + "\n".join(f"- {name}: {note}." for name, note in notes.items()))
    at_edge = {}
    for r in measured:
        for edge in r.get("triton_edges", []):
            at_edge.setdefault((r["benchmark"], edge), []).append(size(r["bytes"]))
    out.append("\nTriton's best configuration has the least or greatest number that was tried, by more than 2 per cent, of:\n")
    out.append("\n".join(f"- {name}: {edge} at {', '.join(sizes)}" for (name, edge), sizes in sorted(at_edge.items())))
    wrong = [f"{r['benchmark']} at {size(r['bytes'])}: {k}: {v}" for r in records for k, v in r["errors"].items()
             if "tile-split-rows" not in v]  # kernels that --parts cannot split take no part
    out.append(
        "\nEvery output was compared with eager torch (dropout with what Triton computed in the same configuration)."
        if not wrong
        else "\nNot compared, or different:\n\n" + "\n".join(f"- {w[:300]}" for w in wrong)
    )


def corpus(data, out):
    records = data["records"]
    out.append("\n## The recorded corpus, kernel by kernel\n")
    good = [r for r in records if "microseconds" in r and "error" not in r]
    found = [r["microseconds"]["triton"][1] / r["microseconds"]["girih"][1] for r in good]
    out.append(
        f"{len(good)} of {len(records)} kernels compile and compute what Triton's do; their problems are small, so the "
        "times are those of one short launch in a graph of many. Triton's time over ours: geometric mean "
        f"{geomean(found):.3f}, median {statistics.median(found):.3f}.\n"
    )
    rows = []
    for r in records:
        if "microseconds" not in r or "error" in r:
            rows.append([r["case"], "", "", "", r.get("error", "")[:140]])
            continue
        t, g = r["microseconds"]["triton"][1], r["microseconds"]["girih"][1]
        rows.append([r["case"], f"{t:.2f}", f"{g:.2f}", f"{t / g:.2f}", str(r["registers"])])
    table(out, ["kernel", "Triton µs", "Girih µs", "Triton / ours", "registers"], rows)


def parts(record):
    """Returns milliseconds: Triton's total, our total, ours to LLVM IR, in libNVVM or llc, and in ptxas."""
    theirs = sum(record["triton"][s] for s in STAGES)
    compiler, assembler = record["ours"][record["compiler"]], record["ours"].get("ptxas", 0)
    whole = sum(record["ours"].values())
    return [x / 1000 for x in (theirs, whole, whole - compiler - assembler, compiler, assembler)]


def cold(data, out):
    """Compares the times from Triton's IR to a cubin, and the sizes of the outputs."""
    groups = {}
    for r in data["records"]:
        if "error" not in r:
            groups.setdefault(r["kernel"], []).append(r)
    out.append("\n## Compile time, end to end\n")
    out.append(
        f"Milliseconds from the text of Triton's IR to a cubin on the GPU's machine: every kernel once by each, one by one, "
        f"with empty caches, in {data.get('runs', 1)} runs of both in turns. Medians over runs and over a kernel's "
        "configurations for both. Triton's are its stages ttgir, llir, ptx and cubin. The time of ptxas is that from the "
        "PTX on: its process starts while libNVVM compiles. Sizes are lines of LLVM IR and of PTX, and instructions of "
        "the GPU: ours / Triton's.\n"
    )
    rows, found = [], {}
    for name, records in sorted(groups.items(), key=lambda g: (g[0].startswith("corpus "), g[0])):
        mid = [statistics.median(column) for column in zip(*map(parts, records))]
        found[name] = statistics.median(p[0] / p[1] for p in map(parts, records))
        sizes = []
        for key in ("llvm_ir_lines", "ptx_lines", "instructions"):
            pairs = [(r["triton_size"][key], r["size"][key]) for r in records if r["triton_size"]]
            theirs, ours = (round(statistics.median(column)) for column in zip(*pairs)) if pairs else ("", "")
            sizes.append(f"{ours} / {theirs}")
        rows.append([name, *(f"{x:.1f}" for x in mid[:3]), *(f"{x:.0f}" for x in mid[3:]), f"{found[name]:.2f}", *sizes])
    inner = [v for n, v in found.items() if not n.startswith("corpus ")]
    outer = [v for n, v in found.items() if n.startswith("corpus ")]
    out.append(
        f"Triton's time over ours: geometric mean {geomean(inner):.2f} over the suite, {geomean(outer):.2f} over the "
        f"recorded corpus; we are slower for {sum(v < 1 for v in found.values())} of {len(found)} kernels.\n"
    )
    head = ["kernel", "Triton", "Girih", "Girih to LLVM IR", "libNVVM", "ptxas", "Triton / ours", "LLVM IR", "PTX", "code"]
    table(out, head, rows)
    failed = [r for r in data["records"] if "error" in r]
    out.extend(f"\nNot compiled: {r['kernel']}: {r['error'][:200]}" for r in failed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-commit", default="unknown")
    parser.add_argument("-note", help="what else there is to say about the run")
    parser.add_argument("-suite", type=pathlib.Path, action="append", help="a record of run.py; later ones are added")
    parser.add_argument("-cold", type=pathlib.Path, help="a record of cold.py")
    parser.add_argument("-corpus", type=pathlib.Path, help="a record of corpus.py")
    o = parser.parse_args()
    suites = [json.loads(path.read_text()) for path in o.suite or []]
    others = {f: json.loads(path.read_text()) for f, path in ((cold, o.cold), (corpus, o.corpus)) if path}
    first = [*suites, *others.values()][0]
    out = [f"# Kernels on {first['device']} against Triton and torch\n"]
    torch = f", torch {first['torch']}" if "torch" in first else ""
    out.append(
        f"{datetime.date.today()}, commit {o.commit}, Triton {first['triton']}{torch}. Written by `benchmarks/speed`."
    )
    if o.note:
        out.append("\n" + o.note)
    if o.cold:
        cold(others[cold], out)
    if suites:
        suite({"records": [r for s in suites for r in s["records"]]}, out)
    if o.corpus:
        corpus(others[corpus], out)
    for line in "\n".join(out).splitlines():
        print(line if line.startswith(("|", "-", "#")) else textwrap.fill(line, 118))


if __name__ == "__main__":
    main()
