package llvmir

import (
	"github.com/girih-ir/girih/backend/internal/llvmtext"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
)

// Pointers is a dialect of LLVM IR text, by its form of pointers.
type Pointers uint8

const (
	// Typed pointers have the type of their pointee.
	Typed Pointers = iota
	// Opaque pointers have none.
	Opaque
)

// The data layout and triple of modules.
const (
	triple     = "nvptx64-nvidia-cuda"
	dataLayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
)

// Options change how a module is translated.
type Options struct {
	Pointers Pointers
	LineInfo *LineInfo // nil for none
	// SM is the target, such as 75 for sm_75. For targets before sm_80, instructions that sm_80 introduced are replaced
	// by others. 0 stands for sm_80 or later.
	SM int
	// BFloat prints the type bfloat, which LLVM has since version 11 and libNVVM does not know. Without it, a bf16 is
	// represented by the i16 with the same bits, and arithmetic on it is an error.
	BFloat bool
	// Visit, if not nil, is called once for each PTX instruction that operations name, such as
	// "cvt.rn.bf16.f32 $0, $1". Its error becomes an error of the first of them, since not every target has every
	// instruction.
	Visit func(instruction string) error
}

// Print returns the LLVM IR text of a module.
func Print(module *ir.Operation, pointers Pointers) (string, error) {
	return PrintWith(module, Options{Pointers: pointers})
}

// PrintWith is [Print] with options.
func PrintWith(module *ir.Operation, options Options) (string, error) {
	text, err := Text(module, options)
	return string(text), err
}

// Text returns the LLVM IR text of a module in the form that compilers read.
func Text(module *ir.Operation, options Options) ([]byte, error) {
	m, err := translate(module, options)
	if err != nil {
		return nil, err
	}
	return llvmtext.Text(m)
}

// translate returns the llir module for a builtin.module of functions and globals of dialect llvm. Errors have the
// location of the operation that cannot be translated.
func translate(module *ir.Operation, options Options) (*llir.Module, error) {
	if !module.Is(&builtin.ModuleOp) {
		return nil, module.Errorf("cannot be translated to LLVM IR: expected a 'builtin.module'")
	}
	t := &translator{visit: options.Visit, old: options.SM != 0 && options.SM < 80, bfloat: options.BFloat,
		ctx: module.Context(), pointers: options.Pointers, module: llir.NewModule(),
		globals: make(map[string]*llir.Global), functions: make(map[string]*llir.Func),
		converted: make(map[ir.Type]types.Type), typed: make(map[typedPointer]*types.PointerType),
		taken: make(map[string]bool), visited: make(map[string]bool), structures: make(map[string]types.Type),
		convergent: nvvm.ConvergentFunctions(module),
	}
	for name, ours := range map[string]string{llvm.TargetTriple: triple, llvm.DataLayout: dataLayout} {
		if s, ok := module.Attr(name).(*ir.StringAttr); ok && s.Value != "" && s.Value != ours {
			return nil, module.Errorf("has no translation to LLVM IR: '%s' is %q, and the only one allowed is %q; leave it out",
				name, s.Value, ours)
		}
	}
	t.module.TargetTriple, t.module.DataLayout = triple, dataLayout
	var err error
	if t.shared, err = planShared(module); err != nil {
		return nil, err
	}
	if t.shared.dynamic {
		t.dynamicShared()
	}
	if err := t.declare(module); err != nil {
		return nil, err
	}
	t.startDebugInfo(module, options.LineInfo)
	for op := range module.Region(0).Entry().Ops() {
		if f, ok := llvm.AsFunc(op); ok {
			if err := t.function(f); err != nil {
				return nil, err
			}
		}
	}
	t.annotations(module)
	return t.module, nil
}

// translator is the state that the functions of a module share.
type translator struct {
	ctx       *ir.Context
	pointers  Pointers
	module    *llir.Module
	globals   map[string]*llir.Global
	functions map[string]*llir.Func
	taken     map[string]bool        // names that were given to renamed functions
	converted map[ir.Type]types.Type // the results of convert
	last      struct {               // its last result: most operations have types like the one before
		from ir.Type
		to   types.Type
	}
	typed map[typedPointer]*types.PointerType // the results of pointer, for typed pointers
	// structures are the types of structures that have names, by their texts.
	structures map[string]types.Type
	shared     *sharedPlan
	debug      *debugInfo // nil for none
	visit      func(instruction string) error
	visited    map[string]bool // what the visited calls call (calleeText)
	// convergent are the functions in which threads may synchronize.
	convergent map[*ir.Operation]bool
	old        bool // whether the target is older than sm_80
	bfloat     bool // whether the type bfloat is printed
}

