package text

import (
	"strconv"

	"github.com/girih-ir/girih/ir"
)

// nameOf returns the first named location in loc, itself included, or nil.
func nameOf(loc ir.Location) *ir.NameLoc {
	switch loc := loc.(type) {
	case *ir.NameLoc:
		return loc
	case *ir.CallSiteLoc:
		if found := nameOf(loc.Callee); found != nil {
			return found
		}
		return nameOf(loc.Caller)
	case *ir.FusedLoc:
		for _, inner := range loc.Locs {
			if found := nameOf(inner); found != nil {
				return found
			}
		}
	}
	return nil
}

// setName gives a value a name, made unique. An empty name asks for a number.
func (n *numbering) setName(v *ir.Value, name string) {
	if name == "" {
		n.number(v)
		return
	}
	name = n.unique(sanitize(name))
	v.Number = tagNamed | uint32(len(n.named))
	n.named = append(n.named, name)
}

func (n *numbering) unique(name string) string {
	if n.taken(name) {
		for {
			n.nameBuf = append(append(n.nameBuf[:0], name...), '_')
			n.nameBuf = strconv.AppendUint(n.nameBuf, uint64(n.next.conflict), 10)
			n.next.conflict++
			if !n.used[string(n.nameBuf)] && !n.outer[string(n.nameBuf)] {
				break
			}
		}
		name = string(n.nameBuf)
	}
	if n.used == nil {
		n.used = make(map[string]bool)
	}
	n.used[name] = true
	n.usedLog = append(n.usedLog, name)
	return name
}

func (n *numbering) taken(name string) bool { return n.used[name] || n.outer[name] }

// sanitize makes a suggested name an identifier: blanks become underscores, other characters become their hexadecimal
// code, and a name that then starts with a digit gets an underscore in front.
func sanitize(name string) string {
	clean := class[name[0]]&classDigit == 0
	for i := 0; clean && i < len(name); i++ {
		clean = class[name[i]]&classSuffix != 0
	}
	if clean {
		return name
	}
	var out []byte
	if first := class[name[0]]; first&classDigit != 0 || first&classSuffix == 0 && name[0] != ' ' {
		out = append(out, '_')
	}
	for i := range len(name) {
		switch c := name[i]; {
		case class[c]&classSuffix != 0:
			out = append(out, c)
		case c == ' ':
			out = append(out, '_')
		default:
			out = append(out, upperHex(c>>4), upperHex(c&15))
			if c < 16 {
				out = append(out[:len(out)-2], upperHex(c))
			}
		}
	}
	return string(out)
}

func upperHex(n byte) byte { return "0123456789ABCDEF"[n] }

func (n *valueNumbering) appendName(dst []byte, v *ir.Value) []byte {
	dst = append(dst, '%')
	switch v.Number & tagMask {
	case tagArg:
		dst = append(dst, "arg"...)
		return strconv.AppendUint(dst, uint64(v.Number&^tagMask), 10)
	case tagNamed:
		if i := v.Number &^ tagMask; int(i) < len(n.named) {
			return append(dst, n.named[i]...)
		}
		return append(dst, "<<UNKNOWN SSA VALUE>>"...)
	}
	return strconv.AppendUint(dst, uint64(v.Number&^tagMask), 10)
}
