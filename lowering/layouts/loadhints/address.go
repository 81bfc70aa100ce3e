package loadhints

import (
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// sources is what an address depends on.
type sources struct {
	seen  map[*ir.Value]bool
	axes  int                    // a bit for each axis of the grid along which it uses the index of the program
	loops map[*ir.Operation]bool // whose iterations differ in it
}

// add adds what a value depends on. It reports false if that is not known.
func (s *sources) add(v *ir.Value) bool {
	if s.seen[v] {
		return true
	}
	s.seen[v] = true
	op := v.DefiningOp()
	switch {
	case op == nil:
		return s.addArgument(v)
	case op.Is(&tile.ProgramID):
		s.axes |= 1 << tile.Axis(op)
	case op.NumRegions() > 0:
		return false
	}
	for _, operand := range op.Operands() {
		if !s.add(operand) {
			return false
		}
	}
	return true
}

// addArgument adds what an argument of a kernel or a loop depends on.
func (s *sources) addArgument(v *ir.Value) bool {
	parent := v.ArgumentOf().ParentOp()
	if parent.Is(&tile.KernelOp) {
		return true
	}
	loop, ok := scf.AsFor(parent)
	if !ok {
		return false
	}
	s.loops[parent] = true
	if init := initOf(v); init != nil {
		return s.add(init) && s.add(loop.Yield().Operand(v.Index()-1))
	}
	return s.add(loop.Operand(0)) // the first index
}

// initOf returns the first value of a value that a loop carries; nil for other values.
func initOf(v *ir.Value) *ir.Value {
	if v.DefiningOp() != nil {
		return nil
	}
	if loop, ok := scf.AsFor(v.ArgumentOf().ParentOp()); ok && v.Index() > 0 {
		return loop.Inits()[v.Index()-1]
	}
	return nil
}

// rootOf returns the pointer from which a pointer is computed; nil if that is not known.
func rootOf(v *ir.Value) *ir.Value {
	for {
		op, init := v.DefiningOp(), initOf(v)
		switch {
		case init != nil:
			v = init
		case op == nil:
			return v
		case op.NumOperands() == 0 || op.NumRegions() > 0 || !ir.IsPure(op):
			return nil
		default:
			v = op.Operand(0)
		}
	}
}
