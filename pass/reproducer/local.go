package reproducer

import (
	"github.com/girih-ir/girih/pass"
)

// Local observes a run to make a reproducer of just the pass that fails. It prints the IR before every pass, and needs
// all passes to run on one goroutine.
type Local struct {
	config  Config
	failure []byte
}

// NewLocal returns a Local whose reproducers have a configuration with another pipeline.
func NewLocal(c Config) *Local { return &Local{config: c} }

// Observe is a [pass.Observer].
func (l *Local) Observe(e *pass.Event) (after func(error)) {
	root := e.Op
	pipeline := pass.NewPipeline(root.Name()).AddWith(e.Pass, e.Options)
	for root.Parent() != nil {
		root = root.Parent()
		pipeline = &pass.Pipeline{Anchor: root.Name(), Steps: []pass.Step{{Nested: pipeline}}}
	}
	c := l.config
	c.Pipeline = pipeline.String()
	before := Write(root, c)
	return func(err error) {
		if err != nil && l.failure == nil {
			l.failure = before
		}
	}
}

// Failure returns the reproducer of the pass that failed, nil when none did.
func (l *Local) Failure() []byte { return l.failure }
