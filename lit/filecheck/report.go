package filecheck

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// MatchType is the result for a pattern that an annotation reports.
type MatchType int

const (
	// FoundExpected is a match of a positive pattern.
	FoundExpected MatchType = iota
	// FoundExcluded is a match of a NOT pattern.
	FoundExcluded
	// FoundWrongLine is a match on the wrong line for the directive.
	FoundWrongLine
	// FoundDiscarded is a match of a DAG pattern that overlaps an earlier one.
	FoundDiscarded
	// NoneExcluded is the search range of a NOT pattern without a match.
	NoneExcluded
	// NoneExpected is the search range of a positive pattern without a match.
	NoneExpected
	// NoneInvalid is the search range of a pattern that could not be matched.
	NoneInvalid
	// Fuzzy is a place that a pattern without a match was perhaps meant to match.
	Fuzzy
)

// Annotation relates a directive to a part of the input.
type Annotation struct {
	Type  MatchType
	Kind  Kind
	Count int // of a COUNT directive
	// Check is the place of the pattern.
	Check Range
	// Input is the match, or the range that was searched.
	Input Range
	// Note is shown instead of the text for the type, if it is set.
	Note string
}

// add adds a diagnostic.
func (r *run) add(d Diagnostic) { r.diagnostics = append(r.diagnostics, d) }

// annotate adds an annotation about a pattern.
func (r *run) annotate(p *pattern, t MatchType, input Range, note string) {
	if r.options.Annotate {
		r.annotations = append(r.annotations, Annotation{t, p.kind, p.count, p.at, input, note})
	}
}

// report reports the result of the nth search for a pattern. It returns whether the result is the expected one.
func (r *run) report(expected bool, p *pattern, nth int, text Range, m match, err error) bool {
	if r.broken != nil {
		return false
	}
	if err != nil {
		return r.reportNone(expected, p, nth, text, err)
	}
	return r.reportFound(expected, p, nth, text.slice(m.pos, m.end()))
}

func (r *run) reportFound(expected bool, p *pattern, nth int, found Range) bool {
	severity, word, matchType := Remark, "expected", FoundExpected
	if !expected {
		severity, word, matchType = Error, "excluded", FoundExcluded
	}
	if expected && (r.options.Verbosity == Quiet || p.kind == EndOfFile && r.options.Verbosity < Everything) {
		return true
	}
	r.annotate(p, matchType, found, "")
	values, captured := r.values(p), r.captured(p)
	for _, note := range values {
		r.annotate(p, matchType, found.at(), note)
	}
	for _, c := range captured {
		r.annotate(p, matchType, c.At, c.Message)
	}
	if expected && r.options.Annotate {
		return true
	}
	r.add(Diagnostic{Severity: severity, Message: p.result(word+" string found in input", nth), At: p.at})
	r.add(Diagnostic{Severity: Note, Message: "found here", At: found, Underline: found})
	for _, note := range values {
		r.add(Diagnostic{Severity: Note, Message: note, At: found.at()})
	}
	for _, c := range captured {
		r.add(c)
	}
	return expected
}

// result returns a message about the nth search for a pattern.
func (p *pattern) result(what string, nth int) string {
	message := p.describe(p.prefix) + ": " + what
	if p.count > 1 {
		message += fmt.Sprintf(" (%d out of %d)", nth, p.count)
	}
	return message
}

