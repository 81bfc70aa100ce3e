package registers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tilesize"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/assign"
)

// smaller returns sizes of tensors, as text, for which all live values fit into limit registers of a thread. It assumes
// that all tensors of the same shape are of one tile, whose sizes change together.
func smaller(function tile.Kernel, limit int64) (fits []string, err error) {
	points, err := over(function, limit)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(points, func(a, b Point) int { return cmp.Compare(b.Registers, a.Registers) })
	var needs []*tilesize.Need
	index := make(map[*ir.Value]int)
	tiles := make(map[string]*tilesize.Tile)
	for _, p := range points {
		for _, v := range p.Live {
			if _, known := index[v.Value]; !known {
				index[v.Value] = len(needs)
				needs = append(needs, v.need(tiles))
			}
		}
	}
	found := tilesize.Search(needs, func(amounts []int64) (full []int) {
		most := limit
		for _, p := range points {
			total := int64(0)
			for _, v := range p.Live {
				total += amounts[index[v.Value]]
			}
			if total <= most {
				continue
			}
			most, full = total, nil
			for _, v := range p.Live {
				full = append(full, index[v.Value])
			}
		}
		slices.SortStableFunc(full, func(i, j int) int { return cmp.Compare(amounts[j], amounts[i]) })
		return full
	})
	for _, s := range found {
		fits = append(fits, s.Describe(s.Fits))
	}
	return fits, nil
}

// need says how the registers for a value depend on the sizes of its tile.
func (v Live) need(tiles map[string]*tilesize.Tile) *tilesize.Need {
	n := &tilesize.Need{Amount: v.Registers}
	t, ok := v.Value.Type().(*ir.TensorType)
	if !ok {
		return n
	}
	now := sizesText(t.Shape())
	if tiles[now] == nil {
		tiles[now] = &tilesize.Tile{Axes: t.Shape(), Describe: func(axes []int64) string {
			return fmt.Sprintf("tensors of %s (now %s)", sizesText(axes), now)
		}}
	}
	term := tilesize.Term{Amount: v.Registers}
	for i := range t.Shape() {
		term.Axes = append(term.Axes, i)
	}
	n.Tile, n.Terms = tiles[now], []tilesize.Term{term}
	return n
}

func sizesText(shape []int64) string {
	text := make([]string, len(shape))
	for i, n := range shape {
		text[i] = fmt.Sprint(n)
	}
	return strings.Join(text, "x")
}

// moreWarps returns the least number of warps, greater than the current one, with which all live values of a function
// fit into registers; 0 if there is none. It assigns layouts to a copy of the function for each number.
func moreWarps(function tile.Kernel, warps int) int {
	for n := 2 * warps; n <= costs.MaxWarps; n *= 2 {
		b := ir.NewBuilder(function.Context()).After(function.Operation)
		copied := tile.Kernel{Operation: b.Clone(function.Operation, &ir.Mapping{})}
		withoutLayouts(copied)
		fits := false
		if assign.Assign(copied, assign.Options{NumWarps: n}) == nil {
			worst, err := Estimate(copied)
			fits = err == nil && worst.Registers <= Limit(n)
		}
		copied.DropAllReferences()
		copied.Erase()
		if fits {
			return n
		}
	}
	return 0
}

// withoutLayouts removes the layouts and the conversions between them from a function.
func withoutLayouts(function tile.Kernel) {
	var conversions []*ir.Operation
	function.Walk(func(op *ir.Operation) bool {
		if op.Is(&tilegpu.ConvertLayout) {
			conversions = append(conversions, op)
		}
		for _, v := range op.Results() {
			withoutEncoding(v)
		}
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				for _, v := range b.Args() {
					withoutEncoding(v)
				}
			}
		}
		if dense, ok := op.Inherent("value").(*ir.DenseElementsAttr); ok && op.Is(&arith.ConstantOp) {
			t := op.Result(0).Type().(ir.ShapedType)
			op.SetAttr("value", op.Context().DenseElements(t, []byte(dense.Raw()), dense.IsSplat()))
		}
		return true
	})
	for _, op := range conversions {
		op.Result(0).ReplaceAllUsesWith(op.Operand(0))
		op.Erase()
	}
}

func withoutEncoding(v *ir.Value) {
	if t, ok := v.Type().(*ir.TensorType); ok && tilegpu.EncodingOf(t) != nil {
		v.SetType(v.ParentBlock().ParentOp().Context().TensorType(t.Shape(), t.ElementType(), nil))
	}
}
