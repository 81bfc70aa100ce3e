package kernel_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/lowering/importgo"
)

// refused are bodies of a kernel k(x, y kernel.Array1[float32], m kernel.Array2[float32], n int32, c kernel.Const),
// with the position and text of the error. Lines are counted from the first line of the body.
var refused = []struct{ name, body, want string }{
	{"goroutine", "go func() {}()", "1:2: a kernel has no goroutines: its programs and elements run side by side anyway"},
	{"defer", "defer y.Store(0, 1)", "1:2: a kernel has no defer: write the statement where it is to run"},
	{"map", "v := map[int]int{}\n_ = v", "1:7: a kernel has no map[int]int: its only composite values are structs"},
	{"slice", "v := []float32{1}\n_ = v", "1:7: a kernel has no []float32: its only composite values are structs"},
	{"new", "p := new(float32)\n_ = p", "1:7: a kernel has no new: of Go's own functions it has min and max"},
	{"recursion", "y.Store(0, forever(x.Load(0)))", "7:60: forever calls itself: a kernel has no recursion; write a loop"},
	{"package variable", "y.Store(0, state)",
		"1:13: state is a variable of the package: a kernel gets its data as parameters, or as constants"},
	{"package assignment", "state = 1", "1:2: a kernel cannot assign to state: it stores results in arrays"},
	{"size of a range", "_ = kernel.Range(100)",
		"1:19: a range has a power of two of elements, or a sum of up to four of them that are at least 8, at most " +
			"16777216, but got 100; the next power of two is 128: load what " +
			"is beyond the array with kernel.Else"},
	{"size known at run time", "_ = kernel.Range(kernel.Const(n))",
		"1:19: this must be a constant: a Go constant, or a parameter of type kernel.Const"},
	{"axis that is lost", "j := kernel.Range(32)\ny.Store(0, x.Load(j))",
		"2:1: the value has an element for each of the 32 numbers of the range in line 11, but the indices do not " +
			"depend on it: index with that range, or reduce the value along it"},
	{"reduction of a scalar", "y.Store(0, kernel.Sum(x.Load(0)))",
		"1:24: the value is a scalar: there is nothing to combine"},
	{"reduction along another axis", "i, j := kernel.Range(4), kernel.Range(8)\ny.Store(0, kernel.Sum(x.Load(i), j))",
		"2:23: the value is the same along this range of 8: there is nothing to combine"},
	{"bound of a loop", "r := kernel.Range(8)\nfor i := int32(0); i < r; i++ {\n}",
		"2:24: all elements take the same iterations: the bounds of a loop are scalars"},
	{"condition of a loop", "v := kernel.Range(8)\nfor v > 0 {\nv--\n}",
		"2:5: the condition differs between elements, but all take the same iterations: use kernel.Any or kernel.All of it"},
	{"return in a loop for some elements",
		"r := kernel.Range(8)\nfor i := int32(0); i < n; i++ {\nif r > i {\nreturn\n}\n}",
		"4:1: the condition of this return from a loop differs between elements: use kernel.Any or kernel.All of it"},
	{"axis of the grid", "_ = kernel.Program(3)", "1:21: a grid has the axes 0 to 2, but got 3"},
	{"division by zero", "y.Store(0, float32(c/(c-c)))", "1:21: division by zero"},
	{"unknown import", "y.Store(0, float32(strings.Count(\"\", \"\")))",
		"1:29: a kernel cannot call strings.Count: it calls functions of its package, of package kernel, and " +
			"of packages whose source was given with it (Options.Imports)"},
	{"function of package math", "y.Store(0, float32(math.Exp(1)))",
		"1:26: a kernel cannot call math.Exp, which is for numbers of the CPU: use kernel.Exp"},
	{"printing", "fmt.Println(n)", "1:6: a kernel cannot call fmt.Println: kernel.Print prints"},
	{"method of Go", "y.Store(0, 1.5+n)", "1:13: 1.5 (untyped float constant) truncated to int32"},
	{"types", "y.Store(0, n)", "1:13: cannot use n (variable of type int32) as float32 value in argument to y.Store"},
	{"text", "t := text()\nif n > 0 { t = \"b\" }\nkernel.Assert(n > 0, t)",
		"2:12: a kernel has no values of type string: it has numbers, bools and structs of them"},
	{"captured variable", "s := n\nf := func() { s++ }\nf()\ny.Store(s, 1)",
		"2:15: the function assigns to s, which is declared outside of it: return the value instead"},
	{"label", "l:\nfor n > 0 {\nbreak l\n}",
		"1:2: a kernel cannot have this statement: it has assignments, if, switch, for, return and calls"},
	{"element assignment", "x[0] = 1", "1:2: cannot index x (variable of struct type kernel.Array1[float32])"},
	{"pointer", "p := &n\n_ = p", "1:7: a kernel has no operator &"},
	{"interface", "var v any = n\n_ = v.(int32)", "2:5: a kernel cannot have this expression: there are no interfaces"},
	{"channel", "v := make(chan int32)\nv <- n", "1:7: a kernel has no make: of Go's own functions it has min and max"},
	{"complex", "v := complex64(1)\n_ = v*v",
		"2:5: a kernel has no values of type complex64: it has numbers, bools and structs of them"},
	{"break under a tile", "for n > 0 {\nif kernel.Range(8) > n { break }\nn--\n}",
		"2:26: the condition of this break differs between elements: use kernel.Any or kernel.All of it"},
}

