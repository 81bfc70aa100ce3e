"""Times on the GPU, measured with events. Competitors take turns."""

import statistics
import time

import torch
import triton
import triton.language as tl

FLUSH_FROM = 16 << 20  # from so many moved bytes on, the cache is emptied before each repetition
LINE = 128  # bytes


@triton.jit
def replace_kept(zeros, out, lines, LINES: tl.constexpr):
    i = 32 * LINES * tl.program_id(0) + tl.arange(0, 32 * LINES)
    v = tl.load(zeros + i, mask=i < 32 * lines, other=0.0, eviction_policy="evict_last")
    tl.store(out + 0 * i, v, mask=v != 0)


@triton.jit
def keep_no_longer(zeros, lines, LINES: tl.constexpr):
    i = LINES * tl.program_id(0) + tl.arange(0, LINES)
    address = (zeros + 32 * tl.minimum(i, lines - 1)).to(tl.int64)
    tl.inline_asm_elementwise("applypriority.global.L2::evict_normal [$1], 128; mov.b32 $0, 0;", "=r,l", [address],
                              dtype=tl.int32, is_pure=False, pack=1)


class Clock:
    """Times functions that enqueue work on the current stream.

    All are launched by graphs, so that nobody waits for the host. From FLUSH_FROM bytes on, each repetition starts with
    other data in the cache. These data were only read, so nothing has to be written back to memory when the clock
    starts. While they are read, the host enqueues the next launch. Smaller problems stay in the cache, and a graph has
    many repetitions; otherwise the time of the launches would be measured.

    Lines that a kernel loads with evict_last outlive ordinary reads of more than the cache holds. So others are read
    with evict_last, twice what the cache holds, and lose their priority again, before the rest is read.
    """

    def __init__(self):
        self.cache = torch.zeros(64 << 20, dtype=torch.float32, device="cuda")
        self.total = torch.empty((), dtype=torch.float32, device="cuda")
        level2 = torch.cuda.get_device_properties(torch.cuda.current_device()).L2_cache_size
        self.lines = min(2 * level2 // LINE, self.cache.numel() * 4 // LINE)

    def flush(self):
        replace_kept[(triton.cdiv(self.lines, 64),)](self.cache, self.total, self.lines, 64)
        keep_no_longer[(triton.cdiv(self.lines, 128),)](self.cache, self.lines, 128)
        torch.sum(self.cache, dim=0, out=self.total)

    def timer(self, fn, moved):
        """Returns a function that takes a number of repetitions and returns the microseconds of each."""
        fn()
        torch.cuda.synchronize()
        many = 1 if moved >= FLUSH_FROM else 20
        once = repeated(fn, many)

        def run(repetitions):
            once()
            pairs = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(repetitions)]
            for start, end in pairs:
                if moved >= FLUSH_FROM:
                    self.flush()
                start.record()
                once()
                end.record()
            torch.cuda.synchronize()
            return [1000 * start.elapsed_time(end) / many for start, end in pairs]

        return run


def repeated(fn, many):
    """Returns a function that calls fn so many times. It uses a graph unless fn synchronizes: graphs cannot."""
    try:
        graph, stream = torch.cuda.CUDAGraph(), torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            fn()
        stream.synchronize()
        with torch.cuda.graph(graph, stream=stream):
            for _ in range(many):
                fn()
        return graph.replay
    except Exception:
        torch.cuda.synchronize()
        return lambda: [fn() for _ in range(many)]


def in_turn(timers, budget=60000.0, turns=8):
    """Times the functions in the dict `timers` in turn, so that what changes with time changes for all. Each gets about
    budget microseconds in all; slow ones take fewer turns, at least three.

    Returns the middle and the quartiles for each name, the middle second.
    """
    times = {name: [] for name in timers}
    took = {name: max(1.0, microseconds(run, 2) / 3) for name, run in timers.items()}
    for turn in range(turns):
        for name, run in timers.items():
            if turn < max(3, budget / took[name]):
                times[name] += run(max(1, min(60, int(budget / turns / took[name]))))
    return {name: (low, middle(t), high) for name, t in times.items() for low, _, high in [statistics.quantiles(t, n=4)]}


def middle(times):
    """Returns the mean of the middle half. Events tick every 32 nanoseconds, so that medians are off by up to 0.3 per cent
    of 10 microseconds."""
    return statistics.mean(sorted(times)[len(times) // 4:len(times) - len(times) // 4])


def microseconds(run, samples):
    """Returns the time of the host for a call of run with so many samples, and one to warm up."""
    start = time.perf_counter()
    run(samples)
    return 1e6 * (time.perf_counter() - start)


def quick(timer, best=None):
    """Returns a rough median, to choose between configurations. It is rougher if it is far from the best so far."""
    rough = statistics.median(timer(3))
    return rough if best and rough > 1.2 * best else statistics.median(timer(15))
