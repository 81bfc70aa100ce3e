package run

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/ir"
)

// array creates an array of an element type such as f16.
func array(t *testing.T, ctx *ir.Context, text string, values ...float64) *interp.Array {
	t.Helper()
	shape, elem, err := parseType(ctx, text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := interp.NewArray(elem, shape...)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		a.SetFloat64(i, v)
	}
	return a
}

func TestArraysLieInMemoryAsKernelsReadThem(t *testing.T) {
	ctx := girih.NewContext()
	for _, tt := range []struct {
		a    *interp.Array
		want []byte
	}{
		{array(t, ctx, "2xi32", 1, -2), []byte{1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff}},
		{array(t, ctx, "2xf16", 1, 2), []byte{0, 0x3c, 0, 0x40}},
		{array(t, ctx, "2xbf16", 1), []byte{0x80, 0x3f, poison, poison}},
		{array(t, ctx, "3xi1", 1, 0, 1), []byte{1, 0, 1}},
		{array(t, ctx, "1xf8E5M2", 1), []byte{0x3c}},
		{array(t, ctx, "1xf64", 1), []byte{0, 0, 0, 0, 0, 0, 0xf0, 0x3f}},
	} {
		if got := memoryOf(tt.a); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: % x, want % x", typeText(tt.a), got, tt.want)
		}
	}
}

func TestOnlyWhatHasChangedIsTaken(t *testing.T) {
	a := array(t, girih.NewContext(), "4xi16", 1, 2)
	before := memoryOf(a)
	takeMemory(a, before, before)
	if a.Written() {
		t.Error("nothing has changed, but the array is written")
	}
	after := append([]byte{}, before...)
	after[2], after[6] = 7, 9
	takeMemory(a, before, after)
	if !a.Written() || a.Bits(0) != 1 || a.Bits(1) != 7 || a.Defined(2) || a.Bits(3) != 9|poison<<8 {
		t.Errorf("elements %v %v %v %v", a.Bits(0), a.Bits(1), a.Defined(2), a.Bits(3))
	}
}

func TestNumbersTakeTheTypeOfTheParameter(t *testing.T) {
	ctx := girih.NewContext()
	number := func(kind, dtype string) *manifest.Parameter { return &manifest.Parameter{Kind: kind, Type: dtype} }
	for _, tt := range []struct {
		p    *manifest.Parameter
		t    ir.Type
		size int
		a    any
		want uint64
		ok   bool
	}{
		{number(manifest.Integer, "i32"), ctx.I(32), 4, int64(-1), 1<<64 - 1, true},
		{number(manifest.Integer, "i32"), ctx.I(32), 4, int64(1 << 31), 1 << 31, true},
		{number(manifest.Integer, "i32"), ctx.I(32), 4, int64(1 << 32), 0, false},
		{number(manifest.Integer, "i8"), ctx.I(8), 1, int64(-129), 0, false},
		{number(manifest.Integer, "i32"), ctx.I(32), 4, 2.5, 0, false},
		{number(manifest.Integer, "i1"), ctx.I(1), 1, true, 1, true},
		{number(manifest.Integer, "i32"), ctx.I(32), 4, true, 0, false},
		{number(manifest.Integer, "i64"), ctx.I(64), 8, uint64(1 << 63), 1 << 63, true},
		{number(manifest.Integer, "i64"), nil, 8, int64(5), 5, true},
		{number(manifest.Float, "f32"), ctx.F32(), 4, int64(1), 0x3f800000, true},
		{number(manifest.Float, "f32"), nil, 4, 1.0, 0x3f800000, true},
		{number(manifest.Float, "f64"), nil, 8, 1.0, 0x3ff0000000000000, true},
		{number(manifest.Float, "bf16"), ctx.Float("bf16"), 2, 1.0, 0x3f80, true},
		{number(manifest.Integer, "f8E5M2"), ctx.Float("f8E5M2"), 1, 1.0, 0x3c, true},
		{number(manifest.Float, "bf16"), nil, 2, 1.0, 0, false},
		{number(manifest.Float, "f32"), ctx.F32(), 4, true, 0, false},
	} {
		got, err := numberBits(tt.p, tt.t, tt.size, tt.a)
		if (err == nil) != tt.ok || got != tt.want || err != nil && !errors.Is(err, errArgument) {
			t.Errorf("%v for %s: %#x, %v, want %#x", tt.a, tt.p.Type, got, err, tt.want)
		}
	}
}

