package ir

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
)

// Verify checks op and everything in it against definitions, structure and dominance, and reports each error to h. It
// returns the first one. Regions of operations that are isolated from above are checked in parallel; reports come in
// the order of the text all the same.
func Verify(op *Operation, h DiagnosticHandler) error {
	v := &verifier{}
	v.operation(op)
	for _, d := range v.errs {
		if h != nil {
			h(d)
		}
	}
	if len(v.errs) > 0 {
		return v.errs[0]
	}
	return nil
}

type verifier struct {
	errs []*Diagnostic
	dom  *Dominance
	ok   typeMemo
}

// typeMemo remembers the last types that satisfied a constraint, as most operations in a row have the same.
type typeMemo struct {
	constraint *TypeConstraint
	typ        Type
}

func (v *verifier) report(op *Operation, err error) {
	var d *Diagnostic
	if !errors.As(err, &d) {
		d = op.Errorf("%w", err)
	}
	v.errs = append(v.errs, d)
}

// operation verifies op, then what its regions hold, then what needs both. It stops at op's first error.
func (v *verifier) operation(op *Operation) bool {
	if err := v.self(op); err != nil {
		v.report(op, err)
		return false
	}
	if op.ext == nil {
		return true
	}
	if len(op.ext.regions) > 0 && !v.regions(op) {
		return false
	}
	def := op.info.Def
	if def == nil {
		return true
	}
	if err := v.afterRegions(op, def); err != nil {
		v.report(op, err)
		return false
	}
	return true
}

// self checks everything about op that does not need the operations in its regions.
func (v *verifier) self(op *Operation) error {
	for i := range op.operands {
		if op.operands[i].value == nil {
			return op.Errorf("null operand found")
		}
	}
	if op.attrs != nil {
		if err := verifyDialectAttrs(op); err != nil {
			return err
		}
	}
	info := op.info
	if info.Def == nil {
		if !info.ctx.AllowUnregistered {
			return unregistered(op)
		}
		return nil
	}
	if err := v.definition(op, info); err != nil {
		return err
	}
	if op.ext == nil {
		return nil
	}
	for i := range op.ext.successors {
		if b := op.ext.successors[i].block; b == nil || b.region != op.ParentRegion() {
			return op.Errorf("branches to a block of another region")
		}
	}
	return nil
}

func unregistered(op *Operation) error {
	if op.info.Dialect == nil {
		return op.Errorf("created with unregistered dialect. If this is intended, please call " +
			"allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR " +
			"opt tool used")
	}
	return op.Errorf("is unknown to the dialect '%s'", op.info.Dialect.Name)
}

func verifyDialectAttrs(op *Operation) error {
	for _, a := range op.attrs.Entries {
		prefix, _, dotted := strings.Cut(a.Name, ".")
		if !dotted {
			continue
		}
		if d := op.info.ctx.Dialect(prefix); d != nil && d.VerifyOpAttr != nil {
			if err := d.VerifyOpAttr(op, a); err != nil {
				return err
			}
		}
	}
	return nil
}

// definition checks op against its definition, in upstream's order: counts, attributes, operands, results, regions,
// traits, then the definition's own verifier.
func (v *verifier) definition(op *Operation, info *OpInfo) error {
	def := info.Def
	if err := verifyCounts(op, info); err != nil {
		return err
	}
	if info.traits&(AttrSizedOperandSegments|AttrSizedResultSegments) != 0 {
		if err := verifySegments(op, info); err != nil {
			return err
		}
	}
	if len(def.Attrs) > 0 {
		if err := verifyAttrs(op, def); err != nil {
			return err
		}
	}
	if err := v.types(op, "operand", def.Operands, len(op.operands), op.Group,
		func(i int) Type { return op.operands[i].value.typ }); err != nil {
		return err
	}
	if err := v.types(op, "result", def.Results, len(op.results), op.ResultGroup,
		func(i int) Type { return op.results[i].typ }); err != nil {
		return err
	}
	if err := verifyRegionDefs(op, def); err != nil {
		return err
	}
	if err := verifyTraits(op, info); err != nil {
		return err
	}
	if err := verifyTypeRules(op, def); err != nil {
		return err
	}
	if def.Verify != nil {
		return def.Verify(op)
	}
	return nil
}

