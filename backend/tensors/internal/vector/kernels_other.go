//go:build !amd64

package vector

// fast reports whether there are kernels.
const fast = false

// On other processors the kernels compute no elements; the loops in Go compute all of them.

func add(_, _, _ []float32) int                             { return 0 }
func sub(_, _, _ []float32) int                             { return 0 }
func mul(_, _, _ []float32) int                             { return 0 }
func div(_, _, _ []float32) int                             { return 0 }
func sum(_ *[lanes]float64, _ []float32) int                { return 0 }
func squares(_ *[lanes]float64, _ []float32, _ float64) int { return 0 }
func addTo(_ []float64, _ []float32) int                    { return 0 }
func largest(_ *[8]float32, _ []float32) (int, bool)        { return 0, false }
func least(_ *[8]float32, _ []float32) (int, bool)          { return 0, false }
func exp(_, _ []float32) int                                { return 0 }
