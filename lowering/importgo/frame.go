package importgo

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// environment is what variables stand for.
type environment map[*types.Var]*value

// frame is a function that is being translated.
type frame struct {
	decl   ast.Node // *ast.FuncDecl or *ast.FuncLit
	object *types.Func
	vars   environment
	types  map[*types.TypeParam]types.Type
	// captured are the variables of the function around a function literal.
	captured map[*types.Var]bool
	// results are the variables that return sets, named or not.
	results *types.Tuple
	// call is where the caller calls it.
	call   token.Pos
	caller *frame
	loop   *loop // the innermost loop of the function that is being translated
	ways
	// approx says that special functions and quotients of float32 may be approximated.
	approx bool
}

// ways are how statements of a function, or of a loop's iteration, leave what is around them.
type ways struct {
	// left are variables of statements around that are true when what is behind these is not to be run.
	left []*types.Var
	// switches says of each switch around how many of these variables are of statements around it.
	switches []int
}

// loop is what break and continue belong to.
type loop struct {
	outer *loop // of the same function; nil if there is none
	// broken is a variable that is true after break; nil if there is none. returned is one that is true after return,
	// when broken is, too.
	broken, returned *types.Var
}

// path says by which calls a frame was reached: what makes an axis of an inlined function one of its own.
func (f *frame) path() string {
	var b strings.Builder
	for ; f.caller != nil; f = f.caller {
		b.WriteString(position(f.call))
	}
	return b.String()
}

// approximations returns the rounding that the frame's kernel permits for a function of float32.
func (f *frame) approximations(float32 bool, name string) []*option {
	if !f.approx || !float32 {
		return nil
	}
	return []*option{{name: name}}
}

// directive says whether a function's comment has a line like `//girih:approx`.
func directive(decl *ast.FuncDecl, name string) bool {
	return decl.Doc != nil && slices.ContainsFunc(decl.Doc.List, func(c *ast.Comment) bool {
		return strings.TrimSpace(c.Text) == "//girih:"+name
	})
}

// fork returns the environment for a branch: assignments in it are seen by nobody else.
func (e environment) fork() environment { return maps.Clone(e) }

// roundings are the options that say how an operation rounds.
var roundings = map[string]tile.Rounding{"Approx": tile.RoundApprox, "Full": tile.RoundFull,
	"TowardZero": tile.RoundZero, "TowardPositive": tile.RoundPositiveInf, "TowardNegative": tile.RoundNegativeInf}

// flushToZero is an option that only //girih:approx gives, and only to kernel.Exp2: of other functions later passes
// find out themselves where numbers below the smallest normal one make no difference.
const flushToZero = "FlushToZero"

// setRounding gives the operation that makes v the rounding of an option.
func setRounding(v *ir.Value, ctx *ir.Context, options []*option) {
	for _, o := range options {
		if mode, ok := roundings[o.name]; ok {
			v.DefiningOp().SetAttr(tile.RoundingName, tile.Roundings.Attr(ctx, mode))
		}
		if o.name == flushToZero {
			v.DefiningOp().SetAttr(tile.FlushToZeroName, ctx.Unit())
		}
	}
}

// checkDecl reports what go/types found wrong in a function.
func (i *importer) checkDecl(p *Package, n ast.Node) {
	if e := p.errorIn(n); e != nil {
		i.failAt(e.Pos, "%s", p.explained(e.Msg))
	}
}

// explained says of functions of other packages, which go/types does not find here, what to call instead.
func (p *Package) explained(message string) string {
	name, undefined := strings.CutPrefix(message, "undefined: ")
	of, function, qualified := strings.Cut(name, ".")
	switch {
	case !undefined || !qualified || of == p.language.types.Name():
		return message
	case of == "fmt" || of == "log":
		return "a kernel cannot call " + name + ": kernel.Print prints"
	case of == "math" && p.languageScope().Lookup(function) != nil:
		return "a kernel cannot call " + name + ", which is for numbers of the CPU: use kernel." + function
	}
	return "a kernel cannot call " + name + ": it calls functions of its package, of package kernel, and of packages " +
		"whose source was given with it (Options.Imports)"
}
