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

// A load under a mask has a block to itself:
//
//	llvm.cond_br %inside, ^load, ^next(%zero, %zero : i32, i32)
//	^load:
//	  %v = llvm.load %p {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
//	  %x = llvm.extractelement %v[%c0 : i32] : vector<2xi32>
//	  %y = llvm.extractelement %v[%c1 : i32] : vector<2xi32>
//	  llvm.br ^next(%x, %y : i32, i32)
//	^next(%a: i32, %b: i32):
//
// The tiles of a matrix product are loaded by dozens of such loads, and compilers take long for so many blocks. The
// loaded values only wait to be stored to shared memory, in order. So, in kernels with such products, each load is
// printed as one instruction with a predicate. Its result registers hold the other values before it:
//
//	@inside ld.global.v2.b32 {a, b}, [p];

// besideLoad is a load in a block of its own around which a branch goes.
type besideLoad struct {
	aside, behind *ir.Block
	load          *ir.Operation
	arguments     []int // for each element that is loaded, the argument of behind that it becomes; -1 for none
}

// loadBeside returns the load around which a branch goes; nil if there is something else in the block, another way to
// it or to the block behind, or a load that one instruction cannot make.
func (b *body) loadBeside(branch *ir.Operation) *besideLoad {
	if !b.multiplies || !branch.Is(&llvm.CondBr) {
		return nil
	}
	aside, behind := branch.Successor(0), branch.Successor(1)
	end := aside.Last()
	if aside == behind || aside.NumArgs() > 0 || end == nil || !end.Is(&llvm.Br) || end.Successor(0) != behind ||
		aside.NumPredecessors() != 1 || behind.NumPredecessors() != 2 {
		return nil
	}
	found := &besideLoad{aside: aside, behind: behind}
	elements := make(map[*ir.Value]int)
	for op := range aside.Ops() {
		switch {
		case op == end, op.Is(&llvm.ConstantOp):
		case op.Is(&llvm.Load) && found.load == nil && isPlain(op):
			found.load = op
			elements[op.Result(0)] = 0
		case op.Is(&llvm.ExtractElement) && found.load != nil && op.Operand(0) == found.load.Result(0):
			i, ok := constantIndex(op.Operand(1))
			if !ok {
				return nil
			}
			delete(elements, op.Operand(0))
			elements[op.Result(0)] = i
		default:
			return nil
		}
	}
	if found.load == nil {
		return nil
	}
	return found.assign(end, elements)
}

// assign sets which argument of the block behind each element becomes. elements has the values that are passed there.
func (l *besideLoad) assign(end *ir.Operation, elements map[*ir.Value]int) *besideLoad {
	n := 1
	if v, ok := l.load.Result(0).Type().(*ir.VectorType); ok {
		n = int(v.Shape()[0])
	}
	l.arguments = slices.Repeat([]int{-1}, n)
	for k, v := range end.OperandValues() {
		i, ok := elements[v]
		if !ok || i >= n || l.arguments[i] >= 0 {
			return nil
		}
		l.arguments[i] = k
	}
	return l
}

// isPlain reports whether a load from global memory has no property that its instruction would need to have, and is of
// elements that have a register each.
func isPlain(op *ir.Operation) bool {
	p, ok := op.Operand(0).Type().(*llvm.PointerType)
	operator, eviction := nvvm.CacheHints(op)
	if !ok || p.AddrSpace != llvm.GlobalSpace || operator != "" || eviction != "" {
		return false
	}
	for _, name := range [...]string{"volatile_", "invariant", "nontemporal"} {
		if op.Inherent(name) != nil {
			return false
		}
	}
	elem, n := op.Result(0).Type(), int64(1)
	if v, isVector := elem.(*ir.VectorType); isVector {
		elem, n = v.ElementType(), v.Shape()[0]
	}
	bits := int64(0)
	if ir.IsFloat(elem) || ir.IsInt(elem, 16) || ir.IsInt(elem, 32) || ir.IsInt(elem, 64) {
		bits = int64(ir.BitWidth(elem))
	}
	if bits == 16 && n > 1 || bits == 0 || llvm.Alignment(op) < n*bits/8 {
		return false
	}
	return (n == 1 || n == 2 || n == 4) && n*bits <= 128
}

// multiplies reports whether some block multiplies matrices by warps.
func multiplies(blocks []*ir.Block) bool {
	for _, block := range blocks {
		for op := range block.Ops() {
			if op.Is(&nvvm.MmaSync) {
				return true
			}
		}
	}
	return false
}

// isBehindLoad reports whether a block is behind one with a load that is printed with the branch. The block's arguments
// are the results of the load then.
func (b *body) isBehindLoad(block *ir.Block) bool {
	for branch := range block.Predecessors() {
		if l := b.loadBeside(branch); l != nil && l.behind == block {
			return true
		}
	}
	return false
}

// constantIndex returns the number that an index is known to be.
func constantIndex(v *ir.Value) (int, bool) {
	op := v.DefiningOp()
	if op == nil || !op.Is(&llvm.ConstantOp) {
		return 0, false
	}
	n, ok := op.Inherent("value").(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return int(n.Int64()), true
}

// loadIf prints a load that a branch goes around as a part of the current block.
func (b *body) loadIf(branch *ir.Operation, l *besideLoad) error {
	t, err := b.convert(l.load, l.load.Result(0).Type())
	if err != nil {
		return err
	}
	elem, n := t, 1
	if v, ok := t.(*types.VectorType); ok {
		elem, n = v.ElemType, int(v.Len)
	}
	r, ok := registersOf(elem, n)
	if !ok || r.parts != 1 {
		return l.load.Errorf("has no translation to one instruction")
	}
	addr, err := b.addressOperand(l.load, 0, l.load.Result(0).Type())
	if err != nil {
		return err
	}
	a := asmText{first: r.n}
	at := a.operand("l", addr)
	shape := fmt.Sprintf("ld.global.b%d ", r.bits)
	if r.n > 1 {
		shape = fmt.Sprintf("ld.global.v%d.b%d ", r.n, r.bits)
	}
	text := a.guarded(b, shape+r.list(0)+", ["+at+"];", branch.Operand(0))
	edges, _ := ir.InterfaceOf[ir.Branch](branch)
	first, _ := edges.SuccessorOperands(branch, 1)
	for i, k := range l.arguments {
		other := value.Value(constant.NewUndef(r.typ))
		if k >= 0 {
			other = b.widened(b.values.Get(branch.Operand(first+k)), 0, r)
		}
		a.operand(fmt.Sprint(i), other)
	}
	results := strings.Repeat("="+r.letter+",", r.n)
	result := r.typ
	if r.n > 1 {
		result = types.NewStruct(slices.Repeat([]types.Type{r.typ}, r.n)...)
	}
	all := add(b, effectful(text, results+strings.Join(append(a.letters, ordered), ","), result, a.args...))
	for i, k := range l.arguments {
		if k < 0 {
			continue
		}
		word := value.Value(all)
		if r.n > 1 {
			word = add(b, &llir.InstExtractValue{X: all, Indices: []uint64{uint64(i)}, Typ: r.typ})
		}
		b.values.Set(l.behind.Arg(k), b.narrowed(word, 0, elem))
	}
	return nil
}
