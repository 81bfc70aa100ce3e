package cse_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/cse"
)

func TestKeepsOneOfTheOperationsThatDoTheSame(t *testing.T) {
	tests := []struct {
		name, body string
		op         string // counted
		want       int
		stats      cse.Statistics
	}{
		{"operands in another order", `%0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  "u.use"(%0, %1) : (i32, i32) -> ()`, "arith.addi", 1, cse.Statistics{CSE: 1}},
		{"the order of a difference matters", `%0 = arith.subi %a, %b : i32
  %1 = arith.subi %b, %a : i32
  "u.use"(%0, %1) : (i32, i32) -> ()`, "arith.subi", 2, cse.Statistics{}},
		{"dead", `%0 = arith.addi %a, %b : i32`, "arith.addi", 0, cse.Statistics{DCE: 1}},
		{"effects that are not known", `%0 = "u.x"() : () -> i32
  %1 = "u.x"() : () -> i32
  "u.use"(%0, %1) : (i32, i32) -> ()`, "u.x", 2, cse.Statistics{}},
		{"what dominates", `%0 = arith.addi %a, %b : i32
  scf.if %c {
    %1 = arith.addi %a, %b : i32
    "u.use"(%1) : (i32) -> ()
  }
  "u.use"(%0) : (i32) -> ()`, "arith.addi", 1, cse.Statistics{CSE: 1}},
		{"what does not dominate", `scf.if %c {
    %1 = arith.addi %a, %b : i32
    "u.use"(%1) : (i32) -> ()
  }
  %0 = arith.addi %a, %b : i32
  "u.use"(%0) : (i32) -> ()`, "arith.addi", 2, cse.Statistics{}},
		{"regions that do the same", `%0 = scf.if %c -> i32 {
    %2 = arith.addi %a, %b : i32
    scf.yield %2 : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> i32 {
    %2 = arith.addi %b, %a : i32
    scf.yield %2 : i32
  } else {
    scf.yield %a : i32
  }
  "u.use"(%0, %1) : (i32, i32) -> ()`, "scf.if", 1, cse.Statistics{CSE: 1}},
		{"regions that differ", `%0 = scf.if %c -> i32 {
    scf.yield %b : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %a : i32
  }
  "u.use"(%0, %1) : (i32, i32) -> ()`, "scf.if", 2, cse.Statistics{}},
		{"reads with nothing between", `%0 = memref.load %m[] : memref<i32>
  %1 = memref.load %m[] : memref<i32>
  "u.use"(%0, %1) : (i32, i32) -> ()`, "memref.load", 1, cse.Statistics{CSE: 1}},
		{"reads with a write between", `%0 = memref.load %m[] : memref<i32>
  memref.store %a, %m[] : memref<i32>
  %1 = memref.load %m[] : memref<i32>
  "u.use"(%0, %1) : (i32, i32) -> ()`, "memref.load", 2, cse.Statistics{}},
		{"reads with a write in a region between", `%0 = memref.load %m[] : memref<i32>
  scf.if %c {
    memref.store %a, %m[] : memref<i32>
  }
  %1 = memref.load %m[] : memref<i32>
  "u.use"(%0, %1) : (i32, i32) -> ()`, "memref.load", 2, cse.Statistics{}},
		{"blocks in the order of dominance", `%0 = arith.addi %a, %b : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = arith.addi %a, %b : i32
  %2 = arith.muli %1, %a : i32
  "u.use"(%2) : (i32) -> ()
  cf.br ^bb3
^bb2:
  %3 = arith.muli %0, %a : i32
  "u.use"(%3) : (i32) -> ()
  cf.br ^bb3
^bb3:`, "arith.", 3, cse.Statistics{CSE: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := registry.NewContext()
			ctx.AllowUnregistered = true
			m, err := text.ParseString(ctx,
				"func.func @f(%a: i32, %b: i32, %c: i1, %m: memref<i32>) {\n  "+tt.body+"\n  return\n}")
			if err != nil {
				t.Fatal(err)
			}
			if got := cse.Run(m); got != tt.stats {
				t.Errorf("statistics %+v, want %+v", got, tt.stats)
			}
			got := string(text.Print(m, text.Options{}))
			if n := strings.Count(got, tt.op); n != tt.want {
				t.Errorf("%d of %s, want %d:\n%s", n, tt.op, tt.want, got)
			}
		})
	}
}
