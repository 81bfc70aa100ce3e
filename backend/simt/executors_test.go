package simt_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
)

// inBoth runs a kernel @k of one program in the reference executor and thread by thread, each with its own arguments,
// and returns both errors.
func inBoth(t *testing.T, source string, arguments func() []any) (want, got []any, reference, threads error) {
	t.Helper()
	return inBothOn(t, source, 1, arguments)
}

// inBothOn is inBoth with a number of programs.
func inBothOn(t *testing.T, source string, programs int32, arguments func() []any) (want, got []any, reference,
	threads error) {
	t.Helper()
	m, err := girih.Parse("kernel.mlir", []byte(source))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	want, got = arguments(), arguments()
	reference = m.Execute(context.Background(), "k", interp.Grid{programs, 1, 1}, want...)
	p, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: 4})
	if err != nil {
		t.Fatal(err)
	}
	_, threads = p.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{programs, 1, 1}}, got...)
	return want, got, reference, threads
}

// bytesOf is an array of ui8.
func bytesOf(t *testing.T, values ...uint64) *interp.Array {
	t.Helper()
	a, err := interp.NewArray(ir.NewContext().IntegerType(8, ir.Unsigned), int64(len(values)))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		a.SetBits(i, v)
	}
	return a
}

// A bool takes one byte. Any value but zero is true; a store writes 0 or 1.
func TestBoolsInBytesOfOtherTypesAreReadAndWrittenWhole(t *testing.T) {
	const source = `
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%x: !tile.ptr<ui8>, %y: !tile.ptr<ui8>) {
    %i = tile.iota : tensor<4xi32>
    %b = tile.ptr_cast %x : !tile.ptr<ui8> -> !tile.ptr<i1>
    %p = tile.addptr %b, %i : !tile.ptr<i1>, tensor<4xi32> -> tensor<4x!tile.ptr<i1>>
    %v = tile.load %p : tensor<4x!tile.ptr<i1>>
    %c = tile.ptr_cast %y : !tile.ptr<ui8> -> !tile.ptr<i1>
    %q = tile.addptr %c, %i : !tile.ptr<i1>, tensor<4xi32> -> tensor<4x!tile.ptr<i1>>
    tile.store %q, %v : tensor<4x!tile.ptr<i1>>, tensor<4xi1>
    tile.return
  }
}`
	want, got, reference, threads := inBoth(t, source, func() []any {
		return []any{bytesOf(t, 0, 2, 254, 1), bytesOf(t, 255, 254, 2, 0)}
	})
	if reference != nil || threads != nil {
		t.Fatal(reference, threads)
	}
	for i, bit := range []uint64{0, 1, 1, 1} {
		if w, g := want[1].(*interp.Array).Bits(i), got[1].(*interp.Array).Bits(i); w != bit || g != bit {
			t.Errorf("byte %d is %d by the reference and %d by threads, want %d", i, w, g, bit)
		}
	}
}

// An array of bools keeps the bytes that a program stores.
func TestBytesInArraysOfBoolsAreKept(t *testing.T) {
	const source = `
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%x: !tile.ptr<i1>, %y: !tile.ptr<ui8>) {
    %p = tile.ptr_cast %x : !tile.ptr<i1> -> !tile.ptr<ui8>
    %six = arith.constant 6 : i8
    %v = tile.bitcast %six : i8 -> ui8
    tile.store %p, %v : !tile.ptr<ui8>, ui8
    %w = tile.load %p : !tile.ptr<ui8>
    tile.store %y, %w : !tile.ptr<ui8>, ui8
    tile.return
  }
}`
	want, got, reference, threads := inBoth(t, source, func() []any {
		bools, err := interp.NewArray(ir.NewContext().I(1), 1)
		if err != nil {
			t.Fatal(err)
		}
		bools.SetBits(0, 0)
		return []any{bools, bytesOf(t, 0)}
	})
	if reference != nil || threads != nil {
		t.Fatal(reference, threads)
	}
	for _, args := range [][]any{want, got} {
		if b, y := args[0].(*interp.Array).Bits(0), args[1].(*interp.Array).Bits(0); b != 1 || y != 6 {
			t.Errorf("the bool is %d and the byte %d, want 1 and 6", b, y)
		}
	}
}

