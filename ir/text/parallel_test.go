package text_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// manyFunctions returns a text that is long enough to be read in parallel.
func manyFunctions() []byte {
	var b strings.Builder
	b.WriteString("#loc9 = loc(\"alias\")\nmodule {\n")
	for i := range 1500 {
		fmt.Fprintf(&b, "  func.func @f%d(%%arg0: i32, %%x: i32) -> i32 {\n    %%0 = arith.addi %%arg0, %%x : i32 "+
			"loc(#loc%d)\n"+
			"    %%1 = \"u.a\"() {a = distinct[%d]<1>} : () -> i32\n    return %%0 : i32\n  }\n", i, 1+i%9, i%7)
	}
	b.WriteString("}\n")
	for i := 1; i < 9; i++ {
		fmt.Fprintf(&b, "#loc%d = loc(\"l%d\")\n", i, i)
	}
	return []byte(b.String())
}

// readAndPrint returns the printed module or the error with its notes.
func readAndPrint(input []byte, threads int) string {
	ctx := newContext()
	ctx.Threads = threads
	op, err := text.Parse(ctx, &ir.Source{Name: "-", Text: input}, text.ParseOptions{})
	if err == nil {
		err = ir.Verify(op, nil)
	}
	if err != nil {
		return err.(*ir.Diagnostic).Render(ctx)
	}
	return string(text.Print(op, text.Options{DebugInfo: true}))
}

// oneFunction returns a function that is long enough to be read in parallel, with blocks, regions and packs whose
// values are used near and far.
func oneFunction() []byte {
	var b strings.Builder
	b.WriteString("func.func @f(%arg0: i32, %x: i32) -> i32 {\n  %p:2 = \"u.pair\"() : () -> (i32, i32)\n  %0 = " +
		"arith.addi %arg0, %x : i32\n")
	for i := 1; i < 1500; i++ {
		fmt.Fprintf(&b, "  %%%d = arith.addi %%%d, %%x : i32 loc(\"l\":%d:1)\n", i, i-1, i)
		fmt.Fprintf(&b, "  %%v%d:2 = \"u.pair\"(%%%d,\n    %%p#1) : (i32, i32) -> (i32, i32)\n", i, i/2)
		fmt.Fprintf(&b, "  %%n%d = \"u.region\"(%%v%d#1) ({\n  ^bb0(%%a: i32): // )\n    %%in = arith.muli %%a, %%%d : i32\n"+
			"    \"u.end\"(%%in, %%p#0) {s = \"}\\\"{\"} : (i32, i32) -> ()\n  }) : (i32) -> i32\n", i, i, i/3)
	}
	b.WriteString("  cf.br ^end(%n7 : i32)\n^end(%r: i32):\n  return %r : i32\n}\n")
	return []byte(b.String())
}

// usesOf lists the users of all values by position, in the order of the uses.
func usesOf(op *ir.Operation) string {
	position := make(map[*ir.Operation]int)
	op.Walk(func(inner *ir.Operation) bool {
		position[inner] = len(position)
		return true
	})
	var b strings.Builder
	list := func(v *ir.Value) {
		for u := range v.Uses() {
			fmt.Fprintf(&b, " %d.%d", position[u.Owner()], u.Index())
		}
		b.WriteByte('\n')
	}
	op.Walk(func(inner *ir.Operation) bool {
		for _, v := range inner.Results() {
			list(v)
		}
		for i := range inner.NumRegions() {
			for block := range inner.Region(i).Blocks() {
				for _, a := range block.Args() {
					list(a)
				}
			}
		}
		return true
	})
	return b.String()
}

