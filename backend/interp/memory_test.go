package interp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
)

// launch runs @k of a module over n programs on arrays of the given type and sizes, whose elements are 0, 1, ...
func launch(t *testing.T, ctx context.Context, body string, n int32, elem string, sizes ...int64) ([]*interp.Array,
	error) {
	t.Helper()
	var arrays []*interp.Array
	var args []any
	for _, size := range sizes {
		a, err := interp.Filled(element(t, elem), []int64{size}, func(i int) float64 { return float64(i) })
		if err != nil {
			t.Fatal(err)
		}
		arrays, args = append(arrays, a), append(args, a)
	}
	return arrays, interp.Run(ctx, module(t, body), "k", interp.Grid{n, 1, 1}, args...)
}

func TestRacesBetweenProgramsAreFound(t *testing.T) {
	kernel := func(body string) string {
		return "tile.kernel @k(%p: !tile.ptr<i32>) {\n  %i = tile.program_id 0\n" + body + "\n  tile.return\n}"
	}
	for _, tt := range []struct {
		name, body string
		want       error
	}{
		{"all write one element", `tile.store %p, %i : !tile.ptr<i32>, i32`, interp.ErrRace},
		{"each writes its own", `%q = tile.addptr %p, %i : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
  tile.store %q, %i : !tile.ptr<i32>, i32`, nil},
		{"all read what none writes", `%v = tile.load %p : !tile.ptr<i32>
  %w = tile.add %i, %v : i32, i32 -> i32`, nil},
		{"one writes what others read", `%v = tile.load %p : !tile.ptr<i32>
  %zero = tile.literal 0
  %first = tile.cmp eq, %i, %zero : i32, !tile.literal<int> -> i1
  tile.store %p, %v, %first : !tile.ptr<i32>, i32, i1`, interp.ErrRace},
		{"atomic additions", `%old = tile.atomic_rmw add relaxed device %p, %i : !tile.ptr<i32>, i32`, nil},
		{"a plain write beside atomic ones", `%old = tile.atomic_rmw add relaxed device %p, %i : !tile.ptr<i32>, i32
  tile.store %p, %i : !tile.ptr<i32>, i32`, interp.ErrRace},
		{"a plain read of what others wrote atomically", `%old = tile.atomic_rmw add acq_rel device %p, %i : !tile.ptr<i32>, i32
  %one = tile.literal 1
  %q = tile.addptr %p, %one : !tile.ptr<i32>, !tile.literal<int> -> !tile.ptr<i32>
  %v = tile.load %q : !tile.ptr<i32>
  %x = tile.atomic_rmw add relaxed device %q, %i : !tile.ptr<i32>, i32`, interp.ErrRace},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for range 5 {
				_, err := launch(t, context.Background(), kernel(tt.body), 8, "i32", 8)
				if !errors.Is(err, tt.want) {
					t.Fatalf("error %v, want %v", err, tt.want)
				}
			}
		})
	}
}

// lock is a kernel in which each program acquires a lock in element 0 and then adds its number plus one to element 1.
const lock = `tile.kernel @k(%p: !tile.ptr<i32>) {
  %i = tile.program_id 0
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.while : () -> () {
    %old = tile.atomic_cas ACQUIRE device %p, %c0, %c1 : !tile.ptr<i32>, i32, i32
    %taken = arith.cmpi eq, %old, %c1 : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %q = tile.addptr %p, %c1 : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
  %v = tile.load %q : !tile.ptr<i32>
  %n = tile.add %v, %i : i32, i32 -> i32
  tile.store %q, %n : !tile.ptr<i32>, i32
  %free = tile.atomic_rmw xchg RELEASE device %p, %c0 : !tile.ptr<i32>, i32
  tile.return
}`

func TestALockOrdersPrograms(t *testing.T) {
	ordered := strings.NewReplacer("ACQUIRE", "acquire", "RELEASE", "release").Replace(lock)
	arrays, err := launch(t, context.Background(), ordered, 8, "i32", 2)
	if err != nil {
		t.Fatal(err)
	}
	if got := arrays[0].Float64s(); got[0] != 0 || got[1] != 1+28 {
		t.Errorf("got %v, want a free lock and 29", got)
	}
	relaxed := strings.NewReplacer("ACQUIRE", "relaxed", "RELEASE", "relaxed").Replace(lock)
	if _, err := launch(t, context.Background(), relaxed, 8, "i32", 2); !errors.Is(err, interp.ErrRace) {
		t.Errorf("a relaxed lock: error %v, want a race", err)
	}
}

// waiting is a kernel in which program 0 waits until the last one sets element 0.
const waiting = `tile.kernel @k(%p: !tile.ptr<i32>) {
  %i = tile.program_id 0
  %c0 = arith.constant 0 : i32
  %first = arith.cmpi eq, %i, %c0 : i32
  scf.if %first {
    scf.while : () -> () {
      %v = tile.load %p volatile : !tile.ptr<i32>
      %zero = arith.cmpi eq, %v, %c0 : i32
      scf.condition(%zero)
    } do {
      scf.yield
    }
  } else {
    %old = tile.atomic_rmw add release device %p, VALUE : !tile.ptr<i32>, i32
  }
  tile.return
}`

