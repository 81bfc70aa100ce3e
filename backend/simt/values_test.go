package simt_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
)

const tables = `
llvm.mlir.global private constant @table(dense<[10, 20, 30, 40]> : tensor<4xi32>) {addr_space = 4 : i32} : !llvm.array<4 x i32>
llvm.mlir.global internal @other() {addr_space = 3 : i32} : !llvm.array<32 x i32>
llvm.mlir.global internal @pairs() {addr_space = 3 : i32} : !llvm.array<32 x struct<(i8, i32)>>
`

// Each body computes %w, an i32, from the thread's number %t, which is between 0 and 31 here.
func TestValuesOfSeveralNumbers(t *testing.T) {
	for name, test := range map[string]struct {
		body string
		want func(t uint32) uint32
	}{
		"vector by index": {`%u = llvm.mlir.constant(dense<[7, 8, 9, 6]> : vector<4xi32>) : vector<4xi32>
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %i = llvm.and %t, %c3 : i32
  %v = llvm.insertelement %t, %u[%i : i32] : vector<4xi32>
  %a = llvm.extractelement %v[%c0 : i32] : vector<4xi32>
  %b2 = llvm.extractelement %v[%i : i32] : vector<4xi32>
  %w = llvm.add %a, %b2 : i32`, func(t uint32) uint32 {
			if t&3 == 0 {
				return 2 * t
			}
			return 7 + t
		}},
		"vector arithmetic": {`%u = llvm.mlir.constant(dense<3> : vector<2xi32>) : vector<2xi32>
  %v = llvm.insertelement %t, %u[%c1 : i32] : vector<2xi32>
  %m = llvm.mul %v, %v : vector<2xi32>
  %a = llvm.extractelement %m[%c0 : i32] : vector<2xi32>
  %b2 = llvm.extractelement %m[%c1 : i32] : vector<2xi32>
  %w = llvm.add %a, %b2 : i32`, func(t uint32) uint32 { return 9 + t*t }},
		"bits of vectors": {`%h = llvm.trunc %t : i32 to i16
  %u = llvm.mlir.constant(dense<[1, 2]> : vector<2xi16>) : vector<2xi16>
  %v = llvm.insertelement %h, %u[%c1 : i32] : vector<2xi16>
  %x1 = llvm.bitcast %v : vector<2xi16> to i32
  %y = llvm.bitcast %x1 : i32 to vector<4xi8>
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %z = llvm.extractelement %y[%c2 : i32] : vector<4xi8>
  %e = llvm.zext %z : i8 to i32
  %w = llvm.add %x1, %e : i32`, func(t uint32) uint32 { return t<<16 + 1 + t }},
		"frozen": {`%n = llvm.mlir.undef : i32
  %u = llvm.mlir.undef : vector<2xi32>
  %v = llvm.insertelement %t, %u[%c1 : i32] : vector<2xi32>
  %fv = llvm.freeze %v : vector<2xi32>
  %a = llvm.extractelement %fv[%c0 : i32] : vector<2xi32>
  %b2 = llvm.extractelement %fv[%c1 : i32] : vector<2xi32>
  %fn = llvm.freeze %n : i32
  %twice = llvm.xor %fn, %fn : i32
  %none = llvm.and %a, %c0 : i32
  %x1 = llvm.or %twice, %none : i32
  %w = llvm.add %x1, %b2 : i32`, func(t uint32) uint32 { return t }},
		"members": {`%u = llvm.mlir.undef : !llvm.struct<(i64, array<2 x i32>)>
  %v = llvm.insertvalue %t, %u[1, 1] : !llvm.struct<(i64, array<2 x i32>)>
  %a = llvm.extractvalue %v[1] : !llvm.struct<(i64, array<2 x i32>)>
  %w = llvm.extractvalue %a[1] : !llvm.array<2 x i32>`, func(t uint32) uint32 { return t }},
		"structures in memory": {`%pairs = llvm.mlir.addressof @pairs : !llvm.ptr<3>
  %q = llvm.getelementptr %pairs[0, %t, 1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x struct<(i8, i32)>>
  llvm.store %t, %q : i32, !llvm.ptr<3>
  nvvm.barrier0
  %n = llvm.xor %t, %c1 : i32
  %r = llvm.getelementptr %pairs[%n, 1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.struct<(i8, i32)>
  %w = llvm.load %r : !llvm.ptr<3> -> i32`, func(t uint32) uint32 { return t ^ 1 }},
		"constants in memory": {`%table = llvm.mlir.addressof @table : !llvm.ptr<4>
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %i = llvm.and %t, %c3 : i32
  %q = llvm.getelementptr %table[%i] : (!llvm.ptr<4>, i32) -> !llvm.ptr<4>, i32
  %w = llvm.load %q : !llvm.ptr<4> -> i32`, func(t uint32) uint32 { return 10 + t%4*10 }},
		"arguments that change places": {`llvm.br ^loop(%c0, %t, %c1 : i32, i32, i32)
^loop(%i: i32, %a: i32, %b2: i32):
  %k = llvm.add %i, %c1 : i32
  %more = llvm.icmp "sle" %i, %t : i32
  llvm.cond_br %more, ^loop(%k, %b2, %a : i32, i32, i32), ^done
^done:
  %w = llvm.sub %a, %b2 : i32`, func(t uint32) uint32 {
			if t%2 == 0 {
				return 1 - t
			}
			return t - 1
		}},
		"generic address": {`%g = llvm.addrspacecast %st : !llvm.ptr<3> to !llvm.ptr
  %i = llvm.ptrtoint %g : !llvm.ptr to i64
  %g2 = llvm.inttoptr %i : i64 to !llvm.ptr
  llvm.store %t, %g2 : i32, !llvm.ptr
  %w = llvm.load %st : !llvm.ptr<3> -> i32`, func(t uint32) uint32 { return t }},
		"address as a number of 32 bits": {`%o = llvm.mlir.addressof @other : !llvm.ptr<3>
  %q = llvm.getelementptr %o[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %i = llvm.ptrtoint %q : !llvm.ptr<3> to i32
  %j = llvm.inline_asm has_side_effects "mov.b32 $0, $1;", "=r,r" %i : (i32) -> i32
  %g = llvm.inttoptr %j : i32 to !llvm.ptr<3>
  llvm.store %t, %g : i32, !llvm.ptr<3>
  %w0 = llvm.load %q : !llvm.ptr<3> -> i32
  %first = llvm.ptrtoint %s : !llvm.ptr<3> to i32
  %origin = llvm.ptrtoint %o : !llvm.ptr<3> to i32
  %same = llvm.icmp "eq" %first, %origin : i32
  %one = llvm.zext %same : i1 to i32
  %w = llvm.add %w0, %one : i32`, func(t uint32) uint32 { return t }},
		"bytes": {`%h = llvm.trunc %t : i32 to i8
  %q = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  llvm.store %h, %q : i8, !llvm.ptr<3>
  nvvm.barrier0
  %c4 = llvm.mlir.constant(-4 : i32) : i32
  %a = llvm.and %t, %c4 : i32
  %r = llvm.getelementptr %s[%a] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %w = llvm.load %r : !llvm.ptr<3> -> i32`, func(t uint32) uint32 { return t&^3*0x01010101 + 0x03020100 }},
	} {
		t.Run(name, func(t *testing.T) {
			out := zeros(32)
			source := kernel(32, test.body+"\n  llvm.store %w, %p : i32, !llvm.ptr<1>") + tables
			if _, err := run(t, source, simt.Launch{}, out); err != nil {
				t.Fatal(err)
			}
			for i, v := range values(out) {
				if w := test.want(uint32(i)); v != w {
					t.Errorf("thread %d: got %#x, want %#x", i, v, w)
				}
			}
		})
	}
}

