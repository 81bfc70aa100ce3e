package tensors

import (
	"math"

	"github.com/girih-ir/girih/backend/tensors/internal/philox"
)

// unit converts a word to a number in (0, 1], as curand_uniform does.
func unit(w uint32) float64 { return float64(w)*0x1p-32 + 0x1p-33 }

// fillRandom sets each element to f of two random words.
func fillRandom(out *Tensor, seed, offset uint64, f func(a, b uint32) float64) {
	set := func(i int, v float64) {
		switch d := out.data.(type) {
		case []float32:
			d[i] = float32(v)
		case []float64:
			d[i] = v
		}
	}
	n := out.Numel()
	chunks((n+1)/2, func(from, to int) {
		for i := from; i < to; i++ {
			w := philox.Words(seed, uint64(i), offset)
			set(2*i, f(w[0], w[1]))
			if 2*i+1 < n {
				set(2*i+1, f(w[2], w[3]))
			}
		}
	})
	out.round()
}

// uniform numbers are in [low, high). As in PyTorch, 1 is mapped to 0.
func uniform(low, high float64) func(a, b uint32) float64 {
	return func(a, _ uint32) float64 {
		u := float64(float32(unit(a)))
		if u == 1 {
			u = 0
		}
		return low + u*(high-low)
	}
}

// normal is the Box-Muller transform.
func normal(mean, std float64) func(a, b uint32) float64 {
	return func(a, b uint32) float64 {
		return mean + std*math.Sqrt(-2*math.Log(unit(a)))*math.Sin(2*math.Pi*unit(b))
	}
}

// KeyOffset is the offset of the n-th random key of a program; the seed is the other part of the key.
func KeyOffset(n int) uint64 { return uint64(n) * keyStep }
