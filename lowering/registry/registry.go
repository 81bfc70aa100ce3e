// Package registry lists all passes of this project, for tools that run any pipeline. Libraries that need only certain
// passes import their packages instead.
package registry

import (
	"github.com/girih-ir/girih/lowering/conversions/arithexpand"
	"github.com/girih-ir/girih/lowering/conversions/arithtollvm"
	"github.com/girih-ir/girih/lowering/conversions/cftollvm"
	"github.com/girih-ir/girih/lowering/conversions/functollvm"
	"github.com/girih-ir/girih/lowering/conversions/reconcile"
	"github.com/girih-ir/girih/lowering/conversions/scftocf"
	"github.com/girih-ir/girih/lowering/importtt"
	"github.com/girih-ir/girih/lowering/layouts/accumulate"
	"github.com/girih-ir/girih/lowering/layouts/arrays"
	"github.com/girih-ir/girih/lowering/layouts/assign"
	"github.com/girih-ir/girih/lowering/layouts/bulkstores"
	"github.com/girih-ir/girih/lowering/layouts/earlybranches"
	"github.com/girih-ir/girih/lowering/layouts/loadhints"
	"github.com/girih-ir/girih/lowering/layouts/loadorder"
	"github.com/girih-ir/girih/lowering/layouts/overlapproducts"
	"github.com/girih-ir/girih/lowering/layouts/persistent"
	"github.com/girih-ir/girih/lowering/layouts/prefetch"
	"github.com/girih-ir/girih/lowering/layouts/registers"
	"github.com/girih-ir/girih/lowering/layouts/rings"
	"github.com/girih-ir/girih/lowering/layouts/sharetail"
	"github.com/girih-ir/girih/lowering/layouts/streams"
	"github.com/girih-ir/girih/lowering/layouts/stripmine"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/lowering/strict/broadcast"
	"github.com/girih-ir/girih/lowering/strict/contractions"
	"github.com/girih-ir/girih/lowering/strict/mathexpand"
	"github.com/girih-ir/girih/lowering/strict/promote"
	"github.com/girih-ir/girih/lowering/strict/splitproducts"
	"github.com/girih-ir/girih/lowering/strict/splitrows"
	"github.com/girih-ir/girih/lowering/strict/splittiles"
	"github.com/girih-ir/girih/lowering/strict/tilearith"
	"github.com/girih-ir/girih/lowering/strict/views"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
	torchpromote "github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/lowering/tensors/strides"
	"github.com/girih-ir/girih/lowering/threads/advance"
	"github.com/girih-ir/girih/lowering/threads/approximate"
	"github.com/girih-ir/girih/lowering/threads/contract"
	"github.com/girih-ir/girih/lowering/threads/convergence"
	"github.com/girih-ir/girih/lowering/threads/delay"
	"github.com/girih-ir/girih/lowering/threads/fragments"
	"github.com/girih-ir/girih/lowering/threads/holdaddresses"
	"github.com/girih-ir/girih/lowering/threads/mergebranches"
	"github.com/girih-ir/girih/lowering/threads/overlaplaunches"
	"github.com/girih-ir/girih/lowering/threads/producer"
	"github.com/girih-ir/girih/lowering/threads/tiletollvm"
	"github.com/girih-ir/girih/lowering/transforms/canonicalize"
	"github.com/girih-ir/girih/lowering/transforms/cse"
	"github.com/girih-ir/girih/lowering/transforms/dce"
	"github.com/girih-ir/girih/lowering/transforms/deadvalues"
	"github.com/girih-ir/girih/lowering/transforms/inline"
	"github.com/girih-ir/girih/lowering/transforms/licm"
	"github.com/girih-ir/girih/lowering/transforms/mem2reg"
	"github.com/girih-ir/girih/lowering/transforms/nestedfors"
	"github.com/girih-ir/girih/lowering/transforms/peel"
	"github.com/girih-ir/girih/lowering/transforms/sccp"
	"github.com/girih-ir/girih/lowering/transforms/sink"
	"github.com/girih-ir/girih/lowering/transforms/stripdebug"
	"github.com/girih-ir/girih/lowering/transforms/symboldce"
	"github.com/girih-ir/girih/lowering/transforms/unroll"
	"github.com/girih-ir/girih/pass"
)

// inliner is the pass inline. It can run pipelines of any passes on functions.
var inliner *pass.Pass

func init() { // inliner refers to Passes, which contains it: an initializer would be an initialization cycle
	inliner = inline.New(func() *pass.Registry { return &pass.Registry{Passes: Passes()} })
}

// Passes returns every pass.
func Passes() []*pass.Pass {
	return []*pass.Pass{
		// transforms
		canonicalize.Pass, cse.Pass, dce.Pass, deadvalues.Pass, inliner, licm.Pass, mem2reg.Pass, nestedfors.ForallPass,
		nestedfors.ParallelPass, peel.Pass, sccp.Pass, sink.Pass, stripdebug.Pass, symboldce.Pass, unroll.Pass,
		// conversions
		arithexpand.Pass, arithtollvm.Pass, cftollvm.Pass, functollvm.Pass, reconcile.Pass, scftocf.Pass,
		// importtt and strict
		importtt.Pass, contractions.Pass, promote.Pass, broadcast.Pass, tilearith.Pass, views.Pass,
		splittiles.Pass, splitproducts.Pass, splitrows.Pass, mathexpand.Pass,
		// tensors
		decompose.Pass, torchpromote.Pass, fusion.Pass, gradients.Pass, gradients.TangentPass, kernels.Pass,
		strides.Pass,
		// layouts
		arrays.Pass, streams.Pass, persistent.Pass, sharetail.Pass, rings.Pass, overlapproducts.Pass, bulkstores.Pass,
		stripmine.Pass, accumulate.Pass, prefetch.Pass, loadorder.Pass, assign.Pass, loadhints.Pass, earlybranches.Pass,
		registers.Pass,
		// threads
		tiletollvm.Pass, producer.Pass, contract.Pass, approximate.Pass, delay.Pass, fragments.Pass, advance.Pass,
		holdaddresses.Pass,
		mergebranches.Pass, overlaplaunches.Pass, convergence.Pass,
	}
}

// Pipelines returns all named pipelines.
func Pipelines() []*pass.Named { return []*pass.Named{pipeline.TileToGPU} }
