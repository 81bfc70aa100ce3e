package llvmtext

import (
	"fmt"
	"strconv"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// instruction prints one instruction.
func (p *printer) instruction(inst ir.Instruction) {
	switch i := inst.(type) {
	case *ir.InstPhi:
		p.phi(i)
	case *ir.InstCall:
		p.call(i)
	case *ir.InstLoad:
		p.load(i)
	case *ir.InstStore:
		p.store(i)
	case *ir.InstGetElementPtr:
		p.result(i, "getelementptr")
		if i.InBounds {
			p.text(" inbounds")
		}
		p.text(" ")
		p.typ(i.ElemType)
		p.text(", ")
		p.value(i.Src)
		for _, index := range i.Indices {
			p.text(", ")
			p.value(index)
		}
		p.metadata(i.Metadata)
	case *ir.InstSelect:
		p.result(i, "select")
		flags(p, i.FastMathFlags)
		p.values(i.Metadata, i.Cond, i.ValueTrue, i.ValueFalse)
	case *ir.InstICmp:
		p.result(i, "icmp ")
		p.text(i.Pred.String())
		p.pair(i.X, i.Y, i.Metadata)
	case *ir.InstFCmp:
		p.result(i, "fcmp")
		flags(p, i.FastMathFlags)
		p.text(" ")
		p.text(i.Pred.String())
		p.pair(i.X, i.Y, i.Metadata)
	case *ir.InstExtractElement:
		p.result(i, "extractelement")
		p.values(i.Metadata, i.X, i.Index)
	case *ir.InstInsertElement:
		p.result(i, "insertelement")
		p.values(i.Metadata, i.X, i.Elem, i.Index)
	case *ir.InstExtractValue:
		p.result(i, "extractvalue")
		p.values(nil, i.X)
		p.indices(i.Indices)
		p.metadata(i.Metadata)
	case *ir.InstInsertValue:
		p.result(i, "insertvalue")
		p.values(nil, i.X, i.Elem)
		p.indices(i.Indices)
		p.metadata(i.Metadata)
	default:
		if !p.integers(inst) && !p.floats(inst) && !p.conversion(inst) {
			p.text(inst.LLString())
		}
	}
}

// result prints what an instruction assigns to, and its name.
func (p *printer) result(inst value.Value, name string) {
	p.ident(inst)
	p.text(" = ")
	p.text(name)
}

// flags prints words after the name of an instruction.
func flags[T fmt.Stringer](p *printer, list []T) {
	for _, f := range list {
		p.text(" ")
		p.text(f.String())
	}
}

// metadata prints the metadata of an instruction.
func (p *printer) metadata(list ir.Metadata) {
	for _, m := range list {
		p.text(", ")
		p.text(m.String())
	}
}

// values prints operands with their types.
func (p *printer) values(list ir.Metadata, operands ...value.Value) {
	for i, v := range operands {
		p.text([...]string{" ", ", "}[min(i, 1)])
		p.value(v)
	}
	p.metadata(list)
}

// indices prints places in a structure.
func (p *printer) indices(list []uint64) {
	for _, n := range list {
		p.buf = strconv.AppendUint(append(p.buf, ", "...), n, 10)
	}
}

// pair prints two operands of one type.
func (p *printer) pair(x, y value.Value, list ir.Metadata) {
	p.text(" ")
	p.value(x)
	p.text(", ")
	p.ident(y)
	p.metadata(list)
}

func (p *printer) phi(i *ir.InstPhi) {
	p.result(i, "phi")
	flags(p, i.FastMathFlags)
	p.text(" ")
	p.typ(i.Typ)
	for k, in := range i.Incs {
		p.text([...]string{" [ ", ", [ "}[min(k, 1)])
		p.ident(in.X)
		p.text(", ")
		p.ident(in.Pred)
		p.text(" ]")
	}
	p.metadata(i.Metadata)
}

// call prints calls with nothing but flags, arguments and attributes of the function.
func (p *printer) call(i *ir.InstCall) {
	sig := i.Sig()
	if i.Tail != enum.TailNone || i.CallingConv != enum.CallingConvNone || len(i.ReturnAttrs) > 0 || i.AddrSpace != 0 ||
		sig.Variadic || len(i.OperandBundles) > 0 {
		p.text(i.LLString())
		return
	}
	if i.Type() == types.Type(types.Void) {
		p.text("call")
	} else {
		p.result(i, "call")
	}
	flags(p, i.FastMathFlags)
	p.text(" ")
	p.typ(i.Type())
	p.text(" ")
	p.ident(i.Callee)
	p.text("(")
	for k, arg := range i.Args {
		if k > 0 {
			p.text(", ")
		}
		p.value(arg)
	}
	p.text(")")
	for _, attr := range i.FuncAttrs {
		p.text(" ")
		p.text(attr.String())
	}
	p.metadata(i.Metadata)
}

func (p *printer) load(i *ir.InstLoad) {
	if i.Atomic {
		p.text(i.LLString())
		return
	}
	p.result(i, "load")
	if i.Volatile {
		p.text(" volatile")
	}
	p.text(" ")
	p.typ(i.ElemType)
	p.text(", ")
	p.value(i.Src)
	p.align(i.Align)
	p.metadata(i.Metadata)
}

func (p *printer) store(i *ir.InstStore) {
	if i.Atomic {
		p.text(i.LLString())
		return
	}
	p.text("store")
	if i.Volatile {
		p.text(" volatile")
	}
	p.values(nil, i.Src, i.Dst)
	p.align(i.Align)
	p.metadata(i.Metadata)
}

func (p *printer) align(a ir.Align) {
	if a != 0 {
		p.text(", ")
		p.text(a.String())
	}
}

// terminator prints branches and returns.
func (p *printer) terminator(end ir.Terminator) {
	switch t := end.(type) {
	case *ir.TermBr:
		p.text("br")
		p.values(t.Metadata, t.Target)
	case *ir.TermCondBr:
		p.text("br")
		p.values(t.Metadata, t.Cond, t.TargetTrue, t.TargetFalse)
	case *ir.TermRet:
		if t.X == nil {
			p.text("ret void")
			p.metadata(t.Metadata)
		} else {
			p.text("ret")
			p.values(t.Metadata, t.X)
		}
	default:
		p.text(end.LLString())
	}
}

// assembly prints inline assembly. llir prints texts with bytes that it escapes.
func (p *printer) assembly(a *ir.InlineAsm) {
	if escapes(a.Asm) || escapes(a.Constraint) {
		p.text(a.Ident())
		return
	}
	p.text("asm")
	for _, flag := range [...]struct {
		set  bool
		text string
	}{{a.SideEffect, " sideeffect"}, {a.AlignStack, " alignstack"}, {a.IntelDialect, " inteldialect"}} {
		if flag.set {
			p.text(flag.text)
		}
	}
	for i, text := range [...]string{a.Asm, a.Constraint} {
		p.text([...]string{" \"", ", \""}[i])
		p.text(text)
		p.text("\"")
	}
}

// escapes reports whether llir escapes a byte of a string.
func escapes(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return true
		}
	}
	return false
}
