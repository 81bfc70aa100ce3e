package text

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// resultName is one name on the left of an operation, with the number of results it binds.
type resultName struct {
	name string
	size int
	pos  int
}

// operation reads one operation with its result names and appends it to a block.
func (p *parser) operation(block *ir.Block) {
	start := len(p.bound)
	if p.tok.kind == tokPercent {
		p.resultNames()
	}
	if p.err != nil {
		return
	}
	names := p.bound[start:]
	var op *ir.Operation
	switch p.tok.kind {
	case tokString:
		op = p.genericOp()
	case tokBare:
		op = p.customOperation(names)
	default:
		p.failHere("expected operation name in quotes")
	}
	if p.err != nil {
		return
	}
	block.Append(op)
	if len(names) > 0 {
		if p.opts.KeepNames && !p.located {
			p.keepName(names[0].name, names[0].pos, op.SetLoc)
		}
		p.bindResults(op, names)
	}
	p.bound = p.bound[:start]
}

// resultNames reads `%a, %b:2 =` onto the stack of names whose operations are still to be read.
func (p *parser) resultNames() {
	for {
		if p.tok.kind != tokPercent {
			p.failHere("expected valid ssa identifier")
			return
		}
		r := resultName{name: p.spelling()[1:], size: 1, pos: p.tok.start}
		p.next()
		if p.try(':') {
			if p.tok.kind != tokInt {
				p.failHere("expected integer number of results")
				return
			}
			n, ok := smallInteger(p.spelling())
			if !ok || n == 0 || n > 1<<24 {
				p.failToken("expected named operation to have at least 1 result")
				return
			}
			r.size = int(n)
			p.next()
		}
		p.bound = append(p.bound, r)
		if !p.try(',') {
			break
		}
	}
	p.want('=', "expected '=' after SSA name")
}

func (p *parser) bindResults(op *ir.Operation, names []resultName) {
	total := 0
	for _, r := range names {
		total += r.size
	}
	if op.NumResults() == 0 {
		p.fail(names[0].pos, "cannot name an operation with no results")
		return
	}
	if total != op.NumResults() {
		p.fail(names[0].pos, "operation defines %d results but was provided %d to bind", op.NumResults(), total)
		return
	}
	at := 0
	for _, r := range names {
		p.define(r.name, r.pos, op.Result(at), r.size)
		at += r.size
	}
}

// opInfo returns the context's entry of a name. It caches entries by the text of the name.
func (p *parser) opInfo(name string) *ir.OpInfo {
	info, ok := p.infos[name]
	if !ok {
		info = p.ctx.OpInfo(name)
		p.infos[info.Name] = info
	}
	return info
}

// state returns an empty state for the current depth of nesting.
func (p *parser) state(info *ir.OpInfo) *ir.OpState {
	for p.depth >= len(p.states) {
		p.states = append(p.states, &ir.OpState{})
	}
	st := p.states[p.depth]
	st.Reset(info)
	return st
}

// genericOp reads an operation in generic form, from its quoted name on.
func (p *parser) genericOp() *ir.Operation {
	pos := p.tok.start
	info := p.genericName(pos)
	if p.err != nil {
		return nil
	}
	if !p.enter() {
		return nil
	}
	defer p.leave()
	p.next()
	st := p.state(info)
	st.SetSourceLoc(p.src, pos)
	operands := p.genericOperands()
	if p.is('[') {
		p.genericSuccessors(st)
	}
	var props *ir.DictAttr
	if p.is('<') {
		props = p.genericProperties(st)
	}
	if p.is('(') {
		p.genericRegions(st)
	}
	if p.is('{') {
		d, _ := p.TryAttrDict()
		if p.err == nil {
			p.addAttrs(st, d, pos)
		}
	}
	p.genericSignature(st, operands)
	if p.err != nil {
		return nil
	}
	op := p.arena.Create(st)
	p.spare = append(p.spare, st.Regions...) // their blocks have moved into op
	p.locate(op)
	if props.Len() > 0 {
		p.checkStorage(info, props, pos)
	}
	return op
}

// genericName returns the operation that the quoted name of the current token names.
func (p *parser) genericName(pos int) *ir.OpInfo {
	quoted := p.spelling()
	name := quoted[1 : len(quoted)-1]
	if strings.IndexByte(name, '\\') >= 0 {
		name = unquote(name)
	}
	switch {
	case name == "":
		p.failToken("empty operation name is invalid")
		return nil
	case strings.IndexByte(name, 0) >= 0:
		p.failToken("null character not allowed in operation name")
		return nil
	}
	info := p.opInfo(name)
	if info.Def == nil && !p.ctx.AllowUnregistered && info.Dialect == nil {
		p.unregisteredDialect(pos)
	}
	return info
}

func (p *parser) unregisteredDialect(pos int) {
	p.fail(pos, "operation being parsed with an unregistered dialect. If this is intended, please use "+
		"-allow-unregistered-dialect with the MLIR tool used")
}

