package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/girih-ir/girih/lit/runner"
)

// slowest is the number of tests that [Histogram] lists.
const slowest = 20

// Histogram prints the slowest tests, and the distribution of the times of all tests.
func Histogram(w io.Writer, results []*runner.Result) {
	ran := byStart(results)
	if len(ran) == 0 {
		return
	}
	slices.SortStableFunc(ran, func(a, b *runner.Result) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
	const bar = 40
	rule := strings.Repeat("-", bar+34)
	fmt.Fprintf(w, "Slowest Tests:\n%s\n", rule)
	for _, r := range ran[:min(len(ran), slowest)] {
		fmt.Fprintf(w, "%.2fs: %s\n", r.Elapsed.Seconds(), r.Test.Name())
	}
	height, counts := bins(ran)
	fmt.Fprintf(w, "\nTests Times:\n%s\n", rule)
	digits := max(0, int(math.Ceil(-math.Log10(height))))
	wide := len(fmt.Sprintf("%.*f", digits, height*float64(len(counts))))
	count := len(fmt.Sprint(len(ran)))
	fmt.Fprintf(w, "[%s] :: [%s] :: [%s]\n%s\n", center("Range", 2*wide+5), center("Percentage", bar),
		center("Count", 2*count+1), rule)
	for i := len(counts) - 1; i >= 0; i-- {
		n := bar * counts[i] / len(ran)
		fmt.Fprintf(w, "[%*.*fs,%*.*fs) :: [%-*s] :: [%*d/%d]\n", wide+1, digits, float64(i)*height, wide+1, digits,
			float64(i+1)*height, bar, strings.Repeat("*", n), count, counts[i], len(ran))
	}
	fmt.Fprintln(w, rule)
}

// bins divides the times of tests, longest first, into at least ten ranges of a round height in seconds.
func bins(ran []*runner.Result) (height float64, counts []int) {
	longest := max(ran[0].Elapsed.Seconds(), 1e-3)
	power := math.Pow(10, math.Ceil(math.Log10(longest)))
	n := 10
	for _, inc := range []float64{1, 0.5, 0.2, 0.1, 0.05} {
		height = inc * power / 10
		if n = int(math.Ceil(longest / height)); n >= 10 {
			break
		}
	}
	counts = make([]int, n)
	for _, r := range ran {
		counts[min(n-1, int(r.Elapsed.Seconds()/height))]++
	}
	return height, counts
}

func center(s string, width int) string {
	left := (width - len(s)) / 2
	return strings.Repeat(" ", max(0, left)) + s + strings.Repeat(" ", max(0, width-len(s)-left))
}
