package llvmir

import (
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
)

// Attributes either restrict LLVM or allow it more. Attributes that restrict are printed, or the module is refused.
// Attributes that allow more are promises. They may always be left out, and are, since some compilers do not know them.

// forbidding are the attributes of functions and calls that restrict LLVM.
var forbidding = []struct {
	name string
	attr enum.FuncAttr
}{
	{llvm.Convergent, enum.FuncAttrConvergent}, {"no_inline", enum.FuncAttrNoInline},
	{"always_inline", enum.FuncAttrAlwaysInline}, {"optimize_none", enum.FuncAttrOptNone},
}

// promises are attributes of functions and calls that are not printed.
var promises = []string{"dso_local", "inline_hint", "memory_effects", "no_unwind", "will_return"}

// functionAttributes sets the attributes that follow the head of a function.
func (t *translator) functionAttributes(f llvm.Func, out *llir.Func) error {
	attrs, err := t.attributesOf(f.Operation)
	if err != nil {
		return err
	}
	if t.convergent[f.Operation] && !nvvm.IsKernel(f.Operation) &&
		!slices.Contains(attrs, llir.FuncAttribute(enum.FuncAttrConvergent)) {
		attrs = append([]llir.FuncAttribute{enum.FuncAttrConvergent}, attrs...)
	}
	out.FuncAttrs = attrs
	out.Linkage, out.Visibility = linkages[f.Linkage()], visibilities[llvm.Visibility(f.Operation)]
	out.CallingConv = conventions[llvm.ConventionOf(f.Operation)]
	if nvvm.IsKernel(f.Operation) {
		out.CallingConv = enum.CallingConvPTXKernel
	}
	return nil
}

// conventions maps calling conventions to LLVM's names.
var conventions = map[string]enum.CallingConv{
	"ccc": enum.CallingConvNone, "fastcc": enum.CallingConvFast, "coldcc": enum.CallingConvCold,
	"ptx_kernelcc": enum.CallingConvPTXKernel, "ptx_devicecc": enum.CallingConvPTXDevice,
}

// attributesOf returns the attributes of a function or call that every compiler reads. Attributes of other dialects,
// such as nvvm.kernel, are not LLVM's.
func (t *translator) attributesOf(op *ir.Operation) (attrs []llir.FuncAttribute, err error) {
	known := slices.Clone(promises)
	for _, a := range forbidding {
		known = append(known, a.name)
		if op.Attr(a.name) != nil {
			attrs = append(attrs, a.attr)
		}
	}
	if list, ok := op.Attr("passthrough").(*ir.ArrayAttr); ok {
		known = append(known, "passthrough")
		for _, elem := range list.Elems {
			attr := passedThrough(elem)
			if attr == nil {
				return nil, op.Errorf("has no translation to LLVM IR: 'passthrough' has names, and pairs of a name and a value, "+
					"but found %s", elem)
			}
			attrs = append(attrs, attr)
		}
	}
	for _, name := range [...]string{"target_cpu", "target_features"} {
		if op.Inherent(name) != nil {
			return nil, op.Errorf("has no translation to LLVM IR: attribute '%s' would be lost; the target is that of the "+
				"compilation", name)
		}
	}
	for _, a := range op.Attrs().All() {
		if !strings.Contains(a.Name, ".") && !slices.Contains(known, a.Name) {
			return nil, op.Errorf("has no translation to LLVM IR: attribute '%s' would be lost; allowed are %s, "+
				"passthrough, and "+
				"attributes of dialects", a.Name, strings.Join(known, ", "))
		}
	}
	return attrs, nil
}

// passedThrough returns an LLVM attribute in `passthrough`, or nil if it is not valid.
func passedThrough(a ir.Attribute) llir.FuncAttribute {
	switch a := a.(type) {
	case *ir.StringAttr:
		for _, attr := range keywords {
			if attr.String() == a.Value {
				return attr
			}
		}
		return llir.AttrString(a.Value)
	case *ir.ArrayAttr:
		if len(a.Elems) == 2 {
			key, isKey := a.Elems[0].(*ir.StringAttr)
			value, isValue := a.Elems[1].(*ir.StringAttr)
			if isKey && isValue {
				return llir.AttrPair{Key: key.Value, Value: value.Value}
			}
		}
	}
	return nil
}

// keywords are the function attributes that are keywords of LLVM IR in all versions; others are strings.
var keywords = []enum.FuncAttr{
	enum.FuncAttrAlwaysInline, enum.FuncAttrCold, enum.FuncAttrConvergent, enum.FuncAttrInlineHint, enum.FuncAttrMinSize,
	enum.FuncAttrNoDuplicate, enum.FuncAttrNoInline, enum.FuncAttrNoRecurse, enum.FuncAttrNoReturn, enum.FuncAttrNoUnwind,
	enum.FuncAttrOptNone, enum.FuncAttrOptSize, enum.FuncAttrReturnsTwice, enum.FuncAttrStrictFP,
}

// paramAttrs returns the attributes of a parameter that every compiler reads.
func paramAttrs(f llvm.Func, i int) (attrs []llir.ParamAttribute, err error) {
	for _, a := range [...]struct {
		name string
		attr enum.ParamAttr
	}{{llvm.NoAlias, enum.ParamAttrNoAlias}, {"llvm.nocapture", enum.ParamAttrNoCapture},
		{llvm.ReadOnly, enum.ParamAttrReadOnly}, {"llvm.zeroext", enum.ParamAttrZeroExt},
		{"llvm.signext", enum.ParamAttrSignExt}, {"llvm.inreg", enum.ParamAttrInReg}} {
		if f.ArgAttr(i, a.name) != nil {
			attrs = append(attrs, a.attr)
		}
	}
	for _, name := range [...]string{llvm.ByVal, "llvm.byref", "llvm.sret", "llvm.inalloca", "llvm.preallocated",
		"llvm.nest"} {
		if name == llvm.ByVal && f.ArgAttr(i, nvvm.GridConstant) != nil {
			continue // the head of the function has it
		}
		if f.ArgAttr(i, name) != nil { // the attribute says how the argument is passed
			return nil, f.Errorf("has no translation to LLVM IR: attribute '%s' of argument %d would be lost", name, i)
		}
	}
	if n, ok := f.ArgAttr(i, "llvm.align").(*ir.IntegerAttr); ok {
		attrs = append(attrs, llir.Align(n.Uint64()))
	}
	return attrs, nil
}

// paramName returns the name of a parameter. LLVM 7 cannot read parameters without names.
func paramName(i int) string { return "p" + strconv.Itoa(i) }
