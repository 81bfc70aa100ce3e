package text

import (
	"bytes"
	"io"
	"strings"
	"unsafe"

	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
)

// Options change how operations print. The zero value prints as mlir-opt does by default.
type Options struct {
	Generic          bool // the generic form of every operation
	DebugInfo        bool // trailing locations
	PrettyDebugInfo  bool // in a short form that cannot be read back
	LocalScope       bool // neither aliases nor resources: the text is complete by itself
	UniqueSSANumbers bool // numbers are unique over all nested regions
	SkipRegions      bool // `{...}` instead of regions
	ValueUsers       bool // comments that list the users of values
	NameLocAsPrefix  bool // values print under the names in their locations

	// HexIfLarger is the number of elements above which dense data prints as a hexadecimal string: 0 means the default
	// of 100, a negative number means never.
	HexIfLarger int
	// ElideIfLarger, when positive, is the number of elements above which dense data is left out.
	ElideIfLarger int
	// ElideResourcesIfLarger, when positive, is the number of characters above which resource strings are left out.
	ElideResourcesIfLarger int

	// External are resources of tools, which are printed at the end.
	External []ExternalResource
}

// Print returns the text of an operation as mlir-opt prints it. The operation must verify.
func Print(op *ir.Operation, opts Options) []byte {
	var buf bytes.Buffer
	_ = Fprint(&buf, op, opts) // a bytes.Buffer does not fail
	return buf.Bytes()
}

// Fprint writes the text of an operation. The operation must verify. The error is the writer's.
func Fprint(w io.Writer, op *ir.Operation, opts Options) error {
	p := newPrinter(op, opts)
	p.out = w
	top := op.Block() == nil && !opts.LocalScope
	if top {
		p.aliases.printDefinitions(&p.Printer, false)
	}
	p.fullOp(op)
	if top {
		p.Buf = append(p.Buf, '\n')
		p.aliases.printDefinitions(&p.Printer, true)
		p.fileMetadata(op)
	}
	p.flush()
	return p.err
}

// OpLine returns an operation on one line in generic form, without its regions. Values have the names that they have in
// the text of the closest enclosing operation that is isolated from above. Messages use it.
func OpLine(op *ir.Operation) string {
	scope := op
	for scope.Parent() != nil && !scope.HasTrait(ir.IsolatedFromAbove) {
		scope = scope.Parent()
	}
	opts := Options{Generic: true, LocalScope: true, SkipRegions: true}
	p := &printer{opts: opts, ctx: op.Context(), dialect: []string{""}, aliases: &aliasState{}}
	p.names = numberValues(scope, opts)
	p.configure()
	p.fullOp(op)
	return string(p.Buf)
}

// printer appends operations to its buffer. It implements ir.OpPrinter.
type printer struct {
	ir.Printer
	opts    Options
	ctx     *ir.Context
	names   *valueNumbering
	spare   *numbering // of a finished operation, for reuse
	aliases *aliasState
	indent  int
	dialect []string // default dialects of the enclosing operations
	op      *ir.Operation

	shared dictTexts

	out       io.Writer // nil for printers of parts
	err       error
	panic     *parallel.Panic // the panic that ended the printing of a part
	resources map[*ir.Resource]bool
	collect   *aliasCollector // if set, the text is thrown away: only aliases are collected
}

func newPrinter(op *ir.Operation, opts Options) *printer {
	p := &printer{opts: opts, ctx: op.Context(), dialect: []string{"builtin"}}
	p.names = numberValues(op, opts)
	p.aliases = &aliasState{}
	p.configure()
	if !opts.LocalScope {
		p.aliases = collectAliases(op, p)
	}
	p.configure()
	return p
}

// configure connects the attribute printer with options and aliases.
func (p *printer) configure() {
	p.HexIfLarger, p.ElideIfLarger = p.opts.HexIfLarger, p.opts.ElideIfLarger
	p.PrettyLocs = p.opts.PrettyDebugInfo
	p.TypeAlias, p.AttrAlias = nil, nil
	if len(p.aliases.types) > 0 {
		p.TypeAlias = p.aliases.typeAlias
	}
	if len(p.aliases.attrs) > 0 {
		p.AttrAlias = p.aliases.attrAlias
	}
	p.Distinct = p.aliases.distinctNumber
	p.resources = make(map[*ir.Resource]bool)
	p.OnResource = func(r *ir.Resource) { p.resources[r] = true }
}

// flushFrom is the number of buffered bytes from which the printer writes to its writer between operations.
const flushFrom = 1 << 16

func (p *printer) flush() {
	if p.out != nil && p.err == nil && len(p.Buf) > 0 {
		_, p.err = p.out.Write(p.Buf)
		p.Buf = p.Buf[:0]
	}
}

const indentWidth = 2

const blanks = "                                                                "

func (p *printer) pad() {
	n := p.indent
	for n > len(blanks) {
		p.Buf = append(p.Buf, blanks...)
		n -= len(blanks)
	}
	p.Buf = append(p.Buf, blanks[:n]...)
}

