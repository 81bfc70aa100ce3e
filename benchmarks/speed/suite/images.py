"""Kernels on images and grids: stencils, filters, pooling, orders of dimensions."""

import torch
import torch.nn.functional as F
import triton
import triton.language as tl

from problem import GB, MB, Problem, benchmark, cdiv, configs, empty

SIZES = (MB, 16 * MB, 128 * MB, GB)
TILES = configs([2, 4, 8], ROWS=[2, 4, 8, 16], BLOCK=[32, 64, 128, 256])


def plane(pixels):
    """Returns the height and width of an image of about so many pixels. Both are powers of two."""
    height = 1 << ((pixels.bit_length() - 1) // 2)
    return height, pixels // height


@triton.jit
def stencil2d_kernel(x, out, height, width, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = (tl.program_id(1) * ROWS + tl.arange(0, ROWS))[:, None]
    j = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))[None, :]
    at = x + i * width + j
    inside = (i < height) & (j < width)
    center = tl.load(at, mask=inside, other=0.0)
    north = tl.load(at - width, mask=inside & (i > 0), other=0.0)
    south = tl.load(at + width, mask=inside & (i + 1 < height), other=0.0)
    west = tl.load(at - 1, mask=inside & (j > 0), other=0.0)
    east = tl.load(at + 1, mask=inside & (j + 1 < width), other=0.0)
    tl.store(out + i * width + j, 0.5 * center + 0.125 * (north + south + west + east), mask=inside)


def five_points(x):
    p = F.pad(x, (1, 1, 1, 1))
    return 0.5 * x + 0.125 * (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:])


@benchmark("stencil_2d", stencil2d_kernel, TILES, "stencils and images", SIZES)
def stencil_2d(rng, nbytes):
    height, width = plane(nbytes // 4)
    x, out = rng.normal(height, width), empty(height, width)
    return Problem({"x": x, "out": out, "height": height, "width": width}, ["out"],
                   lambda c: (cdiv(width, c["BLOCK"]), cdiv(height, c["ROWS"])), five_points, [x], 8 * height * width, atol=1e-5)


@triton.jit
def stencil3d_kernel(x, out, depth, height, width, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    d = tl.program_id(2)
    i = (tl.program_id(1) * ROWS + tl.arange(0, ROWS))[:, None]
    j = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))[None, :]
    at = x + (d * height + i) * width + j
    inside = (i < height) & (j < width)
    total = tl.load(at, mask=inside, other=0.0) * -6.0
    total += tl.load(at - height * width, mask=inside & (d > 0), other=0.0)
    total += tl.load(at + height * width, mask=inside & (d + 1 < depth), other=0.0)
    total += tl.load(at - width, mask=inside & (i > 0), other=0.0)
    total += tl.load(at + width, mask=inside & (i + 1 < height), other=0.0)
    total += tl.load(at - 1, mask=inside & (j > 0), other=0.0)
    total += tl.load(at + 1, mask=inside & (j + 1 < width), other=0.0)
    tl.store(out + (d * height + i) * width + j, total, mask=inside)


def laplace(x):
    p = F.pad(x, (1, 1, 1, 1, 1, 1))
    c = slice(1, -1)
    low, high = slice(None, -2), slice(2, None)
    return (-6 * x + p[low, c, c] + p[high, c, c] + p[c, low, c] + p[c, high, c] + p[c, c, low] + p[c, c, high])


