package function

import "github.com/girih-ir/girih/ir"

// Names of the inherent attributes of function-like operations.
const (
	TypeAttr    = "function_type"
	ArgAttrs    = "arg_attrs"
	ResultAttrs = "res_attrs"
)

// Signature is a function's signature in text. ResultAttrs has one entry per result, nil for none.
type Signature struct {
	Args        []ir.Argument // without names in a declaration
	Variadic    bool          // ends in `...`
	Results     []ir.Type
	ResultAttrs []*ir.DictAttr
}

// ArgTypes returns the types of the arguments.
func (s *Signature) ArgTypes() []ir.Type {
	types := make([]ir.Type, len(s.Args))
	for i := range s.Args {
		types[i] = s.Args[i].Type
	}
	return types
}

// Parse reads `visibility? @name signature (attributes {...})? region?` into st.
func Parse(p ir.OpParser, st *ir.OpState) {
	parseVisibility(p, st)
	parseRest(p, st)
}

// parseVisibility reads an optional visibility keyword into st.
func parseVisibility(p ir.OpParser, st *ir.OpState) {
	for _, v := range [...]string{"public", "private", "nested"} {
		if p.TryLiteral(v) {
			st.SetInherent(ir.SymbolVisibility, p.Context().StringAttr(v))
			return
		}
	}
}

// parseRest reads the text after the visibility and a dialect's own keywords: `@name signature attributes? region?`.
func parseRest(p ir.OpParser, st *ir.OpState) {
	ctx := p.Context()
	st.SetInherent(ir.SymbolName, ctx.StringAttr(p.Symbol()))
	sig := ParseSignature(p, false)
	if p.Failed() {
		return
	}
	st.SetInherent(TypeAttr, ctx.TypeAttr(ctx.FunctionType(sig.ArgTypes(), sig.Results)))
	parseAttributes(p, st)
	if p.Failed() {
		return
	}
	args := make([]*ir.DictAttr, len(sig.Args))
	for i := range sig.Args {
		args[i] = sig.Args[i].Attrs
	}
	SetDicts(st, ArgAttrs, args)
	SetDicts(st, ResultAttrs, sig.ResultAttrs)
	ParseBody(p, st, sig.Args)
}

// ParseBody reads an optional region whose entry block has the given arguments, if they have names. A region that is
// present must have a block.
func ParseBody(p ir.OpParser, st *ir.OpState, args []ir.Argument) {
	pos := p.Pos()
	if len(args) > 0 && args[0].Name.Name == "" {
		args = nil
	}
	body, ok := p.TryRegion(st, args...)
	if !ok {
		st.Regions = append(st.Regions, &ir.Region{})
		return
	}
	if !p.Failed() && body.IsEmpty() {
		p.Errorf(pos, "expected non-empty function body")
	}
}

// parseAttributes reads `attributes {...}`, which may not repeat attributes that the signature or name gives.
func parseAttributes(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	given := ir.OpState{Info: st.Info}
	p.AttrDictWithKeyword(&given)
	for _, name := range [...]string{ir.SymbolVisibility, ir.SymbolName, TypeAttr} {
		if given.GetInherent(name) != nil {
			p.Errorf(pos, "'%s' is an inferred attribute and should not be specified in the explicit attribute "+
				"dictionary", name)
			return
		}
	}
	st.Inherent = append(st.Inherent, given.Inherent...)
	st.Attrs = given.Attrs
}

// ParseSignature reads `(arguments) (-> results)?`. Either all arguments have names or none has.
func ParseSignature(p ir.OpParser, allowVariadic bool) *Signature {
	sig := &Signature{}
	p.Literal("(")
	if !p.TryLiteral(")") {
		for more := true; more; more = p.TryLiteral(",") {
			parseArgument(p, sig, allowVariadic)
		}
		p.Literal(")")
	}
	if p.TryLiteral("->") {
		parseResults(p, sig)
	}
	return sig
}

func parseArgument(p ir.OpParser, sig *Signature, allowVariadic bool) {
	pos := p.Pos()
	if sig.Variadic {
		p.Errorf(pos, "variadic arguments must be in the end of the argument list")
		return
	}
	if allowVariadic && p.TryLiteral("...") {
		sig.Variadic = true
		return
	}
	named := len(sig.Args) > 0 && sig.Args[len(sig.Args)-1].Name.Name != ""
	arg, ok := p.TryArgument(true)
	switch {
	case ok && len(sig.Args) > 0 && !named:
		p.Errorf(pos, "expected type instead of SSA identifier")
	case !ok && named:
		p.Errorf(pos, "expected SSA identifier")
	case !ok:
		arg = ir.Argument{Type: p.Type()}
		arg.Attrs, _ = p.TryAttrDict()
		arg.Loc, _ = p.OptionalLoc()
	}
	sig.Args = append(sig.Args, arg)
}

func parseResults(p ir.OpParser, sig *Signature) {
	if !p.TryLiteral("(") {
		sig.Results = append(sig.Results, p.Type())
		sig.ResultAttrs = append(sig.ResultAttrs, nil)
		return
	}
	if p.TryLiteral(")") {
		return
	}
	for more := true; more; more = p.TryLiteral(",") {
		t := p.Type()
		attrs, _ := p.TryAttrDict()
		sig.Results = append(sig.Results, t)
		sig.ResultAttrs = append(sig.ResultAttrs, attrs)
	}
	p.Literal(")")
}

// SetDicts sets an attribute of st to the array of dictionaries unless all are empty.
func SetDicts(st *ir.OpState, name string, dicts []*ir.DictAttr) {
	ctx := st.Info.Context()
	some := false
	elems := make([]ir.Attribute, len(dicts))
	for i, d := range dicts {
		some = some || d.Len() > 0
		if d == nil {
			d = ctx.Dict()
		}
		elems[i] = d
	}
	if some {
		st.SetInherent(name, ctx.Array(elems...))
	}
}
