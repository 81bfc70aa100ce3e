package kernels_test

import (
	"slices"
	"testing"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// TestProductsGoOnWithWhatIsComputedOfTheirElements checks that a function becomes one region of a product with an
// epilogue. Each case names the operations that remain outside.
func TestProductsGoOnWithWhatIsComputedOfTheirElements(t *testing.T) {
	for _, c := range []struct {
		name, text string
		apart      []string // steps other than the product
	}{
		{"bias, activation and cast", `(%x: tensor<17x40xbf16>, %w: tensor<33x40xbf16>, %b: tensor<33xbf16>) -> tensor<17x33xf32> {
			%0 = torch.aten.linear(%x, %w, bias = %b) : (tensor<17x40xbf16>, tensor<33x40xbf16>, tensor<33xbf16>) -> tensor<17x33xbf16>
			%1 = torch.aten.gelu(%0) : (tensor<17x33xbf16>) -> tensor<17x33xbf16>
			%2 = prim.convert_element_type %1 : tensor<17x33xbf16> -> tensor<17x33xf32>
			return %2 : tensor<17x33xf32> }`, nil},
		{"scale and residual", `(%x: tensor<17x40xf16>, %w: tensor<33x40xf16>, %r: tensor<17x33xf16>, %s: tensor<f16>) -> tensor<17x33xf16> {
			%0 = prim.dot "mk,nk->mn" %x, %w : (tensor<17x40xf16>, tensor<33x40xf16>) -> tensor<17x33xf16>
			%1 = torch.mul(%0, %s) : (tensor<17x33xf16>, tensor<f16>) -> tensor<17x33xf16>
			%2 = torch.add(%r, %1) : (tensor<17x33xf16>, tensor<17x33xf16>) -> tensor<17x33xf16>
			return %2 : tensor<17x33xf16> }`, nil},
		{"a column and a mask", `(%x: tensor<17x40xf32>, %w: tensor<40x33xf32>, %c: tensor<17x1xf32>, %m: tensor<17x33xi1>) -> tensor<17x33xf32> {
			%0 = prim.dot "mk,kn->mn" %x, %w : (tensor<17x40xf32>, tensor<40x33xf32>) -> tensor<17x33xf32>
			%1 = torch.div(%0, %c) : (tensor<17x33xf32>, tensor<17x1xf32>) -> tensor<17x33xf32>
			%2 = torch.where(%m, %1, 0.5) : (tensor<17x33xi1>, tensor<17x33xf32>) -> tensor<17x33xf32>
			return %2 : tensor<17x33xf32> }`, nil},
		{"a reshape between", `(%x: tensor<34x40xf32>, %w: tensor<33x40xf32>, %b: tensor<33xf32>, %r: tensor<2x17x33xf32>) -> tensor<2x17x33xf32> {
			%0 = torch.aten.linear(%x, %w, bias = %b) : (tensor<34x40xf32>, tensor<33x40xf32>, tensor<33xf32>) -> tensor<34x33xf32>
			%1 = prim.reshape %0 : tensor<34x33xf32> -> tensor<2x17x33xf32>
			%2 = prim.add %1, %r : tensor<2x17x33xf32>
			return %2 : tensor<2x17x33xf32> }`, nil},
		{"a reshape, and an operand that does not lie so", `(%x: tensor<34x40xf32>, %w: tensor<33x40xf32>, %r: tensor<17x2x33xf32>) -> tensor<2x17x33xf32> {
			%0 = prim.dot "mk,nk->mn" %x, %w : (tensor<34x40xf32>, tensor<33x40xf32>) -> tensor<34x33xf32>
			%1 = prim.reshape %0 : tensor<34x33xf32> -> tensor<2x17x33xf32>
			%2 = prim.transpose %r perm [1, 0, 2] : tensor<17x2x33xf32> -> tensor<2x17x33xf32>
			%3 = prim.add %1, %2 : tensor<2x17x33xf32>
			return %3 : tensor<2x17x33xf32> }`, nil},
		{"a batch of f64", `(%x: tensor<3x17x20xf64>, %w: tensor<3x20x9xf64>, %b: tensor<9xf64>) -> tensor<3x17x9xf64> {
			%0 = torch.aten.bmm(%x, %w) : (tensor<3x17x20xf64>, tensor<3x20x9xf64>) -> tensor<3x17x9xf64>
			%1 = torch.add(%0, %b) : (tensor<3x17x9xf64>, tensor<9xf64>) -> tensor<3x17x9xf64>
			%2 = torch.aten.relu(%1) : (tensor<3x17x9xf64>) -> tensor<3x17x9xf64>
			return %2 : tensor<3x17x9xf64> }`, nil},
		{"unknown sizes", `(%x: tensor<?x40xf32>, %w: tensor<33x40xf32>, %b: tensor<33xf32>, %r: tensor<?x33xf32>) -> tensor<?x33xf32> {
			%0 = torch.aten.linear(%x, %w, bias = %b) : (tensor<?x40xf32>, tensor<33x40xf32>, tensor<33xf32>) -> tensor<?x33xf32>
			%1 = torch.aten.relu(%0) : (tensor<?x33xf32>) -> tensor<?x33xf32>
			%2 = prim.add %1, %r : tensor<?x33xf32>
			return %2 : tensor<?x33xf32> }`, nil},
		{"a convolution in groups", `(%x: tensor<2x4x9x8xf32>, %w: tensor<6x2x3x2xf32>, %b: tensor<6xf32>, %r: tensor<2x6x5x9xf32>) -> tensor<2x6x5x9xf32> {
			%0 = prim.convolution %x, %w strides [2, 1] padding [1, 1] dilation [1, 1] output_padding [0, 0] groups 2 : (tensor<2x4x9x8xf32>, tensor<6x2x3x2xf32>) -> tensor<2x6x5x9xf32>
			%1 = prim.expand_dims %b dims [0, 2, 3] : tensor<6xf32> -> tensor<1x6x1x1xf32>
			%2 = torch.add(%0, %1) : (tensor<2x6x5x9xf32>, tensor<1x6x1x1xf32>) -> tensor<2x6x5x9xf32>
			%3 = torch.mul(%2, %r) : (tensor<2x6x5x9xf32>, tensor<2x6x5x9xf32>) -> tensor<2x6x5x9xf32>
			return %3 : tensor<2x6x5x9xf32> }`, nil},
		{"a sum in front of a normalization", `(%x: tensor<17x40xf32>, %w: tensor<33x40xf32>, %r: tensor<17x33xf32>) -> (tensor<17x33xf32>, tensor<17x33xf32>) {
			%0 = prim.dot "mk,nk->mn" %x, %w : (tensor<17x40xf32>, tensor<33x40xf32>) -> tensor<17x33xf32>
			%1 = prim.add %0, %r : tensor<17x33xf32>
			%2 = torch.aten.softmax.int(%1, dim = 1) : (tensor<17x33xf32>) -> tensor<17x33xf32>
			return %1, %2 : tensor<17x33xf32>, tensor<17x33xf32> }`, []string{prim.Rows}},
		{"two results", `(%x: tensor<17x40xf32>, %w: tensor<33x40xf32>) -> (tensor<17x33xf32>, tensor<17x33xf32>) {
			%0 = prim.dot "mk,nk->mn" %x, %w : (tensor<17x40xf32>, tensor<33x40xf32>) -> tensor<17x33xf32>
			%1 = prim.neg %0 : tensor<17x33xf32>
			%2 = prim.exp %1 : tensor<17x33xf32>
			return %1, %2 : tensor<17x33xf32>, tensor<17x33xf32> }`, []string{"prim.exp"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := compareKernels(t, c.text)
			var products int
			var apart []string
			for op := range f.Entry().Ops() {
				switch kind := kindOf(f, op); {
				case kind == prim.Product:
					products++
				case op.NumResults() > 0 && !prim.IsView(op) && !op.Is(&prim.Size):
					apart = append(apart, kind)
				}
			}
			if products != 1 || !slices.Equal(apart, c.apart) {
				t.Errorf("%d regions of products, and apart %v; want 1 and %v", products, apart, c.apart)
			}
		})
	}
}

// TestSumsOfColumnsAreComputedWithWhatTheySum checks that reductions along other dimensions than the last are in one
// region with their elementwise operands, and with each other.
func TestSumsOfColumnsAreComputedWithWhatTheySum(t *testing.T) {
	for i, c := range []struct{ name, text string }{
		{"gradient of a normalization", `(%g: tensor<5x17x70xf32>, %x: tensor<5x17x70xf32>) -> (tensor<70xf32>, tensor<70xf32>) {
			%0 = prim.mul %g, %x : tensor<5x17x70xf32>
			%1 = prim.sum %0 dims [0, 1] : tensor<5x17x70xf32> -> tensor<70xf32>
			%2 = prim.sum %g dims [0, 1] : tensor<5x17x70xf32> -> tensor<70xf32>
			return %1, %2 : tensor<70xf32>, tensor<70xf32> }`},
		{"long columns in parts, and their elements", `(%g: tensor<8192x70xbf16>, %x: tensor<8192x70xbf16>) -> (tensor<8192x70xbf16>, tensor<70xbf16>, tensor<70xbf16>) {
			%0 = prim.fill %x, 0 : tensor<8192x70xbf16>
			%1 = prim.le %x, %0 : tensor<8192x70xbf16>
			%2 = prim.where %1, %0, %g : tensor<8192x70xi1>, tensor<8192x70xbf16>
			%3 = prim.sum %2 dims [0] : tensor<8192x70xbf16> -> tensor<70xbf16>
			%4 = prim.amax %2 dims [0] : tensor<8192x70xbf16> -> tensor<70xbf16>
			return %2, %3, %4 : tensor<8192x70xbf16>, tensor<70xbf16>, tensor<70xbf16> }`},
		{"channels of images", `(%g: tensor<3x6x20x21xf32>, %x: tensor<3x6x20x21xf32>, %m: tensor<6xf32>) -> (tensor<3x6x20x21xf32>, tensor<6xf32>, tensor<6xf32>) {
			%0 = prim.broadcast_in_dim %m dims [1] : tensor<6xf32> -> tensor<3x6x20x21xf32>
			%1 = prim.sub %x, %0 : tensor<3x6x20x21xf32>
			%2 = prim.mul %1, %g : tensor<3x6x20x21xf32>
			%3 = prim.sum %2 dims [0, 2, 3] : tensor<3x6x20x21xf32> -> tensor<6xf32>
			%4 = prim.sum %1 dims [0, 2, 3] : tensor<3x6x20x21xf32> -> tensor<6xf32>
			return %1, %3, %4 : tensor<3x6x20x21xf32>, tensor<6xf32>, tensor<6xf32> }`},
		{"a transposed operand", `(%g: tensor<70x33xf32>, %x: tensor<33x70xf32>) -> tensor<70xf32> {
			%0 = prim.transpose %g perm [1, 0] : tensor<70x33xf32> -> tensor<33x70xf32>
			%1 = prim.mul %0, %x : tensor<33x70xf32>
			%2 = prim.sum %1 dims [0] : tensor<33x70xf32> -> tensor<70xf32>
			return %2 : tensor<70xf32> }`},
		{"unknown sizes", `(%g: tensor<?x70xf16>, %x: tensor<?x70xf16>) -> (tensor<70xf16>, tensor<?x70xf16>) {
			%0 = prim.mul %g, %x : tensor<?x70xf16>
			%1 = prim.sum %0 dims [0] : tensor<?x70xf16> -> tensor<70xf16>
			return %1, %0 : tensor<70xf16>, tensor<?x70xf16> }`},
	} {
		if !longtest.Includes(i, 3) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			f := compareKernels(t, c.text)
			var kinds []string
			for op := range f.Entry().Ops() {
				if kind := kindOf(f, op); op.NumResults() > 0 && !prim.IsView(op) {
					kinds = append(kinds, kind)
				}
			}
			if !slices.Equal(kinds, []string{prim.Columns}) {
				t.Errorf("got %v, want one region of columns", kinds)
			}
		})
	}
}

// kindOf returns the kind of region that op calls, or, if it calls none, its name.
func kindOf(f fn.Func, op *ir.Operation) string {
	if callee, ok := op.Inherent("callee").(*ir.SymbolRefAttr); ok {
		return prim.RegionKind(ir.LookupSymbol(f.Parent(), callee.Root()))
	}
	return op.Name()
}
