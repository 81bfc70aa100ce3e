package cf_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/cf"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/dialecttest"
	"github.com/girih-ir/girih/ir"
)

func TestDefinesUpstreamsOperations(t *testing.T) {
	dialecttest.CheckDefinitions(t, cf.Dialect, "assert", "br", "cond_br", "switch")
}

// appendBlock adds a block with arguments of the given types.
func appendBlock(b *ir.Builder, types ...ir.Type) *ir.Block {
	block := b.Block().Region().AppendNew()
	for _, t := range types {
		block.AddArg(b.Context(), t, nil)
	}
	return block
}

func TestBuildersMakeWhatTheTextSays(t *testing.T) {
	ctx := registry.NewContext()
	tests := []struct {
		name  string
		types []string
		build func(b *ir.Builder, a []*ir.Value)
		want  string
	}{
		{"assertion", []string{"i1"}, func(b *ir.Builder, a []*ir.Value) {
			cf.NewAssert(b, a[0], "must hold")
		}, "cf.assert %arg0, \"must hold\"\n"},
		{"branch", []string{"i32"}, func(b *ir.Builder, a []*ir.Value) {
			to := appendBlock(b, ctx.I(32))
			cf.NewBranch(b, to, a[0])
			b.AtEnd(to)
		}, "cf.br ^bb1(%arg0 : i32)\n"},
		{"conditional branch", []string{"i1", "i32"}, func(b *ir.Builder, a []*ir.Value) {
			then, otherwise := appendBlock(b, ctx.I(32)), appendBlock(b)
			cf.NewCondBranch(b, a[0], then, a[1:], otherwise, nil)
			fn.NewReturn(b.AtEnd(then))
			b.AtEnd(otherwise)
		}, "cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2\nreturn\n"},
		{"switch without cases", []string{"i8"}, func(b *ir.Builder, a []*ir.Value) {
			to := appendBlock(b)
			cf.NewSwitch(b, a[0], to, nil)
			b.AtEnd(to)
		}, "cf.switch %arg0 : i8, [\n  default: ^bb1]\n"},
		{"switch on a bit", []string{"i1", "f32"}, func(b *ir.Builder, a []*ir.Value) {
			to := appendBlock(b, ctx.F32())
			cf.NewSwitch(b, a[0], to, a[1:], cf.Case{Value: 1, Dest: to, Args: a[1:]}, cf.Case{Value: 0, Dest: to, Args: a[1:]})
			b.AtEnd(to)
		}, "cf.switch %arg0 : i1, [\n  default: ^bb1(%arg1 : f32),\n  1: ^bb1(%arg1 : f32),\n  0: ^bb1(%arg1 : f32)\n]\n"},
		{"switch with negative and wide values", []string{"i128"}, func(b *ir.Builder, a []*ir.Value) {
			to := appendBlock(b)
			cf.NewSwitch(b, a[0], to, nil, cf.Case{Value: 5, Dest: to}, cf.Case{Value: 6, Dest: to})
			b.AtEnd(to)
		}, "cf.switch %arg0 : i128, [\n  default: ^bb1,\n  5: ^bb1,\n  6: ^bb1\n]\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := dialecttest.Body(t, ctx, tt.types, tt.build); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

func TestSuccessorsReceiveTheirOperands(t *testing.T) {
	ctx := registry.NewContext()
	b := ir.NewBuilder(ctx)
	block := &ir.Block{}
	condition := block.AddArg(ctx, ctx.I(1), nil)
	x, y := block.AddArg(ctx, ctx.I(32), nil), block.AddArg(ctx, ctx.F32(), nil)
	op := cf.NewCondBranch(b, condition, &ir.Block{}, []*ir.Value{x, y}, &ir.Block{}, []*ir.Value{y})
	branch, ok := ir.InterfaceOf[ir.Branch](op)
	if !ok {
		t.Fatal("cf.cond_br is no branch")
	}
	for i, want := range [][2]int{{1, 3}, {3, 4}} {
		if from, to := branch.SuccessorOperands(op, i); from != want[0] || to != want[1] {
			t.Errorf("successor %d receives operands [%d, %d), want [%d, %d)", i, from, to, want[0], want[1])
		}
	}
}
