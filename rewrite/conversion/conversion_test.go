package conversion_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/rewrite/conversion"
)

func print(op *ir.Operation) string { return string(text.Print(op, text.Options{})) }

// rename returns a pattern from one unregistered operation to another, with the same operands and with the result types
// that c converts to.
func rename(from, to string, c *conversion.TypeConverter) *conversion.Pattern {
	return &conversion.Pattern{Name: from + "->" + to, Converter: c,
		Rewrite: func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
			if op.Name() != from {
				return rw.Refuse("it is not a %s", from)
			}
			types := op.ResultTypes()
			if c != nil {
				types, _ = c.ConvertAll(types)
			}
			st := &ir.OpState{Info: rw.Context().OpInfo(to), Operands: operands.Values(), Types: types}
			rw.ReplaceWithOp(op, rw.Create(st))
			return nil
		}}
}

// illegal is a target on which operations of dialect "old" are illegal, and those of other dialects may stay.
func illegal() *conversion.Target {
	t := conversion.NewTarget()
	t.IllegalDialects("old")
	t.LegalDialects("new", "func", "builtin", "arith")
	return t
}

func TestIllegalOperationsAreConvertedThroughSeveralPatterns(t *testing.T) {
	m := irtest.Parse(t, `func.func @f(%a: i32) {
  %0 = "old.x"(%a) : (i32) -> i32
  "other.y"(%0) : (i32) -> ()
  return
}`)
	set := conversion.MustSet(rename("old.x", "old.y", nil), rename("old.y", "new.y", nil))
	if err := conversion.Partial(m, illegal(), set, conversion.Options{}); err != nil {
		t.Fatal(err)
	}
	want := `module {
  func.func @f(%arg0: i32) {
    %0 = "new.y"(%arg0) : (i32) -> i32
    "other.y"(%0) : (i32) -> ()
    return
  }
}
`
	if got := print(m); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestFullConversionsRefuseWhatIsNotKnownToBeLegal(t *testing.T) {
	m := irtest.Parse(t, `"other.y"() : () -> ()`)
	err := conversion.Full(m, illegal(), conversion.MustSet(), conversion.Options{})
	if !errors.Is(err, conversion.ErrNotLegalized) ||
		!strings.Contains(err.Error(), `failed to legalize operation 'other.y': "other.y"() : () -> ()`) {
		t.Errorf("error %v", err)
	}
	if err := conversion.Partial(m, illegal(), conversion.MustSet(), conversion.Options{}); err != nil {
		t.Errorf("partial: %v", err)
	}
}

func TestAnErrorShowsTheOperationTheChainAndTheReasons(t *testing.T) {
	m := irtest.Parse(t, `"old.x"() {k = 1 : i8} : () -> ()`)
	set := conversion.MustSet(rename("old.x", "old.y", nil), rename("old.y", "old.z", nil))
	err := conversion.Partial(m, illegal(), set, conversion.Options{})
	var d *ir.Diagnostic
	if !errors.As(err, &d) {
		t.Fatalf("error %v", err)
	}
	all := d.Message
	for _, n := range d.Notes {
		all += "\n" + n.Message
	}
	for _, want := range []string{
		`failed to legalize operation 'old.x' that was explicitly marked illegal: "old.x"() {k = 1 : i8} : () -> ()`,
		"nothing legalizes 'old.z', which pattern 'old.y->old.z' made of 'old.y', which pattern 'old.x->old.y' made " +
			"of 'old.x'",
		"pattern 'old.y->old.z' does not convert 'old.x': it is not a old.y",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in\n%s", want, all)
		}
	}
}

