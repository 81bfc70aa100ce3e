package tile_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// newKernel returns a module with an empty kernel of some arguments, and a builder in it.
func newKernel(types func(ctx *ir.Context) []ir.Type) (module *ir.Operation, k *tile.Builder, args []*ir.Value) {
	ctx := registry.NewContext()
	b := ir.NewBuilder(ctx)
	m := builtin.NewModule(b, "")
	m.SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.Triton))
	entry := tile.NewKernel(b.AtEnd(m.Body()), "k", types(ctx)...).Entry()
	return m.Operation, tile.NewBuilder(b.AtEnd(entry)), entry.Args()
}

func pointerAndCount(ctx *ir.Context) []ir.Type {
	return []ir.Type{tile.Ptr(ctx, ctx.F32()), ctx.I(32)}
}

func TestBodiesOfLoopsAndBranchesAreLooselyTyped(t *testing.T) {
	module, k, args := newKernel(pointerAndCount)
	x, n := args[0], args[1]
	sums := k.For(k.Int(0), n, k.Int(1), []*ir.Value{k.Splat(k.Cast(k.Int(0), k.Context().F32()), 8)},
		func(i *ir.Value, so []*ir.Value) []*ir.Value {
			at := k.AddPtr(x, k.Add(k.Mul(i, k.Int(8)), k.Iota(8)))
			return []*ir.Value{k.Add(so[0], k.Load(at, nil, nil))}
		})
	total := k.Reduce(sums[0], 0, tile.Sum)
	chosen := k.If(k.Cmp(tile.LT, total, k.Int(0)),
		func() []*ir.Value { return []*ir.Value{k.Neg(total)} },
		func() []*ir.Value { return []*ir.Value{k.Mul(total, k.Int(2))} })
	halved := k.While(chosen,
		func(v []*ir.Value) *ir.Value { return k.Cmp(tile.GT, v[0], k.Int(1)) },
		func(v []*ir.Value) []*ir.Value { return []*ir.Value{k.Mul(v[0], k.Float(0.5))} })
	k.Store(x, halved[0], nil)
	k.Return()
	if err := errors.Join(k.Err(), ir.Verify(module, nil)); err != nil {
		t.Fatal(err)
	}
	got := string(text.Print(module, text.Options{}))
	for _, want := range []string{"scf.for", "tile.mul %arg2, ", "scf.if", "tile.neg", "scf.while", "tile.reduce"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
}

func TestTheFirstErrorIsToldWithTheLineOfTheCall(t *testing.T) {
	for name, c := range map[string]struct {
		build func(k *tile.Builder, x, n *ir.Value)
		want  string
	}{
		"a nil operand":       {func(k *tile.Builder, _, n *ir.Value) { k.Add(n, nil) }, "operand #1: the value is nil"},
		"an axis":             {func(k *tile.Builder, _, _ *ir.Value) { k.Reduce(k.Iota(8), 5, tile.Sum) }, "axis must be"},
		"an order":            {func(k *tile.Builder, _, _ *ir.Value) { k.Permute(k.Iota(8), 0, 5) }, "order must name"},
		"a load of a number":  {func(k *tile.Builder, _, n *ir.Value) { k.Load(n, nil, nil) }, "must be pointer"},
		"shapes":              {func(k *tile.Builder, _, _ *ir.Value) { k.Add(k.Iota(8), k.Iota(16)) }, "building tile.add"},
		"a combiner":          {func(k *tile.Builder, _, _ *ir.Value) { k.Reduce(k.Iota(8), 0, 99) }, "unknown combiner 99"},
		"a predicate":         {func(k *tile.Builder, _, n *ir.Value) { k.Cmp(99, n, n) }, "unknown predicate 99"},
		"no array":            {func(k *tile.Builder, x, _ *ir.Value) { k.Dim(x, 0) }, "must be an array"},
		"a carried literal":   {carriesLiteral, "a literal has no type of its own"},
		"another type":        {carriesAnother, "carried value #0 is of type 'i32'"},
		"too few":             {carriesNothing, "the loop carries 1 values, but its body returns 0"},
		"an error in a body":  {failsInside, "building tile.add"},
		"arms that disagree":  {disagrees, "scf.if"},
		"a body that is none": {func(k *tile.Builder, _, n *ir.Value) { k.For(n, n, n, nil, nil) }, "there is no body"},
	} {
		module, k, args := newKernel(pointerAndCount)
		c.build(k, args[0], args[1])
		k.Add(nil, nil) // creates nothing, and its error is not the first
		k.Return()
		var d *ir.Diagnostic
		if !errors.As(k.Err(), &d) || !strings.Contains(d.Error(), c.want) ||
			!strings.Contains(d.Error(), "builder_test.go:") {
			t.Errorf("%s: got %v, want %q", name, k.Err(), c.want)
		}
		left := string(text.Print(module, text.Options{}))
		if strings.Contains(left, "scf.") || strings.Contains(left, "tile.reduce") || strings.Contains(left, "return") {
			t.Errorf("%s: what failed was not taken back:\n%s", name, left)
		}
	}
}

func carriesLiteral(k *tile.Builder, _, n *ir.Value) {
	k.For(n, n, n, []*ir.Value{k.Int(1)}, func(_ *ir.Value, v []*ir.Value) []*ir.Value { return v })
}

func carriesAnother(k *tile.Builder, _, n *ir.Value) {
	k.For(n, n, n, []*ir.Value{n}, func(_ *ir.Value, v []*ir.Value) []*ir.Value {
		return []*ir.Value{k.Add(v[0], k.Float(1))}
	})
}

func carriesNothing(k *tile.Builder, _, n *ir.Value) {
	k.While([]*ir.Value{n}, func(v []*ir.Value) *ir.Value { return k.Cmp(tile.GT, v[0], n) },
		func([]*ir.Value) []*ir.Value { return nil })
}

func failsInside(k *tile.Builder, x, n *ir.Value) {
	k.For(n, n, n, []*ir.Value{n}, func(_ *ir.Value, v []*ir.Value) []*ir.Value {
		return []*ir.Value{k.Add(x, x)}
	})
}

func disagrees(k *tile.Builder, _, n *ir.Value) {
	k.If(k.Cmp(tile.GT, n, n), func() []*ir.Value { return []*ir.Value{n} },
		func() []*ir.Value { return []*ir.Value{k.Float(1)} })
}

func TestOperationsHaveTheLineOfTheCallUnlessAnotherLocationIsSet(t *testing.T) {
	_, k, args := newKernel(pointerAndCount)
	sum := k.Add(args[1], args[1])
	if at := sum.DefiningOp().Loc().String(); !strings.Contains(at, "builder_test.go") {
		t.Errorf("the location is %s", at)
	}
	var inner *ir.Value
	k.For(sum, sum, sum, nil, func(i *ir.Value, _ []*ir.Value) []*ir.Value {
		inner = k.Neg(i)
		return nil
	})
	if outer := inner.DefiningOp().Parent().Loc(); outer == inner.DefiningOp().Loc() {
		t.Errorf("what is in the loop has its location, %s", outer)
	}
	k.SetLoc(k.Context().FileLoc("kernel.w", 3, 4))
	if at := k.Add(sum, sum).DefiningOp().Loc().String(); !strings.Contains(at, "kernel.w") {
		t.Errorf("the location is %s", at)
	}
}

// The test calls every method with arguments of all kinds, most of them wrong, with and without an earlier error.
func TestNoArgumentMakesABuilderPanic(t *testing.T) {
	methods := reflect.TypeFor[*tile.Builder]()
	own := map[string]bool{}
	for i := range methods.NumMethod() {
		own[methods.Method(i).Name] = true
	}
	for i := range reflect.TypeFor[*ir.Builder]().NumMethod() {
		delete(own, reflect.TypeFor[*ir.Builder]().Method(i).Name)
	}
	for name := range own {
		if name == "Do" {
			continue // they call their arguments
		}
		for seed := range uint64(25) {
			callAtRandom(t, name, rand.New(rand.NewPCG(seed, 7)))
		}
	}
}

func callAtRandom(t *testing.T, name string, r *rand.Rand) {
	module, k, args := newKernel(func(ctx *ir.Context) []ir.Type {
		return []ir.Type{tile.Ptr(ctx, ctx.F32()), ctx.I(32), ctx.I(1), ctx.F16(),
			tile.Array(ctx, []int64{ir.Dynamic, 8}, ctx.F32(), nil)}
	})
	values := append(args, nil, k.Int(3), k.Iota(8), k.Splat(args[3], 8, 4), k.AddPtr(args[0], k.Iota(16)))
	if k.Err() != nil {
		t.Fatal(k.Err())
	}
	method := reflect.ValueOf(k).MethodByName(name)
	in := make([]reflect.Value, method.Type().NumIn())
	for i := range in {
		in[i] = argument(method.Type().In(i), values, k, r)
	}
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s%v panics: %v", name, in, p)
		}
	}()
	if method.Type().IsVariadic() {
		method.CallSlice(in)
	} else {
		method.Call(in)
	}
	if name != "Return" {
		k.Return()
	}
	if err := ir.Verify(module, nil); k.Err() == nil && err != nil {
		t.Errorf("%s%v made what is not valid: %v", name, in, err)
	}
}

