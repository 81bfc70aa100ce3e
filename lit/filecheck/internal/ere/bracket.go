package ere

import "strings"

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(c byte)      { s[c>>6] |= 1 << (c & 63) }
func (s *byteSet) remove(c byte)   { s[c>>6] &^= 1 << (c & 63) }
func (s *byteSet) has(c byte) bool { return s[c>>6]&(1<<(c&63)) != 0 }

func (s *byteSet) invert() {
	for i := range s {
		s[i] = ^s[i]
	}
}

// addOtherCase adds the other case of every letter in the set.
func (s *byteSet) addOtherCase() {
	for c := byte('A'); c <= 'Z'; c++ {
		if lower := c | 0x20; s.has(c) || s.has(lower) {
			s.add(c)
			s.add(lower)
		}
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWord(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c == '_' }

// bracket reads a bracket expression after its opening bracket.
func (p *parser) bracket() (*node, error) {
	if p.eat("[:<:]]") {
		return &node{kind: nodeAssert, assert: opBOW}, nil
	}
	if p.eat("[:>:]]") {
		return &node{kind: nodeAssert, assert: opEOW}, nil
	}
	n := &node{kind: nodeSet}
	negated := p.eat("^")
	if p.eat("]") {
		n.set.add(']')
	} else if p.eat("-") {
		n.set.add('-')
	}
	for p.more() && !p.see("]") && !p.see("-]") {
		if err := p.bracketTerm(&n.set); err != nil {
			return nil, err
		}
	}
	if p.eat("-") {
		n.set.add('-')
	}
	if !p.eat("]") {
		return nil, ErrBracket
	}
	if p.ignoreCase {
		n.set.addOtherCase()
	}
	if negated {
		n.set.invert()
		n.set.remove('\n')
	}
	return n, nil
}

// bracketTerm reads a class, a character or a range.
func (p *parser) bracketTerm(set *byteSet) error {
	switch {
	case p.see("-"):
		return ErrRange
	case p.eat("[:"):
		return p.characterClass(set)
	case p.eat("[="):
		return p.equivalenceClass(set)
	}
	lo, err := p.symbol()
	if err != nil {
		return err
	}
	hi := lo
	if p.see("-") && p.pos+1 < len(p.in) && p.in[p.pos+1] != ']' {
		p.pos++
		if p.eat("-") {
			hi = '-'
		} else if hi, err = p.symbol(); err != nil {
			return err
		}
	}
	// Bytes are compared as signed characters, so bytes from 0x80 on come before ASCII bytes.
	if int8(lo) > int8(hi) {
		return ErrRange
	}
	for c := int(int8(lo)); c <= int(int8(hi)); c++ {
		set.add(byte(c))
	}
	return nil
}

// classes are the named sets of characters in the C locale.
var classes = map[string]func(c byte) bool{
	"alnum":  func(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' },
	"alpha":  isLetter,
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c > 0 && c < 0x20 || c == 0x7f },
	"digit":  func(c byte) bool { return c >= '0' && c <= '9' },
	"graph":  func(c byte) bool { return c > 0x20 && c < 0x7f },
	"lower":  func(c byte) bool { return c >= 'a' && c <= 'z' },
	"print":  func(c byte) bool { return c >= 0x20 && c < 0x7f },
	"punct":  func(c byte) bool { return c > 0x20 && c < 0x7f && !isLetter(c) && (c < '0' || c > '9') },
	"space":  func(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' },
	"upper":  func(c byte) bool { return c >= 'A' && c <= 'Z' },
	"xdigit": func(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' },
}

func (p *parser) characterClass(set *byteSet) error {
	if !p.more() {
		return ErrBracket
	}
	start := p.pos
	for p.more() && isLetter(p.in[p.pos]) {
		p.pos++
	}
	member := classes[p.in[start:p.pos]]
	if member == nil {
		return ErrClass
	}
	for c := 0; c < 256; c++ {
		if member(byte(c)) {
			set.add(byte(c))
		}
	}
	if !p.more() {
		return ErrBracket
	}
	if !p.eat(":]") {
		return ErrClass
	}
	return nil
}

func (p *parser) equivalenceClass(set *byteSet) error {
	if !p.more() {
		return ErrBracket
	}
	if p.see("-") || p.see("]") {
		return ErrCollate
	}
	c, err := p.collatingElement("=]")
	if err != nil {
		return err
	}
	set.add(c)
	p.pos += len("=]")
	return nil
}

// symbol reads a character or a collating symbol.
func (p *parser) symbol() (byte, error) {
	if !p.more() {
		return 0, ErrBracket
	}
	if p.eat("[.") {
		c, err := p.collatingElement(".]")
		p.pos += len(".]")
		return c, err
	}
	p.pos++
	return p.in[p.pos-1], nil
}

// collatingElement reads a name up to its end mark. It does not consume the end mark.
func (p *parser) collatingElement(end string) (byte, error) {
	length := strings.Index(p.in[p.pos:], end)
	if length < 0 {
		return 0, ErrBracket
	}
	name := p.in[p.pos : p.pos+length]
	p.pos += length
	if c, ok := collating[name]; ok {
		return c, nil
	}
	if len(name) == 1 {
		return name[0], nil
	}
	return 0, ErrCollate
}

// collating are the names of characters in the POSIX locale.
var collating = map[string]byte{
	"NUL": 0, "SOH": 1, "STX": 2, "ETX": 3, "EOT": 4, "ENQ": 5, "ACK": 6, "BEL": 7, "alert": 7, "BS": 8, "backspace": 8,
	"HT": 9, "tab": 9, "LF": 10, "newline": 10, "VT": 11, "vertical-tab": 11, "FF": 12, "form-feed": 12, "CR": 13,
	"carriage-return": 13, "SO": 14, "SI": 15, "DLE": 16, "DC1": 17, "DC2": 18, "DC3": 19, "DC4": 20, "NAK": 21,
	"SYN": 22, "ETB": 23, "CAN": 24, "EM": 25, "SUB": 26, "ESC": 27, "IS4": 28, "FS": 28, "IS3": 29, "GS": 29,
	"IS2": 30, "RS": 30, "IS1": 31, "US": 31, "space": ' ', "exclamation-mark": '!', "quotation-mark": '"',
	"number-sign": '#', "dollar-sign": '$', "percent-sign": '%', "ampersand": '&', "apostrophe": '\'',
	"left-parenthesis": '(', "right-parenthesis": ')', "asterisk": '*', "plus-sign": '+', "comma": ',', "hyphen": '-',
	"hyphen-minus": '-', "period": '.', "full-stop": '.', "slash": '/', "solidus": '/', "zero": '0', "one": '1',
	"two": '2', "three": '3', "four": '4', "five": '5', "six": '6', "seven": '7', "eight": '8', "nine": '9',
	"colon": ':', "semicolon": ';', "less-than-sign": '<', "equals-sign": '=', "greater-than-sign": '>',
	"question-mark": '?', "commercial-at": '@', "left-square-bracket": '[', "backslash": '\\', "reverse-solidus": '\\',
	"right-square-bracket": ']', "circumflex": '^', "circumflex-accent": '^', "underscore": '_', "low-line": '_',
	"grave-accent": '`', "left-brace": '{', "left-curly-bracket": '{', "vertical-line": '|', "right-brace": '}',
	"right-curly-bracket": '}', "tilde": '~', "DEL": 0x7f,
}
