package ir_test

import (
	"fmt"
	"testing"
)

// An operation that differs in one thing from the right one before it is refused as it would be alone.
func TestOperationsNextToRightOnesAreChecked(t *testing.T) {
	for _, c := range []struct{ name, right, wrong, want string }{
		{"type of a result", `%r = "arith.addi"(%a, %a) : (i32, i32) -> i32`,
			`%w = "arith.addi"(%a, %a) : (i32, i32) -> i64`,
			"'arith.addi' op requires the same type for all operands and results"},
		{"type of an operand", `%r = "arith.addi"(%a, %a) : (i32, i32) -> i32`,
			`%w = "arith.addi"(%a, %b) : (i32, i64) -> i32`,
			"'arith.addi' op requires the same type for all operands and results"},
		{"constraint of an operand", `%r = "arith.select"(%c, %a, %a) : (i1, i32, i32) -> i32`,
			`%w = "arith.select"(%a, %a, %a) : (i32, i32, i32) -> i32`,
			"'arith.select' op operand #0 must be bool-like, but got 'i32'"},
		{"cast", `%r = "arith.extsi"(%a) : (i32) -> i64`, `%w = "arith.extsi"(%b) : (i64) -> i64`,
			"'arith.extsi' op operand type 'i64' and result type 'i64' are cast incompatible"},
		{"predicate", `%r = "arith.extsi"(%t) : (tensor<4xi32>) -> tensor<4xi64>`,
			`%w = "arith.extsi"(%u) : (tensor<?xi32>) -> tensor<4xi64>`,
			"'arith.extsi' op failed to verify that input and output have the same tensor dimensions"},
		{"type of an attribute", `%r = "arith.constant"() {value = 1 : i32} : () -> i32`,
			`%w = "arith.constant"() {value = 1 : i64} : () -> i32`,
			"'arith.constant' op failed to verify that all of {value, result} have same type"},
		{"absent attribute", `%r = "arith.constant"() {value = 1 : i32} : () -> i32`,
			`%w = "arith.constant"() : () -> i32`, "'arith.constant' op requires attribute 'value'"},
		{"number of operands", `%r = "arith.addi"(%a, %a) : (i32, i32) -> i32`,
			`%w = "arith.addi"(%a) : (i32) -> i32`, "'arith.addi' op expected 2 operands, but found 1"},
		{"number of regions", `"scf.if"(%c) ({ "scf.yield"() : () -> () }, {}) : (i1) -> ()`,
			`"scf.if"(%c) ({ "scf.yield"() : () -> () }) : (i1) -> ()`, "'scf.if' op expected 2 regions"},
		{"argument of a region", `"scf.if"(%c) ({ "scf.yield"() : () -> () }, {}) : (i1) -> ()`,
			`"scf.if"(%c) ({ ^bb0(%p: i32): "scf.yield"() : () -> () }, {}) : (i1) -> ()`,
			"'scf.if' op region #0 should have no arguments"},
		{"sizes of groups", `"llvm.call"(%a) {callee = @g, op_bundle_sizes = array<i32>, operandSegmentSizes = ` +
			`array<i32: 1, 0>} : (i32) -> ()`,
			`"llvm.call"(%a) {callee = @g, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>} : (i32) -> ()`,
			"'llvm.call' op operand count (1) does not match with the total size (2) specified in attribute " +
				"'operandSegmentSizes'"},
	} {
		program := func(second string) string {
			return fmt.Sprintf(`llvm.func @g(i32)
func.func @f(%%a: i32, %%b: i64, %%c: i1, %%t: tensor<4xi32>, %%u: tensor<?xi32>) {
  %s
  %s
  return
}`, c.right, second)
		}
		if got := diagnostics(t, program("")); got != "" {
			t.Errorf("%s: the first operation: %s", c.name, got)
		}
		if got, want := diagnostics(t, program(c.wrong)), "4: "+c.want; got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
	}
}
