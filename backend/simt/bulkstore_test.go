package simt_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
)

// storing is a block of two warps that fills 512 bytes of shared memory with the numbers of its words. Its first thread
// copies them to a box of %x.
const storing = `
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<128 x i32>
llvm.func @k(%x: !llvm.ptr<1>, %map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>,
    nvvm.grid_constant, tilegpu.tensor_map = {base = 0 : i32, box = array<i64: $BOX>,
    elem = $ELEM, sizes = array<i64: $SIZES>, strides = array<i64: $STRIDES>, swizzle = $SWIZZLE : i32}}) attributes {
    nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %block = nvvm.read.ptx.sreg.ctaid.x : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %false = llvm.mlir.constant(0 : i1) : i1
  %u = llvm.add %t, %c64 : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %low = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %high = llvm.getelementptr %tile[%u] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  $FILL
  %is_first = llvm.icmp "eq" %t, %c0 : i32
  llvm.cond_br %is_first, ^copy, ^after
^copy:
  $COORDINATES
  $COPY
  llvm.br ^after
^after:
  $AFTER
  llvm.return
}`

// Parts of storing.
const (
	filled = `llvm.store %t, %low : i32, !llvm.ptr<3>
  llvm.store %u, %high : i32, !llvm.ptr<3>`
	fenced   = "\n  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}"
	met      = "\n  nvvm.barrier0"
	issued   = "nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[$AT] : !llvm.ptr, <3>"
	commits  = "\n  nvvm.cp.async.bulk.commit.group"
	waitRead = "\n  nvvm.cp.async.bulk.wait_group 0 {read}"
	waitAll  = "\n  nvvm.cp.async.bulk.wait_group 0"
)

// storeCase is a copy to a box of an array. In box and sizes the slowest dimension comes first, in at the fastest.
type storeCase struct {
	box, sizes, at    []int64
	swizzle           int64
	elem              string // "" for i32
	fill, copy, after string
}

func (c storeCase) source() string {
	strides, stride := make([]int64, len(c.sizes)), int64(1)
	literals := func(list []int64) string {
		var words []string
		for _, n := range list {
			words = append(words, fmt.Sprint(-1-n))
		}
		return strings.Join(words, ", ")
	}
	for d := len(c.sizes) - 1; d >= 0; d-- {
		strides[d] = stride
		stride *= c.sizes[d]
	}
	var names, constants []string
	for i, n := range c.at {
		names = append(names, fmt.Sprintf("%%at%d", i))
		constants = append(constants, fmt.Sprintf("%%at%d = llvm.mlir.constant(%d : i32) : i32", i, n))
	}
	elem := c.elem
	if elem == "" {
		elem = "i32"
	}
	source := strings.NewReplacer("$ELEM", elem, "$FILL", c.fill, "$COPY", c.copy, "$AFTER", c.after).Replace(storing)
	return strings.NewReplacer("$BOX", strings.Trim(strings.ReplaceAll(fmt.Sprint(c.box), " ", ", "), "[]"),
		"$SIZES", literals(c.sizes), "$STRIDES", literals(strides), "$SWIZZLE", fmt.Sprint(c.swizzle),
		"$COORDINATES", strings.Join(constants, "\n  "), "$AT", strings.Join(names, ", ")).Replace(source)
}

const untouched = 9999

// stored returns the words of the array after the copy.
func (c storeCase) stored() []uint32 {
	total := 1
	for _, n := range c.sizes {
		total *= int(n)
	}
	out := slices.Repeat([]uint32{untouched}, total)
	for word := range int64(128) {
		rest, index, stride, inside := word, int64(0), int64(1), true
		for d := len(c.box) - 1; d >= 0; d-- {
			at := rest%c.box[d] + c.at[len(c.box)-1-d]
			rest /= c.box[d]
			inside = inside && 0 <= at && at < c.sizes[d]
			index += at * stride
			stride *= c.sizes[d]
		}
		if inside {
			from := word * 4
			if c.swizzle == 32 { // 16-byte units are exchanged with their neighbors in every other 128 bytes
				from ^= from >> 3 & 16
			}
			out[index] = uint32(from / 4)
		}
	}
	return out
}

