package gokernels

import "github.com/girih-ir/girih/kernel"

// Stencil2D is half of each element and an eighth of each of its four neighbors; beyond the edge is 0.
//
// benchmark: stencil_2d
// configurations: warps 2 4 8, ROWS 4 8 16, BLOCK 64 128 256
// grid: x[1] / {BLOCK}, x[0] / {ROWS}
func Stencil2D(x, out kernel.Array2[float32], ROWS, BLOCK kernel.Const) {
	i := kernel.Program(1)*int32(ROWS) + kernel.Range(ROWS)
	j := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	near := x.Load(i-1, j, kernel.Else(0)) + x.Load(i+1, j, kernel.Else(0)) +
		x.Load(i, j-1, kernel.Else(0)) + x.Load(i, j+1, kernel.Else(0))
	out.Store(i, j, 0.5*x.Load(i, j)+0.125*near)
}

// Stencil3D is the sum of the six neighbors of each element, minus six times the element; beyond the edge is 0.
//
// benchmark: stencil_3d
// configurations: warps 2 4 8, ROWS 4 8 16, BLOCK 64 128 256
// grid: x[2] / {BLOCK}, x[1] / {ROWS}, x[0]
func Stencil3D(x, out kernel.Array3[float32], ROWS, BLOCK kernel.Const) {
	d := kernel.Program(2)
	i := kernel.Program(1)*int32(ROWS) + kernel.Range(ROWS)
	j := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	near := x.Load(d-1, i, j, kernel.Else(0)) + x.Load(d+1, i, j, kernel.Else(0)) +
		x.Load(d, i-1, j, kernel.Else(0)) + x.Load(d, i+1, j, kernel.Else(0)) +
		x.Load(d, i, j-1, kernel.Else(0)) + x.Load(d, i, j+1, kernel.Else(0))
	out.Store(d, i, j, near-6*x.Load(d, i, j))
}

// Median3x3 is the median of each element and its eight neighbors; beyond the edge is 0. The median of nine is the
// median of three numbers: the greatest of the columns' minima, the median of their medians, and the least of their
// maxima.
//
// benchmark: median_3x3
// configurations: warps 2 4 8, ROWS 4 8 16, BLOCK 64 128 256
// grid: x[1] / {BLOCK}, x[0] / {ROWS}
func Median3x3(x, out kernel.Array2[uint8], ROWS, BLOCK kernel.Const) {
	i := kernel.Program(1)*int32(ROWS) + kernel.Range(ROWS)
	j := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	west, here, east := sorted3(x, i, j-1), sorted3(x, i, j), sorted3(x, i, j+1)
	out.Store(i, j, middle(max(west.low, here.low, east.low), middle(west.mid, here.mid, east.mid),
		min(west.high, here.high, east.high)))
}

type three struct{ low, mid, high uint8 }

// sorted3 sorts an element and those above and below it.
func sorted3(x kernel.Array2[uint8], i, j int32) three {
	a, b, c := x.Load(i-1, j, kernel.Else(0)), x.Load(i, j, kernel.Else(0)), x.Load(i+1, j, kernel.Else(0))
	return three{min(a, b, c), middle(a, b, c), max(a, b, c)}
}

func middle(a, b, c uint8) uint8 {
	return max(min(a, b), min(max(a, b), c))
}

// Gray is the luminance of pixels. The three colors of a pixel are next to each other.
//
// benchmark: rgb_to_gray
// configurations: warps 2 4 8, BLOCK 256 512 1024
// grid: out[0] / {BLOCK}
// except: x
func Gray(x kernel.Array2[uint8], out kernel.Array1[float32], BLOCK kernel.Const) {
	i := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	out.Store(i, 0.299*float32(x.Load(i, 0))+0.587*float32(x.Load(i, 1))+0.114*float32(x.Load(i, 2)))
}

// MaxPool takes the maximum of each 2 by 2 pixels, for each of 64 channels.
//
// benchmark: max_pool_nhwc
// configurations: warps 1 2 4 8, BLOCK 4 8 16 32
// grid: out[1] / {BLOCK}, out[0]
func MaxPool(x, out kernel.Array3[kernel.BFloat16], BLOCK kernel.Const) {
	i, j := kernel.Program(1), kernel.Program(0)*int32(BLOCK)+kernel.Range(BLOCK)
	c := kernel.Range(64)
	top := max(x.Load(2*i, 2*j, c), x.Load(2*i, 2*j+1, c))
	out.Store(i, j, c, max(top, x.Load(2*i+1, 2*j, c), x.Load(2*i+1, 2*j+1, c)))
}

// Upsample makes an image twice as high and wide. It interpolates bilinearly between the centers of pixels.
//
// benchmark: upsample_bilinear
// configurations: warps 2 4 8, ROWS 4 8 16, BLOCK 64 128 256
// grid: out[1] / {BLOCK}, out[0] / {ROWS}
func Upsample(x, out kernel.Array2[float32], ROWS, BLOCK kernel.Const) {
	i := kernel.Program(1)*int32(ROWS) + kernel.Range(ROWS)
	j := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	y, z := max(0.5*float32(i)-0.25, 0), max(0.5*float32(j)-0.25, 0)
	a, b := int32(y), int32(z)
	u, v := y-float32(a), z-float32(b)
	c, d := min(a+1, x.Len(0)-1), min(b+1, x.Len(1)-1)
	top := x.Load(a, b)*(1-v) + x.Load(a, d)*v
	bottom := x.Load(c, b)*(1-v) + x.Load(c, d)*v
	out.Store(i, j, top*(1-u)+bottom*u)
}

// ChannelsLast is out[n, p, c] = x[n, c, p] with 64 channels.
//
// benchmark: channels_last
// configurations: warps 2 4 8, BLOCK 32 64 128 256
// grid: x[2] / {BLOCK}, x[0]
func ChannelsLast(x, out kernel.Array3[kernel.Float16], BLOCK kernel.Const) {
	n, p := kernel.Program(1), kernel.Program(0)*int32(BLOCK)+kernel.Range(BLOCK)
	c := kernel.Range(64)
	out.Store(n, p, c, x.Load(n, c, p))
}
