package llvmir

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Atomic operations are printed as PTX. Compilers before LLVM 20 drop the memory orders and scopes of atomicrmw,
// libNVVM 7 cannot read fadd, and no form of a bf16 addition works with all of them.

// atomicOps are PTX's names of the kinds of llvm.atomicrmw on integers, with the letter of their operand type (PTX ISA,
// "atom").
var atomicOps = map[string]struct{ op, letter string }{
	"xchg": {"exch", "b"}, "add": {"add", "u"}, "sub": {"add", "u"}, "_and": {"and", "b"}, "_or": {"or", "b"},
	"_xor": {"xor", "b"},
	"max":  {"max", "s"}, "min": {"min", "s"}, "umax": {"max", "u"}, "umin": {"min", "u"}, "uinc_wrap": {"inc", "u"},
	"udec_wrap": {"dec", "u"},
}

// floatAdds are the names of floating-point additions, by format.
var floatAdds = map[string]string{"f16": "add.noftz.f16", "bf16": "add.noftz.bf16", "f32": "add.f32", "f64": "add.f64"}

// emitAtomicRMW prints atom, or red if the old value is unused and the memory order allows red.
func emitAtomicRMW(b *body, op *ir.Operation) error {
	t := op.Operand(1).Type()
	suffix, ok := rmwSuffix(op)
	if !ok {
		return op.Errorf("on %s has no instruction in PTX", ir.Quote(t))
	}
	ordering, _ := llvm.AtomicOrdering.Value(op.Inherent("ordering"))
	name := llvm.AtomicOrdering.Name(ordering)
	head, err := atomicHead(op, name)
	if err != nil {
		return err
	}
	v, letter, err := b.register(op, op.Operand(1))
	if err != nil {
		return err
	}
	if kindOf(op) == "sub" {
		v = add(b, llir.NewSub(constant.NewInt(v.Type().(*types.IntType), 0), v))
	}
	ptr, err := b.addressOperand(op, 0, t)
	if err != nil {
		return err
	}
	if !op.Result(0).HasUses() && kindOf(op) != "xchg" && (name == "monotonic" || name == "release") {
		add(b, effectful("red"+head+"."+suffix+" [$0], $1;", "l,"+letter+",~{memory}", types.Void, ptr, v))
		return nil
	}
	text := "atom" + head + "." + suffix + " $0, [$1], $2;"
	if name == "seq_cst" {
		text = "fence.sc." + scopeOf(op) + "; " + text
	}
	old := add(b, effectful(text, "="+letter+",l,"+letter+",~{memory}", v.Type(), ptr, v))
	return b.fromRegister(op, old)
}

func kindOf(op *ir.Operation) string {
	kind, _ := llvm.AtomicBinOp.Value(op.Inherent("bin_op"))
	return llvm.AtomicBinOp.Name(kind)
}

// rmwSuffix returns the operation and the type of an instruction, such as "add.u32".
func rmwSuffix(op *ir.Operation) (suffix string, ok bool) {
	t, kind := op.Operand(1).Type(), kindOf(op)
	if f, isFloat := t.(*ir.FloatType); isFloat && kind == "fadd" {
		suffix, ok = floatAdds[f.Format.Name()]
		return suffix, ok
	}
	ptx, ok := atomicOps[kind]
	width := widthOf(t)
	if !ok || width != 32 && (width != 64 || kind == "uinc_wrap" || kind == "udec_wrap") {
		return "", false
	}
	return fmt.Sprintf("%s.%s%d", ptx.op, ptx.letter, width), true
}

// widthOf returns the width in bits of a number or pointer, or 0 for other types.
func widthOf(t ir.Type) int {
	switch t.(type) {
	case *llvm.PointerType:
		return 8 * pointerBytes
	case *ir.IntegerType, *ir.FloatType:
		return ir.BitWidth(t)
	}
	return 0
}

// ptxScopes maps LLVM's scopes for NVPTX to PTX's.
var ptxScopes = map[string]string{"": "sys", "device": "gpu", "block": "cta", "cluster": "cluster",
	"singlethread": "cta"}

// scopeOf returns the PTX scope of an atomic operation, or "" if PTX has none.
func scopeOf(op *ir.Operation) string {
	scope, _ := op.Inherent("syncscope").(*ir.StringAttr)
	if scope == nil {
		return ptxScopes[""]
	}
	return ptxScopes[scope.Value]
}

// emitFence prints fence.sc for a fence that is sequentially consistent, and fence.acq_rel for all weaker ones.
func emitFence(b *body, op *ir.Operation) error {
	scope := scopeOf(op)
	if scope == "" {
		return unknownScope(op)
	}
	kind := "acq_rel"
	if ordering, _ := llvm.AtomicOrdering.Value(op.Inherent("ordering")); llvm.AtomicOrdering.Name(ordering) == "seq_cst" {
		kind = "sc"
	}
	add(b, effectful("fence."+kind+"."+scope+";", ordered, types.Void))
	return nil
}

func unknownScope(op *ir.Operation) error {
	return op.Errorf("has scope %s; NVPTX has block, cluster, device and the system, which has no name",
		op.Inherent("syncscope"))
}

