package filecheck

import (
	"bytes"
	"strings"
)

// Checks is a compiled check file. It is immutable and safe for concurrent use.
type Checks struct {
	options  Options
	source   *Source
	implicit []*Source // of the implicit NOT patterns, in their order
	list     []check
	vars     *declarations
	patterns int // the number of patterns, which are numbered from 0
	problems []Diagnostic
}

// check is a positive directive with the DAG and NOT directives before it.
type check struct {
	pattern *pattern
	before  []*pattern
}

// Problems returns the errors in implicit patterns. FileCheck reports these without failing.
func (c *Checks) Problems() []Diagnostic { return c.problems }

// Implicit returns the index, counted from 1, of the option in ImplicitNot that contains a range. It returns 0 for a
// range in the check file.
func (c *Checks) Implicit(r Range) int {
	for i, s := range c.implicit {
		if s == r.Source {
			return i + 1
		}
	}
	return 0
}

// Parse compiles a check file. name is its name in messages. The error is a [*SyntaxError].
func Parse(name string, text []byte, options Options) (*Checks, error) {
	if d := options.validate(); d != nil {
		return nil, &SyntaxError{Diagnostics: []Diagnostic{*d}, ExitCode: 2}
	}
	p := fileParser{
		checks: &Checks{options: options, vars: newDeclarations()},
		text:   canonicalize(text, options.StrictWhitespace),
		unused: map[string]bool{},
		line:   1,
	}
	p.checks.source = &Source{Name: name, Text: p.text}
	for _, prefix := range options.prefixes() {
		p.unused[prefix] = true
	}
	if err := p.parse(); err != nil {
		syntax := syntaxError(err)
		syntax.Diagnostics = append(p.checks.problems, syntax.Diagnostics...)
		return nil, syntax
	}
	return p.checks, nil
}

// fileParser reads a check file.
type fileParser struct {
	checks *Checks
	text   []byte
	finder *prefixFinder
	pos    int
	line   int
	unused map[string]bool
	before []*pattern // DAG and NOT directives since the last positive one
}

func (p *fileParser) parse() error {
	c := p.checks
	if err := c.vars.defineAll(c.options.Defines); err != nil {
		return spaced(err)
	}
	c.vars.line = c.vars.numeric("@LINE", format{kind: formatUnsigned})
	implicit, err := p.implicit()
	if err != nil {
		return err
	}
	p.before = append(p.before, implicit...)
	p.finder = newPrefixFinder(p.text, c.options.prefixes(), c.options.commentPrefixes())
	for {
		d, prefix, rest := p.nextDirective()
		if prefix.empty() {
			break
		}
		if d.kind != comment {
			delete(p.unused, prefix.String())
		}
		pat, err := p.directive(d, prefix, rest)
		if err != nil {
			return err
		}
		if pat != nil && (pat.kind == Dag || pat.kind == Not) {
			p.before = append(p.before, pat)
		} else if pat != nil {
			c.list = append(c.list, check{pat, p.before})
			p.before = append([]*pattern(nil), implicit...)
		}
	}
	if err := p.checkUnused(len(implicit) > 0); err != nil {
		return err
	}
	if len(p.before) > 0 {
		end := Range{c.source, p.pos, p.pos}
		eof := p.newPattern(directive{kind: EndOfFile, count: 1}, c.options.prefixes()[0], end)
		c.list = append(c.list, check{eof, p.before})
	}
	return nil
}

func (p *fileParser) newPattern(d directive, prefix string, at Range) *pattern {
	p.checks.patterns++
	return &pattern{directive: d, prefix: prefix, at: at, number: p.checks.patterns - 1, line: p.line}
}

// implicitPrefix is the name of an implicit pattern's directive in messages.
const implicitPrefix = "IMPLICIT-CHECK"

