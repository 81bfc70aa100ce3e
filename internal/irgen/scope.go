package irgen

import "strconv"

func itoa(n int) string { return strconv.Itoa(n) }

// scope holds the values that the next operation may use, by type. At the end of a region, its values are removed.
type scope struct {
	byType map[string][]string
	added  []string // the type of each value, in order of definition
	types  []typ    // each type that has a value, once
	known  map[string]bool

	written []repeatable // operations on visible values
}

// add makes a value visible.
func (s *scope) add(name string, t typ) {
	if s.byType == nil {
		s.byType, s.known = map[string][]string{}, map[string]bool{}
	}
	key := t.String()
	s.byType[key] = append(s.byType[key], name)
	s.added = append(s.added, key)
	if !s.known[key] {
		s.known[key] = true
		s.types = append(s.types, t)
	}
}

// mark returns the current state, for release.
func (s *scope) mark() int { return len(s.added) }

// release removes the values added since the mark.
func (s *scope) release(mark int) {
	for _, key := range s.added[mark:] {
		s.byType[key] = s.byType[key][:len(s.byType[key])-1]
	}
	s.added = s.added[:mark]
	for n := len(s.written); n > 0 && s.written[n-1].at > mark; n-- {
		s.written = s.written[:n-1]
	}
}

// of returns the visible values of a type.
func (s *scope) of(t typ) []string { return s.byType[t.String()] }

// fresh returns a value name that was not used before.
func (g *generator) fresh() string {
	g.names++
	n := itoa(g.names)
	switch g.IntN(6) {
	case 0:
		return "%v" + n
	case 1:
		return "%a.b_" + n
	case 2:
		return "%x-" + n + "$"
	}
	return "%" + n
}

// block returns a block name that was not used before.
func (g *generator) block() string {
	g.names++
	return pick(g, "^bb", "^", "^loop.", "^a-") + itoa(g.names)
}

// symbol returns a symbol with the given stem that was not used before.
func (g *generator) symbol(stem string) string {
	g.names++
	if g.has(Symbols) && !g.opts.Defined && g.chance(10) {
		return `@"` + stem + pick(g, " ", "-", "é", "::") + itoa(g.names) + `"`
	}
	return "@" + stem + "_" + itoa(g.names)
}

// recent prefers values that were defined recently, so that most uses are near and some are far.
func (g *generator) recent(names []string) string {
	n := len(names)
	if n > 4 && g.chance(70) {
		return names[n-1-g.IntN(4)]
	}
	return names[g.IntN(n)]
}

// use returns a value of the type: an existing one or a new one, which it writes.
func (g *generator) use(t typ) string {
	names := g.values.of(t)
	if g.has(Redundant) && t.hasConstants() && g.chance(15) {
		return g.neutral(t)
	}
	switch len(names) {
	case 0:
		return g.make(t)
	case 1: // most operations are trivial if both operands are the same
		if g.chance(35) {
			return g.make(t)
		}
	default:
		if g.chance(8) {
			return g.make(t)
		}
	}
	return g.recent(names)
}

// uses returns a value of each type.
func (g *generator) uses(ts []typ) []string {
	names := make([]string, len(ts))
	for i, t := range ts {
		names[i] = g.use(t)
	}
	return names
}

// make writes an operation that creates a value of the type without operands: a constant if the type has constants.
func (g *generator) make(t typ) string {
	if t.hasConstants() {
		return g.constant(t)
	}
	name := g.fresh()
	if g.has(Unregistered) {
		g.line(name, ` = "gen.value"()`, g.attributeDictionary(), " : () -> ", t.asResult())
	} else {
		g.line(name, " = builtin.unrealized_conversion_cast to ", t.String())
	}
	g.values.add(name, t)
	return name
}

// anyType returns the type of a visible value, or a type that g.typ makes up.
func (g *generator) anyType() typ {
	if n := len(g.values.types); n > 0 && g.chance(75) {
		return g.values.types[g.IntN(n)]
	}
	return g.typ()
}

// typeWhere returns a type that satisfies the predicate: one that has a visible value, one that the module prefers, or
// the result of otherwise.
func (g *generator) typeWhere(ok func(typ) bool, otherwise func() typ) typ {
	if n := len(g.values.types); n > 0 && g.chance(85) {
		start := g.IntN(n)
		for i := range min(n, 12) {
			if t := g.values.types[(start+i)%n]; ok(t) && len(g.values.of(t)) > 0 {
				return t
			}
		}
	}
	if n := len(g.palette); n > 0 && g.chance(75) {
		start := g.IntN(n)
		for i := range n {
			if t := g.palette[(start+i)%n]; ok(t) {
				return t
			}
		}
	}
	return otherwise()
}
