"""Measures a graph in rounds: in each, all contestants take turns, since a GPU near its power limit is slower or faster
by several percent from one minute to the next. It prints the median and the least of the rounds in microseconds:

    go build -o /tmp/fused ./benchmarks/torch/fused
    python3 benchmarks/torch/fused/turns.py --graph="transformer block" --rounds=6 /tmp/fused [COMMAND ...]

Contestants are torch.compile, in the ways that compare.py knows, and commands, such as that of another commit. Each
time is a median of 12 runs, of one CUDA graph each. --max-autotune adds torch.compile in that mode.
"""
import statistics
import subprocess
import sys
import time

import torch

import compare


class Command:
    """A process of the command, which measures again for each line."""

    def __init__(self, command, graph):
        self.p = subprocess.Popen([command, "-graphs", "", "-only", graph, "-cold", "-turns"], text=True,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __call__(self):
        self.p.stdin.write("\n")
        self.p.stdin.flush()
        return float(self.p.stdout.readline())


def peers(graph):
    """torch.compile's ways as functions that measure."""
    g = compare.graphs[graph]()
    for mode in [None] + ["max-autotune-no-cudagraphs"] * ("--max-autotune" in sys.argv):
        for way, run in compare.compiled_peers(g, mode):
            torch._dynamo.reset()
            replay, results = compare.captured(run)
            yield (f"torch.compile, {way}" + (", " + mode if mode else ""),
                   lambda replay=replay, results=results: compare.median(replay.replay, 12))


def main():
    graph, rounds = compare.option("--graph"), int(compare.option("--rounds", "6"))
    contestants = {c: Command(c, graph) for c in sys.argv[1:] if not c.startswith("--")}
    contestants |= dict(peers(graph))
    for measure in contestants.values():  # the first time compiles
        measure()
    times = {name: [] for name in contestants}
    for r in range(rounds):
        for name in contestants if r % 2 == 0 else reversed(contestants):
            times[name].append(contestants[name]())
            time.sleep(0.05)
    print(torch.cuda.get_device_name(), graph)
    for name, list_ in times.items():
        print(f"{name:50} {statistics.median(list_):9.1f} {min(list_):9.1f}   " + " ".join(f"{t:.0f}" for t in list_))


if __name__ == "__main__":
    main()
