// Package suite has kernels for tests.
package suite

import "github.com/girih-ir/girih/kernel"

//girih:approx
func softmax(x, y kernel.Array2[float32], block kernel.Const) {
	row := kernel.Program(0)
	j := kernel.Range(block)
	v := x.Load(row, j, kernel.Else(kernel.NegInf))
	e := kernel.Exp(v - kernel.Max(v))
	y.Store(row, j, e/kernel.Sum(e))
}

func rowsum[T kernel.Float](x kernel.Array2[T], y kernel.Array1[T]) {
	i, j := kernel.Program(0)*4+kernel.Range(4), kernel.Range(16)
	var acc T
	for c := int32(0); c < x.Len(1); c += 16 {
		acc += x.Load(i, c+j, kernel.Else(0))
	}
	y.Store(i, kernel.Sum(acc, j))
}

func relu(x, y kernel.Array1[float32], n int32) {
	i := kernel.Program(0)*64 + kernel.Range(64)
	if i >= n {
		return
	}
	v := x.Load(i)
	if v < 0 {
		v = 0
	}
	y.Store(i, v)
}

type pair struct{ sum, n float32 }

func matmul(a, b kernel.Array2[kernel.Float16], c kernel.Array2[float32]) {
	i := 32*kernel.Program(0) + kernel.Range(32)
	j := 32*kernel.Program(1) + kernel.Range(32)
	k := kernel.Range(16)
	var acc float32
	for k0 := int32(0); k0 < a.Len(1); k0 += 16 {
		acc += kernel.Dot[float32](a.Load(i, k0+k, kernel.Else(0)), b.Load(k0+k, j, kernel.Else(0)), k)
	}
	c.Store(i, j, acc)
}

func collatz(x kernel.Array1[int64], out kernel.Array1[int32]) {
	p := kernel.Program(0)
	n := x.Load(p)
	steps := int32(0)
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
		if steps >= 100 {
			break
		}
	}
	out.Store(p, steps)
}

func mean(x kernel.Array1[float32], y kernel.Array1[float32]) {
	i := kernel.Range(32)
	v := x.Load(i, kernel.Else(0))
	p := kernel.Reduce(pair{v, 1}, func(a, b pair) pair { return pair{a.sum + b.sum, a.n + b.n} }, i)
	y.Store(0, p.sum/p.n)
}

// farther returns that of two numbers which is farther from zero, the first one of equals. It leaves in the middle.
func farther(a, b float32) float32 {
	far := a
	if kernel.Abs(b) > kernel.Abs(a) {
		if b > 100 {
			return 100
		}
		far = b
	}
	return far
}

func farthest(x, rows, y kernel.Array1[float32]) {
	i := kernel.Range(64)
	v := x.Load(i, kernel.Else(0))
	y.Store(0, kernel.Reduce(v, farther, i))
	rows.Store(i, kernel.Scan(v, farther, i))
}

// above counts the numbers above a limit; the pair has one of them, too.
func above(x, y kernel.Array1[float32], limit float32) {
	i := kernel.Range(32)
	p := kernel.Reduce(pair{x.Load(i, kernel.Else(0)), 1}, func(a, b pair) pair {
		switch {
		case a.sum > limit && b.sum > limit:
			return pair{a.sum, a.n + b.n}
		case b.sum > limit:
			return b
		}
		return a
	}, i)
	y.Store(0, p.sum)
	y.Store(1, p.n)
}

func dropout(x, y kernel.Array1[float32], p float32, seed int64) {
	i := kernel.Program(0)*128 + kernel.Range(128)
	r, _, _, _ := kernel.Philox(uint64(seed), uint32(i))
	v := x.Load(i)
	y.Store(i, kernel.Where(kernel.Uniform(r) > p, v/(1-p), 0))
}
