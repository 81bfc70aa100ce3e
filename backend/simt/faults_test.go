package simt_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
)

// productBody is a program of a warp group that stores a tile of ones, 64 by 16 in f16, to a panel with rows of 32
// bytes, and multiplies it by its transpose. $FIELDS are fields of the descriptor, $LEAD is added to its address, and
// $END is the code after the product.
const productBody = `
  %one = llvm.mlir.constant(1.0 : f16) : f16
  %c15 = llvm.mlir.constant(15 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %inside = llvm.icmp "slt" %t, %c64 : i32
  llvm.cond_br %inside, ^fill, ^filled
^fill:
  %row = llvm.shl %t, %c4 : i32
  llvm.br ^element(%c0 : i32)
^element(%i: i32):
  %at = llvm.add %row, %i : i32
  %to = llvm.getelementptr %tile[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  llvm.store %one, %to : f16, !llvm.ptr<3>
  %next = llvm.add %i, %c1 : i32
  %more = llvm.icmp "sle" %next, %c15 : i32
  llvm.cond_br %more, ^element(%next : i32), ^filled
^filled:
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.barrier0
  %word = llvm.ptrtoint %tile : !llvm.ptr<3> to i32
  %bits = llvm.mlir.constant(262143 : i32) : i32
  %low = llvm.and %word, %bits : i32
  %address = llvm.zext %low : i32 to i64
  %units = llvm.lshr %address, %four : i64
  %fields = llvm.mlir.constant($FIELDS : i64) : i64
  %d0 = llvm.or %units, %fields : i64
  %lead = llvm.mlir.constant($LEAD : i64) : i64
  %d = llvm.add %d0, %lead : i64
  %poison = llvm.mlir.poison : !sums
  nvvm.wgmma.fence.aligned
  %p = nvvm.wgmma.mma_async %d, %d, %poison, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>],
    B [<f16>, <one>, <col>] : !sums -> !sums
  $END
  llvm.return
}`

// Fields of descriptors: groups of 8 rows are 256 bytes apart, and the swizzle pattern has 32 bytes.
const (
	strideOf256 = 256 >> 4 << 32
	pattern32   = -1 << 62 // 3 in two bits
	endProperly = `nvvm.wgmma.commit.group.sync.aligned
  %r = tilegpu.await_products %p {pending = 0 : i32} : !sums -> !sums
  %v = llvm.extractvalue %r[0] : !sums
  %q = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %q : f32, !llvm.ptr<1>`
)

// product returns a kernel with productBody.
func product(fields, lead int64, end string) string {
	head := `
!sums = !llvm.struct<(f32, f32, f32, f32)>
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<2048 x f16>
llvm.func @k(%x: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %four = llvm.mlir.constant(4 : i64) : i64
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>`
	fill := strings.NewReplacer("$FIELDS", fmt.Sprint(fields), "$LEAD", fmt.Sprint(lead), "$END", end)
	return fill.Replace(head + productBody)
}

func TestProductsOfDescriptorsAreComputed(t *testing.T) {
	out := zeros(128)
	if _, err := run(t, product(strideOf256|pattern32, 0, endProperly), simt.Launch{}, out); err != nil {
		t.Fatal(err)
	}
	for i, v := range values(out) {
		if v != 0x41800000 {
			t.Fatalf("thread %d has %#x, want 16", i, v)
		}
	}
}

// Errors in the descriptor of a product, and in the code after the product.
func TestBugsOfProductsAreFound(t *testing.T) {
	const good = strideOf256 | pattern32
	for name, c := range map[string]struct {
		fields, lead int64
		end          string
		want         error
		message      string
	}{
		"no swizzle, but far panels":  {strideOf256 | 1<<29, 0, endProperly, simt.ErrOutOfBounds, "a product reads byte"},
		"a base offset":               {good | 1<<49, 0, endProperly, simt.ErrUnsupported, "aligned to their pattern"},
		"a panel that is not aligned": {good, 2, endProperly, simt.ErrMisaligned, "row 1 of its pattern"},
		"a stride beyond the memory":  {good | 1<<45, 0, endProperly, simt.ErrOutOfBounds, "a product reads byte"},
		"an address in no memory":     {good, 1 << 13, endProperly, simt.ErrOutOfBounds, "a descriptor of byte"},
		"rows that nobody wrote":      {good, 4 * 16, endProperly, simt.ErrUninitialized, ""},
		"an end before the products do": {good, 0, "nvvm.wgmma.commit.group.sync.aligned", simt.ErrInFlight,
			"before it has waited"},
		"an end without a commit": {good, 0, "", simt.ErrInFlight, "before it has waited"},
		"a result read while its product runs": {good, 0, `%v = llvm.extractvalue %p[0] : !sums
  llvm.store %v, %x : f32, !llvm.ptr<1>`, simt.ErrInFlight, "register 0 of the accumulator"},
		"a factor written while its product runs": {good, 0, `nvvm.wgmma.commit.group.sync.aligned
  llvm.store %one, %tile : f16, !llvm.ptr<3>`, simt.ErrInFlight, "is written while a product still reads it"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := run(t, product(c.fields, c.lead, c.end), simt.Launch{}, zeros(128))
			if !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.message) {
				t.Errorf("%v, want %v: %s", err, c.want, c.message)
			}
		})
	}
}

