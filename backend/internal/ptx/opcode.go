package ptx

import (
	"strings"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/ir/apfloat"
)

const toNearest = apfloat.ToNearestEven

// opcode is the name of an instruction, split at its dots. Modifiers that were handled are removed from mods.
type opcode struct {
	name  string
	mods  []string
	typ   scalar // the last of the types
	types []scalar
	args  []argument
}

// builders return the forms of instructions.
var builders map[string]func(o *opcode) (form, error)

func init() {
	builders = make(map[string]func(o *opcode) (form, error))
	for _, part := range []map[string]func(o *opcode) (form, error){integers, bitwise, floats, comparisons, conversions} {
		for name, b := range part {
			builders[name] = b
		}
	}
}

// lookup returns the form of an instruction by its name. The error is the end of a message that starts with that name.
func lookup(text string, args []argument) (form, error) {
	parts := strings.Split(text, ".")
	o := &opcode{name: parts[0], args: args}
	for _, m := range parts[1:] {
		if t, ok := types[m]; ok {
			o.types = append(o.types, t)
		} else {
			o.mods = append(o.mods, m)
		}
	}
	if len(o.types) == 0 {
		return form{}, refusal("it has no type")
	}
	o.typ = o.types[len(o.types)-1]
	f, err := builders[o.name](o)
	if err != nil {
		return form{}, err
	}
	if len(o.mods) > 0 {
		return form{}, refusal("." + o.mods[0] + " is not known")
	}
	return f, nil
}

// take removes a modifier if it is there.
func (o *opcode) take(mod string) bool {
	for i, m := range o.mods {
		if m == mod {
			o.mods = append(o.mods[:i:i], o.mods[i+1:]...)
			return true
		}
	}
	return false
}

// count returns an error unless the instruction has n types.
func (o *opcode) count(n int) error {
	if len(o.types) != n {
		return refusal("it has another number of types")
	}
	return nil
}

// wants returns an error for a type that the instruction does not allow.
func wants(ok bool) error {
	if !ok {
		return refusal("it does not take this type")
	}
	return nil
}

// rounding takes the rounding modifier of a float instruction; the default is to nearest even.
func (o *opcode) rounding() apfloat.Mode {
	for mod, mode := range map[string]apfloat.Mode{"rn": toNearest, "rz": apfloat.ToZero, "rm": apfloat.ToNegativeInf,
		"rp": apfloat.ToPositiveInf} {
		if o.take(mod) {
			return mode
		}
	}
	return toNearest
}

func repeat(t scalar, n int) []scalar {
	out := make([]scalar, n)
	for i := range out {
		out[i] = t
	}
	return out
}

// lanewise computes each lane separately.
func lanewise(t scalar, n int, fn func(x []uint64) (uint64, bool)) form {
	return form{dst: repeat(t, 1), src: repeat(t, n), eval: func(dst, src []uint64) bool {
		x := make([]uint64, n)
		for lane := range t.lanes {
			for i, w := range src {
				x[i] = w >> (lane * t.width) & smallint.Mask(t.width)
			}
			w, ok := fn(x)
			if !ok {
				return false
			}
			dst[0] |= w & smallint.Mask(t.width) << (lane * t.width)
		}
		return true
	}}
}
