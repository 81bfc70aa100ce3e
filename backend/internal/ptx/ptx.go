// Package ptx executes straight-line PTX, as in inline assembly: instructions on registers, without memory, branches
// and communication between threads. NVIDIA's "Parallel Thread Execution ISA" defines the instructions. Approximations
// (.approx, .full) are computed to the nearest float.
//
// It does not model a GPU: there are no special registers, no warps, and no state space other than registers.
//
// Start with [Parse]. scan.go splits the text, parse.go reads statements and checks the registers against the
// instruction, opcode.go has the table of instructions, and integer.go, bits.go, float.go, compare.go and convert.go
// compute.
package ptx

import (
	"errors"
	"fmt"

	"github.com/girih-ir/girih/backend/internal/smallint"
)

// Errors of [Parse], for errors.Is. Their messages have the position in the text.
var (
	ErrSyntax      = errors.New("malformed PTX")
	ErrUnsupported = errors.New("PTX that cannot be executed")
)

// Operand is a register that the text names by its number: $0, $1 and so on, outputs before inputs.
type Operand struct {
	Bits int // 1 for a predicate
	Tied int // for an input: 1 + the number of the output that starts with its value; 0 for none
}

// Value is the content of a register.
type Value struct {
	Bits    uint64
	Defined bool // whether the value is defined
}

// Program is a parsed text. It can be run any number of times, also concurrently.
type Program struct {
	operands  []Operand
	outputs   int
	registers int // operands first
	code      []instruction
}

// instruction computes dst from src, if its guard allows it.
type instruction struct {
	guard    int // a register; -1 for none
	negated  bool
	dst, src []int // registers; -1 for a dropped result
	imm      []uint64
	at       position
	eval     evaluation
}

// evaluation computes the results of an instruction; false leaves them undefined.
type evaluation func(dst, src []uint64) bool

type position struct{ line, column int }

func (p position) errorf(kind error, format string, args ...any) error {
	return fmt.Errorf("%w, line %d, column %d: %s", kind, p.line, p.column, fmt.Sprintf(format, args...))
}

// Run executes the program on its inputs and returns its outputs. Results that depend on an undefined register are
// undefined.
func (p *Program) Run(inputs []Value) []Value {
	registers := make([]Value, p.registers)
	for i, v := range inputs {
		at := p.outputs + i
		v.Bits &= smallint.Mask(p.operands[at].Bits)
		registers[at] = v
		if tied := p.operands[at].Tied; tied > 0 {
			registers[tied-1] = v
		}
	}
	for i := range p.code {
		p.code[i].run(registers)
	}
	return registers[:p.outputs]
}

func (in *instruction) run(registers []Value) {
	defined := true
	if in.guard >= 0 {
		g := registers[in.guard]
		if g.Defined && (g.Bits != 0) == in.negated {
			return
		}
		defined = g.Defined
	}
	src := make([]uint64, len(in.src))
	for i, r := range in.src {
		if r < 0 {
			src[i] = in.imm[i]
			continue
		}
		src[i] = registers[r].Bits
		defined = defined && registers[r].Defined
	}
	dst := make([]uint64, len(in.dst))
	defined = defined && in.eval(dst, src)
	for i, r := range in.dst {
		if r >= 0 {
			registers[r] = Value{dst[i], defined}
		}
	}
}
