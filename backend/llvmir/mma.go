package llvmir

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Matrix products of warps are printed as PTX too, since libNVVM for older targets has intrinsics for only some of
// them.

func init() {
	emitters.Set(&nvvm.MmaSync, emitMma)
	emitters.Set(&nvvm.LdMatrix, emitLdMatrix)
	emitters.Set(&nvvm.StMatrix, emitStMatrix)
}

// emitMma prints a product of a warp. It has no side effects, and updates the accumulator's registers in place.
func emitMma(b *body, op *ir.Operation) error {
	m, groups := nvvm.MmaOf(op), nvvm.MmaOperands(op)
	n := [3]int{len(groups[0]), len(groups[1]), len(groups[2])}
	args := make([]value.Value, 0, n[0]+n[1]+n[2])
	for i, vs := range groups {
		for _, v := range vs {
			x := b.values.Get(v)
			if i < 2 && m.TypeA != nvvm.TypeF64 {
				x = b.inWord(x)
			}
			args = append(args, x)
		}
	}
	factor := ",r"
	if m.TypeA == nvvm.TypeF64 {
		factor = ",d"
	}
	sums := args[n[0]+n[1]:]
	letters, ties := tied(sums)
	registers := numbered(0, n[2])
	text := "mma.sync.aligned.m" + strconv.Itoa(m.M) + "n" + strconv.Itoa(m.N) + "k" + strconv.Itoa(m.K) + ".row.col." +
		m.TypeD + "." + m.TypeA + "." + m.TypeB + "." + m.TypeD + " " + registers + ", " + numbered(n[2], n[0]) + ", " +
		numbered(n[2]+n[0], n[1]) + ", " + registers + ";"
	constraints := letters + strings.Repeat(factor, n[0]+n[1]) + "," + ties
	fields := make([]types.Type, n[2])
	for i, v := range sums {
		fields[i] = v.Type()
	}
	call := assembly(text, constraints, types.NewStruct(fields...), args...)
	call.FuncAttrs = append(call.FuncAttrs, enum.FuncAttrConvergent)
	call.Callee.(*llir.InlineAsm).SideEffect = op.Attr(nvvm.InOrder) != nil
	b.emit(op, call)
	return nil
}

// inWord returns v as an i32. For a word that was cast to v, that is the word.
func (b *body) inWord(v value.Value) value.Value {
	if v.Type().Equal(types.I32) {
		return v
	}
	if cast, ok := v.(*llir.InstBitCast); ok && cast.From.Type().Equal(types.I32) {
		return cast.From
	}
	return add(b, llir.NewBitCast(v, types.I32))
}

// emitLdMatrix prints a load of matrices.
func emitLdMatrix(b *body, op *ir.Operation) error {
	n, transposed := nvvm.LdMatrixOf(op)
	order := ""
	if transposed {
		order = ".trans"
	}
	text := fmt.Sprintf("ldmatrix.sync.aligned.m8n8.x%d%s.shared.b16 %s, [$%d];", n, order, numbered(0, n), n)
	result := types.Type(types.I32)
	if n > 1 {
		fields := make([]types.Type, n)
		for i := range fields {
			fields[i] = types.I32
		}
		result = types.NewStruct(fields...)
	}
	constraints := strings.Repeat("=r,", n) + "r," + ordered
	b.emit(op, together(text, constraints, result, b.sharedWord(b.operand(op, 0))))
	return nil
}

// emitStMatrix prints a store of matrices.
func emitStMatrix(b *body, op *ir.Operation) error {
	n, transposed := nvvm.StMatrixOf(op)
	order := ""
	if transposed {
		order = ".trans"
	}
	args := []value.Value{b.sharedWord(b.operand(op, 0))}
	for i := range n {
		args = append(args, b.operand(op, i+1))
	}
	text := fmt.Sprintf("stmatrix.sync.aligned.m8n8.x%d%s.shared.b16 [$0], %s;", n, order, numbered(1, n))
	add(b, together(text, strings.Repeat("r,", n+1)+ordered, types.Void, args...))
	return nil
}

// numbered returns n placeholders of inline assembly, from one on, as a list of registers.
func numbered(from, n int) string {
	list := append(make([]byte, 0, 8*n+2), '{')
	for i := range n {
		if i > 0 {
			list = append(list, ", "...)
		}
		list = strconv.AppendInt(append(list, '$'), int64(from+i), 10)
	}
	return string(append(list, '}'))
}
