package interp

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

func addExtendedContractions(table map[*ir.OpDef]evaluator) { table[&tile.Contract] = evalContract }

// contraction is the state of a running tile.contract, which is executed as a loop nest.
type contraction struct {
	*tile.Contraction
	frame   *frame
	arrays  map[*ir.Value]*strided
	tables  map[string]contract.Table
	extents *contract.Extents
	values  contract.Values
	// factors are the current elements of lhs and rhs. Their formats are those of the arrays; precision says how they
	// are rounded.
	factors   [2]factor
	precision tile.Precision
}

// factor is the current element of an operand. It holds the memory for its index and address, which change with every
// product.
type factor struct {
	array   *strided
	axes    []contract.Axis
	format  *apfloat.Format
	index   []int64
	ptr     value
	element value
	undef   bool
}

// evalContract computes the elements of the output one after the other. The elements are divided among the programs of
// the grid.
func evalContract(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	if f.run == nil {
		return nil, fmt.Errorf("%w: no grid runs, whose programs share the work", ErrUnsupported)
	}
	read, err := tile.ContractionOf(op)
	if err != nil {
		return nil, err
	}
	c := &contraction{Contraction: read, frame: f, arrays: map[*ir.Value]*strided{}}
	for i, v := range op.Operands() {
		c.arrays[v] = operands[i].array
	}
	if err := c.prepare(); err != nil {
		return nil, err
	}
	programs, turn := 1, -1
	for _, n := range f.grid {
		programs *= int(n)
	}
	return nil, c.each(c.Out, func() error {
		if turn++; turn%programs != int(f.number-1) {
			return nil
		}
		if err := f.ctx.Err(); err != nil {
			return err
		}
		return c.element()
	})
}

// prepare reads the tables, computes the extents and checks the indices, before anything is written.
func (c *contraction) prepare() (err error) {
	if c.tables, err = c.readTables(); err != nil {
		return err
	}
	shape := func(v *ir.Value) []int64 { return c.arrays[v].shape }
	c.extents, err = c.Extents(shape(c.LHS), shape(c.RHS), shape(c.Output), c.tables)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrArgument, err)
	}
	if err := c.CheckSpans(c.extents, shape); err != nil {
		return fmt.Errorf("%w: %w", ErrOutOfBounds, err)
	}
	c.precision = tile.PrecisionOf(c.Operation)
	for i, v := range [2]*ir.Value{c.LHS, c.RHS} {
		axes, elem := [2][]contract.Axis{c.A, c.B}[i], c.arrayType(v).ElementType()
		c.factors[i] = factor{array: c.arrays[v], axes: axes, format: formatOf(elem), index: make([]int64, len(axes)),
			ptr:     value{elem: tile.Ptr(c.Context(), elem), ptrs: make([]pointer, 1)},
			element: value{elem: elem, words: make([]uint64, 1)}}
	}
	if out := c.arrays[c.Output]; !c.Scatters() && tile.Overlaps(out.shape, out.strides) {
		return fmt.Errorf("%w: elements of the output lie at the same address: its sizes are %v and its strides %v",
			ErrOverlap, out.shape, out.strides)
	}
	return nil
}

func (c *contraction) readTables() (map[string]contract.Table, error) {
	tables := map[string]contract.Table{}
	for name, t := range c.Constants {
		tables[name] = t
	}
	for name, v := range c.Tables {
		a, elem := c.arrays[v], v.Type().(*tile.ArrayType).ElementType()
		t := contract.Table{Shape: a.shape}
		n := ir.Product(a.shape)
		for at := newCoordinates(a.shape); int64(len(t.Data)) < n; at.next() {
			x, err := c.load(v, at.at)
			if err != nil {
				return nil, err
			}
			if x.poisoned(0) {
				return nil, undefined(fmt.Sprintf("an element of table '%s'", name))
			}
			number := smallint.SignExtend(x.words[0], ir.BitWidth(elem))
			if promotion.IsUnsigned(elem) {
				number = int64(x.words[0])
			}
			t.Data = append(t.Data, number)
		}
		tables[name] = t
	}
	return tables, nil
}

// each calls f for all values of some letters; the last letter varies fastest.
func (c *contraction) each(letters []contract.Letter, f func() error) error {
	if len(letters) == 0 {
		return f()
	}
	for v := range c.extents.Of[letters[0]] {
		c.values[letters[0]] = v
		if err := c.each(letters[1:], f); err != nil {
			return err
		}
	}
	return nil
}

