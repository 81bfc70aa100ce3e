package kernel_test

// The functions in this file mean the same in Go and in a kernel. semantics_test.go calls them, compiles them as
// kernels from this very source, and compares.

// integerFunctions are functions of int32, by name.
var integerFunctions = map[string]func(x, y int32) int32{
	"Arithmetic": Arithmetic, "Quotient": Quotient, "Shifts": Shifts, "Unsigned": Unsigned, "Narrow": Narrow, "Wide": Wide,
	"Branches": Branches, "EarlyReturn": EarlyReturn, "Switch": Switch, "TaglessSwitch": TaglessSwitch, "MinMax": MinMax,
	"Unrolled": Unrolled, "Continue": Continue, "Swap": Swap, "Structs": Structs, "Closures": Closures, "Generic": Generic,
	"NamedResult": NamedResult, "Bitwise": Bitwise, "ShortCircuit": ShortCircuit, "Counted": Counted, "Shadow": Shadow,
	"NestedReturn": NestedReturn, "Constants": Constants, "Several": Several,
}

// scalarFunctions are functions of int32 with loops whose ends depend on the data, which tiles cannot have.
var scalarFunctions = map[string]func(x, y int32) int32{
	"GCD": GCD, "Break": Break, "Collatz": Collatz, "Nested": Nested, "DynamicRange": DynamicRange, "Infinite": Infinite,
	"BreakSkipsThePost": BreakSkipsThePost, "ReturnFromALoop": ReturnFromALoop,
	"ReturnFromNestedLoops": ReturnFromNestedLoops, "ReturnOfSeveral": ReturnOfSeveral, "ReturnFromRange": ReturnFromRange,
}

// floatFunctions are functions of float32.
var floatFunctions = map[string]func(x, y float32) float32{
	"Polynomial": Polynomial, "Clamp": Clamp, "Convert": Convert, "Extremes": Extremes, "Newton": Newton,
}

func Arithmetic(x, y int32) int32 { return (x+7)*y - -x + x*x*x }

func Quotient(x, y int32) int32 {
	if y == 0 {
		y = 3
	}
	return x/y*1000 + x%y
}

func Shifts(x, y int32) int32 { return x<<(y&63) ^ x>>(y&63) ^ int32(uint32(x)>>(y&63)) ^ x<<31>>31 }

func Unsigned(x, y int32) int32 {
	a, b := uint32(x), uint32(y)|1
	return int32(a/b + a%b - (a ^ b) + a*b>>3)
}

func Narrow(x, y int32) int32 {
	a, b := int8(x), uint8(y)
	return int32(a*3)<<16 + int32(b+200)<<8 + int32(int16(x)-int16(b))
}

func Wide(x, y int32) int32 {
	p := int64(x) * int64(y)
	return int32(p>>32) ^ int32(uint64(p)>>7)
}

func Branches(x, y int32) int32 {
	r := int32(1)
	if x > y {
		r = x - y
		if r > 100 {
			r -= 100
		} else if r > 50 {
			r += y
		}
	} else {
		r *= y
	}
	return r
}

func EarlyReturn(x, y int32) int32 {
	if x < 0 {
		return -1
	}
	if y < 0 {
		return x
	}
	x += y
	if x > 1000 {
		return 1000
	}
	return x * 2
}

func Switch(x, y int32) int32 {
	switch d := x & 7; d {
	case 0, 1:
		return y
	case 2:
		x = y - d
	case 5:
		x++
	default:
		x = -d
	}
	return x
}

func TaglessSwitch(x, y int32) int32 {
	r := x
	switch {
	case x > 50 && y > 50:
		r = 1
	case x > 50 || y > 50:
		r = 2
	}
	return r
}

func MinMax(x, y int32) int32 { return min(x, y, 10) - max(x, y) }

func Unrolled(x, y int32) int32 {
	for i := range 4 {
		x = x*3 + y>>i
	}
	for i := int32(10); i < 14; i += 2 {
		x ^= i
	}
	return x
}

func Continue(x, y int32) int32 {
	s := int32(0)
	for i := int32(0); i < 40; i++ {
		if (x>>(i&31))&1 == 0 {
			continue
		}
		s += y ^ i
		if s > 5000 {
			s -= 9000
		}
	}
	return s
}

func Swap(x, y int32) int32 {
	x, y = y, x
	x, y = x+y, x-y
	return x<<4 ^ y
}

type point struct{ x, y int32 }

func (p point) dot(q point) int32 { return p.x*q.x + p.y*q.y }

func turn(p point) point { return point{x: -p.y, y: p.x} }

func Structs(x, y int32) int32 {
	p := point{x, y}
	q := turn(p)
	q.x += 5
	if x > y {
		p.y = q.x
	}
	return p.dot(q)
}

func Closures(x, y int32) int32 {
	scale := func(v int32) int32 { return v*x + 1 }
	twice := func(f func(int32) int32, v int32) int32 { return f(f(v)) }
	return twice(scale, y)
}

