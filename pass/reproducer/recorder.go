package reproducer

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Recorder keeps what the reproducer of a run needs, in case the run fails.
type Recorder struct {
	config Config
	local  bool
	text   []byte
	failed bool // text is about the pass that failed
}

// NewRecorder returns a recorder for a run of the configured pipeline on op, which it prints now. With local, the
// reproducer holds only the pass that fails and the IR before it. The recorder then has to observe the run, with all
// passes on one goroutine, and prints the IR before each pass.
func NewRecorder(op *ir.Operation, c Config, local bool) *Recorder {
	r := &Recorder{config: c, local: local, text: Write(op, c)}
	r.config.DisableThreading = local || c.DisableThreading
	return r
}

// Observe is a [pass.Observer].
func (r *Recorder) Observe(e *pass.Event) (after func(error)) {
	if !r.local || r.failed {
		return nil
	}
	root := e.Op
	pipeline := pass.NewPipeline(root.Name()).AddWith(e.Pass, e.Options)
	for root.Parent() != nil {
		root = root.Parent()
		pipeline = &pass.Pipeline{Anchor: root.Name(), Steps: []pass.Step{{Nested: pipeline}}}
	}
	c := r.config
	c.Pipeline = pipeline.String()
	before := Write(root, c)
	return func(err error) {
		if err != nil && !r.failed {
			r.text, r.failed = before, true
		}
	}
}

// Text returns the reproducer. If the recorder is local and saw the failure, it is that of the pass that failed.
func (r *Recorder) Text() []byte { return r.text }

// Diagnostic describes the failure and names the file of its reproducer, as mlir-opt does.
func Diagnostic(failure *pass.Failure, file string) *ir.Diagnostic {
	where := fmt.Sprintf("'%s' operation", failure.Op.Name())
	if symbol := ir.SymbolNameOf(failure.Op); symbol != "" {
		where += ": @" + symbol
	}
	return ir.Errorf(failure.Op.Loc(), "Failures have been detected while processing an MLIR pass pipeline").
		Note(failure.Op.Loc(), "Pipeline failed while executing [`%s` on %s]: reproducer generated at `%s`",
			failure.Passes[0].DisplayName(), where, file)
}
