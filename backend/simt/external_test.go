package simt_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
)

const speaking = `
llvm.mlir.global private constant @text("abc\00") {addr_space = 1 : i32}
llvm.mlir.global private constant @format("FORMAT\00") {addr_space = 1 : i32}
llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64)
llvm.func @unknown(i32)
llvm.func @k(%x: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 3, 1, 1>} {
  %two = llvm.mlir.constant(8 : i32) : i32
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %a = llvm.alloca %two x i64 : (i32) -> !llvm.ptr
  %f = llvm.mlir.addressof @format : !llvm.ptr<1>
  %g = llvm.addrspacecast %f : !llvm.ptr<1> to !llvm.ptr
  %s = llvm.mlir.addressof @text : !llvm.ptr<1>
  %sg = llvm.addrspacecast %s : !llvm.ptr<1> to !llvm.ptr
BODY
  llvm.return
}`

// The output is that of C's printf for arguments that are aligned to their sizes.
func TestFormatsPrintWhatCDoes(t *testing.T) {
	for format, c := range map[string]struct{ body, want string }{
		"%d|%5d|%-5d|%05d|%x|%#X": {`
  %p1 = llvm.getelementptr %a[4] : (!llvm.ptr) -> !llvm.ptr, i8
  %p2 = llvm.getelementptr %a[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %p3 = llvm.getelementptr %a[12] : (!llvm.ptr) -> !llvm.ptr, i8
  %p4 = llvm.getelementptr %a[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %p5 = llvm.getelementptr %a[20] : (!llvm.ptr) -> !llvm.ptr, i8
  %n = llvm.mlir.constant(-42 : i32) : i32
  llvm.store %n, %a : i32, !llvm.ptr
  llvm.store %n, %p1 : i32, !llvm.ptr
  llvm.store %n, %p2 : i32, !llvm.ptr
  llvm.store %n, %p3 : i32, !llvm.ptr
  llvm.store %n, %p4 : i32, !llvm.ptr
  llvm.store %two, %p5 : i32, !llvm.ptr`, "-42|  -42|-42  |-0042|ffffffd6|0X8"},
		"%d %lld%% %g %s %c": {`
  %p1 = llvm.getelementptr %a[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %p2 = llvm.getelementptr %a[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %p3 = llvm.getelementptr %a[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %p4 = llvm.getelementptr %a[32] : (!llvm.ptr) -> !llvm.ptr, i8
  %l = llvm.mlir.constant(-5000000000 : i64) : i64
  %d = llvm.mlir.constant(0.1 : f64) : f64
  %c = llvm.mlir.constant(65 : i32) : i32
  llvm.store %two, %a : i32, !llvm.ptr
  llvm.store %l, %p1 : i64, !llvm.ptr
  llvm.store %d, %p2 : f64, !llvm.ptr
  llvm.store %sg, %p3 : !llvm.ptr, !llvm.ptr
  llvm.store %c, %p4 : i32, !llvm.ptr`, "8 -5000000000% 0.1 abc A"},
		"%f %.2e %g %u": {`
  %p1 = llvm.getelementptr %a[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %p2 = llvm.getelementptr %a[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %p3 = llvm.getelementptr %a[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %d = llvm.mlir.constant(1234567.0 : f64) : f64
  %inf = llvm.mlir.constant(0xFFF0000000000000 : f64) : f64
  %n = llvm.mlir.constant(-1 : i32) : i32
  llvm.store %d, %a : f64, !llvm.ptr
  llvm.store %d, %p1 : f64, !llvm.ptr
  llvm.store %inf, %p2 : f64, !llvm.ptr
  llvm.store %n, %p3 : i32, !llvm.ptr`, "1234567.000000 1.23e+06 -inf 4294967295"},
	} {
		source := strings.NewReplacer("FORMAT", format+`\0A`, "BODY", c.body+`
  %r = llvm.call @vprintf(%g, %a) : (!llvm.ptr, !llvm.ptr) -> i32`).Replace(speaking)
		var out bytes.Buffer
		ctx := interp.WithOutput(context.Background(), &out)
		if _, err := simt.Run(ctx, parse(t, source), "k", simt.Launch{Grid: [3]int32{2, 1, 1}}, zeros(1)); err != nil {
			t.Fatal(err)
		}
		if want := strings.Repeat(c.want+"\n", 6); out.String() != want {
			t.Errorf("%q prints %q, want %q", format, out.String(), want)
		}
	}
}

func TestCallsOfFunctionsWithoutABodyAreReported(t *testing.T) {
	for body, want := range map[string]error{
		"llvm.call @unknown(%two) : (i32) -> ()": simt.ErrUnsupported,
		"llvm.call @__assertfail(%sg, %sg, %two, %sg, %l) : " +
			"(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64) -> ()": simt.ErrAssertion,
		"%r = llvm.call @vprintf(%a, %a) : (!llvm.ptr, !llvm.ptr) -> i32": simt.ErrUndefined,
		"%r = llvm.call @vprintf(%g, %a) : (!llvm.ptr, !llvm.ptr) -> i32": simt.ErrUndefined,
		"%n = llvm.alloca %t x i32 : (i32) -> !llvm.ptr":                  simt.ErrUnsupported,
	} {
		source := strings.NewReplacer("FORMAT", "%d", "BODY",
			"%l = llvm.mlir.constant(1 : i64) : i64\n"+body).Replace(speaking)
		_, err := simt.Run(context.Background(), parse(t, source), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, zeros(1))
		if !errors.Is(err, want) {
			t.Errorf("%s: got error %v, want %v", body, err, want)
		}
	}
}