@benchmark("stencil_3d", stencil3d_kernel, TILES, "stencils and images", SIZES)
def stencil_3d(rng, nbytes):
    n = nbytes // 4
    depth = 1 << ((n.bit_length() - 1) // 3)
    height, width = plane(n // depth)
    x, out = rng.normal(depth, height, width), empty(depth, height, width)
    return Problem({"x": x, "out": out, "depth": depth, "height": height, "width": width}, ["out"],
                   lambda c: (cdiv(width, c["BLOCK"]), cdiv(height, c["ROWS"]), depth), laplace, [x], 8 * n, atol=1e-4)


@triton.jit
def middle(a, b, c):
    return tl.maximum(tl.minimum(a, b), tl.minimum(tl.maximum(a, b), c))


@triton.jit
def near(x, i, j, height, width):
    return tl.load(x + i * width + j, mask=(i >= 0) & (i < height) & (j >= 0) & (j < width), other=0)


@triton.jit
def median_kernel(x, out, height, width, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = (tl.program_id(1) * ROWS + tl.arange(0, ROWS))[:, None]
    j = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))[None, :]
    a, b, c = near(x, i - 1, j - 1, height, width), near(x, i, j - 1, height, width), near(x, i + 1, j - 1, height, width)
    d, e, f = near(x, i - 1, j, height, width), near(x, i, j, height, width), near(x, i + 1, j, height, width)
    g, h, k = near(x, i - 1, j + 1, height, width), near(x, i, j + 1, height, width), near(x, i + 1, j + 1, height, width)
    low = tl.maximum(tl.maximum(tl.minimum(tl.minimum(a, b), c), tl.minimum(tl.minimum(d, e), f)), tl.minimum(tl.minimum(g, h), k))
    high = tl.minimum(tl.minimum(tl.maximum(tl.maximum(a, b), c), tl.maximum(tl.maximum(d, e), f)), tl.maximum(tl.maximum(g, h), k))
    mid = middle(middle(a, b, c), middle(d, e, f), middle(g, h, k))
    tl.store(out + i * width + j, middle(low, mid, high), mask=(i < height) & (j < width))


def medians(x):
    height, width = x.shape
    p = F.pad(x, (1, 1, 1, 1))
    return torch.stack([p[a:a + height, b:b + width] for a in range(3) for b in range(3)]).median(0).values


@benchmark("median_3x3", median_kernel, TILES, "stencils and images", SIZES[:3])
def median(rng, nbytes):
    height, width = plane(nbytes)
    x = rng.integers(0, 256, height, width, dtype=torch.uint8)
    out = empty(height, width, dtype=torch.uint8)
    return Problem({"x": x, "out": out, "height": height, "width": width}, ["out"],
                   lambda c: (cdiv(width, c["BLOCK"]), cdiv(height, c["ROWS"])), medians, [x], 2 * height * width)


@triton.jit
def gray_kernel(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    r = tl.load(x + 3 * i, mask=i < n, other=0).to(tl.float32)
    g = tl.load(x + 3 * i + 1, mask=i < n, other=0).to(tl.float32)
    b = tl.load(x + 3 * i + 2, mask=i < n, other=0).to(tl.float32)
    tl.store(out + i, 0.299 * r + 0.587 * g + 0.114 * b, mask=i < n)


@benchmark("rgb_to_gray", gray_kernel, configs([2, 4, 8], BLOCK=[256, 512, 1024, 2048]), "stencils and images", SIZES)
def rgb_to_gray(rng, nbytes):
    n = nbytes // 3 // 16 * 16
    x, out = rng.integers(0, 256, n, 3, dtype=torch.uint8), empty(n)
    return Problem({"x": x, "out": out, "n": n}, ["out"], lambda c: (cdiv(n, c["BLOCK"]),),
                   lambda x: 0.299 * x[:, 0].float() + 0.587 * x[:, 1].float() + 0.114 * x[:, 2].float(), [x], 7 * n, atol=1e-3)


@triton.jit
def pool_kernel(x, out, width, CHANNELS: tl.constexpr, BLOCK: tl.constexpr):
    j = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))[:, None]
    c = tl.arange(0, CHANNELS)[None, :]
    row = tl.program_id(1).to(tl.int64)
    above = x + ((2 * row) * (2 * width) + 2 * j) * CHANNELS + c
    below = above + 2 * width * CHANNELS
    inside = j < width
    top = tl.maximum(tl.load(above, mask=inside, other=0.0), tl.load(above + CHANNELS, mask=inside, other=0.0))
    bottom = tl.maximum(tl.load(below, mask=inside, other=0.0), tl.load(below + CHANNELS, mask=inside, other=0.0))
    tl.store(out + (row * width + j) * CHANNELS + c, tl.maximum(top, bottom), mask=inside)