// A result that violates an operation's flags is undefined, so storing it is an error.
func TestBrokenPromisesAreUndefined(t *testing.T) {
	for _, test := range []struct {
		op     string
		x, y   int64
		broken bool
	}{
		{"llvm.add %a, %b overflow<nsw> : i8", 127, 1, true}, {"llvm.add %a, %b overflow<nsw> : i8", -128, 127, false},
		{"llvm.add %a, %b overflow<nuw> : i8", 255, 1, true}, {"llvm.add %a, %b overflow<nuw> : i8", 254, 1, false},
		{"llvm.sub %a, %b overflow<nsw> : i8", -128, 1, true}, {"llvm.sub %a, %b overflow<nsw> : i8", -128, -1, false},
		{"llvm.sub %a, %b overflow<nuw> : i8", 1, 2, true}, {"llvm.sub %a, %b overflow<nuw> : i8", 2, 1, false},
		{"llvm.mul %a, %b overflow<nsw> : i8", 16, 8, true}, {"llvm.mul %a, %b overflow<nsw> : i8", 16, -8, false},
		{"llvm.mul %a, %b overflow<nuw> : i8", 16, 16, true}, {"llvm.mul %a, %b overflow<nuw> : i8", 16, 15, false},
		{"llvm.mul %a, %b overflow<nsw> : i8", -128, -1, true}, {"llvm.mul %a, %b overflow<nsw> : i8", -64, 2, false},
		{"llvm.shl %a, %b overflow<nsw> : i8", 64, 1, true}, {"llvm.shl %a, %b overflow<nsw> : i8", -64, 1, false},
		{"llvm.shl %a, %b overflow<nuw> : i8", -128, 1, true}, {"llvm.shl %a, %b overflow<nuw> : i8", 64, 1, false},
		{"llvm.shl %a, %b : i8", 1, 8, true}, {"llvm.lshr %a, %b : i8", 1, 8, true}, {"llvm.ashr %a, %b : i8", 1, 9, true},
		{"llvm.lshr exact %a, %b : i8", 3, 1, true}, {"llvm.ashr exact %a, %b : i8", -4, 2, false},
		{"llvm.udiv exact %a, %b : i8", 7, 2, true}, {"llvm.udiv exact %a, %b : i8", 8, 2, false},
		{"llvm.sdiv exact %a, %b : i8", -7, 2, true}, {"llvm.sdiv exact %a, %b : i8", -8, 2, false},
		{"llvm.or disjoint %a, %b : i8", 3, 1, true}, {"llvm.or disjoint %a, %b : i8", 2, 1, false},
	} {
		source := fmt.Sprintf(`llvm.func @k(%%x: !llvm.ptr<1>, %%a: i8, %%b: i8) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {
  %%v = %s
  llvm.store %%v, %%x : i8, !llvm.ptr<1>
  llvm.return
}`, test.op)
		_, err := run(t, source, simt.Launch{}, zeros(1), test.x, test.y)
		if broken := errors.Is(err, simt.ErrUndefined); broken != test.broken || err != nil && !broken {
			t.Errorf("%s of %d and %d: error %v, broken: %v", test.op, test.x, test.y, err, test.broken)
		}
	}
}

