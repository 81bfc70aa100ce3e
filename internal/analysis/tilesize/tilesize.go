// Package tilesize finds sizes of tiles that fit into a limited resource, such as shared memory or registers. Errors
// about programs that do not fit name these sizes. The callers know which tiles and which resource it is about.
//
// Start at [Search].
package tilesize

import "slices"

// Tile is what needs depend on: dimensions of tensors in the source.
type Tile struct {
	Axes []int64 // powers of two
	// Describe says what a tile of other sizes is, for messages.
	Describe func(axes []int64) string
}

// Term is a part of a need that is proportional to the product of some of a tile's dimensions.
type Term struct {
	Amount int64 // at present
	Axes   []int // by their place in the tile
}

// Need is what something takes of a resource.
type Need struct {
	Amount int64
	Tile   *Tile  // that the amount depends on, as Terms say; nil if there is none
	Terms  []Term // whose sum is at least the amount
}

// Smaller is a tile with the sizes for which everything would fit.
type Smaller struct {
	*Tile
	Fits []int64
}

// at returns how much would be needed if the tile had other sizes. What is done in parts does not need more than now.
func (n *Need) at(axes []int64) int64 {
	if n.Tile == nil {
		return n.Amount
	}
	total := int64(0)
	for _, t := range n.Terms {
		part := t.Amount
		for _, i := range t.Axes {
			part = (part*axes[i] + n.Tile.Axes[i] - 1) / n.Tile.Axes[i]
		}
		total += part
	}
	return min(n.Amount, total)
}

// Search returns sizes of tiles for which needs fit: of the first need that stands in the way and depends on a tile,
// the largest dimension is halved, until they do. It returns nil if there are none. measure returns, given the amounts
// of the needs, those that stand in the way, the largest first; nil if all fit.
func Search(needs []*Need, measure func(amounts []int64) []int) (out []Smaller) {
	sizes := make(map[*Tile][]int64)
	amounts := make([]int64, len(needs))
	for i, n := range needs {
		amounts[i] = n.Amount
		if n.Tile != nil {
			sizes[n.Tile] = slices.Clone(n.Tile.Axes)
		}
	}
	for full := measure(amounts); full != nil; full = measure(amounts) {
		at := slices.IndexFunc(full, func(i int) bool { return needs[i].longest(sizes[needs[i].Tile]) >= 0 })
		if at < 0 {
			return nil
		}
		n := needs[full[at]]
		sizes[n.Tile][n.longest(sizes[n.Tile])] /= 2
		for i, other := range needs {
			if other.Tile == n.Tile {
				amounts[i] = other.at(sizes[n.Tile])
			}
		}
	}
	for _, n := range needs {
		if fits, has := sizes[n.Tile]; has && !slices.Equal(fits, n.Tile.Axes) {
			out = append(out, Smaller{n.Tile, fits})
		}
		delete(sizes, n.Tile)
	}
	return out
}

// longest returns the dimension whose halving makes a need smaller: the first of the largest; -1 if there is none.
func (n *Need) longest(axes []int64) int {
	longest := -1
	for _, t := range n.Terms {
		for _, i := range t.Axes {
			if axes[i] > 1 && (longest < 0 || axes[i] > axes[longest] || axes[i] == axes[longest] && i < longest) {
				longest = i
			}
		}
	}
	return longest
}
