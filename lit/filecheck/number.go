package filecheck

import (
	"math"
	"math/big"
	"strconv"
)

// numberBlock is the content of a [[#…]] block: a format, a definition and a value. Each of them is optional.
type numberBlock struct {
	defines *numericVariable
	value   expression
	form    format
}

// maxNesting limits the depth of expressions.
const maxNesting = 1000

// numberParser reads a numeric expression from the beginning of rest.
type numberParser struct {
	rest   Range
	legacy bool // [[@LINE]], [[@LINE+1]] or [[@LINE-1]]
	line   int
	vars   *declarations
	depth  int
}

// parseNumberBlock reads the content of a block in a pattern. line is the line of the pattern.
func parseNumberBlock(text Range, legacy bool, line int, vars *declarations) (*numberBlock, error) {
	p := numberParser{rest: text, legacy: legacy, line: line, vars: vars}
	explicit, precision, err := p.format()
	if err != nil {
		return nil, err
	}
	block := &numberBlock{form: explicit}
	definition, defines := Range{}, false
	if i := p.rest.index(":"); i >= 0 {
		definition, defines = p.rest.first(i), true
		p.rest = p.rest.from(i + 1)
	}
	if block.value, err = p.value(); err != nil {
		return nil, err
	}
	if block.form.kind == formatNone && block.value != nil {
		if block.form, err = block.value.form(); err != nil {
			return nil, err
		}
	}
	if block.form.kind == formatNone {
		block.form = format{kind: formatUnsigned, precision: precision}
	}
	if defines {
		if block.defines, err = p.definition(definition.trimLeft(), block.form); err != nil {
			return nil, err
		}
	}
	return block, nil
}

// format reads a format and the comma after it. A comma after a parenthesis separates arguments instead.
func (p *numberParser) format() (f format, precision uint64, err error) {
	comma, parenthesis := p.rest.index(","), p.rest.index("(")
	if comma < 0 || parenthesis >= 0 && parenthesis < comma {
		return f, 0, nil
	}
	text := p.rest.first(comma).trimLeft().trimRight()
	p.rest = p.rest.from(comma + 1)
	if !text.eat("%") {
		return f, 0, text.error("invalid matching format specification in expression")
	}
	flag := text
	f.alternate = text.eat("#")
	if text.eat(".") {
		digits := text.first(countDigits(text, 10))
		precision, err = strconv.ParseUint(digits.String(), 10, 64)
		if err == nil {
			text = text.from(digits.len())
		}
		if err != nil || precision > math.MaxUint32 {
			return f, 0, text.error("invalid precision in format specifier")
		}
	}
	if !text.empty() {
		f.precision = precision
		switch text.bytes()[0] {
		case 'u':
			f.kind = formatUnsigned
		case 'd':
			f.kind = formatSigned
		case 'x':
			f.kind = formatLower
		case 'X':
			f.kind = formatUpper
		default:
			return f, 0, text.error("invalid format specifier in expression")
		}
		text = text.from(1)
	}
	if f.alternate && f.kind != formatLower && f.kind != formatUpper {
		return f, 0, flag.error("alternate form only supported for hex values")
	}
	if text = text.trimLeft(); !text.empty() {
		return f, 0, text.error("invalid matching format specification in expression")
	}
	return f, precision, nil
}

// value reads the constraint and the expression, if there are any.
func (p *numberParser) value() (expression, error) {
	p.rest = p.rest.trimLeft()
	constraint := p.rest.eat("==")
	p.rest = p.rest.trimLeft()
	if p.rest.empty() {
		if constraint {
			return nil, p.rest.error("empty numeric expression should not have a constraint")
		}
		return nil, nil
	}
	p.rest = p.rest.trimRight()
	whole := p.rest
	var value expression
	var err error
	if p.legacy {
		value, err = p.variable()
	} else {
		value, err = p.operand(!constraint)
	}
	for err == nil && !p.rest.empty() {
		value, err = p.binary(whole, value)
		if err == nil && p.legacy && !p.rest.empty() {
			return nil, p.rest.error("unexpected characters at end of expression '", p.rest.String(), "'")
		}
	}
	return value, err
}

// variable reads a use of a variable. No other kind of operand is allowed in its place.
func (p *numberParser) variable() (expression, error) {
	if p.rest.has("(") {
		return nil, p.rest.error("parenthesized expression not permitted here")
	}
	v, err := parseVariable(&p.rest)
	if err != nil {
		return nil, err
	}
	if p.rest.trimLeft().has("(") {
		return nil, v.name.error("unexpected function call")
	}
	return p.use(v)
}

// operand reads an operand. constraint means that a constraint would have been allowed here.
func (p *numberParser) operand(constraint bool) (expression, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, p.rest.error("expression is nested too deeply")
	}
	defer func() { p.depth-- }()
	if p.rest.has("(") {
		return p.parenthesized()
	}
	if v, err := parseVariable(&p.rest); err == nil {
		if p.rest.trimLeft().has("(") {
			return p.call(v.name)
		}
		return p.use(v)
	}
	return p.literal(constraint)
}

func (p *numberParser) use(v variableName) (expression, error) {
	name := v.name.String()
	if v.pseudo && name != "@LINE" {
		return nil, v.name.error("invalid pseudo numeric variable '", name, "'")
	}
	variable := p.vars.numeric(name, format{kind: formatUnsigned})
	if p.line != 0 && variable.line == p.line {
		return nil, v.name.error("numeric variable '", name, "' defined earlier in the same CHECK directive")
	}
	return &variableUse{v.name, variable}, nil
}

