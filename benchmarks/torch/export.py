"""Exports models with torch.export, as JSON for package lowering/importtorch: nodes with their operators, arguments,
types and places in Python.

    python3 benchmarks/torch/export.py FOLDER --model=MODULE:FUNCTION --weights

exports a model of yours: the function returns a module and a tuple of example arguments. A third result says which
sizes may differ from run to run; it is the argument dynamic_shapes of torch.export.export. The graph goes to
FOLDER/FUNCTION.json.gz, its weights to FOLDER/FUNCTION.safetensors, and tile-run runs it:

    tile-run FOLDER/FUNCTION.json.gz --explain=cuda:0 --weights=FOLDER/FUNCTION.safetensors

With --decomposed, PyTorch's run_decompositions replaces operators for which Girih has no reference by simpler ones.

    python3 benchmarks/torch/export.py FOLDER [--only=NAME] [--weights]

exports an MLP, a ResNet-18, and a transformer of GPT-2's size (all tokens at once; one token with a cache of keys and
values; a step of training with AdamW). Each is exported in its usual size and in a small one. The outputs of the small
ones are exported, too, with weights that other languages can make as well (`weight`). It needs torch 2.11 and no GPU.
benchmarks/torch/graphs has the graphs without weights, and says when they were recorded.
"""
import argparse
import ctypes
import gzip
import importlib
import json
import math
import os
import sys
import time
import traceback

import torch
import torch.nn as nn
import torch.nn.functional as F

DT = {torch.float32: "f32", torch.float16: "f16", torch.bfloat16: "bf16", torch.float64: "f64", torch.int64: "i64",
      torch.int32: "i32", torch.bool: "i1", torch.int16: "i16", torch.int8: "i8", torch.uint8: "ui8"}


def dim(x):
    return int(x) if isinstance(x, int) else str(x)


def meta(v):
    if isinstance(v, torch.Tensor):
        return {"dtype": DT.get(v.dtype, str(v.dtype)), "shape": [dim(x) for x in v.shape],
                "stride": [dim(x) for x in v.stride()]}
    if isinstance(v, (list, tuple)):
        return [meta(x) for x in v]
    return {"scalar": str(v)}


def value(a):
    if isinstance(a, torch.fx.Node):
        return {"node": a.name}
    if isinstance(a, (list, tuple)):
        return [value(x) for x in a]
    if isinstance(a, (torch.dtype, torch.device, torch.memory_format, torch.layout)):
        return {"torch": str(a)}
    if isinstance(a, float) and not math.isfinite(a):
        return {"float": str(a)}
    if a is None or isinstance(a, (bool, int, float, str)):
        return a
    return {"other": str(a)}


def dump(gm):
    nodes = []
    for n in gm.graph.nodes:
        nodes.append({"name": n.name, "op": n.op, "target": str(n.target), "args": value(n.args),
                      "kwargs": {k: value(v) for k, v in n.kwargs.items()},
                      "meta": meta(n.meta["val"]) if "val" in n.meta else None,
                      "trace": (n.meta.get("stack_trace") or "").strip().splitlines()[-2:]})
    return nodes


def save(name, data):
    with gzip.open(f"{options.folder}/{name}.json.gz", "wt") as f:
        json.dump(data, f)


SAFETENSORS = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.float64: "F64",
               torch.int64: "I64", torch.int32: "I32", torch.int16: "I16", torch.int8: "I8", torch.uint8: "U8",
               torch.bool: "BOOL"}


def save_weights(name, tensors):
    """Writes tensors in the format of safetensors: the length of a header, the header, and all elements."""
    header, parts, at = {}, [], 0
    for key, t in tensors.items():
        t = t.detach().cpu().contiguous()
        parts.append(t)
        header[key] = {"dtype": SAFETENSORS[t.dtype], "shape": list(t.shape), "data_offsets": [at, at + t.nbytes]}
        at += t.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)  # elements begin at a multiple of 8
    with open(f"{options.folder}/{name}.safetensors", "wb") as f:
        f.write(len(text).to_bytes(8, "little") + text)
        for t in parts:
            f.write(ctypes.string_at(t.data_ptr(), t.nbytes))


def weight(shape, seed, scale):
    """Numbers that other languages can make as well: a 32-bit hash of the element's number."""
    n = math.prod(shape)
    i = torch.arange(n, dtype=torch.int64) + seed * 1000003
    h = (i * 2654435761) & 0xFFFFFFFF
    h = ((h ^ (h >> 16)) * 0x45D9F3B) & 0xFFFFFFFF
    h = (h ^ (h >> 16)) & 0xFFFFFF
    return ((h.to(torch.float64) / 0x1000000 - 0.5) * scale).to(torch.float32).reshape(shape)


def seeded(model):
    for i, (name, p) in enumerate(model.named_parameters()):
        fan = p.shape[-1] if p.dim() > 1 else 1
        with torch.no_grad():
            if p.dim() == 1 and name.endswith("weight"):
                p.copy_(1 + weight(p.shape, i, 0.2))
            else:
                p.copy_(weight(p.shape, i, 2 / math.sqrt(fan)))
    return model.eval()


