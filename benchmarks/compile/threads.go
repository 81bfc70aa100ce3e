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

// pair is one measurement of the second core: two runs of our tool one after the other, on all cores and on one core.
type pair struct {
	all, one sample
	distance time.Duration // between the cores: the greater of the distances before and after the runs
}

// threadsReport measures how much faster tile-opt is with all cores, without mlir-opt in between. It groups the rounds
// by the distance between the cores. The host of a virtual machine gives it cores that share a cache, or cores of
// different sockets, and changes this within seconds.
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

// near is the longest round trip that only cores with a common cache achieve.
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

// coreDistance returns the shortest time in which a cache line goes from one core to another and back: two threads wait
// for each other's writes.
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
