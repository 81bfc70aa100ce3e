package layoutview_test

import (
	"fmt"
	"os"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/tools/layoutview"
	"github.com/girih-ir/girih/ir/text"
)

func ExampleWrite() {
	module, err := text.ParseString(registry.NewContext(), `
#line = #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
tile.kernel @k() attributes {tilegpu.num_warps = 1 : i32} {
  %i = tile.iota : tensor<64xi32, #line>
  tile.return
}`)
	if err == nil {
		err = layoutview.Write(os.Stdout, module, "text")
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}> on 64
	//   register=[(1)] lane=[(2),(4),(8),(16),(32)] warp=[] -> dim0:64
	//   2 registers in each of 32 threads, every element once
	//   -:4:8: tile.iota : tensor<64xi32>
	//   T0:0  T0:1  T1:0  T1:1  T2:0  T2:1  T3:0  T3:1  T4:0  T4:1  T5:0  T5:1  T6:0  T6:1  T7:0  T7:1
	//   T8:0  T8:1  T9:0  T9:1  T10:0 T10:1 T11:0 T11:1 T12:0 T12:1 T13:0 T13:1 T14:0 T14:1 T15:0 T15:1
	//   T16:0 T16:1 T17:0 T17:1 T18:0 T18:1 T19:0 T19:1 T20:0 T20:1 T21:0 T21:1 T22:0 T22:1 T23:0 T23:1
	//   T24:0 T24:1 T25:0 T25:1 T26:0 T26:1 T27:0 T27:1 T28:0 T28:1 T29:0 T29:1 T30:0 T30:1 T31:0 T31:1
}
