package girih_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
)

// hintedCopy copies elements of a type under a mask, with cache hints.
const hintedCopy = `module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%%x: !tile.ptr<%[1]s> {tile.divisibility = 16 : i32}, %%y: !tile.ptr<%[1]s> {tile.divisibility = 16 : i32},
    %%n: i32 {tile.divisibility = 16 : i32}) {
  %%i = tile.iota : tensor<2048xi32>
  %%m = tile.cmp lt, %%i, %%n : tensor<2048xi32>, i32 -> tensor<2048xi1>
  %%xs = tile.addptr %%x, %%i : !tile.ptr<%[1]s>, tensor<2048xi32> -> tensor<2048x!tile.ptr<%[1]s>>
  %%ys = tile.addptr %%y, %%i : !tile.ptr<%[1]s>, tensor<2048xi32> -> tensor<2048x!tile.ptr<%[1]s>>
  %%a = tile.load %%xs, %%m %[2]s : tensor<2048x!tile.ptr<%[1]s>>, tensor<2048xi1>
  tile.store %%ys, %%a, %%m %[3]s : tensor<2048x!tile.ptr<%[1]s>>, tensor<2048x%[1]s>, tensor<2048xi1>
  tile.return
}
}`

// Accesses with cache hints become vector accesses as wide as those without, with every compiler and for every type.
func TestHintsToCachesReachPTX(t *testing.T) {
	ptxas, ptxasErr := nvptx.FindPTXAS(t.Context())
	for _, major := range []int{14, 22} {
		llc, err := nvptx.FindLLC(t.Context(), major)
		if err != nil {
			llvmtool.Missing(t, "llc")
		}
		for i, typ := range []string{"i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "f8E4M3FN"} {
			vector := map[string]string{"i64": ".v2.b64 {", "f64": ".v2.b64 {"}[typ]
			if vector == "" {
				vector = ".v4.b32 {"
			}
			for j, tt := range []struct {
				sm          int
				load, store string
				heads       [2]string
			}{
				{75, "cache ca eviction evict_last", "cache wb eviction evict_last", [2]string{"ld.global.ca", "st.global.wb"}},
				{75, "eviction evict_first", "eviction evict_last",
					[2]string{"ld.global.L1::evict_first", "st.global.L1::evict_last"}},
				{80, "cache cs", "cache wt", [2]string{"ld.global.cs", "st.global.wt"}},
				{90, "cache cv", "eviction no_allocate", [2]string{"ld.global.cv", "st.global.L1::no_allocate"}},
				{90, "cache cg eviction evict_first", "eviction evict_last",
					[2]string{"ld.global.cg.L2::cache_hint", "st.global.L1::evict_last.L2::cache_hint"}},
			} {
				if !longtest.Includes(i+j+major, 11) {
					continue
				}
				m, err := girih.Parse("copy.mlir", fmt.Appendf(nil, hintedCopy, typ, tt.load, tt.store))
				if err != nil {
					t.Fatal(err)
				}
				p, err := m.Compile(t.Context(), girih.CompileOptions{})
				if err != nil {
					t.Fatal(err)
				}
				ptx, err := p.PTXBy(t.Context(), llc, nvptx.Target{SM: tt.sm})
				if err != nil {
					t.Errorf("%s, %s by %s: %v", typ, tt.load, llc.Name(), err)
					continue
				}
				lines := strings.Split(string(ptx.Text), "\n")
				for i, head := range tt.heads {
					where := func(line string) bool {
						line = strings.TrimSpace(line)
						return strings.HasPrefix(line, head+vector) ||
							i == 1 && strings.HasPrefix(line, head+strings.TrimRight(vector, " {")+" [")
					}
					if !slices.ContainsFunc(lines, where) {
						t.Errorf("%s for sm_%d by %s: no %s%s in\n%s", typ, tt.sm, llc.Name(), head, vector, ptx.Text)
					}
				}
				if ptxasErr == nil {
					if _, err := ptxas.Assemble(t.Context(), ptx); err != nil &&
						!strings.Contains(err.Error(), "is not defined for option") {
						t.Errorf("%s for sm_%d by %s: %v", typ, tt.sm, llc.Name(), err)
					}
				}
			}
		}
	}
}
