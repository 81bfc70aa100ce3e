package tilegen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Stores is the text of a kernel @stores with loops that add up matrix products, and with stores of several results:
// loops one behind the other or inside a loop over programs; conditional stores, additions to arrays, residuals, sums
// of rows and transposed results. Tiles may be large: together they may take more shared memory than there is.
type Stores struct {
	Text string
	// Kind describes the program, for errors.
	Kind  string
	Warps int
}

// stores generates one program.
type stores struct {
	*rand.Rand
	types      [3]string // of factors and of sums, and attributes of products
	m, n, k    int64
	args, body strings.Builder
	indent     string
	kinds      []string
	names      int // of values and arrays so far
}

// storeTypes are types whose products tensor cores of warp groups add up.
var storeTypes = [][3]string{{"f16", "f32", ""}, {"bf16", "f32", ""}, {"f32", "f32", "precision tf32"},
	{"i8", "i32", ""},
	{"f8E4M3FN", "f32", ""}}

// MakeStores returns a program.
func MakeStores(r *rand.Rand) Stores {
	s := &stores{Rand: r, types: storeTypes[r.IntN(len(storeTypes))], m: 64 << r.IntN(3)}
	warps := 4 << r.IntN(2)
	if s.m < int64(16*warps) {
		s.m = int64(16 * warps)
	}
	s.n, s.k = []int64{32, 64, 96, 128, 192, 256}[r.IntN(6)], []int64{32, 64, 128}[r.IntN(3)]
	for s.m*s.n > int64(warps)*32*128 { // more sums than threads have registers
		s.n /= 2
	}
	s.indent = "    "
	if r.IntN(2) == 0 {
		s.kinds = append(s.kinds, "programs")
		s.indent += "  "
	}
	for range 1 + r.IntN(2) {
		s.phase()
	}
	return Stores{Text: s.text(), Kind: strings.Join(s.kinds, ", "), Warps: warps}
}

// text returns the program.
func (s *stores) text() string {
	open, end, zero := "    %i = tile.program_id 0\n", "", "0.0"
	if s.kinds[0] == "programs" {
		open = "    %first = tile.program_id 0\n    %all = tile.num_programs 0\n" +
			"    scf.for %i = %first to %programs step %all : i32 {\n"
		end = "    }\n"
	}
	if s.types[1] == "i32" {
		zero = "0"
	}
	return strings.NewReplacer("$ARGS", s.args.String(), "$ZERO", zero, "$SUM", s.tensor(s.types[1], s.m, s.n),
		"$BODY", open+s.body.String()+end).Replace(`module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @stores($ARGS%programs: i32, %steps: i32, %limit: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %j = tile.program_id 1
    %none = arith.constant dense<$ZERO> : $SUM
$BODY    tile.return
  }
}
`)
}

// tensor returns the text of a tensor's type.
func (s *stores) tensor(elem string, sizes ...int64) string {
	return "tensor<" + strings.Trim(strings.ReplaceAll(fmt.Sprint(sizes), " ", "x"), "[]") + "x" + elem + ">"
}

// array adds an array of matrices, and returns its name and type.
func (s *stores) array(elem string, aligned bool, along int) (name, typ string) {
	s.names++
	name = fmt.Sprintf("%%a%d", s.names)
	strides, divisors := "[?, 1]", "16, 1"
	if along == 0 {
		strides, divisors = "[1, ?]", "1, 16"
	}
	typ = "!tile.array<?x?x" + elem + ", strides = " + strides + ">"
	s.args.WriteString(name + ": " + typ)
	if aligned {
		s.args.WriteString(" {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: " + divisors + ">}")
	}
	s.args.WriteString(", ")
	return name, typ
}

// value returns the name of a new value.
func (s *stores) value() string {
	s.names++
	return fmt.Sprintf("%%v%d", s.names)
}

// line adds a line to the program.
func (s *stores) line(text string, parts ...any) {
	fmt.Fprintf(&s.body, s.indent+text+"\n", parts...)
}

// add is the operation that adds sums.
func (s *stores) add() string {
	if s.types[1] == "i32" {
		return "arith.addi"
	}
	return "arith.addf"
}

// phase adds a loop with a product, and what happens to its result.
func (s *stores) phase() {
	e, attrs := s.types[0], s.types[2]
	a, at := s.array(e, true, 1)
	b, bt := s.array(e, true, 0)
	x, y, sum := s.tensor(e, s.m, s.k), s.tensor(e, s.k, s.n), s.tensor(s.types[1], s.m, s.n)
	v := s.value()
	s.line("%s = scf.for %%k = %%c0 to %%steps step %%c1 iter_args(%%acc = %%none) -> (%s) : i32 {", v, sum)
	s.line("  %%x = tile.load_view %s[%%i, %%k] padding zero : %s -> %s", a, at, x)
	s.line("  %%y = tile.load_view %s[%%k, %%j] padding zero : %s -> %s", b, bt, y)
	s.line("  %%next = tile.dot %%x, %%y, %%acc %s : %s, %s -> %s", attrs, x, y, sum)
	s.line("  scf.yield %%next : %s", sum)
	s.line("}")
	for range 1 + s.IntN(3) {
		s.use(v)
	}
}