// Instructions read shared memory through another proxy than threads write it with.
func TestProductsReadWhatThreadsWroteBehindAFence(t *testing.T) {
	const fence, barrier = "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}",
		"nvvm.barrier0"
	good := product(strideOf256|pattern32, 0, endProperly)
	for name, c := range map[string]struct {
		text    string
		want    []error
		message string
	}{
		"no fence": {strings.Replace(good, fence, "", 1), []error{simt.ErrProxy}, "'nvvm.wgmma.mma_async' op"},
		"no barrier": {strings.Replace(good, barrier, "", 1),
			[]error{simt.ErrRace, simt.ErrUninitialized, simt.ErrProxy}, ""},
		"no fence of registers": {strings.Replace(good, "nvvm.wgmma.fence.aligned", "", 1), []error{simt.ErrFence},
			"need nvvm.wgmma.fence.aligned"},
	} {
		for seed := range uint64(3) {
			_, err := run(t, c.text, simt.Launch{Seed: seed}, zeros(128))
			if !slices.ContainsFunc(c.want, func(want error) bool { return errors.Is(err, want) }) ||
				!strings.Contains(fmt.Sprint(err), c.message) {
				t.Errorf("%s, seed %d: %v, want %v: %s", name, seed, err, c.want, c.message)
			}
		}
	}
}

// Two threads wait at barriers at which the other one would arrive after its own wait. The error says where each waits,
// and for what.
func TestThreadsThatWaitForEachOtherAreNamed(t *testing.T) {
	const body = `
  %other = llvm.getelementptr %s[4] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
  %c33 = llvm.mlir.constant(33 : i32) : i32
  %ticks = llvm.mlir.constant(1000 : i32) : i32
  %is_first = llvm.icmp "eq" %t, %c0 : i32
  llvm.cond_br %is_first, ^init, ^ready
^init:
  nvvm.mbarrier.init %s, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %other, %c1 : !llvm.ptr<3>, i32
  llvm.br ^ready
^ready:
  nvvm.barrier0
  llvm.cond_br %is_first, ^one, ^others
^one:
  nvvm.mbarrier.try_wait.parity %s, %c0, %ticks : !llvm.ptr<3>, i32, i32
  %a = nvvm.mbarrier.arrive %other : !llvm.ptr<3> -> i64
  llvm.br ^end
^others:
  %is_second = llvm.icmp "eq" %t, %c32 : i32
  llvm.cond_br %is_second, ^two, ^end
^two:
  nvvm.mbarrier.try_wait.parity %other, %c0, %ticks : !llvm.ptr<3>, i32, i32
  %b1 = nvvm.mbarrier.arrive %s : !llvm.ptr<3> -> i64
  llvm.br ^end
^end:`
	for seed := range uint64(3) {
		_, err := run(t, kernel(64, body), simt.Launch{Seed: seed}, zeros(64))
		if !errors.Is(err, simt.ErrDeadlock) {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var d *ir.Diagnostic
		if !errors.As(err, &d) {
			t.Fatal(err)
		}
		text := d.Render(ir.NewContext())
		for _, want := range []string{
			"the thread waits for phase 0 of the barrier at byte 0 of @smem, which lacks 1 arrivals",
			"where thread (32, 0, 0) waits for phase 0 of the barrier at byte 16 of @smem, which lacks 1 arrivals",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("seed %d: %s lacks %q", seed, text, want)
			}
		}
	}
}
