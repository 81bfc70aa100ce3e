package contractions_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/strict/contractions"
	"github.com/girih-ir/girih/pass"
)

// A one-dimensional convolution becomes loops over tiles. A remark says how addresses are computed.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `
!x = !tile.array<8x66xf16, strides = [66, 1]>
!w = !tile.array<8x3x32xf16, strides = [96, 32, 1]>
!y = !tile.array<64x32xf16, strides = [32, 1]>
tile.kernel @k(%x: !x, %w: !w, %y: !y) {
  tile.contract "c(h+r),crk->hk" %x, %w into %y : !x, !w, !y
  tile.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := pass.NewPipeline("builtin.module").AddWith(contractions.Pass, &contractions.Options{NumWarps: 4, Remarks: true})
	err = p.Run(context.Background(), module, pass.RunOptions{Verify: true, Report: func(d *ir.Diagnostic) {
		fmt.Println(strings.ReplaceAll(d.Message, "; ", "\n"))
	}})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 'tile.contract' op batch -, M h, N k, K cr
	// tiles of 64 rows, 32 columns and 32 products, by tile.dot of f16
	// addresses of lhs come from a table of 24 offsets
	// addresses of rhs advance by 32 elements
}
