package sharedmem_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/analysis/tilesize"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
)

// function parses a body. Each getelementptr with the attribute `bytes` is a buffer. Each block that a branch with the
// attribute `divergent` enters is executed by some threads only. The attribute `parted` of a buffer says how warp
// groups divide it, and nvvm.barrier stands for a barrier of each group.
func function(t *testing.T, body string) (module *ir.Operation, f sharedmem.Function) {
	t.Helper()
	module, err := text.ParseString(registry.NewContext(), `llvm.mlir.global internal @m() {addr_space = 3 : i32} : !llvm.array<0 x i8>
llvm.func @f(%c: i1, %x: f32) {
  %m = llvm.mlir.addressof @m : !llvm.ptr<3>
`+body+"\n  llvm.return\n}")
	if err != nil {
		t.Fatal(err)
	}
	f = sharedmem.Function{Enters: make(map[*ir.Block]*ir.Block), Limit: 4096,
		Barrier:        func(b *ir.Builder) { b.Build(&nvvm.Barrier0, nil) },
		IsBarrier:      func(op *ir.Operation) bool { return op.Is(&nvvm.Barrier0) },
		IsGroupBarrier: func(op *ir.Operation) bool { return op.Is(&nvvm.Barrier) }}
	module.Walk(func(op *ir.Operation) bool {
		if n, ok := op.Attr("bytes").(*ir.IntegerAttr); ok {
			f.Buffers = append(f.Buffers, &sharedmem.Buffer{Address: op, Bytes: n.Int64(),
				Purpose: fmt.Sprint("buffer ", len(f.Buffers))})
			if parted, ok := op.Attr("parted").(*ir.StringAttr); ok {
				f.Buffers[len(f.Buffers)-1].Parted = parted.Value
			}
			f.Body = op.ParentRegion()
		}
		if op.Attr("divergent") != nil {
			f.Enters[op.Successor(0)] = op.Block()
		}
		return true
	})
	return module, f
}

// outline lists accesses to shared memory: wN and rN for a write and a read of buffer N, | for a barrier, : for one of
// each warp group, and ^ for the beginning of a block.
func outline(f sharedmem.Function) string {
	buffer := make(map[*ir.Value]int)
	for i, b := range f.Buffers {
		buffer[b.Address.Result(0)] = i
	}
	var s strings.Builder
	for b := range f.Body.Blocks() {
		if !b.IsEntry() {
			s.WriteString(" ^")
		}
		for op := range b.Ops() {
			switch {
			case op.Is(&nvvm.Barrier0):
				s.WriteString(" |")
			case op.Is(&nvvm.Barrier):
				s.WriteString(" :")
			case op.Is(&llvm.Store):
				fmt.Fprintf(&s, " w%d", buffer[op.Operand(1)])
			case op.Is(&llvm.Load):
				fmt.Fprintf(&s, " r%d", buffer[op.Operand(0)])
			}
		}
	}
	return strings.TrimSpace(s.String())
}

// exchange is the text of code that writes a buffer and reads it behind a barrier.
func exchange(name string, bytes int) string {
	return fmt.Sprintf(`  %%%[1]s = llvm.getelementptr %%m[0] {bytes = %[2]d : i64} : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  llvm.store %%x, %%%[1]s : f32, !llvm.ptr<3>
  nvvm.barrier0
  %%%[1]s_v = llvm.load %%%[1]s : !llvm.ptr<3> -> f32
`, name, bytes)
}