// everyChange is a pattern that makes every kind of change and then fails.
func everyChange(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
	if op.Name() != "old.many" {
		return rw.Refuse("no")
	}
	block := op.Block()
	rw.Modify(op, func() { op.SetAttr("changed", rw.Context().Unit()) })
	rw.Modify(block.Last(), func() { block.Last().SetOperands(nil) })
	tail := rw.SplitBlock(op)
	fresh := rw.CreateBlock(block.Region(), block, []ir.Type{rw.Context().I(64)}, op.Loc())
	arith.NewInt(rw.Builder, rw.Context().I(64), 3)
	rw.MoveRegion(op.Region(0), block.Region(), fresh)
	rw.InlineBlock(fresh.Next(), block, nil, []*ir.Value{block.Arg(0)})
	c := new(conversion.TypeConverter)
	c.Add(func(t ir.Type) ([]ir.Type, bool) { return []ir.Type{t, rw.Context().I(1)}, true })
	if err := rw.ConvertRegion(block.Region(), c); err != nil {
		return err
	}
	rw.Before(op)
	rw.Replace(op, arith.NewInt(rw.Builder, rw.Context().I(8), 1))
	rw.EraseBlock(tail.Region().Last())
	return rw.Refuse("changed its mind")
}

func TestAFailingConversionLeavesTheProgramAsItWas(t *testing.T) {
	const source = `func.func @f(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%b: i32):
  %0 = "old.many"(%b) ({
  ^bb0(%x: i32):
    "other.inside"(%x, %b) : (i32, i32) -> ()
  }) : (i32) -> i32
  "other.use"(%0, %b, %a) : (i32, i32, i32) -> ()
  return %0 : i32
}
"old.last"() : () -> ()`
	m := irtest.Parse(t, source)
	before := print(m)
	set := conversion.MustSet(&conversion.Pattern{Name: "every-change", Benefit: 2, Rewrite: everyChange},
		rename("old.many", "new.many", nil))
	target := illegal()
	target.LegalDialects("cf", "other")
	err := conversion.Partial(m, target, set, conversion.Options{})
	if !errors.Is(err, conversion.ErrNotLegalized) || !strings.Contains(err.Error(), "old.last") {
		t.Fatalf("error %v", err)
	}
	if after := print(m); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	if err := ir.Verify(m, nil); err != nil {
		t.Error(err)
	}
}

// pairs converts i64 to two i32, and leaves i32 alone.
func pairs(ctx *ir.Context) *conversion.TypeConverter {
	c := new(conversion.TypeConverter)
	c.Add(func(t ir.Type) ([]ir.Type, bool) { return []ir.Type{t}, true })
	c.Add(func(t ir.Type) ([]ir.Type, bool) {
		if ir.IsInt(t, 64) {
			return []ir.Type{ctx.I(32), ctx.I(32)}, true
		}
		return nil, false
	})
	return c
}

// signatures converts the types and arguments of functions.
func signatures(c *conversion.TypeConverter) *conversion.Pattern {
	return &conversion.Pattern{Name: "signature", Root: &fn.FuncOp, Converter: c,
		Rewrite: func(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
			t := function.Type(op)
			in, _ := c.ConvertAll(t.Inputs)
			out, _ := c.ConvertAll(t.Results)
			if err := rw.ConvertRegion(op.Region(0), c); err != nil {
				return err
			}
			rw.Modify(op, func() {
				op.SetAttr(function.TypeAttr, rw.Context().TypeAttr(rw.Context().FunctionType(in, out)))
			})
			return nil
		}}
}

func returns(c *conversion.TypeConverter) *conversion.Pattern {
	return &conversion.Pattern{Name: "return", Root: &fn.Return, Converter: c,
		Rewrite: func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
			fn.NewReturn(rw.Builder, operands.Values()...)
			rw.Erase(op)
			return nil
		}}
}

func legalTypes(t *conversion.Target, c *conversion.TypeConverter) {
	t.DynamicOps(func(op *ir.Operation) bool { return c.IsLegalSignature(function.Type(op)) }, &fn.FuncOp)
	t.DynamicOps(c.IsLegalOp, &fn.Return)
}

const wide = `func.func @f(%a: i64, %b: i32) -> i64 {
  %0 = "old.neg"(%a) : (i64) -> i64
  return %0 : i64
}`

// split converts old.neg on i64 to an operation on both halves.
func split(c *conversion.TypeConverter) *conversion.Pattern {
	return &conversion.Pattern{Name: "split", Converter: c,
		Rewrite: func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
			if op.Name() != "old.neg" {
				return rw.Refuse("no")
			}
			if operands.Len() != 1 || len(operands.All(0)) != 2 || operands.One(0) != nil {
				return rw.Refuse("expected two halves")
			}
			types, _ := c.ConvertAll(op.ResultTypes())
			st := &ir.OpState{Info: rw.Context().OpInfo("new.neg"), Operands: operands.All(0), Types: types}
			rw.ReplaceMulti(op, [][]*ir.Value{rw.Create(st).ResultValues()})
			return nil
		}}
}

