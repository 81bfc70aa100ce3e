package interp_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// tileModules returns the modules with kernels of the examples, the manual and the lit suite.
func tileModules(tb testing.TB) [][]byte {
	tb.Helper()
	all := irtest.Modules(tb, "../../examples/*.mlir", "../../lit/test/tile/*.mlir", "../../lit/test/tilegpu/*.mlir",
		"../../internal/manual/examples/*.mlir")
	return slices.DeleteFunc(all, func(m []byte) bool { return !bytes.Contains(m, []byte("tile.kernel")) })
}

// FuzzRun mutates modules of the suite and executes the kernels of those that verify, for a bounded number of steps.
// Failures must be errors.
func FuzzRun(f *testing.F) {
	corpus := tileModules(f)
	for i := range uint64(len(corpus)) {
		f.Add(i, i)
	}
	f.Fuzz(func(t *testing.T, module, mutation uint64) {
		rng := rand.New(rand.NewPCG(module, mutation))
		runNearly(t, irgen.Mutate(rng, corpus[module%uint64(len(corpus))], corpus[rng.IntN(len(corpus))]))
	})
}

// runNearly executes the kernels of a text, if it is a valid module of small tensors.
func runNearly(t *testing.T, source []byte) {
	t.Helper()
	module, err := text.Parse(registry.NewContext(), &ir.Source{Name: "<stdin>", Text: source}, text.ParseOptions{})
	if err != nil || ir.Verify(module, nil) != nil || !hasSmallTensors(module) {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%v\n%s\n%s", r, debug.Stack(), source)
		}
	}()
	ctx, cancel := context.WithTimeout(interp.WithStepLimit(t.Context(), 2000), 10*time.Second)
	defer cancel()
	module.Walk(func(op *ir.Operation) bool {
		k, ok := tile.AsKernel(op)
		if !ok {
			return true
		}
		args := make([]any, len(k.Type().Inputs))
		for i, in := range k.Type().Inputs {
			if args[i] = anyArgument(in); args[i] == nil {
				return true
			}
		}
		err := interp.Run(ctx, module, k.SymName(), interp.Grid{2, 1, 1}, args...)
		var d *ir.Diagnostic
		if err != nil && !errors.As(err, &d) && !isHarmless(err) {
			t.Fatalf("%v is not located\n%s", err, source)
		}
		return true
	})
}

// isHarmless reports whether an error need not have a location: it is about the arguments, or execution took too long.
func isHarmless(err error) bool {
	for _, e := range []error{interp.ErrArgument, interp.ErrSteps, interp.ErrDeadlock, context.DeadlineExceeded} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// hasSmallTensors reports whether no value of a module has more than 4096 elements.
func hasSmallTensors(module *ir.Operation) bool {
	small := true
	module.Walk(func(op *ir.Operation) bool {
		for _, t := range op.ResultTypes() {
			s, ok := t.(ir.ShapedType)
			if !ok {
				continue
			}
			n := int64(1)
			for _, d := range s.Shape() {
				n *= min(max(d, 1), 1<<20)
				small = small && n <= 4096
			}
		}
		return small
	})
	return small
}

// mostElements bounds the number of elements of an array argument, since a contraction of arrays is one step.
const mostElements = 1 << 14

// anyArgument returns an argument for a parameter, or nil if the host cannot pass one or the array would be too large.
func anyArgument(t ir.Type) any {
	shape, elem := []int64{64}, t
	switch t := t.(type) {
	case *tile.PtrType:
		elem = t.Pointee()
	case *tile.ArrayType:
		elem, shape = t.ElementType(), nil
		elements := int64(1)
		for _, d := range t.Shape() {
			if d == ir.Dynamic {
				d = 12
			}
			if elements *= d; d > 256 || elements > mostElements {
				return nil
			}
			shape = append(shape, d)
		}
	case *ir.FloatType:
		return 1.5
	case *ir.IntegerType:
		if t.Width == 1 {
			return true
		}
		return 1
	default:
		return nil
	}
	a, err := interp.NewArray(elem, shape...)
	if err != nil {
		return nil
	}
	for i := range a.Len() {
		a.SetBits(i, uint64(i%3))
	}
	return a
}
