package affine_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih/ir/affine"
)

// tree is an expression that nothing has simplified.
type tree struct {
	kind  affine.Kind
	value int64
	l, r  *tree
}

func randomTree(rng *rand.Rand, depth int, symbolic bool) *tree {
	if depth == 0 || rng.IntN(5) == 0 {
		switch k := rng.IntN(5); {
		case k < 2 && !symbolic:
			return &tree{kind: affine.KindDim, value: int64(rng.IntN(2))}
		case k < 3:
			return &tree{kind: affine.KindSymbol, value: int64(rng.IntN(2))}
		}
		return &tree{kind: affine.KindConstant, value: int64(rng.IntN(12) - 4)}
	}
	sub := func(symbolic bool) *tree { return randomTree(rng, depth-1, symbolic) }
	switch kind := affine.Kind(rng.IntN(6)); kind {
	case affine.KindMul:
		if rng.IntN(2) == 0 {
			return &tree{kind: kind, l: sub(true), r: sub(symbolic)}
		}
		return &tree{kind: kind, l: sub(symbolic), r: sub(true)}
	case affine.KindMod, affine.KindFloorDiv, affine.KindCeilDiv:
		return &tree{kind: kind, l: sub(symbolic), r: sub(true)}
	}
	if l, q := sub(symbolic), sub(true); rng.IntN(3) == 0 {
		// l - (l floordiv q) * q, which folds to a remainder.
		div := &tree{kind: affine.KindFloorDiv, l: l, r: q}
		neg := &tree{kind: affine.KindMul, l: &tree{kind: affine.KindMul, l: div, r: q},
			r: &tree{kind: affine.KindConstant, value: -1}}
		return &tree{kind: affine.KindAdd, l: l, r: neg}
	}
	return &tree{kind: affine.KindAdd, l: sub(symbolic), r: sub(symbolic)}
}

// build returns t as an expression, simplified.
func (t *tree) build() affine.Expr {
	switch t.kind {
	case affine.KindDim:
		return affine.Dim(int(t.value))
	case affine.KindSymbol:
		return affine.Symbol(int(t.value))
	case affine.KindConstant:
		return affine.Constant(t.value)
	}
	return affine.Binary(t.kind, t.l.build(), t.r.build())
}

// eval returns the value of t without overflow, and whether every divisor in it
// is positive.
func (t *tree) eval(dims, symbols []int64) (v *big.Int, ok bool) {
	switch t.kind {
	case affine.KindDim:
		return big.NewInt(dims[t.value]), true
	case affine.KindSymbol:
		return big.NewInt(symbols[t.value]), true
	case affine.KindConstant:
		return big.NewInt(t.value), true
	}
	l, ok1 := t.l.eval(dims, symbols)
	r, ok2 := t.r.eval(dims, symbols)
	if !ok1 || !ok2 {
		return nil, false
	}
	switch t.kind {
	case affine.KindAdd:
		return l.Add(l, r), true
	case affine.KindMul:
		return l.Mul(l, r), true
	}
	if r.Sign() <= 0 {
		return nil, false
	}
	// DivMod is Euclidean, which for positive divisors is flooring.
	q, m := new(big.Int).DivMod(l, r, new(big.Int))
	switch {
	case t.kind == affine.KindMod:
		return m, true
	case t.kind == affine.KindCeilDiv && m.Sign() != 0:
		q.Add(q, big.NewInt(1))
	}
	return q, true
}

func TestSimplificationKeepsValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	checked := 0
	for range 20000 {
		tr := randomTree(rng, 1+rng.IntN(5), false)
		e := tr.build()
		dims := []int64{int64(rng.IntN(100) - 30), int64(rng.IntN(100) - 30)}
		symbols := []int64{int64(rng.IntN(20) - 3), int64(rng.IntN(20) - 3)}
		want, ok := tr.eval(dims, symbols)
		if !ok || want.BitLen() > 40 {
			continue
		}
		checked++
		if got, ok := e.Eval(dims, symbols); !ok || got != want.Int64() {
			t.Fatalf("%s at %v%v is %d, %v, want %d", e, dims, symbols, got, ok, want)
		}
		parsed, _, err := affine.ParseMap([]byte("(d0, d1)[s0, s1] -> (" + e.String() + ")"))
		if err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		if got, ok := parsed.Result(0).Eval(dims, symbols); !ok || got != want.Int64() {
			t.Fatalf("%s reads as %s, which is %d, %v, want %d", e, parsed, got, ok, want)
		}
	}
	if checked < 2000 {
		t.Errorf("only %d expressions were defined", checked)
	}
}

func TestCompositionIsApplyingOneMapAfterTheOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	checked := 0
	for range 5000 {
		inner := affine.NewMap(2, 2, randomTree(rng, 2, false).build(), randomTree(rng, 2, false).build())
		outer := affine.NewMap(2, 2, randomTree(rng, 3, false).build())
		composed, ok := outer.Compose(inner)
		if !ok || composed.NumDims() != 2 || composed.NumSymbols() != 4 {
			t.Fatalf("%s after %s is %s, %v", outer, inner, composed, ok)
		}
		x := []int64{int64(rng.IntN(50)), int64(rng.IntN(50))}
		s := []int64{1 + int64(rng.IntN(9)), 1 + int64(rng.IntN(9)), 1 + int64(rng.IntN(9)), 1 + int64(rng.IntN(9))}
		y, ok := inner.Eval(x, s[2:])
		if !ok {
			continue
		}
		want, ok := outer.Eval(y, s[:2])
		if !ok {
			continue
		}
		checked++
		if got, ok := composed.Eval(x, s); !ok || got[0] != want[0] {
			t.Fatalf("%s after %s is %s, at %v%v %d, %v, want %d", outer, inner, composed, x, s, got, ok, want)
		}
	}
	if checked < 1000 {
		t.Errorf("only %d compositions were defined", checked)
	}
}

func TestKeysAreEqualExactlyForEqualMaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	keys := make(map[string]affine.Map)
	maps := make([]affine.Map, 3000)
	for i := range maps {
		maps[i] = affine.NewMap(2, 2, randomTree(rng, 2, false).build())
		key := string(maps[i].AppendKey(nil))
		if other, ok := keys[key]; ok && !other.Equal(maps[i]) {
			t.Fatalf("%s and %s have the same key", other, maps[i])
		}
		keys[key] = maps[i]
	}
	var distinct []affine.Map
	for _, m := range maps[:500] {
		found := false
		for _, d := range distinct {
			if d.Equal(m) {
				found = true
				if string(d.AppendKey(nil)) != string(m.AppendKey(nil)) {
					t.Fatalf("%s has two keys", m)
				}
			}
		}
		if !found {
			distinct = append(distinct, m)
		}
	}
}
