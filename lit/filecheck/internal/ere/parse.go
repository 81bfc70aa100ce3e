package ere

import "strings"

type nodeKind uint8

const (
	nodeByte nodeKind = iota
	nodeSet
	nodeAssert
	nodeConcat
	nodeAlternate
	nodeGroup
	nodeBackref
	nodeRepeat
)

// infinite is the maximum of a repetition that has no maximum.
const infinite = 256

// maxCount is the largest count in braces (POSIX: RE_DUP_MAX).
const maxCount = 255

// node is a part of the syntax tree.
type node struct {
	kind     nodeKind
	char     byte    // nodeByte
	set      byteSet // nodeSet
	assert   opcode  // nodeAssert
	subs     []*node // nodeConcat, nodeAlternate; one for nodeGroup, nodeRepeat
	number   int     // nodeGroup, nodeBackref
	min, max int     // nodeRepeat
	plain    bool    // nodeRepeat: written as * or ?, not with a count
}

// empty returns whether the node has no code: it is a{0}, or contains nothing else. An empty pair of parentheses has
// code.
func (n *node) empty() bool {
	switch n.kind {
	case nodeRepeat:
		return n.max == 0
	case nodeConcat:
		for _, s := range n.subs {
			if !s.empty() {
				return false
			}
		}
		return true
	}
	return false
}

// maxBackref is the highest number of a group that a back-reference can use.
const maxBackref = 9

type parser struct {
	in         string
	pos        int
	depth      int
	groups     int
	bols, eols int
	ignoreCase bool
	group      [maxBackref + 1]*node // the closed groups
}

func (p *parser) more() bool { return p.pos < len(p.in) }

// see returns whether the next characters are s.
func (p *parser) see(s string) bool { return strings.HasPrefix(p.in[p.pos:], s) }

func (p *parser) eat(s string) bool {
	if p.see(s) {
		p.pos += len(s)
		return true
	}
	return false
}

// digitAt returns whether the character n places ahead is a digit.
func (p *parser) digitAt(n int) bool {
	return p.pos+n < len(p.in) && p.in[p.pos+n] >= '0' && p.in[p.pos+n] <= '9'
}

// parse reads the whole expression.
func (p *parser) parse() (*node, error) { return p.alternatives(false) }

// alternatives reads up to the end, or to the parenthesis that closes the group.
func (p *parser) alternatives(inGroup bool) (*node, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, ErrSpace
	}
	defer func() { p.depth-- }()
	alt := &node{kind: nodeAlternate}
	for {
		cat := &node{kind: nodeConcat}
		for p.more() && !p.see("|") && !(inGroup && p.see(")")) {
			n, err := p.piece()
			if err != nil {
				return nil, err
			}
			cat.subs = append(cat.subs, n)
		}
		if cat.empty() {
			return nil, ErrEmpty
		}
		alt.subs = append(alt.subs, cat)
		if !p.eat("|") {
			break
		}
	}
	if len(alt.subs) == 1 {
		return alt.subs[0], nil
	}
	return alt, nil
}

// piece reads an atom and the repetition after it.
func (p *parser) piece() (*node, error) {
	n, err := p.atom()
	if err != nil {
		return nil, err
	}
	if !p.atRepetition() {
		return n, nil
	}
	if n.kind == nodeAssert && n.assert == opBOL {
		return nil, ErrRepetition
	}
	n = &node{kind: nodeRepeat, subs: []*node{n}}
	p.pos++
	switch p.in[p.pos-1] {
	case '*':
		n.min, n.max, n.plain = 0, infinite, true
	case '+':
		n.min, n.max = 1, infinite
	case '?':
		n.min, n.max, n.plain = 0, 1, true
	case '{':
		if err := p.braces(n); err != nil {
			return nil, err
		}
	}
	if p.atRepetition() {
		return nil, ErrRepetition
	}
	return n, nil
}

func (p *parser) atRepetition() bool {
	return p.see("*") || p.see("+") || p.see("?") || p.see("{") && p.digitAt(1)
}

// braces reads the counts of a repetition after its opening brace.
func (p *parser) braces(n *node) (err error) {
	if n.min, err = p.count(); err != nil {
		return err
	}
	n.max = n.min
	if p.eat(",") {
		n.max = infinite
		if p.digitAt(0) {
			if n.max, err = p.count(); err != nil {
				return err
			}
		}
		if n.max < n.min {
			return ErrCount
		}
	}
	if p.eat("}") {
		return nil
	}
	if strings.Contains(p.in[p.pos:], "}") {
		return ErrCount
	}
	return ErrBrace
}

func (p *parser) count() (int, error) {
	n := 0
	for p.digitAt(0) && n <= maxCount {
		n = n*10 + int(p.in[p.pos]-'0')
		p.pos++
	}
	if n > maxCount {
		return 0, ErrCount
	}
	return n, nil
}

func (p *parser) atom() (*node, error) {
	c := p.in[p.pos]
	p.pos++
	switch c {
	case '(':
		return p.parentheses()
	case ')':
		return nil, ErrParen
	case '^':
		p.bols++
		return &node{kind: nodeAssert, assert: opBOL}, nil
	case '$':
		p.eols++
		return &node{kind: nodeAssert, assert: opEOL}, nil
	case '*', '+', '?':
		return nil, ErrRepetition
	case '.':
		n := &node{kind: nodeSet}
		n.set.add('\n')
		n.set.invert()
		return n, nil
	case '[':
		return p.bracket()
	case '\\':
		return p.escape()
	case '{':
		if p.digitAt(0) {
			return nil, ErrRepetition
		}
	}
	return p.ordinary(c), nil
}

func (p *parser) parentheses() (*node, error) {
	if !p.more() {
		return nil, ErrParen
	}
	p.groups++
	group := &node{kind: nodeGroup, number: p.groups, subs: []*node{{kind: nodeConcat}}}
	if !p.see(")") {
		sub, err := p.alternatives(true)
		if err != nil {
			return nil, err
		}
		group.subs[0] = sub
	}
	if !p.eat(")") {
		return nil, ErrParen
	}
	if group.number <= maxBackref {
		p.group[group.number] = group
	}
	return group, nil
}

func (p *parser) escape() (*node, error) {
	if !p.more() {
		return nil, ErrEscape
	}
	c := p.in[p.pos]
	p.pos++
	if c < '1' || c > '9' {
		return p.ordinary(c), nil
	}
	n := int(c - '0')
	if p.group[n] == nil {
		return nil, ErrBackref
	}
	return &node{kind: nodeBackref, number: n}, nil
}

// ordinary returns the node for a character that stands for itself.
func (p *parser) ordinary(c byte) *node {
	if p.ignoreCase && isLetter(c) {
		n := &node{kind: nodeSet}
		n.set.add(c)
		n.set.addOtherCase()
		return n
	}
	return &node{kind: nodeByte, char: c}
}
