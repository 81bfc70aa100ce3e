package importgo

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"math/big"

	"github.com/girih-ir/girih/ir"
)

// fold evaluates an operation on two constants. go/types has not done this for parameters of type kernel.Const, which
// are variables for it. fold returns nil if the program must compute the operation.
func (i *importer) fold(op token.Token, x, y *value, t types.Type) *value {
	if x.con == nil || y.con == nil {
		return nil
	}
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return &value{typ: t, con: constant.MakeBool(constant.Compare(x.con, op, y.con))}
	case token.LAND, token.LOR:
		return &value{typ: t, con: constant.BinaryOp(x.con, op, y.con)}
	case token.SHL, token.SHR:
		n, ok := constant.Uint64Val(constant.ToInt(y.con))
		if !ok || n > 64 {
			return nil
		}
		return i.wrapped(t, constant.Shift(constant.ToInt(x.con), op, uint(n)))
	}
	switch e := i.element(t).(type) {
	case *ir.IntegerType:
		if (op == token.QUO || op == token.REM) && constant.Sign(y.con) == 0 {
			i.failHere("division by zero")
		}
		if op == token.QUO {
			op = token.QUO_ASSIGN // package constant uses this token for integer division
		}
		return i.wrapped(t, constant.BinaryOp(constant.ToInt(x.con), op, constant.ToInt(y.con)))
	case *ir.FloatType:
		if (op == token.QUO && constant.Sign(y.con) == 0) || (e != i.ctx.F32() && e != i.ctx.F64()) {
			return nil
		}
		return i.rounded(t, constant.BinaryOp(constant.ToFloat(x.con), op, constant.ToFloat(y.con)))
	}
	return nil
}

// wrapped returns an integer constant modulo 2^n, where n is the number of bits of its type.
func (i *importer) wrapped(t types.Type, c constant.Value) *value {
	e := i.element(t).(*ir.IntegerType)
	n, ok := new(big.Int).SetString(c.ExactString(), 10)
	if !ok {
		return nil
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(e.Width))
	n.Mod(n, modulus)
	if e.Signedness != ir.Unsigned && n.Bit(int(e.Width)-1) == 1 {
		n.Sub(n, modulus)
	}
	return &value{typ: t, con: constant.Make(n)}
}

// rounded returns a float constant rounded to float32 or float64; nil if it is out of range.
func (i *importer) rounded(t types.Type, c constant.Value) *value {
	if i.element(t) == i.ctx.F32() {
		f, _ := constant.Float32Val(c)
		if math.IsInf(float64(f), 0) {
			return nil
		}
		return &value{typ: t, con: constant.MakeFloat64(float64(f))}
	}
	f, _ := constant.Float64Val(c)
	if math.IsInf(f, 0) {
		return nil
	}
	return &value{typ: t, con: constant.MakeFloat64(f)}
}

// convertConstant converts a constant to a type. It returns nil if the program must do it.
func (i *importer) convertConstant(x *value, t types.Type) *value {
	switch i.element(t).(type) {
	case *ir.IntegerType:
		if n := constant.ToInt(x.con); n.Kind() == constant.Int {
			return i.wrapped(t, n)
		}
		f, _ := constant.Float64Val(x.con)
		n, _ := big.NewFloat(math.Trunc(f)).Int(nil)
		return i.wrapped(t, constant.Make(n))
	case *ir.FloatType:
		// The constant stays exact. It is rounded once, to the type's format, when an operation uses it.
		return &value{typ: t, con: constant.ToFloat(x.con)}
	}
	return nil
}
