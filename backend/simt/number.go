package simt

import (
	"math"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

func pointerType(t ir.Type) (*llvm.PointerType, bool) {
	p, ok := t.(*llvm.PointerType)
	return p, ok
}

// number returns the bits of a Go number as a number of a type; ok is false if it is out of range.
func number(t ir.Type, arg any) (bits uint64, ok bool) {
	w := width(t)
	f := formatOf(t)
	switch arg := arg.(type) {
	case bool:
		return smallint.Truth(arg), f == nil && w == 1
	case float32:
		return number(t, float64(arg))
	case float64:
		if f == nil {
			return 0, false
		}
		return f.FromFloat64(arg, apfloat.ToNearestEven).Lo, true
	case uint64:
		if arg <= math.MaxInt64 {
			return number(t, int64(arg))
		}
		return arg, f == nil && w == 64
	case int:
		return number(t, int64(arg))
	case int32:
		return number(t, int64(arg))
	case int64:
		if f != nil {
			return f.FromInt64(arg, apfloat.ToNearestEven).Lo, true
		}
		if w < 64 && (arg < -1<<(w-1) || arg >= 1<<w) {
			return 0, false
		}
		return uint64(arg) & smallint.Mask(w), true
	}
	return 0, false
}
