package promotion

import (
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// cutileTable is the table of section "Arithmetic Promotion" of the data model of cuTile Python. It uses that section's
// abbreviations; the narrow floats have other ones. A `.` is an error. Rows and columns are in the order of
// cutileAbbreviations.
var cutileTable = strings.Fields(`
	b1   u8   u16  u32  u64  i8   i16  i32  i64  f16  f32  f64  bf   .    .    .    .    .
	u8   u8   u16  u32  u64  .    .    .    .    f16  f32  f64  bf   .    .    .    .    .
	u16  u16  u16  u32  u64  .    .    .    .    f16  f32  f64  bf   .    .    .    .    .
	u32  u32  u32  u32  u64  .    .    .    .    f16  f32  f64  bf   .    .    .    .    .
	u64  u64  u64  u64  u64  .    .    .    .    f16  f32  f64  bf   .    .    .    .    .
	i8   .    .    .    .    i8   i16  i32  i64  f16  f32  f64  bf   .    .    .    .    .
	i16  .    .    .    .    i16  i16  i32  i64  f16  f32  f64  bf   .    .    .    .    .
	i32  .    .    .    .    i32  i32  i32  i64  f16  f32  f64  bf   .    .    .    .    .
	i64  .    .    .    .    i64  i64  i64  i64  f16  f32  f64  bf   .    .    .    .    .
	f16  f16  f16  f16  f16  f16  f16  f16  f16  f16  f32  f64  .    .    .    .    .    .
	f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f64  f32  .    .    .    .    .
	f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  .    .    .    .    .
	bf   bf   bf   bf   bf   bf   bf   bf   bf   .    f32  f64  bf   .    .    .    .    .
	.    .    .    .    .    .    .    .    .    .    .    .    .    tf32 .    .    .    .
	.    .    .    .    .    .    .    .    .    .    .    .    .    .    e4m3 .    .    .
	.    .    .    .    .    .    .    .    .    .    .    .    .    .    .    e5m2 .    .
	.    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    e8m0 .
	.    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    e2m1`)

var cutileAbbreviations = strings.Fields("b1 u8 u16 u32 u64 i8 i16 i32 i64 f16 f32 f64 bf tf32 e4m3 e5m2 e8m0 e2m1")

// cutileFloats maps the MLIR names of float types to their index in cutileAbbreviations.
var cutileFloats = map[string]int{
	"f16": 9, "f32": 10, "f64": 11, "bf16": 12, "tf32": 13, "f8E4M3FN": 14, "f8E5M2": 15, "f8E8M0FNU": 16, "f4E2M1FN": 17,
}

// cutileIndex returns the index of a type in cutileAbbreviations.
func cutileIndex(t ir.Type) (i int, ok bool) {
	switch t := t.(type) {
	case *ir.FloatType:
		i, ok = cutileFloats[t.Format.Name()]
		return i, ok
	case *ir.IntegerType:
		i = slices.Index([]uint32{1, 8, 16, 32, 64}, t.Width)
		if t.Signedness == ir.Signless && i > 0 {
			i += 4
		}
	}
	return i, i >= 0
}

// cutilePair returns the entry of the table for two types.
func cutilePair(_ *ir.Context, a, b ir.Type) (ir.Type, error) {
	row, ok1 := cutileIndex(a)
	column, ok2 := cutileIndex(b)
	if ok1 && ok2 {
		switch cutileTable[row*len(cutileAbbreviations)+column] {
		case cutileAbbreviations[row]:
			return a, nil
		case cutileAbbreviations[column]:
			return b, nil
		}
	}
	return nil, noCommonType(CuTile, a, b)
}

// cutileArithmetic reports whether a float type is an arithmetic data type in cuTile. The other float types, such as
// tf32 and the 8-bit ones, can only be promoted with themselves and with float literals.
func cutileArithmetic(t ir.Type) bool {
	i, ok := cutileIndex(t)
	return ok && i <= 12
}

// cutileLiteral checks whether a literal of a lower kind can be combined with an operand of type t. The literal counts
// as an operand of the type that it has by itself.
func cutileLiteral(ctx *ir.Context, t ir.Type, n Number) error {
	if kind, _ := KindOf(t); n.Kind == kind || cutileArithmetic(t) {
		return nil
	}
	concrete, err := LiteralType(ctx, CuTile, n)
	if err != nil {
		return err
	}
	return fmt.Errorf("%w of literal %v, an '%s', and '%s' in cutile semantics; write it as a float, or convert one of "+
		"them with tile.cast", ErrNoCommonType, n, concrete, t)
}
