package sharedmem

import "slices"

// Tile is what the sizes of buffers depend on: dimensions of tensors in the source.
type Tile struct {
	Axes []int64 // powers of two
	// Describe says what a tile of other sizes is, for messages.
	Describe func(axes []int64) string
}

// Term is a part of a buffer's size that is proportional to the product of some of a tile's dimensions.
type Term struct {
	Bytes int64 // at present
	Axes  []int // by their place in the tile
}

// Smaller is a tile with the sizes for which buffers would fit.
type Smaller struct {
	*Tile
	Fits []int64
}

// size returns how large a buffer would be if its tile had other sizes. What goes through a smaller buffer in parts does not
// need more than now.
func (b *Buffer) size(axes []int64) int64 {
	if b.Tile == nil {
		return b.Bytes
	}
	total := int64(0)
	for _, t := range b.Terms {
		n := t.Bytes
		for _, i := range t.Axes {
			n = (n*axes[i] + b.Tile.Axes[i] - 1) / b.Tile.Axes[i]
		}
		total += n
	}
	return min(b.Bytes, total)
}

// smaller returns sizes of tiles for which buffers fit into limit bytes: of the largest buffer that stands in the way, the
// largest dimension is halved, until they do. It returns nil if there are none.
func smaller(buffers []*Buffer, alive relation, limit int64) (out []Smaller) {
	sizes := make(map[*Tile][]int64)
	copies := make([]*Buffer, len(buffers))
	for i, b := range buffers {
		copied := *b
		copies[i] = &copied
		if b.Tile != nil {
			sizes[b.Tile] = slices.Clone(b.Tile.Axes)
		}
	}
	for {
		total := assign(copies, alive)
		if total <= limit {
			break
		}
		at := slices.IndexFunc(fullest(copies, alive, total), func(b *Buffer) bool { return b.longest(sizes[b.Tile]) >= 0 })
		if at < 0 {
			return nil
		}
		b := fullest(copies, alive, total)[at]
		sizes[b.Tile][b.longest(sizes[b.Tile])] /= 2
		for i, c := range copies {
			if c.Tile == b.Tile {
				c.Bytes = buffers[i].size(sizes[b.Tile])
			}
		}
	}
	for _, b := range buffers {
		if fits, has := sizes[b.Tile]; has && !slices.Equal(fits, b.Tile.Axes) {
			out = append(out, Smaller{b.Tile, fits})
		}
		delete(sizes, b.Tile)
	}
	return out
}

// longest returns the dimension whose halving makes a buffer smaller: the first of the largest; -1 if there is none.
func (b *Buffer) longest(axes []int64) int {
	longest := -1
	for _, t := range b.Terms {
		for _, i := range t.Axes {
			if axes[i] > 1 && (longest < 0 || axes[i] > axes[longest] || axes[i] == axes[longest] && i < longest) {
				longest = i
			}
		}
	}
	return longest
}
