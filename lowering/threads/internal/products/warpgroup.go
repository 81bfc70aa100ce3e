package products

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// alignment is the alignment of factors in shared memory in bytes, the period of the widest swizzle.
const alignment = 1024

// Wgmma is a product of warp groups. It adds the product of two factors to an accumulator of Rows by Columns elements,
// which is distributed over threads as Accumulator says.
type Wgmma struct {
	Accumulator   layout.MMASpec // of version 3
	Rows, Columns int
	Factors       [2]layout.WgmmaFactor
	From          int // the first column of the right factor
	// Left has the registers of the left factor if it is not in shared memory. Its indices are the block of rows of the
	// warp group, the step along K, and the word of the instruction's operand. Of Factors[0], only the shape is used
	// then.
	Left [][][]*ir.Value
	// TypeA and TypeB are the types of the factors' elements, and TypeD is that of the accumulator, as package nvvm
	// names them.
	TypeA, TypeB, TypeD string
}

// groups returns the number of warp groups along the rows and along the columns.
func (p *Wgmma) groups() (rows, columns int) {
	return p.Accumulator.WarpsPerCTA[0] / 4, p.Accumulator.WarpsPerCTA[1]
}

// Check returns an error that wraps [layout.ErrInvalid] if the product cannot be computed by wgmma instructions.
func (p *Wgmma) Check() error {
	if err := p.Factors[0].Check(nvvm.WgmmaRows); p.Left == nil && err != nil {
		return err
	}
	return p.Factors[1].CheckPart(p.From, p.Columns, p.Accumulator.N)
}

// Issue starts the products, and commits them as one group. A fence before them orders earlier writes to the
// accumulator. base are the addresses of the factors, warp is the thread's warp, and sums are the registers of the
// accumulator. It returns the accumulators of the instructions, which [Await] waits for.
func (p *Wgmma) Issue(b *ir.Builder, base [2]*ir.Value, warp *ir.Value, sums []*ir.Value) []*ir.Value {
	accumulators := pack(b, sums, p.Accumulator.N/2)
	b.Build(&nvvm.WgmmaFence, nil)
	return p.products(b, base, warp, accumulators, nil, false)
}

// Begin starts the products after a fence. All registers that they use pass through the fence, so that compilers do not
// move the code that computes them behind it. Begin returns the accumulators of the instructions, followed by the
// registers of the left factor. All of them must pass through the wait, so that compilers do not overwrite them
// earlier. With clear, the accumulator starts at zero.
func (p *Wgmma) Begin(b *ir.Builder, base [2]*ir.Value, warp *ir.Value, sums []*ir.Value, clear bool) []*ir.Value {
	through := pack(b, sums, p.Accumulator.N/2)
	n := len(through)
	for _, steps := range p.Left {
		for _, words := range steps {
			through = append(through, pack(b, words, len(words))...)
		}
	}
	through = slices.Clone(tilegpu.NewFenceRegisters(b, through))
	copy(through, p.products(b, base, warp, through[:n:n], through[n:], clear))
	return through
}

// products starts the products, and commits them as one group. left has the words of each instruction's left factor, if
// they are in registers. With clear, the first products ignore the accumulators.
func (p *Wgmma) products(b *ir.Builder, base [2]*ir.Value, warp *ir.Value, accumulators, left []*ir.Value,
	clear bool) []*ir.Value {
	instruction := nvvm.Wgmma{N: p.Accumulator.N, TypeA: p.TypeA, TypeB: p.TypeB, TypeD: p.TypeD, LayoutA: nvvm.Row,
		LayoutB: order(p.Factors[1].KMajor(), nvvm.Col, nvvm.Row)}
	down, across := p.groups()
	group := [2]*ir.Value{}
	if down*across > 1 {
		g := uniform(b, llvm.NewInt(b, b.Context().I(32), 2), warp)
		group[0], group[1] = split(b, g, down)
	}
	lines := [2]int{nvvm.WgmmaRows, p.Accumulator.N}
	var starts [2]*ir.Value
	for i := range starts {
		if i == 0 && len(left) > 0 {
			continue
		}
		starts[i] = p.start(b, i, base[i], group[i], p.Factors[i].Offset(lines[i], 0))
	}
	if len(left) == 0 {
		instruction.LayoutA = order(p.Factors[0].KMajor(), nvvm.Row, nvvm.Col)
	}
	accumulators = slices.Clone(accumulators)
	blocksAcross := p.Columns / (across * lines[1])
	steps := p.depth() / instruction.K()
	for step := range steps {
		k := step * instruction.K()
		instruction.Clear = clear && step == 0
		for i, acc := range accumulators {
			row, column := i/blocksAcross, p.From+i%blocksAcross*across*lines[1]
			y := p.descriptor(b, 1, starts[1], column, k)
			if len(left) > 0 {
				accumulators[i] = tilegpu.NewRegisterProduct(b, instruction, left[row*steps+step], y, acc)
				continue
			}
			x := p.descriptor(b, 0, starts[0], row*down*lines[0], k)
			accumulators[i] = nvvm.NewWgmma(b, instruction, x, y, acc)
		}
	}
	b.Build(&nvvm.WgmmaCommit, nil)
	return accumulators
}