func (c storeCase) run(t *testing.T, seed uint64) ([]uint32, error) {
	t.Helper()
	x := words(len(c.stored()), func(int) uint32 { return untouched })
	_, err := run(t, c.source(), simt.Launch{Seed: seed}, x)
	return values(x), err
}

// properStores are copies to boxes inside, across and outside the bounds of arrays.
func properStores() map[string]storeCase {
	cases := map[string]storeCase{
		"whole":               {box: []int64{16, 8}, sizes: []int64{16, 8}, at: []int64{0, 0}},
		"inside":              {box: []int64{16, 8}, sizes: []int64{20, 20}, at: []int64{4, 2}},
		"swizzled":            {box: []int64{16, 8}, sizes: []int64{16, 16}, at: []int64{4, 0}, swizzle: 32},
		"beyond a row":        {box: []int64{16, 8}, sizes: []int64{16, 12}, at: []int64{8, 0}},
		"beyond the last row": {box: []int64{16, 8}, sizes: []int64{17, 12}, at: []int64{4, 5}},
		"outside":             {box: []int64{16, 8}, sizes: []int64{16, 8}, at: []int64{8, 0}},
		"one dimension":       {box: []int64{128}, sizes: []int64{100}, at: []int64{4}},
		"three dimensions":    {box: []int64{2, 16, 4}, sizes: []int64{2, 15, 8}, at: []int64{4, 2, 1}},
		"three, whole":        {box: []int64{2, 16, 4}, sizes: []int64{2, 16, 4}, at: []int64{0, 0, 0}},
		"four dimensions":     {box: []int64{2, 2, 8, 4}, sizes: []int64{2, 3, 9, 4}, at: []int64{0, 2, 2, 0}},
		"four, whole":         {box: []int64{2, 2, 8, 4}, sizes: []int64{2, 2, 8, 4}, at: []int64{0, 0, 0, 0}},
		"four, wide":          {box: []int64{2, 2, 4, 8}, sizes: []int64{2, 3, 9, 8}, at: []int64{0, 2, 2, 1}},
		"five dimensions": {box: []int64{2, 2, 2, 4, 4}, sizes: []int64{2, 3, 2, 5, 4},
			at: []int64{0, 1, 1, 2, 1}},
	}
	for name, c := range cases {
		c.fill, c.copy = filled+fenced+met, issued+commits+waitRead
		cases[name] = c
	}
	return cases
}

func TestBulkStoresWriteTheirBoxWithinTheArray(t *testing.T) {
	for name, c := range properStores() {
		for seed := range uint64(5) {
			got, err := c.run(t, seed)
			if err != nil || !slices.Equal(got, c.stored()) {
				t.Errorf("%s, seed %d: %v, %v\nwant %v", name, seed, err, got, c.stored())
			}
		}
	}
}