func verifyCounts(op *Operation, info *OpInfo) error {
	checks := [4]struct {
		have int
		noun string
	}{{op.NumOperands(), "operand"}, {op.NumResults(), "result"}, {op.NumRegions(), "region"},
		{op.NumSuccessors(), "successor"}}
	for i := range checks {
		want, have, noun := info.fixed[i], checks[i].have, checks[i].noun
		if want < 0 || want == have {
			continue
		}
		if want == 0 {
			return op.Errorf("requires zero %ss", noun)
		}
		if want == 1 {
			if noun == "operand" {
				return op.Errorf("requires a single operand")
			}
			if noun != "successor" {
				return op.Errorf("requires one %s", noun)
			}
		}
		return op.Errorf("expected %d %ss, but found %d", want, noun, have)
	}
	return verifyMinimums(op, info)
}

// verifyMinimums checks that values remain for every single operand and result beside variadic ones.
func verifyMinimums(op *Operation, info *OpInfo) error {
	least := func(vs []ValueDef) (n int) {
		for _, d := range vs {
			if d.Arity == One {
				n++
			}
		}
		return n
	}
	if n := least(info.Def.Operands); info.fixed[0] < 0 && op.NumOperands() < n {
		return op.Errorf("expected %d or more operands, but found %d", n, op.NumOperands())
	}
	if n := least(info.Def.Results); info.fixed[1] < 0 && op.NumResults() < n {
		return op.Errorf("expected %d or more results, but found %d", n, op.NumResults())
	}
	return nil
}

func verifySegments(op *Operation, info *OpInfo) error {
	check := func(name, noun string, defs []ValueDef, have int) error {
		a, ok := op.Inherent(name).(*DenseArrayAttr)
		if !ok {
			return op.Errorf("requires dense i32 array attribute '%s'", name)
		}
		if !IsInt(a.elem, 32) {
			return op.Errorf("requires dense i32 array attribute '%s'", name)
		}
		if a.Len() != len(defs) {
			return op.Errorf("'%s' attribute for specifying %s segments must have %d elements, but got %d",
				name, noun, len(defs), a.Len())
		}
		sum := 0
		for i := range a.Len() {
			n := int(a.Int64(i))
			if n < 0 {
				return op.Errorf("'%s' attribute cannot have negative elements", name)
			}
			sum += n
		}
		if sum != have {
			return op.Errorf("%s count (%d) does not match with the total size (%d) specified in attribute '%s'",
				noun, have, sum, name)
		}
		return nil
	}
	if info.traits&AttrSizedOperandSegments != 0 {
		if err := check(OperandSegments, "operand", info.Def.Operands, len(op.operands)); err != nil {
			return err
		}
	}
	if info.traits&AttrSizedResultSegments != 0 {
		return check(ResultSegments, "result", info.Def.Results, len(op.results))
	}
	return nil
}

func verifyAttrs(op *Operation, def *OpDef) error {
	for i := range def.Attrs {
		if a := &def.Attrs[i]; !a.Optional && a.Default == nil && op.Inherent(a.Name) == nil {
			return op.Errorf("requires attribute '%s'", a.Name)
		}
	}
	for i := range def.Attrs {
		a := &def.Attrs[i]
		if value := op.Inherent(a.Name); value != nil && !a.Attr.Admits(value) {
			return op.Errorf("attribute '%s' failed to satisfy constraint: %s", a.Name, a.Attr.Summary)
		}
	}
	return nil
}

