package conversion

import "github.com/girih-ir/girih/ir"

// castName is the operation that bridges types during a conversion. It belongs to the builtin dialect.
const castName = "builtin.unrealized_conversion_cast"

// cast describes a cast that the driver inserted.
type cast struct {
	converter *TypeConverter
	toSource  bool // from converted types back to the original one, otherwise to converted types
}

// insertCast creates a cast at a place and records it.
func (d *driver) insertCast(c cast, inputs []*ir.Value, types []ir.Type, block *ir.Block, before *ir.Operation,
	loc ir.Location) *ir.Operation {
	st := &ir.OpState{Info: d.root.Context().OpInfo(castName), Operands: inputs, Types: types, Loc: loc}
	op := d.arena.Create(st)
	block.InsertBefore(op, before)
	d.journal.create(op)
	d.casts[op] = c
	d.castOrder = append(d.castOrder, op)
	return op
}

// forgetCast removes the records of a cast of the driver. Other operations have none.
func (d *driver) forgetCast(op *ir.Operation) {
	c, ours := d.casts[op]
	if !ours {
		return
	}
	delete(d.casts, op)
	if n := len(d.castOrder); n > 0 { // casts of committed operations are no longer listed
		d.castOrder = d.castOrder[:n-1]
	}
	if !c.toSource {
		delete(d.targets, targetKey{op.Operand(0), c.converter})
	}
}

// replaceValue replaces the uses of v: by the new value if the type stays the same, otherwise by a cast to the type of
// v. The cast is inserted at the given place, where v was defined.
func (d *driver) replaceValue(v *ir.Value, by []*ir.Value, block *ir.Block, before *ir.Operation) {
	d.replaceWith(d.converter, v, by, block, before)
}

func (d *driver) replaceWith(c *TypeConverter, v *ir.Value, by []*ir.Value, block *ir.Block, before *ir.Operation) {
	if !v.HasUses() {
		return
	}
	if len(by) == 1 && by[0].Type() == v.Type() {
		d.journal.replaceUses(v, by[0])
		return
	}
	bridge := d.insertCast(cast{c, true}, by, []ir.Type{v.Type()}, block, before, v.Loc())
	d.journal.replaceUses(v, bridge.Result(0))
}

// standsFor returns the values of the given types that v is cast from, through any number of the driver's casts. If
// there are several candidates, it returns the first in the chain. It returns nil if there are none.
func (d *driver) standsFor(v *ir.Value, types []ir.Type) []*ir.Value {
	var found []*ir.Value
	if len(types) == 1 && v.Type() == types[0] {
		found = []*ir.Value{v}
	}
	for d.isCast(v) {
		op := v.DefiningOp()
		if haveTypes(op, types) {
			found = op.OperandValues()
		}
		if op.NumOperands() != 1 {
			break
		}
		v = op.Operand(0)
	}
	return found
}

// latest returns the values of v's latest replacement.
func (d *driver) latest(v *ir.Value) []*ir.Value {
	for d.isCast(v) && d.casts[v.DefiningOp()].toSource {
		op := v.DefiningOp()
		if op.NumOperands() != 1 {
			return op.OperandValues()
		}
		v = op.Operand(0)
	}
	return []*ir.Value{v}
}

func (d *driver) isCast(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil || op.NumResults() != 1 || len(d.casts) == 0 {
		return false
	}
	_, ours := d.casts[op]
	return ours
}

func haveTypes(op *ir.Operation, types []ir.Type) bool {
	if op.NumOperands() != len(types) {
		return false
	}
	for i, v := range op.Operands() {
		if v.Type() != types[i] {
			return false
		}
	}
	return true
}

// toTarget returns values of the given types that stand for v. If there are none yet, it inserts a cast.
func (d *driver) toTarget(c *TypeConverter, v *ir.Value, types []ir.Type) []*ir.Value {
	if values := d.standsFor(v, types); values != nil {
		return values
	}
	key := targetKey{v, c}
	if op := d.targets[key]; op != nil {
		return op.ResultValues()
	}
	block, before := v.ParentBlock(), v.ParentBlock().First()
	if def := v.DefiningOp(); def != nil {
		before = def.Next()
	}
	op := d.insertCast(cast{c, false}, []*ir.Value{v}, types, block, before, v.Loc())
	d.targets[key] = op
	return op.ResultValues()
}

// targetKey identifies the cast of a value to the types that a converter converts its type to.
type targetKey struct {
	value     *ir.Value
	converter *TypeConverter
}

// operands returns the values of op's operands in the types that c converts them to, or their latest replacements if c
// is nil. at is the first operand whose type c does not convert, or -1.
func (d *driver) operands(op *ir.Operation, c *TypeConverter) (o Operands, at int) {
	o.flat = make([]*ir.Value, 0, op.NumOperands())
	for i, v := range op.Operands() {
		one, many, ok := d.operand(c, v)
		if !ok {
			return o, i
		}
		if one != nil {
			o.flat = append(o.flat, one)
		} else {
			o.flat = append(o.flat, many...)
		}
		if o.ends == nil && len(o.flat) != i+1 {
			for k := range i {
				o.ends = append(o.ends, k+1)
			}
			o.ends = append(o.ends, len(o.flat))
		} else if o.ends != nil {
			o.ends = append(o.ends, len(o.flat))
		}
	}
	return o, -1
}

// operand returns the values that stand for v: one if v needs no list, otherwise many.
func (d *driver) operand(c *TypeConverter, v *ir.Value) (one *ir.Value, many []*ir.Value, ok bool) {
	if c == nil {
		if !d.isCast(v) {
			return v, nil, true
		}
		return nil, d.latest(v), true
	}
	types, ok := c.Convert(v.Type())
	switch {
	case !ok:
		return nil, nil, false
	case len(types) == 1 && types[0] == v.Type() && !d.isCast(v):
		return v, nil, true
	}
	return nil, d.toTarget(c, v, types), true
}
