package ptx

import (
	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/ir/apfloat"
)

// comparisons are the instructions that compare and select.
var comparisons = map[string]func(o *opcode) (form, error){"setp": setPredicate, "set": set, "selp": choose}

// compare takes the comparison operator of an instruction and returns the comparison for its last type.
func (o *opcode) compare() (func(x, y uint64) bool, error) {
	t := o.typ
	if t.lanes > 1 || t.class == predicate || t.width == 8 {
		return nil, wants(false)
	}
	if t.class == floating {
		flushes := t.format != apfloat.BF16 && t.width < 64 && o.take("ftz")
		for name, c := range floatComparisons {
			if o.take(name) {
				return func(x, y uint64) bool {
					a, b := pattern(x), pattern(y)
					if flushes {
						a, b = flush(t.format, a), flush(t.format, b)
					}
					unordered := t.format.IsNaN(a) || t.format.IsNaN(b)
					v, w := t.format.Float64(a), t.format.Float64(b)
					return unordered && c.unordered || !unordered && (v < w && c.less || v == w && c.equal || v > w && c.greater)
				}, nil
			}
		}
		return nil, refusal("it has no comparison of floats")
	}
	for name, c := range integerComparisons {
		if (t.class != untyped || name == "eq" || name == "ne") && o.take(name) {
			return func(x, y uint64) bool {
				less := x < y
				if t.class == signed {
					less = smallint.SignExtend(x, t.width) < smallint.SignExtend(y, t.width)
				}
				return x == y && c.equal || x != y && (less && c.less || !less && c.greater)
			}, nil
		}
	}
	return nil, refusal("it has no comparison of its type")
}

// outcome returns the relations of two numbers for which a comparison holds.
type outcome struct{ less, equal, greater, unordered bool }

var integerComparisons = map[string]outcome{
	"eq": {equal: true}, "ne": {less: true, greater: true}, "lt": {less: true}, "le": {less: true, equal: true},
	"gt": {greater: true}, "ge": {greater: true, equal: true}, "lo": {less: true}, "ls": {less: true, equal: true},
	"hi": {greater: true}, "hs": {greater: true, equal: true},
}

var floatComparisons = map[string]outcome{
	"eq": {equal: true}, "ne": {less: true, greater: true}, "lt": {less: true}, "le": {less: true, equal: true},
	"gt": {greater: true}, "ge": {greater: true, equal: true},
	"equ": {equal: true, unordered: true}, "neu": {less: true, greater: true, unordered: true},
	"ltu": {less: true, unordered: true}, "leu": {less: true, equal: true, unordered: true},
	"gtu": {greater: true, unordered: true}, "geu": {greater: true, equal: true, unordered: true},
	"num": {less: true, equal: true, greater: true}, "nan": {unordered: true},
}

// setPredicate returns the form of setp: the comparison and, after |, its opposite. Both are combined with a further
// predicate, if there is one.
func setPredicate(o *opcode) (form, error) {
	if err := o.count(1); err != nil {
		return form{}, err
	}
	holds, err := o.compare()
	if err != nil {
		return form{}, err
	}
	combine, combined := o.combination()
	pred, n := types["pred"], 1
	src := repeat(o.typ, 2)
	if combined {
		src = append(src, pred)
	}
	if len(o.args) == len(src)+2 {
		n = 2
	}
	return form{dst: repeat(pred, n), src: src, eval: func(dst, src []uint64) bool {
		p := holds(src[0], src[1])
		for i := range dst {
			if dst[i] = smallint.Truth(p == (i == 0)); combined {
				dst[i] = combine(dst[i], src[2])
			}
		}
		return true
	}}, nil
}

// combination takes the boolean operator of a setp.
func (o *opcode) combination() (fn func(x, y uint64) uint64, ok bool) {
	switch {
	case o.take("and"):
		return func(x, y uint64) uint64 { return x & y }, true
	case o.take("or"):
		return func(x, y uint64) uint64 { return x | y }, true
	case o.take("xor"):
		return func(x, y uint64) uint64 { return x ^ y }, true
	}
	return nil, false
}

// set returns the form of set, a comparison whose result is a number: all bits set, or 1.0.
func set(o *opcode) (form, error) {
	if err := o.count(2); err != nil {
		return form{}, err
	}
	holds, err := o.compare()
	if err != nil {
		return form{}, err
	}
	result := o.types[0]
	yes := smallint.Mask(32)
	if result == types["f32"] {
		yes = result.format.FromFloat64(1, toNearest).Lo
	}
	return form{dst: []scalar{result}, src: repeat(o.typ, 2), eval: func(dst, src []uint64) bool {
		dst[0] = smallint.Truth(holds(src[0], src[1])) * yes
		return true
	}}, wants(result.width == 32 && result.lanes == 1 && result.class != untyped)
}

// choose returns the form of selp.
func choose(o *opcode) (form, error) {
	t := o.typ
	ok := t.width > 8 && t.lanes == 1 && (t.class != floating || t.width >= 32)
	return form{dst: []scalar{t}, src: []scalar{t, t, types["pred"]}, eval: func(dst, src []uint64) bool {
		if dst[0] = src[1]; src[2] != 0 {
			dst[0] = src[0]
		}
		return true
	}}, wants(len(o.types) == 1 && ok)
}
