package ir_test

import (
	"testing"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// For a builder inside a region that no operation holds yet, and for builders inside nested operations of that region,
// Around returns the operation around the outermost builder.
func TestBuildersInsideOfWhatIsToBeCreatedFindWhatIsAround(t *testing.T) {
	module, err := text.ParseString(dialects.NewContext(), `module {
  tile.kernel @k(%c: i1) {
    tile.return
  }
}`)
	if err != nil {
		t.Fatal(err)
	}
	kernel, _ := tile.AsKernel(module.Region(0).Entry().First())
	outer := ir.NewBuilder(module.Context()).AtStart(kernel.Entry())
	region := &ir.Region{}
	inner := outer.Inside(region.AppendNew())
	if inner.Around() != kernel.Operation {
		t.Errorf("around the block is %v", inner.Around())
	}
	st := inner.State(&scf.IfOp)
	st.Operands = []*ir.Value{kernel.Entry().Arg(0)}
	for range 2 {
		branch := &ir.Region{}
		branch.AppendNew()
		st.Regions = append(st.Regions, branch)
	}
	op := inner.Create(st)
	branch := inner.Inside(op.Region(0).Entry())
	if branch.Around() != kernel.Operation {
		t.Errorf("around the branch is %v", branch.Around())
	}
	if in := outer.Inside(kernel.Entry()).Around(); in != kernel.Operation {
		t.Errorf("around a block of the kernel is %v", in)
	}
	op.DropAllReferences()
}
