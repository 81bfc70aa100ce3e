package llvmir

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/metadata"
)

// annotations writes the metadata that compilers read: the version of NVVM IR, which libNVVM requires, and the kernels
// with their bounds. llc 14 and libNVVM do not know all of the corresponding attributes.
func (t *translator) annotations(module *ir.Operation) {
	t.named("nvvmir.version", t.tuple(i32(2), i32(0)))
	for op := range module.Region(0).Entry().Ops() {
		if f, ok := llvm.AsFunc(op); ok && nvvm.IsKernel(op) {
			t.annotate(f, "kernel", 1)
			for _, dims := range [...]struct{ attr, key string }{{nvvm.ReqNTID, "reqntid"}, {nvvm.MaxNTID, "maxntid"},
				{nvvm.ClusterDim, "cluster_dim_"}} {
				if list, ok := op.Attr(dims.attr).(*ir.DenseArrayAttr); ok {
					for i := range min(list.Len(), 3) {
						t.annotate(f, dims.key+"xyz"[i:i+1], list.Int64(i))
					}
				}
			}
			t.annotateGridConstants(f)
			for _, bound := range [...]struct{ attr, key string }{{nvvm.MinCTASM, "minctasm"}, {nvvm.MaxNReg, "maxnreg"}} {
				if n, ok := op.Attr(bound.attr).(*ir.IntegerAttr); ok {
					t.annotate(f, bound.key, n.Int64())
				}
			}
		}
	}
}

// annotateGridConstants lists the parameters, counted from 1 and passed by value, that threads do not change. Their
// addresses are then those of the launch parameters, without a copy. One annotation lists all of them, since libNVVM
// reads only the first.
func (t *translator) annotateGridConstants(f llvm.Func) {
	var numbers []metadata.Field
	for i := range f.Type().Params {
		if f.ArgAttr(i, nvvm.GridConstant) != nil {
			numbers = append(numbers, i32(int64(i+1)))
		}
	}
	if numbers != nil {
		t.annotateBy(f, "grid_constant", t.tuple(numbers...))
	}
}

func (t *translator) annotate(f llvm.Func, key string, v int64) { t.annotateBy(f, key, i32(v)) }

func (t *translator) annotateBy(f llvm.Func, key string, v metadata.Field) {
	fn := t.functions[ir.SymbolNameOf(f.Operation)]
	subject := constant.Constant(fn)
	if t.pointers == Opaque {
		subject = literal{opaquePointer{}, fn.Ident()}
	}
	t.named("nvvm.annotations",
		t.tuple(subject, &metadata.String{Value: key}, v))
}

func (t *translator) tuple(fields ...metadata.Field) *metadata.Tuple {
	node := &metadata.Tuple{MetadataID: -1, Fields: fields}
	t.module.MetadataDefs = append(t.module.MetadataDefs, node)
	return node
}

func (t *translator) named(name string, node metadata.Node) {
	if t.module.NamedMetadataDefs == nil {
		t.module.NamedMetadataDefs = make(map[string]*metadata.NamedDef)
	}
	def, ok := t.module.NamedMetadataDefs[name]
	if !ok {
		def = &metadata.NamedDef{Name: name}
		t.module.NamedMetadataDefs[name] = def
	}
	def.Nodes = append(def.Nodes, node)
}

// emptyMetadata returns an attachment of an empty node, as in `!invariant.load !0`.
func (t *translator) emptyMetadata(kind string) *metadata.Attachment {
	for _, def := range t.module.MetadataDefs {
		if node, ok := def.(*metadata.Tuple); ok && len(node.Fields) == 0 {
			return &metadata.Attachment{Name: kind, Node: node}
		}
	}
	return &metadata.Attachment{Name: kind, Node: t.tuple()}
}
