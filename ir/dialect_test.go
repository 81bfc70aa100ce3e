package ir_test

import (
	"errors"
	"testing"

	"github.com/girih-ir/girih/ir"
)

// counting returns a dialect with an operation in Ops, and operations that Define returns and counts.
func counting(calls *int, late ...string) *ir.Dialect {
	return &ir.Dialect{Name: "d", Ops: []*ir.OpDef{{Name: "d.early"}}, Define: func() (defs []*ir.OpDef) {
		*calls++
		for _, name := range late {
			defs = append(defs, &ir.OpDef{Name: name})
		}
		return defs
	}}
}

func TestDefineIsCalledOnceWhenAnOperationIsUnknown(t *testing.T) {
	calls := 0
	d := counting(&calls, "d.late", "d.later")
	ctx := ir.NewContext(d)
	if ctx.LookupOp("d.early") == nil || calls != 0 {
		t.Fatalf("d.early was not found without %d calls of Define", calls)
	}
	for _, name := range []string{"d.late", "d.later", "d.early"} {
		info := ctx.LookupOp(name)
		if info == nil || info.Name != name || info.Def == nil {
			t.Errorf("LookupOp(%q) = %v", name, info)
		}
		if other := ir.NewContext(d).LookupOp(name); other == nil || other.Def != info.Def {
			t.Errorf("another context has no %s of the same definition", name)
		}
	}
	if ctx.LookupOp("d.never") != nil || calls != 1 {
		t.Errorf("Define was called %d times", calls)
	}
	if n := len(ctx.RegisteredOps()); n != 3 {
		t.Errorf("%d operations are registered", n)
	}
	def := d.Definitions()[2]
	if op := ir.NewBuilder(ctx).Detached(def, nil); op.Name() != "d.later" {
		t.Errorf("built %s", op.Name())
	}
}

func TestInconsistentOperationsOfDefinePanic(t *testing.T) {
	for _, late := range [][]string{{"d.early"}, {"d.late", "d.late"}, {"e.late"}} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !errors.Is(err, ir.ErrDialect) {
					t.Errorf("%q: panic with %v", late, err)
				}
			}()
			calls := 0
			counting(&calls, late...).Definitions()
		}()
	}
}
