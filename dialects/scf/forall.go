package scf

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Names of the attributes with the static bounds. A bound that is an operand is [ir.Dynamic] there.
const (
	staticLower = "staticLowerBound"
	staticUpper = "staticUpperBound"
	staticStep  = "staticStep"
	mappingAttr = "mapping"
)

// ForallOp defines `scf.forall`: a parallel loop nest. Its iterations insert into shared tensors, which are its
// results.
var ForallOp = ir.OpDef{
	Name:    "scf.forall",
	Summary: "evaluate a block multiple times in parallel",
	Operands: []ir.ValueDef{
		{Name: "dynamicLowerBound", Type: constraints.Index, Arity: ir.Variadic},
		{Name: "dynamicUpperBound", Type: constraints.Index, Arity: ir.Variadic},
		{Name: "dynamicStep", Type: constraints.Index, Arity: ir.Variadic},
		{Name: "outputs", Type: constraints.AnyRankedTensor, Arity: ir.Variadic},
	},
	Results: []ir.ValueDef{{Name: "results", Type: constraints.AnyType, Arity: ir.Variadic}},
	Attrs: []ir.OpAttr{
		{Name: staticLower, Attr: constraints.DenseI64Array},
		{Name: staticUpper, Attr: constraints.DenseI64Array},
		{Name: staticStep, Attr: constraints.DenseI64Array},
		{Name: mappingAttr, Attr: deviceMappings, Optional: true},
	},
	Regions: []ir.RegionDef{constraints.SizedRegion("region", 1)},
	Traits: ir.AttrSizedOperandSegments | ir.AutomaticAllocationScope | ir.RecursiveMemoryEffects |
		ir.SingleBlock,
	ImplicitTerminator: "scf.forall.in_parallel",
	Parse:              parseForall,
	Print:              printForall,
	Verify:             verifyForall,
	VerifyRegions:      verifyForallResults,
}

// DeviceMapping is an attribute that says which processor id a dimension of a forall is mapped to. The dialects of
// devices define such attributes.
type DeviceMapping interface {
	ir.Attribute
	// MappingID returns the number of the processor dimension.
	MappingID() int64
}

var deviceMappings = ir.AttrConstraint{
	Summary: "Device Mapping array attribute",
	Check: func(a ir.Attribute) bool {
		list, ok := a.(*ir.ArrayAttr)
		return ok && !slices.ContainsFunc(list.Elems, func(e ir.Attribute) bool {
			_, ok := e.(DeviceMapping)
			return !ok
		})
	},
	Storage: func(a ir.Attribute) bool {
		_, ok := a.(*ir.ArrayAttr)
		return ok
	},
}

// Forall is a view of an `scf.forall`.
type Forall struct{ *ir.Operation }

// AsForall returns op as a parallel loop; ok is false when it is something else.
func AsForall(op *ir.Operation) (l Forall, ok bool) { return Forall{op}, op.Is(&ForallOp) }

// Rank returns the number of dimensions.
func (l Forall) Rank() int { return l.static(staticLower).Len() }

// MixedIndex is an index that is static or a value.
type MixedIndex struct {
	Static int64     // the index if Value is nil
	Value  *ir.Value // nil for a static index
}

// LowerBounds, UpperBounds and Steps return one index for each dimension.
func (l Forall) LowerBounds() []MixedIndex { return l.mixed(0, staticLower) }
func (l Forall) UpperBounds() []MixedIndex { return l.mixed(1, staticUpper) }
func (l Forall) Steps() []MixedIndex       { return l.mixed(2, staticStep) }

func (l Forall) mixed(group int, name string) []MixedIndex {
	static, dynamic := l.static(name), l.GroupValues(group)
	out := make([]MixedIndex, static.Len())
	for i := range out {
		if out[i].Static = static.Int64(i); out[i].Static == ir.Dynamic {
			out[i].Value, dynamic = dynamic[0], dynamic[1:]
		}
	}
	return out
}

// Outputs returns the initial values of the shared tensors.
func (l Forall) Outputs() []*ir.Value { return l.GroupValues(3) }

// Body returns the block of the loop's region.
func (l Forall) Body() *ir.Block { return l.Region(0).Entry() }

// InductionVars returns one block argument for each dimension. OutArgs returns one for each shared tensor.
func (l Forall) InductionVars() []*ir.Value { return l.Body().Args()[:l.Rank()] }
func (l Forall) OutArgs() []*ir.Value       { return l.Body().Args()[l.Rank():] }

