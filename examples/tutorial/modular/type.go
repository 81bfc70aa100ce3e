// Package modular defines the dialect `modular`: arithmetic modulo a number. It is the dialect of docs/tutorial.md.
package modular

import "github.com/girih-ir/girih/ir"

// MaxModulus is the greatest modulus: the product of two smaller numbers fits in 32 bits.
const MaxModulus = 1 << 16

// IntType is `!modular.int<n>`: the integers modulo n.
type IntType struct {
	ir.TypeBase
	Modulus int64
}

var intDef = ir.TypeDef{Dialect: "modular", Mnemonic: "int", Summary: "integers modulo a number", Parse: parseInt}

type intKey struct{ modulus int64 }

// Int returns the type `!modular.int<modulus>`. A context has one of each, so that types are compared with ==.
func Int(ctx *ir.Context, modulus int64) *IntType {
	return ir.Intern(ctx, intKey{modulus}, func(k intKey) *IntType { return &IntType{Modulus: k.modulus} })
}

// Def returns the definition of the type's kind.
func (t *IntType) Def() *ir.TypeDef { return &intDef }

// PrintBody appends what follows the mnemonic.
func (t *IntType) PrintBody(p *ir.Printer) {
	p.Text("<")
	p.Int(t.Modulus)
	p.Text(">")
}

// String returns the type's text.
func (t *IntType) String() string { return ir.TypeText(t) }

func parseInt(p ir.Parser) ir.Type {
	p.Literal("<")
	pos := p.Pos()
	n := p.Int64()
	if !p.Failed() && (n < 2 || n > MaxModulus) {
		p.Errorf(pos, "expected a modulus from 2 to %d, but got %d", MaxModulus, n)
	}
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	return Int(p.Context(), n)
}
