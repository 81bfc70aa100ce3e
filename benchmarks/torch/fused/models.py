"""Times the exported models of usual size in PyTorch, eager and compiled, beside those of this command:

    go run ./benchmarks/torch/fused -graphs benchmarks/torch/graphs -only models > girih.json
    python3 benchmarks/torch/fused/models.py girih.json [--max-autotune]

Models for which the command wrote no time are left out. Both run the same graph of operators as the step of training.
Everything is f32 without tf32, as the command computes; every contestant is one CUDA graph, as in compare.py.
"""
import json
import os
import sys
import time

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import compare
import export

torch.backends.cudnn.allow_tf32 = False


def timed(f):
    start = time.time()
    f()
    torch.cuda.synchronize()
    took = time.time() - start
    graph, _ = compare.captured(f)
    return compare.median(graph.replay), took


def model_and_arguments(name):
    """A model of usual size on the GPU, or its step of training as the graph that export.py writes, and arguments."""
    if name == "gpt_train":
        graph, _, args = export.traced(export.GPT().to("cuda"), (1, 128))
        return graph, args
    model, args = export.models[name]()
    return model.to("cuda").eval(), [a.to("cuda") for a in args]


def main():
    ours = {r["name"]: r for r in map(json.loads, open(sys.argv[1]))}
    modes = [None] + (["max-autotune-no-cudagraphs"] if "--max-autotune" in sys.argv else [])
    print(torch.__version__, torch.cuda.get_device_name())
    print(f"{'model':12} {'girih':>8} {'eager':>8} " + f"{'compile':>8} {'ratio':>6} {'seconds':>8} " * len(modes))
    for name in ("mlp", "resnet18", "gpt", "gpt_train"):
        mine = ours.get(name + " of usual size", {}).get("micros")
        if mine is None:
            continue
        model, args = model_and_arguments(name)
        with torch.no_grad():
            eager, _ = timed(lambda: model(*args))
            line = f"{name:12} {mine:8.1f} {eager:8.1f} "
            for mode in modes:
                torch._dynamo.reset()
                f = torch.compile(model, mode=mode)
                t, took = timed(lambda: f(*args))
                line += f"{t:8.1f} {t / mine:6.2f} {took:8.1f} "
        print(line, flush=True)


if __name__ == "__main__":
    main()
