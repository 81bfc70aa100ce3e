package pass

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/girih-ir/girih/ir"
)

// plan is a pipeline prepared for a run. Adjacent nested pipelines are one step, so that every operation is visited
// once for all of them.
type plan struct {
	*Pipeline // with the steps of all pipelines that it combines
	steps     []*step
	lanes     []time.Duration // time spent by each lane, if it is measured
}

// step is a pass, or a group of nested pipelines for different operations.
type step struct {
	pass    *Pass
	options any
	nested  []*plan // sorted by anchor, "any" last

	lanes   []stepLane
	dynamic []*plan // pipelines that the pass ran itself
}

// stepLane has the results of a step on one lane. A lane is one goroutine at a time.
type stepLane struct {
	statistics any
	ran        bool
	time       time.Duration
	analyses   []analysisTime
}

type analysisTime struct {
	analysis AnyAnalysis
	time     time.Duration
}

// newPlan prepares a pipeline, which has been checked, for a run on a number of lanes.
func newPlan(ctx *ir.Context, p *Pipeline, lanes int) *plan {
	out := &plan{Pipeline: p, lanes: make([]time.Duration, lanes)}
	var group []*Pipeline // with different anchors
	flush := func() {
		if len(group) > 0 {
			out.steps = append(out.steps, newGroup(ctx, group, lanes))
			group = nil
		}
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		if s.Nested == nil {
			flush()
			options := s.Options
			if options == nil && s.Pass.Options != nil {
				options = s.Pass.Options()
			}
			out.steps = append(out.steps, &step{pass: s.Pass, options: options, lanes: make([]stepLane, lanes)})
			continue
		}
		if conflicts(ctx, s.Nested, group) {
			flush()
		}
		group = join(group, s.Nested)
	}
	flush()
	return out
}

// conflicts reports whether a nested pipeline cannot be combined with those of a group, because several of them might
// run on the same operation. The rule is mlir-opt's.
func conflicts(ctx *ir.Context, p *Pipeline, group []*Pipeline) bool {
	for _, other := range group {
		switch {
		case p.Anchor == anyAnchor && other.Anchor == anyAnchor:
			return true
		case p.Anchor == anyAnchor && p.runsOn(ctx.LookupOp(other.Anchor)),
			other.Anchor == anyAnchor && other.runsOn(ctx.LookupOp(p.Anchor)):
			return true
		}
	}
	return false
}

// join adds a pipeline to a group. If the group has one with the same anchor, the two are merged.
func join(group []*Pipeline, p *Pipeline) []*Pipeline {
	for i, other := range group {
		if other.Anchor == p.Anchor {
			group[i] = &Pipeline{Anchor: p.Anchor, Steps: slices.Concat(other.Steps, p.Steps)}
			return group
		}
	}
	return append(group, p)
}

func newGroup(ctx *ir.Context, group []*Pipeline, lanes int) *step {
	s := &step{lanes: make([]stepLane, lanes)}
	for _, p := range group {
		s.nested = append(s.nested, newPlan(ctx, p, lanes))
	}
	slices.SortFunc(s.nested, func(a, b *plan) int {
		if anyA, anyB := a.Anchor == anyAnchor, b.Anchor == anyAnchor; anyA != anyB {
			if anyA {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.Anchor, b.Anchor)
	})
	return s
}

// runsOn reports whether a pipeline runs on operations of a name. A pipeline for any operation runs on those that are
// isolated and that all its passes accept.
func (p *Pipeline) runsOn(info *ir.OpInfo) bool {
	if info == nil {
		return false
	}
	if p.Anchor != anyAnchor {
		return p.Anchor == info.Name
	}
	if info.Def == nil || !info.HasTrait(ir.IsolatedFromAbove) {
		return false
	}
	for i := range p.Steps {
		if one := p.Steps[i].Pass; one != nil && !one.acceptsOp(info) {
			return false
		}
	}
	return true
}

// title names a group of nested pipelines in reports, as mlir-opt does.
func (s *step) title() string {
	if len(s.nested) == 1 {
		return s.nested[0].title()
	}
	var names []string
	for _, p := range s.nested {
		names = append(names, "'"+p.Anchor+"'")
	}
	return "Pipeline Collection : [" + strings.Join(names, ", ") + "]"
}

func (p *plan) title() string { return "'" + p.Anchor + "' Pipeline" }

// loadDialects loads the dialects that the passes of a pipeline need.
func (p *Pipeline) loadDialects(ctx *ir.Context) error {
	for i := range p.Steps {
		var err error
		if s := &p.Steps[i]; s.Nested != nil {
			err = s.Nested.loadDialects(ctx)
		} else {
			err = ctx.Load(s.Pass.Dialects...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
