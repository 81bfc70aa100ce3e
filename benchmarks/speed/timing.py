"""How long things take on the GPU, by events, in turn with their competitors."""

import statistics

import torch

FLUSH_FROM = 16 << 20  # bytes moved from which the cache is emptied before each repetition


class Clock:
    """Times functions that put work on the current stream.

    From FLUSH_FROM bytes on, each repetition starts with other data in the cache, which were read, not written: nothing
    waits to go back to memory when the clock starts. Reading them takes long enough for the next launch to be under way,
    but not for torch.compile's, which are timed as graphs. Smaller problems stay in the cache, and are timed in graphs of
    many repetitions, since launching them one by one would time the launches.
    """

    def __init__(self):
        self.cache = torch.zeros(64 << 20, dtype=torch.float32, device="cuda")
        self.total = torch.empty((), dtype=torch.float32, device="cuda")

    def timer(self, fn, moved, slow=False):
        """Returns a function that takes a number of repetitions and returns the microseconds of each. slow says of fn that
        the host takes long to launch it."""
        fn()
        torch.cuda.synchronize()
        many = 1 if moved >= FLUSH_FROM else 20
        once = repeated(fn, many) if slow or many > 1 else fn

        def run(repetitions):
            once()
            pairs = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(repetitions)]
            for start, end in pairs:
                if moved >= FLUSH_FROM:
                    torch.sum(self.cache, dim=0, out=self.total)
                start.record()
                once()
                end.record()
            torch.cuda.synchronize()
            return [1000 * start.elapsed_time(end) / many for start, end in pairs]

        return run


def repeated(fn, many):
    """Returns a function that does fn so many times: by a graph, unless it synchronizes, which cannot be captured."""
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


def in_turn(timers, rounds=3, budget=20000.0):
    """Times the functions of `timers`, a dict, in turn; about budget microseconds for each in each round.

    Returns for each name the median and the quartiles.
    """
    times = {name: [] for name in timers}
    first = {name: statistics.median(run(2)) for name, run in timers.items()}
    for _ in range(rounds):
        for name, run in timers.items():
            times[name] += run(max(3, min(40, int(budget / max(first[name], 1.0)))))
    return {name: tuple(statistics.quantiles(t, n=4)) for name, t in times.items()}


def quick(timer, best=None):
    """Returns a rough median, to choose between configurations; a rougher one if it is far from the best so far."""
    rough = statistics.median(timer(3))
    return rough if best and rough > 1.3 * best else statistics.median(timer(15))
