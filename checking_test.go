package girih_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/pass"
)

const added = `tile.kernel @k(%p: !tile.ptr<i32>, %x: i32) {
  %y = arith.addi %x, %x : i32
  tile.store %p, %y : !tile.ptr<i32>, i32
  tile.return
}`

// keeping is a compiler that keeps the LLVM IR.
type keeping struct {
	nvptx.Compiler
	text string
}

func (k *keeping) Pointers(nvptx.Target) nvptx.PointerDialects { return nvptx.TypedPointers }
func (k *keeping) Staged() bool                                { return true }
func (k *keeping) Recomputes() bool                            { return true }

func (k *keeping) Compile(_ context.Context, text []byte, _ nvptx.Target) (nvptx.PTX, error) {
	k.text = string(text)
	return nvptx.PTX{}, nil
}

// compiledBy compiles the kernel, with a change of each addition at the end.
func compiledBy(t *testing.T, opts pass.RunOptions, change func(add *ir.Operation)) (*girih.Program, error) {
	t.Helper()
	m, err := girih.Parse("k.mlir", []byte(added))
	if err != nil {
		t.Fatal(err)
	}
	p := pipeline.New(pipeline.Threads, girih.CompileOptions{NumWarps: 1})
	p.Add(&pass.Pass{Name: "test-change", Run: func(ctx *pass.Context, op *ir.Operation) error {
		op.Walk(func(op *ir.Operation) bool {
			if op.Is(&llvm.Add) {
				change(op)
			}
			return true
		})
		return nil
	}})
	return m.CompileBy(t.Context(), p, opts)
}

func TestProgramsAreVerifiedBesideTheirTranslation(t *testing.T) {
	for name, change := range map[string]func(*ir.Operation){
		"a use ahead of its definition":           func(add *ir.Operation) { add.SetOperand(0, add.Result(0)) },
		"an operation that has lost its operands": func(add *ir.Operation) { add.SetOperands(nil) },
	} {
		if _, err := compiledBy(t, pass.RunOptions{VerifyEnd: true}, change); err == nil {
			t.Errorf("%s: passes the check at the end", name)
		}
		p, err := compiledBy(t, pass.RunOptions{}, change)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		kept := &keeping{}
		_, err = p.PTXBy(t.Context(), kept, nvptx.Target{SM: 90})
		_, again := p.LLVMIR(llvmir.Opaque)
		for _, err := range []error{err, again} {
			var d *ir.Diagnostic
			if !errors.As(err, &d) || !strings.HasPrefix(err.Error(), "the passes left invalid IR: ") {
				t.Errorf("%s: error %v", name, err)
			}
		}
		if kept.text != "" {
			t.Errorf("%s: a compiler got\n%s", name, kept.text)
		}
	}
}

func TestVerificationBesideTranslationChangesNoText(t *testing.T) {
	var texts [2]string
	for i, opts := range []pass.RunOptions{{VerifyEnd: true}, {}} {
		p, err := compiledBy(t, opts, func(*ir.Operation) {})
		if err != nil {
			t.Fatal(err)
		}
		kept := &keeping{}
		if _, err := p.PTXBy(t.Context(), kept, nvptx.Target{SM: 90}); err != nil {
			t.Fatal(err)
		}
		texts[i] = kept.text
	}
	if texts[0] != texts[1] || !strings.Contains(texts[0], " add ") {
		t.Errorf("at the end:\n%s\nbeside:\n%s", texts[0], texts[1])
	}
}
