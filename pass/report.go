package pass

import (
	"slices"
	"time"

	"github.com/girih-ir/girih/pass/timing"
)

// startAnalysis measures the computation of an analysis for a step's pass. The function that it returns ends the
// measurement. The time of analyses that this one asks for is counted for them alone.
func (e *execution) startAnalysis(s *step, a AnyAnalysis) (stop func()) {
	if e.opts.Timing == nil {
		return func() {}
	}
	outer, start := e.analyses, time.Now()
	e.analyses = 0
	return func() {
		total := time.Since(start)
		s.lanes[e.lane].addAnalysis(a, total-e.analyses)
		e.analyses = outer + total
	}
}

func (l *stepLane) addAnalysis(a AnyAnalysis, d time.Duration) {
	for i := range l.analyses {
		if l.analyses[i].analysis == a {
			l.analyses[i].time += d
			return
		}
	}
	l.analyses = append(l.analyses, analysisTime{a, d})
}

// addTimes adds the measurements of the plan's steps to a timer.
func (p *plan) addTimes(to *timing.Timer) {
	for _, s := range p.steps {
		s.addTimes(to)
	}
}

func (s *step) addTimes(to *timing.Timer) {
	if !slices.ContainsFunc(s.lanes, func(l stepLane) bool { return l.ran }) {
		return
	}
	if s.pass == nil {
		s.addNestedTimes(to)
		return
	}
	timer := to.Nest(s.pass.DisplayName())
	for i := range s.lanes {
		timer.AddParallel(s.lanes[i].time)
	}
	for i := range s.lanes {
		for _, a := range s.lanes[i].analyses {
			timer.Child("(A) " + a.analysis.name()).AddParallel(a.time)
		}
	}
	for _, p := range s.dynamic {
		p.addTimesAs(timer)
	}
}

func (s *step) addNestedTimes(to *timing.Timer) {
	if len(s.nested) > 1 {
		to = to.Nest(s.title())
		for i := range s.lanes {
			to.AddParallel(s.lanes[i].time)
		}
	}
	for _, p := range s.nested {
		p.addTimesAs(to)
	}
}

// addTimesAs adds a timer for the plan itself, if it ran.
func (p *plan) addTimesAs(to *timing.Timer) {
	if !slices.ContainsFunc(p.lanes, func(d time.Duration) bool { return d > 0 }) {
		return
	}
	timer := to.Nest(p.title())
	for _, d := range p.lanes {
		timer.AddParallel(d)
	}
	p.addTimes(timer)
}
