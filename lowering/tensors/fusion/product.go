package fusion

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Limits of the operations on a product's result: additional tensors that they read, which need registers of the kernel
// beside the sums, and the number of operations.
const (
	maxOthers   = 12
	maxEpilogue = 64
)

// products extends matrix products by operations on their results, if that moves fewer bytes, since the results then
// need not be stored in between. The operations may be taken from a region that reduces rows, if they are elementwise,
// such as an addition before a normalization.
func (d *divider) products(unknown int64) {
	for i, op := range slices.Clone(d.ops) {
		if !d.units[i].region && prim.IsFloatProduct(op) {
			p := &productRegion{d: d, ops: []int{i}, v: op.Result(0), unknown: unknown}
			for p.grow() {
			}
			if p.refused != nil {
				d.refusals = append(d.refusals, refusal{p.user, op, p.refused})
			}
		}
	}
}

// productRegion is a product and the operations on its result that have been added so far.
type productRegion struct {
	d       *divider
	ops     []int     // indices of the product and of the other operations
	v       *ir.Value // the result of the last one
	unknown int64

	user    *ir.Operation // a user that is not in the region
	refused error
}

// grow adds elementwise operations on the result, and changes of shape between them.
func (p *productRegion) grow() bool {
	d, v := p.d, p.v
	var views []int
	for {
		user := onlyUser(v)
		if user == nil || !prim.KeepsOrder(user) || !isStatic(user) || d.units[d.number[user]].region {
			break
		}
		views, v = append(views, d.number[user]), user.Result(0)
	}
	u, err := d.unitOfUsers(v)
	if err != nil || u == nil {
		return p.refuse(v, err)
	}
	best, least, before := []int(nil), int64(0), p.bytes(p.ops)+p.bytes(u.ops)
	err = fmt.Errorf("%w: no result can be computed from the product element by element", prim.ErrApart)
	for _, to := range escaping(d.operations(u.ops)) {
		part := d.elements(u, v, to)
		if part == nil {
			continue
		}
		all := slices.Concat(p.ops, views, part)
		if apart := p.admits(all, u, part); apart != nil {
			err = apart
			continue
		}
		after := p.bytes(all) + p.bytes(without(u.ops, part))
		if after >= before {
			err = fmt.Errorf("%w: separate kernels move %s, one kernel would move %s", prim.ErrApart,
				bytesText(before), bytesText(after))
		} else if best == nil || after < least {
			best, least = part, after
		}
	}
	if best == nil {
		return p.refuse(v, err)
	}
	p.take(u, views, best)
	return true
}

// refuse records err as the reason why no user of v is in the region.
func (p *productRegion) refuse(v *ir.Value, err error) bool {
	if err == nil || len(p.ops) > 1 {
		return false
	}
	for use := range v.Uses() {
		if _, ok := p.d.number[use.Owner()]; ok {
			p.user, p.refused = use.Owner(), err
			break
		}
	}
	return false
}

// bytes returns how many bytes operations move as one region.
func (p *productRegion) bytes(ops []int) int64 { return bytesTogether(p.d.operations(ops), p.unknown) }

// unitOfUsers returns the region that contains all users of a value. It returns nil if the users are not in a region.
func (d *divider) unitOfUsers(v *ir.Value) (u *unit, err error) {
	several := fmt.Errorf("%w: its result is needed in several places", prim.ErrApart)
	for use := range v.Uses() {
		i, ok := d.number[use.Owner()]
		switch {
		case !ok || u != nil && d.units[i] != u:
			return nil, several
		case !d.units[i].region:
			return nil, nil
		}
		u = d.units[i]
	}
	if u != nil && u.product {
		return nil, fmt.Errorf("%w: there is a product in the region already", prim.ErrApart)
	}
	return u, nil
}

// onlyUser returns the operation that uses a value, if there is exactly one use.
func onlyUser(v *ir.Value) *ir.Operation {
	use := v.FirstUse()
	if use == nil {
		return nil
	}
	for other := range v.Uses() {
		if other != use {
			return nil
		}
	}
	return use.Owner()
}

func isStatic(op *ir.Operation) bool {
	for _, v := range []*ir.Value{op.Operand(0), op.Result(0)} {
		if t, ok := prim.TensorOf(v.Type()); !ok || slices.Contains(t.Shape, ir.Dynamic) {
			return false
		}
	}
	return true
}

