package llvmir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Accesses with cache hints are printed as PTX, since LLVM's loads and stores cannot express them; !nontemporal has no
// effect on NVPTX.

// registers says in which registers inline assembly moves a value.
type registers struct {
	n      int        // registers: 1, 2 or 4
	typ    types.Type // the LLVM type of a register
	letter string     // the letter of its constraint
	bits   int        // number of bits in memory for one register
	parts  int        // number of elements in a register
}

// hinted returns how to move a value of LLVM type t by an access with hints, if a PTX instruction can have them. A hint
// is dropped if PTX has none: for volatile accesses, outside of global memory, and for values that a single instruction
// cannot move.
func hinted(op *ir.Operation, pointer *ir.Value, t types.Type) (registers, bool) {
	operator, eviction := nvvm.CacheHints(op)
	if operator == "" && eviction == "" || op.Inherent("volatile_") != nil {
		return registers{}, false
	}
	if p, ok := pointer.Type().(*llvm.PointerType); !ok || p.AddrSpace != llvm.GlobalSpace {
		return registers{}, false
	}
	elem, n := t, 1
	if v, ok := t.(*types.VectorType); ok {
		elem, n = v.ElemType, int(v.Len)
	}
	r, ok := registersOf(elem, n)
	if align := llvm.Alignment(op); align > 0 && align < int64(r.n*r.bits/8) {
		return r, false
	}
	return r, ok
}

// registersOf chooses registers for n elements: one for each element of at least 32 bits; 32-bit registers for several
// narrower elements; and a 16-bit register for a single narrower one.
func registersOf(elem types.Type, n int) (registers, bool) {
	r := registers{n: n, typ: elem, bits: elementBits(elem), parts: 1}
	switch {
	case r.bits == 64 && sameType(elem, types.Double):
		r.letter = "d"
	case r.bits == 64:
		r.letter, r.typ = "l", types.I64
	case r.bits == 32 && sameType(elem, types.Float):
		r.letter = "f"
	case r.bits == 32:
		r.letter = "r"
	case r.bits != 8 && r.bits != 16:
		return r, false
	case n == 1:
		r.letter, r.typ = "h", types.I16
	default:
		r.parts = 32 / r.bits
		if r.parts > n {
			r.parts = n
		}
		r.letter, r.typ = "r", types.I32
		r.n, r.bits = n/r.parts, r.bits*r.parts
		if r.bits == 16 { // two bytes
			r.letter, r.typ = "h", types.I16
		}
	}
	whole := r.n*r.bits <= 128 && r.n*r.parts == n
	return r, whole && (r.n == 1 || r.n == 2 || r.n == 4)
}

// elementBits returns the width in bits of a number or pointer, or 0 for other types.
func elementBits(t types.Type) int {
	switch t := t.(type) {
	case *types.IntType:
		return int(t.BitSize)
	case *types.FloatType:
		return map[types.FloatKind]int{types.FloatKindHalf: 16, types.FloatKindFloat: 32, types.FloatKindDouble: 64}[t.Kind]
	}
	return 0
}

// hintedAccess returns an instruction without its operands, such as "ld.global.cs.v4.b32 ", and the cache policy that
// is its last operand, if any. An instruction has either a cache operator or an eviction priority of L1. If an access
// has both, the priority applies to L2 only.
func (b *body) hintedAccess(op *ir.Operation, opcode string, r registers) (head string, policy value.Value) {
	operator, eviction := nvvm.CacheHints(op)
	words := []string{opcode, "global"}
	nc := op.Inherent("invariant") != nil
	if operator != "" {
		words = append(words, operator)
	}
	if nc {
		words = append(words, "nc")
	}
	if operator == "" {
		words = append(words, "L1::"+eviction)
	}
	if policy = b.policies[eviction]; policy != nil {
		words = append(words, "L2::cache_hint")
	}
	if r.n > 1 {
		words = append(words, fmt.Sprintf("v%d", r.n))
	}
	return strings.Join(append(words, fmt.Sprintf("b%d", r.bits)), ".") + " ", policy
}

// prioritiesOf returns the eviction priorities that accesses have in L2.
func (b *body) prioritiesOf(blocks []*ir.Block) (priorities []string) {
	for _, block := range blocks {
		for op := range block.Ops() {
			if !op.Is(&llvm.Load) && !op.Is(&llvm.Store) {
				continue
			}
			_, eviction := nvvm.CacheHints(op)
			level2 := eviction == "evict_first" || eviction == "evict_last"
			if level2 && !b.old && !slices.Contains(priorities, eviction) && b.isHinted(op) {
				priorities = append(priorities, eviction)
			}
		}
	}
	return priorities
}

// createPolicies adds the policies of L2 for eviction priorities to the current block.
func (b *body) createPolicies(priorities []string) {
	b.policies = make(map[string]value.Value, len(priorities))
	for _, p := range priorities {
		b.policies[p] = add(b, assembly("createpolicy.fractional.L2::"+p+".b64 $0, 1.0;", "=l", types.I64))
	}
}

