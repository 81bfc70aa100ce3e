package ir

// Type appends a type.
func (p *Printer) Type(t Type) {
	if p.TypeAlias != nil {
		if alias := p.TypeAlias(t); alias != "" {
			p.text(alias)
			return
		}
	}
	p.TypeInFull(t)
}

// TypeInFull appends a type without using an alias for it; types inside may still print as aliases.
func (p *Printer) TypeInFull(t Type) {
	switch t := t.(type) {
	case *IntegerType:
		p.text([...]string{"i", "si", "ui"}[t.Signedness])
		p.Int(int64(t.Width))
	case *FloatType:
		p.text(t.Format.Name())
	case *IndexType:
		p.text("index")
	case *NoneType:
		p.text("none")
	case *ComplexType:
		p.text("complex<")
		p.Type(t.Elem)
		p.text(">")
	case *TupleType:
		p.text("tuple<")
		p.Types(t.Elems)
		p.text(">")
	case *FunctionType:
		p.FunctionType(t.Inputs, t.Results)
	case *OpaqueType:
		p.dialectSymbol('!', t.Dialect, t.Body)
	case DialectType:
		body := Printer{TypeAlias: p.TypeAlias, AttrAlias: p.AttrAlias, Distinct: p.Distinct, OnResource: p.OnResource}
		body.text(t.Def().Mnemonic)
		t.PrintBody(&body)
		p.dialectSymbol('!', t.Def().Dialect, string(body.Buf))
	case ShapedType:
		p.shapedType(t)
	case nil:
		p.text("<<NULL TYPE>>")
	}
}

func (p *Printer) shapedType(t ShapedType) {
	switch t := t.(type) {
	case *VectorType:
		p.text("vector<")
		p.vectorDims(t)
		p.Type(t.elem)
	case *TensorType:
		p.text("tensor<")
		p.dims(t.shape)
		p.Type(t.elem)
		if t.Encoding != nil {
			p.text(", ")
			p.Attribute(t.Encoding)
		}
	case *UnrankedTensorType:
		p.text("tensor<*x")
		p.Type(t.elem)
	case *MemRefType:
		p.text("memref<")
		p.dims(t.shape)
		p.Type(t.elem)
		if t.Layout != nil {
			p.text(", ")
			p.attribute(t.Layout, elideDefault)
		}
		p.memorySpace(t.MemorySpace)
	case *UnrankedMemRefType:
		p.text("memref<*x")
		p.Type(t.elem)
		p.memorySpace(t.MemorySpace)
	}
	p.text(">")
}

func (p *Printer) memorySpace(space Attribute) {
	if space != nil {
		p.text(", ")
		p.attribute(space, elideDefault)
	}
}

func (p *Printer) dims(shape []int64) {
	for _, d := range shape {
		p.dim(d)
		p.text("x")
	}
}

func (p *Printer) dim(d int64) {
	if d == Dynamic {
		p.text("?")
	} else {
		p.Int(d)
	}
}

func (p *Printer) vectorDims(t *VectorType) {
	for i, d := range t.shape {
		if t.Scalable(i) {
			p.text("[")
			p.Int(d)
			p.text("]x")
		} else {
			p.Int(d)
			p.text("x")
		}
	}
}

// Types appends types separated by commas.
func (p *Printer) Types(ts []Type) {
	for i, t := range ts {
		if i > 0 {
			p.text(", ")
		}
		p.Type(t)
	}
}

// FunctionType appends `(inputs) -> results`.
func (p *Printer) FunctionType(inputs, results []Type) {
	p.text("(")
	p.Types(inputs)
	p.text(") ")
	p.Arrow(results)
}

// Arrow appends `-> results`, in parentheses unless there is a single result that is not a function type.
func (p *Printer) Arrow(results []Type) {
	p.text("-> ")
	if len(results) == 1 {
		if _, isFunc := results[0].(*FunctionType); !isFunc {
			p.Type(results[0])
			return
		}
	}
	p.text("(")
	p.Types(results)
	p.text(")")
}
