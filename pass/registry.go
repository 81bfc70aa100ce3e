package pass

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// Named is a named pipeline: in pipeline text, its name stands for the passes that it adds.
type Named struct {
	// Name is the name in pipelines; Summary one line for --help.
	Name, Summary string
	// Options returns a pointer to a struct that holds the defaults, as Pass.Options does; nil if there are no options.
	Options func() any
	// Build adds the passes to a pipeline; options has the type that Options returns.
	Build func(p *Pipeline, options any) error
}

// Registry holds the passes and named pipelines that pipeline text may name.
type Registry struct {
	Passes    []*Pass
	Pipelines []*Named
}

// Pass returns the pass of a name, or nil.
func (r *Registry) Pass(name string) *Pass {
	for _, p := range r.Passes {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Pipeline returns the named pipeline of a name, or nil.
func (r *Registry) Pipeline(name string) *Named {
	for _, p := range r.Pipelines {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Names returns the names of all passes and pipelines.
func (r *Registry) Names() (names []string) {
	for _, p := range r.Passes {
		names = append(names, p.Name)
	}
	for _, p := range r.Pipelines {
		names = append(names, p.Name)
	}
	return names
}

// OptionsOf returns the options of a named pipeline, in the order of their declaration.
func (n *Named) OptionsOf() []Option { return optionsOf(n.Options) }

// Parse reads a pipeline such as `builtin.module(canonicalize{max-iterations=2},func.func(cse))`: an anchor operation,
// or `any`, around passes, named pipelines and nested pipelines. With a context it checks that the anchors are
// operations that passes can run on. The error is a *[ParseError].
func (r *Registry) Parse(text string, ctx *ir.Context) (*Pipeline, error) {
	p := &pipelineParser{text: text, registry: r, ctx: ctx}
	return p.parse()
}

// Append adds the pass or named pipeline of a name, with options, as a command-line flag does. If the pass is for
// other operations than p, it goes into a nested pipeline. The error is a *[ParseError] in the text `name{options}`.
func (r *Registry) Append(p *Pipeline, name, options string) error {
	text := name
	if options != "" {
		text += "{" + options + "}"
	}
	parser := &pipelineParser{text: text, registry: r, implicit: true}
	return parser.append(p)
}

// ParsePipeline reads a pipeline of passes without a registry; see [Registry.Parse].
func ParsePipeline(text string, passes []*Pass) (*Pipeline, error) {
	return (&Registry{Passes: passes}).Parse(text, nil)
}

// build returns the steps of a named pipeline inside a pipeline with the given anchor.
func (n *Named) build(anchor string, options any) ([]Step, error) {
	p := &Pipeline{Anchor: anchor}
	if err := n.Build(p, options); err != nil {
		return nil, fmt.Errorf("pipeline '%s': %w", n.Name, err)
	}
	return p.Steps, nil
}
