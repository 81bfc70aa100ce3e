package llvmir

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/metadata"
)

// LineInfo asks for the positions of operations in the source, in the form of LLVM's debug metadata: compilers make
// line directives of them and no other debug information, so that the code stays the same, as nvcc -lineinfo does.
type LineInfo struct {
	// Directory is where relative names of source files start, "" if that is not known.
	Directory string
}

// debugInfo makes the metadata of a module. Its text is what LLVM 7 to 22 and libNVVM read: newer spellings of flags
// are avoided.
type debugInfo struct {
	t         *translator
	directory string
	unit      *node
	types     *node // of functions, whose parameters are not described
	files     map[string]*node
	// scopes has what stands for code of another file in a function.
	scopes    map[scopeKey]*node
	positions map[positionKey]*node
	fields    map[reflect.Type][]int // where instructions have their attachments
}

type scopeKey struct {
	function *node
	file     string
}

type positionKey struct {
	scope     *node
	line, col uint32
	inlinedAt *node
}

// node is metadata whose text refers to other metadata.
type node struct {
	metadata.MetadataID
	distinct bool
	format   string // with a %s for each reference
	refs     []*node
}

// String returns a reference to the node.
func (n *node) String() string { return n.Ident() }

// LLString returns the node's text.
func (n *node) LLString() string {
	idents := make([]any, len(n.refs))
	for i, r := range n.refs {
		idents[i] = r.Ident()
	}
	text := fmt.Sprintf(n.format, idents...)
	if n.distinct {
		return "distinct " + text
	}
	return text
}

// SetDistinct makes the node one of its own, which is not merged with equal ones.
func (n *node) SetDistinct(distinct bool) { n.distinct = distinct }

func (d *debugInfo) node(format string, refs ...*node) *node {
	n := &node{MetadataID: -1, format: format, refs: refs}
	d.t.module.MetadataDefs = append(d.t.module.MetadataDefs, n)
	return n
}

// startDebugInfo begins the metadata of a module. The unit is that of the file with the first function.
func (t *translator) startDebugInfo(module *ir.Operation, options *LineInfo) {
	if options == nil {
		return
	}
	d := &debugInfo{t: t, directory: options.Directory, files: make(map[string]*node), scopes: make(map[scopeKey]*node),
		positions: make(map[positionKey]*node), fields: make(map[reflect.Type][]int)}
	file := "-"
	for op := range module.Region(0).Entry().Ops() {
		if f := ir.FileLocation(op.Loc()); f != nil {
			file = f.File
			break
		}
	}
	d.unit = d.node("!DICompileUnit(language: DW_LANG_C99, file: %s, producer: \"girih\", isOptimized: true, "+
		"runtimeVersion: 0, emissionKind: DebugDirectivesOnly)", d.file(file))
	d.unit.distinct = true
	d.types = d.node("!DISubroutineType(types: %s)", d.node("!{}"))
	t.named("llvm.dbg.cu", d.unit)
	t.named("llvm.module.flags", t.tuple(i32(2), &metadata.String{Value: "Debug Info Version"}, i32(3)))
	t.debug = d
}

func (d *debugInfo) file(name string) *node {
	if n, ok := d.files[name]; ok {
		return n
	}
	path := name
	if !filepath.IsAbs(name) && !strings.HasPrefix(name, "<") {
		path = filepath.Join(d.directory, name)
	}
	// A directory of its own would become an operand of .file that ptxas does not read, with llc before 15.
	n := d.node("!DIFile(filename: " + quoted(path) + ", directory: \"\")")
	d.files[name] = n
	return n
}

// quoted returns a string as metadata has it, safe as a format.
func quoted(s string) string {
	return strings.ReplaceAll(strings.TrimPrefix((&metadata.String{Value: s}).String(), "!"), "%", "%%")
}

// function makes the scope of a function's positions.
func (d *debugInfo) function(f llvm.Func, out *llir.Func) *node {
	name, line, file := quoted(ir.SymbolNameOf(f.Operation)), uint32(0), d.unit.refs[0]
	if at := ir.FileLocation(f.Loc()); at != nil {
		line, file = at.StartLine, d.file(at.File)
	}
	n := d.node(fmt.Sprintf("!DISubprogram(name: %s, linkageName: %[1]s, scope: %%s, file: %%s, line: %d, type: %%s, "+
		"isLocal: false, isDefinition: true, scopeLine: %[2]d, isOptimized: true, unit: %%s)", name, line), file, file,
		d.types,
		d.unit)
	n.distinct = true
	out.Metadata = append(out.Metadata, &metadata.Attachment{Name: "dbg", Node: n})
	return n
}

