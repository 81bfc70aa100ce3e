package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
)

// Each program calls the function for one pair of numbers, or one program calls it for all pairs as a tile.
const (
	onePair  = "i := kernel.Program(0)"
	allPairs = "i := kernel.Range(64)"
)

// pairs returns arguments for generated functions.
func pairs() (x, y []int32) {
	numbers := []int32{0, 1, -1, 5, 17, -100, 1 << 30, 12345}
	for _, a := range numbers {
		for _, b := range numbers {
			x, y = append(x, a), append(y, b)
		}
	}
	return x, y
}

func TestGeneratedFunctionsReturnWhatTheyDoInGo(t *testing.T) {
	functions := 30
	if os.Getenv("GIRIH_LONG") != "" {
		functions = 1000
	}
	refused := 0
	for seed := range functions {
		loops := seed%2 == 0
		source := generateFunction(rand.New(rand.NewPCG(uint64(seed), 1)), loops)
		f, err := parseFunction(source)
		if err != nil {
			t.Fatalf("%v:\n%s", err, source)
		}
		index, programs := onePair, int32(64)
		if !loops {
			index, programs = allPairs, 1
		}
		k, err := kernel.Compile(fstest.MapFS{"k.go": {Data: []byte(fmt.Sprintf(`package k
import "github.com/girih-ir/girih/kernel"
func apply(x, y, out kernel.Array1[int32]) {
	%s
	out.Store(i, f(x.Load(i), y.Load(i)))
}
`, index) + source)}}, "apply", kernel.Options{NumWarps: 1})
		if err != nil && strings.Contains(err.Error(), "break") {
			refused++ // a break for some elements of a tile
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v:\n%s", seed, err, source)
		}
		x, y := pairs()
		for name, run := range map[string]func(out []int32) error{
			"the executor": func(out []int32) error {
				return k.Run(t.Context(), [3]int32{programs, 1, 1}, kernel.Of(x), kernel.Of(y), kernel.Of(out))
			},
			"threads": func(out []int32) error {
				_, err := k.Simulate(t.Context(), [3]int32{programs, 1, 1}, kernel.Of(x), kernel.Of(y), kernel.Of(out))
				return err
			},
		} {
			out := make([]int32, len(x))
			if err := run(out); err != nil {
				t.Fatalf("seed %d, %s: %v:\n%s", seed, name, err, source)
			}
			for i, got := range out {
				if want := f.run(x[i], y[i]); got != want {
					t.Fatalf("seed %d: f(%d, %d) is %d in Go, %d by %s:\n%s", seed, x[i], y[i], want, got, name, source)
				}
			}
		}
	}
	if refused > functions/5 {
		t.Errorf("%d of %d functions were refused", refused, functions)
	}
}

// TestStatementsBehindIfsThatMayReturnAreWrittenOnce has many ifs that may return. If the code behind an if were copied
// into both branches, thirty ifs would need 2^30 copies.
func TestStatementsBehindIfsThatMayReturnAreWrittenOnce(t *testing.T) {
	ifs := strings.Repeat("if n > 1 {\nif n > 20 {\nreturn\n}\nn++\n}\n", 30)
	for name, body := range map[string]string{
		"scalars":  ifs + "for i := range int32(4) {\nx.Store(i, n)\n}",
		"elements": "i := kernel.Range(4)\nn += 0 * i\n" + ifs + "x.Store(i, n)",
	} {
		source := "package k\n\nimport \"github.com/girih-ir/girih/kernel\"\n\n" +
			"func many(x kernel.Array1[int32], n int32) {\n" + body + "\n}\n"
		k, err := kernel.Compile(fstest.MapFS{"k.go": {Data: []byte(source)}}, "many", kernel.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for n, want := range map[int32]int32{1: 1, 2: 0, 30: 0, -5: -5} {
			got := make([]int32, 4)
			if err := k.Run(t.Context(), [3]int32{1, 1, 1}, kernel.Of(got), n); err != nil {
				t.Fatal(err)
			}
			if got[0] != want || got[3] != want {
				t.Errorf("%s: many(%d) stored %d, want %d", name, n, got, want)
			}
		}
	}
}
