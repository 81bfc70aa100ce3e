package main

import (
	"math/rand/v2"
	"slices"
)

// pixel returns an element of an image with some number of columns, or 0 beyond its edge.
func pixel(list []float64, columns, i, j int) float64 {
	if i < 0 || j < 0 || j >= columns || i*columns >= len(list) {
		return 0
	}
	return list[i*columns+j]
}

var imageChecks = map[string]check{
	"stencil_2d": {shapes: map[string][]int64{"x": shape(21, 80), "out": shape(21, 80)}, absolute: 1e-6,
		want: elementwise(21*80, func(in map[string][]float64, at int) float64 {
			x, i, j := in["x"], at/80, at%80
			return 0.5*x[at] + 0.125*(pixel(x, 80, i-1, j)+pixel(x, 80, i+1, j)+pixel(x, 80, i, j-1)+pixel(x, 80, i, j+1))
		})},
	"stencil_3d": {shapes: map[string][]int64{"x": shape(3, 21, 80), "out": shape(3, 21, 80)}, absolute: 1e-5,
		want: elementwise(3*21*80, func(in map[string][]float64, at int) float64 {
			d, i, j := at/(21*80), at/80%21, at%80
			plane := in["x"][d*21*80 : (d+1)*21*80]
			sum := pixel(plane, 80, i-1, j) + pixel(plane, 80, i+1, j) + pixel(plane, 80, i, j-1) + pixel(plane, 80, i, j+1)
			return sum + pixel(in["x"], 21*80, d-1, i*80+j) + pixel(in["x"], 21*80, d+1, i*80+j) - 6*in["x"][at]
		})},
	"median_3x3": {shapes: map[string][]int64{"x": shape(21, 80), "out": shape(21, 80)},
		inputs: map[string]func(*rand.Rand, int) float64{"x": below(256)},
		want: elementwise(21*80, func(in map[string][]float64, at int) float64 {
			var near []float64
			for i := at/80 - 1; i <= at/80+1; i++ {
				for j := at%80 - 1; j <= at%80+1; j++ {
					near = append(near, pixel(in["x"], 80, i, j))
				}
			}
			slices.Sort(near)
			return near[4]
		})},
	"rgb_to_gray": {shapes: map[string][]int64{"x": shape(1040, 3), "out": shape(1040)}, absolute: 1e-4,
		inputs: map[string]func(*rand.Rand, int) float64{"x": below(256)},
		want: elementwise(1040, func(in map[string][]float64, i int) float64 {
			return 0.299*in["x"][3*i] + 0.587*in["x"][3*i+1] + 0.114*in["x"][3*i+2]
		})},
	"max_pool_nhwc": {shapes: map[string][]int64{"x": shape(6, 22, 64), "out": shape(3, 11, 64)},
		want: elementwise(3*11*64, func(in map[string][]float64, at int) float64 {
			first := at/(11*64)*2*22*64 + at/64%11*2*64 + at%64
			return max(in["x"][first], in["x"][first+64], in["x"][first+22*64], in["x"][first+23*64])
		})},
	"upsample_bilinear": {shapes: map[string][]int64{"x": shape(9, 32), "out": shape(18, 64)}, absolute: 1e-5,
		want: elementwise(18*64, func(in map[string][]float64, at int) float64 {
			y, z := max(0.5*float64(at/64)-0.25, 0), max(0.5*float64(at%64)-0.25, 0)
			a, b := int(y), int(z)
			u, v := y-float64(a), z-float64(b)
			c, d := min(a+1, 8), min(b+1, 31)
			x := func(i, j int) float64 { return in["x"][i*32+j] }
			return (x(a, b)*(1-v)+x(a, d)*v)*(1-u) + (x(c, b)*(1-v)+x(c, d)*v)*u
		})},
	"channels_last": {shapes: map[string][]int64{"x": shape(2, 64, 80), "out": shape(2, 80, 64)},
		want: elementwise(2*64*80, func(in map[string][]float64, at int) float64 {
			return in["x"][at/(64*80)*64*80+at%64*80+at/64%80]
		})},
}
