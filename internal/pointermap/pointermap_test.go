package pointermap_test

import (
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih/internal/pointermap"
)

// TestMapIsLikeGos applies the same random steps to a map and to Go's.
func TestMapIsLikeGos(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		keys := make([]int, 1+random.IntN(300))
		var m pointermap.Map[int, int]
		if seed%2 == 0 {
			m = pointermap.Of[int, int](random.IntN(len(keys)))
		}
		want := map[*int]int{}
		for step := range 2000 {
			k := &keys[random.IntN(len(keys))]
			switch random.IntN(6) {
			case 0, 1:
				m.Set(k, step)
				want[k] = step
			case 2:
				*m.At(k)++
				want[k]++
			case 3:
				m.Delete(k)
				delete(want, k)
			case 4:
				if _, has := want[k]; m.Add(k) == has {
					t.Fatalf("seed %d, step %d: Add says %t", seed, step, !has)
				}
				want[k] += 0
				copied := m.Clone()
				copied.Set(k, -1)
			}
			got, ok := m.Lookup(k)
			if v, has := want[k]; got != v || ok != has || m.Get(k) != v || m.Len() != len(want) {
				t.Fatalf("seed %d, step %d: %d %t of %d keys, want %d %t of %d", seed, step, got, ok, m.Len(), v, has, len(want))
			}
		}
		if seed%3 == 0 {
			m.Clear()
			clear(want)
		}
		for i := range keys {
			got, ok := m.Lookup(&keys[i])
			if v, has := want[&keys[i]]; got != v || ok != has {
				t.Fatalf("seed %d: key %d has %d %t, want %d %t", seed, i, got, ok, v, has)
			}
		}
	}
}