@benchmark("max_pool_nhwc", pool_kernel, configs([1, 2, 4, 8], BLOCK=[4, 8, 16, 32, 64]), "stencils and images", SIZES)
def max_pool(rng, nbytes):
    height, width = plane(nbytes // 2 // 64)
    x = rng.normal(height, width, 64, dtype=torch.bfloat16)
    out = empty(height // 2, width // 2, 64, dtype=torch.bfloat16)
    return Problem({"x": x, "out": out, "width": width // 2}, ["out"], lambda c: (cdiv(width // 2, c["BLOCK"]), height // 2),
                   lambda x: F.max_pool2d(x.permute(2, 0, 1)[None], 2)[0].permute(1, 2, 0), [x],
                   2 * height * width * 64 * 5 // 4, constants={"CHANNELS": 64})


@triton.jit
def upsample_kernel(x, out, height, width, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = (tl.program_id(1) * ROWS + tl.arange(0, ROWS))[:, None]
    j = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))[None, :]
    y, z = tl.maximum(0.5 * i.to(tl.float32) - 0.25, 0.0), tl.maximum(0.5 * j.to(tl.float32) - 0.25, 0.0)
    a, b = y.to(tl.int32), z.to(tl.int32)
    u, v = y - a.to(tl.float32), z - b.to(tl.float32)
    c, d = tl.minimum(a + 1, height - 1), tl.minimum(b + 1, width - 1)
    inside = (i < 2 * height) & (j < 2 * width)
    top = tl.load(x + a * width + b, mask=inside) * (1 - v) + tl.load(x + a * width + d, mask=inside) * v
    bottom = tl.load(x + c * width + b, mask=inside) * (1 - v) + tl.load(x + c * width + d, mask=inside) * v
    tl.store(out + i * (2 * width) + j, top * (1 - u) + bottom * u, mask=inside)


@benchmark("upsample_bilinear", upsample_kernel, TILES, "stencils and images", SIZES)
def upsample(rng, nbytes):
    height, width = plane(nbytes // 16)
    x, out = rng.normal(height, width), empty(2 * height, 2 * width)
    return Problem({"x": x, "out": out, "height": height, "width": width}, ["out"],
                   lambda c: (cdiv(2 * width, c["BLOCK"]), cdiv(2 * height, c["ROWS"])),
                   lambda x: F.interpolate(x[None, None], scale_factor=2, mode="bilinear")[0, 0], [x], 20 * height * width,
                   rtol=1e-4, atol=1e-4)


@triton.jit
def channels_last_kernel(x, out, pixels, CHANNELS: tl.constexpr, PART: tl.constexpr, BLOCK: tl.constexpr):
    image = tl.program_id(1).to(tl.int64) * pixels * CHANNELS
    parts: tl.constexpr = CHANNELS // PART
    p = tl.program_id(0) // parts * BLOCK + tl.arange(0, BLOCK)
    c = tl.program_id(0) % parts * PART + tl.arange(0, PART)
    v = tl.load(x + image + c[:, None] * pixels + p[None, :], mask=(p < pixels)[None, :])
    tl.store(out + image + p[:, None] * CHANNELS + c[None, :], tl.trans(v), mask=(p < pixels)[:, None])


@benchmark("channels_last", channels_last_kernel, configs([2, 4, 8], PART=[32, 64], BLOCK=[32, 64, 128, 256]), "data movement",
           SIZES)
def channels_last(rng, nbytes):
    pixels = 4096
    images = nbytes // 2 // 64 // pixels
    x = rng.normal(images, 64, pixels, dtype=torch.float16)
    out = empty(images, pixels, 64, dtype=torch.float16)
    return Problem({"x": x, "out": out, "pixels": pixels}, ["out"], lambda c: (cdiv(pixels, c["BLOCK"]) * (64 // c["PART"]), images),
                   lambda x: x.transpose(1, 2).contiguous(), [x], 4 * images * 64 * pixels, constants={"CHANNELS": 64})