// elements returns the operations of a region that compute the value to elementwise from v. It returns nil if to
// depends on other operations of the region, or does not depend on v.
func (d *divider) elements(u *unit, v, to *ir.Value) (part []int) {
	need := map[*ir.Value]bool{to: true}
	computed := false
	for _, i := range slices.Backward(u.ops) {
		op := d.ops[i]
		if !need[op.Result(0)] {
			continue
		}
		if !prim.IsElementwise(op) || !sameShape(op.Result(0), v) || isComplex(op.Result(0)) {
			return nil
		}
		part = append(part, i)
		if op.Is(&prim.Fill) {
			continue // it uses only the shape of its operand
		}
		for _, x := range op.Operands() {
			need[x] = true
			computed = computed || x == v
		}
	}
	if !computed {
		return nil
	}
	slices.Reverse(part)
	return part
}

func isComplex(v *ir.Value) bool { return prim.DtypeOf(ir.ElementOrSelf(v.Type())) == prim.Complex }

func sameShape(a, b *ir.Value) bool {
	x, ok := prim.TensorOf(a.Type())
	y, also := prim.TensorOf(b.Type())
	return ok && also && slices.Equal(x.Shape, y.Shape)
}

// admits returns an error if ops cannot be a region. part are the operations at its end that are taken from u.
func (p *productRegion) admits(ops []int, u *unit, part []int) error {
	d := p.d
	to := d.ops[ops[len(ops)-1]].Result(0)
	for _, v := range escaping(d.operations(ops)) {
		if v != to && !onlyShapes(v, to, d.operations(ops)) {
			return fmt.Errorf("%w: the kernel of a product has one result", prim.ErrApart)
		}
	}
	others := inputs(d.operations(ops))
	if len(others)-d.ops[ops[0]].NumOperands() > maxOthers || len(ops) > maxEpilogue {
		return fmt.Errorf("%w: a region of a product reads at most %d other tensors, and has at most %d operations",
			prim.ErrApart, maxOthers, maxEpilogue)
	}
	if rest := without(u.ops, part); len(rest) > 0 {
		_, err := d.replay(rest)
		return err
	}
	return nil
}

// onlyShapes reports whether all uses of a value outside of ops use only its shape, and the value other has the same
// shape.
func onlyShapes(v, other *ir.Value, ops []*ir.Operation) bool {
	for use := range v.Uses() {
		if !slices.Contains(ops, use.Owner()) && (!use.Owner().Is(&prim.Fill) || v.Type() != other.Type()) {
			return false
		}
	}
	return true
}

// take adds changes of shape, and part of a region, to the product's region. The rest of that region remains.
func (p *productRegion) take(u *unit, views, part []int) {
	d := p.d
	p.ops = slices.Concat(p.ops, views, part)
	p.v = d.ops[part[len(part)-1]].Result(0)
	shape := u.space.Shape
	next := &unit{ops: p.ops, region: true, product: true, space: prim.Space{Shape: shape, Kept: len(shape)}}
	d.order.append(next)
	d.order.moveBefore(next, u)
	for _, i := range p.ops {
		if old := d.units[i]; old != u && old != next {
			d.order.remove(old)
			old.ops = nil
		}
		d.units[i] = next
	}
	ops := d.operations(p.ops)
	for _, v := range escaping(ops) {
		for use := range v.Uses() { // uses of the shape
			if v != p.v && !slices.Contains(ops, use.Owner()) {
				use.Set(p.v)
			}
		}
	}
	if u.ops = without(u.ops, part); len(u.ops) == 0 {
		d.order.remove(u)
	} else if space, err := d.replay(u.ops); err == nil {
		u.space = space
	}
}

// operations returns the operations with the given indices.
func (d *divider) operations(numbers []int) []*ir.Operation {
	ops := make([]*ir.Operation, len(numbers))
	for k, i := range numbers {
		ops[k] = d.ops[i]
	}
	return ops
}

// without returns the numbers that are not in some.
func without(numbers, some []int) []int {
	return slices.DeleteFunc(slices.Clone(numbers), func(i int) bool { return slices.Contains(some, i) })
}
