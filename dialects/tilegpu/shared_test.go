package tilegpu_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func TestBuffersReadAndPrintAlike(t *testing.T) {
	ctx := registry.NewContext()
	for s, cells := range map[string]int64{
		"!tilegpu.shared<f32>":                       1,
		"!tilegpu.shared<128x64xf16>":                128 * 64,
		"!tilegpu.shared<tensor<128x64xf16>>":        1,
		"!tilegpu.shared<3xtensor<128x64xf8E4M3FN>>": 3,
	} {
		typ, err := text.ParseType(ctx, s)
		if err != nil {
			t.Errorf("%s: %v", s, err)
			continue
		}
		shared := typ.(*tilegpu.SharedType)
		if shared.String() != s || shared.NumCells() != cells ||
			shared != tilegpu.Shared(ctx, shared.Shape(), shared.Cell()) {
			t.Errorf("%s prints as %s and has %d cells", s, shared, shared.NumCells())
		}
	}
}

func TestInvalidBuffersAreRefused(t *testing.T) {
	for s, want := range map[string]string{
		"!tilegpu.shared<0xf32>":                             "positive sizes",
		"!tilegpu.shared<?xf32>":                             "",
		"!tilegpu.shared<65536x65536xf32>":                   "a product of at most",
		"!tilegpu.shared<4xindex>":                           "a cell must hold",
		"!tilegpu.shared<tensor<?xf32>>":                     "a cell must hold",
		"!tilegpu.shared<tensor<32xf32, " + blocked1d + ">>": "without layout",
		"!tilegpu.shared<!tilegpu.shared<f32>>":              "a cell must hold",
	} {
		if typ, err := text.ParseType(registry.NewContext(), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, error %v, want %q", s, typ, err, want)
		}
	}
}

const blocked1d = "#tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>"

func TestAccessesFitTheBuffer(t *testing.T) {
	const (
		row = "!tilegpu.shared<4xtensor<32xf32>>"
		one = "!tilegpu.shared<f32>"
	)
	for _, c := range []struct{ body, want string }{
		{"tilegpu.shared_store %v, %b[%i] : tensor<32xf32>, " + row, ""},
		{"tilegpu.shared_store %v, %b[] : tensor<32xf32>, " + row,
			"expected 1 indices, one for each size of '" + row + "', but got 0"},
		{"%0 = tilegpu.shared_load %b[%i] : " + row + " -> tensor<32xf32>", ""},
		{"%0 = tilegpu.shared_load %b[%i] : " + row + " -> tensor<32xf32, " + blocked1d + ">", ""},
		{"%0 = tilegpu.shared_load %b[%i, %i] : " + row + " -> tensor<32xf32>", "but got 2"},
		{"%0 = tilegpu.shared_load %b[%i] : " + row + " -> tensor<64xf32>", "with any layout, but got 'tensor<64xf32>'"},
		{"%0 = tilegpu.shared_load %s[] : " + one + " -> f16", "expected a value of type 'f32'"},
	} {
		op, err := text.ParseString(registry.NewContext(),
			"func.func @f(%v: tensor<32xf32>, %i: i32) {\n%b = tilegpu.shared_alloc : "+row+
				"\n%s = tilegpu.shared_alloc : "+one+"\n"+c.body+"\nreturn\n}")
		if err == nil {
			err = ir.Verify(op, nil)
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", c.body, err, c.want)
		}
	}
	op, err := text.ParseString(registry.NewContext(), "%s = tilegpu.shared_alloc : "+one)
	if err == nil {
		err = ir.Verify(op, nil)
	}
	if err == nil || !strings.Contains(err.Error(), "must be inside a kernel") {
		t.Errorf("a buffer outside of any scope: error %v", err)
	}
}