func larger[T int32 | int64](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func Generic(x, y int32) int32 { return larger(x, y) + int32(larger(int64(x)<<20, int64(y)<<19)>>18) }

func split(x int32) (high, low int32) {
	high = x >> 8
	low = x & 255
	return
}

func NamedResult(x, y int32) int32 {
	h, l := split(x)
	h2, _ := split(y)
	return h*h2 - l
}

func Bitwise(x, y int32) int32 { return x&y | ^x&^y ^ (x &^ 0x0F0F) }

func ShortCircuit(x, y int32) int32 {
	if y != 0 && x/max(y, 1) > 2 || !(x > y) {
		return 1
	}
	return 0
}

func Counted(x, y int32) int32 {
	s := int32(0)
	for i := int32(2); i < 50; i += 7 {
		s += i*x - y
	}
	return s
}

func Shadow(x, y int32) int32 {
	r := x
	if y > 0 {
		r := y
		r++
		x = r
	}
	return r*2 + x
}

func NestedReturn(x, y int32) int32 {
	if x > 0 {
		if y > 0 {
			return 1
		}
		x--
		if x > 20 {
			return 2
		}
	} else if y > 0 {
		return 3
	}
	return x
}

const (
	first = iota*3 + 1
	second
	mask = 1<<20 - 1
)

func Constants(x, y int32) int32 {
	const local = second * 100
	return x&mask*first + y%local
}

func pair(x int32) (int32, int32) { return x + 1, x - 1 }

func Several(x, y int32) int32 {
	a, b := pair(x)
	c, d := pair(y)
	return a*b - c*d
}

func GCD(x, y int32) int32 {
	x, y = x&0xFFFF, y&0xFFFF
	for y != 0 {
		x, y = y, x%y
	}
	return x
}

func Break(x, y int32) int32 {
	s := int32(0)
	for i := int32(0); i < 100; i++ {
		s += x & 15
		if s > y {
			break
		}
		x = x*5 + 1
	}
	return s
}

func Collatz(x, y int32) int32 {
	n, steps := int64(x&1023)+1, int32(0)
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return steps + y
}

func Nested(x, y int32) int32 {
	s := int32(0)
	for i := int32(0); i < x&7; i++ {
		for j := i; j > 0; j-- {
			if j == y&3 {
				continue
			}
			s += i * j
		}
	}
	return s
}

func DynamicRange(x, y int32) int32 {
	s := y
	for i := range x & 31 {
		s += i * y
	}
	return s
}

func Infinite(x, y int32) int32 {
	n := int32(0)
	for {
		if n*n > x&0xFFFF {
			break
		}
		n++
	}
	return n - y
}

func Polynomial(x, y float32) float32 { return float32(float32(x*x)-float32(2*y)) / (float32(y*y) + 1) }

func Clamp(x, y float32) float32 {
	if x > 1 {
		x = 1
	} else if !(x > -1) {
		return y
	}
	return x
}

func Convert(x, y float32) float32 {
	i := int32(x * 8)
	return float32(i) + float32(float64(y)*0.1) + float32(uint8(i&255))
}

func Extremes(x, y float32) float32 { return min(x, y) + max(-x, y, 0.5) }

func Newton(x, y float32) float32 {
	a := max(x, -x) + 1
	r := float32(1)
	for range 6 {
		r = float32(r+a/r) / 2
	}
	return r - y
}

// BreakSkipsThePost has a loop whose variable is read behind it.
func BreakSkipsThePost(x, y int32) int32 {
	n := int32(0)
	for ; n < 20; n++ {
		if n*n > x&127 {
			break
		}
		if y&1 == 0 {
			continue
		}
		y += n
	}
	return n*1000 + y&255
}

func ReturnFromALoop(x, y int32) int32 {
	sum := x & 15
	for i := int32(0); i < y&31; i++ {
		sum += i
		if sum > 40 {
			return -i
		}
	}
	sum *= 2
	return sum
}

func ReturnFromNestedLoops(x, y int32) int32 {
	count := int32(0)
	for i := int32(1); i < 12; i++ {
		for j := i; j < 12; j++ {
			count++
			if i*j == x&63 {
				return i*100 + j
			}
			if j > y&15 {
				break
			}
		}
		if count > 40 {
			return -count
		}
	}
	return count
}

func found(x, y int32) (at int32, ok bool) {
	for at < 30 {
		if x>>(at&31)&1 == y&1 {
			return at, true
		}
		at++
	}
	return -1, false
}

func ReturnOfSeveral(x, y int32) int32 {
	at, ok := found(x, y)
	if !ok {
		return -7
	}
	other, ok := found(y, at)
	if ok {
		at += other * 100
	}
	return at
}

func ReturnFromRange(x, y int32) int32 {
	for i := range y & 31 {
		if i == x&7 {
			return i + 50
		}
		if i > 20 {
			break
		}
	}
	return y & 31
}
