package simt_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/simt"
)

// Threads exchange values through shared memory, but do not wait for each other.
func Example() {
	m, err := girih.Parse("exchange.mlir", []byte(`
llvm.mlir.global internal @buffer() {addr_space = 3 : i32} : !llvm.array<64 x i32>
llvm.func @exchange(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %last = llvm.mlir.constant(63 : i32) : i32
  %other = llvm.sub %last, %t : i32
  %buffer = llvm.mlir.addressof @buffer : !llvm.ptr<3>
  %mine = llvm.getelementptr %buffer[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %theirs = llvm.getelementptr %buffer[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %t, %theirs : i32, !llvm.ptr<3>
  %v = llvm.load %mine : !llvm.ptr<3> -> i32
  %p = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %p : i32, !llvm.ptr<1>
  llvm.return
}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	out := &simt.Buffer{Data: make([]byte, 4*64)}
	_, err = simt.Run(context.Background(), m.Operation(), "exchange", simt.Launch{Grid: [3]int32{1, 1, 1}}, out)
	fmt.Println(err)
	// Output: exchange.mlir:11:8: error: 'llvm.load' op read of uninitialized shared memory: byte 0 of @buffer
}
