package simt_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
)

// storingMatrices has each lane store words that identify its elements, 2*(32*i+lane) and the next number, as matrices
// whose rows are $STRIDE bytes apart. It then reads word %t of each matrix from shared memory.
const storingMatrices = `
  %two = llvm.mlir.constant(2 : i32) : i32
  %stride = llvm.mlir.constant($STRIDE : i32) : i32
  %there = llvm.mul %l, %stride : i32
  %row = llvm.getelementptr %s[%there] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %first = llvm.mul %l, %two : i32
  %second = llvm.add %first, %c1 : i32
  %high = llvm.shl %second, %c16 : i32
  %w0 = llvm.or %first, %high : i32
  %step = llvm.mlir.constant(4194368 : i32) : i32
  %w1 = llvm.add %w0, %step : i32
  %w2 = llvm.add %w1, %step : i32
  %w3 = llvm.add %w2, %step : i32
  nvvm.stmatrix %row, $WORDS {layout = #nvvm.mma_layout<$LAYOUT>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>,
    eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, $TYPES
  $AFTER`

func matrices(n int, transposed bool, stride int, after string) string {
	layout := "row"
	if transposed {
		layout = "col"
	}
	var words, types []string
	for i := range n {
		words, types = append(words, fmt.Sprintf("%%w%d", i)), append(types, "i32")
	}
	return strings.NewReplacer("$STRIDE", fmt.Sprint(stride), "$WORDS", strings.Join(words, ", "), "$TYPES",
		strings.Join(types, ", "), "$LAYOUT", layout, "$AFTER", after).Replace(storingMatrices)
}

// storedMatrices is a kernel of a warp that stores matrices and copies them to %x.
func storedMatrices(n int, transposed bool) string {
	const readBack = `nvvm.bar.warp.sync %all : i32
  llvm.br ^loop(%c0 : i32)
^loop(%i: i32):
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %n = llvm.mlir.constant($N : i32) : i32
  %offset = llvm.shl %i, %c5 : i32
  %word = llvm.add %offset, %t : i32
  %from = llvm.getelementptr %s[%word] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %v = llvm.load %from : !llvm.ptr<3> -> i32
  %to = llvm.getelementptr %x[%word] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %to : i32, !llvm.ptr<1>
  %next = llvm.add %i, %c1 : i32
  %more = llvm.icmp "slt" %next, %n : i32
  llvm.cond_br %more, ^loop(%next : i32), ^end
^end:`
	source := kernel(32, matrices(n, transposed, 16, strings.Replace(readBack, "$N", fmt.Sprint(n), 1)))
	return strings.Replace(source, "64 x i32", "128 x i32", 1)
}

// A lane has two consecutive elements of a row, or of a column, of each matrix.
func TestMatricesOfAWarpAreStored(t *testing.T) {
	for _, n := range []int{1, 2, 4} {
		for _, transposed := range []bool{false, true} {
			out := zeros(32 * n)
			if _, err := run(t, storedMatrices(n, transposed), simt.Launch{}, out); err != nil {
				t.Fatalf("%d matrices, transposed %v: %v", n, transposed, err)
			}
			for at, word := range values(out) {
				for half := range 2 {
					matrix, row, column := at/32, at%32/4, at%4*2+half
					if transposed {
						row, column = column, row
					}
					// Element (row, column) is number column%2 of the two elements of lane 4*row + column/2.
					want := uint32(2*(32*matrix+4*row+column/2) + column%2)
					if got := word >> (16 * half) & 0xffff; got != want {
						t.Errorf("%d matrices, transposed %v: element %d of word %d is %d, want %d", n, transposed, half, at, got,
							want)
					}
				}
			}
		}
	}
}

func TestBugsOfStoredMatricesAreFound(t *testing.T) {
	const branch = `%half = llvm.icmp "slt" %l, %c16 : i32
  llvm.cond_br %half, ^some, ^end
^some:
  `
	for name, c := range map[string]struct {
		threads int
		body    string
		want    error
		message string
	}{
		"some lanes": {32, branch + matrices(1, false, 16, "llvm.br ^end\n^end:"), simt.ErrDivergence,
			"all lanes of the warp take part, but only 0xffff do"},
		"misaligned":        {32, matrices(1, false, 8, ""), simt.ErrMisaligned, "byte 8 of @smem, but"},
		"beyond the end":    {32, matrices(4, false, 16, ""), simt.ErrOutOfBounds, "16 bytes at 256 of @smem"},
		"rows at one place": {32, matrices(1, false, 0, ""), simt.ErrRace, "wrote, and nothing orders that"},
		"read without a barrier": {32, matrices(1, false, 16, "%v = llvm.load %st : !llvm.ptr<3> -> i32"), simt.ErrRace,
			"which thread (0, 0, 0) wrote"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := run(t, kernel(c.threads, c.body), simt.Launch{}, zeros(64))
			if !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.message) {
				t.Errorf("%v, want %v: %s", err, c.want, c.message)
			}
		})
	}
}

// Matrices that a warp stores need a fence like other stores.
func TestMatricesAreStoredInBulkBehindAFence(t *testing.T) {
	const first8 = `
  %warp = llvm.mlir.constant(32 : i32) : i32
  %is_warp = llvm.icmp "slt" %t, %warp : i32
  llvm.cond_br %is_warp, ^write, ^written
^write:
  %two = llvm.mlir.constant(2 : i32) : i32
  %row = llvm.shl %t, %two : i32
  %mine = llvm.getelementptr %tile[%row] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  nvvm.stmatrix %mine, %t {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>,
    eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32
  llvm.br ^written
^written:`
	one := storeCase{box: []int64{16, 8}, sizes: []int64{16, 8}, at: []int64{0, 0}, copy: issued + commits + waitRead}
	one.fill = filled + fenced + met + first8 + met
	if _, err := one.run(t, 0); !errors.Is(err, simt.ErrProxy) {
		t.Errorf("without a fence: %v", err)
	}
	one.fill = filled + fenced + met + first8 + fenced + met
	got, err := one.run(t, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range got {
		if want := uint32(i); v != want {
			t.Errorf("word %d is %d", i, v)
		}
	}
}
