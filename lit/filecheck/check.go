package filecheck

import (
	"bytes"
	"slices"
)

// maxEmptyMatches limits how often an empty match is reported for a COUNT directive.
const maxEmptyMatches = 1000

// check checks a positive directive and the DAG and NOT directives before it. It searches a block from the end of the
// match before.
func (r *run) check(c *check, block Range) (match, bool) {
	p := c.pattern
	from, nots, ok := r.checkDags(c.before, block)
	if !ok {
		return match{}, false
	}
	first, end := 0, from
	empties := 0 // empty matches in a row
	for i := 1; i <= p.count; i++ {
		text := block.from(end)
		m, err := r.match(p, text)
		if !r.report(true, p, i, text, m, err) {
			return match{}, false
		}
		if i == 1 {
			first = from + m.pos
		}
		end += m.end()
		if m != (match{}) {
			empties = 0
		} else if empties++; empties > 1 && (r.options.Verbosity == Quiet || empties > maxEmptyMatches) {
			break // All further matches are this one.
		}
	}
	found := match{first, end - first}
	skipped := block.slice(from, first)
	if r.wrongLine(p, skipped) {
		r.annotateWrongLine(p, Range{block.Source, skipped.End, block.Start + end})
		return match{}, false
	}
	return found, r.checkNots(nots, skipped)
}

// checkDags matches the DAG directives before a positive directive. It returns the position from which to search for
// that, and the NOT directives after the last DAG directive.
func (r *run) checkDags(before []*pattern, block Range) (from int, nots []*pattern, ok bool) {
	var taken []match // by the current group of DAG directives, in the order of the input
	for i, p := range before {
		if p.kind == Not {
			nots = append(nots, p)
			continue
		}
		if taken, ok = r.checkDag(p, block, from, taken); !ok {
			return 0, nil, false
		}
		if i+1 < len(before) && before[i+1].kind != Not {
			continue
		}
		if !r.checkNots(nots, block.slice(from, taken[0].pos)) {
			return 0, nil, false
		}
		nots = nil
		from = taken[len(taken)-1].end()
		taken = nil
	}
	return from, nots, true
}

// checkDag finds the first match of a DAG directive that does not overlap other matches of its group.
func (r *run) checkDag(p *pattern, block Range, from int, taken []match) ([]match, bool) {
	pos := from
	for next := 0; ; {
		text := block.from(pos)
		m, err := r.match(p, text)
		if (err != nil || r.options.Verbosity == Everything) && !r.report(true, p, 1, text, m, err) {
			return nil, false
		}
		m.pos += pos
		if r.options.AllowDagOverlap {
			taken = extend(taken, m)
		} else {
			for next < len(taken) && m.pos >= taken[next].end() {
				next++
			}
			if next < len(taken) && taken[next].pos < m.end() {
				r.reportDiscarded(block.slice(taken[next].pos, taken[next].end()))
				pos = taken[next].end()
				next++
				continue
			}
			taken = slices.Insert(taken, next, m)
		}
		if r.options.Verbosity < Everything {
			r.report(true, p, 1, block, m, nil)
		}
		return taken, true
	}
}

// extend makes one match that spans all.
func extend(taken []match, m match) []match {
	if len(taken) == 0 {
		return []match{m}
	}
	start := min(taken[0].pos, m.pos)
	return []match{{start, max(taken[0].end(), m.end()) - start}}
}

// checkNots returns whether none of the NOT directives matches.
func (r *run) checkNots(nots []*pattern, text Range) bool {
	ok := true
	for _, p := range nots {
		m, err := r.match(p, text)
		ok = r.report(false, p, 1, text, m, err) && ok
	}
	return ok
}

// wrongLine reports a NEXT, EMPTY or SAME directive whose match is on the wrong line. skipped is the text between the
// match before and this one.
func (r *run) wrongLine(p *pattern, skipped Range) bool {
	if p.kind != Next && p.kind != Empty && p.kind != Same {
		return false
	}
	newlines, second := countNewlines(skipped.bytes())
	name := p.prefix + "-" + suffixes[p.kind]
	problem := ""
	switch {
	case p.kind != Same && newlines == 0:
		problem = ": is on the same line as previous match"
	case p.kind != Same && newlines > 1:
		problem = ": is not on the line after the previous match"
	case p.kind == Same && newlines > 0:
		problem = ": is not on the same line as the previous match"
	default:
		return false
	}
	r.add(Diagnostic{Severity: Error, Message: name + problem, At: p.at})
	r.add(Diagnostic{Severity: Note, Message: "'next' match was here", At: skipped.from(skipped.len())})
	r.add(Diagnostic{Severity: Note, Message: "previous match ended here", At: skipped.at()})
	if p.kind != Same && newlines > 1 {
		r.add(Diagnostic{Severity: Note, Message: "non-matching line after previous match is here",
			At: skipped.from(second).at()})
	}
	return true
}

// countNewlines counts the line ends in text, up to two. It also returns where the line after the first line end
// starts. A carriage return counts as a line end, too; together with a newline before or after it, it is only one.
func countNewlines(text []byte) (n, second int) {
	for at := 0; n < 2; {
		i := bytes.IndexAny(text[at:], "\n\r")
		if i < 0 {
			return n, second
		}
		at += i + 1
		if at < len(text) && (text[at] == '\n' || text[at] == '\r') && text[at] != text[at-1] {
			at++
		}
		if n++; n == 1 {
			second = at
		}
	}
	return n, second
}