// use adds an operation on the result of a loop, and a store.
func (s *stores) use(v string) {
	kinds := []string{"store", "store", "narrow", "conditional", "conditional", "residual", "added", "rows", "columns",
		"transposed", "unaligned", "elementwise", "vector", "addresses"}
	kind := kinds[s.IntN(len(kinds))]
	s.kinds = append(s.kinds, kind)
	elem := s.types[1]
	if elem == "f32" && (kind == "narrow" || kind == "conditional" && s.IntN(2) == 0) {
		elem = "f16"
		v = s.moved("tile.cast %s : %s -> %s", v, s.tensor("f32", s.m, s.n), s.tensor(elem, s.m, s.n))
	}
	t := s.tensor(elem, s.m, s.n)
	switch kind {
	case "residual":
		v = s.moved("%s %s, %s : %s", s.add(), v, s.load(elem, s.m, s.n), t)
	case "vector":
		row := s.load(elem, 1, s.n)
		v = s.moved("%s %s, %s : %s", s.add(), v,
			s.moved("tile.broadcast %s : %s -> %s", row, s.tensor(elem, 1, s.n), t), t)
	case "elementwise":
		v = s.moved("%s %s, %s : %s", s.add(), v, v, t)
	case "transposed":
		to := s.tensor(elem, s.n, s.m)
		v, t = s.moved("tile.permute %s [1, 0] : %s -> %s", v, t, to), to
	case "rows":
		v, t = s.reduced(v, elem, t, 1, s.m, 1)
	case "columns":
		v, t = s.reduced(v, elem, t, 0, 1, s.n)
	case "conditional":
		s.conditional(v, elem, t)
		return
	case "addresses":
		s.addresses(v, elem, t)
		return
	}
	c, ct := s.array(elem, !slices.Contains([]string{"unaligned", "rows", "columns"}, kind), 1)
	store := "tile.store_view"
	if kind == "added" && elem == "f32" {
		store = "tile.atomic_rmw_view add"
	}
	s.line("%s %s, %s[%%i, %%j] : %s, %s", store, v, c, t, ct)
}

// moved adds an operation and returns its result.
func (s *stores) moved(text string, parts ...any) (result string) {
	result = s.value()
	s.line("%s = "+text, append([]any{result}, parts...)...)
	return result
}

// load loads a tile of a new array.
func (s *stores) load(elem string, rows, columns int64) (v string) {
	a, at := s.array(elem, true, 1)
	return s.moved("tile.load_view %s[%%i, %%j] padding zero : %s -> %s", a, at, s.tensor(elem, rows, columns))
}

// reduced adds up rows or columns, and returns the sums, as one column or row of the given size, and their type.
func (s *stores) reduced(v, elem, t string, axis int, rows, columns int64) (sums, whole string) {
	line := s.tensor(elem, rows*columns)
	sums = s.value()
	s.line("%s = tile.reduce %s axis = %d {", sums, v, axis)
	s.line("^bb0(%%one: %s, %%two: %s):", elem, elem)
	s.line("  %%both = %s %%one, %%two : %s", s.add(), elem)
	s.line("  tile.yield %%both : %s", elem)
	s.line("} : %s -> %s", t, line)
	whole = s.tensor(elem, rows, columns)
	return s.moved("tile.expand_dims %s axis = %d : %s -> %s", sums, axis, line, whole), whole
}

// conditional stores a tile on a condition, perhaps to another array if it does not hold.
func (s *stores) conditional(v, elem, t string) {
	s.line("scf.if %s {", s.moved("arith.cmpi slt, %%i, %%limit : i32"))
	for i := range 1 + s.IntN(2) {
		if i > 0 {
			s.line("} else {")
		}
		c, ct := s.array(elem, true, 1)
		s.line("  tile.store_view %s, %s[%%i, %%j] : %s, %s", v, c, t, ct)
	}
	s.line("}")
}

// addresses stores a tile to addresses.
func (s *stores) addresses(v, elem, t string) {
	s.names++
	base := fmt.Sprintf("%%a%d", s.names)
	s.args.WriteString(base + ": !tile.ptr<" + elem + ">, ")
	ints, pointers := s.tensor("i32", s.m, s.n), s.tensor("!tile.ptr<"+elem+">", s.m, s.n)
	index := func(axis int, n int64, shape ...int64) string {
		line, wide := s.tensor("i32", n), s.tensor("i32", shape...)
		all := s.moved("tile.expand_dims %s axis = %d : %s -> %s", s.moved("tile.iota : %s", line), axis, line, wide)
		return s.moved("tile.broadcast %s : %s -> %s", all, wide, ints)
	}
	row, column := index(1, s.m, s.m, 1), index(0, s.n, 1, s.n)
	first := s.moved("arith.muli %s, %s : %s", row, s.moved("tile.splat %%limit : i32 -> %s", ints), ints)
	at := s.moved("arith.addi %s, %s : %s", first, column, ints)
	to := s.moved("tile.splat %s : !tile.ptr<%s> -> %s", base, elem, pointers)
	s.line("tile.store %s, %s : %s, %s", s.moved("tile.addptr %s, %s : %s, %s", to, at, pointers, ints), v, pointers, t)
}
