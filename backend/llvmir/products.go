package llvmir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// chain is a sequence of warp-group products that add to the same accumulator, with the fence before them and the wait
// after them. It is printed as one piece of inline assembly:
//
//	%1 = tilegpu.fence_registers %0
//	%2 = nvvm.wgmma.mma_async %a, %b, %1, ...
//	%3 = nvvm.wgmma.mma_async %c, %d, %2, ...
//	nvvm.wgmma.commit.group.sync.aligned
//	%4 = tilegpu.await_products %3 {pending = 0 : i32}
//
// becomes
//
//	%4 = call %registers0 asm sideeffect "wgmma.fence...; wgmma.mma_async...; wgmma.mma_async...; ...", "=f,..."(...)
//
// Each piece has all registers of the accumulator as operands and as results, often 128. libNVVM and ptxas take several
// times as long for five pieces as for one.
//
// In functions with several accumulators, as in attention, each product is a piece of its own, since libNVVM and ptxas
// then keep more of the values of the code beside the products in registers. This makes gradients of attention 4 to 8
// percent faster.
type chain struct {
	ops      []*ir.Operation
	fence    *ir.Operation // nil for none
	products []product
	commit   bool
	wait     *ir.Operation // nil for none
	single   bool          // one product only
}

// product is a product of a warp group. Its left factor is a descriptor or registers.
type product struct {
	nvvm.Wgmma
	op                       *ir.Operation
	left, right, accumulator *ir.Value
}

func productOf(op *ir.Operation) (p product, ok bool) {
	switch {
	case op.Is(&nvvm.WgmmaMMAAsync):
		return product{nvvm.WgmmaOf(op), op, op.Operand(1), op.Operand(2), op.Operand(0)}, true
	case op.Is(&tilegpu.RegisterProduct):
		return product{tilegpu.RegisterProductOf(op), op, op.Operand(0), op.Operand(1), op.Operand(2)}, true
	}
	return product{}, false
}

// chainFrom returns the longest chain that starts with an operation. Between the operations of a chain there may be
// others that have no effects, or only exchange values in a warp. A single chain has at most one product.
func chainFrom(first *ir.Operation, single bool) *chain {
	c := &chain{single: single}
	for op := first; op != nil; op = op.Next() {
		if op != first && (ir.HasNoEffect(op) || op.Is(&nvvm.ShflSync)) {
			continue
		}
		if !c.add(op) {
			break
		}
	}
	if c.fence != nil && (len(c.products) == 0 || !c.hasAll(c.fence)) {
		return &chain{ops: []*ir.Operation{c.fence}, fence: c.fence}
	}
	return c
}

// add adds the next operation. It reports false if the operation does not belong to the chain.
func (c *chain) add(op *ir.Operation) bool {
	p, isProduct := productOf(op)
	switch n := len(c.products); {
	case c.wait != nil:
		return false
	case op.Is(&tilegpu.FenceRegisters) && len(c.ops) == 0:
		c.fence = op
	case isProduct && !c.commit && n == 0 && (c.fence == nil || p.accumulator.DefiningOp() == c.fence):
		c.products = append(c.products, p)
	case isProduct && !c.commit && n > 0 && !c.single && p.accumulator == c.sum() && p.accumulator.HasOneUse():
		c.products = append(c.products, p)
	case op.Is(&nvvm.WgmmaCommit) && !c.commit && (n > 0 || len(c.ops) == 0):
		c.commit = true
	case op.Is(&tilegpu.AwaitProducts) && (len(c.ops) == 0 || c.commit && n > 0 && c.ends(op)):
		c.wait = op
	default:
		return false
	}
	c.ops = append(c.ops, op)
	return true
}

// sum returns the accumulator after the last product.
func (c *chain) sum() *ir.Value { return c.products[len(c.products)-1].op.Result(0) }

// ends reports whether a wait is for the products of the chain only. Its operands are the accumulator and left factors.
func (c *chain) ends(wait *ir.Operation) bool {
	if tilegpu.PendingOf(wait) != 0 || !c.sum().HasOneUse() {
		return false
	}
	for _, v := range wait.Operands() {
		if v != c.sum() && !slices.ContainsFunc(c.products, func(p product) bool { return p.left == v }) {
			return false
		}
	}
	return slices.Contains(wait.OperandValues(), c.sum())
}

// hasAll reports whether the registers behind a fence are those of the chain's products. They may also be operands of a
// wait, which only keeps them until then.
func (c *chain) hasAll(fence *ir.Operation) bool {
	for _, v := range fence.ResultValues() {
		if !slices.ContainsFunc(c.products, func(p product) bool { return p.left == v || p.accumulator == v }) {
			return false
		}
		for use := range v.Uses() {
			if user := use.Owner(); !slices.Contains(c.ops, user) && !user.Is(&tilegpu.AwaitProducts) {
				return false
			}
		}
	}
	return true
}

// accumulateApart reports whether the products of a function add to several accumulators.
func accumulateApart(order []*ir.Block) bool {
	var first *ir.Value
	for _, block := range order {
		for op := range block.Ops() {
			p, isProduct := productOf(op)
			if !isProduct {
				continue
			}
			switch sum := sumBefore(p.accumulator, block); {
			case first == nil:
				first = sum
			case first != sum:
				return true
			}
		}
	}
	return false
}

// sumBefore returns the accumulator before the first product of the block that adds to it.
func sumBefore(v *ir.Value, block *ir.Block) *ir.Value {
	for {
		op := v.DefiningOp()
		if op == nil || op.Block() != block {
			return v
		}
		p, isProduct := productOf(op)
		switch {
		case isProduct:
			v = p.accumulator
		case op.Is(&tilegpu.FenceRegisters), op.Is(&tilegpu.AwaitProducts):
			v = op.Operand(v.Index())
		default:
			return v
		}
	}
}