func TestBuffersShareMemoryAndThreadsWait(t *testing.T) {
	const begin = "  %%%s = llvm.getelementptr %%m[0] {bytes = %d : i64} : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n"
	const write, read = "  llvm.store %%x, %%%s : f32, !llvm.ptr<3>\n", "  llvm.load %%%s : !llvm.ptr<3> -> f32\n"
	f := fmt.Sprintf
	for _, c := range []struct {
		name, body string
		free       int64
		bytes      int64
		want       string
	}{
		{"one", exchange("a", 256), 0, 256, "w0 | r0"},
		{"one after the other in the same memory", exchange("a", 256) + exchange("b", 128), 0, 256, "w0 | r0 | w1 | r1"},
		{"memory that costs nothing saves barriers", exchange("a", 256) + exchange("b", 128), 384, 384, "w0 | r0 w1 | r1"},
		{"the third has what the first had: everyone waited in between",
			exchange("a", 256) + exchange("b", 128) + exchange("d", 256),
			384, 384, "w0 | r0 w1 | r1 w2 | r2"},
		{"alive at the same time", f(begin, "a", 256) + f(write, "a") + exchange("b", 100) + f(read, "a"), 0, 356,
			"w0 w1 | r1 r0"},
		{"in a loop the next iteration waits", "  llvm.br ^1\n^1:\n" + exchange("a", 64) +
			"  llvm.cond_br %c, ^1, ^2\n^2:", 0, 64,
			"^ | w0 | r0 ^"},
		{"in a loop two take turns", "  llvm.br ^1\n^1:\n" + exchange("a", 64) + exchange("b", 64) +
			"  llvm.cond_br %c, ^1, ^2\n^2:", 128, 128,
			"^ w0 | r0 w1 | r1 ^"},
		{"those of a loop take turns, and what is after it shares their memory", "  llvm.br ^1\n^1:\n" + exchange("a", 64) +
			exchange("b", 64) + "  llvm.cond_br %c, ^1, ^2\n^2:\n" + exchange("d", 128), 0, 128,
			"^ w0 | r0 w1 | r1 ^ | w2 | r2"},
		{"some threads write: all wait before", exchange("a", 64) + f(begin, "b", 64) +
			"  llvm.cond_br %c, ^1, ^2 {divergent}\n^1:\n" +
			f(write, "b") + "  llvm.br ^2\n^2:\n  nvvm.barrier0\n" + f(read, "b"), 0, 64, "w0 | r0 | ^ w1 ^ | r1"},
		{"what some threads do in order is theirs",
			exchange("a", 64) + f(begin, "b", 64) + "  llvm.cond_br %c, ^1, ^2 {divergent}\n^1:\n" +
				f(write, "b") + f(begin, "d", 64) + "  llvm.cond_br %c, ^3, ^2 {divergent}\n^3:\n" + f(write, "d") +
				"  llvm.br ^2\n^2:\n  nvvm.barrier0\n", 0, 64,
			"w0 | r0 | ^ w1 ^ w2 ^ |"},
		{"ways that meet", "  llvm.cond_br %c, ^1, ^2\n^1:\n" + exchange("a", 64) + "  llvm.br ^3\n^2:\n" +
			exchange("b", 64) +
			"  llvm.br ^3\n^3:\n" + exchange("d", 64), 0, 64, "^ w0 | r0 ^ w1 | r1 ^ | w2 | r2"},
		{"read after a loop that it is alive in", f(begin, "a", 64) + f(write, "a") + "  llvm.br ^1\n^1:\n" +
			exchange("b", 64) +
			"  llvm.cond_br %c, ^1, ^2\n^2:\n" + f(read, "a"), 0, 128, "w0 ^ | w1 | r1 ^ r0"},
	} {
		module, fn := function(t, c.body)
		fn.Free = func(needed int64) int64 { return max(needed, c.free) }
		bytes, err := sharedmem.Place(fn)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := outline(fn); bytes != c.bytes || got != c.want {
			t.Errorf("%s: %d bytes and %s, want %d and %s", c.name, bytes, got, c.bytes, c.want)
		}
		if err := ir.Verify(module, nil); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestBuffersThatStayKeepTheirMemory checks that nothing uses the memory of such a buffer behind its last access. What
// was there before it can have used it.
func TestBuffersThatStayKeepTheirMemory(t *testing.T) {
	for _, c := range []struct {
		stays int
		bytes int64
		want  string
	}{
		{-1, 64, "w0 | r0 | w1 | r1 | w2 | r2"},
		{0, 128, "w0 | r0 w1 | r1 | w2 | r2"},
		{2, 64, "w0 | r0 | w1 | r1 | w2 | r2"},
	} {
		_, fn := function(t, exchange("a", 64)+exchange("b", 64)+exchange("d", 64))
		if c.stays >= 0 {
			fn.Buffers[c.stays].Stays = true
		}
		bytes, err := sharedmem.Place(fn)
		if err != nil {
			t.Fatal(err)
		}
		if got := outline(fn); bytes != c.bytes || got != c.want {
			t.Errorf("buffer %d stays: %d bytes and %s, want %d and %s", c.stays, bytes, got, c.bytes, c.want)
		}
	}
}

// Each warp group uses bytes of its own. Groups wait for each other only where the memory was divided otherwise before.
func TestWarpGroupsWaitForThemselves(t *testing.T) {
	parted := func(name, how string) string {
		return fmt.Sprintf(`  %%%[1]s = llvm.getelementptr %%m[0] {bytes = 64 : i64, parted = "%[2]s"} : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  nvvm.barrier
  llvm.store %%x, %%%[1]s : f32, !llvm.ptr<3>
  nvvm.barrier
  %%%[1]s_v = llvm.load %%%[1]s : !llvm.ptr<3> -> f32
`, name, how)
	}
	loop := func(body string) string { return "  llvm.br ^1\n^1:\n" + body + "  llvm.cond_br %c, ^1, ^2\n^2:" }
	late := strings.Replace(parted("a", "x"), "  nvvm.barrier\n", "", 1)
	for _, c := range []struct {
		name, body string
		bytes      int64
		want       string
	}{
		{"the next iteration", loop(parted("a", "x")), 64, "^ : w0 : r0 ^"},
		{"no barrier before the next iteration", loop(late), 64, "^ | w0 : r0 ^"},
		{"divided alike", loop(parted("a", "x") + parted("b", "x")), 64, "^ : w0 : r0 : w1 : r1 ^"},
		{"divided otherwise", loop(parted("a", "x") + parted("b", "y")), 64, "^ : | w0 : r0 : | w1 : r1 ^"},
		{"not divided", parted("a", "x") + exchange("b", 64) + parted("d", "x"), 64, ": w0 : r0 | w1 | r1 : | w2 : r2"},
		{"another size", parted("a", "x") + strings.ReplaceAll(parted("b", "x"), "= 64", "= 128"), 128,
			": w0 : r0 : | w1 : r1"},
	} {
		_, f := function(t, c.body)
		bytes, err := sharedmem.Place(f)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := outline(f); bytes != c.bytes || got != c.want {
			t.Errorf("%s: %d bytes and %s, want %d and %s", c.name, bytes, got, c.bytes, c.want)
		}
	}
}

// TestBulkStoresKeepBuffersUntilTheWait checks that a buffer that bulk stores read is alive until its thread has waited
// for them. Earlier waits do not matter, nor do later ones.
func TestBulkStoresKeepBuffersUntilTheWait(t *testing.T) {
	stored := func(name, op string) string {
		return fmt.Sprintf(`  %%%[1]s = llvm.getelementptr %%m[0] {bytes = 256 : i64} : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  llvm.store %%x, %%%[1]s : f32, !llvm.ptr<3>
  nvvm.barrier0
  %[2]s
`, name, strings.ReplaceAll(op, "$S", "%"+name))
	}
	const wait, commit = "  nvvm.cp.async.bulk.wait_group 0\n", "\n  nvvm.cp.async.bulk.commit.group\n"
	const open = "nvvm.cp.async.bulk.tensor.global.shared.cta %map, $S, box[%i] : !llvm.ptr, !llvm.ptr<3>"
	const store = open + commit
	const reduce = "nvvm.cp.async.bulk.tensor.reduce %map, $S, box[%i] {redKind = #nvvm.tma_redux_kind<add>} : " +
		"!llvm.ptr, !llvm.ptr<3>" + commit
	branches := "  llvm.cond_br %%c, ^1, ^2\n^1:\n%s  llvm.br ^3\n^2:\n%s  llvm.br ^3\n^3:\n" + wait
	loop := "  llvm.br ^1\n^1:\n%s  llvm.cond_br %%c, ^1, ^2\n^2:\n"
	byFirst := func(block int, then string) string { // for one thread of a block
		return fmt.Sprintf("  llvm.cond_br %%first, ^%d, ^%d {divergent}\n^%[1]d:\n%[3]s  llvm.br ^%[2]d\n^%[2]d:\n", block,
			block+1, then)
	}
	const first = `  %map = llvm.mlir.zero : !llvm.ptr
  %i = llvm.mlir.constant(0 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %thread, %zero : i32
`
	for _, c := range []struct {
		name, body string
		bytes      int64
	}{
		{"a store", stored("a", store) + exchange("b", 256) + wait, 512},
		{"a reduction", stored("a", reduce) + exchange("b", 256) + wait, 512},
		{"behind the wait", stored("a", store) + wait + exchange("b", 256), 256},
		{"in a loop, until the wait of the next iteration",
			fmt.Sprintf(loop, wait+exchange("b", 256)+stored("a", store)), 256},
		{"in both branches, until a wait behind them",
			fmt.Sprintf(branches, stored("a", store), stored("b", store)), 256},
		{"ahead of the branches",
			stored("a", store) + fmt.Sprintf(branches, exchange("b", 256), stored("d", store)), 512},
		{"behind a loop with a wait", fmt.Sprintf(loop, exchange("b", 256)+wait) + stored("a", store) + wait, 256},
		{"until the first of two waits", stored("a", store) + wait + exchange("b", 256) + wait, 256},
		{"until the wait of each store",
			stored("a", store) + wait + stored("b", store) + wait + exchange("d", 256), 256},
		{"until the thread has waited that started it", byFirst(1, stored("a", store)) + byFirst(3, wait) +
			exchange("b", 256) + byFirst(5, wait), 256},
		{"another thread has waited", byFirst(1, stored("a", store)) +
			strings.ReplaceAll(byFirst(3, wait), "%first", "%c") + exchange("b", 256) + byFirst(5, wait), 512},
		{"in a loop, until the first wait of the next iteration", fmt.Sprintf(loop, wait+exchange("b", 256)+
			stored("a", store)+wait+exchange("d", 256)), 256},
		{"one of two may still run",
			stored("a", store) + strings.Replace(wait, "0", "1", 1) + exchange("b", 256) + wait, 512},
		{"a wait does not end what was not committed", stored("a", open) + wait + exchange("b", 256) + commit + wait, 512},
		{"nothing ends what is never committed", stored("a", open) + wait + exchange("b", 256), 512},
		{"what another thread has committed", byFirst(1, stored("a", open)) +
			strings.ReplaceAll(byFirst(3, commit), "%first", "%c") + byFirst(5, wait) + exchange("b", 256), 512},
		{"what the thread has committed later",
			byFirst(1, stored("a", open)) + byFirst(3, commit) + byFirst(5, wait) + exchange("b", 256), 256},
		{"what is committed on one of two ways", stored("a", open) +
			strings.TrimSuffix(fmt.Sprintf(branches, commit, ""), wait) + wait + exchange("b", 256), 512},
		{"nothing waits", stored("a", store) + exchange("b", 256), 512},
		{"in both branches of a loop, each of which waits first",
			"  llvm.br ^1\n^1:\n  llvm.cond_br %c, ^2, ^3\n^2:\n" + wait + stored("a", store) + "  llvm.br ^4\n^3:\n" + wait +
				stored("b", store) + "  llvm.br ^4\n^4:\n  llvm.cond_br %c, ^1, ^5\n^5:\n" + wait, 256},
		{"nothing waits ahead of the next iteration",
			fmt.Sprintf(loop, exchange("b", 256)+stored("a", store)) + wait, 512},
	} {
		module, fn := function(t, first+c.body)
		bytes, err := sharedmem.Place(fn)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if bytes != c.bytes {
			t.Errorf("%s: %d bytes, want %d", c.name, bytes, c.bytes)
		}
		if err := ir.Verify(module, nil); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestProductsKeepAllTheirBuffersUntilTheWait checks that both buffers that a product reads are alive until the product
// is waited for.
func TestProductsKeepAllTheirBuffersUntilTheWait(t *testing.T) {
	const acc = "!llvm.struct<(f32, f32, f32, f32)>"
	operand := func(name string) string {
		return fmt.Sprintf(`  %%%[1]s = llvm.getelementptr %%m[0] {bytes = 256 : i64} : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  llvm.store %%x, %%%[1]s : f32, !llvm.ptr<3>
  %%%[1]s_at = llvm.ptrtoint %%%[1]s : !llvm.ptr<3> to i64
`, name)
	}
	product := "  nvvm.barrier0\n  %sums = llvm.mlir.zero : " + acc + `
  %d = nvvm.wgmma.mma_async %a_at, %b_at, %sums, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>],
    B [<f16>, <one>, <col>] : ` + acc + " -> " + acc + "\n"
	await := func(name, of string, pending int) string {
		const format = "  %%%s = tilegpu.await_products %%%s {pending = %d : i32} : %s -> %[4]s\n"
		return fmt.Sprintf(format, name, of, pending, acc)
	}
	wait := await("done", "d", 0)
	loop := "  llvm.br ^1(%sums2 : " + acc + ")\n^1(%sum: " + acc + "):\n"
	for _, c := range []struct {
		name, body string
		bytes      int64
	}{
		{"before the wait", product + exchange("e", 256) + wait, 768},
		{"behind the wait", product + wait + exchange("e", 256), 512},
		{"behind a wait for others", product + await("some", "d", 1) + exchange("e", 256) + await("done", "some", 0), 768},
		{"behind a wait for others and the last one", product + await("some", "d", 1) + await("done", "some", 0) +
			exchange("e", 256), 512},
		{"in another block", product + strings.ReplaceAll(loop, "sums2", "d") + exchange("e", 256) +
			await("done", "sum", 0), 768},
	} {
		_, fn := function(t, operand("a")+operand("b")+c.body)
		bytes, err := sharedmem.Place(fn)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if bytes != c.bytes {
			t.Errorf("%s: %d bytes, want %d", c.name, bytes, c.bytes)
		}
	}
}

// A select may choose between addresses, and a branch may pass them to another block.
func TestChosenAddressesAreAccesses(t *testing.T) {
	const begin = "  %%%s = llvm.getelementptr %%m[0] {bytes = 256 : i64} : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n"
	both := fmt.Sprintf(begin, "a") + fmt.Sprintf(begin, "b")
	read := exchange("e", 256) + "  llvm.load %p : !llvm.ptr<3> -> f32\n"
	for name, body := range map[string]string{
		"chosen": both + "  %p = llvm.select %c, %a, %b : i1, !llvm.ptr<3>\n" + read,
		"passed": both + "  llvm.cond_br %c, ^1(%a : !llvm.ptr<3>), ^1(%b : !llvm.ptr<3>)\n^1(%p: !llvm.ptr<3>):\n" + read,
	} {
		_, fn := function(t, body)
		if bytes, err := sharedmem.Place(fn); err != nil || bytes != 768 {
			t.Errorf("%s: %d bytes, error %v", name, bytes, err)
		}
	}
}

func TestOffsetsAreAlignedAndWritten(t *testing.T) {
	_, f := function(t, "  %a = llvm.getelementptr %m[0] {bytes = 20 : i64} : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n"+
		"  llvm.store %x, %a : f32, !llvm.ptr<3>\n"+exchange("b", 100)+"  llvm.load %a : !llvm.ptr<3> -> f32\n")
	if _, err := sharedmem.Place(f); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int64{112, 0} { // the larger one comes first
		if b := f.Buffers[i]; b.Offset != want || int64(llvm.GEPIndices(b.Address)[0].Constant) != want {
			t.Errorf("buffer %d is at %d, and its address says %v, want %d", i, b.Offset, llvm.GEPIndices(b.Address), want)
		}
	}
}

func TestWhatDoesNotFitIsListed(t *testing.T) {
	_, f := function(t, exchange("a",
		4000)+"  %b = llvm.getelementptr %m[0] {bytes = 4000 : i64} : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n"+
		"  llvm.store %x, %b : f32, !llvm.ptr<3>\n"+exchange("d", 300)+"  llvm.load %b : !llvm.ptr<3> -> f32\n")
	_, err := sharedmem.Place(f)
	var large *sharedmem.TooLargeError
	if !errors.As(err, &large) || large.Bytes != 4300 || large.Limit != 4096 || len(large.Buffers) != 2 {
		t.Fatalf("error %v", err)
	}
	const want = "needs 4300 bytes of shared memory, but there are 4096: 4000 for buffer 1, 300 for buffer 2"
	if err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestSmallerTilesFit checks which tiles are proposed: the largest dimension of the largest buffer that is in the way
// gets smaller, until all buffers fit.
func TestSmallerTilesFit(t *testing.T) {
	for _, c := range []struct {
		name  string
		terms []tilesize.Term
		want  []int64 // nil if nothing fits
	}{
		{"both dimensions", []tilesize.Term{{Amount: 8000, Axes: []int{0, 1}}}, []int64{8, 16}},
		{"the one that matters", []tilesize.Term{{Amount: 8000, Axes: []int{0}}}, []int64{4, 32}},
		{"a sum", []tilesize.Term{{Amount: 4000, Axes: []int{0}}, {Amount: 4000, Axes: []int{1}}}, []int64{4, 8}},
		{"in parts", []tilesize.Term{{Amount: 16000, Axes: []int{0, 1}}}, []int64{8, 8}},
		{"none that matters", []tilesize.Term{{Amount: 8000}}, nil},
	} {
		_, f := function(t, exchange("a",
			8000)+"  %b = llvm.getelementptr %m[0] {bytes = 1200 : i64} : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n"+
			"  llvm.store %x, %b : f32, !llvm.ptr<3>\n"+exchange("d", 300)+"  llvm.load %b : !llvm.ptr<3> -> f32\n")
		f.Buffers[0].Tile, f.Buffers[0].Terms = &tilesize.Tile{Axes: []int64{8, 32}}, c.terms
		_, err := sharedmem.Place(f)
		var large *sharedmem.TooLargeError
		if !errors.As(err, &large) {
			t.Fatalf("%s: error %v", c.name, err)
		}
		var got []int64
		if len(large.Smaller) > 0 {
			got = large.Smaller[0].Fits
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v fits, want %v", c.name, got, c.want)
		}
	}
}
