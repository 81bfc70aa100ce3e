package text

import (
	"bytes"
	"errors"
	"strings"
	"unsafe"

	"github.com/girih-ir/girih/ir"
)

// maxDepth bounds the nesting of regions, types and attributes in text, so that no input exhausts the stack. An
// operation in a region counts as two levels. mlir-opt has no such bound, and crashes at 2,000 to 10,000 levels,
// depending on what is nested.
const maxDepth = 10000

// ErrSyntax is wrapped by every error that [Parse] returns for text that it cannot read.
var ErrSyntax = errors.New("syntax error")

// ParseOptions change how text is read. The zero value reads text as mlir-opt does by default.
type ParseOptions struct {
	// NoImplicitModule demands exactly one operation at the top level. Otherwise several are wrapped in a module.
	NoImplicitModule bool
	// KeepNames makes the names of values part of the program: if an argument or operation has no location in the text,
	// it gets a named location with its name, unless the printer generates such names. See [Options.NameLocAsPrefix].
	KeepNames bool
}

// maxText is the greatest size of a text, in bytes.
const maxText = 1<<32 - 1

// File is the contents of a text: its top-level operation, and the resources that tools store in it.
type File struct {
	Op       *ir.Operation
	External []ExternalResource
}

// ParseFile reads the top-level operation of a source. If there are several, or if it is not a module, they are wrapped
// in a `builtin.module`. The context keeps the source for locations; its text must not change afterwards. The result is
// not verified. The error is an *ir.Diagnostic that wraps [ErrSyntax].
func ParseFile(ctx *ir.Context, src *ir.Source, opts ParseOptions) (*File, error) {
	ctx.AddSource(src)
	p := newParser(ctx, src)
	p.opts = opts
	if uint64(len(src.Text)) > maxText {
		p.fail(0, "the text has %d bytes, more than the %d that can be read: split it", len(src.Text), uint64(maxText))
		return nil, p.err
	}
	op := p.topLevel()
	if p.err != nil {
		return nil, p.err
	}
	p.settleKept()
	return &File{Op: op, External: p.external}, nil
}

// Parse reads the top-level operation of a source; see [ParseFile].
func Parse(ctx *ir.Context, src *ir.Source, opts ParseOptions) (*ir.Operation, error) {
	f, err := ParseFile(ctx, src, opts)
	if err != nil {
		return nil, err
	}
	return f.Op, nil
}

// ParseString reads text without a file name; see [Parse].
func ParseString(ctx *ir.Context, s string) (*ir.Operation, error) {
	return Parse(ctx, &ir.Source{Name: "-", Text: []byte(s)}, ParseOptions{})
}

// ParseType reads a type that makes up the whole of s.
func ParseType(ctx *ir.Context, s string) (ir.Type, error) {
	return parseWhole(ctx, s, (*parser).Type)
}

// ParseAttribute reads an attribute that makes up the whole of s.
func ParseAttribute(ctx *ir.Context, s string) (ir.Attribute, error) {
	return parseWhole(ctx, s, func(p *parser) ir.Attribute { return p.Attribute(nil) })
}

func parseWhole[T any](ctx *ir.Context, s string, parse func(*parser) T) (v T, err error) {
	src := &ir.Source{Name: "-", Text: []byte(s)}
	ctx.AddSource(src)
	p := newParser(ctx, src)
	p.next()
	v = parse(p)
	if p.err == nil && p.tok.kind != tokEOF {
		p.fail(p.tok.start, "unexpected text after the end")
	}
	if p.err != nil {
		var zero T
		return zero, p.err
	}
	return v, nil
}

// parser reads one source, or a part of it. It implements ir.OpParser. Failure is sticky: the first error is kept, the
// current token becomes the end of the text, and nothing matches any more.
type parser struct {
	ctx  *ir.Context
	src  *ir.Source
	opts ParseOptions

	s       string // the whole text; tokens and names are slices of it
	pos     int    // offset at which the next token is read
	tok     token
	prevEnd int // end of the previous token
	err     *ir.Diagnostic
	depth   int
	// explained says that the innermost operation around err has been asked to add its syntax.
	explained bool
	split     bool        // whether this parser reads a part of a text in parallel
	whole     *parser     // the parser of the whole text, if this one reads a part of it, else nil
	wasted    int         // number of bytes that were read in parallel in vain
	imports   *[]imported // imports of a part of a block; nil for others

	names   valueNames
	blocks  []blockScope
	dialect []string // default dialects of the enclosing operations

	aliases  *aliasTable
	defining bool   // whether the definition of an alias is being read
	seen     extent // extent of the text since the definition began
	waiting  []deferredLoc
	located  bool // whether the last operation read had a location

	kept     []keptName
	allNames map[string]bool // all names, in any scope, if names are kept

	external []ExternalResource

	custom customOp
	scratch
}

// scratch holds caches and buffers of a parser. Several parts of a text use it, one after the other.
type scratch struct {
	arena *ir.Arena
	infos map[string]*ir.OpInfo
	short map[shortName]*ir.OpInfo
	sigs  memo[signature]
	props memo[*ir.DictAttr]
	dicts memo[*ir.DictAttr]
	types memo[ir.Type]

	bound  []resultName  // names on the left of the operations being read
	states []*ir.OpState // reusable, one for each level of nesting
	spare  []*ir.Region  // reusable
	runs   []*formatRun
}

func newScratch() scratch { return scratch{arena: new(ir.Arena), infos: make(map[string]*ir.OpInfo)} }