func TestOneFunctionReadInParallelIsWhatOneGoroutineReads(t *testing.T) {
	whole := oneFunction()
	if len(whole) < 1<<18 {
		t.Fatalf("%d bytes are too few", len(whole))
	}
	uses := func(threads int) string {
		ctx := newContext()
		ctx.Threads = threads
		op, err := text.Parse(ctx, &ir.Source{Name: "-", Text: whole}, text.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return usesOf(op)
	}
	if one, many := uses(1), uses(3); one != many {
		t.Errorf("uses: %s", firstDifference([]byte(one), []byte(many)))
	}
	donor := []byte("%1 = %v3#1 %v9#0 %v9:2 = %n8 %x ^end ^bb0 ({ }) \"u.b\"(%y) {} : () -> i32 i64 // { \" loc(#a)")
	for seed := range uint64(longtest.Count(4, 60)) {
		rng := rand.New(rand.NewPCG(seed, 1))
		input := bytes.Clone(whole)
		for range seed % 3 {
			at := rng.IntN(len(input) - 400)
			input = bytes.Join([][]byte{input[:at], irgen.MutateTokens(rng, input[at:at+400], donor), input[at+400:]}, nil)
		}
		if one, many := readAndPrint(input, 1), readAndPrint(input, 3); one != many {
			t.Errorf("seed %d: %s", seed, firstDifference([]byte(one), []byte(many)))
		}
	}
}

func TestReadingAndPrintingInParallelDoesWhatOneGoroutineDoes(t *testing.T) {
	whole := manyFunctions()
	if len(whole) < 1<<17 {
		t.Fatalf("%d bytes are not read in parallel", len(whole))
	}
	donor := []byte("module { func.func @f0() { return } %x = \"u.b\"(%y) {} : () -> i32 ^a: } loc(#loc1) // { \" #a = 1")
	for seed := range uint64(longtest.Count(4, 60)) {
		rng := rand.New(rand.NewPCG(seed, 0))
		input := bytes.Clone(whole)
		for range seed % 3 {
			// Only a part of the text is checked character by character; the rest need not be.
			at := rng.IntN(len(input) - 400)
			input = bytes.Join([][]byte{input[:at], irgen.MutateTokens(rng, input[at:at+400], donor), input[at+400:]}, nil)
		}
		if one, many := readAndPrint(input, 1), readAndPrint(input, 3); one != many {
			t.Errorf("seed %d: %s", seed, firstDifference([]byte(one), []byte(many)))
		}
	}
}

// The caller can recover from a panic in a dialect's parser or printer, whichever goroutine it happens on.
func TestAPanicOfADialectIsTheCallers(t *testing.T) {
	parse := func(p ir.OpParser, st *ir.OpState) {
		if _, ok := p.TryInt64(); ok {
			panic("parser")
		}
	}
	print := func(p ir.OpPrinter, op *ir.Operation) {
		if op.Next() == op.Block().Last() {
			panic("printer")
		}
	}
	dialect := &ir.Dialect{Name: "bad", Ops: []*ir.OpDef{{Name: "bad.op", Parse: parse, Print: print}}}
	var many strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&many, "func.func @f%d() {\n  bad.op\n  bad.op\n  return\n}\n", i)
	}
	one := "func.func @f() {\n" + strings.Repeat("  bad.op\n", 30000) + "  return\n}\n"
	for name, input := range map[string]string{"functions": many.String(), "one block": one} {
		for _, threads := range []int{1, 3} {
			ctx := newContext()
			if err := ctx.Load(dialect); err != nil {
				t.Fatal(err)
			}
			ctx.Threads = threads
			op, err := text.ParseString(ctx, input)
			if err != nil {
				t.Fatal(err)
			}
			checkPanic(t, name+", printed", threads, "printer", func() { text.Fprint(io.Discard, op, text.Options{}) })
			wrong := strings.TrimSuffix(input, "  return\n}\n") + "  bad.op 7\n  bad.op\n  return\n}\n"
			checkPanic(t, name+", read", threads, "parser", func() { text.ParseString(ctx, wrong) })
		}
	}
}

func checkPanic(t *testing.T, name string, threads int, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		r := recover()
		if p, ok := r.(*parallel.Panic); ok {
			r = p.Value
		}
		if r != want {
			t.Errorf("%s on %d threads: recovered %v, not %v", name, threads, r, want)
		}
	}()
	f()
}

// Nested symbol tables look as if they could be read in parallel, at every level.
func TestNestedSymbolTablesAreNotReadInPartsAgainAndAgain(t *testing.T) {
	const depth = 4500
	input := []byte(strings.Repeat("builtin.module {\n", depth) + strings.Repeat("\n", 1<<16) +
		strings.Repeat("}\n", depth))
	allocated := func(threads int) uint64 {
		ctx := newContext()
		ctx.Threads = threads
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := text.Parse(ctx, &ir.Source{Name: "-", Text: input}, text.ParseOptions{}); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if one, two := allocated(1), allocated(2); two > 6*one {
		t.Errorf("two threads allocate %d bytes, one %d", two, one)
	}
}
