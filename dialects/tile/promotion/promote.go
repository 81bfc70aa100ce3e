package promotion

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// Promote returns the element type that operands are converted to before they are combined. It does not handle [Torch];
// see [Resolve]. At least one operand must not be a literal, since operations between literals give a literal;
// see [Evaluate]. Promote also checks that the type can represent each literal.
//
// More than two operands are combined from left to right. Literals are combined last because their types depend on the
// other operands.
func Promote(ctx *ir.Context, s Semantics, operands []Operand) (ir.Type, error) {
	common, err := promoteTyped(ctx, s, operands)
	if err != nil {
		return nil, err
	}
	for _, o := range operands {
		if o.Type != nil {
			continue
		}
		if common, err = promoteLiteral(ctx, s, common, o.Literal); err != nil {
			return nil, err
		}
	}
	return common, checkLiterals(operands, common)
}

// promoteTyped combines the operands that are not literals.
func promoteTyped(ctx *ir.Context, s Semantics, operands []Operand) (ir.Type, error) {
	pair := tritonPair
	if s == CuTile {
		pair = cutilePair
	}
	var common ir.Type
	for _, o := range operands {
		if o.Type == nil {
			continue
		}
		if common == nil || common == o.Type {
			common = o.Type
			continue
		}
		var err error
		if common, err = pair(ctx, common, o.Type); err != nil {
			return nil, err
		}
	}
	if common == nil {
		return nil, fmt.Errorf("%w: all operands are literals; convert one of them with tile.cast, to i32 for instance",
			ErrNoCommonType)
	}
	return common, nil
}

// noCommonType returns the error about two types that are not promoted implicitly.
func noCommonType(s Semantics, a, b ir.Type) error {
	return fmt.Errorf("%w of '%s' and '%s' in %v semantics; convert one of them with tile.cast", ErrNoCommonType, a, b, s)
}
