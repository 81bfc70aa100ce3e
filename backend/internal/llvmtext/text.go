// Package llvmtext prints modules of llir/llvm as their own String methods do, byte for byte, but in less than half of
// the time: it appends to a buffer instead of formatting each line with package fmt, and prints parts of long blocks in
// parallel. Instructions that it does not know are printed by llir.
//
// Start at [String].
package llvmtext

import (
	"runtime"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/internal/parallel"
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Text returns the text of a module whose blocks have names. Numbers are assigned to values and metadata as
// m.String() does it; the module stays as it is otherwise.
func Text(m *ir.Module) ([]byte, error) {
	if err := m.AssignGlobalIDs(); err != nil {
		return nil, err
	}
	if err := m.AssignMetadataIDs(); err != nil {
		return nil, err
	}
	var bodies []piece
	for _, f := range m.Funcs {
		number(f)
		for _, b := range f.Blocks {
			if b.IsUnnamed() || b.Term == nil { // an unnamed block counts the instructions before it
				continue
			}
			defer func(insts []ir.Instruction, end ir.Terminator) { b.Insts, b.Term = insts, end }(b.Insts, b.Term)
			bodies = appendPieces(bodies, b)
			b.Insts, b.Term = nil, body{b.Term}
		}
	}
	module := m.String()
	buf := newBuffer(bodies, len(module))
	printPieces(bodies)
	return insert(bodies, module, buf), nil
}

// number assigns numbers to the values and blocks of a function that have no names. llir's AssignIDs does the same, but
// compares types by their texts.
func number(f *ir.Func) {
	next := int64(0)
	assign := func(v any) {
		n := local(v)
		if n == nil {
			return
		}
		if _, void := n.Type().(*types.VoidType); !void && n.IsUnnamed() {
			n.SetID(next)
			next++
		}
	}
	for _, p := range f.Params {
		assign(p)
	}
	for _, b := range f.Blocks {
		assign(b)
		for _, inst := range b.Insts {
			assign(inst)
		}
		assign(b.Term)
	}
}

// body stands for the instructions and the terminator of a block in the text of a module that llir prints. They are
// inserted later, so that llir does not copy them from one string to the next.
type body struct {
	ir.Terminator
}

// bodyMark is the text of a body. No other text has this byte: llir escapes it in strings and names.
const bodyMark = "\x00"

// LLString returns the mark.
func (body) LLString() string { return bodyMark }

// piece is a part of a body. Pieces are printed in parallel: by now all values have their numbers, and instructions
// their types, which llir computes when it assigns numbers, so that printing only reads them.
type piece struct {
	insts []ir.Instruction
	end   ir.Terminator // of its body, for the last piece
	text  []byte        // in its room of the buffer, unless that is too small
}

// pieceLength is the number of instructions that take long enough for a goroutine.
const pieceLength = 256

// appendPieces appends the pieces of a block.
func appendPieces(list []piece, b *ir.Block) []piece {
	insts := b.Insts
	for ; len(insts) > pieceLength; insts = insts[pieceLength:] {
		list = append(list, piece{insts: insts[:pieceLength]})
	}
	return append(list, piece{insts: insts, end: b.Term})
}

// newBuffer returns memory for the text of a module, with room for each piece behind that for all other text. So the
// pieces move towards the beginning when they are inserted, and need no other memory than that they are printed to.
func newBuffer(list []piece, others int) []byte {
	size := others
	for i := range list {
		size += list[i].room()
	}
	buf, at := make([]byte, size), others
	for i := range list {
		end := at + list[i].room()
		list[i].text = buf[at:at:end]
		at = end
	}
	return buf[:0]
}

// room returns how long the text of a piece probably is at most.
func (c *piece) room() int { return instructionLength * (len(c.insts) + 1) }

// printPieces prints pieces on as many goroutines as their instructions are worth.
func printPieces(list []piece) {
	length := 0
	for i := range list {
		length += len(list[i].insts)
	}
	threads := min(runtime.GOMAXPROCS(0), 1+length/pieceLength)
	_ = parallel.Shares(len(list), 1, threads, func() func(from, to int) (int, error) {
		p := printer{names: make(map[value.Value]string)}
		return func(from, to int) (int, error) {
			for i := from; i < to; i++ {
				p.piece(&list[i])
			}
			return to, nil
		}
	})
}

// instructionLength is the length of the text of most instructions.
const instructionLength = 64

// printer appends the texts of instructions.
type printer struct {
	buf   []byte
	names map[value.Value]string
}

// piece prints a piece, in the form in which llir joins instructions.
func (p *printer) piece(c *piece) {
	p.buf = c.text
	for _, inst := range c.insts {
		p.instruction(inst)
		p.text("\n\t")
	}
	if c.end != nil {
		p.terminator(c.end)
	}
	c.text = p.buf
}

// insert returns the text of a module with the bodies instead of their marks, in the buffer if all of them have room.
func insert(bodies []piece, module string, out []byte) []byte {
	size, fit := len(module), true
	for i := range bodies {
		size += len(bodies[i].text)
		fit = fit && len(bodies[i].text) <= bodies[i].room()
	}
	if !fit {
		out = make([]byte, 0, size)
	}
	first := true // of its body
	for i := range bodies {
		if first {
			before, after, _ := strings.Cut(module, bodyMark)
			out = append(out, before...)
			module = after
		}
		out = append(out, bodies[i].text...)
		first = bodies[i].end != nil
	}
	return append(out, module...)
}

func (p *printer) text(s string) { p.buf = append(p.buf, s...) }

// value prints the type and the name of an operand.
func (p *printer) value(v value.Value) {
	if _, argument := v.(*ir.Arg); argument { // it has attributes in between
		p.text(v.String())
		return
	}
	p.typ(v.Type())
	p.text(" ")
	p.ident(v)
}

// leastHexadecimal is the least number that llir may print in base 16.
const leastHexadecimal = 0x1000

// ident prints the name of an operand.
func (p *printer) ident(v value.Value) {
	switch c := v.(type) {
	case *constant.Int:
		if c.Typ.BitSize > 1 && c.X.IsInt64() && c.X.Int64() < leastHexadecimal {
			p.buf = strconv.AppendInt(p.buf, c.X.Int64(), 10)
			return
		}
		p.text(c.Ident())
		return
	case *ir.Func:
		p.name(v)
		return
	case *ir.InlineAsm:
		p.assembly(c)
		return
	}
	switch n := local(v); {
	case n == nil:
		p.text(v.Ident())
	case n.IsUnnamed():
		p.buf = appendNumber(append(p.buf, '%'), n.ID())
	default:
		p.name(v)
	}
}

// appendNumber appends a number of a value. Most have up to four digits, and take a fraction of the time of other
// numbers.
func appendNumber(buf []byte, n int64) []byte {
	switch u := uint64(n); {
	case u < 10:
		return append(buf, '0'+byte(u))
	case u < 100:
		return append(buf, '0'+byte(u/10), '0'+byte(u%10))
	case u < 1000:
		return append(buf, '0'+byte(u/100), '0'+byte(u/10%10), '0'+byte(u%10))
	case u < 10000:
		return append(buf, '0'+byte(u/1000), '0'+byte(u/100%10), '0'+byte(u/10%10), '0'+byte(u%10))
	}
	return strconv.AppendInt(buf, n, 10)
}

// name prints a name that llir makes, and keeps it for the next time.
func (p *printer) name(v value.Value) {
	name, ok := p.names[v]
	if !ok {
		name = v.Ident()
		p.names[v] = name
	}
	p.text(name)
}

func (p *printer) typ(t types.Type) {
	switch t := t.(type) {
	case *types.IntType:
		if t.TypeName == "" {
			p.buf = strconv.AppendUint(append(p.buf, 'i'), t.BitSize, 10)
			return
		}
	case *types.PointerType:
		if t.TypeName == "" {
			p.typ(t.ElemType)
			if t.AddrSpace != 0 {
				p.text(" addrspace(")
				p.buf = append(strconv.AppendUint(p.buf, uint64(t.AddrSpace), 10), ')')
			}
			p.text("*")
			return
		}
	case *types.VectorType:
		if t.TypeName == "" && !t.Scalable {
			p.buf = strconv.AppendUint(append(p.buf, '<'), t.Len, 10)
			p.text(" x ")
			p.typ(t.ElemType)
			p.text(">")
			return
		}
	case *types.StructType:
		if t.TypeName == "" && !t.Packed && !t.Opaque && len(t.Fields) > 0 {
			for i, field := range t.Fields {
				p.text([...]string{"{ ", ", "}[min(i, 1)])
				p.typ(field)
			}
			p.text(" }")
			return
		}
	case *types.FloatType:
		if t.TypeName == "" {
			p.text(t.Kind.String())
			return
		}
	}
	p.text(t.String())
}