// atomicHead returns the modifiers of an instruction for order, scope and address space, such as ".acq_rel.gpu.global".
func atomicHead(op *ir.Operation, ordering string) (string, error) {
	semantics := map[string]string{"monotonic": "relaxed", "acquire": "acquire", "release": "release",
		"acq_rel": "acq_rel",
		"seq_cst": "acq_rel"}[ordering]
	scope := scopeOf(op)
	if scope == "" {
		return "", unknownScope(op)
	}
	head := "." + semantics + "." + scope
	ptr, ok := op.Operand(0).Type().(*llvm.PointerType)
	switch {
	case !ok:
		return "", op.Errorf("has no translation to LLVM IR: only single pointers have")
	case ptr.AddrSpace == llvm.GlobalSpace:
		head += ".global"
	case ptr.AddrSpace == llvm.SharedSpace:
		head += ".shared"
	case ptr.AddrSpace != 0:
		return "", op.Errorf("has no instruction in PTX for address space %d", ptr.AddrSpace)
	}
	return head, nil
}

// emitCmpXchg prints atom.cas, which is never weak. Its order is strong enough for both success and failure.
func emitCmpXchg(b *body, op *ir.Operation) error {
	t := op.Operand(2).Type()
	width := widthOf(t)
	if width != 16 && width != 32 && width != 64 {
		return op.Errorf("on %s has no instruction in PTX", ir.Quote(t))
	}
	success, _ := llvm.AtomicOrdering.Value(op.Inherent("success_ordering"))
	failure, _ := llvm.AtomicOrdering.Value(op.Inherent("failure_ordering"))
	order := joinOrders(llvm.AtomicOrdering.Name(success), llvm.AtomicOrdering.Name(failure))
	head, err := atomicHead(op, order)
	if err != nil {
		return err
	}
	ptr, err := b.addressOperand(op, 0, t)
	if err != nil {
		return err
	}
	expected, letter, err := b.register(op, op.Operand(1))
	if err != nil {
		return err
	}
	v, _, err := b.register(op, op.Operand(2))
	if err != nil {
		return err
	}
	text := fmt.Sprintf("atom%s.cas.b%d $0, [$1], $2, $3;", head, width)
	if order == "seq_cst" {
		text = "fence.sc." + scopeOf(op) + "; " + text
	}
	constraints := fmt.Sprintf("=%[1]s,l,%[1]s,%[1]s,~{memory}", letter)
	old := add(b, effectful(text, constraints, v.Type(), ptr, expected, v))
	replaced := add(b, llir.NewICmp(enum.IPredEQ, old, expected))
	typ, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	word := value.Value(old)
	if _, isPointer := t.(*llvm.PointerType); isPointer {
		word = add(b, llir.NewIntToPtr(old, typ.(*types.StructType).Fields[0]))
	}
	first := add(b, &llir.InstInsertValue{X: constant.NewUndef(typ), Elem: word, Indices: []uint64{0}, Typ: typ})
	b.emit(op, &llir.InstInsertValue{X: first, Elem: replaced, Indices: []uint64{1}, Typ: typ})
	return nil
}

// joinOrders returns the weakest order that is as strong as both.
func joinOrders(success, failure string) string {
	switch {
	case success == "seq_cst" || failure == "seq_cst":
		return "seq_cst"
	case failure != "acquire":
		return success
	case success == "release" || success == "acq_rel":
		return "acq_rel"
	}
	return "acquire"
}

// register returns a number or pointer as an operand of inline assembly, with the letter of its constraint. Halves and
// pointers are passed as integers, since libNVVM accepts no others.
func (b *body) register(op *ir.Operation, v *ir.Value) (value.Value, string, error) {
	if _, isPointer := v.Type().(*llvm.PointerType); isPointer {
		return add(b, llir.NewPtrToInt(b.values.Get(v), types.I64)), "l", nil
	}
	x := b.values.Get(v)
	switch t := x.Type().(type) {
	case bfloat:
		return add(b, llir.NewBitCast(x, types.I16)), "h", nil
	case *types.IntType:
		if letter, ok := map[uint64]string{16: "h", 32: "r", 64: "l"}[t.BitSize]; ok {
			return x, letter, nil
		}
	case *types.FloatType:
		switch t.Kind {
		case types.FloatKindHalf:
			return add(b, llir.NewBitCast(x, types.I16)), "h", nil
		case types.FloatKindFloat:
			return x, "f", nil
		case types.FloatKindDouble:
			return x, "d", nil
		}
	}
	return nil, "", op.Errorf("has no translation to LLVM IR: assembly has no register for %s", ir.Quote(v.Type()))
}

// fromRegister converts the result of inline assembly to the result of op.
func (b *body) fromRegister(op *ir.Operation, v value.Value) error {
	typ, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	switch _, isPointer := op.Result(0).Type().(*llvm.PointerType); {
	case isPointer:
		b.emit(op, llir.NewIntToPtr(v, typ))
	case sameType(v.Type(), typ):
		b.values.Set(op.Result(0), v)
	default:
		b.emit(op, llir.NewBitCast(v, typ))
	}
	return nil
}

// effectful returns a call of inline assembly with side effects, which must not be moved or removed.
func effectful(text, constraints string, result types.Type, args ...value.Value) *llir.InstCall {
	call := assembly(text, constraints, result, args...)
	call.Callee.(*llir.InlineAsm).SideEffect = true
	return call
}
