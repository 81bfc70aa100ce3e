package ir

import (
	"fmt"
	"slices"
	"strings"
)

// definition checks op against its definition, in upstream's order: counts, structure, attributes, operands,
// results, relations between them, regions, the traits about types, and the definition's own verifier. Types that were
// found correct in an earlier operation are not checked again.
func (v *verifier) definition(op *Operation, info *OpInfo) error {
	if err := verifyCounts(op, &info.plan); err != nil {
		return err
	}
	def := info.Def
	if info.traits&structural != 0 || len(def.Parents) > 0 {
		if err := verifyStructure(op, info); err != nil {
			return err
		}
	}
	if len(def.Attrs) > 0 {
		if err := verifyAttrs(op, info); err != nil {
			return err
		}
	}
	right := v.likeRight(op)
	if !right {
		if err := verifyTypes(op, info); err != nil {
			return err
		}
	}
	if len(def.Predicates) > 0 {
		if err := verifyPredicates(op, def); err != nil {
			return err
		}
	}
	if len(def.Regions) > 0 {
		if err := verifyRegionDefs(op, def); err != nil {
			return err
		}
	}
	if !right {
		if err := verifyTypeTraits(op, info); err != nil {
			return err
		}
		v.setRight(op)
	}
	if info.traits&(Symbol|Terminator) != 0 {
		if err := verifyPlace(op, info.traits); err != nil {
			return err
		}
	}
	if def.Verify != nil {
		return def.Verify(op)
	}
	return nil
}

// likeRight reports whether the last operation of the same name with correct types, if there is one, has the same types
// and attributes. In a long program, most operations have one before them.
func (v *verifier) likeRight(op *Operation) bool {
	i := op.info.index
	if i >= len(v.right) || v.right[i] == nil {
		return false
	}
	right := v.right[i]
	if right.props != op.props || right.attrs != op.attrs || right.NumOperands() != op.NumOperands() ||
		right.NumResults() != op.NumResults() {
		return false
	}
	for k := range op.operands() {
		if right.operands()[k].value.typ != op.operands()[k].value.typ {
			return false
		}
	}
	for k := range op.results() {
		if right.results()[k].typ != op.results()[k].typ {
			return false
		}
	}
	return true
}

// setRight records that the types of an operation are correct.
func (v *verifier) setRight(op *Operation) {
	i := op.info.index
	if i >= len(v.right) {
		v.right = append(v.right, make([]*Operation, i+1-len(v.right))...)
	}
	v.right[i] = op
}

func verifyCounts(op *Operation, plan *checkPlan) error {
	regions, successors := 0, 0
	if op.ext != nil {
		regions, successors = len(op.ext.regions), len(op.ext.successors)
	}
	if plan.regions.admits(regions) && plan.results.admits(op.NumResults()) && plan.successors.admits(successors) &&
		plan.operands.admits(op.NumOperands()) {
		return nil
	}
	switch {
	case !plan.regions.admits(regions):
		return op.Errorf("%s", wantedCount(plan.regions, "region"))
	case !plan.results.admits(op.NumResults()):
		return op.Errorf("%s", wantedCount(plan.results, "result"))
	case !plan.successors.admits(successors):
		return wrongSuccessors(op, plan.successors, successors)
	case plan.operands == count{least: 1}:
		return op.Errorf("requires a single operand")
	case plan.operands == count{}:
		return op.Errorf("requires zero operands")
	}
	return op.Errorf("%s, but found %d", wantedCount(plan.operands, "operand"), op.NumOperands())
}

func wantedCount(want count, noun string) string {
	switch {
	case want.open:
		return fmt.Sprintf("expected %d or more %ss", want.least, noun)
	case want.least == 0:
		return fmt.Sprintf("requires zero %ss", noun)
	case want.least == 1 && noun != "operand":
		return "requires one " + noun
	}
	return fmt.Sprintf("expected %d %ss", want.least, noun)
}

