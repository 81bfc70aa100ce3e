package tilegen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Products is a kernel @products with matrix products in a loop over tiles of arrays of any sizes. If the elements of
// inputs are integers from -1 to 1, its sums are exact in every order.
type Products struct {
	Text   string
	Arrays []ProductArray
	Grid   [3]int32
	// Kind describes the program, for errors.
	Kind string
}

// ProductArray is an argument of the kernel.
type ProductArray struct {
	Elem           string
	Shape, Strides []int64
	Along          int // the dimension whose stride is an argument; the stride of the other one is 1
	Output         bool
}

// Room returns the number of elements that the array takes in memory.
func (a ProductArray) Room() int64 {
	n := int64(1)
	for d, size := range a.Shape {
		n += max(0, size-1) * a.Strides[d]
	}
	return n
}

// productTypes are the types of factors and of sums, and the attributes of products.
var productTypes = [][3]string{{"f16", "f32", ""}, {"f16", "f16", ""}, {"bf16", "f32", ""},
	{"f32", "f32", "precision tf32"}, {"f32", "f32", ""}, {"f64", "f64", ""}, {"i8", "i32", ""},
	{"i8", "i32", "lhs_unsigned"}, {"i8", "i32", "rhs_unsigned"}, {"f8E4M3FN", "f32", ""}, {"f8E5M2", "f32", ""}}

// products generates one program.
type products struct {
	*rand.Rand
	elem, sum, attrs string
	m, n, k          int64 // the sizes of a tile
	kind             string
	body, after      string
	row              string // the vector that is stored, if any
	arrays           []ProductArray
}

// productProgram is the text of a program with products. Names with $ are replaced by generated text.
const productProgram = `
!a = !tile.array<?x?x$E, strides = $LA
!b = !tile.array<?x?x$E, strides = $LB
!z = !tile.array<?x?x$E, strides = $LZ
!c = !tile.array<?x?x$S, strides = $LC
!v = !tile.array<?x?x$S, strides = $LV
!x = tensor<$Mx$Kx$E>
!y = tensor<$Kx$Nx$E>
!w = tensor<$Mx$Nx$E>
!q = tensor<$Nx$Nx$E>
!s = tensor<$Mx$Nx$S>
!r = tensor<$Mx$S>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @products(%a: !a $FACTS_A, %b: !b $FACTS_B, %z: !z $FACTS_Z, %c: !c, %v: !v) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %tile_k = arith.constant $K : i32
    %none = arith.constant dense<$ZERO> : !s
    %no_row = arith.constant dense<$ZERO> : !r
    %i = tile.program_id 0
    %j = tile.program_id 1
    %depth = tile.dim %a, 1 : !a
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %sum, %row = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %none, %line = %no_row) -> (!s, !r) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !a -> !x
      %y = tile.load_view %b[%k, %j] padding zero : !b -> !y
$BODY      scf.yield %next, %next_line : !s, !r
    }
$AFTER    tile.store_view %out, %c[%i, %j] : !s, !c
    %column = tile.expand_dims $ROW axis = 1 : !r -> tensor<$Mx1x$S>
    tile.store_view %column, %v[%i, %j] : tensor<$Mx1x$S>, !v
    tile.return
  }
}
`

// MakeProducts returns a program whose tiles have at least a number of rows, a power of two up to 128.
func MakeProducts(r *rand.Rand, rows int64) Products {
	types := productTypes[r.IntN(len(productTypes))]
	p := &products{Rand: r, elem: types[0], sum: types[1], attrs: types[2],
		m: max(rows, p2(r, 4, 7)), n: max(p2(r, 3, 6), p2(r, 3, 6)), k: p2(r, 4, 6)}
	for _, side := range []*int64{&p.m, &p.n, &p.k} { // sizes that are not powers of two
		if uneven := *side / 2 * 3; r.IntN(8) == 0 && uneven >= 24 && uneven <= 96 {
			*side = uneven
		} else if r.IntN(16) == 0 && *side > 8 {
			*side += 8 // such as 40 and 72
		}
	}
	if p.elem == "f64" { // two factors of f64 must fit into shared memory
		p.m, p.n = min(p.m, 64), min(p.n, 64)
	}
	size := func(tile int64) int64 { return 1 + r.Int64N(2*tile) }
	height, columns, depth := size(p.m), size(p.n), r.Int64N(5*p.k)
	p.inLoop()
	p.behind()
	grid := [3]int32{int32((height + p.m - 1) / p.m), int32((columns + p.n - 1) / p.n), 1}
	// The right factor of the second product is square. There is one for each column of programs.
	wide := int64(grid[1]) * p.n
	aligned := r.IntN(4) > 0 // aligned as bulk copies need it
	text := strings.NewReplacer("$LA", p.array(aligned, height, depth), "$LB", p.array(aligned, depth, columns),
		"$LZ", p.array(aligned, wide, p.n),
		"$LC", p.output(p.sum, height, wide), "$LV", p.output(p.sum, height, int64(grid[1])),
		"$BODY", p.body, "$AFTER", p.after, "$ROW", p.row)
	out := text.Replace(productProgram)
	zero := "0.0"
	if p.sum == "i32" {
		zero = "0"
	}
	for i, name := range []string{"$FACTS_A", "$FACTS_B", "$FACTS_Z"} {
		out = strings.Replace(out, name, p.facts(aligned, p.arrays[i]), 1)
	}
	out = strings.NewReplacer("$ZERO", zero, "$ATTRS", p.attrs, "$E", p.elem, "$S", p.sum, "$M", fmt.Sprint(p.m),
		"$N", fmt.Sprint(p.n), "$K", fmt.Sprint(p.k)).Replace(out)
	return Products{Text: out, Arrays: p.arrays, Grid: grid, Kind: p.kind}
}