// implicit compiles the implicit NOT patterns. An error in one is only reported; the part before the error is used.
func (p *fileParser) implicit() ([]*pattern, error) {
	var patterns []*pattern
	for _, text := range p.checks.options.ImplicitNot {
		flag := "-implicit-check-not='"
		source := &Source{Name: "command line", Text: []byte(flag + text + "'")}
		p.checks.implicit = append(p.checks.implicit, source)
		at := Range{source, len(flag), len(flag) + len(text)}
		pat := p.newPattern(directive{kind: Not, count: 1}, implicitPrefix, at)
		pat.line = 0
		if err := p.compile(pat, at); err != nil {
			if exitCode(err) != 2 {
				return nil, err
			}
			p.checks.problems = append(p.checks.problems, diagnosticsOf(err)...)
		}
		patterns = append(patterns, pat)
	}
	return patterns, nil
}

// nextDirective finds the next directive or comment. The prefix is empty at the end of the file.
func (p *fileParser) nextDirective() (d directive, prefix, rest Range) {
	c := p.checks
	for {
		name, at := p.finder.find(p.pos)
		if at < 0 {
			return directive{}, Range{}, Range{}
		}
		p.line += bytes.Count(p.text[p.pos:at], []byte{'\n'})
		inWord := at > p.pos && isPartOfWord(p.text[at-1])
		p.pos = at
		if !inWord {
			text := Range{c.source, at, len(p.text)}
			d, rest = readDirective(text, name, c.options.commentPrefixes())
			if d.kind != noDirective {
				return d, text.first(len(name)), rest
			}
		}
		for p.pos += len(name); p.pos < len(p.text) && isPartOfWord(p.text[p.pos]); p.pos++ {
		}
	}
}

// directive reads the pattern of a directive. It is nil for a comment.
func (p *fileParser) directive(d directive, prefix, rest Range) (*pattern, error) {
	if d.kind == misspelled {
		name := Range{rest.Source, prefix.Start, rest.Start}
		return nil, prefix.error("misspelled directive '", name.String(), "'")
	}
	if rest.empty() {
		// At the end of the file, FileCheck uses the text after the prefix as the pattern.
		rest.Start = prefix.End
	}
	switch d.kind {
	case badNot:
		return nil, rest.error("unsupported -NOT combo on prefix '", prefix.String(), "'")
	case badCount:
		return nil, rest.error("invalid count in -COUNT specification on prefix '", prefix.String(), "'")
	}
	if !p.keepsWhitespace() {
		rest = rest.trimLeft()
	}
	if i := bytes.IndexAny(rest.bytes(), "\n\r"); i >= 0 {
		rest = rest.first(i)
	}
	p.pos = rest.End
	if d.kind == comment {
		return nil, nil
	}
	pat := p.newPattern(d, prefix.String(), rest)
	if err := p.compile(pat, rest); err != nil {
		return nil, err
	}
	if d.kind == Label && pat.usesVariables() {
		return nil, prefix.error("found '", prefix.String(), "-LABEL:' with variable definition or use")
	}
	if len(p.checks.list) == 0 && (d.kind == Next || d.kind == Same || d.kind == Empty) {
		return nil, prefix.error("found '", prefix.String(), "-", suffixes[d.kind], "' without previous '", prefix.String(),
			": line")
	}
	return pat, nil
}

// keepsWhitespace returns whether blanks around a pattern belong to it.
func (p *fileParser) keepsWhitespace() bool {
	return p.checks.options.StrictWhitespace && p.checks.options.MatchFullLines
}

// compile compiles the text of a pattern.
func (p *fileParser) compile(pat *pattern, text Range) error {
	c := compiler{options: &p.checks.options, vars: p.checks.vars, pattern: pat}
	return c.compile(text, p.keepsWhitespace())
}

// checkUnused reports prefixes without a directive. If there are implicit patterns, directives are not needed.
func (p *fileParser) checkUnused(implicit bool) error {
	options := &p.checks.options
	none := len(p.unused) == len(options.prefixes())
	if !none && (options.AllowUnusedPrefixes || len(p.unused) == 0) || implicit && len(options.Prefixes) == 0 {
		return nil
	}
	names := sortedKeys(p.unused)
	for i, name := range names {
		names[i] = "'" + name + ":'"
	}
	plural := " "
	if len(names) > 1 {
		plural = "es "
	}
	return &Diagnostic{Severity: Error, Message: "no check strings found with prefix" + plural + strings.Join(names, ", ")}
}