func TestTypesConvertToSeveral(t *testing.T) {
	m := irtest.Parse(t, wide)
	c := pairs(m.Context())
	target := illegal()
	legalTypes(target, c)
	if err := conversion.Full(m, target, conversion.MustSet(signatures(c), returns(c), split(c)),
		conversion.Options{}); err != nil {
		t.Fatal(err)
	}
	want := `module {
  func.func @f(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32) {
    %0:2 = "new.neg"(%arg0, %arg1) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
}
`
	if got := print(m); got != want {
		t.Errorf("got\n%s", got)
	}
	if err := ir.Verify(m, nil); err != nil {
		t.Error(err)
	}
}

func TestSeveralBranchesFollowABlockWhoseArgumentsChange(t *testing.T) {
	m := irtest.Parse(t, `func.func @f(%c: i1, %a: i64) -> i64 {
  "old.br"(%a)[^bb1, ^bb1] : (i64) -> ()
^bb1:
  "old.br"(%a)[^bb2, ^bb1] : (i64) -> ()
^bb2:
  return %a : i64
}`)
	c := pairs(m.Context())
	target := illegal()
	legalTypes(target, c)
	wrap := &conversion.Pattern{Name: "arguments",
		Rewrite: func(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
			if op.Name() != "old.br" {
				return rw.Refuse("no")
			}
			st := &ir.OpState{Info: rw.Context().OpInfo("new.br"), Successors: []*ir.Block{op.Successor(0), op.Successor(1)}}
			rw.Create(st)
			rw.Erase(op)
			return nil
		}}
	widen := &conversion.Pattern{Name: "widen", Root: &fn.FuncOp, Benefit: 2,
		Rewrite: func(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
			for b := range op.Region(0).Blocks() {
				if !b.IsEntry() {
					grown := rw.CreateBlock(op.Region(0), b, nil, op.Loc())
					rw.EraseBlock(grown)
				}
			}
			return rw.Refuse("only tried")
		}}
	before := print(m)
	if err := conversion.Partial(m, target, conversion.MustSet(widen), conversion.Options{}); err == nil ||
		print(m) != before {
		t.Errorf("error %v:\n%s", err, print(m))
	}
	set := conversion.MustSet(signatures(c), returns(c), wrap)
	if err := conversion.Full(m, target, set, conversion.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, nil); err != nil {
		t.Errorf("%v:\n%s", err, print(m))
	}
}

func TestTheOrderOfOperationsDoesNotChangeTheResult(t *testing.T) {
	for _, lastFirst := range []bool{false, true} {
		m := irtest.Parse(t, wide)
		c := pairs(m.Context())
		target := illegal()
		legalTypes(target, c)
		set := conversion.MustSet(signatures(c), returns(c), split(c))
		if err := conversion.Full(m, target, set, conversion.Options{LastFirst: lastFirst}); err != nil {
			t.Fatal(err)
		}
		if got := print(m); strings.Contains(got, "cast") || !strings.Contains(got, "return %0#0, %0#1") {
			t.Errorf("last first %v:\n%s", lastFirst, got)
		}
	}
}

