package sharetail

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/iterations"
	"github.com/girih-ir/girih/ir"
)

// The last round has fewer programs than blocks. If it has at most half as many, each program gets as many parts as
// there are blocks for it, and each part as many steps as the others, or one more:
//
//	block    |  0  |  1  |  2  |  3  |  4  |  5  |  6  |
//	program  |  0           |  1            | idle
//	part     |  0  |  1  |  2  |  0  |  1  |  2  |
//
// So blocks that work on one row or column of tiles are still at one of a few places along it, and share what they
// load in the L2 cache. Equal shares of all steps, some of which belong to two programs, keep all blocks busy, and
// also serve rounds with more programs. But then each block is at another place: 4096, 4096, 11008 took 15 per cent
// longer on an H200 than with an idle multiprocessor in eight.
//
// Everything is computed in the kernel, from the numbers of programs, blocks and steps.

// piece is what a block has of a program, as values of type i32.
type piece struct {
	program     *ir.Value
	from, to    *ir.Value // steps
	part, parts *ir.Value // there are no parts if the block has nothing to do
	first       *ir.Value // the slot of part 0
	counter     *ir.Value // the number of the program in the last round
}

// values returns the fields of a piece.
func (p *piece) values() []*ir.Value {
	return []*ir.Value{p.program, p.from, p.to, p.part, p.parts, p.first, p.counter}
}

// pieceOf is the inverse of [piece.values].
func pieceOf(v []*ir.Value) piece { return piece{v[0], v[1], v[2], v[3], v[4], v[5], v[6]} }

// numbers builds arithmetic on numbers of type i32.
type numbers struct{ b *ir.Builder }

func (n numbers) of(v int64) *ir.Value {
	return arith.NewConstant(n.b, n.b.Context().Integer(n.b.Context().I(32), v))
}
func (n numbers) add(x, y *ir.Value) *ir.Value       { return arith.Binary(n.b, &arith.AddI, x, y) }
func (n numbers) sub(x, y *ir.Value) *ir.Value       { return arith.Binary(n.b, &arith.SubI, x, y) }
func (n numbers) mul(x, y *ir.Value) *ir.Value       { return arith.Binary(n.b, &arith.MulI, x, y) }
func (n numbers) div(x, y *ir.Value) *ir.Value       { return arith.Binary(n.b, &arith.DivUI, x, y) }
func (n numbers) rem(x, y *ir.Value) *ir.Value       { return arith.Binary(n.b, &arith.RemUI, x, y) }
func (n numbers) min(x, y *ir.Value) *ir.Value       { return arith.Binary(n.b, &arith.MinSI, x, y) }
func (n numbers) and(x, y *ir.Value) *ir.Value       { return arith.Binary(n.b, &arith.AndI, x, y) }
func (n numbers) less(x, y *ir.Value) *ir.Value      { return arith.NewCmpI(n.b, arith.SLT, x, y) }
func (n numbers) choose(c, x, y *ir.Value) *ir.Value { return arith.NewSelect(n.b, c, x, y) }

// oneRow reports whether all blocks are along the first axis. Those along others would need counters of their own.
func (n numbers) oneRow() *ir.Value {
	others := n.mul(tile.NewNumPrograms(n.b, 1), tile.NewNumPrograms(n.b, 2))
	return arith.NewCmpI(n.b, arith.EQ, others, n.of(1))
}

// rounds are those of a loop over programs.
type rounds struct {
	cost
	most             int64     // blocks that may share programs
	id, count, total *ir.Value // the block, how many there are, and programs
	left             *ir.Value // programs of the last round
	steps            *ir.Value // of a program
	whole            *ir.Value // programs that are not shared, which come first
	end              *ir.Value // the number of items of all blocks: of these programs, and of one piece for each block
}

func newRounds(b *ir.Builder, t *tail, c cost, most int64) *rounds {
	n := numbers{b}
	r := &rounds{cost: c, most: most, id: t.programs.LowerBound(), count: t.programs.Step(),
		total: t.programs.UpperBound()}
	r.steps = iterations.Resized(b, iterations.Count(b, t.steps), b.Context().I(32))
	r.left = n.rem(r.total, r.count)
	// With no more than half as many programs as blocks, and so many steps that it might pay.
	few := n.less(r.left, n.add(n.div(n.min(r.count, n.of(most)), n.of(leastParts)), n.of(1)))
	some := n.and(n.and(n.less(n.of(0), r.total), n.less(n.of(0), r.left)), few)
	shares := n.and(n.and(some, n.oneRow()), n.less(n.of(max(1, (c.meet+c.write+leastParts*c.read)/c.step)), r.steps))
	full := n.sub(r.total, r.left)
	r.whole = n.choose(shares, full, r.total)
	r.end = n.choose(shares, n.add(full, r.count), r.total)
	return r
}

// Numbers of parts of a program. Adding up more takes long.
const (
	leastParts = 2
	mostParts  = 8
)

// item returns what the block does with an item. The branch keeps what only pieces need away from whole programs.
func (r *rounds) item(b *ir.Builder, number *ir.Value) piece {
	choice := scf.NewIf(b, numbers{b}.less(number, r.whole), func(b *ir.Builder) []*ir.Value {
		none := numbers{b}.of(0)
		p := piece{program: number, from: none, to: r.steps, part: none, parts: numbers{b}.of(1), first: none,
			counter: none}
		return p.values()
	}, func(b *ir.Builder) []*ir.Value {
		p := r.piece(numbers{b})
		return p.values()
	})
	return pieceOf(choice.ResultValues())
}

// piece divides the programs of the last round, and returns the block's part of one.
func (r *rounds) piece(n numbers) piece {
	parts := n.min(n.min(n.div(n.min(r.count, n.of(r.most)), r.left), r.steps), n.of(mostParts))
	each := n.div(r.steps, parts)
	time := n.add(n.mul(n.add(each, n.of(1)), n.of(r.step)), n.add(n.mul(parts, n.of(r.read)), n.of(r.write+r.meet)))
	pays := n.less(time, n.mul(r.steps, n.of(r.step)))
	parts, each = n.choose(pays, parts, n.of(1)), n.choose(pays, each, r.steps)

	program := n.div(r.id, parts)
	first := n.mul(program, parts)
	part, more := n.sub(r.id, first), n.sub(r.steps, n.mul(each, parts))
	from := n.add(n.mul(part, each), n.min(part, more))
	to := n.add(n.add(from, each), n.choose(n.less(part, more), n.of(1), n.of(0)))
	some := n.less(program, r.left)
	return piece{
		program: n.min(n.add(r.whole, program), n.sub(r.total, n.of(1))),
		from:    n.choose(some, from, n.of(0)), to: n.choose(some, to, n.of(0)),
		part: part, parts: n.choose(some, parts, n.of(0)), first: first, counter: program,
	}
}