func TestUndefinedBytesOfBuffers(t *testing.T) {
	const copyWord = `%v = llvm.load %p : !llvm.ptr<1> -> i32
  %q = llvm.getelementptr %p[32] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  llvm.store %v, %q : i32, !llvm.ptr<1>`
	b := zeros(64)
	b.Undefined = make([]bool, len(b.Data))
	for i := 128; i < 256; i++ {
		b.Undefined[i] = true
	}
	if _, err := run(t, kernel(32, copyWord), simt.Launch{}, b); err != nil {
		t.Fatal(err)
	}
	for i, u := range b.Undefined {
		if u {
			t.Fatalf("byte %d was written, but is still undefined", i)
		}
	}
	b.Undefined[5] = true
	if _, err := run(t, kernel(32, copyWord), simt.Launch{}, b); !errors.Is(err, simt.ErrUndefined) {
		t.Errorf("error %v, want %v", err, simt.ErrUndefined)
	}
}

// A table may be larger than any value in registers.
func TestLargeTables(t *testing.T) {
	const n = 1<<12 + 1
	entries := make([]string, n)
	for i := range entries {
		entries[i] = fmt.Sprint(3 * i)
	}
	source := kernel(32, `%table = llvm.mlir.addressof @large : !llvm.ptr<4>
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %c4096 = llvm.mlir.constant(4096 : i32) : i32
  %far = llvm.mul %t, %c128 : i32
  %i = llvm.sub %c4096, %far : i32
  %q = llvm.getelementptr %table[0, %i] : (!llvm.ptr<4>, i32) -> !llvm.ptr<4>, !llvm.array<4097 x i32>
  %w = llvm.load %q : !llvm.ptr<4> -> i32
  llvm.store %w, %p : i32, !llvm.ptr<1>`) + fmt.Sprintf(`
llvm.mlir.global private constant @large(dense<[%s]> : tensor<%dxi32>) {addr_space = 4 : i32} : !llvm.array<%[2]d x i32>`,
		strings.Join(entries, ", "), n)
	out := zeros(32)
	if _, err := run(t, source, simt.Launch{}, out); err != nil {
		t.Fatal(err)
	}
	for i, v := range values(out) {
		if want := uint32(3 * (4096 - 128*i)); v != want {
			t.Errorf("thread %d: got %d, want %d", i, v, want)
		}
	}
}

func TestConstantMemoryIsNotWritten(t *testing.T) {
	_, err := run(t, kernel(32, `%table = llvm.mlir.addressof @table : !llvm.ptr<4>
  llvm.store %t, %table : i32, !llvm.ptr<4>`)+tables, simt.Launch{}, zeros(1))
	if !errors.Is(err, simt.ErrReadOnly) || !strings.Contains(err.Error(), "byte 0 of @table") {
		t.Errorf("error %v, want %v", err, simt.ErrReadOnly)
	}
}

func TestRecursionIsRefused(t *testing.T) {
	_, err := run(t, `llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
  llvm.call @f() : () -> ()
  llvm.return
}
llvm.func @f() {
  llvm.call @f() : () -> ()
  llvm.return
}`, simt.Launch{})
	if !errors.Is(err, simt.ErrUnsupported) || !strings.Contains(err.Error(), "it calls itself") {
		t.Errorf("error %v, want %v", err, simt.ErrUnsupported)
	}
}
