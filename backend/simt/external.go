package simt

import (
	"fmt"
	"math"
	"strings"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// externals are the functions without a body that kernels may call: those that the CUDA driver provides (CUDA C++
// Programming Guide, "Formatted Output" and "Assertion").
var externals = map[string]func(c *compiler, op *ir.Operation) step{
	"vprintf":      printing,
	"__assertfail": failing,
}

// external compiles a call of a function without a body.
func (c *compiler) external(op *ir.Operation, f llvm.Func) error {
	name := ir.SymbolNameOf(f.Operation)
	make, ok := externals[name]
	if !ok {
		return op.Errorf("%w by threads: @%s has no body", ErrUnsupported, name)
	}
	if want := map[string]int{"vprintf": 2, "__assertfail": 5}[name]; op.NumOperands() != want {
		return op.Errorf("%w by threads: @%s takes %d arguments, but here are %d", ErrUnsupported, name, want,
			op.NumOperands())
	}
	c.emit(op, make(c, op))
	return nil
}

// failing compiles __assertfail, a failed assertion.
func failing(c *compiler, op *ir.Operation) step {
	message := c.operand(op, 0)
	return func(w *warp, active uint32) error {
		lane := lowest(active)
		text, err := w.text(w.registers[message][lane])
		if err != nil {
			return w.inLane(lane, err)
		}
		return w.inLane(lane, fmt.Errorf("%w: %s", ErrAssertion, text))
	}
}

// printing compiles vprintf: a format and the arguments, one after the other, each aligned to its size. Lanes print one
// after the other.
func printing(c *compiler, op *ir.Operation) step {
	c.prints = true
	format, arguments := c.operand(op, 0), c.operand(op, 1)
	results := op.NumResults()
	var result slot
	if results > 0 {
		result = c.result(op)
	}
	return func(w *warp, active uint32) (err error) {
		if results > 0 {
			w.taint(result, active, 0)
		}
		forEach(active, func(lane int) {
			if err != nil {
				return
			}
			line, count := "", 0
			if line, count, err = w.formatted(w.registers[format][lane], w.registers[arguments][lane]); err != nil {
				err = w.inLane(lane, err)
				return
			}
			if results > 0 {
				w.registers[result][lane] = uint64(count)
			}
			if w.output != nil {
				_, err = w.output.Write([]byte(line))
			}
		})
		return err
	}
}

// text reads a NUL-terminated string.
func (w *warp) text(pointer uint64) (string, error) {
	var out []byte
	for {
		mem, at, err := w.check(pointer, 1, 1)
		if err != nil {
			return "", err
		}
		if mem.state != nil && mem.state[at] != defined {
			return "", undefined("a text")
		}
		if mem.data[at] == 0 {
			return string(out), nil
		}
		out = append(out, mem.data[at])
		pointer++
	}
}

// argument reads a number of an argument list, and moves past it.
func (w *warp) argument(pointer *uint64, bytes int64) (uint64, error) {
	_, _, offset := w.find(*pointer)
	*pointer += uint64(alignUp(offset, bytes) - offset)
	mem, at, err := w.check(*pointer, bytes, 1)
	if err != nil {
		return 0, err
	}
	if mem.state != nil {
		if poison, err := mem.undefined(at, bytes); err != nil || poison {
			return 0, undefined("what is printed")
		}
	}
	*pointer += uint64(bytes)
	return word(mem.data[at:], bytes), nil
}

// formatted formats arguments as C's printf does. It also returns the number of arguments used.
func (w *warp) formatted(format, arguments uint64) (line string, count int, err error) {
	text, err := w.text(format)
	if err != nil {
		return "", 0, err
	}
	var out strings.Builder
	for text != "" {
		plain, rest, found := strings.Cut(text, "%")
		out.WriteString(plain)
		if !found {
			break
		}
		n := strings.IndexAny(rest, "%diuxXofFeEgGcsp")
		if n < 0 {
			return "", 0, fmt.Errorf("%w by threads: a conversion of %q", ErrUnsupported, text)
		}
		flags, verb := rest[:n], rest[n]
		text = rest[n+1:]
		size := strings.Trim(flags, "+-# .0123456789")
		flags = strings.TrimRight(flags, "hlzj")
		one, err := w.converted(flags, size, verb, &arguments)
		if err != nil {
			return "", 0, err
		}
		if verb != '%' {
			count++
		}
		out.WriteString(one)
	}
	return out.String(), count, nil
}

// converted formats the next argument by one conversion specification.
func (w *warp) converted(flags, size string, verb byte, arguments *uint64) (string, error) {
	long := strings.HasPrefix(size, "l") || size == "z" || size == "j"
	bytes := int64(8)
	switch {
	case verb == '%':
		return "%", nil
	case strings.IndexByte("diuxXoc", verb) >= 0 && !long:
		bytes = 4
	}
	v, err := w.argument(arguments, bytes)
	if err != nil {
		return "", err
	}
	switch verb {
	case 'd', 'i':
		return fmt.Sprintf("%"+flags+"d", smallint.SignExtend(v, int(8*bytes))), nil
	case 'u':
		return fmt.Sprintf("%"+flags+"d", v), nil
	case 'p':
		return fmt.Sprintf("%#x", v), nil
	case 's':
		s, err := w.text(v)
		return fmt.Sprintf("%"+flags+"s", s), err
	case 'c':
		return fmt.Sprintf("%"+flags+"s", string(rune(v&0xFF))), nil
	case 'x', 'X', 'o':
		return fmt.Sprintf("%"+flags+string(verb), v), nil
	}
	return printedFloat(flags, verb, math.Float64frombits(v)), nil
}

// printedFloat formats a float; the default precision is six digits.
func printedFloat(flags string, verb byte, x float64) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	case !strings.Contains(flags, "."):
		flags += ".6"
	}
	return fmt.Sprintf("%"+flags+string(verb), x)
}