func (r *run) reportNone(expected bool, p *pattern, nth int, text Range, err error) bool {
	matchType, word, severity := NoneExpected, "expected", Error
	if !expected {
		matchType, word, severity = NoneExcluded, "excluded", Remark
	}
	var problems []Diagnostic
	if !errors.Is(err, errNotFound) {
		matchType, problems = NoneInvalid, diagnosticsOf(err)
	}
	ok := !expected && problems == nil
	if ok && r.options.Verbosity < Everything {
		return true
	}
	r.annotate(p, matchType, text, "")
	for _, d := range problems {
		r.add(d)
		r.annotate(p, matchType, text.at(), d.Message)
	}
	values := r.values(p)
	for _, note := range values {
		r.annotate(p, matchType, text.at(), note)
	}
	if ok && r.options.Annotate {
		return true
	}
	if problems == nil {
		r.add(Diagnostic{Severity: severity, Message: p.result(word+" string not found in input", nth), At: p.at})
		r.add(Diagnostic{Severity: Note, Message: "scanning from here", At: text.at()})
	}
	for _, note := range values {
		r.add(Diagnostic{Severity: Note, Message: note, At: text.at()})
	}
	if expected {
		r.reportFuzzy(p, text)
	}
	return ok
}

// reportFuzzy reports the place that the pattern was perhaps meant to match.
func (r *run) reportFuzzy(p *pattern, text Range) {
	if at := nearest(p, text.bytes()); at > 0 {
		place := text.from(at).at()
		r.annotate(p, Fuzzy, place, "")
		r.add(Diagnostic{Severity: Note, Message: "possible intended match here", At: place})
	}
}

// reportDiscarded reports that the last reported match overlaps an earlier one.
func (r *run) reportDiscarded(earlier Range) {
	switch {
	case r.options.Verbosity < Everything:
	case r.options.Annotate:
		r.retype(FoundDiscarded)
	default:
		message := "match discarded, overlaps earlier DAG match here"
		r.add(Diagnostic{Severity: Note, Message: message, At: earlier, Underline: earlier})
	}
}

// annotateWrongLine annotates a match on the wrong line.
func (r *run) annotateWrongLine(p *pattern, found Range) {
	if r.options.Verbosity == Quiet {
		r.annotate(p, FoundWrongLine, found, "")
	} else {
		r.retype(FoundWrongLine)
	}
}

// retype changes the type of the annotations about the last pattern.
func (r *run) retype(t MatchType) {
	for i := len(r.annotations) - 1; i >= 0; i-- {
		a := &r.annotations[i]
		if a.Check != r.annotations[len(r.annotations)-1].Check {
			return
		}
		a.Type = t
	}
}

// values returns the known values of a pattern's substitutions.
func (r *run) values(p *pattern) []string {
	var notes []string
	for _, s := range p.substs {
		value, err := r.substitute(s)
		if err != nil {
			continue
		}
		shown, remark := string(value), ""
		if s.value == nil && needsEscape(value) {
			shown, remark = escape(value), " (escaped value)"
		}
		notes = append(notes, fmt.Sprintf(`with "%s" equal to "%s"%s`, escape(s.from.bytes()), shown, remark))
	}
	return notes
}

// captured returns notes on the variables that a pattern defined, in the order of the input.
func (r *run) captured(p *pattern) []Diagnostic {
	var notes []Diagnostic
	note := func(name string, at Range) {
		notes = append(notes, Diagnostic{Severity: Note, Message: fmt.Sprintf(`captured var "%s"`, name), At: at,
			Underline: at})
	}
	for _, name := range sortedKeys(p.strings) {
		note(name, r.strings[name])
	}
	for _, d := range p.numbers {
		note(d.variable.name, r.numbers[d.variable.number].text)
	}
	slices.SortStableFunc(notes, func(a, b Diagnostic) int { return a.At.Start - b.At.Start })
	return notes
}

func isPrint(c byte) bool { return c >= ' ' && c < 0x7f }

func needsEscape(text []byte) bool {
	return slices.ContainsFunc(text, func(c byte) bool { return !isPrint(c) || c == '"' })
}

// escape returns text with escapes as in C and octal numbers for other characters.
func escape(text []byte) string {
	var b strings.Builder
	for _, c := range text {
		switch {
		case c == '\\' || c == '"':
			b.WriteString(`\` + string(c))
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\n':
			b.WriteString(`\n`)
		case isPrint(c):
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, `\%03o`, c)
		}
	}
	return b.String()
}