func TestValuesOfUnconvertedOperationsAreMaterialized(t *testing.T) {
	m := irtest.Parse(t, `func.func @f(%a: i64) -> i64 {
  %0 = "other.keep"(%a) : (i64) -> i64
  %1 = "old.neg"(%0) : (i64) -> i64
  "other.sink"(%1) : (i64) -> ()
  return %1 : i64
}`)
	c := pairs(m.Context())
	build := func(name string) conversion.Materialization {
		return func(b *ir.Builder, types []ir.Type, inputs []*ir.Value) []*ir.Value {
			st := &ir.OpState{Info: b.Context().OpInfo(name), Operands: inputs, Types: types}
			return b.Create(st).ResultValues()
		}
	}
	c.AddSource(build("new.join"))
	c.AddTarget(build("new.part"))
	target := illegal()
	legalTypes(target, c)
	if err := conversion.Partial(m, target, conversion.MustSet(signatures(c), returns(c), split(c)),
		conversion.Options{}); err != nil {
		t.Fatal(err)
	}
	want := `module {
  func.func @f(%arg0: i32, %arg1: i32) -> (i32, i32) {
    %0 = "new.join"(%arg0, %arg1) : (i32, i32) -> i64
    %1 = "other.keep"(%0) : (i64) -> i64
    %2:2 = "new.part"(%1) : (i64) -> (i32, i32)
    %3:2 = "new.neg"(%2#0, %2#1) : (i32, i32) -> (i32, i32)
    %4 = "new.join"(%3#0, %3#1) : (i32, i32) -> i64
    "other.sink"(%4) : (i64) -> ()
    return %3#0, %3#1 : i32, i32
  }
}
`
	if got := print(m); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestCastsThatNothingMaterializesFailTheConversion(t *testing.T) {
	m := irtest.Parse(t, `func.func @f(%a: i64) {
  "other.sink"(%a) : (i64) -> ()
  return
}`)
	before := print(m)
	c := pairs(m.Context())
	target := illegal()
	legalTypes(target, c)
	err := conversion.Partial(m, target, conversion.MustSet(signatures(c), returns(c)), conversion.Options{})
	const want = "failed to legalize unresolved materialization from ('i32', 'i32') to ('i64') that remained live " +
		"after conversion"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v", err)
	}
	if after := print(m); after != before {
		t.Errorf("the program changed:\n%s", after)
	}
}