func (l Forall) static(name string) *ir.DenseArrayAttr {
	a, _ := l.Inherent(name).(*ir.DenseArrayAttr)
	return a
}

// isNormalized reports whether all lower bounds are known to be 0 and all steps 1.
func (l Forall) isNormalized() bool {
	return l.boundsAre(0, staticLower, 0) && l.boundsAre(2, staticStep, 1)
}

// boundsAre reports whether all bounds of an operand group are known and equal to the given value.
func (l Forall) boundsAre(group int, name string, want int64) bool {
	static, dynamic := l.static(name), l.GroupValues(group)
	for i := range static.Len() {
		v := static.Int64(i)
		if v == ir.Dynamic && len(dynamic) > 0 {
			v, dynamic = constantIndex(dynamic[0]), dynamic[1:]
		}
		if v != want {
			return false
		}
	}
	return true
}

// constantIndex returns the value of an index constant, or [ir.Dynamic] for other indices.
func constantIndex(v *ir.Value) int64 {
	if op := v.DefiningOp(); op != nil && op.HasTrait(ir.ConstantLike) {
		if a, ok := op.Inherent("value").(*ir.IntegerAttr); ok {
			return a.Int64()
		}
	}
	return ir.Dynamic
}

func verifyForall(op *ir.Operation) error {
	l := Forall{op}
	rank := l.Rank()
	outputs := l.Outputs()
	body := l.Body()
	if op.NumResults() != len(outputs) {
		return op.Errorf("produces %d results, but has only %d outputs", op.NumResults(), len(outputs))
	}
	if body.NumArgs() != rank+len(outputs) {
		return op.Errorf("region expects %d arguments", rank)
	}
	for i, arg := range body.Args() {
		if i < rank && !ir.IsIndex(arg.Type()) {
			return op.Errorf("expects %d-th block argument to be an index", i)
		}
		if i >= rank && arg.Type() != outputs[i-rank].Type() {
			return op.Errorf("type mismatch between %d-th output and corresponding block argument", i-rank)
		}
	}
	if mapping, ok := op.Inherent(mappingAttr).(*ir.ArrayAttr); ok && len(mapping.Elems) > 0 &&
		len(mapping.Elems) != rank {
		return op.Errorf("mapping attribute size must match op rank")
	}
	for i, b := range forallBounds {
		if err := verifyBounds(l, b.noun, rank, l.static(b.attr), i); err != nil {
			return err
		}
	}
	return nil
}

// forallBounds has, for each operand group, its name in messages and its attribute.
var forallBounds = [...]struct{ noun, attr string }{
	{"lower bound", staticLower}, {"upper bound", staticUpper}, {"step", staticStep},
}

// verifyBounds checks that there is a bound for every dimension and an operand for every dynamic one.
func verifyBounds(l Forall, noun string, rank int, static *ir.DenseArrayAttr, group int) error {
	if static.Len() != rank {
		return ir.Errorf(l.Loc(), "expected %d %s values, got %d", rank, noun, static.Len())
	}
	dynamic := 0
	for i := range static.Len() {
		if static.Int64(i) == ir.Dynamic {
			dynamic++
		}
	}
	if from, to := l.Group(group); to-from != dynamic {
		return ir.Errorf(l.Loc(), "expected %d dynamic %s values, got %d", dynamic, noun, to-from)
	}
	return nil
}

// verifyForallResults checks that the types of the results are those of the shared tensors.
func verifyForallResults(op *ir.Operation) error {
	from, _ := op.Group(3)
	for i, result := range op.Results() {
		if t := op.Operand(from + i).Type(); t != result.Type() {
			return op.Errorf("expected type of operand #%d (%s) to match type of corresponding result (%s)", from+i,
				ir.Quote(t), ir.Quote(result.Type()))
		}
	}
	return nil
}

