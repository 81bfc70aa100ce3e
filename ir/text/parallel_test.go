package text_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// manyFunctions returns a text that is long enough to be read in parts.
func manyFunctions() []byte {
	var b strings.Builder
	b.WriteString("#loc9 = loc(\"alias\")\nmodule {\n")
	for i := range 1500 {
		fmt.Fprintf(&b, "  func.func @f%d(%%arg0: i32, %%x: i32) -> i32 {\n    %%0 = arith.addi %%arg0, %%x : i32 loc(#loc%d)\n"+
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

func TestReadingAndPrintingInParallelDoesWhatOneGoroutineDoes(t *testing.T) {
	whole := manyFunctions()
	if len(whole) < 1<<17 {
		t.Fatalf("%d bytes are not read in parallel", len(whole))
	}
	donor := []byte("module { func.func @f0() { return } %x = \"u.b\"(%y) {} : () -> i32 ^a: } loc(#loc1) // { \" #a = 1")
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 0))
		input := bytes.Clone(whole)
		for range seed % 3 {
			// Only a part is taken to pieces: the rest of the text need not be.
			at := rng.IntN(len(input) - 400)
			input = bytes.Join([][]byte{input[:at], mutateTokens(rng, input[at:at+400], donor), input[at+400:]}, nil)
		}
		if one, many := readAndPrint(input, 1), readAndPrint(input, 3); one != many {
			t.Errorf("seed %d: %s", seed, firstDifference([]byte(one), []byte(many)))
		}
	}
}
