package filecheck

import (
	"bytes"
	"strconv"

	"github.com/girih-ir/girih/lit/filecheck/internal/ere"
	"github.com/girih-ir/girih/lit/filecheck/internal/substring"
)

// pattern is a compiled pattern: either a fixed text or an expression.
type pattern struct {
	directive
	prefix  string
	at      Range
	number  int
	line    int // 0 for an implicit pattern
	fixed   []byte
	finder  *substring.Finder // of the fixed text
	source  []byte            // of the expression, without the substituted texts
	substs  []substitution
	strings map[string]int // group of each string variable's last definition
	numbers []numberDefinition
}

// substitution is a part of an expression that is not known before the pattern is matched.
type substitution struct {
	from  Range // a name or an expression
	value expression
	form  format
	at    int // offset in the source
}

// numberDefinition is a numeric variable with the group that defines it.
type numberDefinition struct {
	variable *numericVariable
	group    int
}

// usesVariables returns whether a pattern has substitutions or defines string variables.
func (p *pattern) usesVariables() bool { return len(p.substs)+len(p.strings) > 0 }

// compiler compiles the text of one pattern.
type compiler struct {
	options *Options
	vars    *declarations
	pattern *pattern
	group   int // number of the next pair of parentheses
}

func (c *compiler) compile(text Range, keepBlanks bool) error {
	p := c.pattern
	if !keepBlanks {
		text = text.trimRight()
	}
	if p.kind == Empty {
		if !text.empty() {
			return p.at.error("found non-empty check string for empty check with prefix '", p.prefix, ":'")
		}
		return nil
	}
	if text.empty() {
		return p.at.error("found empty check string with prefix '", p.prefix, ":'")
	}
	fullLine := c.options.MatchFullLines && p.kind != Not
	if p.literal || !fullLine && text.index("{{") < 0 && text.index("[[") < 0 {
		p.fixed = text.bytes()
		p.finder = substring.New(p.fixed, c.options.IgnoreCase)
		return nil
	}
	return c.expression(text, fullLine)
}

// expression translates the text to a regular expression.
func (c *compiler) expression(text Range, fullLine bool) error {
	p := c.pattern
	c.group = 1
	if fullLine {
		c.add("^")
		if !c.options.StrictWhitespace {
			c.add(" *")
		}
	}
	for !text.empty() {
		var err error
		switch {
		case text.has("{{"):
			text, err = c.regex(text)
		case text.has("[[") && !text.has("[[["):
			text, err = c.block(text)
		default:
			end := text.len()
			for _, mark := range []string{"{{", "[["} {
				if i := text.from(1).index(mark); i >= 0 {
					end = min(end, i+1)
				}
			}
			p.source = append(p.source, ere.Escape(text.first(end).bytes())...)
			text = text.from(end)
		}
		if err != nil {
			return err
		}
	}
	if fullLine {
		if !c.options.StrictWhitespace {
			c.add(" *")
		}
		c.add("$")
	}
	return nil
}

func (c *compiler) add(s string) { c.pattern.source = append(c.pattern.source, s...) }

// regex translates a {{…}} block.
func (c *compiler) regex(text Range) (Range, error) {
	end := text.index("}}")
	if end < 0 {
		return text, text.error("found start of regex string with no end '}}'")
	}
	alternation := text.index("|") >= 0
	if alternation {
		c.add("(")
		c.group++
	}
	inner := text.slice(2, end)
	if err := c.addRegex(inner.String(), inner); err != nil {
		return text, err
	}
	if alternation {
		c.add(")")
	}
	return text.from(end + 2), nil
}

// addRegex adds a complete regular expression.
func (c *compiler) addRegex(source string, at Range) error {
	groups, err := ere.Validate(source)
	if err != nil {
		return at.error("invalid regex: ", err.Error())
	}
	c.add(source)
	c.group += groups
	return nil
}

