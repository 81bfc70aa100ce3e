package mathexpand

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// fit is a polynomial of the tables with the function that it approximates. The maximum over an interval of the error
// weight(x) * (p(x) - value(x)) must be as small as possible.
type fit struct {
	name          string
	table         polynomial
	value, weight func(x float64) float64
	low, high     float64
	error         float64 // log2 of the largest error
}

// fits are the polynomials of erf in f32. Polynomials p in the exponent are weighted such that the error is that of
// erf: with 2^p = e = 1 - erf, an error of d in p is an error of about ln(2) e d in erf.
var fits = []fit{
	{"errorFunction", single.errorFunction,
		func(z float64) float64 { return math.Erf(math.Sqrt(z))/math.Sqrt(z) - 1 },
		func(z float64) float64 { return math.Sqrt(z) / math.Erf(math.Sqrt(z)) }, 1e-9, 1, -29.619},
	{"errorExponent", single.errorExponent,
		func(x float64) float64 { return math.Log2(math.Erfc(x)) },
		func(x float64) float64 { return math.Ln2 * math.Erfc(x) / math.Erf(x) }, 1, 4, -25.883},
	{"errorExponentSlope", single.errorExponentSlope,
		func(x float64) float64 { return math.Log2(math.Erfc(x)) / x },
		func(x float64) float64 { return math.Ln2 * math.Erfc(x) * x }, 1e-9, 4, -25.901},
}

// Remez' exchange algorithm finds the coefficients in the table.
func TestPolynomialsOfErfAreMinimaxApproximations(t *testing.T) {
	for _, f := range fits {
		t.Run(f.name, func(t *testing.T) {
			found, err := minimax(f)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range found {
				if d := math.Abs(float64(float32(c)) - float64(float32(f.table[i]))); d > 0x1p-22*math.Abs(c) {
					t.Errorf("coefficient %d is %v, but %v in the table", i, c, f.table[i])
				}
			}
			worst := 0.0
			for i := range 10000 {
				x := f.low + (f.high-f.low)*float64(i)/9999
				worst = max(worst, math.Abs(f.weight(x)*(evaluate(f.table, x)-f.value(x))))
			}
			if math.Abs(math.Log2(worst)-f.error) > 0.002 {
				t.Errorf("the error is 2^%.3f, but said to be 2^%v", math.Log2(worst), f.error)
			}
		})
	}
}

func evaluate(p polynomial, x float64) (v float64) {
	for i := len(p) - 1; i >= 0; i-- {
		v = v*x + p[i]
	}
	return v
}

// minimax is Remez' exchange algorithm. It moves the interpolation points to the extremes of the error, whose signs
// alternate, until all extremes have the same magnitude.
func minimax(f fit) (polynomial, error) {
	points := make([]float64, len(f.table)+1)
	for i := range points {
		points[i] = (f.low+f.high)/2 - (f.high-f.low)/2*math.Cos(math.Pi*(float64(i)+0.5)/float64(len(points)))
	}
	for range 30 {
		p, level := interpolate(f, points)
		at, extremes := alternating(f, p)
		for len(at) > len(points) {
			if math.Abs(extremes[0]) < math.Abs(extremes[len(at)-1]) {
				at, extremes = at[1:], extremes[1:]
			} else {
				at, extremes = at[:len(at)-1], extremes[:len(at)-1]
			}
		}
		if len(at) < len(points) {
			return nil, fmt.Errorf("the error has %d extremes, which should be %d", len(at), len(points))
		}
		points = at
		worst := 0.0
		for _, e := range extremes {
			worst = max(worst, math.Abs(e))
		}
		if worst < math.Abs(level)*(1+1e-6) {
			return p, nil
		}
	}
	return nil, fmt.Errorf("no end after 30 exchanges")
}

// interpolate finds the polynomial whose weighted error is level, -level, level, ... at the points.
func interpolate(f fit, points []float64) (p polynomial, level float64) {
	n := len(points)
	rows := make([][]float64, n)
	for i, x := range points {
		rows[i] = make([]float64, n+1)
		for j := range n - 1 {
			rows[i][j] = math.Pow(x, float64(j))
		}
		rows[i][n-1] = float64(1-2*(i%2)) / f.weight(x)
		rows[i][n] = f.value(x)
	}
	for k := range n { // Gauss-Jordan elimination with partial pivoting
		pivot := k
		for i := k + 1; i < n; i++ {
			if math.Abs(rows[i][k]) > math.Abs(rows[pivot][k]) {
				pivot = i
			}
		}
		rows[k], rows[pivot] = rows[pivot], rows[k]
		for i := range n {
			if i == k {
				continue
			}
			factor := rows[i][k] / rows[k][k]
			for j := k; j <= n; j++ {
				rows[i][j] -= factor * rows[k][j]
			}
		}
	}
	for k := range n - 1 {
		p = append(p, rows[k][n]/rows[k][k])
	}
	return p, rows[n-1][n] / rows[n-1][n-1]
}

// alternating returns the extreme of the error in each interval between two changes of its sign, and its position.
func alternating(f fit, p polynomial) (at, extremes []float64) {
	const steps = 20000
	for i := range steps + 1 {
		x := f.low + (f.high-f.low)*float64(i)/steps
		e := f.weight(x) * (evaluate(p, x) - f.value(x))
		last := len(at) - 1
		switch {
		case last < 0 || (e > 0) != (extremes[last] > 0):
			at, extremes = append(at, x), append(extremes, e)
		case math.Abs(e) > math.Abs(extremes[last]):
			at[last], extremes[last] = x, e
		}
	}
	return at, extremes
}

// The polynomials in the exponent work for all large arguments: from 4 to infinity, 2^p is below 2^-25.
func TestExponentsOfErfFallBeyondTheirInterval(t *testing.T) {
	horner := func(p polynomial, x float32) float32 {
		v := float32(p[len(p)-1])
		for i := len(p) - 2; i >= 0; i-- {
			v = float32(float64(v)*float64(x) + float64(float32(p[i])))
		}
		return v
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 1 << 16 {
		x := math.Float32frombits(0x40800000 + r.Uint32N(0x7F800001-0x40800000))
		switch i {
		case 0:
			x = 4
		case 1:
			x = math.MaxFloat32
		case 2:
			x = float32(math.Inf(1))
		}
		if y := horner(single.errorExponent, x); !(y <= -25) {
			t.Fatalf("errorExponent(%v) = %v", x, y)
		}
		if y := horner(single.errorExponentSlope, x) * x; !(y <= -25) {
			t.Fatalf("errorExponentSlope(%v) %v = %v", x, x, y)
		}
	}
}
