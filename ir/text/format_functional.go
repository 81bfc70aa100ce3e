package text

import "github.com/girih-ir/girih/ir"

func (p *parser) parseFunctionalType(r *formatRun, e *element) {
	at := p.tok.start
	if !p.is('(') {
		if t := p.Type(); p.err == nil {
			p.notFunction(at, t)
		}
		return
	}
	sig := p.signature()
	if p.err != nil {
		return
	}
	p.distribute(r, e.typeIndex[:e.index], sig.inputs)
	p.distribute(r, e.typeIndex[e.index:], sig.results)
}

// notFunction fails where a function type is wanted.
func (p *parser) notFunction(at int, t ir.Type) {
	p.failHook(at, "invalid kind of type specified: expected builtin.function, but found %s", ir.Quote(t))
}

// distribute assigns the types of a list to targets in order. At most one target takes several types.
func (p *parser) distribute(r *formatRun, targets []int, types []ir.Type) {
	single := 0
	for _, t := range targets {
		if r.arity(t) == ir.One {
			single++
		}
	}
	for _, t := range targets {
		n := 1
		if r.arity(t) != ir.One {
			n = len(types) - single
			if r.isOperand(t) && len(targets)-single > 1 {
				n = len(r.operands[t])
			}
			single = 0
		} else if single > 0 {
			single--
		}
		n = max(0, min(n, len(types)))
		r.given[t] = true
		r.types[t] = append(r.types[t], types[:n]...)
		types = types[n:]
	}
}