// depth returns the size of the contracted dimension.
func (p *Wgmma) depth() int { return p.Factors[1].Shape[p.Factors[1].K] }

// Await waits until at most pending groups are running, and returns the registers of the accumulators.
func Await(b *ir.Builder, pending int64, accumulators []*ir.Value) (sums []*ir.Value) {
	return unpack(b, tilegpu.NewAwaitProducts(b, pending, accumulators))
}

// unpack returns the fields of structures.
func unpack(b *ir.Builder, structures []*ir.Value) (registers []*ir.Value) {
	for _, whole := range structures {
		for i := range whole.Type().(*llvm.StructType).Fields {
			registers = append(registers, llvm.NewExtractValue(b, whole, int64(i)))
		}
	}
	return registers
}

// pack packs the registers into structures of n registers each.
func pack(b *ir.Builder, registers []*ir.Value, n int) (out []*ir.Value) {
	for ; len(registers) > 0; registers = registers[n:] {
		fields := make([]ir.Type, n)
		for i := range fields {
			fields[i] = registers[i].Type()
		}
		st := b.State(&llvm.Poison)
		st.Types = append(st.Types, llvm.StructOf(b.Context(), false, fields...))
		whole := b.Create(st).Result(0)
		for i, v := range registers[:n] {
			whole = llvm.NewInsertValue(b, whole, v, int64(i))
		}
		out = append(out, whole)
	}
	return out
}

// uniform returns the index of the warp group, read from the first lane. So compilers know that it is the same in all
// lanes, as descriptors must be.
func uniform(b *ir.Builder, shift, warp *ir.Value) *ir.Value {
	first := nvvm.NewIndexed(b, warp, llvm.NewInt(b, b.Context().I(32), 0))
	return binary(b, &llvm.LShr, first, shift)
}

// split returns the row and column of a warp group, if there are down groups along the rows.
func split(b *ir.Builder, group *ir.Value, down int) (row, column *ir.Value) {
	i32 := b.Context().I(32)
	row = binary(b, &llvm.And, group, llvm.NewInt(b, i32, int64(down-1)))
	shift := 0
	for 1<<shift < down {
		shift++
	}
	return row, binary(b, &llvm.LShr, group, llvm.NewInt(b, i32, int64(shift)))
}

// The address in a descriptor has 18 bits, in units of 16 bytes.
const (
	addressMask  = 1<<18 - 1
	addressShift = 4
)

// start returns the lower half of the descriptor for the part of a factor where the warp group begins: the address in
// units of 16 bytes. The leading offset is not included.
func (p *Wgmma) start(b *ir.Builder, i int, base, group *ir.Value, perGroup int) *ir.Value {
	i32 := b.Context().I(32)
	address := llvm.NewCast(b, &llvm.PtrToInt, base, i32)
	address = binary(b, &llvm.LShr, binary(b, &llvm.And, address, llvm.NewInt(b, i32, addressMask)),
		llvm.NewInt(b, i32, addressShift))
	down, across := p.groups()
	if group == nil || [2]int{down, across}[i] == 1 {
		return address
	}
	step := llvm.NewInt(b, i32, int64(perGroup>>addressShift))
	return binary(b, &llvm.Add, address, binary(b, &llvm.Mul, group, step))
}

// descriptor returns the descriptor of the part of a factor that begins at a line and at position k along K.
func (p *Wgmma) descriptor(b *ir.Builder, i int, start *ir.Value, line, k int) *ir.Value {
	i32, i64 := b.Context().I(32), b.Context().I(64)
	f := p.Factors[i]
	if at := f.Offset(line, k); at > 0 {
		start = binary(b, &llvm.Add, start, llvm.NewInt(b, i32, int64(at>>addressShift)))
	}
	return binary(b, &llvm.Or, llvm.NewCast(b, &llvm.ZExt, start, i64), llvm.NewInt(b, i64, int64(f.Descriptor())))
}

func binary(b *ir.Builder, def *ir.OpDef, x, y *ir.Value) *ir.Value {
	return b.Build(def, []*ir.Value{x, y}).Result(0)
}

func order(kMajor bool, yes, no string) string {
	if kMajor {
		return yes
	}
	return no
}