func newParser(ctx *ir.Context, src *ir.Source) *parser {
	p := &parser{ctx: ctx, src: src, scratch: newScratch()}
	if len(src.Text) > 0 {
		p.s = unsafe.String(&src.Text[0], len(src.Text))
	}
	p.aliases = &aliasTable{
		attrs:    make(map[string]aliased[ir.Attribute], min(strings.Count(p.s, "\n#"), mostNames)),
		types:    make(map[string]aliased[ir.Type]),
		distinct: &distinctTable{m: make(map[int64]*ir.DistinctAttr)},
	}
	return p
}

// fail records the first error and stops the parser. It returns the error, so that notes can be added. Later errors are
// dropped.
func (p *parser) fail(at int, format string, args ...any) *ir.Diagnostic {
	if p.err != nil {
		return new(ir.Diagnostic)
	}
	p.err = ir.Errorf(p.loc(at), format, args...)
	p.err.Err = errors.Join(ErrSyntax, p.err.Err)
	p.stop()
	return p.err
}

// failFurther adds an error to an earlier one, if mlir-opt reports two: the mistake itself, and the construct that
// contains it.
func (p *parser) failFurther(at int, message string) {
	p.err.Notes = append(p.err.Notes, &ir.Diagnostic{Severity: ir.Error, Loc: p.loc(at), Message: message})
}

func (p *parser) loc(at int) ir.Location { return p.ctx.SourceLoc(p.src, at) }

func (p *parser) stop() {
	p.pos = len(p.s)
	p.tok = token{kind: tokEOF, start: len(p.s), end: len(p.s)}
}

// failHere reports that something is missing. As in mlir-opt, the error is at the end of the previous token.
func (p *parser) failHere(format string, args ...any) {
	at := p.prevEnd
	if at == 0 {
		at = p.tok.start
	}
	p.fail(at, format, args...)
}

// failToken reports that the current token itself is wrong. At the end of the text, the error is at the last character.
func (p *parser) failToken(format string, args ...any) {
	at := p.tok.start
	if p.tok.kind == tokEOF {
		at = max(0, at-1)
	}
	p.fail(at, format, args...)
}

func (p *parser) spelling() string { return p.s[p.tok.start:p.tok.end] }

func (p *parser) is(c byte) bool { return p.tok.kind == tokPunct && p.tok.punct == c }

func (p *parser) try(c byte) bool {
	if p.tok.kind == tokPunct && p.tok.punct == c {
		p.next()
		return true
	}
	return false
}

// want consumes a character or fails with "expected ...".
func (p *parser) want(c byte, message string) {
	if !p.try(c) {
		p.failHere("%s", message)
	}
}

func (p *parser) isWord(w string) bool { return p.tok.kind == tokBare && p.spelling() == w }

func (p *parser) tryWord(w string) bool {
	if p.isWord(w) {
		p.next()
		return true
	}
	return false
}

// enter enters a level of nesting, and fails beyond maxDepth. leave leaves it.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.failHere("nesting is deeper than %d levels: nest less", maxDepth)
		return false
	}
	p.seen.depth = max(p.seen.depth, p.depth)
	return true
}

func (p *parser) leave() { p.depth-- }

// list reads elements separated by commas up to the closing character, which it consumes; elem reads one. message is
// the error for any other token after an element.
func (p *parser) list(shut byte, message string, elem func()) {
	if p.try(shut) {
		return
	}
	for {
		elem()
		if !p.try(',') {
			break
		}
	}
	p.want(shut, message)
}

// topLevel reads a whole file: aliases, operations and resources.
func (p *parser) topLevel() *ir.Operation {
	if bytes.HasPrefix(p.src.Text, []byte("\xef\xbb\xbf")) {
		p.fail(0, "unexpected character")
		return nil
	}
	top := &ir.Region{}
	block := top.AppendNew()
	p.next()
	p.pushScope()
	p.dialect = append(p.dialect, "builtin")
	p.blocks = append(p.blocks, blockScope{region: top})
	p.topLevelItems(block)
	p.finish()
	if p.err != nil {
		return nil
	}
	return p.wrap(block)
}

// topLevelItems reads aliases, operations and resources to the end of the text.
func (p *parser) topLevelItems(block *ir.Block) {
	tried := false
	for p.err == nil {
		switch p.tok.kind {
		case tokEOF:
			return
		case tokHash:
			defineAlias(p, p.aliases.attrs, "attribute", func() ir.Attribute { return p.Attribute(nil) })
		case tokBang:
			defineAlias(p, p.aliases.types, "type", p.Type)
		case tokFileBegin:
			p.fileMetadata()
		default:
			if !tried && block.IsEmpty() {
				tried = true
				if p.splitBody(block) {
					continue
				}
			}
			p.operation(block)
		}
	}
}

// wrap returns the only operation of the top level if it is a module. Otherwise it returns a module with all
// operations.
func (p *parser) wrap(block *ir.Block) *ir.Operation {
	first := block.First()
	if first != nil && first == block.Last() && (p.opts.NoImplicitModule || first.Name() == "builtin.module") {
		first.Remove()
		return first
	}
	if p.opts.NoImplicitModule {
		p.fail(0, "source must contain a single top-level operation, found %d", block.NumOps())
		return nil
	}
	body := &ir.Region{}
	body.AppendNew().SpliceEnd(block)
	st := &ir.OpState{Info: p.ctx.OpInfo("builtin.module"), Regions: []*ir.Region{body}}
	if st.Loc = p.ctx.FileLoc(p.src.Name, 0, 0); p.src.FirstLine > 1 {
		st.Loc = p.ctx.SourceLoc(p.src, 0)
	}
	return p.arena.Create(st)
}

// finish resolves forward references and deferred locations at the end of the text.
func (p *parser) finish() {
	if p.err != nil {
		return
	}
	p.popScope()
	p.checkForwardReferences()
	p.resolveLocations()
}