func TestAProgramMayWaitForALaterOne(t *testing.T) {
	if _, err := launch(t, context.Background(), strings.ReplaceAll(waiting, "VALUE", "%i"), 4, "i32", 1); err != nil {
		t.Error(err)
	}
	_, err := launch(t, context.Background(), strings.ReplaceAll(waiting, "VALUE", "%c0"), 4, "i32", 1)
	if !errors.Is(err, interp.ErrDeadlock) {
		t.Errorf("error %v, want a deadlock", err)
	}
}

func TestOverlappingArrayArgumentsAreFoundWhenWritten(t *testing.T) {
	const copied = `tile.kernel @k(%x: !tile.array<?xi32>, %y: !tile.array<?xi32>) {
  %i = tile.program_id 0
  %t = tile.load_view %x[%i] : !tile.array<?xi32> -> tensor<2xi32>
  tile.store_view %t, %y[%i] : tensor<2xi32>, !tile.array<?xi32>
  tile.return
}`
	a, err := interp.Filled(element(t, "i32"), []int64{8}, func(i int) float64 { return float64(i) })
	if err != nil {
		t.Fatal(err)
	}
	err = interp.Run(context.Background(), module(t, copied), "k", interp.Grid{4, 1, 1}, a, a)
	if !errors.Is(err, interp.ErrOverlap) || !strings.Contains(err.Error(), "arguments #0 and #1 are one array") {
		t.Errorf("error %v, want overlapping arrays", err)
	}
	const moved = `tile.kernel @k(%x: !tile.array<?xi32> {tile.may_overlap}, %y: !tile.array<?xi32> {tile.may_overlap}) {`
	_, body, _ := strings.Cut(copied, "\n")
	if err := interp.Run(context.Background(), module(t, moved+body), "k", interp.Grid{4, 1, 1}, a, a); err != nil {
		t.Errorf("arguments that may overlap: %v", err)
	}
}