func (v *verifier) types(op *Operation, noun string, defs []ValueDef, total int, group func(int) (int, int),
	typeOf func(int) Type) error {
	simple := len(defs) == total && (len(defs) == 0 || defs[len(defs)-1].Arity == One)
	for i := range defs {
		from, to := i, i+1
		if !simple {
			from, to = group(i)
		}
		if defs[i].Arity == Optional && to-from > 1 {
			return op.Errorf("%s group starting at #%d requires 0 or 1 element, but found %d", noun, from, to-from)
		}
		if defs[i].Arity == One && to-from != 1 {
			return op.Errorf("%s group starting at #%d requires 1 element, but found %d", noun, from, to-from)
		}
		c := &defs[i].Type
		for k := from; k < to; k++ {
			t := typeOf(k)
			if v.ok.constraint == c && v.ok.typ == t {
				continue
			}
			if !c.Admits(t) || c.Build != nil && c.Build(op.Context()) != t {
				arity := ""
				if defs[i].Arity == Variadic {
					arity = "variadic of "
				}
				return op.Errorf("%s #%d must be %s%s, but got %s", noun, k, arity, c.Summary, Quote(t))
			}
			v.ok = typeMemo{c, t}
		}
	}
	return nil
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
		r := &def.Regions[i]
		if r.Check == nil || i >= op.NumRegions() {
			continue
		}
		last := i + 1
		if r.Variadic {
			last = op.NumRegions()
		}
		for k := i; k < last; k++ {
			if !r.Check(op.Region(k)) {
				return op.Errorf("region #%d ('%s') failed to verify constraint: %s", k, r.Name, r.Summary)
			}
		}
	}
	return nil
}

// regions verifies the regions of op and reports whether all is well. Isolated operations that lie side by side are
// independent of each other.
func (v *verifier) regions(op *Operation) bool {
	if op.info.traits&IsolatedFromAbove != 0 && v.dom != nil {
		inner := verifier{}
		ok := inner.regions(op)
		v.errs = append(v.errs, inner.errs...)
		return ok
	}
	if v.dom == nil {
		v.dom = NewDominance()
	}
	for i := range op.ext.regions {
		r := &op.ext.regions[i]
		if r.first != nil && r.first.preds != nil && op.info.Def != nil {
			v.report(op, errors.New("entry block of region may not have predecessors"))
			return false
		}
	}
	ok := true
	for i := range op.ext.regions {
		for b := range op.ext.regions[i].Blocks() {
			if !v.block(b) {
				ok = false
			}
		}
	}
	return ok
}

// parallelFrom is the number of isolated operations in a block from which verifying them in parallel pays.
const parallelFrom = 4

func (v *verifier) block(b *Block) bool {
	if err := verifyTerminator(b); err != nil {
		v.errs = append(v.errs, err)
		return false
	}
	isolated := isolatedOps(b)
	if len(isolated) >= parallelFrom && runtime.GOMAXPROCS(0) > 1 {
		return v.blockInParallel(b, isolated)
	}
	ok := true
	for op := b.first; op != nil; op = op.next {
		if !v.operand(op) || !v.operation(op) {
			ok = false
			break
		}
	}
	return ok
}

func isolatedOps(b *Block) (ops []*Operation) {
	for op := b.first; op != nil; op = op.next {
		if op.ext != nil && len(op.ext.regions) > 0 && op.info.traits&IsolatedFromAbove != 0 {
			ops = append(ops, op)
		}
	}
	return ops
}