// element computes the element of the output for the current values of its letters.
func (c *contraction) element() error {
	result, err := c.sum()
	if err != nil {
		return err
	}
	if elem := c.arrayType(c.Output).ElementType(); c.Region(0).IsEmpty() {
		if result, err = convertValue(result, elem); err != nil {
			return err
		}
	} else {
		args := []*value{result}
		for i, v := range c.Others {
			index := make([]int64, len(c.Axes[i]))
			for k, l := range c.Axes[i] {
				index[k] = c.values[l]
			}
			x, err := c.load(v, index)
			if err != nil {
				return err
			}
			args = append(args, x)
		}
		values, err := c.frame.apply(c.Operation, args)
		if err != nil {
			return err
		}
		result = values[0]
	}
	index, err := c.index(c.C)
	if err != nil {
		return err
	}
	return c.store(index, result)
}

func (c *contraction) arrayType(v *ir.Value) *tile.ArrayType { return v.Type().(*tile.ArrayType) }

// index evaluates the index expressions of some axes.
func (c *contraction) index(axes []contract.Axis) ([]int64, error) {
	out := make([]int64, len(axes))
	for i, axis := range axes {
		v, err := c.values.Eval(axis.Expr, c.tables)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrArgument, err)
		}
		out[i] = v
	}
	return out, nil
}

// sum returns the sum of the products over the letters that are not in the output. It is rounded once, to the
// accumulator's type.
func (c *contraction) sum() (*value, error) {
	isFloat := ir.IsFloat(c.Accumulator)
	floats, integers, undef := 0.0, uint64(0), false
	x, y := &c.factors[0], &c.factors[1]
	err := c.each(c.K, func() error {
		if err := c.read(x); err != nil {
			return err
		}
		if err := c.read(y); err != nil {
			return err
		}
		undef = undef || x.undef || y.undef
		if isFloat {
			floats += factorOf(x.format, x.element.words[0], c.precision) * factorOf(y.format, y.element.words[0], c.precision)
		} else {
			integers += integer(&x.element) * integer(&y.element)
		}
		return nil
	})
	out := scalar(c.Accumulator, integers)
	if isFloat {
		out = scalar(c.Accumulator, formatOf(c.Accumulator).FromFloat64(floats, apfloat.ToNearestEven).Lo)
	}
	if undef {
		out.setPoison(0)
	}
	return out, err
}

func integer(v *value) uint64 {
	if promotion.IsUnsigned(v.elem) {
		return v.words[0]
	}
	return uint64(smallint.SignExtend(v.words[0], ir.BitWidth(v.elem)))
}

// read reads the current element of an operand. Outside the array it is zero, which prepare has found to be allowed.
func (c *contraction) read(f *factor) error {
	for i, axis := range f.axes {
		v, err := c.values.Eval(axis.Expr, c.tables)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrArgument, err)
		}
		f.index[i] = v
	}
	f.element.poison = nil
	if f.undef = false; !f.array.contains(f.index) {
		f.element.words[0] = 0
		return nil
	}
	f.ptr.ptrs[0] = f.array.at(f.index)
	at, err := locate(&f.ptr, 0)
	if err != nil {
		return err
	}
	err = c.frame.loadFrom(&f.element, 0, at)
	f.undef = f.element.poisoned(0)
	return err
}

// place returns the place of an array element in memory.
func (c *contraction) place(v *ir.Value, index []int64) (place, error) {
	ptr := &value{elem: tile.Ptr(c.Context(), c.arrayType(v).ElementType()), ptrs: []pointer{c.arrays[v].at(index)}}
	return locate(ptr, 0)
}

func (c *contraction) load(v *ir.Value, index []int64) (*value, error) {
	at, err := c.place(v, slices.Clone(index))
	if err != nil {
		return nil, err
	}
	out := allocate(c.arrayType(v).ElementType(), nil)
	return out, c.frame.loadFrom(out, 0, at)
}

// store writes an element of the output. If several sums may contribute to one element, it adds.
func (c *contraction) store(index []int64, v *value) error {
	out := c.arrays[c.Output]
	if !out.contains(index) {
		return nil
	}
	if !c.Scatters() {
		at, err := c.place(c.Output, index)
		if err != nil {
			return err
		}
		return c.frame.storeTo(at, 0, v)
	}
	if v.poisoned(0) {
		return undefined("what a contraction adds to its output")
	}
	ptr := &value{elem: tile.Ptr(c.Context(), v.elem), ptrs: []pointer{out.at(index)}}
	add := atomicKernel(tile.AtomicAdd, v.elem)
	return c.frame.exchange(allocate(v.elem, nil), 0, ptr, tile.Relaxed, func(old uint64) (uint64, bool, error) {
		w, err := add([]uint64{old, v.words[0]})
		return w, true, err
	})
}
