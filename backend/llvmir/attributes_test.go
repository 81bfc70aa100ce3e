package llvmir_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
)

// An attribute without which LLVM would miscompile is printed or refused, never dropped.
func TestAttributesThatForbidSomethingAreNotLost(t *testing.T) {
	for _, c := range []struct{ module, want string }{
		{`llvm.func @f() attributes {convergent} { llvm.return }`, "@f() convergent {"},
		{`llvm.func @f() attributes {always_inline} { llvm.return }`, "@f() alwaysinline {"},
		{`llvm.func @f() attributes {no_inline, optimize_none} { llvm.return }`, "@f() noinline optnone {"},
		{`llvm.func @f() attributes {no_unwind, will_return} { llvm.return }`, "@f() {"},
		{`llvm.func @f() attributes {passthrough = ["noduplicate", ["key", "value"], "own"]} { llvm.return }`,
			`@f() noduplicate "key"="value" "own" {`},
		{`llvm.func @f(%a: i8 {llvm.zeroext}) { llvm.return }`, "@f(i8 zeroext %p0) {"},
		{`llvm.func fastcc @f() { llvm.return }`, "fastcc void @f() {"},
		{`llvm.func fastcc @f() { llvm.return }
		  llvm.func @g() { llvm.call fastcc @f() : () -> () llvm.return }`, "call fastcc void @f()"},
		{`llvm.func internal @f() { llvm.return }
		  llvm.func @g() { llvm.call notail @f() {convergent, no_inline} : () -> () llvm.return }`,
			"notail call void @f() convergent noinline"},
	} {
		got, err := llvmir.Print(parseText(t, c.module), llvmir.Opaque)
		if err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: error %v, want %q in\n%s", c.module, err, c.want, got)
		}
	}
	for _, c := range []struct{ module, want string }{
		{`llvm.func @f() attributes {section = "s"} { llvm.return }`, "attribute 'section' would be lost"},
		{`llvm.func @f() attributes {noduplicate} { llvm.return }`, "attribute 'noduplicate' would be lost"},
		{`llvm.func @f() attributes {passthrough = [3 : i32]} { llvm.return }`, "but found 3 : i32"},
		{`llvm.func @f(%a: !llvm.ptr {llvm.byval = i32}) { llvm.return }`, "'llvm.byval' of argument 0 would be lost"},
		{`llvm.func fastcc @f() { llvm.return }
		  llvm.func @g() { llvm.call @f() : () -> () llvm.return }`, "calling convention that is not the function's"},
		{`llvm.func @f() { llvm.return }
		  llvm.func @g() { llvm.call musttail @f() : () -> () llvm.return }`, "musttail calls"},
		{`llvm.func @f() { llvm.return }
		  llvm.func @g() { llvm.call @f() {noduplicate} : () -> () llvm.return }`, "attribute 'noduplicate' would be lost"},
	} {
		got, err := llvmir.Print(parseText(t, c.module), llvmir.Opaque)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q; got\n%s", c.module, err, c.want, got)
		}
	}
}

// In LLVM 7, each use of an undefined value may be a different number, so freeze must fix it there too.
func TestFreezeFixesValuesForEveryCompiler(t *testing.T) {
	module := func(typ string) string {
		return "llvm.func @f(%v: " + typ + ") -> " + typ + " { %0 = llvm.freeze %v : " + typ + " llvm.return %0 : " +
			typ + " }"
	}
	for _, c := range []struct{ typ, want string }{
		{"i1", `asm "mov.b16 $0, $1;"`}, {"i8", `asm "mov.b16 $0, $1;"`}, {"i16", `asm "mov.b16 $0, $1;"`},
		{"i32", `asm "mov.b32 $0, $1;"`}, {"i64", `asm "mov.b64 $0, $1;"`}, {"f16", `asm "mov.b16 $0, $1;"`},
		{"bf16", `asm "mov.b16 $0, $1;"`}, {"f32", `asm "mov.b32 $0, $1;"`}, {"f64", `asm "mov.b64 $0, $1;"`},
		{"vector<2xi32>", `asm "mov.b32 $0, $1;"`}, {"!llvm.ptr<1>", `asm "mov.b64 $0, $1;"`},
	} {
		got, err := llvmir.Print(parseText(t, module(c.typ)), llvmir.Typed)
		if err != nil || !strings.Contains(got, c.want) || strings.Contains(got, "freeze") {
			t.Errorf("%s: error %v, want %q in\n%s", c.typ, err, c.want, got)
		}
	}
	got, err := llvmir.Print(parseText(t, `llvm.func @f() -> i32 {
		%u = llvm.mlir.undef : i32 %0 = llvm.freeze %u : i32 llvm.return %0 : i32 }`), llvmir.Typed)
	if err != nil || !strings.Contains(got, "ret i32 zeroinitializer") {
		t.Errorf("error %v in\n%s", err, got)
	}
}
