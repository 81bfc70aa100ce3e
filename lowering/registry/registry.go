// Package registry lists the passes of this project, for tools that run any pipeline. Libraries that run certain passes
// import just those.
package registry

import (
	"github.com/girih-ir/girih/lowering/accumulate"
	"github.com/girih-ir/girih/lowering/approximate"
	"github.com/girih-ir/girih/lowering/arithexpand"
	"github.com/girih-ir/girih/lowering/arithtollvm"
	"github.com/girih-ir/girih/lowering/broadcast"
	"github.com/girih-ir/girih/lowering/canonicalize"
	"github.com/girih-ir/girih/lowering/cftollvm"
	"github.com/girih-ir/girih/lowering/contract"
	"github.com/girih-ir/girih/lowering/convergence"
	"github.com/girih-ir/girih/lowering/cse"
	"github.com/girih-ir/girih/lowering/dce"
	"github.com/girih-ir/girih/lowering/deadvalues"
	"github.com/girih-ir/girih/lowering/delay"
	"github.com/girih-ir/girih/lowering/functollvm"
	"github.com/girih-ir/girih/lowering/importtt"
	"github.com/girih-ir/girih/lowering/inline"
	"github.com/girih-ir/girih/lowering/layouts"
	"github.com/girih-ir/girih/lowering/licm"
	"github.com/girih-ir/girih/lowering/mathexpand"
	"github.com/girih-ir/girih/lowering/mem2reg"
	"github.com/girih-ir/girih/lowering/nestedfors"
	"github.com/girih-ir/girih/lowering/peel"
	"github.com/girih-ir/girih/lowering/promote"
	"github.com/girih-ir/girih/lowering/reconcile"
	"github.com/girih-ir/girih/lowering/registers"
	"github.com/girih-ir/girih/lowering/sccp"
	"github.com/girih-ir/girih/lowering/scftocf"
	"github.com/girih-ir/girih/lowering/sink"
	"github.com/girih-ir/girih/lowering/stripdebug"
	"github.com/girih-ir/girih/lowering/stripmine"
	"github.com/girih-ir/girih/lowering/symboldce"
	"github.com/girih-ir/girih/lowering/tilearith"
	"github.com/girih-ir/girih/lowering/tilellvm"
	"github.com/girih-ir/girih/lowering/unroll"
	"github.com/girih-ir/girih/lowering/views"
	"github.com/girih-ir/girih/pass"
)

// inliner is the pass inline, which runs pipelines of any passes itself.
var inliner *pass.Pass

func init() { // here, as it refers to the list that it is in
	inliner = inline.New(func() *pass.Registry { return &pass.Registry{Passes: Passes()} })
}

// Passes returns every pass.
func Passes() []*pass.Pass {
	return []*pass.Pass{canonicalize.Pass, dce.Pass, deadvalues.Pass, cse.Pass, promote.Pass, broadcast.Pass, tilearith.Pass, views.Pass, mathexpand.Pass, stripmine.Pass, accumulate.Pass, layouts.Pass, registers.Pass, tilellvm.Pass, contract.Pass, approximate.Pass, delay.Pass, convergence.Pass,
		scftocf.Pass, sccp.Pass, symboldce.Pass, stripdebug.Pass, inliner, arithexpand.Pass,
		nestedfors.ForallPass, nestedfors.ParallelPass, licm.Pass, sink.Pass, unroll.Pass, peel.Pass, mem2reg.Pass,
		importtt.Pass, arithtollvm.Pass, cftollvm.Pass, functollvm.Pass, reconcile.Pass}
}
