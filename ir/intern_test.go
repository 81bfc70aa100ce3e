package ir

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

func TestEveryGoroutineGetsTheSameInternedValue(t *testing.T) {
	const goroutines, keys = 8, 5000
	var table keyed[int, *int]
	var lists listed[int, int, *[]int]
	var made [goroutines][keys]*int
	var listsMade [goroutines][keys]*[]int
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 0))
			for _, k := range rng.Perm(keys) {
				made[g][k] = intern(&table, k, func(k int) *int { return &k })
				elems := []int{k / 100, k % 100}
				listsMade[g][k] = internList(&lists, k%3, elems, func(_ int, own []int) *[]int { return &own })
				elems[0] = -1 // the table has a copy
			}
		})
	}
	wg.Wait()
	for k := range keys {
		if *made[0][k] != k || !slices.Equal(*listsMade[0][k], []int{k / 100, k % 100}) {
			t.Fatalf("key %d: values %d and %v", k, *made[0][k], *listsMade[0][k])
		}
		for g := range goroutines {
			if made[g][k] != made[0][k] || listsMade[g][k] != listsMade[0][k] {
				t.Fatalf("key %d: goroutine %d has a value of its own", k, g)
			}
		}
		if v, ok := lookup(&table, k); !ok || v != made[0][k] {
			t.Errorf("key %d is not found", k)
		}
	}
	if _, ok := lookup(&table, keys); ok {
		t.Error("a key that was never used is found")
	}
	seen := make(map[int]bool)
	each(&table, func(v any) bool { seen[*v.(*int)] = true; return true })
	if len(seen) != keys {
		t.Errorf("each visits %d values, want %d", len(seen), keys)
	}
	n := 0
	eachList(&lists, func(any) bool { n++; return n < 10 })
	if n != 10 {
		t.Errorf("each went on after false: %d values", n)
	}
}

// What is looked up while the table grows is either found or, when that is missed, found under the lock: never made
// anew.
func TestValuesStayTheSameWhileTheTableGrows(t *testing.T) {
	var table keyed[int, *int]
	mk := func(k int) *int { return &k }
	first := intern(&table, -1, mk)
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for range 3 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if intern(&table, -1, mk) != first {
					t.Error("a value was made twice")
					return
				}
			}
		})
	}
	for k := range 50_000 {
		intern(&table, k, mk)
	}
	close(stop)
	wg.Wait()
}

func TestExplicitLocationsAreFoundByAnyGoroutine(t *testing.T) {
	ctx := NewContext()
	const n = 5000
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range uint32(n) {
				loc := ctx.FileLoc("f", i+1, 1)
				if got := ctx.location(ctx.locRef(loc)); got != Location(loc) {
					t.Errorf("location %v is %v", loc, got)
					return
				}
			}
		})
	}
	wg.Wait()
}
