package llvmir

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// staticShared is the number of bytes of shared memory that a kernel can declare statically. The launch must provide
// any further bytes (CUDA C++ Programming Guide, dynamic shared memory).
const staticShared = 48 << 10

// DynamicSharedName is the symbol of dynamic shared memory, in modules that need more than static shared memory may
// have (48 KiB).
const DynamicSharedName = "girih_dynamic_shared"

// sharedPlan says where the module's globals in shared memory are. If the globals of each kernel fit in static shared
// memory, they stay separate. Otherwise all are at offsets in one array without a size, in dynamic shared memory.
type sharedPlan struct {
	dynamic bool
	offsets map[*ir.Operation]int64
	align   int64
	kernels map[*ir.Operation]sharedUse // of every kernel
}

// sharedUse is the shared memory that a kernel needs.
type sharedUse struct {
	bytes   int64 // bytes of its own globals
	dynamic int64 // bytes that the launch must provide
}

// planShared finds the shared-memory globals that each kernel uses, itself or in functions that it calls.
func planShared(module *ir.Operation) (*sharedPlan, error) {
	p := &sharedPlan{offsets: make(map[*ir.Operation]int64), align: 16, kernels: make(map[*ir.Operation]sharedUse)}
	uses := make(map[*ir.Operation][]llvm.Global)
	for op := range module.Region(0).Entry().Ops() {
		if !nvvm.IsKernel(op) {
			continue
		}
		use := sharedUse{}
		for _, g := range sharedGlobals(op) {
			n, ok := sizeOf(g.Type())
			if !ok {
				return nil, g.Errorf("has no known size in shared memory")
			}
			use.bytes += n
			uses[op] = append(uses[op], g)
		}
		p.dynamic = p.dynamic || use.bytes > staticShared
		p.kernels[op] = use
	}
	if !p.dynamic {
		return p, nil
	}
	if err := p.place(module, uses); err != nil {
		return nil, err
	}
	for kernel, globals := range uses {
		use := p.kernels[kernel]
		for _, g := range globals {
			n, _ := sizeOf(g.Type())
			use.dynamic = max(use.dynamic, p.offsets[g.Operation]+n)
		}
		p.kernels[kernel] = use
	}
	return p, nil
}

// place assigns offsets to the globals, in the order of the module. Two of them may overlap if no kernel uses both, so
// that a kernel does not need memory for the globals of others. Unused globals do not overlap with others.
func (p *sharedPlan) place(module *ir.Operation, uses map[*ir.Operation][]llvm.Global) error {
	users := make(map[*ir.Operation]map[*ir.Operation]bool) // the kernels that use a global
	for kernel, globals := range uses {
		for _, g := range globals {
			if users[g.Operation] == nil {
				users[g.Operation] = make(map[*ir.Operation]bool)
			}
			users[g.Operation][kernel] = true
		}
	}
	ends := make(map[*ir.Operation]int64)
	var placed []*ir.Operation
	for op := range module.Region(0).Entry().Ops() {
		g, ok := llvm.AsGlobal(op)
		if !ok || g.AddrSpace() != llvm.SharedSpace {
			continue
		}
		n, ok := sizeOf(g.Type())
		if !ok {
			return g.Errorf("has no known size in shared memory")
		}
		next, align := int64(0), max(int64(g.Alignment()), 16)
		for _, other := range placed {
			if users[op] == nil || users[other] == nil || meet(users[op], users[other]) {
				next = max(next, ends[other])
			}
		}
		next = (next + align - 1) / align * align
		p.offsets[op], p.align, ends[op] = next, max(p.align, align), next+n
		placed = append(placed, op)
	}
	return nil
}

// meet reports whether two sets have an element in common.
func meet(x, y map[*ir.Operation]bool) bool {
	for op := range x {
		if y[op] {
			return true
		}
	}
	return false
}

// sharedGlobals returns the shared-memory globals that a function, and the functions that it calls, refer to, each
// once.
func sharedGlobals(f *ir.Operation) (list []llvm.Global) {
	seen := make(map[*ir.Operation]bool)
	for op := range reached(f) {
		if op.Is(&llvm.AddressOf) {
			g, ok := llvm.AsGlobal(ir.ResolveSymbol(op, op.Inherent("global_name").(*ir.SymbolRefAttr)))
			if ok && g.AddrSpace() == llvm.SharedSpace && !seen[g.Operation] {
				seen[g.Operation] = true
				list = append(list, g)
			}
		}
	}
	return list
}

// reached yields the operations of a function and of the functions that it calls or takes the address of.
func reached(f *ir.Operation) func(yield func(*ir.Operation) bool) {
	return func(yield func(*ir.Operation) bool) {
		seen, stopped := map[*ir.Operation]bool{f: true}, false
		for queue := []*ir.Operation{f}; len(queue) > 0 && !stopped; queue = queue[1:] {
			queue[0].Walk(func(op *ir.Operation) bool {
				if stopped = stopped || !yield(op); stopped {
					return false
				}
				var name string
				switch {
				case op.Is(&llvm.AddressOf):
					name = "global_name"
				case op.Is(&llvm.CallOp):
					name = "callee"
				default:
					return true
				}
				if ref, ok := op.Inherent(name).(*ir.SymbolRefAttr); ok {
					if callee, ok := llvm.AsFunc(ir.ResolveSymbol(op, ref)); ok && !seen[callee.Operation] {
						seen[callee.Operation] = true
						queue = append(queue, callee.Operation)
					}
				}
				return true
			})
		}
	}
}

// dynamicShared declares the shared memory that launches provide.
func (t *translator) dynamicShared() {
	content := types.NewArray(0, types.I8)
	g := llir.NewGlobal(DynamicSharedName, content)
	g.Linkage, g.AddrSpace, g.Align = enum.LinkageExternal, llvm.SharedSpace, llir.Align(t.shared.align)
	g.Typ = &types.PointerType{ElemType: content, AddrSpace: llvm.SharedSpace}
	t.globals[DynamicSharedName] = g
	t.module.Globals = append(t.module.Globals, g)
}

// sharedAddress returns the address of a global in the shared memory that launches provide.
func (b *body) sharedAddress(g *ir.Operation) value.Value {
	whole := b.globals[DynamicSharedName]
	offset := constant.NewInt(types.I64, b.shared.offsets[g])
	if b.pointers == Opaque {
		typ := opaquePointer{llvm.SharedSpace}
		return literal{typ, "getelementptr (i8, " + typ.String() + " " + whole.Ident() + ", i64 " + offset.Ident() + ")"}
	}
	return constant.NewGetElementPtr(whole.ContentType, whole, constant.NewInt(types.I64, 0), offset)
}
