package promotion

import (
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// cutileTypes are the rows and columns of cutileTable, by their MLIR names.
var cutileTypes = []string{
	"i1", "ui8", "ui16", "ui32", "ui64", "i8", "i16", "i32", "i64", "f16", "f32", "f64", "bf16",
	"tf32", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f4E2M1FN",
}

// cutileTable is the table of section "Arithmetic Promotion" of cuTile Python's data model, abbreviated as there; `.`
// is an error.
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

// cutileAbbreviations are the names of cutileTypes in cutileTable, in the same order.
var cutileAbbreviations = strings.Fields("b1 u8 u16 u32 u64 i8 i16 i32 i64 f16 f32 f64 bf tf32 e4m3 e5m2 e8m0 e2m1")

// cutilePair looks two types up in the table.
func cutilePair(_ *ir.Context, a, b ir.Type) (ir.Type, error) {
	row, column := slices.Index(cutileTypes, a.String()), slices.Index(cutileTypes, b.String())
	if row < 0 || column < 0 {
		return nil, fmt.Errorf("%w of '%s' and '%s' in cutile semantics", ErrNoCommonType, a, b)
	}
	switch slices.Index(cutileAbbreviations, cutileTable[row*len(cutileTypes)+column]) {
	case row:
		return a, nil
	case column:
		return b, nil
	}
	return nil, fmt.Errorf("%w of '%s' and '%s' in cutile semantics", ErrNoCommonType, a, b)
}