func TestTypesMayVanish(t *testing.T) {
	m := irtest.Parse(t, `func.func @f(%a: i64, %b: i32) -> (i64, i32) {
  return %a, %b : i64, i32
}`)
	c := new(conversion.TypeConverter)
	c.Add(func(t ir.Type) ([]ir.Type, bool) { return []ir.Type{t}, true })
	c.Add(func(t ir.Type) ([]ir.Type, bool) { return nil, ir.IsInt(t, 64) })
	target := illegal()
	legalTypes(target, c)
	if err := conversion.Full(m, target, conversion.MustSet(signatures(c), returns(c)), conversion.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := print(m); !strings.Contains(got, "@f(%arg0: i32) -> i32 {\n    return %arg0 : i32") {
		t.Errorf("got\n%s", got)
	}
}

func TestAnOperandWithoutConversionIsRefusedByName(t *testing.T) {
	m := irtest.Parse(t, `"old.x"() ({
^bb0(%a: f32):
  "old.neg"(%a) : (f32) -> ()
}) : () -> ()`)
	c := new(conversion.TypeConverter)
	set := conversion.MustSet(rename("old.neg", "new.neg", c))
	err := conversion.Partial(m, illegal(), set, conversion.Options{})
	var d *ir.Diagnostic
	if !errors.As(err, &d) {
		t.Fatalf("error %v", err)
	}
	found, err := conversion.Analyze(m, illegal(), set, conversion.Options{})
	if err != nil || len(found) != 0 {
		t.Errorf("found %d, error %v", len(found), err)
	}
}

func TestAnalysisListsWhatCouldBeConvertedAndChangesNothing(t *testing.T) {
	m := irtest.Parse(t, `"old.x"() : () -> ()
"old.y"() : () -> ()
"old.x"() : () -> ()`)
	before := print(m)
	found, err := conversion.Analyze(m, illegal(), conversion.MustSet(rename("old.x", "new.x", nil)), conversion.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, op := range found {
		names = append(names, op.Name())
	}
	if got := strings.Join(names, " "); got != "old.x old.x" {
		t.Errorf("found %s", got)
	}
	if after := print(m); after != before {
		t.Errorf("the program changed:\n%s", after)
	}
}

func TestRecursivelyLegalOperationsKeepTheirContents(t *testing.T) {
	m := irtest.Parse(t, `func.func @f() {
  "old.x"() : () -> ()
  return
}`)
	target := illegal()
	target.RecursivelyLegalOps(&fn.FuncOp)
	if err := conversion.Full(m, target, conversion.MustSet(), conversion.Options{}); err != nil {
		t.Error(err)
	}
}

func TestPatternsThatMakeEachOthersRootsEnd(t *testing.T) {
	m := irtest.Parse(t, `"old.x"() : () -> ()`)
	set := conversion.MustSet(rename("old.x", "old.y", nil), rename("old.y", "old.x", nil))
	if err := conversion.Partial(m, illegal(), set, conversion.Options{}); !errors.Is(err, conversion.ErrNotLegalized) {
		t.Errorf("error %v", err)
	}
}

func TestAPanicIsReportedWithThePatternAndTheOperation(t *testing.T) {
	m := irtest.Parse(t, `"old.x"() : () -> ()`)
	set := conversion.MustSet(&conversion.Pattern{Name: "bad",
		Rewrite: func(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
			rw.Erase(op)
			panic("oops")
		}})
	before := print(m)
	err := conversion.Partial(m, illegal(), set, conversion.Options{})
	if !errors.Is(err, conversion.ErrPanic) || !strings.Contains(err.Error(), "'bad' on 'old.x': oops") {
		t.Errorf("error %v", err)
	}
	if after := print(m); after != before {
		t.Errorf("the program changed:\n%s", after)
	}
}

func TestACancelledContextLeavesTheProgramAsItWas(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := irtest.Parse(t, `"old.x"() : () -> ()`)
	err := conversion.Partial(m, illegal(), conversion.MustSet(rename("old.x", "new.x", nil)),
		conversion.Options{Context: ctx})
	if !errors.Is(err, context.Canceled) || !strings.Contains(print(m), "old.x") {
		t.Errorf("error %v", err)
	}
}

func TestSetsRefusePatternsWithoutNameOrWithTheSame(t *testing.T) {
	p := rename("a.a", "b.b", nil)
	for _, patterns := range [][]*conversion.Pattern{{p, p}, {{Name: "no rewrite"}}, {{Rewrite: p.Rewrite}}} {
		if _, err := conversion.NewSet(patterns...); !errors.Is(err, conversion.ErrPattern) {
			t.Errorf("error %v", err)
		}
	}
}

func ExamplePartial() {
	ctx := registry.NewContext()
	m, err := text.ParseString(ctx, `func.func @f(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	target := conversion.NewTarget()
	target.LegalDialects("arith")
	target.IllegalOps(&arith.MulI)
	double := &conversion.Pattern{Name: "mul-to-add", Root: &arith.MulI,
		Rewrite: func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
			rw.ReplaceWithOp(op, rw.Build(&arith.AddI, operands.Values()))
			return nil
		}}
	fmt.Println(conversion.Partial(m, target, conversion.MustSet(), conversion.Options{}) != nil)
	fmt.Println(conversion.Partial(m, target, conversion.MustSet(double), conversion.Options{}))
	fmt.Print(string(text.Print(m, text.Options{})))
	// Output:
	// true
	// <nil>
	// module {
	//   func.func @f(%arg0: i32) -> i32 {
	//     %0 = arith.addi %arg0, %arg0 : i32
	//     return %0 : i32
	//   }
	// }
}

// An entry of a target for an operation overrides the one for its dialect.
func TestDynamicallyLegalDialectsAndLegalOperations(t *testing.T) {
	m := irtest.Parse(t, `func.func @f(%a: i32) -> i32 {
  "old.x"() {keep} : () -> ()
  "old.x"() : () -> ()
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}`)
	target := conversion.NewTarget()
	target.LegalDialects("new", "func", "builtin")
	target.IllegalDialects("arith")
	target.LegalOps(&arith.AddI)
	target.DynamicDialects(func(op *ir.Operation) bool { return op.Attr("keep") != nil }, "old")
	set := conversion.MustSet(rename("old.x", "new.x", nil))
	if err := conversion.Full(m, target, set, conversion.Options{}); err != nil {
		t.Fatal(err)
	}
	want := `module {
  func.func @f(%arg0: i32) -> i32 {
    "old.x"() {keep} : () -> ()
    "new.x"() : () -> ()
    %0 = arith.addi %arg0, %arg0 : i32
    return %0 : i32
  }
}
`
	if got := print(m); got != want {
		t.Errorf("got\n%s", got)
	}
}
