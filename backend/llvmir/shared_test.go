package llvmir_test

import (
	"context"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
)

// sharedModule has two kernels. One has two buffers of 40,000 bytes. The other has the second buffer, in a function
// that it calls.
const sharedModule = `
llvm.mlir.global external @a() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<40000 x i8>
llvm.mlir.global external @b() {addr_space = 3 : i32} : !llvm.array<10000 x f32>
llvm.func @both(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %0 = llvm.mlir.addressof @a : !llvm.ptr<3>
  llvm.store %x, %0 : f32, !llvm.ptr<3>
  %1 = llvm.mlir.addressof @b : !llvm.ptr<3>
  llvm.store %x, %1 : f32, !llvm.ptr<3>
  llvm.return
}
llvm.func @one(%x: f32) attributes {nvvm.kernel} {
  llvm.call @helper(%x) : (f32) -> ()
  llvm.return
}
llvm.func @helper(%x: f32) {
  %0 = llvm.mlir.addressof @b : !llvm.ptr<3>
  %1 = nvvm.read.ptx.sreg.ctaid.y : i32
  llvm.store %x, %0 : f32, !llvm.ptr<3>
  llvm.return
}
`

func TestSharedMemoryThatAKernelCannotDeclareComesFromTheLaunch(t *testing.T) {
	op, err := text.ParseString(registry.NewContext(), sharedModule)
	if err != nil {
		t.Fatal(err)
	}
	m, err := llvmir.NewManifest(op)
	if err != nil {
		t.Fatal(err)
	}
	both, one := m.Kernels[0], m.Kernels[1]
	if both.SharedMemory != 0 || both.DynamicSharedMemory != 80000 || one.DynamicSharedMemory != 80000 {
		t.Errorf("%d, %d and %d bytes", both.SharedMemory, both.DynamicSharedMemory, one.DynamicSharedMemory)
	}
	if len(one.Grid.Axes) != 1 || one.Grid.Axes[0] != 1 {
		t.Errorf("axes %v of a function that is called", one.Grid.Axes)
	}
	for _, c := range []struct {
		pointers llvmir.Pointers
		major    int
	}{{llvmir.Typed, 14}, {llvmir.Opaque, 22}} {
		alone, err := text.ParseString(registry.NewContext(), sharedModule[:strings.Index(sharedModule, "llvm.func @one")])
		if err != nil {
			t.Fatal(err)
		}
		out, err := llvmir.Print(alone, c.pointers)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out, "@a ") || strings.Contains(out, "@b ") ||
			!strings.Contains(out, "@"+llvmir.DynamicSharedName+" = external addrspace(3) global [0 x i8], align 128") {
			t.Errorf("globals in\n%s", out)
		}
		llc, err := nvptx.FindLLC(context.Background(), c.major)
		if err != nil {
			t.Log(err)
			continue
		}
		ptx, err := llc.Compile(context.Background(), []byte(out), nvptx.Target{SM: 80})
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		} else if !strings.Contains(string(ptx.Text), ".extern .shared .align 128 .b8 "+llvmir.DynamicSharedName+"[]") ||
			!strings.Contains(string(ptx.Text), llvmir.DynamicSharedName+"+40000]") {
			t.Errorf("%s: PTX\n%s", llc.Name(), ptx.Text)
		}
	}
}

// The shared memory of one kernel does not include globals of other kernels.
func TestSharedMemoryOfOtherKernelsIsNotGiven(t *testing.T) {
	op, err := text.ParseString(registry.NewContext(), `
llvm.mlir.global external @a() {addr_space = 3 : i32} : !llvm.array<200000 x i8>
llvm.mlir.global external @b() {addr_space = 3 : i32} : !llvm.array<100000 x i8>
llvm.mlir.global external @both() {addr_space = 3 : i32} : !llvm.array<64 x i8>
llvm.func @first() attributes {nvvm.kernel} {
  %0 = llvm.mlir.addressof @a : !llvm.ptr<3>
  %1 = llvm.mlir.addressof @both : !llvm.ptr<3>
  llvm.return
}
llvm.func @second() attributes {nvvm.kernel} {
  %0 = llvm.mlir.addressof @b : !llvm.ptr<3>
  llvm.return
}
llvm.func @third() attributes {nvvm.kernel} {
  %0 = llvm.mlir.addressof @both : !llvm.ptr<3>
  %1 = llvm.mlir.addressof @b : !llvm.ptr<3>
  llvm.return
}`)
	if err != nil {
		t.Fatal(err)
	}
	m, err := llvmir.NewManifest(op)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int64{200064, 100000, 200064} {
		if k := m.Kernels[i]; k.DynamicSharedMemory != want || k.SharedMemory != 0 {
			t.Errorf("%s: %d bytes, %d wanted", k.Entry, k.DynamicSharedMemory, want)
		}
	}
}

func TestClustersAreInTheManifest(t *testing.T) {
	op, err := text.ParseString(registry.NewContext(), `llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  llvm.return
}`)
	if err != nil {
		t.Fatal(err)
	}
	m, err := llvmir.NewManifest(op)
	if err != nil || len(m.Kernels[0].Cluster) != 3 || m.Kernels[0].Cluster[0] != 2 {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestSharedMemoryThatFitsStaysDeclared(t *testing.T) {
	op, err := text.ParseString(registry.NewContext(), strings.Replace(sharedModule, "40000", "4000", 1))
	if err != nil {
		t.Fatal(err)
	}
	m, err := llvmir.NewManifest(op)
	if err != nil {
		t.Fatal(err)
	}
	if m.Kernels[0].SharedMemory != 44000 || m.Kernels[1].SharedMemory != 40000 || m.Kernels[0].DynamicSharedMemory != 0 {
		t.Errorf("%+v", m.Kernels)
	}
}
