package ptx

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// maxRegisters bounds the number of registers that a text may declare.
const maxRegisters = 1 << 12

// Parse reads PTX in which placeholders ($0, $1, ...) are operands, outputs first. Errors about malformed text wrap
// [ErrSyntax]. Errors about anything but straight-line code on registers wrap [ErrUnsupported].
func Parse(text string, operands []Operand, outputs int) (*Program, error) {
	tokens, err := scan(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens, Program: &Program{operands: operands, outputs: outputs}}
	for _, o := range operands {
		p.widths = append(p.widths, o.Bits)
	}
	p.scopes = []map[string]int{{}}
	for p.peek().kind != end {
		if err := p.statement(); err != nil {
			return nil, err
		}
	}
	if len(p.scopes) > 1 {
		return nil, p.peek().at.errorf(ErrSyntax, "'}' is missing")
	}
	p.registers = len(p.widths)
	return p.Program, nil
}

type parser struct {
	*Program
	tokens []token
	widths []int            // of the registers, in bits
	scopes []map[string]int // registers by name, innermost last
}

func (p *parser) peek() token { return p.tokens[0] }

func (p *parser) take() token {
	t := p.tokens[0]
	if t.kind != end {
		p.tokens = p.tokens[1:]
	}
	return t
}

// try takes a punctuation mark if it comes next.
func (p *parser) try(text string) bool {
	if t := p.peek(); t.kind == punctuation && t.text == text {
		p.take()
		return true
	}
	return false
}

func (p *parser) expect(text string) error {
	if t := p.peek(); !p.try(text) {
		return t.at.errorf(ErrSyntax, "expected '%s', but got '%s'", text, t.text)
	}
	return nil
}

func (p *parser) statement() error {
	t := p.peek()
	switch {
	case p.try(";"):
		return nil
	case p.try("{"):
		p.scopes = append(p.scopes, map[string]int{})
		return nil
	case t.text == "}" && len(p.scopes) > 1:
		p.take()
		p.scopes = p.scopes[:len(p.scopes)-1]
		return nil
	case t.kind == identifier && t.text == ".reg":
		p.take()
		return p.declaration()
	case t.kind == identifier && strings.HasPrefix(t.text, "."):
		return t.at.errorf(ErrUnsupported, "the directive %s", t.text)
	}
	return p.instruction()
}

// declaration reads the text after .reg: a type and names. name<n> declares n registers.
func (p *parser) declaration() error {
	t := p.take()
	typ, ok := types[strings.TrimPrefix(t.text, ".")]
	if !ok || t.text[0] != '.' {
		return t.at.errorf(ErrUnsupported, "registers of type %s", t.text)
	}
	for {
		name := p.take()
		if name.kind != identifier {
			return name.at.errorf(ErrSyntax, "expected the name of a register, but got '%s'", name.text)
		}
		if !p.try("<") {
			if err := p.declare(name, name.text, typ); err != nil {
				return err
			}
		} else if err := p.declareMany(name, typ); err != nil {
			return err
		}
		if !p.try(",") {
			return p.expect(";")
		}
	}
}

func (p *parser) declareMany(name token, typ scalar) error {
	count := p.take()
	n, err := strconv.Atoi(count.text)
	if err != nil || n < 1 || n > maxRegisters {
		return count.at.errorf(ErrSyntax, "expected a number of registers from 1 to %d, but got '%s'", maxRegisters,
			count.text)
	}
	for i := range n {
		if err := p.declare(name, name.text+strconv.Itoa(i), typ); err != nil {
			return err
		}
	}
	return p.expect(">")
}

func (p *parser) declare(at token, name string, typ scalar) error {
	scope := p.scopes[len(p.scopes)-1]
	if _, twice := scope[name]; twice {
		return at.at.errorf(ErrSyntax, "register %s is declared twice", name)
	}
	if len(p.widths) >= maxRegisters {
		return at.at.errorf(ErrUnsupported, "more than %d registers", maxRegisters)
	}
	scope[name] = len(p.widths)
	p.widths = append(p.widths, typ.bits())
	return nil
}

// argument is an operand in the text: a register, a number, or several of them in braces.
type argument struct {
	at       position
	register int // -1 for a number
	name     string
	integer  uint64
	float    float64
	isFloat  bool
	exact    int // number of bits, for a float that is given by its bits
	dropped  bool
	vector   []argument
}

