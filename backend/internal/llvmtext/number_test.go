package llvmtext

import (
	"math"
	"strconv"
	"testing"
)

func TestNumbersAreAppendedInFull(t *testing.T) {
	numbers := []int64{-1, 100_000, math.MaxInt64, math.MinInt64}
	for n := range int64(10_100) {
		numbers = append(numbers, n)
	}
	for _, n := range numbers {
		if got, want := string(appendNumber([]byte("%"), n)), "%"+strconv.FormatInt(n, 10); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
