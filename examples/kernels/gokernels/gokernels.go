// Package gokernels has matmul.mlir and attention.mlir as functions in Go. Here, too, tensor maps copy the factors of
// products in loops, and warp groups multiply them. Compile the functions with 8 warps for sm_90a.
package gokernels

import (
	"embed"

	"github.com/girih-ir/girih/kernel"
)

// Source is the source of the kernels.
//
//go:embed gokernels.go
var Source embed.FS

const tileM, tileN, tileK, bandRows = 128, 256, 64, 16

// MatMul is c = relu(a*b + bias), or c = a*b if epilogue is 0, with sums in float32. Each program computes a tile of
// 128x256. Launch one program for each tile, along one axis.
//
// Programs are numbered in bands of 16 tiles along the rows, so that those that run at the same time share tiles of a
// and b in the L2 cache.
func MatMul[T kernel.Float](a, b kernel.Array2[T], bias kernel.Array1[T], c kernel.Array2[T], epilogue int32) {
	rows, columns := (c.Len(0)+tileM-1)/tileM, (c.Len(1)+tileN-1)/tileN
	band, within := kernel.Program(0)/(bandRows*columns), kernel.Program(0)%(bandRows*columns)
	height := min(rows-band*bandRows, bandRows)
	i := (band*bandRows+within%height)*tileM + kernel.Range(tileM)
	j := within/height*tileN + kernel.Range(tileN)
	k := kernel.Range(tileK)
	var sum float32
	for at := int32(0); at < a.Len(1); at += tileK {
		sum += kernel.Dot[float32](a.Load(i, at+k, kernel.Else(0)), b.Load(at+k, j, kernel.Else(0)), k)
	}
	if epilogue != 0 {
		sum = max(sum+float32(bias.Load(j, kernel.Else(0))), 0)
	}
	c.Store(i, j, T(sum))
}

const tileRows, tileKeys = 128, 128

// Attention is out = softmax(scale * q k^T) v for heads with rows of at most d elements. It does not store the matrix
// of weights in memory. Head h of q uses the keys of head h/group. If causal is not 0, a row sees the keys up to its
// own number, counted from the end. scale must include a factor log2(e). Each program computes 128 rows of a head; the
// first programs compute the last rows.
//
//girih:approx
func Attention[T kernel.Float](q, k, v, out kernel.Array3[T], group, causal int32, scale float32, d kernel.Const) {
	head, shared := kernel.Program(1), kernel.Program(1)/group
	keys, behind := k.Len(1), k.Len(1)-q.Len(1)
	first := ((q.Len(1)+tileRows-1)/tileRows - 1 - kernel.Program(0)) * tileRows
	seen, end := keys, keys
	if causal != 0 {
		seen, end = first+behind+1, min(keys, first+tileRows+behind)
	}
	i, along, of := first+kernel.Range(tileRows), kernel.Range(d), kernel.Range(d)
	x := q.Load(head, i, along, kernel.Else(0))
	top, total, sum := float32(-1e30), float32(0), float32(0)
	for at := int32(0); at < end; at += tileKeys {
		j := at + kernel.Range(tileKeys)
		s := kernel.Dot[float32](x, k.Load(shared, j, along, kernel.Else(0)), along)
		if at+tileKeys > min(seen, keys) {
			s = kernel.Where(j < keys && (causal == 0 || j <= i+behind), s, float32(kernel.NegInf))
		}
		most := max(top, kernel.Max(s, j)*scale)
		keep := kernel.Exp2(top - most)
		weights := kernel.Exp2(kernel.FMA(s, scale, -most))
		total = total*keep + kernel.Sum(weights, j)
		values := v.Load(shared, j, of, kernel.Else(0))
		sum = sum*keep + kernel.Dot[float32](T(weights), values, j)
		top = most
	}
	out.Store(head, i, of, T(sum*(1/kernel.Where(total == 0, 1, total))))
}
