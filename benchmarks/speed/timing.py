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
        """Returns a function that takes a number of repetitions, and the number of a graph, and returns the microseconds
        of each repetition. Further graphs are made when they are first used."""
        fn()
        torch.cuda.synchronize()
        many = 1 if moved >= FLUSH_FROM else 20
        graphs = Graphs(fn, many)

        def run(repetitions, number=0):
            once = graphs.get(number)
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


class Graphs:
    """Equal graphs that call fn so many times, and share their memory. There are none if fn synchronizes: graphs
    cannot, and fn is called instead."""

    def __init__(self, fn, many):
        self.fn, self.many, self.made = fn, many, []
        self.stream, self.memory = torch.cuda.Stream(), torch.cuda.graph_pool_handle()
        try:
            self.stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(self.stream):
                fn()
            self.stream.synchronize()
            self.made.append(self.another())
        except Exception:
            torch.cuda.synchronize()

    def get(self, number):
        """Returns a function that calls fn as the graph of a number does."""
        if not self.made:
            return lambda: [self.fn() for _ in range(self.many)]
        while len(self.made) <= number:
            self.made.append(self.another())
        return self.made[number]

    def another(self):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self.memory, stream=self.stream):
            for _ in range(self.many):
                self.fn()
        return graph.replay


SHORT = 40.0  # microseconds of a repetition
MOST = 30  # repetitions in a turn


def in_turn(timers, budget=60000.0, turns=8):
    """Times the functions in the dict `timers` in turn, so that what changes with time changes for all. Each gets about
    budget microseconds of the host in all; slow ones take fewer turns, at least three.

    In each turn, a function is launched by another graph. Of six equal graphs that take 10 microseconds, the slowest is 1
    per cent slower than the fastest in the median, and remains so: more repetitions would not help. So there are twice as
    many turns if the fastest function takes no longer than SHORT. If it takes longer, graphs differ less, and two thirds
    of the budget suffice.

    Returns the middle and the quartiles for each name, the middle second.
    """
    times = {name: [] for name in timers}
    took = {name: max(1.0, microseconds(run, 2) / 3) for name, run in timers.items()}
    short = min((min(run(1)) for run in timers.values()), default=0.0) <= SHORT
    turns, most, budget = (2 * turns, MOST // 2, budget) if short else (turns, MOST, budget * 2 / 3)
    for turn in range(turns):
        for name, run in timers.items():
            if turn < max(3, budget / took[name]):
                times[name] += run(max(1, min(most, int(budget / turns / took[name]))), turn)
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
