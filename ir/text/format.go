package text

import (
	"errors"
	"fmt"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// The language of assembly formats is that of upstream's ODS (mlir.llvm.org/docs/DefiningDialects/Operations,
// "Declarative Assembly Format"), with literals in single quotes instead of backticks, which Go's raw strings cannot
// hold:
//
//	'literal'  ''  ' '                  text; the empty one and a blank force the spacing in print
//	$name                               an operand, attribute, region or successor
//	attr-dict  attr-dict-with-keyword   all attributes that do not appear elsewhere
//	type($name)  type(operands)  type(results)  functional-type(operands, results)
//	operands  regions  successors
//	( elements )?  ( elements ) : ( elements )?   optional group; `^` marks the element whose presence decides
//	oilist( 'word' elements | ... )     clauses in any order
//
// A format is compiled once per context and operation into a list of elements that both read and print.

// ErrFormat is wrapped by errors about assembly formats that cannot be compiled.
var ErrFormat = errors.New("invalid assembly format")

// format is a compiled assembly format.
type format struct {
	info  *ir.OpInfo
	elems []element
	plan  []typeSource // for every declared operand, then every declared result
	elide []string     // attributes that the format prints itself
	// inferred says that the definition's InferTypes gives the result types.
	inferred bool
	// colon and arrow are the indices in elems from which a text may leave out the types of operands and results; 0 if
	// it may not.
	colon, arrow int
	err          error
}

// element is a piece of a format.
type element struct {
	kind   elementKind
	text   string // the text of a literal
	index  int    // the index of an operand, attribute, region, successor or typed value
	space  bool   // a blank goes in front when printing
	anchor bool
	then   []element // the elements of a group; for an oilist, one group for each clause
	orElse []element
	// typeIndex lists the operands and results whose types a type element prints, as indices into the plan.
	typeIndex []int
}

type elementKind uint8

const (
	elemLiteral elementKind = iota
	elemSpace
	elemOperand
	elemOperands
	elemAttr
	elemRegion
	elemRegions
	elemSuccessor
	elemSuccessors
	elemAttrDict
	elemAttrDictWithKeyword
	elemType
	elemFunctionalType
	elemGroup
	elemOilist
)

// typeSource says how to find the type of a declared operand or result when an operation is read.
type typeSource struct {
	kind  sourceKind
	from  int          // index into the plan
	attr  string       // of sourceAttr
	rule  *ir.TypeRule // for sourceRule and sourceAttr; nil copies the type
	build *ir.ValueDef // of sourceBuild
}

type sourceKind uint8

const (
	sourceNone sourceKind = iota
	sourceText
	sourceBuild
	sourceRule
	sourceAttr
	sourceHook
)

// formatOf returns the compiled format of an operation.
func formatOf(info *ir.OpInfo) *format {
	return info.Assembly(func(info *ir.OpInfo) any {
		f := &format{info: info}
		c := &formatCompiler{format: f, def: info.Def, rest: info.Def.Assembly, spaces: spacing{emit: true}}
		f.elems = c.elements("")
		if c.err == nil {
			c.finish()
		}
		if c.err != nil {
			f.err = fmt.Errorf("%w of %s: %w", ErrFormat, info.Name, c.err)
		}
		return f
	}).(*format)
}

// CheckFormats compiles the assembly formats of all loaded operations and returns the errors.
func CheckFormats(ctx *ir.Context) error {
	var errs []error
	for _, info := range ctx.RegisteredOps() {
		if info.Def.Assembly != "" {
			errs = append(errs, formatOf(info).err)
		}
	}
	return errors.Join(errs...)
}

type formatCompiler struct {
	format *format
	def    *ir.OpDef
	rest   string
	spaces spacing
	err    error
	typed  map[int]bool // plan entries whose type is in the text
}

func (c *formatCompiler) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
	c.rest = ""
}

// spacing decides where the printer puts blanks, by upstream's rules (mlir/tools/mlir-tblgen/OpFormatGen.cpp).
type spacing struct{ emit, afterPunct bool }

func (s *spacing) literal(text string) (space bool) {
	space = s.emit && spaceBefore(text, s.afterPunct)
	s.emit = len(text) != 1 || !strings.Contains("<({[", text)
	s.afterPunct = class[text[0]]&classLetter == 0
	return space
}

func spaceBefore(text string, afterPunct bool) bool {
	if len(text) != 1 && text != "->" {
		return true
	}
	if afterPunct {
		return !strings.Contains(">)}],", text[:1])
	}
	return !strings.Contains("<>(){}[],", text[:1])
}

func (s *spacing) element() (space bool) {
	space = s.emit || !s.afterPunct
	*s = spacing{emit: true}
	return space
}

// elements compiles elements up to one of the closing characters, or the end.
func (c *formatCompiler) elements(until string) (out []element) {
	for c.err == nil {
		c.rest = strings.TrimLeft(c.rest, " \t\n")
		if c.rest == "" || strings.ContainsRune(until, rune(c.rest[0])) {
			return out
		}
		e := c.element()
		if strings.HasPrefix(c.rest, "^") {
			c.rest = c.rest[1:]
			e.anchor = true
		}
		out = append(out, e)
	}
	return out
}

func (c *formatCompiler) element() element {
	switch c.rest[0] {
	case '\'':
		return c.literal()
	case '$':
		c.rest = c.rest[1:]
		return c.variable(c.word())
	case '(':
		return c.group()
	}
	word := c.word()
	switch word {
	case "attr-dict":
		c.spaces.afterPunct = false
		return element{kind: elemAttrDict}
	case "attr-dict-with-keyword":
		c.spaces.afterPunct = false
		return element{kind: elemAttrDictWithKeyword}
	case "operands":
		return element{kind: elemOperands, space: c.spaces.element()}
	case "regions":
		return element{kind: elemRegions, space: c.spaces.element()}
	case "successors":
		return element{kind: elemSuccessors, space: c.spaces.element()}
	case "type":
		return c.typeDirective()
	case "functional-type":
		return c.functionalType()
	case "oilist":
		return c.oilist()
	}
	c.fail("unknown directive %q", word)
	return element{}
}