// Elements that one store writes to the same address must be equal, since their order is undefined.
func TestElementsOfOneStoreAtOneAddressMustBeEqual(t *testing.T) {
	const source = `
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%%x: !tile.ptr<i32>) {
    %%i = tile.iota : tensor<256xi32>
    %%two = arith.constant dense<%d> : tensor<256xi32>
    %%at = arith.divui %%i, %%two : tensor<256xi32>
    %%p = tile.addptr %%x, %%at : !tile.ptr<i32>, tensor<256xi32> -> tensor<256x!tile.ptr<i32>>
    tile.store %%p, %%%s : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
    tile.return
  }
}`
	for _, test := range []struct {
		share int
		value string
		races bool
	}{
		{1, "i", false}, {2, "at", false}, {128, "at", false}, {256, "two", false},
		{2, "i", true}, {64, "i", true}, {256, "i", true},
	} {
		_, _, reference, threads := inBoth(t, fmt.Sprintf(source, test.share, test.value), func() []any {
			a, err := interp.Filled(ir.NewContext().I(32), []int64{256}, func(int) float64 { return 7 })
			if err != nil {
				t.Fatal(err)
			}
			return []any{a}
		})
		if errors.Is(reference, interp.ErrRace) != test.races || errors.Is(threads, simt.ErrRace) != test.races {
			t.Errorf("%d elements of %%%s at each address: the reference says %v, threads say %v", test.share, test.value,
				reference, threads)
		}
	}
}

// Programs may store equal numbers to one element, if none reads it.
func TestNumbersThatProgramsStoreToOneElementMustBeEqual(t *testing.T) {
	const source = `
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%%x: !tile.ptr<f64>) {
    %%id = tile.program_id 0
    %%i = arith.sitofp %%id : i32 to f64
    %%five = arith.constant -5.0 : f64
    %%seven = arith.constant 7.0 : f64
    %%zero = arith.constant 0 : i32
    %%p = tile.addptr %%x, %%zero : !tile.ptr<f64>, i32 -> !tile.ptr<f64>
    %%four = arith.constant 4 : i32
    %%last = arith.subi %%four, %%id : i32
    %%own = tile.addptr %%x, %%last : !tile.ptr<f64>, i32 -> !tile.ptr<f64>
    %s
    tile.return
  }
}`
	store := func(name string) string { return "tile.store %p, %" + name + " : !tile.ptr<f64>, f64\n" }
	for _, test := range []struct {
		name, does string
		races      bool
	}{
		{"equal", store("five"), false}, {"equal again", store("five") + store("five"), false},
		{"what was there", store("seven"), false}, {"different", store("i"), true},
		{"first equal", store("five") + store("i"), true}, {"then equal", store("i") + store("five"), true},
		{"several", store("five") + store("seven"), true},
		{"read", "%v = tile.load %p : !tile.ptr<f64>\n tile.store %own, %v : !tile.ptr<f64>, f64\n" + store("seven"), true},
	} {
		_, _, reference, threads := inBothOn(t, fmt.Sprintf(source, test.does), 3, func() []any {
			a, err := interp.Filled(ir.NewContext().Float("f64"), []int64{5}, func(int) float64 { return 7 })
			if err != nil {
				t.Fatal(err)
			}
			return []any{a}
		})
		if errors.Is(reference, interp.ErrRace) != test.races || errors.Is(threads, simt.ErrRace) != test.races {
			t.Errorf("%s: the reference says %v, threads say %v", test.name, reference, threads)
		}
	}
}

// Numbers are compared exactly: these are alike for a hash that multiplies by the golden ratio and drops a bit.
func TestNumbersThatHaveTheSameHashDiffer(t *testing.T) {
	const source = `
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%x: !tile.ptr<i64>) {
    %id = tile.program_id 0
    %wide = arith.extsi %id : i32 to i64
    %inverse = arith.constant -1018231460777725123 : i64
    %v = arith.muli %wide, %inverse : i64
    tile.store %x, %v : !tile.ptr<i64>, i64
    tile.return
  }
}`
	_, _, reference, threads := inBothOn(t, source, 2, func() []any {
		a, err := interp.NewArray(ir.NewContext().I(64), 1)
		if err != nil {
			t.Fatal(err)
		}
		return []any{a}
	})
	if !errors.Is(reference, interp.ErrRace) || !errors.Is(threads, simt.ErrRace) {
		t.Errorf("the reference says %v, threads say %v", reference, threads)
	}
}

