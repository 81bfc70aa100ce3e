package llvmir

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/metadata"
)

// loop returns the loop metadata for the annotation of a loop's back edge, or nil without one: a node that refers to
// itself, so that no two loops share it, and to a node for each property.
func (b *body) loop(op *ir.Operation) []*metadata.Attachment {
	a, ok := op.Inherent(llvm.LoopAnnotation).(*llvm.LoopAnnotationAttr)
	if !ok {
		return nil
	}
	node := b.tuple()
	node.Distinct = true
	node.Fields = append(node.Fields, node)
	property := func(name string, values ...metadata.Field) {
		fields := append([]metadata.Field{&metadata.String{Value: "llvm.loop." + name}}, values...)
		node.Fields = append(node.Fields, b.tuple(fields...))
	}
	if isTrue(a.DisableNonforced) {
		property("disable_nonforced")
	}
	if isTrue(a.MustProgress) {
		property("mustprogress")
	}
	if unroll, ok := a.Unroll.(*llvm.LoopUnrollAttr); ok {
		unrolling(unroll, property)
	}
	return []*metadata.Attachment{{Name: "llvm.loop", Node: node}}
}

// unrolling adds the properties about unrolling.
func unrolling(a *llvm.LoopUnrollAttr, property func(name string, values ...metadata.Field)) {
	if a.Disable != nil {
		property("unroll." + map[bool]string{true: "disable", false: "enable"}[isTrue(a.Disable)])
	}
	if count, ok := a.Count.(*ir.IntegerAttr); ok {
		property("unroll.count", i32(count.Int64()))
	}
	if a.RuntimeDisable != nil {
		property("unroll.runtime.disable", constant.NewBool(isTrue(a.RuntimeDisable)))
	}
	if isTrue(a.Full) {
		property("unroll.full")
	}
}

func isTrue(a ir.Attribute) bool {
	b, ok := a.(*ir.IntegerAttr)
	return ok && b.Bool()
}