// block translates a [[…]] block.
func (c *compiler) block(text Range) (Range, error) {
	inner := text.from(2)
	end, err := blockEnd(inner)
	if err != nil {
		return text, err
	}
	if end < 0 {
		return text, text.error("Invalid substitution block, no ]] found")
	}
	rest := inner.from(end + 2)
	inner = inner.first(end)
	if inner.eat("#") {
		return rest, c.numberBlock(inner, false)
	}
	return rest, c.stringBlock(inner)
}

// blockEnd returns the offset of the brackets that close a block, or -1.
func blockEnd(text Range) (int, error) {
	depth := 0
	s := text.bytes()
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			if depth == 0 {
				if bytes.HasPrefix(s[i:], []byte("]]")) {
					return i, nil
				}
				return 0, unbalancedError{text.from(i).error(`missing closing "]" for regex variable`)}
			}
			depth--
		}
	}
	return -1, nil
}

// stringBlock translates the definition or the use of a string variable.
func (c *compiler) stringBlock(text Range) error {
	colon := text.index(":")
	name := text
	if colon >= 0 {
		name = text.first(colon)
	}
	if i := bytes.IndexAny(name.bytes(), blanks); i >= 0 {
		return text.from(i).error("unexpected whitespace")
	}
	rest := text
	v, err := parseVariable(&rest)
	switch {
	case err != nil:
		return spaced(err)
	case colon >= 0:
		return c.defineString(v, rest)
	case v.pseudo:
		return c.numberBlock(text, true)
	case !rest.empty():
		return v.name.error("invalid name in string variable use")
	}
	if group, ok := c.pattern.strings[v.name.String()]; ok {
		return c.backReference(v.name, group)
	}
	c.pattern.substs = append(c.pattern.substs, substitution{from: v.name, at: len(c.pattern.source)})
	return nil
}

// defineString translates the definition of a string variable. rest is the text after the name.
func (c *compiler) defineString(v variableName, rest Range) error {
	name := v.name.String()
	if v.pseudo || !rest.eat(":") {
		return v.name.error("invalid name in string variable definition")
	}
	if c.vars.numbers[name] != nil {
		return v.name.error("numeric variable with name '", name, "' already exists")
	}
	c.add("(")
	if c.pattern.strings == nil {
		c.pattern.strings = map[string]int{}
	}
	c.pattern.strings[name] = c.group
	c.vars.strings[name] = true
	c.group++
	if !rest.empty() {
		if err := c.addRegex(rest.String(), rest); err != nil {
			return err
		}
	}
	c.add(")")
	return nil
}

// maxBackReference is the highest number of a group that a back-reference can use.
const maxBackReference = 9

// backReference adds a reference to a string variable that the same pattern defines.
func (c *compiler) backReference(name Range, group int) error {
	if group > maxBackReference {
		return name.error("Can't back-reference more than ", strconv.Itoa(maxBackReference), " variables")
	}
	c.add(`\` + strconv.Itoa(group))
	return nil
}

// numberBlock translates the definition or the use of numeric variables. legacy means that it was written as
// [[@LINE…]].
func (c *compiler) numberBlock(text Range, legacy bool) error {
	p := c.pattern
	block, err := parseNumberBlock(text, legacy, p.line, c.vars)
	if err != nil {
		return spaced(err)
	}
	if block.defines != nil {
		c.add("(")
		p.defineNumber(block.defines, c.group)
		c.group++
	}
	if block.value != nil {
		p.substs = append(p.substs, substitution{from: text, value: block.value, form: block.form, at: len(p.source)})
	} else if err := c.addRegex(block.form.wildcard(), text); err != nil {
		return err
	}
	if block.defines != nil {
		c.add(")")
	}
	return nil
}

// defineNumber records a definition. The last definition of a variable is used.
func (p *pattern) defineNumber(v *numericVariable, group int) {
	for i := range p.numbers {
		if p.numbers[i].variable == v {
			p.numbers[i].group = group
			return
		}
	}
	p.numbers = append(p.numbers, numberDefinition{v, group})
}