func TestBulkStoresDoNotBeginBeforeTheArray(t *testing.T) {
	for name, c := range map[string]storeCase{
		"swizzled, before a row": {box: []int64{16, 8}, sizes: []int64{16, 16}, at: []int64{-4, 0}, swizzle: 32},
		"before a row":           {box: []int64{16, 8}, sizes: []int64{20, 20}, at: []int64{-4, 2}},
		"before the first row":   {box: []int64{16, 8}, sizes: []int64{20, 20}, at: []int64{4, -5}},
		"four, before the start": {box: []int64{2, 2, 8, 4}, sizes: []int64{2, 3, 9, 4}, at: []int64{0, 0, 0, -1}},
		"five, before the start": {box: []int64{2, 2, 2, 4, 4}, sizes: []int64{2, 3, 2, 5, 4},
			at: []int64{0, -1, 1, 2, 1}},
	} {
		c.fill, c.copy = filled+fenced+met, issued+commits+waitRead
		if _, err := c.run(t, 0); !errors.Is(err, simt.ErrOutOfBounds) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// reusedMemory are kernels that refill shared memory after a store has read it and store again, and that read what was
// written.
func reusedMemory() map[string]storeCase {
	base := storeCase{box: []int64{16, 8}, sizes: []int64{32, 8}, at: []int64{0, 0}, fill: filled + fenced + met}
	const again = met + `
  llvm.store %u, %low : i32, !llvm.ptr<3>
  llvm.store %t, %high : i32, !llvm.ptr<3>` + fenced + met + `
  llvm.cond_br %is_first, ^again, ^end
^again:
  %row = llvm.mlir.constant(16 : i32) : i32
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%c0, %row] : !llvm.ptr, <3>` + commits
	const last = `
  llvm.br ^end
^end:`
	const look = met + `
  %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %was = llvm.load %from : !llvm.ptr<1> -> i32
  %more = llvm.add %was, %c1 : i32
  llvm.store %more, %from : i32, !llvm.ptr<1>`
	const overwritten = `%there = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %t, %there : i32, !llvm.ptr<1>
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
  `
	cases := make(map[string]storeCase)
	for name, parts := range map[string][2]string{
		"filled again":         {issued + commits + waitRead, again + waitRead + last},
		"filled again, whole":  {issued + commits + waitAll, again + waitAll + last},
		"read back":            {issued + commits + waitAll, look},
		"read back after both": {issued + commits + waitRead + waitAll, look},
		"overwritten":          {issued + commits + waitRead, ""},
		"no copy":              {strings.Replace(issued, "]", "], predicate = %false", 1), ""},
	} {
		one := base
		one.copy, one.after = parts[0], parts[1]
		if name == "overwritten" {
			one.fill = overwritten + base.fill
		}
		cases[name] = one
	}
	return cases
}

func TestMemoryIsUsedAgainBehindWaits(t *testing.T) {
	for name, c := range reusedMemory() {
		want := c.stored()
		switch {
		case name == "overwritten":
		case name == "no copy":
			want = slices.Repeat([]uint32{untouched}, len(want))
		case strings.HasPrefix(name, "filled"):
			for i := range 128 {
				want[128+i] = uint32(i+64) % 128
			}
		default:
			for i := range 64 {
				want[i]++
			}
		}
		for seed := range uint64(5) {
			got, err := c.run(t, seed)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, seed %d: %v, %v", name, seed, err, got)
			}
		}
	}
}

// Each bug is found in every order of events.
func TestBugsOfBulkStoresAreFound(t *testing.T) {
	const proper = issued + commits + waitRead
	const overwrite = "\n  llvm.store %c1, %low : i32, !llvm.ptr<3>"
	const readBack = `
  %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %was = llvm.load %from : !llvm.ptr<1> -> i32`
	for name, c := range map[string]struct {
		fill, copy, after string
		want              []error // the possible errors; the order of events decides which
		message           string
	}{
		"no fence": {filled + met, proper, "", []error{simt.ErrProxy}, "byte 0 of @tile, which"},
		"no barrier": {filled + fenced, proper, "", []error{simt.ErrRace, simt.ErrUninitialized, simt.ErrProxy},
			""},
		"a store to an array without a fence of global memory": {filled + `
  %there = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %t, %there : i32, !llvm.ptr<1>` + fenced + met, proper, "", []error{simt.ErrProxy},
			"byte 0 of argument #0, which thread (0, 0, 0) of block 0 stored"},
		"a fence of global memory alone": {filled + "\n  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}" + met,
			proper,
			"", []error{simt.ErrProxy}, ""},
		"a fence behind the barrier": {filled + met + fenced, proper, "", []error{simt.ErrProxy}, ""},
		"never committed": {filled + fenced + met, issued + waitRead, "", []error{simt.ErrInFlight},
			"the block ends, but the thread has not waited until the store had read shared memory"},
		"never waited for": {filled + fenced + met, issued + commits, "", []error{simt.ErrInFlight}, "the block ends"},
		"a group too few": {filled + fenced + met, issued + commits + strings.Replace(waitRead, "0", "1", 1), "",
			[]error{simt.ErrInFlight}, "the block ends"},
		"filled again before the wait": {filled + fenced + met, issued + commits + overwrite + waitRead, "",
			[]error{simt.ErrInFlight}, "is written while a bulk store still reads it"},
		"filled again without a barrier": {filled + fenced + met, proper, overwrite,
			[]error{simt.ErrInFlight, simt.ErrRace, simt.ErrProxy}, ""},
		"read back before it is written": {filled + fenced + met, proper, met + readBack, []error{simt.ErrInFlight},
			"is accessed, which a bulk store writes: thread (0, 0, 0) has not waited"},
		"read back without a barrier": {filled + fenced + met, issued + commits + waitAll, readBack,
			[]error{simt.ErrInFlight, simt.ErrRace}, ""},
		"two stores to one place": {filled + fenced + met, issued + "\n  " + proper, "", []error{simt.ErrInFlight}, ""},
		"memory that nobody wrote": {strings.Split(filled, "\n")[0] + fenced + met, proper, "",
			[]error{simt.ErrUninitialized}, "byte 256 of @tile"},
		"misaligned": {filled + fenced + met, strings.Replace(proper, "%tile", "%high", 1), "",
			[]error{simt.ErrOutOfBounds}, "512 bytes at 256 of @tile"},
		"rows that begin within 16 bytes": {filled + fenced + met, strings.Replace(proper, "$AT", "%c1, %c0", 1), "",
			[]error{simt.ErrMisaligned}, "the rows of a box begin at byte 4 of the array's"},
		"a coordinate too many": {filled + fenced + met, strings.Replace(proper, "$AT", "$AT, %c0", 1), "",
			[]error{simt.ErrArgument}, "3 coordinates of a tensor map of 2 dimensions"},
		"mode im2col": {filled + fenced + met, strings.Replace(strings.Replace(proper, "$AT", "$AT, %c0", 1), "]",
			"] {mode = #nvvm.tma_store_mode<im2col>}", 1), "", []error{simt.ErrUnsupported}, "mode tile"},
	} {
		t.Run(name, func(t *testing.T) {
			one := storeCase{box: []int64{16, 8}, sizes: []int64{16, 8}, at: []int64{0, 0}, fill: c.fill, copy: c.copy,
				after: c.after}
			for seed := range uint64(5) {
				_, err := one.run(t, seed)
				wantError(t, seed, err, c.message, c.want...)
			}
		})
	}
}

// A block that has only waited for the read of its store releases a number. Another block acquires it and reads the
// memory that the store writes.
func TestBlocksComeAfterAStoreOnlyBehindAWaitUntilItHasWritten(t *testing.T) {
	const release = `
  %flag = llvm.getelementptr %x[128] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %old = llvm.atomicrmw add %flag, %c1 acq_rel : !llvm.ptr<1>, i32
  %value = llvm.load %x : !llvm.ptr<1> -> i32`
	source := func(wait string) string {
		one := storeCase{box: []int64{16, 8}, sizes: []int64{17, 8}, at: []int64{0, 0}, fill: filled + fenced + met,
			copy: "%b = nvvm.read.ptx.sreg.ctaid.x : i32\n  %is_zero = llvm.icmp \"eq\" %b, %c0 : i32\n" +
				"  llvm.cond_br %is_zero, ^store, ^share\n^store:\n  " + issued + commits + wait +
				"\n  llvm.br ^share\n^share:" + release}
		return one.source()
	}
	for seed := range uint64(3) {
		launch := simt.Launch{Grid: [3]int32{2, 1, 1}, Seed: seed}
		if _, err := run(t, source(waitAll), launch, zeros(17*8)); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		source := strings.Replace(source(waitRead), "%value = llvm.load %x : !llvm.ptr<1> -> i32", `
  llvm.cond_br %is_zero, ^after, ^look
^look:
  %value = llvm.load %x : !llvm.ptr<1> -> i32`, 1)
		if _, err := run(t, source, launch, zeros(17*8)); !errors.Is(err, simt.ErrRace) {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}