// literal reads a number: decimal, or with the prefix of another base, but legacy expressions have no prefixes.
func (p *numberParser) literal(constraint bool) (expression, error) {
	start := p.rest
	negative := p.rest.eat("-")
	base, prefixed := 10, false
	if !p.legacy {
		base, prefixed = p.base()
	}
	digits := p.rest.first(countDigits(p.rest, base))
	n, ok := new(big.Int).SetString(digits.String(), base)
	if prefixed && !ok && !p.rest.empty() {
		n, ok = new(big.Int), true // FileCheck reads a prefix without digits as zero if anything follows.
	}
	if !ok {
		what := "operand format"
		if constraint {
			what = "matching constraint or operand format"
		}
		return nil, start.error("invalid ", what)
	}
	if negative {
		n.Neg(n)
	}
	p.rest = p.rest.from(digits.len())
	return &literal{start.first(p.rest.Start - start.Start), n}, nil
}

// base reads the prefix of a number with a base other than ten. It does not consume the zero before an octal number.
func (p *numberParser) base() (base int, prefixed bool) {
	switch {
	case p.rest.eat("0x"), p.rest.eat("0X"):
		return 16, true
	case p.rest.eat("0b"), p.rest.eat("0B"):
		return 2, true
	case p.rest.eat("0o"):
		return 8, true
	}
	if s := p.rest.bytes(); len(s) > 1 && s[0] == '0' && s[1] >= '0' && s[1] <= '9' {
		return 8, false
	}
	return 10, false
}

// countDigits returns the number of digits at the beginning of r.
func countDigits(r Range, base int) int {
	for i, c := range r.bytes() {
		digit := math.MaxInt
		switch {
		case c >= '0' && c <= '9':
			digit = int(c - '0')
		case isAlpha(c):
			digit = int(c|0x20-'a') + 10
		}
		if digit >= base {
			return i
		}
	}
	return r.len()
}

func (p *numberParser) parenthesized() (expression, error) {
	p.rest = p.rest.from(1).trimLeft()
	if p.rest.empty() {
		return nil, p.rest.error("missing operand in expression")
	}
	inner, err := p.operand(false)
	p.rest = p.rest.trimLeft()
	for err == nil && !p.rest.empty() && !p.rest.has(")") {
		inner, err = p.binary(p.rest, inner)
		p.rest = p.rest.trimLeft()
	}
	if err != nil {
		return nil, err
	}
	if !p.rest.eat(")") {
		return nil, p.rest.error("missing ')' at end of nested expression")
	}
	return inner, nil
}

// binary reads an operator and its right operand. Messages show the operation from the beginning of whole on.
func (p *numberParser) binary(whole Range, left expression) (expression, error) {
	p.rest = p.rest.trimLeft()
	if p.rest.empty() {
		return left, nil
	}
	var op operation
	switch operator := p.rest.bytes()[0]; operator {
	case '+':
		op = add
	case '-':
		op = sub
	default:
		return nil, p.rest.error("unsupported operation '", string([]byte{operator}), "'")
	}
	p.rest = p.rest.from(1).trimLeft()
	if p.rest.empty() {
		return nil, p.rest.error("missing operand in expression")
	}
	var right expression
	var err error
	switch {
	case !p.legacy:
		right, err = p.operand(false)
	case p.rest.has("("):
		err = p.rest.error("parenthesized expression not permitted here")
	default:
		right, err = p.literal(false)
	}
	if err != nil {
		return nil, err
	}
	return &calculation{whole.first(p.rest.Start - whole.Start), op, left, right}, nil
}

// call reads the arguments of a function.
func (p *numberParser) call(name Range) (expression, error) {
	op := functions[name.String()]
	if op == nil {
		return nil, name.error("call to undefined function '", name.String(), "'")
	}
	p.rest = p.rest.trimLeft().from(1).trimLeft()
	var args []expression
	for !p.rest.empty() && !p.rest.has(")") {
		arg, err := p.argument()
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
		p.rest = p.rest.trimLeft()
		if !p.rest.eat(",") {
			break
		}
		if p.rest = p.rest.trimLeft(); p.rest.has(")") {
			return nil, p.rest.error("missing argument")
		}
	}
	if !p.rest.eat(")") {
		return nil, p.rest.error("missing ')' at end of call expression")
	}
	if len(args) != 2 {
		return nil, name.error("function '", name.String(), "' takes 2 arguments but ", strconv.Itoa(len(args)), " given")
	}
	// Messages about the value of a call show the text after it.
	return &calculation{p.rest, op, args[0], args[1]}, nil
}

func (p *numberParser) argument() (expression, error) {
	if p.rest.has(",") {
		return nil, p.rest.error("missing argument")
	}
	whole := p.rest
	arg, err := p.operand(false)
	for err == nil && !p.rest.empty() {
		if p.rest = p.rest.trimLeft(); p.rest.has(",") || p.rest.has(")") {
			break
		}
		arg, err = p.binary(whole, arg)
	}
	return arg, err
}

// definition reads the name of the variable that a block defines.
func (p *numberParser) definition(text Range, form format) (*numericVariable, error) {
	v, err := parseVariable(&text)
	if err != nil {
		return nil, err
	}
	name := v.name.String()
	if v.pseudo {
		return nil, v.name.error("definition of pseudo numeric variable unsupported")
	}
	if p.vars.strings[name] {
		return nil, v.name.error("string variable with name '", name, "' already exists")
	}
	if text = text.trimLeft(); !text.empty() {
		return nil, text.error("unexpected characters after numeric variable name")
	}
	if known := p.vars.numbers[name]; known != nil {
		if !known.form.same(form) {
			return nil, text.error("format different from previous variable definition")
		}
		return known, nil
	}
	variable := p.vars.numeric(name, form)
	variable.line = p.line
	return variable, nil
}
