package main

import (
	"testing"
	"time"
)

func TestPairsAreSummedUpByTheMedianOfTheirQuotients(t *testing.T) {
	run := func(ms int) sample { return sample{wall: time.Duration(ms) * time.Millisecond} }
	pairs := []pair{{all: run(50), one: run(100)}, {all: run(60), one: run(90)}, {all: run(40), one: run(70)}}
	if got, want := pairColumns(pairs), "3 | 50.0 | 90.0 | 1.75 (1.50 to 2.00)"; got != want {
		t.Errorf("columns are %q, want %q", got, want)
	}
	if got, want := pairColumns(nil), "0 | | |"; got != want {
		t.Errorf("columns of no pairs are %q, want %q", got, want)
	}
}