// isHinted reports whether a load or store is printed as an instruction with hints.
func (b *body) isHinted(op *ir.Operation) bool {
	pointer, moved := op.Operand(0), op.Operand(0)
	if op.Is(&llvm.Load) {
		moved = op.Result(0)
	} else {
		pointer = op.Operand(1)
	}
	t, err := b.convert(op, moved.Type())
	if err != nil {
		return false
	}
	_, ok := hinted(op, pointer, t)
	return ok
}

// list returns the names of registers from a number on, in braces if there are several.
func (r registers) list(first int) string {
	names := make([]string, r.n)
	for i := range names {
		names[i] = fmt.Sprintf("$%d", first+i)
	}
	if r.n == 1 {
		return names[0]
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// hintedLoad prints a load with hints. It counts as having side effects, so that it is not moved across other accesses.
func (b *body) hintedLoad(op *ir.Operation, r registers, t types.Type, addr value.Value) {
	head, policy := b.hintedAccess(op, "ld", r)
	text := fmt.Sprintf("%s%s, [$%d]", head, r.list(0), r.n)
	constraints := strings.Repeat("="+r.letter+",", r.n) + "l"
	args := []value.Value{addr}
	if policy != nil {
		text += fmt.Sprintf(", $%d", r.n+1)
		constraints += ",l"
		args = append(args, policy)
	}
	b.loadTo(op, r, t, text+";", constraints+","+ordered, args...)
}

// loadTo prints inline assembly that loads registers, and makes a value of type t of them. It counts as having side
// effects.
func (b *body) loadTo(op *ir.Operation, r registers, t types.Type, text, constraints string, args ...value.Value) {
	result := r.typ
	if r.n > 1 {
		fields := make([]types.Type, r.n)
		for i := range fields {
			fields[i] = r.typ
		}
		result = types.NewStruct(fields...)
	}
	all := add(b, effectful(text, constraints, result, args...))
	words := []value.Value{all}
	if r.n > 1 {
		words = words[:0]
		for i := range r.n {
			words = append(words, add(b, &llir.InstExtractValue{X: all, Indices: []uint64{uint64(i)}, Typ: r.typ}))
		}
	}
	vector, isVector := t.(*types.VectorType)
	if !isVector {
		b.values.Set(op.Result(0), b.narrowed(words[0], 0, t))
		return
	}
	v := value.Value(constant.NewUndef(vector))
	for i := range r.n * r.parts {
		x := b.narrowed(words[i/r.parts], i%r.parts, vector.ElemType)
		v = add(b, llir.NewInsertElement(v, x, constant.NewInt(types.I32, int64(i))))
	}
	b.values.Set(op.Result(0), v)
}

// narrowed returns the element of a register that starts at a given bit, as a value of type t.
func (b *body) narrowed(word value.Value, at int, t types.Type) value.Value {
	if sameType(word.Type(), t) {
		return word
	}
	bits := elementBits(t)
	if at > 0 {
		word = add(b, llir.NewLShr(word, constant.NewInt(word.Type().(*types.IntType), int64(at*bits))))
	}
	if elementBits(word.Type()) > bits {
		word = add(b, llir.NewTrunc(word, types.NewInt(uint64(bits))))
	}
	if sameType(word.Type(), t) {
		return word
	}
	return add(b, llir.NewBitCast(word, t))
}

// hintedStore prints a store with hints.
func (b *body) hintedStore(op *ir.Operation, r registers, v, addr value.Value) {
	head, policy := b.hintedAccess(op, "st", r)
	text := fmt.Sprintf("%s[$0], %s", head, r.list(1))
	constraints := "l" + strings.Repeat(","+r.letter, r.n)
	args := []value.Value{addr}
	for i := range r.n {
		args = append(args, b.widened(v, i*r.parts, r))
	}
	if policy != nil {
		text += fmt.Sprintf(", $%d", r.n+1)
		constraints += ",l"
		args = append(args, policy)
	}
	add(b, effectful(text+";", constraints+",~{memory}", types.Void, args...))
}

// widened returns the register with the elements of v from first on; the first is in the lowest bits.
func (b *body) widened(v value.Value, first int, r registers) value.Value {
	var word value.Value
	for k := range r.parts {
		x := v
		if vector, ok := v.Type().(*types.VectorType); ok {
			x = add(b, llir.NewExtractElement(v, constant.NewInt(types.I32, int64(first+k))))
			x.(*llir.InstExtractElement).Typ = vector.ElemType
		}
		if sameType(x.Type(), r.typ) {
			return x
		}
		bits := elementBits(x.Type())
		if _, isInt := x.Type().(*types.IntType); !isInt {
			x = add(b, llir.NewBitCast(x, types.NewInt(uint64(bits))))
		}
		if elementBits(r.typ) > bits {
			x = add(b, llir.NewZExt(x, r.typ))
		}
		if k == 0 {
			word = x
			continue
		}
		x = add(b, llir.NewShl(x, constant.NewInt(r.typ.(*types.IntType), int64(k*bits))))
		word = add(b, llir.NewOr(word, x))
	}
	return word
}
