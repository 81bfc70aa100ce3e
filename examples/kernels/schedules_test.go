package main

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/longtest"
)

// schedules gives, for each kernel, the sizes with which its loops over tiles have a given number of iterations.
var schedules = map[string]func(trips int) string{
	"matmul":     func(n int) string { return fmt.Sprintf("m=64,n=64,k=%d", 64*n) },
	"persistent": func(n int) string { return fmt.Sprintf("m=64,n=128,k=%d,programs=1", 64*n) },
	"unaligned":  func(n int) string { return fmt.Sprintf("m=64,n=65,k=%d", 64*n-n%2) },
	"batched":    func(n int) string { return fmt.Sprintf("n=1,rows=64,columns=64,k=%d", 64*n) },
	"grouped":    func(n int) string { return fmt.Sprintf("experts=1,rows=64,columns=64,k=%d", 64*n) },
	"int8":       func(n int) string { return fmt.Sprintf("m=64,n=64,k=%d", 64*n) },
	"fp8":        func(n int) string { return fmt.Sprintf("m=64,n=64,k=%d", max(1, 128*n)) },
	"tf32":       func(n int) string { return fmt.Sprintf("m=64,n=64,k=%d", 32*n) },
	"splitk":     func(n int) string { return fmt.Sprintf("m=64,n=64,k=%d,parts=2", 128*n-64*(n%2)) },
	"skinny":     func(n int) string { return fmt.Sprintf("m=32,n=64,k=%d,parts=2", 256*n-128*(n%2)) },
	"mlp":        func(n int) string { return fmt.Sprintf("rows=64,width=8,hidden=%d", max(1, 64*n)) },
	"attention": func(n int) string {
		return fmt.Sprintf("heads=1,shared=1,rows=64,keys=%d,causal=0,tilekeys=32", max(1, 32*n))
	},
	"backward": func(n int) string { return fmt.Sprintf("heads=1,rows=%d,keys=%d,d=16", max(1, 64*n), max(1, 64*n)) },
	"gradients": func(n int) string {
		if n%2 == 1 { // other tiles, a copying warp, and products in another order
			return fmt.Sprintf("heads=1,rows=%d,keys=128,d=128", 64*n)
		}
		return fmt.Sprintf("heads=1,rows=%d,keys=128,d=16", max(1, 128*n))
	},
	"paged": func(n int) string { return fmt.Sprintf("sequences=1,heads=1,keys=%d", 64*n) },

	"matmul-go": func(n int) string { return fmt.Sprintf("m=64,n=64,k=%d", 64*n) },
	"attention-go": func(n int) string {
		return fmt.Sprintf("heads=1,shared=1,rows=64,keys=%d,causal=0", max(1, 128*n))
	},
}

// variants are other schedules of a kernel. For each element they compute the same operations in the same order.
var variants = map[string][]string{"attention": {"turns=1", "producer=0,turns=2", "rotate=1"},
	"persistent": {"programs=2", "tilen=192"}, "tf32": {"tilen=192"}}

// mostTrips is one more than the largest number of slots in the kernels' rings and streams.
const mostTrips = 7

// A seed chooses the order in which copies end and warps continue. Loops have between no iterations and more than there
// are slots. Each kernel is right, and has the same bits in every order and with every schedule.
func TestSchedulesDoNotChangeBits(t *testing.T) {
	for at, e := range examples {
		if schedules[e.name] == nil {
			t.Errorf("%s has no sizes here", e.name)
			continue
		}
		for trips := range mostTrips + 1 {
			if !longtest.Includes(at, 2) || !longtest.Includes(trips+at, mostTrips+1) {
				continue
			}
			set := schedules[e.name](trips)
			t.Run(fmt.Sprintf("%s/%s", e.name, set), func(t *testing.T) {
				t.Parallel()
				var want [][]byte
				for n, variant := range append([]string{""}, variants[e.name]...) {
					seeds := []uint64{0, 1, 2}[:longtest.Count(2, 3)]
					if n > 0 {
						seeds = []uint64{uint64(n + trips)}
					}
					for i, got := range inOrders(t, e, set+","+variant, seeds) {
						if want == nil {
							want = got
						}
						for j := range want {
							if !bytes.Equal(got[j], want[j]) {
								t.Errorf("%s, seed %d: output %d has other bits", variant, seeds[i], j)
							}
						}
					}
				}
			})
		}
	}
}

// inOrders checks a kernel's outputs in the order of events of each seed, and returns their bytes.
func inOrders(t *testing.T, e example, set string, seeds []uint64) (all [][][]byte) {
	t.Helper()
	var program *girih.Program
	for _, seed := range seeds {
		s, err := e.small.with(set)
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.problem(s)
		if err == nil && program == nil {
			program, err = p.compile(t.Context())
		}
		if err == nil {
			err = p.simulate(t.Context(), program, seed)
		}
		if err == nil {
			_, err = p.check()
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var outputs [][]byte
		for _, a := range p.arrays() {
			if a.output {
				outputs = append(outputs, a.bytes)
			}
		}
		all = append(all, outputs)
	}
	return all
}
