package text

import "github.com/girih-ir/girih/ir"

// resolveFormat finds the types that the text left out and resolves the operands.
func (p *parser) resolveFormat(r *formatRun) {
	def, st := r.f.info.Def, r.st
	for i := range r.f.plan {
		if r.elided && !r.isOperand(i) {
			break
		}
		if !p.typesFor(r, i, 0) {
			return
		}
	}
	if def.Traits&ir.AttrSizedOperandSegments != 0 {
		sizes := make([]int32, len(def.Operands))
		for i := range def.Operands {
			sizes[i] = int32(len(r.operands[i]))
		}
		st.SetSegments(sizes...)
	}
	for i := range def.Operands {
		types := r.types[i]
		if len(types) != len(r.operands[i]) {
			p.failHook(int(r.pos), "number of operands and types do not match: got %d operands and %d types",
				len(r.operands[i]), len(types))
			return
		}
		for k, u := range r.operands[i] {
			st.Operands = append(st.Operands, p.Resolve(u, types[k]))
		}
	}
	if p.err != nil {
		return
	}
	p.resultTypesOf(r)
}

func (p *parser) resultTypesOf(r *formatRun) {
	def, st := r.f.info.Def, r.st
	if r.elided {
		types, err := def.Elided(p.ctx, st, p.around)
		if err != nil {
			p.fail(p.custom.namePos, "'%s' op %w", def.Name, err)
			return
		}
		st.Types = append(st.Types, types...)
		return
	}
	if r.f.inferred {
		types, err := ir.InferResultTypes(p.ctx, st)
		if err != nil {
			p.fail(p.custom.namePos, "'%s' op %w", def.Name, err)
			return
		}
		st.Types = append(st.Types, types...)
		return
	}
	for i := range def.Results {
		st.Types = append(st.Types, r.types[len(def.Operands)+i]...)
	}
	if def.Traits&ir.AttrSizedResultSegments != 0 {
		sizes := make([]int32, len(def.Results))
		for i := range def.Results {
			sizes[i] = int32(len(r.types[len(def.Operands)+i]))
		}
		st.SetInherent(ir.ResultSegments, p.ctx.DenseI32(sizes...))
	}
}

// typesFor fills in the types of plan entry i, after those that it depends on.
func (p *parser) typesFor(r *formatRun, i, depth int) bool {
	if r.given[i] || depth > len(r.f.plan) {
		return p.err == nil
	}
	src := &r.f.plan[i]
	want := 1
	if r.isOperand(i) {
		want = len(r.operands[i])
	}
	switch src.kind {
	case sourceBuild:
		t := src.build.Type.Build(p.ctx)
		for range want {
			r.types[i] = append(r.types[i], t)
		}
	case sourceAttr:
		a, ok := r.st.GetInherent(src.attr).(ir.TypedAttr)
		if !ok {
			p.fail(int(r.pos), "attribute '%s' is needed to infer a type, but is absent", src.attr)
			return false
		}
		p.applyRule(r, i, src, []ir.Type{a.Type()}, want)
	case sourceRule:
		if !p.typesFor(r, src.from, depth+1) {
			return false
		}
		if src.rule != nil && src.rule.Map != nil && !p.checkDerived(r, src.from) {
			return false
		}
		p.applyRule(r, i, src, r.types[src.from], want)
	}
	r.given[i] = true
	return p.err == nil
}

// checkDerived checks the types of plan entry i, if other types are computed from them.
func (p *parser) checkDerived(r *formatRun, i int) bool {
	decl := r.f.declared(i)
	for _, t := range r.types[i] {
		if !decl.Type.Admits(t) {
			p.failHook(p.custom.namePos, "'%s' must be %s, but got %s", decl.Name, decl.Type.Summary, ir.Quote(t))
			return false
		}
	}
	return true
}

func (p *parser) applyRule(r *formatRun, i int, src *typeSource, from []ir.Type, want int) {
	if src.rule != nil && src.rule.MapAll != nil {
		if len(from) == 1 {
			if _, ok := from[0].(*ir.FunctionType); !ok {
				p.notFunction(int(r.pos), from[0])
				return
			}
			r.types[i] = append(r.types[i], src.rule.MapAll(p.ctx, from[0])...)
		}
		return
	}
	for k := range max(want, 0) {
		if len(from) == 0 {
			return
		}
		t := from[min(k, len(from)-1)]
		if src.rule != nil && src.rule.Map != nil {
			if t = src.rule.Map(p.ctx, t); t == nil {
				p.fail(int(r.pos), "cannot infer the type that follows from %s", ir.Quote(from[0]))
				return
			}
		}
		r.types[i] = append(r.types[i], t)
	}
}
