// Package inline is the pass inline: calls are replaced by the bodies of the functions that they run, callees before
// callers, with simplifications in between. Order, limits and result are mlir-opt's
// (mlir/lib/Transforms/Utils/Inliner.cpp).
//
// Inlining stops with a warning when it has copied as many operations as the option max-copies allows; mlir-opt has no
// such limit.
//
// Dialects decide which operations may be inlined, see [ir.Inlining]. [Call] inlines a single call.
//
// Before:
//
//	func.func private @square(%x: i32) -> i32 {
//	  %y = arith.muli %x, %x : i32
//	  return %y : i32
//	}
//	func.func @f(%x: i32) -> i32 {
//	  %r = call @square(%x) : (i32) -> i32
//	  return %r : i32
//	}
//
// After inline:
//
//	func.func @f(%arg0: i32) -> i32 {
//	  %0 = arith.muli %arg0, %arg0 : i32
//	  return %0 : i32
//	}
package inline

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/pass/analysis/callgraph"
)

// Options are the options of the pass.
type Options struct {
	DefaultPipeline   string   `opt:"default-pipeline" help:"The optimizer pipeline used for callables that do not have a dedicated optimizer pipeline in opPipelineList"`
	OpPipelines       []string `opt:"op-pipelines" help:"Callable operation specific optimizer pipelines (in the form of 'dialect.op(pipeline)')"`
	MaxIterations     uint     `opt:"max-iterations" help:"Maximum number of iterations when inlining within an SCC"`
	MaxCopies         uint     `opt:"max-copies" help:"Operations that inlining may copy in all; later calls are not inlined; 0 for the default"`
	InliningThreshold uint     `opt:"inlining-threshold" help:"Inline only if the operations of the callee are at most this percentage of those of the caller; 0 for never"`
}

// noThreshold is the threshold that allows everything.
const noThreshold = 1<<32 - 1

// defaultCopies is far more than handwritten programs need, and takes about half a gigabyte. If each function calls the
// previous one twice, the number of copies doubles with every function.
const defaultCopies = 1 << 21

// New returns the pass. registry returns the registry in which the passes of its pipelines are looked up.
func New(registry func() *pass.Registry) *pass.Pass {
	return &pass.Pass{
		Name:     "inline",
		Summary:  "Inline function calls",
		Title:    "Inliner",
		Dialects: []*ir.Dialect{cf.Dialect},
		Options: func() any {
			return &Options{DefaultPipeline: "canonicalize", MaxIterations: 4, MaxCopies: defaultCopies,
				InliningThreshold: noThreshold}
		},
		Run: func(ctx *pass.Context, op *ir.Operation) error {
			if !op.HasTrait(ir.SymbolTable) {
				return op.Errorf(" was scheduled to run under the inliner, but does not define a symbol table")
			}
			opts := ctx.Options.(*Options)
			pipelines, err := newPipelines(opts, registry(), op.Context())
			if err != nil {
				return err
			}
			graph := callgraph.New(op)
			in := &inliner{ctx: ctx, root: op, opts: opts, pipelines: pipelines, graph: graph, uses: newUses(op, graph),
				work: workspace{builder: ir.NewBuilder(op.Context())}, chains: newChains(len(graph.Nodes)),
				isDead: make([]bool, len(graph.Nodes)), simplified: make([]bool, len(graph.Nodes))}
			return in.run()
		},
	}
}

// pipelines has the pipelines that simplify functions before they are inlined, by operation name.
type pipelines struct {
	registry    *pass.Registry
	ctx         *ir.Context
	defaultText string
	byName      map[string]*pass.Pipeline
}

func newPipelines(opts *Options, registry *pass.Registry, ctx *ir.Context) (*pipelines, error) {
	p := &pipelines{registry: registry, ctx: ctx, defaultText: opts.DefaultPipeline,
		byName: make(map[string]*pass.Pipeline)}
	for _, text := range opts.OpPipelines {
		one, err := registry.Parse(text, ctx)
		if err != nil {
			return nil, fmt.Errorf("option 'op-pipelines': %w", err)
		}
		p.byName[one.Anchor] = one
	}
	return p, nil
}

// of returns the pipeline for functions with an operation name, or nil if there is none.
func (p *pipelines) of(name string) (*pass.Pipeline, error) {
	if one, ok := p.byName[name]; ok {
		return one, nil
	}
	if strings.TrimSpace(p.defaultText) == "" {
		p.byName[name] = nil
		return nil, nil
	}
	one, err := p.registry.Parse(name+"("+p.defaultText+")", p.ctx)
	if err != nil {
		return nil, fmt.Errorf("option 'default-pipeline': %w", err)
	}
	p.byName[name] = one
	return one, nil
}