// position returns the metadata of a location in a function. What is inlined refers to the call; where no line is
// known, the line is 0, which stands for code of the compiler.
func (d *debugInfo) position(function *node, loc ir.Location) *node {
	if call, ok := loc.(*ir.CallSiteLoc); ok && ir.FileLocation(call.Caller) != nil &&
		ir.FileLocation(call.Callee) != nil {
		at := d.position(function, call.Caller)
		return d.at(d.inlined(ir.FileLocation(call.Callee)), ir.FileLocation(call.Callee), at)
	}
	return d.at(function, ir.FileLocation(loc), nil)
}

// inlined returns a scope for code of a function that is no longer there: LLVM asks for one that differs from the
// caller's.
func (d *debugInfo) inlined(at *ir.FileLineColRange) *node {
	key := scopeKey{nil, at.File}
	if n, ok := d.scopes[key]; ok {
		return n
	}
	file := d.file(at.File)
	n := d.node("!DISubprogram(name: \"inlined\", scope: %s, file: %s, line: 0, type: %s, isLocal: true, "+
		"isDefinition: true, "+
		"scopeLine: 0, isOptimized: true, unit: %s)", file, file, d.types, d.unit)
	n.distinct = true
	d.scopes[key] = n
	return n
}

func (d *debugInfo) at(function *node, f *ir.FileLineColRange, inlinedAt *node) *node {
	key := positionKey{scope: function, inlinedAt: inlinedAt}
	if f != nil {
		key.scope, key.line, key.col = d.scope(function, f.File), f.StartLine, f.StartCol
	}
	if n, ok := d.positions[key]; ok {
		return n
	}
	text, refs := fmt.Sprintf("!DILocation(line: %d, column: %d, scope: %%s", key.line, key.col), []*node{key.scope}
	if inlinedAt != nil {
		text, refs = text+", inlinedAt: %s", append(refs, inlinedAt)
	}
	n := d.node(text+")", refs...)
	d.positions[key] = n
	return n
}

// scope returns the function, or what stands for code of another file in it.
func (d *debugInfo) scope(function *node, file string) *node {
	if function.refs[1] == d.file(file) { // the file of the !DISubprogram
		return function
	}
	key := scopeKey{function, file}
	if n, ok := d.scopes[key]; ok {
		return n
	}
	n := d.node("!DILexicalBlockFile(scope: %s, file: %s, discriminator: 0)", function, d.file(file))
	d.scopes[key] = n
	return n
}

// attach gives an instruction or a terminator a position, unless it has one.
func (d *debugInfo) attach(inst any, position *node) {
	if a, ok := inst.(allocation); ok {
		inst = a.InstAlloca
	}
	v := reflect.ValueOf(inst).Elem()
	index, ok := d.fields[v.Type()]
	if !ok {
		if field, found := v.Type().FieldByName("Metadata"); found {
			index = field.Index
		}
		d.fields[v.Type()] = index
	}
	if index == nil {
		return
	}
	list, ok := v.FieldByIndex(index).Addr().Interface().(*llir.Metadata)
	if !ok {
		return
	}
	for _, a := range *list {
		if a.Name == "dbg" {
			return
		}
	}
	*list = append(*list, &metadata.Attachment{Name: "dbg", Node: position})
}

// locate gives what an operation became its position: the instructions from the mark on, and those of newer blocks.
func (b *body) locate(op *ir.Operation, block *llir.Block, instructions, blocks int) {
	d := b.debug
	position := d.position(b.scope, op.Loc())
	mark := func(block *llir.Block, from int) {
		for _, inst := range block.Insts[from:] {
			if _, phi := inst.(*llir.InstPhi); !phi {
				d.attach(inst, position)
			}
		}
		if block.Term != nil {
			d.attach(block.Term, position)
		}
	}
	mark(block, instructions)
	for _, newer := range b.fn.Blocks[blocks:] {
		mark(newer, 0)
	}
}
