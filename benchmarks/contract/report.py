"""Prints a table of the measurements of `contract` and peers.py, and for each family the mean ratio to each peer."""

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
    parser.add_argument("--gemm", help="what `contract -gemm` printed: products of the same sizes, by our own compiler")
    arguments = parser.parse_args()
    ours = read(arguments.ours)
    peers = {p["Name"]: p["Peers"] for p in read(arguments.peers)}
    for r in read(arguments.gemm) if arguments.gemm else []:
        peers.setdefault(r["Name"], {})["own gemm"] = r["Seconds"]
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
    def median(field):
        return sorted(r[field] for r in ours)[len(ours) // 2]

    print(f"\nFrom text to machine code in {median('CompileSeconds'):.2f} s in the median, "
          f"{max(r['CompileSeconds'] for r in ours):.2f} s at most, beside other compilations; of that "
          f"{median('TableSeconds'):.2f} s until the program of one thread is ready, with its tables. The first launch "
          f"is enqueued after {median('FirstSeconds') * 1e6:.0f} us, with the time to load the code, another one of "
          f"the same sizes after {median('NextSeconds') * 1e6:.0f} us: it builds nothing.")


if __name__ == "__main__":
    main()
