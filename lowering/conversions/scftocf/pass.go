package scftocf

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// Pass is `convert-scf-to-cf`.
var Pass = &pass.Pass{
	Name:     "convert-scf-to-cf",
	Title:    "SCFToControlFlowPass",
	Summary:  "Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG",
	Dialects: []*ir.Dialect{cf.Dialect, arith.Dialect},
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return conversion.Partial(op, target, patterns, conversion.Options{Context: ctx, LastFirst: true, Nested: true})
	},
}

// patterns convert structured operations to branches.
var patterns = conversion.MustSet(
	&conversion.Pattern{Name: "scf-for-to-cf", Root: &scf.ForOp, Rewrite: convertFor},
	&conversion.Pattern{Name: "scf-do-while-to-cf", Root: &scf.WhileOp, Rewrite: convertDoWhile, Benefit: 1},
	&conversion.Pattern{Name: "scf-while-to-cf", Root: &scf.WhileOp, Rewrite: convertWhile},
	&conversion.Pattern{Name: "scf-if-to-cf", Root: &scf.IfOp, Rewrite: convertIf},
	&conversion.Pattern{Name: "scf-index-switch-to-cf", Root: &scf.IndexSwitchOp, Rewrite: convertIndexSwitch},
	&conversion.Pattern{Name: "scf-execute-region-to-cf", Root: &scf.ExecuteRegion, Rewrite: convertExecuteRegion},
	&conversion.Pattern{Name: "scf-parallel-to-for", Root: &scf.ParallelOp, Rewrite: convertParallel, Recursive: true},
	&conversion.Pattern{Name: "scf-forall-to-parallel", Root: &scf.ForallOp, Rewrite: convertForall},
)

var target = func() *conversion.Target {
	t := conversion.NewTarget()
	t.IllegalOps(&scf.ForOp, &scf.WhileOp, &scf.IfOp, &scf.IndexSwitchOp, &scf.ExecuteRegion, &scf.ParallelOp,
		&scf.ForallOp)
	t.Otherwise(func(*ir.Operation) conversion.Legality { return conversion.Legal })
	return t
}()
