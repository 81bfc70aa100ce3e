package simt_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
)

// Code after a product of [productBody], %p, which has been committed.
const (
	commit = "nvvm.wgmma.commit.group.sync.aligned\n"
	// again adds a further product to $ACC.
	again = `%again = nvvm.wgmma.mma_async %d, %d, $ACC, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>],
    B [<f16>, <one>, <col>] : !sums -> !sums
  nvvm.wgmma.commit.group.sync.aligned
`
	await = "%r = tilegpu.await_products $ACC {pending = 0 : i32} : !sums -> !sums\n"
	// leftWords is a left factor of ones in registers, and byWords a product with it.
	leftWords = `%pair = llvm.mlir.constant(1006648320 : i32) : i32
  %w0 = llvm.mlir.poison : !words
  %w1 = llvm.insertvalue %pair, %w0[0] : !words
  %w2 = llvm.insertvalue %pair, %w1[1] : !words
  %w3 = llvm.insertvalue %pair, %w2[2] : !words
  %w = llvm.insertvalue %pair, %w3[3] : !words
`
	byWords = `%by = tilegpu.register_product %w by %d, %p {columns = 8 : i32, type = "f16", rhs_type = "f16"} : !words -> !sums
  nvvm.wgmma.commit.group.sync.aligned
`
	store = `%v = llvm.extractvalue %r[0] : !sums
  %q = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %q : f32, !llvm.ptr<1>
`
)

func with(text, accumulator string) string { return strings.ReplaceAll(text, "$ACC", accumulator) }

// productThen returns a kernel with a product and the code behind it.
func productThen(end string) string {
	return "!words = !llvm.struct<(i32, i32, i32, i32)>" + product(strideOf256|pattern32, 0, commit+end)
}