// Executors may add in any order; see "What is exact and what is undefined" of docs/language.md.
func TestSumsAndScansOfFloatsAgreeWithinTheStatedTolerance(t *testing.T) {
	const n = 256
	const source = `
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%%x: !tile.ptr<%[1]s>, %%y: !tile.ptr<%[1]s>, %%z: !tile.ptr<%[1]s>) {
    %%i = tile.iota : tensor<256xi32>
    %%p = tile.addptr %%x, %%i : !tile.ptr<%[1]s>, tensor<256xi32> -> tensor<256x!tile.ptr<%[1]s>>
    %%v = tile.load %%p : tensor<256x!tile.ptr<%[1]s>>
    %%sum = tile.reduce %%v axis = 0 {
    ^bb0(%%a: %[1]s, %%b: %[1]s):
      %%c = arith.addf %%a, %%b : %[1]s
      tile.yield %%c : %[1]s
    } : tensor<256x%[1]s> -> %[1]s
    tile.store %%y, %%sum : !tile.ptr<%[1]s>, %[1]s
    %%sums = tile.scan %%v axis = 0 {
    ^bb0(%%a: %[1]s, %%b: %[1]s):
      %%c = arith.addf %%a, %%b : %[1]s
      tile.yield %%c : %[1]s
    } : tensor<256x%[1]s> -> tensor<256x%[1]s>
    %%q = tile.addptr %%z, %%i : !tile.ptr<%[1]s>, tensor<256xi32> -> tensor<256x!tile.ptr<%[1]s>>
    tile.store %%q, %%sums : tensor<256x!tile.ptr<%[1]s>>, tensor<256x%[1]s>
    tile.return
  }
}`
	for _, elem := range []string{"f16", "bf16", "f32", "f64"} {
		format := ir.NewContext().Float(elem).Format
		magnitudes := 0.0
		arguments := func() []any {
			r := rand.New(rand.NewPCG(1, 1))
			magnitudes = 0
			number := func(int) float64 {
				v := r.NormFloat64()
				magnitudes += math.Abs(v)
				return v
			}
			zero := func(int) float64 { return 0 }
			var args []any
			for i, f := range []func(int) float64{number, zero, zero} {
				a, err := interp.Filled(ir.NewContext().Float(elem), []int64{[]int64{n, 1, n}[i]}, f)
				if err != nil {
					t.Fatal(err)
				}
				args = append(args, a)
			}
			return args
		}
		want, got, reference, threads := inBoth(t, fmt.Sprintf(source, elem), arguments)
		if reference != nil || threads != nil {
			t.Fatal(reference, threads)
		}
		allowed := n * math.Ldexp(magnitudes, 1-format.Precision())
		for k := 1; k < 3; k++ {
			w, g := want[k].(*interp.Array).Float64s(), got[k].(*interp.Array).Float64s()
			for i := range w {
				if !(math.Abs(w[i]-g[i]) <= allowed) {
					t.Errorf("%s: output %d, element %d: %v and %v differ by more than %v", elem, k, i, w[i], g[i], allowed)
				}
			}
		}
	}
}

// A launch passes a tf32 as an f32; programs use the nearest tf32.
func TestNumbersOfTF32AreRoundedWhereTheyArrive(t *testing.T) {
	const source = `
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @k(%y: !tile.ptr<f32>, %s: tf32) {
    %w = tile.cast %s : tf32 -> f32
    tile.store %y, %w : !tile.ptr<f32>, f32
    tile.return
  }
}`
	want, got, reference, threads := inBoth(t, source, func() []any {
		a, err := interp.NewArray(ir.NewContext().F32(), 1)
		if err != nil {
			t.Fatal(err)
		}
		return []any{a, 1.2345}
	})
	if reference != nil || threads != nil {
		t.Fatal(reference, threads)
	}
	if w, g := want[0].(*interp.Array).Float64(0), got[0].(*interp.Array).Float64(0); w != 1.234375 || g != w {
		t.Errorf("%v by the reference, %v by threads", w, g)
	}
}