const preamble = `package k
import ("fmt"; "math"; "strings")
import "github.com/girih-ir/girih/kernel"
var state float32
var _ = strings.Count
func text() string { return "" }
func forever(v float32) float32 { if v > 0 { v++ }; return forever(v) }
func half(n int32) float32 { if n > 0 { return 0.5 }; return 1 }
func nothing(n int32) float32 { for n > 0 { n-- }; return 1 }
func k(x, y kernel.Array1[float32], m kernel.Array2[float32], n int32, c kernel.Const) {
`

func TestRefusedConstructsSayWhereAndWhatToDo(t *testing.T) {
	for _, test := range refused {
		t.Run(test.name, func(t *testing.T) {
			source := fstest.MapFS{"k.go": {Data: []byte(preamble + "\t" + test.body + "\n}\n")}}
			_, err := kernel.Compile(source, "k", kernel.Options{Constants: map[string]int64{"c": 4}})
			if got := located(err); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// located returns the text of an error with its position; lines are counted from the body.
func located(err error) string {
	var d *ir.Diagnostic
	if !errors.As(err, &d) {
		return fmt.Sprint(err)
	}
	line, column := 0, 0
	loc := d.Loc.(*ir.FileLineColRange)
	line, column = int(loc.StartLine), int(loc.StartCol)
	if first := strings.Count(preamble, "\n"); line > first {
		line -= first
	}
	return fmt.Sprintf("%d:%d: %s", line, column, d.Message)
}

func TestSourceWithoutTheKernelNamesThoseThereAre(t *testing.T) {
	_, err := kernel.Compile(suite(), "softmix", kernel.Options{})
	if !errors.Is(err, importgo.ErrSource) ||
		!strings.Contains(err.Error(), "collatz, dropout, farther, farthest, matmul") {
		t.Error(err)
	}
}

func TestArgumentsAreCheckedBeforeARun(t *testing.T) {
	k, err := kernel.Compile(suite(), "relu", kernel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := kernel.Of(make([]float32, 4))
	for want, args := range map[string][]any{
		"relu takes 3 arguments (x, y, n), but got 1":                      {x},
		"x of relu: expected elements of type float32, but got float64":    {kernel.Of(make([]float64, 4)), x, 1},
		"x of relu: expected 1 dimensions, but the shape is [2 2]":         {kernel.Of(make([]float32, 4), 2, 2), x, 1},
		"x of relu: the shape [5] has 5 elements, but the slice 4":         {kernel.Of(make([]float32, 4), 5), x, 1},
		"n of relu: expected a number of type int32, but got float64":      {x, x, 1.5},
		"y of relu: expected kernel.Of a slice, but got []float32":         {x, []float32{1}, 1},
		"n of relu: expected a number of type int32, but got launch.Data":  {x, x, x},
		"x of relu: expected kernel.Of a slice, but got <nil>":             {nil, x, 1},
		"x of relu: sizes are from 0 to 2147483647, but the shape is [-4]": {kernel.Of(make([]float32, 4), -4), x, 1},
	} {
		err := k.Run(t.Context(), [3]int32{1, 1, 1}, args...)
		if !errors.Is(err, kernel.ErrArgument) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}
