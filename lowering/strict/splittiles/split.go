package splittiles

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// splitter rewrites the operations of a kernel or function in order.
type splitter struct {
	ctx    *ir.Context
	pieces map[*ir.Value][]*ir.Value // the pieces of values that are cut
	b      *ir.Builder               // inserts before the operation that is being rewritten
	// replaced are operations, of the block that is being rewritten and of blocks around it, that have been replaced.
	// They are erased at the end of their block.
	replaced []*ir.Operation
}

// rule says how operations of a kind are split.
type rule struct {
	// takes returns why an operation cannot be split; "" if it can. If takes is nil, all operations can be split.
	takes func(op *ir.Operation) string
	split func(s *splitter, op *ir.Operation)
}

// rules has the rules of operations. Elementwise operations without a rule are recognized by their trait.
var rules map[*ir.OpDef]rule

func init() { // an initializer of rules would be an initialization cycle, since rules call block, which uses rules
	rules = map[*ir.OpDef]rule{
		&scf.ForOp: {split: (*splitter).structure}, &scf.IfOp: {split: (*splitter).structure},
		&scf.WhileOp: {split: (*splitter).structure}, &scf.IndexSwitchOp: {split: (*splitter).structure},
		&scf.Yield: {split: (*splitter).structure}, &scf.Condition: {split: (*splitter).structure},

		&arith.ConstantOp: {takes: plainConstant, split: (*splitter).constant},

		&tile.Load: {split: (*splitter).elements}, &tile.Store: {split: (*splitter).elements},
		&tile.AtomicRMW: {split: (*splitter).elements}, &tile.AtomicCAS: {split: (*splitter).elements},
		&tile.AddPtr: {split: (*splitter).elements}, &tile.Bitcast: {split: (*splitter).elements},
		&tile.Assert: {split: (*splitter).elements}, &tile.Splat: {split: (*splitter).elements},
		// Arithmetic of dialect tile that remains in strict kernels because it states how to round.
		&tile.Add: {split: (*splitter).elements}, &tile.Sub: {split: (*splitter).elements},
		&tile.Mul: {split: (*splitter).elements}, &tile.Div: {split: (*splitter).elements},
		&tile.FMA: {split: (*splitter).elements}, &tile.Sqrt: {split: (*splitter).elements},
		&tile.Exp2: {split: (*splitter).elements},
		&tile.Map:  {takes: unpacked, split: (*splitter).elements},
		&tile.Iota: {split: (*splitter).iota}, &tile.Hint: {split: (*splitter).hint},

		&tile.LoadView:      {takes: knownView, split: (*splitter).loadView},
		&tile.StoreView:     {takes: knownView, split: (*splitter).updateView},
		&tile.AtomicRMWView: {takes: knownView, split: (*splitter).updateView},

		&tile.ExpandDims: {split: (*splitter).expandDims}, &tile.Broadcast: {split: (*splitter).broadcast},
		&tile.Permute: {split: (*splitter).permute}, &tile.Reshape: {takes: cutsAgree, split: (*splitter).reshape},
		&tile.Cat: {takes: cutsFollow, split: (*splitter).cat},

		&tile.Reduce: {split: (*splitter).reduce}, &tile.Dot: {split: (*splitter).dot},
	}
}

// check returns an error if an operation cannot be split.
func check(op *ir.Operation) error {
	r, ok := rules[op.Def()]
	if ok && (r.takes == nil || r.takes(op) == "") || !ok && op.HasTrait(ir.Elementwise) && op.NumRegions() == 0 {
		return nil
	}
	reason := "it cannot be split into operations on powers of two"
	if ok {
		reason = r.takes(op)
	}
	return op.Errorf("does not support dimensions that are not powers of two, but got %s: %s",
		ir.QuoteTypes(append(op.OperandTypes(), op.ResultTypes()...)), reason)
}

// block rewrites the operations of a block. Its arguments that are cut must have been replaced by pieces already.
func (s *splitter) block(b *ir.Block) {
	outside := len(s.replaced)
	for op := b.First(); op != nil; {
		next := op.Next()
		switch r, ok := rules[op.Def()]; {
		case !uneven(op) && !s.carries(op):
			for i := range op.NumRegions() {
				for inner := range op.Region(i).Blocks() {
					s.block(inner)
				}
			}
		case ok:
			s.before(op)
			r.split(s, op)
		default:
			s.before(op)
			s.elements(op)
		}
		op = next
	}
	for _, op := range slices.Backward(s.replaced[outside:]) {
		op.Erase()
	}
	s.replaced = s.replaced[:outside]
}

// carries reports whether an operation has blocks with arguments that are cut. An scf.while, for instance, may have
// such arguments without operands or results that are cut.
func (s *splitter) carries(op *ir.Operation) bool {
	for i := range op.NumRegions() {
		for b := range op.Region(i).Blocks() {
			for _, v := range b.Args() {
				if isCut(v.Type()) {
					return true
				}
			}
		}
	}
	return false
}

func (s *splitter) before(op *ir.Operation) {
	s.b = ir.NewBuilder(s.ctx).Before(op)
	s.b.SetLoc(op.Loc())
}

// of returns the pieces of a value; the value itself if it is not cut.
func (s *splitter) of(v *ir.Value) []*ir.Value {
	if list, ok := s.pieces[v]; ok {
		return list
	}
	return []*ir.Value{v}
}

// all returns the pieces of all values, in their order.
func (s *splitter) all(values []*ir.Value) (list []*ir.Value) {
	for _, v := range values {
		list = append(list, s.of(v)...)
	}
	return list
}

// types returns the types of the pieces of all values.
func (s *splitter) types(list []ir.Type) (out []ir.Type) {
	for _, t := range list {
		out = append(out, pieceTypes(s.ctx, t)...)
	}
	return out
}

// replace records the pieces of a result; if the result is not cut, it replaces its uses.
func (s *splitter) replace(v *ir.Value, pieces []*ir.Value) {
	if isCut(v.Type()) {
		s.pieces[v] = pieces
	} else {
		v.ReplaceAllUsesWith(pieces[0])
	}
}

// only replaces the only result of an operation by pieces, and marks the operation as replaced.
func (s *splitter) only(op *ir.Operation, pieces []*ir.Value) {
	s.replace(op.Result(0), pieces)
	s.replaced = append(s.replaced, op)
}

// like creates a copy of an operation and its regions, with other operands and result types, and with some attributes
// replaced.
func (s *splitter) like(op *ir.Operation, operands []*ir.Value, types []ir.Type, attrs ...ir.NamedAttr) *ir.Operation {
	st := s.state(op, operands, types)
	for _, a := range attrs {
		st.SetInherent(a.Name, a.Value)
	}
	for i := range op.NumRegions() {
		region := &ir.Region{}
		s.b.Arena().CloneRegion(op.Region(i), region, new(ir.Mapping))
		st.Regions = append(st.Regions, region)
	}
	return s.b.Create(st)
}

// state returns the state for a new operation with the attributes of another one. It has no regions yet.
func (s *splitter) state(op *ir.Operation, operands []*ir.Value, types []ir.Type) *ir.OpState {
	st := s.b.StateLike(op)
	st.Operands, st.Types = append(st.Operands, operands...), append(st.Types, types...)
	return st
}
