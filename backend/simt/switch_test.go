package simt_test

import (
	"context"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
)

// Lanes of a warp take the successor for their value, with its arguments. Lanes whose value has no case take the
// default.
func TestLanesOfASwitchGoToTheCaseOfTheirValue(t *testing.T) {
	module := parse(t, `
llvm.func @k(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  %seven = llvm.mlir.constant(7 : i32) : i32
  %low = llvm.and %tid, %three : i32
  %value = llvm.sub %low, %three : i32
  llvm.switch %value : i32, ^end(%seven : i32) [
    0: ^end(%tid : i32),
    -2: ^twice,
    -3: ^end(%three : i32)
  ]
^twice:
  %double = llvm.add %tid, %tid : i32
  llvm.br ^end(%double : i32)
^end(%v: i32):
  %at = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %at : i32, !llvm.ptr<1>
  llvm.return
}`)
	out := zeros(32)
	launch := simt.Launch{Grid: [3]int32{1, 1, 1}, Block: [3]int32{32, 1, 1}}
	if _, err := simt.Run(context.Background(), module, "k", launch, out); err != nil {
		t.Fatal(err)
	}
	for i, got := range values(out) {
		if want := []uint32{3, 2 * uint32(i), 7, uint32(i)}[i&3]; got != want {
			t.Errorf("lane %d: got %d, want %d", i, got, want)
		}
	}
}