func (p *parser) instruction() error {
	in := instruction{guard: -1, at: p.peek().at}
	if p.try("@") {
		in.negated = p.try("!")
		g, err := p.argument()
		if err != nil {
			return err
		}
		if g.register < 0 || p.widths[g.register] != 1 {
			return g.at.errorf(ErrSyntax, "the guard must be a predicate")
		}
		in.guard = g.register
	}
	name := p.take()
	if name.kind != identifier {
		return name.at.errorf(ErrSyntax, "expected an instruction, but got '%s'", name.text)
	}
	if opcode, _, _ := strings.Cut(name.text, "."); builders[opcode] == nil {
		return name.at.errorf(ErrUnsupported, "the instruction %s is not known", name.text)
	}
	var args []argument
	for p.peek().text != ";" && p.peek().kind != end && p.peek().text != "}" {
		a, err := p.argument()
		if err != nil {
			return err
		}
		args = append(args, a)
		if !p.try(",") && !p.try("|") {
			break
		}
	}
	in.at = name.at
	packs, err := p.packing(name.text, in, args)
	if !packs {
		f, unknown := lookup(name.text, args)
		if unknown != nil {
			return name.at.errorf(ErrUnsupported, "the instruction %s%s", name.text, unknown.Error())
		}
		err = p.bind(name.text, in, f, args)
	}
	if err == nil && p.peek().kind != end && p.peek().text != "}" {
		err = p.expect(";")
	}
	return err
}

func (p *parser) argument() (argument, error) {
	t := p.peek()
	a := argument{at: t.at, register: -1, name: t.text}
	switch {
	case p.try("{"):
		for {
			e, err := p.argument()
			if err != nil {
				return a, err
			}
			if e.vector != nil {
				return a, e.at.errorf(ErrSyntax, "braces within braces")
			}
			a.vector = append(a.vector, e)
			if !p.try(",") {
				return a, p.expect("}")
			}
		}
	case t.kind == placeholder:
		p.take()
		n, err := strconv.Atoi(t.text)
		if err != nil || n >= len(p.operands) {
			return a, t.at.errorf(ErrSyntax, "there is no operand $%s", t.text)
		}
		a.register, a.name = n, "$"+t.text
		return a, nil
	case t.kind == number || t.text == "-":
		return a, p.number(&a)
	case t.kind == identifier && t.text == "_":
		p.take()
		a.dropped = true
		return a, nil
	case t.kind == identifier:
		p.take()
		for _, scope := range slices.Backward(p.scopes) {
			if r, ok := scope[t.text]; ok {
				a.register = r
				return a, nil
			}
		}
		if strings.HasPrefix(t.text, "%") {
			return a, t.at.errorf(ErrUnsupported, "the register %s, which is not declared", t.text)
		}
		return a, t.at.errorf(ErrSyntax, "register %s is not declared", t.text)
	}
	return a, t.at.errorf(ErrSyntax, "expected a register or a number, but got '%s'", t.text)
}

func (p *parser) number(a *argument) error {
	negative := p.try("-")
	t := p.take()
	a.name = t.text
	switch {
	case t.kind != number:
		return t.at.errorf(ErrSyntax, "expected a number, but got '%s'", t.text)
	case len(t.text) > 2 && (t.text[1] == 'f' || t.text[1] == 'F' || t.text[1] == 'd' || t.text[1] == 'D') &&
		t.text[0] == '0':
		digits := 8
		if t.text[1]|0x20 == 'd' {
			digits = 16
		}
		bits, err := strconv.ParseUint(t.text[2:], 16, 64)
		if err != nil || len(t.text) != 2+digits || negative {
			return t.at.errorf(ErrSyntax, "expected %d hexadecimal digits of a float, but got '%s'", digits, t.text)
		}
		a.isFloat, a.exact, a.integer = true, 4*digits, bits
		return nil
	case strings.ContainsAny(t.text, ".") || !strings.HasPrefix(t.text, "0x") && strings.ContainsAny(t.text, "eE"):
		v, err := strconv.ParseFloat(t.text, 64)
		if err != nil && !math.IsInf(v, 0) {
			return t.at.errorf(ErrSyntax, "'%s' is not a number", t.text)
		}
		if negative {
			v = -v
		}
		a.isFloat, a.float = true, v
		return nil
	}
	v, err := strconv.ParseUint(strings.TrimSuffix(t.text, "U"), 0, 64)
	if err != nil || strings.Contains(t.text, "_") {
		return t.at.errorf(ErrSyntax, "'%s' is not an integer of 64 bits", t.text)
	}
	if a.integer = v; negative {
		a.integer = -v
	}
	return nil
}
