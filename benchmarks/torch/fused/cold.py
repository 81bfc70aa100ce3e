"""Compiles graphs, all or those named, each in a process of its own, by this command and by torch.compile, without
caches. It prints the seconds of both, and their ratio:

    go build -o /tmp/fused ./benchmarks/torch/fused && python3 benchmarks/torch/fused/cold.py /tmp/fused [names]

Gradients are compiled in both ways that compare.py knows, or with --one-graph only as one graph, which takes less time.
A process of torch has imported torch and run the graph in eager mode before its time begins. The time includes what
torch.compile imports, as the command's time includes the loading of libNVVM.
"""
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback

import torch

import compare


def ours(command, name):
    """The seconds in which the command compiles a graph."""
    line = subprocess.run([command, "-graphs", "", "-only", name, "-cold"], check=True, capture_output=True).stdout
    return json.loads(line)["compile_s"]


def seconds(name, way):
    """The seconds in which torch.compile compiles a graph in this process."""
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = tempfile.mkdtemp()
    g = compare.graphs[name]()
    g.run(g.f, g.args, g.cotangent, compare.drop)
    run = dict(compare.compiled_peers(g, None))[way]
    torch.cuda.synchronize()
    start = time.time()
    run()
    torch.cuda.synchronize()
    return time.time() - start


def in_process(f, *args):
    """The result of f in a new process, a number."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, str(f(*args)).encode())
        except Exception:
            traceback.print_exc()
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as result:
        out = result.read()
    os.waitpid(child, 0)
    return float(out or "nan")


def main():
    command, *names = [a for a in sys.argv[1:] if not a.startswith("--")]
    for name in names or compare.graphs:
        mine = ours(command, name)
        ways = ["compile", "one graph"] if "gradient" in name else ["compile"]
        if "--one-graph" in sys.argv:
            ways = ways[-1:]
        for way in ways:
            theirs = in_process(seconds, name, way)
            print(f"{name + ', ' + way:60} {mine:5.2f} {theirs:5.2f} {theirs / mine:5.1f}", flush=True)


if __name__ == "__main__":
    main()
