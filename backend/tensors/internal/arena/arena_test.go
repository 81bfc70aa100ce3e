package arena

import (
	"math/rand/v2"
	"testing"
)

func TestBuffersInUseAtOnceLieApart(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	for range 200 {
		var buffers []*Buffer
		for range 1 + r.IntN(40) {
			first := r.IntN(30)
			buffers = append(buffers, &Buffer{Bytes: 1 + r.IntN(5000), First: first, Last: first + r.IntN(6)})
		}
		size := Place(buffers)
		for i, a := range buffers {
			if a.Offset < 0 || a.Offset%Align != 0 || a.Offset+a.Bytes > size {
				t.Fatalf("buffer %+v is not in an arena of %d bytes", a, size)
			}
			for _, b := range buffers[:i] {
				if a.First <= b.Last && b.First <= a.Last && a.Offset < b.Offset+b.Bytes && b.Offset < a.Offset+a.Bytes {
					t.Fatalf("buffers %+v and %+v overlap", a, b)
				}
			}
		}
		if least := Needed(buffers); size < least {
			t.Fatalf("an arena of %d bytes for %d that are in use at once", size, least)
		}
	}
}

func TestBuffersThatFollowEachOtherShareTheirPlace(t *testing.T) {
	buffers := []*Buffer{{Bytes: 1 << 20, First: 0, Last: 1}, {Bytes: 1 << 20, First: 1, Last: 2},
		{Bytes: 1 << 20, First: 2, Last: 3}, {Bytes: 1 << 20, First: 3, Last: 4}}
	if size := Place(buffers); size != 2<<20 {
		t.Errorf("an arena of %d bytes, want %d", size, 2<<20)
	}
}
