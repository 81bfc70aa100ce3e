// Package advance is the pass llvm-advance-addresses: in the program of one thread, loops that copy tiles to shared
// memory asynchronously hold few addresses, which advance from iteration to iteration.
//
// A thread copies several pieces of a tile. Their addresses differ by constants, such as 32 rows of an array, and often
// by another constant from one tile to the next. The program computes each address anew, from the number of the tile,
// the row and the column. Compilers that do not prove that these numbers of 32 bits never wrap around must leave it at
// that. The pass proves it by bounds of the numbers, such as that of threads in a block. One address then is an
// argument of the loop, and others are that address and a constant, which is part of an instruction. Addresses that
// differ by constants, but do not advance by one, are the first one and a constant. The same for addresses in shared
// memory made no difference, or took up to 2 per cent longer on an H200.
//
// The pass takes innermost loops with matrix products by tensor cores, which one branch enters and one closes. In loops
// of multiply-adds it made no difference, or took up to 8 per cent longer on an H200. Loops of few tiles stay as they
// are. Start at [Advance].
//
// Before:
//
//	llvm.func @f(%from: !llvm.ptr<1>, %to: !llvm.ptr<3>, %x: f64) {
//	  %0 = llvm.mlir.constant(0 : i32) : i32
//	  %1 = llvm.mlir.constant(1 : i32) : i32
//	  %9 = llvm.mlir.constant(9 : i32) : i32
//	  %64 = llvm.mlir.constant(64 : i32) : i32
//	  %thread = nvvm.read.ptx.sreg.tid.x range <i32, 0, 64> : i32
//	  llvm.br ^header(%0 : i32)
//	^header(%i: i32):
//	  %more = llvm.icmp "slt" %i, %9 : i32
//	  llvm.cond_br %more, ^body, ^exit
//	^body:
//	  %product = nvvm.mma.sync A[%x] B[%x] C[%x, %x] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
//	      shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
//	  %first = llvm.mul %i, %64 : i32
//	  %a = llvm.add %first, %thread : i32
//	  %b = llvm.add %a, %64 : i32
//	  %p = llvm.getelementptr %from[%a] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
//	  %q = llvm.getelementptr %from[%b] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
//	  nvvm.cp.async.shared.global %to, %p, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
//	  nvvm.cp.async.shared.global %to, %q, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
//	  %j = llvm.add %i, %1 : i32
//	  llvm.br ^header(%j : i32)
//	^exit:
//	  llvm.return
//	}
//
// After llvm-advance-addresses:
//
//	llvm.func @f(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<3>, %arg2: f64) {
//	  %0 = llvm.mlir.constant(0 : i32) : i32
//	  %1 = llvm.mlir.constant(1 : i32) : i32
//	  %2 = llvm.mlir.constant(9 : i32) : i32
//	  %3 = llvm.mlir.constant(64 : i32) : i32
//	  %4 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 64> : i32
//	  %5 = llvm.mul %0, %3 : i32
//	  %6 = llvm.add %5, %4 : i32
//	  %7 = llvm.getelementptr %arg0[%6] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
//	  llvm.br ^bb1(%0, %7 : i32, !llvm.ptr<1>)
//	^bb1(%8: i32, %9: !llvm.ptr<1>):  // 2 preds: ^bb0, ^bb2
//	  %10 = llvm.icmp "slt" %8, %2 : i32
//	  llvm.cond_br %10, ^bb2, ^bb3
//	^bb2:  // pred: ^bb1
//	  %11 = nvvm.mma.sync A[%arg2]  B[%arg2]  C[%arg2, %arg2]  {layoutA = #nvvm.mma_layout<row>,
//	      layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64)
//	      -> !llvm.struct<(f64, f64)>
//	  nvvm.cp.async.shared.global %arg1, %9, 4, cache =  ca : !llvm.ptr<3>, !llvm.ptr<1>
//	  %12 = llvm.mlir.constant(256 : i64) : i64
//	  %13 = llvm.getelementptr %9[%12] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
//	  nvvm.cp.async.shared.global %arg1, %13, 4, cache =  ca : !llvm.ptr<3>, !llvm.ptr<1>
//	  %14 = llvm.add %8, %1 : i32
//	  %15 = llvm.mlir.constant(256 : i64) : i64
//	  %16 = llvm.getelementptr %9[%15] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
//	  llvm.br ^bb1(%14, %16 : i32, !llvm.ptr<1>)
//	^bb3:  // pred: ^bb1
//	  llvm.return
//	}
package advance

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is llvm-advance-addresses.
var Pass = &pass.Pass{
	Name:    "llvm-advance-addresses",
	Summary: "Advance few addresses in loops that copy tiles asynchronously, instead of computing all of them anew",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return ctx.Finish(Advance(op) > 0)
	},
}

// Advance changes the loops inside root. It returns how many addresses copies share.
func Advance(root *ir.Operation) (changed int) {
	root.Walk(func(op *ir.Operation) bool {
		if !op.Is(&llvm.FuncOp) {
			return true
		}
		if op.Region(0).IsEmpty() {
			return false
		}
		dominance := ir.NewDominance()
		for header := range op.Region(0).Blocks() {
			if l := loopAt(op, header, dominance); l != nil {
				changed += l.advance()
			}
		}
		return false
	})
	return changed
}