func TestPointersToOtherTypes(t *testing.T) {
	const kernel = `tile.kernel @k(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>) {
  %bytes = tile.ptr_cast %p : !tile.ptr<i32> -> !tile.ptr<i8>
  %five = arith.constant 5 : i32
  %b = tile.addptr %bytes, %five : !tile.ptr<i8>, i32 -> !tile.ptr<i8>
  %minus = arith.constant -1 : i8
  tile.store %b, %minus : !tile.ptr<i8>, i8
  %a = tile.ptr_to_int %p : !tile.ptr<i32> -> i64
  %eight = arith.constant 8 : i64
  %next = arith.addi %a, %eight : i64
  %r = tile.int_to_ptr %next : i64 -> !tile.ptr<i32>
  %pair = tile.ptr_cast %r : !tile.ptr<i32> -> !tile.ptr<i64>
  %v = tile.load %pair : !tile.ptr<i64>
  %high = arith.constant 32 : i64
  %h = arith.shrui %v, %high : i64
  %w = arith.trunci %h : i64 to i32
  tile.store %q, %w : !tile.ptr<i32>, i32
  tile.return
}`
	arrays, err := launch(t, context.Background(), kernel, 1, "i32", 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(arrays[0].Float64s(), arrays[1].Float64s()), "[0 65281 2 3] [3]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	misaligned := strings.Replace(kernel, "arith.constant 8 : i64", "arith.constant 4 : i64", 1)
	if _, err := launch(t, context.Background(), misaligned, 1, "i32", 4, 1); !errors.Is(err, interp.ErrOutOfBounds) {
		t.Errorf("error %v, want that of a misaligned access", err)
	}
}

func TestViews(t *testing.T) {
	for _, tt := range []struct {
		name, view, index string
		want              []float64
		err               error
	}{
		{"one beside the other", "tile = [2, 4], padding = zero, !tile.array<?x?xi32>", "%c1, %c1",
			[]float64{16, 17, 0, 0, 22, 23, 0, 0}, nil},
		{"transposed", "tile = [4, 2], order = [1, 0], padding = zero, !tile.array<?x?xi32>", "%c1, %c1",
			[]float64{16, 22, 17, 23, 0, 0, 0, 0}, nil},
		{"overlapping", "tile = [2, 4], steps = [1, 1], padding = zero, !tile.array<?x?xi32>", "%c1, %c2",
			[]float64{8, 9, 10, 11, 14, 15, 16, 17}, nil},
		{"gapped", "tile = [2, 2], steps = [3, 3], padding = zero, !tile.array<?x?xi32>", "%c1, %c1",
			[]float64{21, 22, 0, 0}, nil},
		{"beyond the view", "tile = [2, 4], padding = zero, !tile.array<?x?xi32>", "%c2, %c0", nil, interp.ErrOutOfBounds},
	} {
		t.Run(tt.name, func(t *testing.T) {
			size := "2x4"
			switch {
			case strings.Contains(tt.view, "[4, 2]"):
				size = "4x2"
			case strings.Contains(tt.view, "[2, 2]"):
				size = "2x2"
			}
			n := 8
			if size == "2x2" {
				n = 4
			}
			body := fmt.Sprintf(`tile.kernel @k(%%p: !tile.ptr<i32>, %%q: !tile.ptr<i32>) {
  %%c0 = arith.constant 0 : i32
  %%c1 = arith.constant 1 : i32
  %%c2 = arith.constant 2 : i32
  %%c4 = arith.constant 4 : i32
  %%c6 = arith.constant 6 : i32
  %%s = arith.constant 6 : i64
  %%one = arith.constant 1 : i64
  %%whole = tile.make_array %%p shape[%%c4, %%c6] strides[%%s, %%one] : !tile.ptr<i32> -> !tile.array<?x?xi32>
  %%a = tile.slice %%whole axis = 0 from %%c0 to %%c4 : !tile.array<?x?xi32> -> !tile.array<?x?xi32>
  %%v = tile.view %%a : !tile.view<%[1]s>
  %%t = tile.load_view %%v[%[2]s] : !tile.view<%[1]s> -> tensor<%[3]sxi32>
  %%flat = tile.reshape %%t : tensor<%[3]sxi32> -> tensor<%[4]dxi32>
  %%at = tile.iota : tensor<%[4]dxi32>
  %%to = tile.addptr %%q, %%at : !tile.ptr<i32>, tensor<%[4]dxi32> -> tensor<%[4]dx!tile.ptr<i32>>
  tile.store %%to, %%flat : tensor<%[4]dx!tile.ptr<i32>>, tensor<%[4]dxi32>
  tile.return
}`, tt.view, tt.index, size, n)
			arrays, err := launch(t, context.Background(), body, 1, "i32", 24, int64(n))
			if !errors.Is(err, tt.err) {
				t.Fatalf("error %v, want %v", err, tt.err)
			}
			for i, w := range tt.want {
				if got := arrays[1].Float64s(); got[i] != w {
					t.Fatalf("got %v, want %v", got, tt.want)
				}
			}
		})
	}
}

func TestAccessesByIndexRespectBounds(t *testing.T) {
	const kernel = `tile.kernel @k(%x: !tile.array<?xi32>, %y: !tile.ptr<i32>) {
  %i = tile.iota : tensor<8xi32>
  %two = tile.literal 2
  %j = tile.sub %i, %two : tensor<8xi32>, !tile.literal<int> -> tensor<8xi32>
  %in = tile.in_bounds %x[%j] : !tile.array<?xi32>, tensor<8xi32> -> tensor<8xi1>
  %p = tile.element_ptr %x[%j] : !tile.array<?xi32>, tensor<8xi32> -> tensor<8x!tile.ptr<i32>>
  %none = tile.literal -1
  %v = tile.load %p, %in, %none : tensor<8x!tile.ptr<i32>>, tensor<8xi1>, !tile.literal<int>
  %q = tile.addptr %y, %i : !tile.ptr<i32>, tensor<8xi32> -> tensor<8x!tile.ptr<i32>>
  tile.store %q, %v : tensor<8x!tile.ptr<i32>>, tensor<8xi32>
  tile.return
}`
	arrays, err := launch(t, context.Background(), kernel, 1, "i32", 4, 8)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(arrays[1].Float64s()), "[-1 -1 0 1 2 3 -1 -1]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestOutputComesInTheOrderOfThePrograms(t *testing.T) {
	const kernel = `tile.kernel @k(%p: !tile.ptr<i32>) {
  %i = tile.program_id 0
  %x = tile.iota : tensor<2xi32>
  %y = tile.add %x, %i : tensor<2xi32>, i32 -> tensor<2xi32>
  tile.print " y: " hex %y : tensor<2xi32>
  tile.return
}`
	var out bytes.Buffer
	done := 0
	ctx := interp.WithProgress(interp.WithOutput(context.Background(), &out), func(n, total int) {
		if done++; n != done || total != 2 {
			t.Errorf("progress %d of %d after %d programs", n, total, done)
		}
	})
	if _, err := launch(t, ctx, kernel, 2, "i32", 1); err != nil {
		t.Fatal(err)
	}
	want := "pid (0, 0, 0) idx (0) y: 0x00000000\npid (0, 0, 0) idx (1) y: 0x00000001\n" +
		"pid (1, 0, 0) idx (0) y: 0x00000001\npid (1, 0, 0) idx (1) y: 0x00000002\n"
	if out.String() != want || done != 2 {
		t.Errorf("%d programs printed %q, want %q", done, out.String(), want)
	}
}