func p2(r *rand.Rand, least, most int) int64 { return 1 << (least + r.IntN(most-least+1)) }

// array adds an input that is contiguous along rows or columns, and returns the end of its type's text.
func (p *products) array(aligned bool, rows, columns int64) string {
	step := int64(16)
	if !aligned {
		step = 1
	}
	up := func(n int64) int64 { return max(step, (n+step-1)/step*step) }
	a := ProductArray{Elem: p.elem, Shape: []int64{rows, columns}, Strides: []int64{up(columns), 1}}
	text := "[?, 1]>"
	if p.IntN(3) == 0 {
		a.Strides, a.Along, text = []int64{1, up(rows)}, 1, "[1, ?]>"
	}
	p.arrays = append(p.arrays, a)
	return text
}

// facts returns the promised facts about an input.
func (p *products) facts(aligned bool, a ProductArray) string {
	if !aligned {
		return ""
	}
	divisors := "16, 1"
	if a.Along == 1 {
		divisors = "1, 16"
	}
	return "{tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: " + divisors + ">}"
}

func (p *products) output(elem string, rows, columns int64) string {
	p.arrays = append(p.arrays, ProductArray{Elem: elem, Shape: []int64{rows, columns}, Strides: []int64{columns, 1},
		Output: true})
	return "[?, 1]>"
}

// Lines of programs: products, and uses of their results.
const (
	dot    = "tile.dot %x, %y, $ACC $ATTRS : !x, !y -> !s\n"
	square = "tile.dot %w, %right, $ACC $ATTRS : !w, !q -> !s\n"
	sums   = `tile.reduce $OF axis = 1 {
      ^bb0(%one: $S, %two: $S):
        %both = $ADD %one, %two : $S
        tile.yield %both : $S
      } : !s -> !r
`
)

// line returns a line with its placeholders replaced.
func (p *products) line(result, text string, parts ...string) string {
	add := "arith.addf"
	if p.sum == "i32" {
		add = "arith.addi"
	}
	parts = append(parts, "$ADD", add)
	return "      " + result + " = " + strings.NewReplacer(parts...).Replace(text)
}

// narrow returns text that converts the result of a product to a factor.
func (p *products) narrow(of string) string {
	if p.elem == p.sum {
		return p.line("%w", "arith.select %yes, "+of+", %none : !s\n")
	}
	return p.line("%w", "tile.cast "+of+" : !s -> !w\n")
}

const yes = "      %yes = arith.cmpi sge, %i, %c0 : i32\n"

// inLoop chooses the contents of the loop.
func (p *products) inLoop() {
	kinds := []string{"product", "condition", "between", "reduction", "chain"}
	if p.sum == "f16" {
		kinds = kinds[:3] // sums of sums are not exact
	}
	p.kind = kinds[p.IntN(len(kinds))]
	line := "      %next_line = arith.select %yes, %line, %no_row : !r\n"
	switch p.kind {
	case "product":
		p.body = p.line("%next", dot, "$ACC", "%acc")
	case "condition":
		p.body = "      %odd = arith.andi %k, %c1 : i32\n      %is = arith.cmpi eq, %odd, %c0 : i32\n" +
			"      %next = scf.if %is -> (!s) {\n" + p.line("%one", dot, "$ACC", "%acc") + "      scf.yield %one : !s\n" +
			"      } else {\n      scf.yield %acc : !s\n      }\n"
	case "between":
		p.body = p.line("%p", dot, "$ACC", "%none") + "      %positive = tile.max %p, %none : !s, !s -> !s\n" +
			p.line("%next", "$ADD %acc, %positive : !s\n")
	case "reduction":
		p.body = p.line("%p", dot, "$ACC", "%none") + p.line("%next", "$ADD %acc, %p : !s\n") +
			p.line("%part", sums, "$OF", "%p")
		line = p.line("%next_line", "$ADD %line, %part : !r\n")
	case "chain":
		p.body = p.line("%p", dot, "$ACC", "%none") + p.narrow("%p") +
			"      %right = tile.load_view %z[%j, %c0] padding zero : !z -> !q\n" + p.line("%next", square, "$ACC", "%acc")
	}
	p.body = yes + p.body + line
}

// behind chooses the operations that come after the loop.
func (p *products) behind() {
	kinds := []string{"", "negated", "rows", "again"}
	if p.sum == "f16" || p.kind == "chain" {
		kinds = kinds[:2]
	}
	kind := kinds[p.IntN(len(kinds))]
	p.after, p.row = "      %out = arith.select %yes, %sum, %none : !s\n", "%row"
	switch kind {
	case "negated":
		p.after = "      %out = tile.neg %sum : !s -> !s\n"
	case "rows":
		p.after += p.line("%total", sums, "$OF", "%sum") + p.line("%total_row", "$ADD %row, %total : !r\n")
		p.row = "%total_row"
	case "again":
		p.after = p.narrow("%sum") + "      %right = tile.load_view %z[%j, %c0] padding zero : !z -> !q\n" +
			p.line("%out", square, "$ACC", "%none")
	}
	p.after = yes + p.after
	if kind != "" {
		p.kind += ", " + kind
	}
}