// fullOp appends the results, the operation and its location.
func (p *printer) fullOp(op *ir.Operation) {
	if p.collect != nil {
		p.collect.operation(p, op)
		return
	}
	p.pad()
	p.results(op)
	outer := p.op
	p.op = op
	if _, postponed := p.names.postponed[op]; postponed {
		names := p.names
		inner := names.enter(op, p.opts, p.spare)
		p.names, p.spare = inner.valueNumbering, nil
		p.body(op)
		p.names, p.spare = names, inner
	} else {
		p.body(op)
	}
	p.op = outer
	if p.opts.DebugInfo {
		p.Buf = append(p.Buf, ' ')
		p.TrailingLocation(op.Loc())
	}
	if p.opts.ValueUsers {
		p.users(op)
	}
}

// body appends the operation from its name on.
func (p *printer) body(op *ir.Operation) {
	def := op.Def()
	if def == nil || p.opts.Generic || def.Print == nil && def.Assembly == "" {
		p.generic(op)
		return
	}
	name, dialect := op.Name(), p.dialect[len(p.dialect)-1]
	if dialect != "" && strings.HasPrefix(name, dialect) && name[len(dialect)] == '.' &&
		strings.IndexByte(name[len(dialect)+1:], '.') < 0 {
		name = name[len(dialect)+1:]
	}
	p.Text(name)
	if def.Print != nil {
		def.Print(p, op)
	} else {
		p.printFormat(op)
	}
}

// results appends `%0:2, %c = `.
func (p *printer) results(op *ir.Operation) {
	n := op.NumResults()
	if n == 0 {
		return
	}
	if groups := p.names.groups[op]; groups != nil {
		for i, from := range groups {
			if i > 0 {
				p.Text(", ")
			}
			to := n
			if i+1 < len(groups) {
				to = groups[i+1]
			}
			p.resultGroup(op.Result(from), to-from)
		}
	} else {
		p.resultGroup(op.Result(0), n)
	}
	p.Text(" = ")
}

func (p *printer) resultGroup(first *ir.Value, n int) {
	p.valueName(first)
	if n > 1 {
		p.Text(":")
		p.Int(int64(n))
	}
}

// generic appends the generic form.
func (p *printer) generic(op *ir.Operation) {
	p.Text(op.Info().QuotedName())
	p.Text("(")
	for i := range op.NumOperands() {
		if i > 0 {
			p.Text(", ")
		}
		p.Operand(op.Operand(i))
	}
	p.Text(")")
	if n := op.NumSuccessors(); n > 0 {
		p.Text("[")
		for i := range n {
			if i > 0 {
				p.Text(", ")
			}
			p.Successor(op.Successor(i))
		}
		p.Text("]")
	}
	if props := op.Properties(); props != nil {
		p.Text(" <")
		p.properties(props)
		p.Text(">")
	}
	if n := op.NumRegions(); n > 0 {
		p.Text(" (")
		for i := range n {
			if i > 0 {
				p.Text(", ")
			}
			p.region(op.Region(i), true, true, true)
		}
		p.Text(")")
	}
	p.Dict(op.Attrs())
	p.Text(" : (")
	for i := range op.NumOperands() {
		if i > 0 {
			p.Text(", ")
		}
		p.Type(op.Operand(i).Type())
	}
	p.Text(") ")
	if op.NumResults() == 1 {
		if t := op.Result(0).Type(); !isFunctionType(t) {
			p.Text("-> ")
			p.Type(t)
			return
		}
	}
	p.Arrow(op.ResultTypes())
}

func isFunctionType(t ir.Type) bool {
	_, ok := t.(*ir.FunctionType)
	return ok
}

// properties appends a property attribute; a dictionary inside is never an alias.
func (p *printer) properties(a ir.Attribute) {
	d, ok := a.(*ir.DictAttr)
	if !ok {
		p.Printer.Attribute(a)
		return
	}
	if p.collect != nil {
		p.DictBody("{", d.Entries, "}")
		return
	}
	p.shared.dict(p, d)
}

// dictTexts caches the text of dictionaries that are printed again and again: most operations of one kind share their
// properties. A dictionary is cached when it comes twice in a row at its place in the cache.
type dictTexts [64]struct {
	dict *ir.DictAttr
	text []byte
}

func (c *dictTexts) dict(p *printer, d *ir.DictAttr) {
	e := &c[uintptr(unsafe.Pointer(d))>>4%uintptr(len(c))]
	if e.dict == d && len(e.text) > 0 {
		p.Buf = append(p.Buf, e.text...)
		return
	}
	start, resources := len(p.Buf), len(p.resources)
	p.DictBody("{", d.Entries, "}")
	switch {
	case e.dict != d:
		e.dict, e.text = d, e.text[:0]
	case len(p.resources) == resources:
		e.text = append(e.text[:0], p.Buf[start:]...)
	}
}
