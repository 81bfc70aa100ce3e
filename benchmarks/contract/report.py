"""Prints a table of what `contract` and peers.py measured, and the geometric mean of each family against each peer."""

import argparse
import collections
import json
import math


def read(path):
    return [json.loads(line) for line in open(path)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ours")
    parser.add_argument("peers")
    arguments = parser.parse_args()
    ours = read(arguments.ours)
    peers = {p["Name"]: p["Peers"] for p in read(arguments.peers)}
    ratios = collections.defaultdict(list)
    print("| contraction | equation | time | TFLOP/s | tiles | against |\n|---|---|---|---|---|---|")
    for r in ours:
        against = []
        for name, seconds in sorted(peers.get(r["Name"], {}).items()):
            ratio = seconds / r["Seconds"]
            ratios[r["Family"], name].append(ratio)
            against.append(f"{name} {ratio:.2f}")
        print(f"| {r['Name']} | `{r['Equation']}` | {r['Seconds'] * 1e6:.0f} us | {r['TFLOPS']:.1f} | {r['Choice']} | "
              f"{', '.join(against)} |")
    print("\n| family | peer | geometric mean | least |\n|---|---|---|---|")
    for (family, name), found in sorted(ratios.items()):
        mean = math.exp(sum(math.log(x) for x in found) / len(found))
        print(f"| {family} | {name} | {mean:.2f} | {min(found):.2f} |")
    seconds = sorted(r["CompileSeconds"] for r in ours)
    median, most = seconds[len(seconds) // 2], seconds[-1]
    print(f"\nFrom text to machine code in {median:.2f} s in the median, {most:.2f} s at most, beside other "
          "compilations; tables are part of the code, so that launches build none.")


if __name__ == "__main__":
    main()