// argument makes an argument of a type.
func argument(t reflect.Type, values []*ir.Value, k *tile.Builder, r *rand.Rand) reflect.Value {
	pick := func() *ir.Value { return values[r.IntN(len(values))] }
	switch {
	case t == reflect.TypeFor[*ir.Value]():
		return reflect.ValueOf(pick())
	case t == reflect.TypeFor[ir.Type]():
		types := []ir.Type{nil, k.Context().F32(), k.Context().I(8), tile.Ptr(k.Context(), k.Context().I(1))}
		out := reflect.New(t).Elem()
		if one := types[r.IntN(len(types))]; one != nil {
			out.Set(reflect.ValueOf(one))
		}
		return out
	case t == reflect.TypeFor[*ir.OpDef]():
		return reflect.ValueOf([]*ir.OpDef{&tile.Add, &tile.Exp, &tile.Shl}[r.IntN(3)])
	}
	switch t.Kind() {
	case reflect.Slice:
		out := reflect.MakeSlice(t, r.IntN(4), 4)
		for i := range out.Len() {
			out.Index(i).Set(argument(t.Elem(), values, k, r))
		}
		return out
	case reflect.Func:
		if r.IntN(4) == 0 {
			return reflect.Zero(t)
		}
		return reflect.MakeFunc(t, func(in []reflect.Value) []reflect.Value {
			out := make([]reflect.Value, t.NumOut())
			for i := range out {
				if out[i] = argument(t.Out(i), values, k, r); r.IntN(2) == 0 && len(in) > 0 && in[len(in)-1].Type() == t.Out(i) {
					out[i] = in[len(in)-1]
				}
			}
			return out
		})
	case reflect.Int, reflect.Int64:
		return reflect.ValueOf([]int64{-1, 0, 1, 2, 5, 8, 1 << 40}[r.IntN(7)]).Convert(t)
	}
	return reflect.Zero(t)
}
