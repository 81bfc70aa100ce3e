package ptx

// packing adds a mov that splits a register into several, or packs several into one; the first is the lowest part. It
// reports whether the instruction is such a mov.
func (p *parser) packing(name string, in instruction, args []argument) (bool, error) {
	if len(name) < 5 || name[:4] != "mov." || len(args) != 2 || args[0].vector == nil && args[1].vector == nil {
		return false, nil
	}
	t, ok := types[name[4:]]
	if !ok || t.class != untyped {
		return true, in.at.errorf(ErrUnsupported, "the instruction %s: it does not take this type", name)
	}
	whole, parts, splits := args[0], args[1].vector, false
	if args[0].vector != nil {
		whole, parts, splits = args[1], args[0].vector, true
	}
	lane := scalar{untyped, t.width / max(1, len(parts)), 1, nil}
	if n := len(parts); whole.vector != nil || n != 2 && n != 4 || lane.width < 8 {
		return true, in.at.errorf(ErrSyntax, "%s takes a register and two or four in braces", name)
	}
	f := form{dst: []scalar{t}, src: repeat(lane, len(parts)), eval: func(dst, src []uint64) bool {
		for i, w := range src {
			dst[0] |= w << (i * lane.width)
		}
		return true
	}}
	flat := append([]argument{whole}, parts...)
	if splits {
		f = form{dst: repeat(lane, len(parts)), src: []scalar{t}, eval: func(dst, src []uint64) bool {
			for i := range dst {
				dst[i] = src[0] >> (i * lane.width)
			}
			return true
		}}
		flat = append(append([]argument(nil), parts...), whole)
	}
	return true, p.bind(name, in, f, flat)
}
