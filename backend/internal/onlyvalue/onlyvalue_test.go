package onlyvalue_test

import (
	"sync"
	"testing"

	"github.com/girih-ir/girih/backend/internal/onlyvalue"
)

// inverse is the inverse of 2^64 divided by the golden ratio, a usual factor of hashes: a hash that drops the lowest
// bit of the product takes it for 0.
const inverse = 17428512612931826493

func TestNumbersAreComparedExactly(t *testing.T) {
	for _, pair := range [][2]uint64{{0, inverse}, {0, 1}, {0, 1 << 63}, {^uint64(0), ^uint64(1)}, {1, 2}, {2, 3}} {
		var r onlyvalue.Record
		for i, number := range []uint64{pair[0], pair[0], pair[1], pair[0]} {
			if only := r.Store(number); only != (i < 2) {
				t.Errorf("%#x, store %d: %#x is the only number: %v", pair, i, number, only)
			}
		}
	}
}

func TestAnUnknownNumberIsNoOtherNumber(t *testing.T) {
	var r onlyvalue.Record
	r.StoreUnknown()
	if r.Store(0) {
		t.Error("0 is the only number")
	}
}

// Of writers that store different numbers at the same time, at least one sees that.
func TestSomeWriterSeesThatNumbersDiffer(t *testing.T) {
	for range 200 {
		var r onlyvalue.Record
		var only [4]bool
		var group sync.WaitGroup
		for i := range only {
			group.Go(func() { only[i] = r.Store(uint64(i / 3)) })
		}
		group.Wait()
		if only == [4]bool{true, true, true, true} {
			t.Fatal("all writers stored the only number")
		}
	}
}