// genericOperands reads `(%a, %b)`.
func (p *parser) genericOperands() []ir.UnresolvedOperand {
	p.want('(', "expected '(' to start operand list")
	operands := p.custom.operands[:0]
	if p.tok.kind == tokPercent {
		for {
			operands = append(operands, p.Operand())
			if !p.try(',') {
				break
			}
		}
	}
	p.want(')', "expected ')' to end operand list")
	p.custom.operands = operands
	return operands
}

func (p *parser) genericSuccessors(st *ir.OpState) {
	if def := st.Info.Def; def != nil && def.Traits&ir.Terminator == 0 {
		p.failToken("successors in non-terminator")
		return
	}
	p.next()
	if p.is(']') {
		p.failHere("expected list element")
		return
	}
	p.list(']', "expected ',' or ']'", func() { st.Successors = append(st.Successors, p.Successor()) })
}

func (p *parser) genericRegions(st *ir.OpState) {
	p.next()
	// The operations inside the region must not overwrite the operands of this operation, whose types come later.
	waiting := slices.Grow(p.custom.operands, roomForOperands)
	p.custom.operands = waiting[len(waiting):]
	defer func() { p.custom.operands = waiting }()
	for p.err == nil {
		r := p.newRegion()
		p.region(r, st, nil)
		st.Regions = append(st.Regions, r)
		if !p.try(',') {
			break
		}
	}
	p.want(')', "expected ')' to end region list")
}

// roomForOperands is the number of operands that most operations inside a region have at most.
const roomForOperands = 16

// newRegion returns an empty region to read into.
func (p *parser) newRegion() *ir.Region {
	n := len(p.spare)
	if n == 0 {
		return &ir.Region{}
	}
	r := p.spare[n-1]
	p.spare = p.spare[:n-1]
	return r
}

// genericSignature reads `: (types) -> types`, resolves the operands with these types and sets the types of the
// results.
func (p *parser) genericSignature(st *ir.OpState, operands []ir.UnresolvedOperand) {
	p.want(':', "expected ':' followed by operation type")
	if p.err != nil {
		return
	}
	at := p.tok.start
	sig, ok := p.sigs.find(p, lineAt)
	if !ok {
		if !p.is('(') {
			if p.Type(); p.err == nil {
				p.fail(at, "expected function type")
			}
			return
		}
		sig = p.signature()
		p.sigs.store(p, at, lineAt, sig)
	}
	if p.err != nil {
		return
	}
	if len(operands) != len(sig.inputs) {
		plural := "s"
		if len(operands) == 1 {
			plural = ""
		}
		p.fail(at, "expected %d operand type%s but had %d", len(operands), plural, len(sig.inputs))
		return
	}
	for i := range operands {
		st.Operands = append(st.Operands, p.Resolve(operands[i], sig.inputs[i]))
	}
	st.Types = append(st.Types, sig.results...)
}

// locate reads an optional trailing location.
func (p *parser) locate(op *ir.Operation) {
	p.located = p.isWord("loc")
	if !p.located {
		return
	}
	loc, alias, pos, ok := p.trailingLoc()
	switch {
	case !ok:
	case alias != "":
		p.wait(deferredLoc{name: alias, pos: pos, op: op})
	default:
		op.SetLoc(loc)
	}
}

// Operand reads `%name` or `%name#2`.
func (p *parser) Operand() ir.UnresolvedOperand {
	u, ok := p.TryOperand()
	if !ok {
		p.failHere("expected SSA operand")
	}
	return u
}

// TryOperand reads an operand if one is next.
func (p *parser) TryOperand() (u ir.UnresolvedOperand, ok bool) {
	if p.tok.kind != tokPercent {
		return u, false
	}
	u = ir.UnresolvedOperand{Name: p.s[p.tok.start+1 : p.tok.end], Pos: ir.Pos(p.tok.start)}
	p.next()
	if p.tok.kind == tokHash {
		n, ok := smallInteger(p.spelling()[1:])
		if !ok || !isDigits(p.spelling()[1:]) || n > 1<<24 {
			p.failToken("invalid SSA value result number")
			return u, true
		}
		u.Number = int(n)
		p.next()
	}
	return u, true
}

func isDigits(s string) bool {
	for i := range len(s) {
		if class[s[i]]&classDigit == 0 {
			return false
		}
	}
	return s != ""
}

// Successor reads `^block`.
func (p *parser) Successor() *ir.Block {
	b, ok := p.TrySuccessor()
	if !ok {
		p.failHere("expected block name")
	}
	return b
}

// TrySuccessor reads a block name if one is next.
func (p *parser) TrySuccessor() (*ir.Block, bool) {
	if p.tok.kind != tokCaret {
		return nil, false
	}
	ref := p.blockRef(p.spelling()[1:], p.tok.start)
	p.next()
	return ref.block, true
}
