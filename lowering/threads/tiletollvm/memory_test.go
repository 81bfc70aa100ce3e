package tiletollvm_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
)

// TestSortsBeyondSharedMemoryStopAtTheFirst checks that the conversion stops at the first operation that does not fit.
// The code of one such sort takes a gigabyte.
func TestSortsBeyondSharedMemoryStopAtTheFirst(t *testing.T) {
	allocated := func(sorts int) uint64 {
		var body strings.Builder
		for i := range sorts {
			fmt.Fprintf(&body, "  %%s%d = tile.sort %%s%d axis = 0 : tensor<4096x32xf32> -> tensor<4096x32xf32>\n", i+1, i)
		}
		m, err := girih.Parse("sorts.mlir", []byte(`
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%x: !tile.array<4096x32xf32, strides = [32, 1]>) {
    %zero = arith.constant 0 : i32
    %s0 = tile.load_view %x[%zero, %zero] : !tile.array<4096x32xf32, strides = [32, 1]> -> tensor<4096x32xf32>
`+body.String()+fmt.Sprintf(`    tile.store_view %%s%d, %%x[%%zero, %%zero] : tensor<4096x32xf32>, !tile.array<4096x32xf32, strides = [32, 1]>
    tile.return
  }
}`, sorts)))
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = m.Compile(context.Background(), girih.CompileOptions{NumWarps: 4, AllowSpills: true})
		runtime.ReadMemStats(&after)
		var large *sharedmem.TooLargeError
		if !errors.As(err, &large) || !strings.Contains(err.Error(), "tile.sort") {
			t.Fatalf("error %v", err)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	if one, eight := allocated(1), allocated(8); eight > 2*one {
		t.Errorf("eight sorts that do not fit take %d bytes, and one %d", eight, one)
	}
}
