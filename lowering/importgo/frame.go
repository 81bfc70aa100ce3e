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

// environment has the values of variables.
type environment map[*types.Var]*value

// frame is the call of a function that is being translated.
type frame struct {
	decl   ast.Node // *ast.FuncDecl or *ast.FuncLit
	object *types.Func
	vars   environment
	types  map[*types.TypeParam]types.Type
	// captured has the variables that a function literal captures from the function around it.
	captured map[*types.Var]bool
	// results has the result variables, named or not, which return statements set.
	results *types.Tuple
	// call is the position of the call in the caller.
	call   token.Pos
	caller *frame
	loop   *loop // the innermost loop that is being translated; nil outside of loops
	ways
	// approx says that special functions and quotients of float32 may be approximated.
	approx bool
}

// ways has the variables that record whether statements have left the statements around them, in a function or in one
// iteration of a loop.
type ways struct {
	// left has one variable for each enclosing statement that may leave (see importer.unlessLeft). A variable is true
	// if the statements after the enclosing statement must not run.
	left []*types.Var
	// switches has, for each enclosing switch, the number of variables in left that belong to statements around it.
	switches []int
}

// loop is a loop that break and continue refer to.
type loop struct {
	outer *loop // the next enclosing loop in the same function; nil if there is none
	// broken is a variable that is true after a break; nil if the loop has none. returned is a variable that is true
	// after a return, in which case broken is true as well.
	broken, returned *types.Var
}

// path returns the positions of the calls that lead to a frame. It is a part of the key of an axis, so that a function
// that is inlined twice has different axes each time.
func (f *frame) path() string {
	var b strings.Builder
	for ; f.caller != nil; f = f.caller {
		b.WriteString(position(f.call))
	}
	return b.String()
}

// approximations returns the rounding option of the given name, if the kernel permits approximations and the operation
// is of float32.
func (f *frame) approximations(float32 bool, name string) []*option {
	if !f.approx || !float32 {
		return nil
	}
	return []*option{{name: name}}
}

// directive reports whether a function's comment has a line like `//girih:approx`.
func directive(decl *ast.FuncDecl, name string) bool {
	return decl.Doc != nil && slices.ContainsFunc(decl.Doc.List, func(c *ast.Comment) bool {
		return strings.TrimSpace(c.Text) == "//girih:"+name
	})
}

// fork returns a copy of the environment for a branch. Assignments to the copy do not change the original.
func (e environment) fork() environment { return maps.Clone(e) }

// roundings are the options that say how an operation rounds.
var roundings = map[string]tile.Rounding{"Approx": tile.RoundApprox, "Full": tile.RoundFull,
	"TowardZero": tile.RoundZero, "TowardPositive": tile.RoundPositiveInf, "TowardNegative": tile.RoundNegativeInf}

// flushToZero is an option that kernel.Exp2 gets from //girih:approx. For other functions, later passes find out
// themselves whether subnormal numbers matter.
const flushToZero = "FlushToZero"

// setRounding sets the rounding attributes of the operation that defines v, as options say.
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

// checkDecl reports an error that go/types found in a function.
func (i *importer) checkDecl(p *Package, n ast.Node) {
	if e := p.errorIn(n); e != nil {
		i.failAt(e.Pos, "%s", p.explained(e.Msg))
	}
}

// explained improves an error message of go/types. If it is about a function of another package, which go/types does
// not find because the package is not loaded, the message says what to call instead.
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
