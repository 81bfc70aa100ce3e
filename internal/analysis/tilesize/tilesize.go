// Package tilesize finds sizes of tiles that fit into a limited resource, such as shared memory or registers. Errors
// about programs that do not fit suggest these sizes. The callers know which tiles and which resource.
//
// Start at [Search].
package tilesize

import "slices"

// Tile has the tile sizes in the source that needs depend on: dimensions of tensors.
type Tile struct {
	Axes []int64 // powers of two
	// Describe returns the text for a tile with other sizes, for messages.
	Describe func(axes []int64) string
}

// Term is a part of a need that is proportional to the product of some of a tile's dimensions.
type Term struct {
	Amount int64 // at the present sizes
	Axes   []int // indices of the tile's dimensions
}

// Need is the amount of a resource that something needs.
type Need struct {
	Amount int64
	Tile   *Tile  // the tile on whose sizes the amount depends; nil if there is none
	Terms  []Term // their sum is at least the amount
}

// Smaller is a tile with sizes for which everything would fit.
type Smaller struct {
	*Tile
	Fits []int64
}

// at returns the amount for other sizes of the tile. It is at most the present amount, since work can be done in parts.
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

// Search returns sizes of tiles for which the needs fit. It halves the largest dimension of the first need that is in
// the way and depends on a tile, until all fit. It returns nil if there are no such sizes. measure returns, for given
// amounts of the needs, those that are in the way, the largest first; nil if all fit.
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

// longest returns the largest dimension whose halving makes a need smaller, the first one of equal ones; -1 if there is
// none.
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
