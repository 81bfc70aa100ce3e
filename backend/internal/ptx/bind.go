package ptx

import (
	"fmt"

	"github.com/girih-ir/girih/backend/internal/smallint"
)

// form describes the operands and results of an instruction, and how to evaluate it.
type form struct {
	dst, src []scalar
	wide     bool // registers may be wider than the types, as for conversions
	eval     evaluation
}

// bind checks the arguments of an instruction against its form, and adds the instruction to the program.
func (p *parser) bind(name string, in instruction, f form, args []argument) error {
	if len(args) != len(f.dst)+len(f.src) {
		return in.at.errorf(ErrSyntax, "%s takes %d operands, but got %d", name, len(f.dst)+len(f.src), len(args))
	}
	widths := make([]int, len(f.dst))
	for i, t := range f.dst {
		r, err := p.register(args[i], t, f.wide)
		if err != nil {
			return err
		}
		if !args[i].dropped && r < 0 {
			return args[i].at.errorf(ErrSyntax, "the result must be a register, but got '%s'", args[i].name)
		}
		in.dst = append(in.dst, r)
		widths[i] = t.bits()
		if r >= 0 {
			widths[i] = p.widths[r]
		}
	}
	in.imm = make([]uint64, len(f.src))
	for i, t := range f.src {
		a := args[len(f.dst)+i]
		r, err := p.register(a, t, f.wide)
		if err != nil {
			return err
		}
		if r < 0 {
			if in.imm[i], err = immediate(a, t); err != nil {
				return err
			}
		}
		in.src = append(in.src, r)
	}
	in.eval = fitting(f, widths)
	p.code = append(p.code, in)
	return nil
}

// register returns the register of an argument, or -1 for a number or a dropped result (_).
func (p *parser) register(a argument, t scalar, wide bool) (int, error) {
	switch {
	case a.vector != nil:
		return 0, a.at.errorf(ErrSyntax, "only mov takes registers in braces")
	case a.register < 0:
		return -1, nil
	}
	if w := p.widths[a.register]; w != t.bits() && !(wide && w > t.bits()) {
		return 0, a.at.errorf(ErrSyntax, "register %s has %d bits, but the instruction takes %d", a.name, w, t.bits())
	}
	return a.register, nil
}

// fitting truncates operands to the widths of their types, and extends results to the widths of their registers: signed
// ones with their sign, others with zeros.
func fitting(f form, widths []int) evaluation {
	return func(dst, src []uint64) bool {
		for i, t := range f.src {
			src[i] &= smallint.Mask(t.bits())
		}
		if !f.eval(dst, src) {
			return false
		}
		for i, t := range f.dst {
			dst[i] &= smallint.Mask(t.bits())
			if t.class == signed {
				dst[i] = uint64(smallint.SignExtend(dst[i], t.bits())) & smallint.Mask(widths[i])
			}
		}
		return true
	}
}

// immediate returns the bits of a number as an operand of a type.
func immediate(a argument, t scalar) (uint64, error) {
	switch {
	case a.dropped:
		return 0, a.at.errorf(ErrSyntax, "'_' is not an operand")
	case !a.isFloat && t.class == floating && t.lanes == 1:
		return 0, a.at.errorf(ErrSyntax, "expected a float, but got the integer %s", a.name)
	case !a.isFloat:
		return a.integer & smallint.Mask(t.bits()), nil
	case t.class != floating && t.class != untyped || t.lanes > 1:
		return 0, a.at.errorf(ErrSyntax, "expected an integer, but got the float %s", a.name)
	case a.exact == t.width:
		return a.integer, nil
	case a.exact == 32 || a.exact == 64 && t.width < 64:
		return 0, a.at.errorf(ErrSyntax, "a float of %d bits is not an operand of %d", a.exact, t.width)
	}
	format := t.format
	if t.class == untyped {
		f, ok := map[int]scalar{32: types["f32"], 64: types["f64"]}[t.width]
		if !ok {
			return 0, a.at.errorf(ErrSyntax, "there are no numbers of %d bits such as %s", t.width, a.name)
		}
		format = f.format
	}
	return format.FromFloat64(a.float, toNearest).Lo, nil
}

// refusal names the part of an instruction that is not supported.
func refusal(what string) error { return fmt.Errorf(": %s", what) }