// emitChain prints a chain when it reaches the last operation of it.
func emitChain(b *body, op *ir.Operation) error {
	c := b.chains[op]
	if c == nil {
		c = chainFrom(op, b.apart)
		for _, part := range c.ops {
			b.chains[part] = c
		}
	}
	switch {
	case op != c.ops[len(c.ops)-1]:
	case len(c.products) > 0:
		b.products(c)
	case c.fence != nil:
		b.passThrough(op, fenceText)
	case c.wait != nil:
		b.passThrough(op, waitText(tilegpu.PendingOf(op))+";")
	default:
		add(b, together(commitText, ordered, types.Void))
	}
	return nil
}

const (
	fenceText  = "wgmma.fence.sync.aligned;"
	commitText = "wgmma.commit_group.sync.aligned;"
)

func waitText(pending int64) string { return fmt.Sprintf("wgmma.wait_group.sync.aligned %d", pending) }

// products prints a chain with products. Results are tied to the registers of the accumulator, which products update in
// place.
func (b *body) products(c *chain) {
	behind := func(v *ir.Value) *ir.Value { // the fence
		if v.DefiningOp() == c.fence && c.fence != nil {
			return c.fence.Operand(v.Index())
		}
		return v
	}
	registers := b.fields(behind(c.products[0].accumulator))
	inputs := asmText{first: len(registers)}
	var text []string
	clobbers := ""
	if c.fence != nil {
		text, clobbers = append(text, fenceText), ","+ordered
	}
	for _, p := range c.products {
		text = append(text, p.text(b, behind(p.left), len(registers), &inputs))
	}
	if c.commit {
		text, clobbers = append(text, commitText), ","+ordered
	}
	sum := c.sum()
	if c.wait != nil {
		text = append(text, waitText(0)+";")
		for i, v := range c.wait.Operands() {
			if v == sum {
				sum = c.wait.Result(i)
			}
		}
	}
	letters, ties := tied(registers)
	constraints := strings.Join(slices.Concat([]string{letters}, inputs.letters, []string{ties}), ",") + clobbers
	b.parts[sum] = b.extract(add(b, together(strings.Join(text, " "), constraints, b.registers(registers),
		slices.Concat(inputs.args, registers)...)))
	b.keep(c, behind)
}

// keep sets the values of left factors after a fence and a wait that are printed with products: those before them.
func (b *body) keep(c *chain, behind func(v *ir.Value) *ir.Value) {
	for _, op := range []*ir.Operation{c.fence, c.wait} {
		for i := 0; op != nil && i < op.NumResults(); i++ {
			if r := op.Result(i); b.parts[r] == nil && r != c.products[0].accumulator {
				b.parts[r] = b.fields(behind(op.Operand(i)))
			}
		}
	}
}

// text returns a product to n registers as an instruction, and adds its operands.
func (p *product) text(b *body, left *ir.Value, n int, inputs *asmText) string {
	rest, factor := "p", ""
	if p.TypeD != nvvm.TypeS32 {
		rest += ", 1, 1"
	}
	if p.op.Is(&tilegpu.RegisterProduct) {
		var words []string
		for _, v := range b.fields(left) {
			words = append(words, inputs.operand("r", v))
		}
		factor = "{" + strings.Join(words, ", ") + "}"
	} else {
		factor = inputs.operand("l", b.values.Get(left))
	}
	if nvvm.WgmmaBits(p.TypeA) == 16 {
		if !p.op.Is(&tilegpu.RegisterProduct) {
			rest += fmt.Sprintf(", %d", oneIf(p.LayoutA == nvvm.Col))
		}
		rest += fmt.Sprintf(", %d", oneIf(p.LayoutB == nvvm.Row))
	}
	return fmt.Sprintf("{ .reg .pred p; setp.ne.b32 p, %d, 0; wgmma.mma_async.sync.aligned.m64n%dk%d.%s.%s.%s "+
		"%s, %s, %s, %s; }", oneIf(!p.Clear), p.N, p.K(), p.TypeD, p.TypeA, p.TypeB, numbered(0, n), factor,
		inputs.operand("l", b.values.Get(p.right)), rest)
}

// passThrough prints inline assembly whose results are tied to its operands, all of them registers.
func (b *body) passThrough(op *ir.Operation, text string) {
	var all []value.Value
	var counts []int
	for _, v := range op.Operands() {
		fields := b.fields(v)
		all, counts = append(all, fields...), append(counts, len(fields))
	}
	if len(all) == 0 {
		add(b, together(text, ordered, types.Void))
		return
	}
	letters, ties := tied(all)
	fields := b.extract(add(b, together(text, letters+","+ties+","+ordered, b.registers(all), all...)))
	for i, n := range counts {
		b.parts[op.Result(i)], fields = fields[:n:n], fields[n:]
	}
}

// tied returns the constraints of results in registers, and of the operands that are tied to them.
func tied(values []value.Value) (results, operands string) {
	letters, numbers := make([]byte, 0, 3*len(values)), make([]byte, 0, 4*len(values))
	for i, v := range values {
		if i > 0 {
			letters, numbers = append(letters, ','), append(numbers, ',')
		}
		letters = append(letters, '=', letterOf(v.Type()))
		numbers = strconv.AppendInt(numbers, int64(i), 10)
	}
	return string(letters), string(numbers)
}

// letterOf returns the letter that constraints have for a register of a type.
func letterOf(t types.Type) byte {
	switch {
	case sameType(t, types.Float):
		return 'f'
	case sameType(t, types.Double):
		return 'd'
	}
	return 'r'
}