func (c *formatCompiler) literal() element {
	text, rest, ok := strings.Cut(c.rest[1:], "'")
	if !ok {
		c.fail("literal without closing quote")
		return element{}
	}
	c.rest = rest
	if strings.TrimSpace(text) == "" {
		c.spaces = spacing{afterPunct: text == ""}
		return element{kind: elemSpace, text: text}
	}
	return element{kind: elemLiteral, text: text, space: c.spaces.literal(text)}
}

// word reads a name or directive.
func (c *formatCompiler) word() string {
	i := 0
	for i < len(c.rest) && class[c.rest[i]]&classSuffix != 0 {
		i++
	}
	w := c.rest[:i]
	c.rest = c.rest[i:]
	if w == "" {
		c.fail("expected a name at %q", c.rest)
	}
	return w
}

func (c *formatCompiler) variable(name string) element {
	for i := range c.def.Operands {
		if c.def.Operands[i].Name == name {
			return element{kind: elemOperand, index: i, space: c.spaces.element()}
		}
	}
	for i := range c.def.Attrs {
		if c.def.Attrs[i].Name == name {
			c.format.elide = append(c.format.elide, name)
			if c.def.Attrs[i].Attr.Unit {
				return element{kind: elemAttr, index: i}
			}
			return element{kind: elemAttr, index: i, space: c.spaces.element()}
		}
	}
	for i := range c.def.Regions {
		if c.def.Regions[i].Name == name {
			return element{kind: elemRegion, index: i, space: c.spaces.element()}
		}
	}
	for i := range c.def.Successors {
		if c.def.Successors[i].Name == name {
			return element{kind: elemSuccessor, index: i, space: c.spaces.element()}
		}
	}
	c.fail("$%s is not declared", name)
	return element{}
}

func (c *formatCompiler) group() element {
	c.rest = c.rest[1:]
	e := element{kind: elemGroup, then: c.elements(")")}
	c.expect(")")
	if after := strings.TrimLeft(c.rest, " \t\n"); strings.HasPrefix(after, ":") {
		c.rest = strings.TrimLeft(after[1:], " \t\n")
		c.expect("(")
		e.orElse = c.elements(")")
		c.expect(")")
	}
	c.expect("?")
	if c.err == nil && anchorOf(&e) == nil {
		c.fail("optional group without an anchor")
	}
	return e
}

// anchorOf returns the element of a group whose presence decides whether the group is printed.
func anchorOf(group *element) *element {
	for i := range group.then {
		if group.then[i].anchor {
			return &group.then[i]
		}
	}
	for i := range group.orElse {
		if group.orElse[i].anchor {
			return &group.orElse[i]
		}
	}
	return nil
}

func (c *formatCompiler) expect(s string) {
	c.rest = strings.TrimLeft(c.rest, " \t\n")
	if !strings.HasPrefix(c.rest, s) {
		c.fail("expected %q at %q", s, c.rest)
		return
	}
	c.rest = c.rest[len(s):]
}

// typeDirective compiles `type($name)`, `type(operands)` or `type(results)`.
func (c *formatCompiler) typeDirective() element {
	c.expect("(")
	targets := c.typeTargets()
	c.expect(")")
	return element{kind: elemType, typeIndex: targets, space: c.spaces.element()}
}

func (c *formatCompiler) functionalType() element {
	c.expect("(")
	from := c.typeTargets()
	c.expect(",")
	to := c.typeTargets()
	c.expect(")")
	return element{kind: elemFunctionalType, index: len(from), typeIndex: append(from, to...),
		space: c.spaces.element()}
}

// typeTargets returns the plan indices of `$name`, `operands` or `results`.
func (c *formatCompiler) typeTargets() (targets []int) {
	c.rest = strings.TrimLeft(c.rest, " \t\n")
	named := strings.HasPrefix(c.rest, "$")
	if named {
		c.rest = c.rest[1:]
	}
	name := c.word()
	operands := len(c.def.Operands)
	for i := range operands + len(c.def.Results) {
		isOperand := i < operands
		declared := ""
		if isOperand {
			declared = c.def.Operands[i].Name
		} else {
			declared = c.def.Results[i-operands].Name
		}
		if named && declared == name || !named && (name == "operands" && isOperand || name == "results" && !isOperand) {
			targets = append(targets, i)
		}
	}
	if len(targets) == 0 && (named || name != "operands" && name != "results") {
		c.fail("no operand or result is named %q", name)
	}
	if c.typed == nil {
		c.typed = make(map[int]bool)
	}
	for _, t := range targets {
		c.typed[t] = true
	}
	return targets
}

func (c *formatCompiler) oilist() element {
	c.expect("(")
	e := element{kind: elemOilist}
	for c.err == nil {
		clause := element{kind: elemGroup, then: c.elements("|)")}
		if len(clause.then) == 0 || clause.then[0].kind != elemLiteral {
			c.fail("a clause of oilist must start with a literal")
		}
		e.then = append(e.then, clause)
		if !strings.HasPrefix(c.rest, "|") {
			break
		}
		c.rest = c.rest[1:]
	}
	c.expect(")")
	return e
}

// lastLiteral returns the index of the last element that is a certain text outside of groups, or -1.
func lastLiteral(elems []element, text string) int {
	for i := len(elems) - 1; i >= 0; i-- {
		if elems[i].kind == elemLiteral && elems[i].text == text {
			return i
		}
	}
	return -1
}
