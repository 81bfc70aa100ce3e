package gradients_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/torchgoldens"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
)

// TestGradientsArePyTorchs compares with gradients recorded from PyTorch, in f64, including kinks, ties and NaN.
func TestGradientsArePyTorchs(t *testing.T) {
	ctx := registry.NewContext()
	f := torchgoldens.Read(t, ctx, "grads")
	passed, failed := 0, map[string]int{}
	for i, c := range f.Cases {
		if c.Op == "" || c.Missing != "" {
			continue
		}
		err := checkGradients(t, ctx, f, c)
		if err == nil {
			passed++
			continue
		}
		if reason := excepted(c.Op, err.Error()); reason == "" {
			failed[c.Op]++
			t.Errorf("case %d: %v", i, err)
		}
	}
	t.Logf("%d cases pass; failures: %v", passed, failed)
	if passed < 290 {
		t.Errorf("only %d cases pass", passed)
	}
}

// checkGradients compares the gradients of a case with the recorded ones.
func checkGradients(t *testing.T, ctx *ir.Context, f *torchgoldens.File, c torchgoldens.Case) error {
	k, err := f.Call(c)
	if err != nil {
		return err
	}
	g, err := f.Tensor(c.G)
	if err != nil {
		return err
	}
	k.Types = []string{torchgoldens.TypeOf(g)}
	for i := 1; i < torchgoldens.Schemas[c.Op].Results; i++ {
		k.Types = append(k.Types, further(c.Op, i, k))
	}
	names := slices.Sorted(maps.Keys(c.Grads))
	var chosen []int
	for _, name := range names {
		chosen = append(chosen, slices.Index(k.Names, name))
	}
	source := first(torchgoldens.Program(k.Text, k.Types, k.Args), len(k.Types))
	got, err := run(t, ctx, source, &gradients.Options{Function: "f", Arguments: chosen, Cotangents: true},
		append(k.Args, g))
	if err != nil {
		return fmt.Errorf("%w\n%s", err, source)
	}
	for i, name := range names {
		want, err := f.Tensor(c.Grads[name])
		if err != nil {
			return err
		}
		if at := differs(got[i+1], want); at >= 0 {
			return fmt.Errorf("%s: gradient of %s, element %d: got %v, want %v; g = %v of %v", c.Op, name, at,
				got[i+1].Floats()[at], want.Floats()[at], g, k.Args)
		}
	}
	return nil
}

// further returns the type of result i of an operator, for results after the first.
func further(op string, i int, k torchgoldens.Call) string {
	switch {
	case op == "native_layer_norm":
		return "tensor<3x4x1xf64>"
	case op == "native_group_norm":
		return "tensor<2x3xf64>"
	}
	return strings.Replace(k.Types[0], "f64", "i64", 1)
}

// first makes a program return only its first result.
func first(source string, results int) string {
	if results == 1 {
		return source
	}
	at := strings.Index(source, " -> (")
	list, _, _ := strings.Cut(source[at+5:], ")")
	one, _, _ := strings.Cut(list, ",")
	source = source[:at+5] + one + source[at+5+len(list):]
	at = strings.Index(source, "  return ")
	return source[:at] + "  return %0#0 : " + one + "\n}"
}

// differs returns the index of the first element that is not close, or -1.
func differs(got, want *tensors.Tensor) int {
	g, w := got.Floats(), want.Floats()
	if len(g) != len(w) {
		return 0
	}
	for i := range w {
		if g[i] != w[i] && !(g[i] != g[i] && w[i] != w[i]) && !(math.Abs(g[i]-w[i]) <= 1e-9+1e-9*math.Abs(w[i])) {
			return i
		}
	}
	return -1
}

// exceptions are the reasons why gradients differ from PyTorch's, by operator and part of the error.
var exceptions = []struct{ op, part, reason string }{
	{"digamma", "element 0: got +Inf, want 5.14240336883283e+31", "at a pole PyTorch's reflected sum is only large"},
	{"special_i1", "element 11: got NaN", "NaN stays NaN"},
	{"special_i1e", "element 11: got NaN", "NaN stays NaN"},
	{"hardsigmoid", "gradient of self", "PyTorch's 1/6 is a float, even for doubles"},
}

func excepted(op, message string) string {
	for _, e := range exceptions {
		if e.op == op && strings.Contains(message, e.part) {
			return e.reason
		}
	}
	return ""
}