// blockInParallel verifies the isolated operations of a block on all cores and the others here.
func (v *verifier) blockInParallel(b *Block, isolated []*Operation) bool {
	errs := make(map[*Operation][]*Diagnostic)
	var mu sync.Mutex
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	share := (len(isolated) + workers - 1) / workers
	for from := 0; from < len(isolated); from += share {
		part := isolated[from:min(from+share, len(isolated))]
		wg.Go(func() {
			for _, op := range part {
				inner := verifier{}
				if !inner.operation(op) {
					mu.Lock()
					errs[op] = inner.errs
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	ok := true
	for op := b.first; op != nil; op = op.next {
		good := v.operand(op)
		if op.ext != nil && len(op.ext.regions) > 0 && op.info.traits&IsolatedFromAbove != 0 {
			v.errs = append(v.errs, errs[op]...)
			good = good && len(errs[op]) == 0
		} else {
			good = good && v.operation(op)
		}
		ok = ok && good
	}
	return ok
}

// verifyTerminator checks that a block ends as its region's operation wants.
func verifyTerminator(b *Block) *Diagnostic {
	parent := b.ParentOp()
	if parent == nil || parent.info.Def == nil {
		return nil
	}
	for op := b.first; op != nil && op != b.last; op = op.next {
		if op.ext != nil && len(op.ext.successors) > 0 {
			return op.Errorf("operation with block successors must terminate its parent block")
		}
	}
	mayLack := parent.info.traits&NoTerminator != 0
	if b.last == nil {
		if mayLack && b.region.HasOneBlock() {
			return nil
		}
		return Errorf(parent.Loc(), "empty block: expect at least a terminator")
	}
	if mayLack && b.region.HasOneBlock() {
		return nil
	}
	if b.Terminator() == nil {
		return b.last.Errorf("block with no terminator, has %s", strings.TrimSpace(headline(b.last)))
	}
	return nil
}

func headline(op *Operation) string { return "\"" + op.Name() + "\"" }

// operand checks that the values op uses are defined where it may see them.
func (v *verifier) operand(op *Operation) bool {
	for i := range op.operands {
		value := op.operands[i].value
		if value == nil {
			continue
		}
		if def := value.op; def != nil && def.block == op.block && def.block.orderValid && def.order < op.order {
			continue
		}
		if err := v.dominates(op, i, value); err != nil {
			v.errs = append(v.errs, err)
			return false
		}
	}
	return true
}

func (v *verifier) dominates(op *Operation, i int, value *Value) *Diagnostic {
	if crossed := isolationCrossed(value, op); crossed != nil {
		return op.Errorf("using value defined outside the region").
			Note(crossed.Loc(), "required by region isolation constraints")
	}
	if v.dom == nil {
		v.dom = NewDominance()
	}
	if op.block != nil && op.block.region != nil && hasSSADominance(op.block.region) && !v.dom.IsReachable(op.block) {
		return nil
	}
	if v.dom.Dominates(value, op) {
		return nil
	}
	d := op.Errorf("operand #%d does not dominate this use", i)
	switch {
	case value.op == nil && value.block == nil:
	case value.op == nil:
		d.Note(value.Loc(), "operand defined as a block argument (block #%d in the %s)", blockNumber(value.block),
			relation(value.block, op))
	case value.op.block == op.block:
		d.Note(value.op.Loc(), "operand defined here (op in the same block)")
	default:
		d.Note(value.op.Loc(), "operand defined here (%s)", opRelation(value.op, op))
	}
	return d
}

func relation(b *Block, op *Operation) string {
	if b.region == op.ParentRegion() {
		return "same region"
	}
	if b.region.IsAncestorOf(op.ParentRegion()) {
		return "parent region"
	}
	return "child region"
}

func opRelation(def, user *Operation) string {
	switch r, u := def.ParentRegion(), user.ParentRegion(); {
	case r == u:
		return "op in the same region"
	case r.IsAncestorOf(u):
		return "op in a parent region"
	case u.IsAncestorOf(r):
		return "op in a child region"
	}
	return "op is neither in a parent nor in a child region)"
}

func blockNumber(b *Block) (n int) {
	for x := b.prev; x != nil; x = x.prev {
		n++
	}
	return n
}

// isolationCrossed returns the isolated operation between user and the region that defines value, or nil.
func isolationCrossed(value *Value, user *Operation) *Operation {
	def := value.ParentBlock()
	if def == nil {
		return nil
	}
	for r := user.ParentRegion(); r != nil && r != def.region; {
		owner := r.owner
		if owner == nil {
			return nil
		}
		if owner.info.traits&IsolatedFromAbove != 0 {
			return owner
		}
		r = owner.ParentRegion()
	}
	return nil
}
