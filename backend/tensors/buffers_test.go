package tensors

import (
	"math/rand/v2"
	"testing"
)

func TestBuffersInUseAtOnceLieApart(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	for range 200 {
		var buffers []*lifetime
		for range 1 + r.IntN(40) {
			first := r.IntN(30)
			buffers = append(buffers, &lifetime{bytes: 1 + r.IntN(5000), first: first, last: first + r.IntN(6)})
		}
		size := place(buffers)
		for i, a := range buffers {
			if a.offset < 0 || a.offset%align != 0 || a.offset+a.bytes > size {
				t.Fatalf("buffer %+v is not in an arena of %d bytes", a, size)
			}
			for _, b := range buffers[:i] {
				if a.first <= b.last && b.first <= a.last && a.offset < b.offset+b.bytes && b.offset < a.offset+a.bytes {
					t.Fatalf("buffers %+v and %+v overlap", a, b)
				}
			}
		}
		if least := needed(buffers); size < least {
			t.Fatalf("an arena of %d bytes for %d that are in use at once", size, least)
		}
	}
}

func TestBuffersThatFollowEachOtherShareTheirPlace(t *testing.T) {
	buffers := []*lifetime{{bytes: 1 << 20, first: 0, last: 1}, {bytes: 1 << 20, first: 1, last: 2},
		{bytes: 1 << 20, first: 2, last: 3}, {bytes: 1 << 20, first: 3, last: 4}}
	if size := place(buffers); size != 2<<20 {
		t.Errorf("an arena of %d bytes, want %d", size, 2<<20)
	}
}