func wrongSuccessors(op *Operation, want count, have int) error {
	atLeast, plural := "", "s"
	if want.open {
		atLeast = "at least "
	} else if want.least == 1 {
		plural = ""
	}
	return op.Errorf("requires %s%d successor%s but found %d", atLeast, want.least, plural, have)
}

// structural are the traits that upstream checks before attributes and types.
const structural = AttrSizedOperandSegments | AttrSizedResultSegments | SingleBlock | NoRegionArguments

func verifyStructure(op *Operation, info *OpInfo) error {
	if parents := info.Def.Parents; len(parents) > 0 {
		if p := op.Parent(); p == nil || !slices.Contains(parents, p.Name()) {
			return wrongParent(op, parents)
		}
	}
	if info.traits&AttrSizedOperandSegments != 0 {
		if err := verifySegments(op, OperandSegments, "operand", info.Def.Operands, op.NumOperands()); err != nil {
			return err
		}
	}
	if info.traits&AttrSizedResultSegments != 0 {
		if err := verifySegments(op, ResultSegments, "result", info.Def.Results, op.NumResults()); err != nil {
			return err
		}
	}
	if info.traits&SingleBlock != 0 {
		if err := verifySingleBlock(op, info); err != nil {
			return err
		}
	}
	if info.traits&NoRegionArguments != 0 {
		return verifyNoRegionArguments(op)
	}
	return nil
}

func wrongParent(op *Operation, parents []string) error {
	if len(parents) == 1 {
		return op.Errorf("expects parent op '%s'", parents[0])
	}
	return op.Errorf("expects parent op to be one of '%s'", strings.Join(parents, ", "))
}

// verifySegments checks the sizes of groups of operands or results. Without the attribute, all sizes are 0.
func verifySegments(op *Operation, name, noun string, defs []ValueDef, have int) error {
	value := op.Inherent(name)
	sum := 0
	if value != nil {
		a, ok := value.(*DenseArrayAttr)
		if !ok || !IsInt(a.elem, 32) {
			return op.Errorf("requires dense i32 array attribute '%s'", name)
		}
		if a.Len() != len(defs) {
			return op.Errorf("'%s' attribute for specifying %s segments must have %d elements, but got %d", name, noun,
				len(defs), a.Len())
		}
		for i := range a.Len() {
			n := int(a.Int64(i))
			if n < 0 {
				return op.Errorf("'%s' attribute cannot have negative elements", name)
			}
			sum += n
		}
	}
	if sum != have {
		return op.Errorf("%s count (%d) does not match with the total size (%d) specified in attribute '%s'", noun, have,
			sum, name)
	}
	return nil
}

func verifySingleBlock(op *Operation, info *OpInfo) error {
	for i := range op.NumRegions() {
		r := op.Region(i)
		if r.IsEmpty() {
			continue
		}
		if !r.HasOneBlock() {
			return op.Errorf("expects region #%d to have 0 or 1 blocks", i)
		}
		if info.traits&NoTerminator == 0 && r.first.IsEmpty() {
			return op.Errorf("expects a non-empty block")
		}
	}
	return nil
}

func verifyNoRegionArguments(op *Operation) error {
	for i := range op.NumRegions() {
		r := op.Region(i)
		if r.IsEmpty() || r.first.NumArgs() == 0 {
			continue
		}
		if op.NumRegions() > 1 {
			return op.Errorf("region #%d should have no arguments", i)
		}
		return op.Errorf("region should have no arguments")
	}
	return nil
}

// verifyAttrs checks the inherent attributes. Properties that were found correct are not checked again.
func verifyAttrs(op *Operation, info *OpInfo) error {
	props := op.props
	if props != nil && info.rightProps.Load() == props {
		return nil
	}
	def := info.Def
	for i := range def.Attrs {
		if a := &def.Attrs[i]; !a.Optional && a.Default == nil && props.Get(a.Name) == nil {
			return op.Errorf("requires attribute '%s'", a.Name)
		}
	}
	for i := range def.Attrs {
		a := &def.Attrs[i]
		if value := props.Get(a.Name); value != nil && !a.Attr.Admits(value) {
			return op.Errorf("attribute '%s' failed to satisfy constraint: %s", a.Name, a.Attr.Summary)
		}
	}
	if info.rightProps.Load() == nil {
		info.rightProps.Store(props)
	}
	return nil
}