// most is the largest number of addresses that a loop holds: each takes two registers.
const most = 8

// advance replaces the addresses of copies. It returns how many there are instead.
func (l *loop) advance() (changed int) {
	var groups []*group
	for _, op := range l.copies {
		groups = l.group(member{copy: op}, groups)
	}
	held := 0
	for _, g := range groups {
		switch {
		case g.advances && held < most && l.canBegin(g.members[0].address()):
			l.hold(g)
			held++
			changed++
		case len(g.members) > 1:
			l.define(g.members[0].address())
			l.share(g, g.members[0].address())
			changed++
		}
	}
	l.sweep()
	return changed
}

// group is a set of copies of a block, from addresses that differ by constants.
type group struct {
	first    sum // the address of the first member
	step     int64
	advances bool // by step in each iteration
	members  []member
}

// member is a copy, and the number of bytes by which its address exceeds that of the group's first member.
type member struct {
	copy   *ir.Operation
	offset int64
}

// source is the operand of a copy that is the address in global memory.
const source = 1

func (m member) address() *ir.Value { return m.copy.Operand(source) }

// group adds a copy to the group that it belongs to, or adds a group.
func (l *loop) group(m member, groups []*group) []*group {
	s := l.addressOf(m.address())
	for _, g := range groups {
		if offset, ok := s.minus(g.first); ok && g.members[0].copy.Block() == m.copy.Block() {
			m.offset = offset
			g.members = append(g.members, m)
			return groups
		}
	}
	step, advances := l.stepOf(s)
	return append(groups, &group{s, step, advances && step != 0, []member{m}})
}

// hold makes the address of a group an argument of the loop.
func (l *loop) hold(g *group) {
	first := g.members[0]
	begin := l.ahead(first.address())
	address := l.header.AddArg(l.b.Context(), begin.Type(), first.copy.Loc())
	l.enter.SetOperands(append(l.enter.OperandValues(), begin))
	l.share(g, address)
	l.back.SetOperands(append(l.back.OperandValues(), l.plus(l.back, address, g.step)))
}

// share makes the members of a group sums of the address of the first one and constants.
func (l *loop) share(g *group, address *ir.Value) {
	for _, m := range g.members {
		l.replaced = append(l.replaced, m.address())
		m.copy.SetOperand(source, l.plus(m.copy, address, m.offset))
	}
}

// plus adds a number of bytes to an address ahead of an operation.
func (l *loop) plus(op *ir.Operation, address *ir.Value, bytes int64) *ir.Value {
	if bytes == 0 {
		return address
	}
	l.b.Before(op)
	i64 := l.b.Context().I(64)
	return llvm.NewGEP(l.b, l.b.Context().I(8), address, 0, llvm.Index{Value: llvm.NewInt(l.b, i64, bytes)})
}

// define makes a value one that is not poison because of an operation of the loop: where an iteration copies nothing
// from an address, it may be poison though others are not.
func (l *loop) define(v *ir.Value) {
	op := v.DefiningOp()
	if op == nil || !l.blocks[op.Block()] || l.defined[op] {
		return
	}
	l.defined[op] = true
	llvm.DropPoisonFlags(op)
	for _, operand := range op.OperandValues() {
		l.define(operand)
	}
}

// canBegin reports whether the value that v has in the first iteration can be computed ahead of the loop. Not all that
// computes a sum need be fixed: a number that is subtracted from itself is no part of the sum.
func (l *loop) canBegin(v *ir.Value) bool {
	if !l.blocks[v.ParentBlock()] || v.ArgumentOf() == l.header {
		return true
	}
	if can, known := l.early[v]; known {
		return can
	}
	op := v.DefiningOp()
	can := op != nil && ir.IsPure(op) && op.NumRegions() == 0
	for i := 0; can && i < op.NumOperands(); i++ {
		can = l.canBegin(op.Operand(i))
	}
	l.early[v] = can
	return can
}

// ahead returns the value that v has in the first iteration, ahead of the loop. It is defined though the iteration may
// copy nothing from there.
func (l *loop) ahead(v *ir.Value) *ir.Value {
	if v.ArgumentOf() == l.header {
		return l.enter.Operand(v.Index())
	}
	op := v.DefiningOp()
	if op == nil || !l.blocks[op.Block()] {
		return v
	}
	if l.begin[v] == nil {
		m := &ir.Mapping{}
		for _, operand := range op.OperandValues() {
			m.Map(operand, l.ahead(operand))
		}
		first := l.b.Before(l.enter).Clone(op, m)
		llvm.DropPoisonFlags(first)
		l.begin[v] = first.Result(v.Index())
	}
	return l.begin[v]
}

// sweep erases what computed the old addresses.
func (l *loop) sweep() {
	var dead func(v *ir.Value)
	dead = func(v *ir.Value) {
		op := v.DefiningOp()
		if op == nil || !l.blocks[op.Block()] || !ir.WouldBeTriviallyDead(op) || v.HasUses() || op.NumResults() != 1 {
			return
		}
		operands := op.OperandValues()
		op.Erase()
		for _, operand := range operands {
			dead(operand)
		}
	}
	for _, v := range l.replaced {
		dead(v)
	}
}
