package main

import "github.com/girih-ir/girih/kernel"

//go:generate go run github.com/girih-ir/girih/tools/tile-gen

// scale is y = a*x, element by element.
//
//girih:launch T=float32 block=1024
//girih:launch ScaleHalf T=kernel.Float16 block=2048
func scale[T kernel.Float](x, y kernel.Array1[T], a T, block kernel.Const) {
	i := kernel.Program(0)*int32(block) + kernel.Range(block)
	y.Store(i, a*x.Load(i))
}

// softmax is the softmax of each row of at most 1024 columns.
//
//girih:launch
func softmax(x, y kernel.Array2[float32]) {
	row, j := kernel.Program(0), kernel.Range(1024)
	y.Store(row, j, kernel.Softmax(x.Load(row, j, kernel.Else(kernel.NegInf)), j))
}