func parseForall(p ir.OpParser, st *ir.OpState) {
	index := p.Context().Index()
	args := parseArguments(p, index)
	var lower, upper, step indexList
	if p.TryLiteral("in") {
		upper = parseIndexList(p)
		lower.static = make([]int64, len(args))
		step.static = slices.Repeat([]int64{1}, len(args))
	} else {
		p.Literal("=")
		lower = parseIndexList(p)
		p.Literal("to")
		upper = parseIndexList(p)
		p.Literal("step")
		step = parseIndexList(p)
	}
	for _, l := range []indexList{lower, upper, step} {
		p.ResolveInto(st, l.dynamic, repeat(index, len(l.dynamic)), p.NamePos())
	}
	pos := p.Pos()
	var outputs []ir.UnresolvedOperand
	if p.TryLiteral("shared_outs") {
		var shared []ir.Argument
		shared, outputs = parseAssignments(p)
		st.Types = p.TryArrowTypes()
		p.ResolveInto(st, outputs, st.Types, pos)
		if p.Failed() {
			return
		}
		setTypes(shared, st.Types)
		args = append(args, shared...)
	}
	p.EnsureTerminator(st, p.Region(st, args...))
	p.AttrDict(st)
	ctx := p.Context()
	st.SetInherent(staticLower, ctx.DenseI64(lower.static...))
	st.SetInherent(staticUpper, ctx.DenseI64(upper.static...))
	st.SetInherent(staticStep, ctx.DenseI64(step.static...))
	st.SetSegments(int32(len(lower.dynamic)), int32(len(upper.dynamic)), int32(len(step.dynamic)), int32(len(outputs)))
}

func printForall(p ir.OpPrinter, op *ir.Operation) {
	l := Forall{op}
	p.Text(" ")
	printTuple(p, l.InductionVars())
	if l.isNormalized() {
		p.Text(" in ")
		printIndexList(p, l, 1)
	} else {
		p.Text(" = ")
		printIndexList(p, l, 0)
		p.Text(" to ")
		printIndexList(p, l, 1)
		p.Text(" step ")
		printIndexList(p, l, 2)
	}
	printAssignments(p, " shared_outs", l.OutArgs(), l.Outputs())
	printArrowTuple(p, op.ResultTypes())
	p.Text(" ")
	p.Region(op.Region(0), false, op.NumResults() > 0)
	p.AttrDict(op, ir.OperandSegments, staticLower, staticUpper, staticStep)
}

// indexList is a list of bounds. A bound that is an operand is [ir.Dynamic].
type indexList struct {
	static  []int64
	dynamic []ir.UnresolvedOperand
}

// parseIndexList reads `(4, %n)`.
func parseIndexList(p ir.OpParser) (l indexList) {
	p.Tuple("dynamic index list", func() {
		if u, ok := p.TryOperand(); ok {
			l.dynamic = append(l.dynamic, u)
			l.static = append(l.static, ir.Dynamic)
			return
		}
		v, ok := p.TryInt64()
		if !ok {
			p.Errorf(p.NamePos(), "expected SSA value or integer")
		}
		l.static = append(l.static, v)
	})
	return l
}

func printIndexList(p ir.OpPrinter, l Forall, group int) {
	next, _ := l.Group(group)
	static := l.static(forallBounds[group].attr)
	p.Text("(")
	for i := range static.Len() {
		if i > 0 {
			p.Text(", ")
		}
		if v := static.Int64(i); v != ir.Dynamic {
			p.Int(v)
			continue
		}
		p.Operand(l.Operand(next))
		next++
	}
	p.Text(")")
}

// InParallel defines `scf.forall.in_parallel`: the terminator of a forall. It contains the insertions into the shared
// tensors.
var InParallel = ir.OpDef{
	Name:    "scf.forall.in_parallel",
	Summary: "terminates a `forall` block",
	Regions: []ir.RegionDef{constraints.SizedRegion("region", 1)},
	Traits:  ir.Pure | ir.Terminator | ir.SingleBlock | ir.NoTerminator | ir.GraphRegion,
	Parents: []string{"scf.forall"},
	Parse: func(p ir.OpParser, st *ir.OpState) {
		if r := p.Region(st); !p.Failed() && r.IsEmpty() {
			r.AppendNew()
		}
		p.AttrDict(st)
	},
	Print: func(p ir.OpPrinter, op *ir.Operation) {
		p.Text(" ")
		p.Region(op.Region(0), false, false)
		p.AttrDict(op)
	},
	Verify: verifyInParallel,
}

// ParallelCombining is the interface of operations that insert into the shared tensors of a forall.
type ParallelCombining interface {
	// UpdatedDestinations returns the values that the operation inserts into.
	UpdatedDestinations(op *ir.Operation) []*ir.Value
}

func verifyInParallel(op *ir.Operation) error {
	forall := Forall{op.Parent()}
	for inside := range op.Region(0).Entry().Ops() {
		combining, ok := ir.InterfaceOf[ParallelCombining](inside)
		if !ok {
			return op.Errorf("expected only ParallelCombiningOpInterface ops")
		}
		for _, dest := range combining.UpdatedDestinations(inside) {
			if !slices.Contains(forall.OutArgs(), dest) {
				return inside.Errorf("may only insert into an output block argument")
			}
		}
	}
	return nil
}
