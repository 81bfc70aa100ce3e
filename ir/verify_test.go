package ir_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
)

// diagnostics verifies a program and returns its diagnostics, one "line: message" each, with notes after a "+".
func diagnostics(t *testing.T, program string) string {
	t.Helper()
	var lines []string
	add := func(prefix string, d *ir.Diagnostic) {
		line := 0
		if f := ir.FileLocation(d.Loc); f != nil {
			line = int(f.StartLine)
		}
		lines = append(lines, fmt.Sprintf("%s%d: %s", prefix, line, d.Message))
	}
	err := ir.Verify(irtest.Parse(t, program), func(d *ir.Diagnostic) {
		add("", d)
		for _, n := range d.Notes {
			add("+", n)
		}
	})
	if (err != nil) != (len(lines) > 0) {
		t.Errorf("Verify returned %v and reported %d errors", err, len(lines))
	}
	return strings.Join(lines, "\n")
}

func TestUsesAreDominatedByDefinitions(t *testing.T) {
	tests := []struct{ name, program, want string }{
		{"same block", `func.func @f() {
  "u.use"(%0) : (i32) -> ()
  %0 = "u.def"() : () -> i32
  return
}`, "2: operand #0 does not dominate this use\n+3: operand defined here (op in the same block)"},
		{"an operation does not use itself", `func.func @f() {
  %0 = "u.def"(%0) : (i32) -> i32
  return
}`, "2: operand #0 does not dominate this use\n+2: operand defined here (op in the same block)"},
		{"graph regions have no order", `module {
  "u.use"(%0) : (i32) -> ()
  %0 = "u.def"(%0) : (i32) -> i32
}`, ""},
		{"one branch does not dominate the join", `func.func @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = "u.def"() : () -> i32
  cf.br ^b
^b:
  "u.use"(%0) : (i32) -> ()
  return
}`, "7: operand #0 does not dominate this use\n+4: operand defined here (op in the same region)"},
		{"the entry dominates all", `func.func @f(%c: i1) {
  %0 = "u.def"() : () -> i32
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^b
^b:
  "u.use"(%0) : (i32) -> ()
  return
}`, ""},
		{"arguments of a block that is no dominator", `func.func @f(%c: i1, %x: i32) {
  cf.cond_br %c, ^a(%x : i32), ^b
^a(%y: i32):
  cf.br ^b
^b:
  "u.use"(%y) : (i32) -> ()
  return
}`, "6: operand #0 does not dominate this use\n+1: operand defined as a block argument (block #1 in the same region)"},
		{"unreachable blocks use what they like", `func.func @f() {
  return
^a:
  "u.use"(%0) : (i32) -> ()
  %0 = "u.def"() : () -> i32
  cf.br ^a
}`, ""},
		{"values of around are seen inside", `func.func @f(%c: i1, %x: i32) {
  scf.if %c {
    scf.if %c {
      "u.use"(%x) : (i32) -> ()
    }
  }
  return
}`, ""},
		{"loops see their own results only after them", `func.func @f(%n: index) {
  %0 = scf.for %i = %n to %n step %n iter_args(%a = %n) -> (index) {
    scf.yield %0 : index
  }
  return
}`, "3: operand #0 does not dominate this use\n+2: operand defined here (op in a parent region)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := diagnostics(t, tt.program); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestIsolatedOperationsDoNotUseWhatIsAround(t *testing.T) {
	const program = `"u.outer"() ({
  %0 = "u.def"() : () -> i32
  module {
    func.func @f() {
      "u.use"(%0) : (i32) -> ()
      return
    }
  }
}) : () -> ()`
	module := irtest.Parse(t, strings.Replace(program, "(%0) : (i32)", "() : ()", 1))
	var def, use *ir.Operation
	module.Walk(func(op *ir.Operation) bool {
		switch op.Name() {
		case "u.def":
			def = op
		case "u.use":
			use = op
		}
		return true
	})
	use.SetOperands(def.ResultValues())
	err := ir.Verify(module, nil)
	if err == nil || !strings.Contains(err.Error(), "'u.use' op using value defined outside the region") {
		t.Fatalf("got %v", err)
	}
	notes := err.(*ir.Diagnostic).Notes
	if len(notes) != 1 || !strings.HasPrefix(notes[0].Message, "required by region isolation") {
		t.Errorf("notes %v", notes)
	}
}

func TestUnitsAreCheckedIndependentlyAndReportedInOrder(t *testing.T) {
	var program, want strings.Builder
	for i := range 40 {
		fmt.Fprintf(&program, "func.func @f%d() {\n", i)
		if i%3 == 0 {
			program.WriteString("  \"cf.br\"() : () -> ()\n  \"cf.assert\"() : () -> ()\n}\n")
			fmt.Fprintf(&want, "%d: 'cf.br' op requires 1 successor but found 0\n", strings.Count(program.String(), "\n")-2)
		} else {
			program.WriteString("  return\n}\n")
		}
	}
	for range 5 {
		if got := diagnostics(t, program.String()); got+"\n" != want.String() {
			t.Fatalf("got\n%s\nwant\n%s", got, want.String())
		}
	}
}

func TestTerminatorsEndBlocks(t *testing.T) {
	tests := []struct{ name, program, want string }{
		{"missing", `"u.op"() ({
^a:
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
^b:
  "u.end"() : () -> ()
}) : () -> ()`, "3: block with no terminator, has %0 = \"arith.constant\"() <{value = 1 : i32}> : () -> i32"},
		{"empty block", `"u.op"() ({
^a:
^b:
  "u.end"() : () -> ()
}) : () -> ()`, "1: empty block: expect at least a terminator"},
		{"in the middle", `func.func @f() {
  func.return
  func.return
}`, "2: 'func.return' op must be the last operation in the parent block"},
		{"the only block of an unknown operation needs none", `"u.op"() ({
  %0 = arith.constant 1 : i32
}) : () -> ()`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := diagnostics(t, tt.program); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestSymbolsOfATableDiffer(t *testing.T) {
	got := diagnostics(t, `func.func private @f()
module {
  func.func private @f()
}
func.func private @f()`)
	if want := "5: redefinition of symbol named 'f'\n+1: see existing symbol definition here"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCallsFindFunctionsOfTheNearestTable(t *testing.T) {
	got := diagnostics(t, `module {
  func.func private @g()
  module {
    func.func @f() {
      call @g() : () -> ()
      return
    }
  }
  func.func @h() {
    scf.execute_region {
      func.call @g() : () -> ()
      scf.yield
    }
    return
  }
}`)
	if want := "5: 'func.call' op 'g' does not reference a valid function"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAnOperationCanReportSeveralErrors(t *testing.T) {
	got := diagnostics(t, `func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>) {
  %0 = "arith.addf"(%a, %b) : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}`)
	want := "2: 'arith.addf' op inferred type(s) 'tensor<?xf32>' are incompatible with return type(s) of operation " +
		"'tensor<4xf32>'\n2: 'arith.addf' op failed to infer returned types"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// chain returns a function of n operations on scalars.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%x: i32, %y: f32) {\n")
	for i := 0; i < n; i += 4 {
		fmt.Fprintf(&b, "  %%a%[1]d = arith.addi %%x, %%x : i32\n  %%b%[1]d = arith.mulf %%y, %%y : f32\n"+
			"  %%c%[1]d = arith.cmpi slt, %%a%[1]d, %%x : i32\n  %%d%[1]d = arith.select %%c%[1]d, %%a%[1]d, %%x : i32\n", i)
	}
	b.WriteString("  return\n}\n")
	return b.String()
}

func TestVerifyingARightOperationAllocatesNothing(t *testing.T) {
	small, large := irtest.Parse(t, chain(16)), irtest.Parse(t, chain(4096))
	allocs := func(op *ir.Operation) float64 {
		return testing.AllocsPerRun(3, func() {
			if err := ir.Verify(op, nil); err != nil {
				t.Error(err)
			}
		})
	}
	const few = 16 // a garbage collection in between may empty a pool
	if a, b := allocs(small), allocs(large); b-a > few {
		t.Errorf("16 operations take %v allocations, 4096 take %v", a, b)
	}
}

func BenchmarkVerify(b *testing.B) {
	op := irtest.Parse(b, chain(100_000))
	b.ReportAllocs()
	for b.Loop() {
		if err := ir.Verify(op, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleVerify() {
	ctx := ir.NewContext(arith.Dialect)
	b := ir.NewBuilder(ctx)
	one := arith.NewInt(b, ctx.I(32), 1)
	sum := arith.Binary(b, &arith.AddI, one, one).DefiningOp()
	sum.Result(0).SetType(ctx.F32())
	fmt.Println(ir.Verify(sum, nil))
	// Output: loc(unknown): error: 'arith.addi' op result #0 must be signless-integer-like, but got 'f32'
}
