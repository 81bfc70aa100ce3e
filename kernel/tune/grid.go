package tune

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Shapes has the sizes of a problem's arrays, by the names of the kernel's parameters.
type Shapes map[string][]int64

// factor is a factor of a grid's size: a number, or the size of an array along a dimension, in tiles.
type factor struct {
	array string // "" for a number
	axis  int
	tile  int64
}

var factorText = regexp.MustCompile(`^(?:(\w+)\[(\d)\](?: / (\d+))?|(\d+))$`)

// parseGrid parses a grid in which the placeholders have been replaced.
func parseGrid(grid string) (axes [][]factor, err error) {
	for axis := range strings.SplitSeq(grid, ",") {
		var product []factor
		for part := range strings.SplitSeq(axis, "*") {
			m := factorText.FindStringSubmatch(strings.TrimSpace(part))
			if m == nil {
				return nil, fmt.Errorf("the grid has factors such as x[0], x[0] / {TM} or {PARTS}, but got %q",
					strings.TrimSpace(part))
			}
			one := factor{array: m[1], tile: 1}
			one.axis, _ = strconv.Atoi(m[2])
			if number := m[3] + m[4]; number != "" {
				if one.tile, err = strconv.ParseInt(number, 10, 32); err != nil || one.tile < 1 {
					return nil, fmt.Errorf("the grid has tiles of %s elements", number)
				}
			}
			product = append(product, one)
		}
		axes = append(axes, product)
	}
	if len(axes) > 3 {
		return nil, fmt.Errorf("a grid has at most 3 axes, but got %d", len(axes))
	}
	return axes, nil
}

// GridOf returns the size of the grid that a configuration needs for a problem.
func (s *Space) GridOf(c Configuration, shapes Shapes) ([3]int64, error) {
	out := [3]int64{1, 1, 1}
	if s.Grid == "" {
		return out, fmt.Errorf("the kernel's comments say no grid, as in '// grid: x[0] / {TM}'")
	}
	text, err := fill(s.Grid, c, s.Settings)
	if err != nil {
		return out, err
	}
	axes, err := parseGrid(text)
	if err != nil {
		return out, err
	}
	for i, product := range axes {
		for _, f := range product {
			if f.array == "" {
				out[i] *= f.tile
				continue
			}
			shape, ok := shapes[f.array]
			if !ok || f.axis >= len(shape) {
				return out, fmt.Errorf("the grid depends on %s[%d], which the problem does not have", f.array, f.axis)
			}
			out[i] *= (shape[f.axis] + f.tile - 1) / f.tile
		}
	}
	return out, nil
}
