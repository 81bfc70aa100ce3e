"""Exports small models as export.py does, each with inputs and with what PyTorch computes for them:

    python3 benchmarks/torch/exports.py FOLDER

writes FOLDER/exports.json.gz. The models have sizes that differ from run to run, operators that torch.export leaves
whole, and what programs of users have: masks, operators in place, indices. It needs torch 2.11 and no GPU.
"""
import gzip
import json
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

import export

any_size = torch.export.Dim.AUTO


class Tokens(nn.Module):
    """Attention over any number of tokens of a batch of any size, with positions and a mask."""

    def __init__(self, d=16, h=2):
        super().__init__()
        self.h, self.qkv, self.out, self.norm = h, nn.Linear(d, 3 * d), nn.Linear(d, d), nn.LayerNorm(d)
        self.table = nn.Parameter(torch.zeros(64, d))

    def forward(self, x, keep):
        b, t, d = x.shape
        x = x + self.table[:t]
        q, k, v = (y.view(b, t, self.h, d // self.h).transpose(1, 2) for y in self.qkv(self.norm(x)).split(d, -1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(b, t, d)
        y = y.masked_fill(~keep.unsqueeze(-1), 0.0).to(torch.float16).to(torch.float32)
        return self.out(y).flatten(0, 1), y.mean(1)


class Images(nn.Module):
    """A network for any number of images of any size."""

    def __init__(self):
        super().__init__()
        self.a, self.n = nn.Conv2d(3, 8, 3, 2, 1), nn.BatchNorm2d(8)
        self.b, self.g = nn.Conv2d(8, 8, 3, padding="same", groups=4), nn.GroupNorm(2, 8)
        self.c = nn.Linear(8, 5)

    def forward(self, x):
        y = F.max_pool2d(F.hardswish(self.n(self.a(x))), 2)
        y = F.silu(self.g(self.b(y)))
        near = F.interpolate(y, scale_factor=2.0, mode="nearest")
        smooth = F.interpolate(y, size=x.shape[-2:], mode="bilinear", align_corners=False)
        return self.c(F.adaptive_avg_pool2d(y, 1).flatten(1)), near, smooth.amax((2, 3))


class Indices(nn.Module):
    def forward(self, x, i):
        y = x.clone()
        y[y > 0.5] = 9.0
        y[:, i] = 0.25
        z = torch.where(y > 1, y, y.sin()).cumsum(-1)
        top, at = z.topk(2, -1)
        out = torch.zeros_like(x).scatter_(1, at, top)
        return out, torch.gather(z, 1, at).amax(), z.std(-1), x.index_select(0, i).double().sum()


class Masks(nn.Module):
    def forward(self, x, m, s):
        y = x.clone()
        y[m] = s[:, 0].mean()
        return x.masked_scatter(m, s), y


class Groups(nn.Module):
    def forward(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)


class Resized(nn.Module):
    def forward(self, x):
        r = F.interpolate
        return (r(x, scale_factor=2, mode="nearest"), r(x, size=(7, 5), mode="bilinear"),
                r(x, scale_factor=1.5, mode="bilinear", align_corners=True),
                r(x, scale_factor=(2.0, 0.5), mode="bicubic"), r(x, size=(3, 9), mode="nearest-exact"),
                r(x[0], scale_factor=2.5, mode="linear"), r(x, size=(9, 3), mode="bicubic", align_corners=True),
                r(x[None], scale_factor=(2, 1.5, 0.5), mode="trilinear"), r(x[None], size=(3, 4, 9), mode="nearest"))


class Padded(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Conv2d(4, 4, (3, 2), padding="same", dilation=2)
        self.b = nn.Conv1d(4, 6, 3, padding="valid", groups=2)
        self.c = nn.Conv3d(1, 2, 2, padding="same")

    def forward(self, x):
        y = self.a(x)
        return y, self.b(y[:, :, 0]), self.c(x.unsqueeze(1))


class Recurrent(nn.Module):
    def __init__(self, kind, **options):
        super().__init__()
        self.r = kind(6, 5, **options)

    def forward(self, x):
        y, h = self.r(x)
        return (y, *h) if isinstance(h, tuple) else (y, h)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.MultiheadAttention(16, 4, batch_first=True)
        self.e = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True)

    def forward(self, x, pad):
        return self.a(x, x, x, key_padding_mask=pad)[0], self.e(x, src_key_padding_mask=pad)


def hashed(seed, *shape):
    """A tensor whose numbers other languages can make as well."""
    x = export.weight(shape, seed, 2.0)
    x.seed = seed
    return x


def every5th(*shape):
    return (torch.arange(shape[0] * shape[1]) % 5 == 0).reshape(shape)


# For each model, several tuples of inputs, and which of their sizes differ from run to run.
models = {
    "tokens": (Tokens, [(hashed(99, 2, 7, 16), ~every5th(2, 7)), (hashed(98, 3, 12, 16), ~every5th(3, 12))],
               ({0: any_size, 1: any_size}, {0: any_size, 1: any_size})),
    "images": (Images, [(hashed(99, 2, 3, 16, 24),), (hashed(98, 3, 3, 24, 20),)],
               ({0: any_size, 2: any_size, 3: any_size},)),
    "indices": (Indices, [(hashed(1, 6, 5), torch.tensor([1, 3]))], None),
    "masks": (Masks, [(hashed(1, 6, 5), every5th(6, 5), hashed(2, 6, 5))], None),
    "groups": (Groups, [(hashed(1, 1, 4, 6, 8), hashed(2, 1, 2, 6, 8), hashed(3, 1, 2, 6, 8))], None),
    "resized": (Resized, [(hashed(1, 1, 2, 5, 4),)], None),
    "padded": (Padded, [(hashed(1, 2, 4, 6, 7),)], None),
    "lstm": (lambda: Recurrent(nn.LSTM, num_layers=2, bidirectional=True, batch_first=True),
             [(hashed(9, 2, 4, 6),), (hashed(8, 3, 4, 6),)], ({0: any_size},)),
    "gru": (lambda: Recurrent(nn.GRU, num_layers=2, bidirectional=True),
            [(hashed(9, 4, 2, 6),), (hashed(8, 4, 3, 6),)], ({1: any_size},)),
    "rnn": (lambda: Recurrent(nn.RNN, bias=False), [(hashed(9, 4, 2, 6),)], None),
    "rnn_relu": (lambda: Recurrent(nn.RNN, nonlinearity="relu"), [(hashed(9, 4, 2, 6),)], None),
    "encoder": (Encoder, [(hashed(9, 2, 5, 16), every5th(2, 5))], None),
}


def tensor(t):
    if hasattr(t, "seed"):
        return {"shape": list(t.shape), "seed": t.seed}
    values = [float(f"{v:.8g}") if isinstance(v, float) else v for v in t.flatten().tolist()]
    return {"shape": list(t.shape), "dtype": export.DT[t.dtype], "values": values}


def tensors(x):
    return [tensor(t) for t in (x if isinstance(x, tuple) else (x,))]


def exported(make, inputs, dynamic):
    model = export.seeded(make())
    with torch.no_grad():
        outputs = [tensors(model(*args)) for args in inputs]
    ep = torch.export.export(model, inputs[0], dynamic_shapes=dynamic)
    low = ep.run_decompositions()
    return {"exported": export.dump(ep.graph_module), "signature": export.signature(ep),
            "core": export.dump(low.graph_module), "core_signature": export.signature(low),
            "constants": {k: tensor(v) for k, v in ep.constants.items()},
            "inputs": [tensors(args) for args in inputs], "outputs": outputs}


if __name__ == "__main__":
    out = {"torch": torch.__version__, "models": {name: exported(*model) for name, model in models.items()}}
    with gzip.open(f"{sys.argv[1]}/exports.json.gz", "wt") as f:
        json.dump(out, f)
