package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// pair is what the second core is worth once: runs of our tool on all cores and on one, one after the other.
type pair struct {
	all, one sample
	distance time.Duration // between the cores, before and after, the greater one
}

// threadsReport measures what threads are worth to us, without mlir-opt in between, and tells rounds apart by how far
// the cores are from each other: a virtual machine's host gives it cores of one cache or of different sockets, and
// changes that within seconds.
func threadsReport(t *tools, dir string, rounds int, only string) (string, error) {
	if cores := runtime.GOMAXPROCS(0); cores < 2 {
		return "", fmt.Errorf("-threads compares all cores with one, but there is %d: use a machine with two or more", cores)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# tile-opt on all cores and on one\n\n%s, commit %s, %s.\n", time.Now().UTC().Format("2006-01-02"),
		t.commit, t.cpu)
	fmt.Fprintf(&b, "Medians in ms, and the quotients of pairs of runs as median (least to greatest), %d pairs. "+
		"Cores are near "+
		"when a line of memory goes from one to the other and back in less than %d ns, before and after the pair.\n\n",
		rounds, near.Nanoseconds())
	b.WriteString("| input | near: pairs | all cores | one | threads | far: pairs | all cores | one | threads " +
		"|\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, s := range suites {
		for _, in := range s.inputs {
			if !strings.Contains(in.name, only) {
				continue
			}
			pairs, err := measurePairs(t, in, dir, rounds)
			if err != nil {
				return "", fmt.Errorf("%s: %w", in.name, err)
			}
			isFar := func(p pair) bool { return p.distance >= near }
			far := slices.DeleteFunc(slices.Clone(pairs), func(p pair) bool { return !isFar(p) })
			fmt.Fprintf(&b, "| %s | %s | %s |\n", in.name, pairColumns(slices.DeleteFunc(pairs, isFar)), pairColumns(far))
		}
	}
	return b.String(), nil
}

// near is a round trip that only cores with a cache in common make.
const near = 250 * time.Nanosecond

func measurePairs(t *tools, in input, dir string, rounds int) (pairs []pair, err error) {
	file := filepath.Join(dir, in.name+".mlir")
	if err := writeInput(file, in); err != nil {
		return nil, err
	}
	defer os.Remove(file)
	single := append(slices.Clone(in.flags), "--mlir-disable-threading")
	before := coreDistance()
	for i := range rounds + 1 {
		var p pair
		if p.all, err = once(t.ours, file, in.flags, ""); err != nil {
			return nil, err
		}
		if p.one, err = once(t.ours, file, single, "GOMAXPROCS=1"); err != nil {
			return nil, err
		}
		after := coreDistance()
		p.distance = max(before, after)
		before = after
		if i > 0 { // the first round warms the page cache
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}

func pairColumns(pairs []pair) string {
	if len(pairs) == 0 {
		return "0 | | |"
	}
	all, one := make([]sample, len(pairs)), make([]sample, len(pairs))
	for i, p := range pairs {
		all[i], one[i] = p.all, p.one
	}
	return fmt.Sprintf("%d | %s | %s | %s", len(pairs), ms(all), ms(one), ratio(one, all, wall))
}

// coreDistance returns the time in which a line of memory goes from one core to another and back, at best: two threads
// wait for each other's writes.
func coreDistance() time.Duration {
	best := time.Duration(1<<63 - 1)
	for range 3 {
		best = min(best, pingPong(20_000))
	}
	return best
}

func pingPong(rounds int) time.Duration {
	var line struct {
		_    [128]byte
		turn atomic.Int32
		_    [128]byte
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		for range rounds {
			for line.turn.Load() != 1 {
			}
			line.turn.Store(0)
		}
	}()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := time.Now()
	for range rounds {
		line.turn.Store(1)
		for line.turn.Load() != 0 {
		}
	}
	total := time.Since(start)
	<-done
	return total / time.Duration(rounds)
}
