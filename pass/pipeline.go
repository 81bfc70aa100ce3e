package pass

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/girih-ir/girih/internal/spelling"
	"github.com/girih-ir/girih/ir"
)

// anyAnchor is the anchor of pipelines that run on every operation that is isolated from above.
const anyAnchor = "any"

// ErrPipeline is wrapped by errors about pipelines that cannot run: wrong names, options, nesting.
var ErrPipeline = errors.New("invalid pipeline")

// Pipeline is a list of passes and nested pipelines, anchored on operations of one kind.
type Pipeline struct {
	Anchor string // an operation name; "any" for all
	Steps  []Step
}

// Step is either a pass with its options, or a nested pipeline for the operations directly inside.
type Step struct {
	Pass *Pass
	// Options is the pass's options; nil means the defaults.
	Options any
	Nested  *Pipeline
}

// NewPipeline returns a pipeline of passes with their default options.
func NewPipeline(anchor string, passes ...*Pass) *Pipeline {
	return (&Pipeline{Anchor: anchor}).Add(passes...)
}

// Add appends passes with their default options, and returns p.
func (p *Pipeline) Add(passes ...*Pass) *Pipeline {
	for _, one := range passes {
		p.AddWith(one, nil)
	}
	return p
}

// AddWith appends a pass with options, a pointer of the type that Pass.Options returns, and returns p.
func (p *Pipeline) AddWith(one *Pass, options any) *Pipeline {
	if options == nil && one.Options != nil {
		options = one.Options()
	}
	p.Steps = append(p.Steps, Step{Pass: one, Options: options})
	return p
}

// Nest appends a pipeline for the operations directly inside, and returns it.
func (p *Pipeline) Nest(anchor string) *Pipeline {
	nested := &Pipeline{Anchor: anchor}
	p.Steps = append(p.Steps, Step{Nested: nested})
	return nested
}

// addNested appends a pass like AddWith. If the pass is for other operations than p, it goes into a nested pipeline.
func (p *Pipeline) addNested(one *Pass, options any) {
	if one.Anchor != "" && p.Anchor != anyAnchor && one.Anchor != p.Anchor {
		p = p.Nest(one.Anchor)
	}
	p.AddWith(one, options)
}

// String returns the pipeline as [Registry.Parse] reads it, with the values of all options.
func (p *Pipeline) String() string {
	var b strings.Builder
	p.write(&b)
	return b.String()
}

func (p *Pipeline) write(b *strings.Builder) {
	b.WriteString(p.Anchor)
	b.WriteByte('(')
	for i := range p.Steps {
		if i > 0 {
			b.WriteByte(',')
		}
		p.Steps[i].write(b)
	}
	b.WriteByte(')')
}

func (s *Step) write(b *strings.Builder) {
	if s.Nested != nil {
		s.Nested.write(b)
		return
	}
	b.WriteString(s.Pass.Name)
	b.WriteString(optionsText(s.Options))
}

// Indented returns the pipeline with a line for each step, as --dump-pass-pipeline shows it.
func (p *Pipeline) Indented() string {
	var b strings.Builder
	p.indented(&b, "")
	return b.String()
}

func (p *Pipeline) indented(b *strings.Builder, indent string) {
	fmt.Fprintf(b, "%s%s(\n", indent, p.Anchor)
	inner := indent + "  "
	for i := range p.Steps {
		if i > 0 {
			b.WriteString(",\n")
		}
		if s := &p.Steps[i]; s.Nested != nil {
			s.Nested.indented(b, inner)
		} else {
			b.WriteString(inner)
			s.write(b)
		}
	}
	if len(p.Steps) > 0 {
		b.WriteByte('\n')
	}
	b.WriteString(indent + ")")
}

// Check returns the first error of a pipeline for modules of ctx: an anchor on which passes cannot run, a pass that
// cannot run on the operations of its anchor, or an option whose value is not allowed. The error wraps [ErrPipeline].
func (p *Pipeline) Check(ctx *ir.Context) error {
	if err := checkAnchor(ctx, p.Anchor); err != nil {
		return err
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		var err error
		if s.Nested != nil {
			err = s.Nested.Check(ctx)
		} else {
			err = cmp.Or(checkPass(ctx, s.Pass, p.Anchor), checkOptions(s.Pass, s.Options))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkOptions refuses options that Go code set to values that their tags do not list. An empty string is allowed,
// since it means the default.
func checkOptions(one *Pass, options any) error {
	for _, f := range optionFields(options) {
		if f.value.Kind() == reflect.Slice || f.value.IsZero() && f.value.Kind() == reflect.String {
			continue
		}
		if err := checkValue(valueText(f.value), f.values()); err != nil {
			return fmt.Errorf("%w: pass '%s': option '%s': %w", ErrPipeline, one.Name, f.name, err)
		}
	}
	return nil
}

// checkAnchor refuses names of operations that are not known or that passes cannot run on.
func checkAnchor(ctx *ir.Context, anchor string) error {
	if anchor == anyAnchor {
		return nil
	}
	info := ctx.LookupOp(anchor)
	if info == nil || info.Def == nil {
		return fmt.Errorf("%w: '%s' is not a registered operation%s", ErrPipeline, anchor,
			spelling.Suggestion(anchor, isolatedOps(ctx)))
	}
	if !info.HasTrait(ir.IsolatedFromAbove) {
		return fmt.Errorf("%w: trying to schedule a pass on an operation not marked as 'IsolatedFromAbove': '%s'",
			ErrPipeline, anchor)
	}
	return nil
}

// isolatedOps returns the names of the operations on which pipelines can be anchored.
func isolatedOps(ctx *ir.Context) []string {
	names := []string{anyAnchor}
	for _, info := range ctx.RegisteredOps() {
		if info.HasTrait(ir.IsolatedFromAbove) {
			names = append(names, info.Name)
		}
	}
	return names
}

// checkPass refuses a pass that is not for operations named anchor.
func checkPass(ctx *ir.Context, one *Pass, anchor string) error {
	if anchor == anyAnchor {
		return nil
	}
	if one.Anchor != "" && one.Anchor != anchor {
		return fmt.Errorf("%w: can't add pass '%s' restricted to '%s' on a pipeline intended to run on '%s', did you "+
			"intend to nest: %s(%s)?", ErrPipeline, one.Name, one.Anchor, anchor, one.Anchor, one.Name)
	}
	if one.Accepts != nil && ctx != nil {
		if info := ctx.LookupOp(anchor); info != nil && !one.Accepts(info) {
			return fmt.Errorf("%w: unable to schedule pass '%s' on a pipeline intended to run on '%s'", ErrPipeline,
				one.Name, anchor)
		}
	}
	return nil
}