func TestArgumentsAreCheckedBeforeALaunch(t *testing.T) {
	ctx := girih.NewContext()
	k := &manifest.Kernel{Entry: "k", Arguments: []manifest.Argument{{Kind: manifest.Pointer, Bytes: 8},
		{Kind: manifest.Integer, Bytes: 4}},
		Parameters: []manifest.Parameter{{Name: "x", Kind: manifest.Pointer, Type: "f32"},
			{Name: "n", Kind: manifest.Integer, Type: "i32", First: 1}}}
	types := []ir.Type{ctx.F32(), ctx.I(32)}
	x := array(t, ctx, "4xf32")
	for want, args := range map[string][]any{
		"takes 2 arguments":          {x},
		"is pointer f32":             {int64(1), int64(1)},
		"is integer i32":             {x, x},
		"has elements of type f32":   {array(t, ctx, "4xi32"), int64(1)},
		"expected a value for 'i32'": {x, 1.5},
	} {
		if _, err := prepare(k, types, args); !errors.Is(err, errArgument) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	l, err := prepare(k, types, []any{x, int64(7)})
	if err != nil || l.arrays[0] != x || l.arrays[1] != nil {
		t.Errorf("%+v, %v", l, err)
	}
}

func TestComparisonTellsRoundingFromErrors(t *testing.T) {
	ctx := girih.NewContext()
	automatic := tolerance{-1, -1}
	for _, tt := range []struct {
		dtype     string
		got, want float64
		t         tolerance
		wrong     int
	}{
		{"1xf32", 1, 1, automatic, 0},
		{"1xf32", 1.000001, 1, automatic, 0},
		{"1xf32", 1.0001, 1, automatic, 1},
		{"1xf32", 1.000001, 1, tolerance{0, 0}, 1},
		{"1xf32", 1.5, 1, tolerance{0.5, 0}, 0},
		{"1xf64", 1.00001, 1, automatic, 1},
		{"1xbf16", 1.0078125, 1, automatic, 0},
		{"1xf16", 1.01, 1, automatic, 1},
		{"1xi32", 2, 1, tolerance{10, 10}, 1},
		{"1xi32", 1, 1, automatic, 0},
	} {
		d := difference(array(t, ctx, tt.dtype, tt.got), array(t, ctx, tt.dtype, tt.want),
			tt.t.of(array(t, ctx, tt.dtype).Elem()))
		if d.wrong != tt.wrong {
			t.Errorf("%s: %v for %v: %d wrong", tt.dtype, tt.got, tt.want, d.wrong)
		}
	}
	want := array(t, ctx, "6xf32", 1, 2, 3, 4, 5, 6)
	want.Store(0, want.Bits(0))
	got := array(t, ctx, "6xf32", 9)
	var out strings.Builder
	err := compareArrays(&out, []argument{{name: "x", array: got}}, []any{want}, automatic)
	if !errors.Is(err, errDifferent) || !strings.Contains(err.Error(),
		"x: 6 of 6 elements: [0] is 9, want 1, [1] is not written, want 2") {
		t.Errorf("error %v", err)
	}
	if err := compareArrays(io.Discard, []argument{{name: "x", array: want}}, []any{want}, automatic); err != nil {
		t.Errorf("an array differs from itself: %v", err)
	}
}

func TestDevicesAndTargets(t *testing.T) {
	for text, want := range map[string]int{"cuda": 0, "cuda:0": 0, "cuda:3": 3, "gpu": -1, "cuda3": -1, "cuda:-1": -1,
		"cuda:x": -1} {
		got, err := parseDevice(text)
		if (err != nil) != (want < 0) || err == nil && got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
}