// declare creates all globals and the heads of all functions, so that bodies can refer to them.
func (t *translator) declare(module *ir.Operation) error {
	for op := range module.Region(0).Entry().Ops() {
		var err error
		if g, ok := llvm.AsGlobal(op); ok {
			if _, planned := t.shared.offsets[op]; planned {
				continue
			}
			err = t.global(g)
		} else if f, ok := llvm.AsFunc(op); ok {
			err = t.functionHead(f)
		} else {
			err = op.Errorf("cannot be translated to LLVM IR: convert it to dialect llvm before, as tile-to-gpu does with " +
				"tile programs and convert-func-to-llvm with functions")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

var linkages = map[string]enum.Linkage{
	"external":             enum.LinkageNone,
	"available_externally": enum.LinkageAvailableExternally,
	"linkonce":             enum.LinkageLinkOnce,
	"linkonce_odr":         enum.LinkageLinkOnceODR,
	"weak":                 enum.LinkageWeak,
	"weak_odr":             enum.LinkageWeakODR,
	"appending":            enum.LinkageAppending,
	"internal":             enum.LinkageInternal,
	"private":              enum.LinkagePrivate,
	"extern_weak":          enum.LinkageExternWeak,
	"common":               enum.LinkageCommon,
}

// visibilities maps the visibilities of the dialect to LLVM's names.
var visibilities = [...]enum.Visibility{enum.VisibilityNone, enum.VisibilityHidden, enum.VisibilityProtected}

// global creates a global. Shared memory cannot be initialized, so it starts undefined; an external global of shared
// memory is the block's dynamic allocation.
func (t *translator) global(g llvm.Global) error {
	content, err := t.convert(g.Operation, g.Type())
	if err != nil {
		return err
	}
	out := llir.NewGlobal(ir.SymbolNameOf(g.Operation), content)
	out.Linkage, out.Visibility = linkages[g.Linkage()], visibilities[llvm.Visibility(g.Operation)]
	out.Section = g.Section()
	out.AddrSpace = types.AddrSpace(g.AddrSpace())
	out.Typ = &types.PointerType{ElemType: content, AddrSpace: out.AddrSpace}
	out.Align = llir.Align(g.Alignment())
	out.Immutable = g.IsConstant()
	switch v := g.Value(); {
	case v != nil:
		if out.Init, err = t.constant(g.Operation, v, g.Type()); err != nil {
			return err
		}
	case g.Linkage() == "external" || g.Linkage() == "extern_weak":
		if out.Linkage == enum.LinkageNone {
			out.Linkage = enum.LinkageExternal
		}
	default:
		out.Init = constant.NewUndef(content)
	}
	t.globals[ir.SymbolNameOf(g.Operation)] = out
	t.module.Globals = append(t.module.Globals, out)
	return nil
}

func (t *translator) functionHead(f llvm.Func) error {
	sig := f.Type()
	if sig.Variadic {
		return f.Errorf("cannot be translated to LLVM IR: it is variadic")
	}
	result, err := t.convert(f.Operation, sig.Result)
	if err != nil {
		return err
	}
	params := make([]*llir.Param, len(sig.Params))
	for i, p := range sig.Params {
		pt, err := t.paramType(f, i, p)
		if err != nil {
			return err
		}
		params[i] = llir.NewParam(paramName(i), pt)
		if params[i].Attrs, err = paramAttrs(f, i); err != nil {
			return err
		}
		if passed, ok := f.ArgAttr(i, llvm.ByVal).(*ir.TypeAttr); ok {
			content, err := t.convert(f.Operation, passed.Value)
			if err != nil {
				return err
			}
			params[i].Attrs = append(params[i].Attrs, t.byVal(content))
		}
	}
	name, err := t.functionName(f)
	if err != nil {
		return err
	}
	out := t.module.NewFunc(name, result, params...)
	if err := t.functionAttributes(f, out); err != nil {
		return err
	}
	t.functions[ir.SymbolNameOf(f.Operation)] = out
	return nil
}

// paramType returns the type of a parameter. For a typed pointer, the pointee is that of its first use, which saves a
// cast.
func (t *translator) paramType(f llvm.Func, i int, p ir.Type) (types.Type, error) {
	if passed, ok := f.ArgAttr(i, llvm.ByVal).(*ir.TypeAttr); ok {
		return t.pointer(f.Operation, p.(*llvm.PointerType), passed.Value)
	}
	if ptr, ok := p.(*llvm.PointerType); ok && !f.Region(0).IsEmpty() {
		return t.pointer(f.Operation, ptr, wantedPointee(f.Region(0).Entry().Arg(i)))
	}
	return t.convert(f.Operation, p)
}

// byVal returns the attribute of a parameter that is passed by value. LLVM 7, for which pointers are typed, takes the
// type from the pointer.
func (t *translator) byVal(content types.Type) llir.ParamAttribute {
	if t.pointers == Typed {
		return llir.Byval{}
	}
	return llir.Byval{Typ: content}
}

// PassesByValue reports whether a function of the module has a parameter that is passed by value (byval). Its spelling
// differs between typed and opaque pointers.
func PassesByValue(module *ir.Operation) bool {
	for op := range module.Region(0).Entry().Ops() {
		f, ok := llvm.AsFunc(op)
		for i := 0; ok && i < len(f.Type().Params); i++ {
			if f.ArgAttr(i, llvm.ByVal) != nil {
				return true
			}
		}
	}
	return false
}
