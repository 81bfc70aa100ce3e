package llvmir

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

func emitTensorLoad(b *body, op *ir.Operation) error {
	coordinates := nvvm.TensorCoordinates(op)
	if op.NumOperands() != len(coordinates)+3 {
		return op.Errorf("has no translation to LLVM IR: only copies of boxes without multicast, hint and predicate have")
	}
	args := []value.Value{b.sharedWord(b.operand(op, 0)), b.operand(op, 1)}
	names := make([]string, len(coordinates))
	for i, v := range coordinates {
		names[i] = fmt.Sprintf("$%d", i+2)
		args = append(args, b.values[v])
	}
	barrier := op.Operand(len(coordinates) + 2)
	args = append(args, b.sharedWord(b.values[barrier]))
	text := fmt.Sprintf("cp.async.bulk.tensor.%dd.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, "+
		"{%s}], [$%d];",
		len(names), strings.Join(names, ", "), len(names)+2)
	add(b, effectful(text, "r,l,"+strings.Repeat("r,", len(names)+1)+ordered, types.Void, args...))
	return nil
}

// asmText collects the operands of assembly, and the constraints of them.
type asmText struct {
	args    []value.Value
	letters []string
}

// operand adds an operand of a constraint and returns its placeholder.
func (a *asmText) operand(letter string, v value.Value) string {
	a.args, a.letters = append(a.args, v), append(a.letters, letter)
	return fmt.Sprintf("$%d", len(a.args)-1)
}

// effectful adds a call of assembly that stays on its side of accesses to memory.
func (a *asmText) effectful(b *body, text string) {
	add(b, effectful(text, strings.Join(append(a.letters, ordered), ","), types.Void, a.args...))
}

// box adds a tensor map and the coordinates of a box, and returns them as instructions spell them.
func (a *asmText) box(b *body, tensorMap *ir.Value, coordinates []*ir.Value) string {
	at := a.operand("l", b.values[tensorMap])
	names := make([]string, len(coordinates))
	for i, v := range coordinates {
		names[i] = a.operand("r", b.values[v])
	}
	return fmt.Sprintf("[%s, {%s}]", at, strings.Join(names, ", "))
}

// emitTensorStore prints a copy to a box of a tensor.
func emitTensorStore(b *body, op *ir.Operation) error {
	s := nvvm.TensorStoreOf(op)
	if s.Mode == "tile_scatter4" {
		return op.Errorf("has no translation to LLVM IR: its mode must be tile or im2col")
	}
	var a asmText
	to := a.box(b, s.Map, s.Coordinates)
	from := a.operand("r", b.sharedWord(b.values[s.From]))
	modifiers, hint := "", ""
	if s.Mode == "im2col" {
		modifiers = ".im2col_no_offs"
	}
	modifiers += ".bulk_group"
	if s.CacheHint != nil {
		modifiers += ".L2::cache_hint"
		hint = ", " + a.operand("l", b.values[s.CacheHint])
	}
	text := fmt.Sprintf("cp.async.bulk.tensor.%dd.global.shared::cta%s %s, [%s]%s;", len(s.Coordinates), modifiers, to,
		from, hint)
	if s.Predicate != nil {
		is := a.operand("r", add(b, llir.NewZExt(b.values[s.Predicate], types.I32)))
		text = "{ .reg .pred p; setp.ne.b32 p, " + is + ", 0; @p " + text + " }"
	}
	a.effectful(b, text)
	return nil
}

// emitCpAsync prints a copy of a thread.
func emitCpAsync(b *body, op *ir.Operation) error {
	c := nvvm.CpAsyncOf(op)
	var a asmText
	to, from := a.operand("r", b.sharedWord(b.values[c.To])), a.operand("l", b.values[c.From])
	size := ""
	if c.Size != nil {
		size = ", " + a.operand("r", b.values[c.Size])
	}
	a.effectful(b, fmt.Sprintf("cp.async.%s.shared.global [%s], [%s], %d%s;", c.Cache, to, from, c.Bytes, size))
	return nil
}

func emitCpAsyncWait(b *body, op *ir.Operation) error {
	return emitEffect(fmt.Sprintf("cp.async.wait_group %d;", op.Inherent("n").(*ir.IntegerAttr).Int64()))(b, op)
}

// emitCpAsyncArrive prints an arrival when copies have ended, at a barrier in shared memory or behind any pointer.
func emitCpAsyncArrive(b *body, op *ir.Operation) error {
	name := "cp.async.mbarrier.arrive"
	if nvvm.IsExpectedArrival(op) {
		name += ".noinc"
	}
	var a asmText
	if op.Operand(0).Type().(*llvm.PointerType).AddrSpace == llvm.SharedSpace {
		a.effectful(b, name+".shared.b64 ["+a.operand("r", b.sharedWord(b.operand(op, 0)))+"];")
		return nil
	}
	a.effectful(b, name+".b64 ["+a.operand("l", b.operand(op, 0))+"];")
	return nil
}

// emitEffect prints an instruction of a thread without operands.
func emitEffect(text string) emitter {
	return func(b *body, _ *ir.Operation) error {
		add(b, effectful(text, ordered, types.Void))
		return nil
	}
}

func emitBulkWait(b *body, op *ir.Operation) error {
	pending, read := nvvm.BulkWaitOf(op)
	name := "cp.async.bulk.wait_group"
	if read {
		name += ".read"
	}
	return emitEffect(fmt.Sprintf("%s %d;", name, pending))(b, op)
}