func TestAccumulatorsAndLeftFactorsOfRunningProducts(t *testing.T) {
	for name, c := range map[string]struct {
		end  string
		want float32
	}{
		"another product":      {with(again, "%p") + with(await, "%again") + store, 32},
		"two groups, one wait": {with(again, "%p") + with(await, "%again") + store, 32},
		"a product behind a wait": {with(await, "%p") + "nvvm.wgmma.fence.aligned\n" + with(again, "%r") +
			strings.ReplaceAll(with(await, "%again")+store, "%r", "%r2"), 32},
		"passed from block to block": {"llvm.br ^on(%p : !sums)\n^on(%s: !sums):\n" + with(again, "%s") +
			with(await, "%again") + store, 32},
		"taken apart and put together": {`%m = llvm.extractvalue %p[1] : !sums
  %same = llvm.insertvalue %m, %p[1] : !sums
` + with(again, "%same") + with(await, "%again") + store, 32},
		"a left factor that passes through the wait": {leftWords + byWords +
			"%r, %w4 = tilegpu.await_products %by, %w {pending = 0 : i32} : !sums, !words -> !sums, !words\n" + store, 32},
		"a left factor that is used behind the wait": {leftWords + byWords + with(await, "%by") + store +
			"%last = llvm.extractvalue %w[3] : !words\n", 32},
	} {
		out := zeros(128)
		if _, err := run(t, productThen(c.end), simt.Launch{}, out); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := math.Float32frombits(values(out)[5]); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestUsesOfRegistersAheadOfTheWaitAreFound(t *testing.T) {
	for name, c := range map[string]struct{ end, at, message string }{
		"a read": {`%v = llvm.extractvalue %p[0] : !sums
  llvm.store %v, %x : f32, !llvm.ptr<1>
` + with(await, "%p"), "llvm.store", "register 0 of the accumulator of a product is read"},
		"arithmetic": {`%v = llvm.extractvalue %p[2] : !sums
  %n = llvm.fneg %v : f32
` + with(await, "%p"), "llvm.fneg", "register 2 of the accumulator of a product is read"},
		"a step that scales the sum": {`%v = llvm.extractvalue %p[0] : !sums
  %half = llvm.fmul %v, %v : f32
  %s = llvm.insertvalue %half, %p[0] : !sums
` + with(again, "%s") + with(await, "%again"), "llvm.fmul", "register 0 of the accumulator of a product is read"},
		"a choice": {"%chosen = llvm.select %inside, %p, %poison : i1, !sums\n" + with(await, "%p"), "llvm.select",
			"register 0 of the accumulator of a product is read"},
		"a product with a register of its own": {`%f = llvm.mlir.constant(1.0 : f32) : f32
  %s = llvm.insertvalue %f, %p[0] : !sums
` + with(again, "%s") + with(await, "%again"), "nvvm.wgmma.mma_async", "register 0 of an accumulator is not that of"},
		"a product with registers that changed places": {`%v = llvm.extractvalue %p[0] : !sums
  %u = llvm.extractvalue %p[1] : !sums
  %s0 = llvm.insertvalue %u, %p[0] : !sums
  %s = llvm.insertvalue %v, %s0[1] : !sums
` + with(again, "%s") + with(await, "%again"), "nvvm.wgmma.mma_async", "register 0 of an accumulator is not that of"},
		"a product of another shape": {strings.ReplaceAll(strings.Replace(with(again, "%p"), "k = 16", "k = 8", 1), "<f16>",
			"<tf32>") + with(await, "%again"), "nvvm.wgmma.mma_async",
			"a product of shape m64n8k8 adds to an accumulator which one of shape m64n8k16 still writes"},
		"two products that continue the same one": {with(again, "%p") +
			strings.Replace(with(again, "%p"), "%again", "%other", 1) + with(await, "%other"), "nvvm.wgmma.mma_async",
			"but a later product already adds to its registers"},
		"a wait for what a later product adds to": {with(again, "%p") + with(await, "%p"), "tilegpu.await_products",
			"but a later product adds to its registers"},
		"a wait that leaves the product running": {strings.Replace(with(await, "%p"), "0", "1", 1) + store, "llvm.store",
			"register 0 of the accumulator of a product is read"},
		"a left factor that ends ahead of the wait": {leftWords + byWords + with(await, "%by") + store,
			"tilegpu.await_products", "a left factor in registers neither passes through the wait"},
		"a left factor that is written again": {"%pair0 = llvm.mlir.constant(1006648320 : i32) : i32\n" +
			strings.Replace(leftWords, "%w0 =",
				"llvm.br ^step(%c0, %p : i32, !sums)\n^step(%i2: i32, %sum: !sums):\n  %w0 =", 1) +
			strings.Replace(byWords, "%p", "%sum", 1) + `%i3 = llvm.add %i2, %c1 : i32
  %on = llvm.icmp "eq" %i3, %c1 : i32
  llvm.cond_br %on, ^step(%i3, %by : i32, !sums), ^leave
^leave:
  %r, %w4 = tilegpu.await_products %by, %w {pending = 0 : i32} : !sums, !words -> !sums, !words
`, "llvm.insertvalue", "word 0 of the left factor of a product is written"},
		"a left factor that the next step makes behind the wait": {"llvm.br ^step(%c0, %p : i32, !sums)\n" +
			"^step(%i2: i32, %sum: !sums):\n" + strings.Replace(with(await, "%sum"), "%r", "%before", 1) +
			leftWords + "nvvm.wgmma.fence.aligned\n" + strings.Replace(byWords, "%p", "%before", 1) + `%i3 = llvm.add %i2, %c1 : i32
  %on = llvm.icmp "eq" %i3, %c1 : i32
  llvm.cond_br %on, ^step(%i3, %by : i32, !sums), ^leave
^leave:
  %r, %w4 = tilegpu.await_products %by, %w {pending = 0 : i32} : !sums, !words -> !sums, !words
`, "tilegpu.await_products", "a left factor in registers neither passes through the wait"},
		"a left factor that a branch writes": {leftWords + "llvm.br ^step(%c0, %p, %w : i32, !sums, !words)\n" +
			"^step(%i2: i32, %sum: !sums, %w9: !words):\n" +
			strings.Replace(strings.Replace(byWords, "%p", "%sum", 1), "%w", "%w9", 1) + `%i3 = llvm.add %i2, %c1 : i32
  %on = llvm.icmp "eq" %i3, %c1 : i32
  llvm.cond_br %on, ^step(%i3, %by, %w : i32, !sums, !words), ^leave
^leave:
  %r, %w4 = tilegpu.await_products %by, %w9 {pending = 0 : i32} : !sums, !words -> !sums, !words
`, "llvm.cond_br", "word 0 of the left factor of a product is written"},
	} {
		_, err := run(t, productThen(c.end), simt.Launch{}, zeros(128))
		if !errors.Is(err, simt.ErrInFlight) || !strings.Contains(fmt.Sprint(err), c.message) {
			t.Errorf("%s: %v, want %v: %s", name, err, simt.ErrInFlight, c.message)
			continue
		}
		var d *ir.Diagnostic
		if !errors.As(err, &d) {
			t.Fatal(err)
		}
		text := d.Render(ir.NewContext())
		if !strings.Contains(text, "'"+c.at+"' op") || !strings.Contains(text, "where the product begins") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