// verifyTypes checks the types of operands and results, and the rules that relate them.
func verifyTypes(op *Operation, info *OpInfo) error {
	if err := verifyOperandTypes(op, info); err != nil {
		return err
	}
	if err := verifyResultTypes(op, info); err != nil {
		return err
	}
	return verifyRules(op, info)
}

func verifyOperandTypes(op *Operation, info *OpInfo) error {
	defs := info.Def.Operands
	if !info.plan.operandGroups {
		for i := range defs {
			if t := op.operands()[i].value.typ; !defs[i].Type.admits(op, t) {
				return wrongType(op, "operand", i, &defs[i], t)
			}
		}
		return nil
	}
	for i := range defs {
		from, to := op.Group(i)
		if err := verifyGroup(op, "operand", &defs[i], from, to); err != nil {
			return err
		}
		for k := from; k < to; k++ {
			if t := op.operands()[k].value.typ; !defs[i].Type.admits(op, t) {
				return wrongType(op, "operand", k, &defs[i], t)
			}
		}
	}
	return nil
}

func verifyResultTypes(op *Operation, info *OpInfo) error {
	defs := info.Def.Results
	if !info.plan.resultGroups {
		for i := range defs {
			if t := op.results()[i].typ; !defs[i].Type.admits(op, t) {
				return wrongType(op, "result", i, &defs[i], t)
			}
		}
		return nil
	}
	for i := range defs {
		from, to := op.ResultGroup(i)
		if err := verifyGroup(op, "result", &defs[i], from, to); err != nil {
			return err
		}
		for k := from; k < to; k++ {
			if t := op.results()[k].typ; !defs[i].Type.admits(op, t) {
				return wrongType(op, "result", k, &defs[i], t)
			}
		}
	}
	return nil
}

// verifyGroup checks the number of values that a declaration stands for.
func verifyGroup(op *Operation, noun string, def *ValueDef, from, to int) error {
	switch n := to - from; {
	case def.Arity == One && n != 1:
		return op.Errorf("%s group starting at #%d requires 1 element, but found %d", noun, from, n)
	case def.Arity == Optional && n > 1:
		return op.Errorf("%s group starting at #%d requires 0 or 1 element, but found %d", noun, from, n)
	}
	return nil
}

// admits reports whether t satisfies the constraint on an operand or result of op.
func (c *TypeConstraint) admits(op *Operation, t Type) bool {
	if c.Check != nil {
		return c.Check(t)
	}
	return c.Build == nil || c.Build(op.info.ctx) == t
}

func wrongType(op *Operation, noun string, i int, def *ValueDef, t Type) error {
	variadic := ""
	if def.Arity == Variadic {
		variadic = "variadic of "
	}
	return op.Errorf("%s #%d must be %s%s, but got %s", noun, i, variadic, def.Type.Summary, Quote(t))
}

// Quote returns a type or attribute in single quotes, as messages show it.
func Quote(v fmt.Stringer) string {
	if v == nil {
		return "'<<NULL>>'"
	}
	return "'" + v.String() + "'"
}

// QuoteTypes returns types in single quotes separated by commas, as messages show them.
func QuoteTypes(types []Type) string {
	quoted := make([]string, len(types))
	for i, t := range types {
		quoted[i] = Quote(t)
	}
	return strings.Join(quoted, ", ")
}

func verifyRegionDefs(op *Operation, def *OpDef) error {
	for i := range def.Regions {
		decl := &def.Regions[i]
		last := i + 1
		if decl.Variadic {
			last = op.NumRegions()
		}
		for k := i; decl.Check != nil && k < last; k++ {
			if !decl.Check(op.Region(k)) {
				return op.Errorf("region #%d ('%s') failed to verify constraint: %s", k, decl.Name, decl.Summary)
			}
		}
	}
	return nil
}