class MLP(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x)
            if i + 1 < len(self.layers):
                x = F.gelu(x)
        return x


class Block18(nn.Module):
    def __init__(self, a, b, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(a, b, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(b)
        self.conv2 = nn.Conv2d(b, b, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(b)
        self.down = None
        if stride != 1 or a != b:
            self.down = nn.Sequential(nn.Conv2d(a, b, 1, stride, bias=False), nn.BatchNorm2d(b))

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(y))
        return F.relu(y + (x if self.down is None else self.down(x)))


class ResNet18(nn.Module):
    def __init__(self, width=64, classes=1000):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 7, 2, 3, bias=False)
        self.bn = nn.BatchNorm2d(width)
        blocks, a = [], width
        for i in range(4):
            b = width << i
            blocks += [Block18(a, b, 1 if i == 0 else 2), Block18(b, b, 1)]
            a = b
        self.blocks = nn.Sequential(*blocks)
        self.fc = nn.Linear(a, classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn(self.conv(x))), 3, 2, 1)
        x = self.blocks(x)
        return self.fc(x.mean((2, 3)))


class Attention(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.qkv, self.proj = nn.Linear(d, 3 * d), nn.Linear(d, d)

    def forward(self, x, cache_k=None, cache_v=None, position=None):
        b, t, d = x.shape
        q, k, v = self.qkv(x).split(d, dim=2)
        q, k, v = (z.view(b, t, self.heads, d // self.heads).transpose(1, 2) for z in (q, k, v))
        if cache_k is None:
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:
            cache_k = cache_k.index_copy(2, position, k)
            cache_v = cache_v.index_copy(2, position, v)
            s = (q @ cache_k.transpose(-1, -2)) * (1 / math.sqrt(d // self.heads))
            seen = torch.arange(cache_k.shape[2], device=x.device)[None, :] <= position[:, None]
            s = s.masked_fill(~seen, float("-inf"))
            y = F.softmax(s, -1) @ cache_v
        return self.proj(y.transpose(1, 2).reshape(b, t, d)), cache_k, cache_v


class Layer(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.attn = Attention(d, heads)
        self.up, self.down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

    def forward(self, x, *cache):
        y, k, v = self.attn(self.ln1(x), *cache)
        x = x + y
        return x + self.down(F.gelu(self.up(self.ln2(x)), approximate="tanh")), k, v


class GPT(nn.Module):
    def __init__(self, vocab=50257, length=1024, layers=12, d=768, heads=12):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocab, d), nn.Embedding(length, d)
        self.layers = nn.ModuleList(Layer(d, heads) for _ in range(layers))
        self.ln = nn.LayerNorm(d)

    def forward(self, ids):
        x = self.tokens(ids) + self.positions(torch.arange(ids.shape[1], device=ids.device))
        for layer in self.layers:
            x, _, _ = layer(x)
        return self.ln(x) @ self.tokens.weight.t()


class Step(nn.Module):
    """One step of inference: tokens at positions, with caches of keys and values."""

    def __init__(self, gpt):
        super().__init__()
        self.gpt = gpt

    def forward(self, ids, position, caches):
        x = self.gpt.tokens(ids) + self.gpt.positions(position)
        new = []
        for i, layer in enumerate(self.gpt.layers):
            x, k, v = layer(x, caches[2 * i], caches[2 * i + 1], position)
            new += [k, v]
        return self.gpt.ln(x[:, -1]) @ self.gpt.tokens.weight.t(), new


def signature(ep):
    s = ep.graph_signature
    one = lambda x: {"kind": str(x.kind), "arg": getattr(x.arg, "name", str(x.arg)), "target": x.target}
    return {"inputs": [one(i) for i in s.input_specs], "outputs": [one(o) for o in s.output_specs]}


def export(name, model, args, dynamic_shapes=None):
    t = time.time()
    ep = torch.export.export(model, args, dynamic_shapes=dynamic_shapes)
    low = ep.run_decompositions()
    if options.decomposed:
        ep = low
    save(name, {"torch": torch.__version__, "exported": dump(ep.graph_module), "core": dump(low.graph_module),
                "signature": signature(ep), "core_signature": signature(low)})
    if options.weights:
        save_weights(name, {**ep.state_dict, **ep.constants})
    print(name, len(ep.graph.nodes), len(low.graph.nodes), round(time.time() - t, 1), flush=True)


def traced(model, ids_shape):
    """A step of training with AdamW as a graph of operators, as a function, and its arguments."""
    from torch.fx.experimental.proxy_tensor import make_fx
    params = {k: v.detach() for k, v in model.named_parameters()}
    names = list(params)
    device = next(iter(params.values())).device

    def step(p, m, v, ids, targets, count):
        def loss_of(p):
            y = torch.func.functional_call(model, dict(zip(names, p)), (ids,))
            return F.cross_entropy(y.reshape(-1, y.shape[-1]), targets.reshape(-1))
        p = [x.requires_grad_(True) for x in p]
        loss = loss_of(p)
        grads = torch.autograd.grad(loss, p)
        b1, b2, lr, eps, decay = 0.9, 0.95, 3e-4, 1e-8, 0.1
        np, nm, nv = [], [], []
        with torch.no_grad():
            for x, g, a, b in zip(p, grads, m, v):
                a = a * b1 + g * (1 - b1)
                b = b * b2 + g * g * (1 - b2)
                mh, vh = a / (1 - b1 ** count), b / (1 - b2 ** count)
                np.append(x * (1 - lr * decay) - lr * mh / (vh.sqrt() + eps))
                nm.append(a)
                nv.append(b)
        return loss, np, nm, nv

    zeros = lambda: [torch.zeros_like(x) for x in params.values()]
    ids = lambda: torch.zeros(ids_shape, dtype=torch.int64, device=device)
    args = list(params.values()), zeros(), zeros(), ids(), ids(), torch.tensor(1.0, device=device)
    return make_fx(step, tracing_mode="fake")(*args), step, args


def train(name, model, ids_shape):
    t = time.time()
    gm, step, args = traced(model, ids_shape)
    save(name, {"torch": torch.__version__, "nodes": dump(gm),
                "parameters": [[k, list(v.shape)] for k, v in model.named_parameters()]})
    print(name, len(gm.graph.nodes), round(time.time() - t, 1), flush=True)
    return step, args


small = dict(vocab=97, length=32, layers=2, d=32, heads=4)
outputs = {}


def outs():
    ids = (torch.arange(12) * 7 % 97).reshape(1, 12)
    g = seeded(GPT(**small))
    outputs["gpt"] = g(ids).tolist()
    caches = [torch.zeros(1, 4, 32, 8) for _ in range(4)]
    logits, caches = Step(g)(ids[:, :5], torch.arange(5), caches)
    steps = [logits.tolist()]
    for i in range(5, 12):
        logits, caches = Step(g)(ids[:, i:i + 1], torch.tensor([i]), caches)
        steps.append(logits.tolist())
    outputs["gpt_step"] = steps
    outputs["mlp"] = seeded(MLP([16, 32, 32, 8]))(weight((4, 16), 99, 2)).tolist()
    outputs["resnet18"] = seeded(ResNet18(8, 10))(weight((2, 3, 64, 64), 99, 2)).tolist()
    save("outputs", outputs)


def trained():
    step, args = train("gpt_train_small", seeded(GPT(**small)), (2, 12))
    ids = (torch.arange(24) * 7 % 97).reshape(2, 12)
    p, m, v, _, _, count = args
    losses = []
    for i in range(5):
        loss, p, m, v = step(p, m, v, ids, (ids * 3 + 1) % 97, torch.tensor(float(i + 1)))
        losses.append(loss.item())
        p = [x.detach() for x in p]
    outputs["gpt_train_losses"] = losses
    save("outputs", outputs)


def token(gpt, heads, length, size, layers):
    """A step of inference with its arguments."""
    caches = [torch.zeros(1, heads, length, size) for _ in range(2 * layers)]
    return Step(gpt), (torch.zeros(1, 1, dtype=torch.int64), torch.tensor([5]), caches)


models = {
    "mlp": lambda: (MLP([784, 512, 512, 10]), (torch.zeros(32, 784),)),
    "mlp_small": lambda: (seeded(MLP([16, 32, 32, 8])), (torch.zeros(4, 16),)),
    "gpt_small": lambda: (seeded(GPT(**small)), (torch.zeros(1, 12, dtype=torch.int64),)),
    "gpt_step_small": lambda: token(seeded(GPT(**small)), 4, 32, 8, 2),
    "resnet18_small": lambda: (seeded(ResNet18(8, 10)), (torch.zeros(2, 3, 64, 64),)),
    "resnet18": lambda: (ResNet18().eval(), (torch.zeros(1, 3, 224, 224),)),
    "gpt": lambda: (GPT(), (torch.zeros(1, 128, dtype=torch.int64),)),
    "gpt_step": lambda: token(GPT(), 12, 1024, 64, 12),
}


def main():
    torch.set_num_threads(4)
    torch.backends.cuda.enable_flash_sdp(False)
    os.makedirs(options.folder, exist_ok=True)
    if options.model:
        module, _, function = options.model.partition(":")
        sys.path.insert(0, os.getcwd())
        export(function, *getattr(importlib.import_module(module), function)())
        return
    tasks = {name: lambda name=name, make=make: export(name, *make()) for name, make in models.items()}
    tasks |= {"outputs": outs, "gpt_train_small": trained,
              "gpt_train": lambda: train("gpt_train", GPT(), (1, 128))}
    for name, task in tasks.items():
        if options.only not in (None, name):
            continue
        try:
            task()
        except Exception:
            traceback.print_exc()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--model", help="MODULE:FUNCTION of a model of yours")
    parser.add_argument("--only", help="export this model alone")
    parser.add_argument("--decomposed", action="store_true", help="decompose operators as run_decompositions does")
    parser.add_argument("--weights", action="store_true", help="write weights, too, in the format of safetensors")
    options = parser.parse_args()
    main()
