package pass

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/pass/timing"
)

// statistic describes a counter of a pass.
type statistic struct {
	Name, Help string
	Value      int64
}

// statisticsOf returns the counters of a pass, in the order of their declaration.
func statisticsOf(p *Pass) []statistic {
	if p.Statistics == nil {
		return nil
	}
	return counters(p.Statistics())
}

// counters returns the tagged fields of a statistics struct.
func counters(statistics any) (out []statistic) {
	v := reflect.ValueOf(statistics).Elem()
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if name := f.Tag.Get("stat"); name != "" {
			out = append(out, statistic{name, f.Tag.Get("help"), v.Field(i).Int()})
		}
	}
	return out
}

// Statistics holds the counters of a run, summed over all operations. It has one entry for each step of the pipeline.
type Statistics struct {
	entries []statisticsEntry
}

// statisticsEntry is a pass with its counters, or a nested pipeline.
type statisticsEntry struct {
	title    string
	counters []statistic
	nested   []statisticsEntry
}

// statistics sums the counters of all lanes.
func (p *plan) statistics() (out []statisticsEntry) {
	for _, s := range p.steps {
		out = append(out, s.statisticsEntries()...)
	}
	return out
}

func (s *step) statisticsEntries() []statisticsEntry {
	if s.pass != nil {
		return []statisticsEntry{{title: s.pass.DisplayName(), counters: s.sum(), nested: pipelineEntries(s.dynamic)}}
	}
	nested := pipelineEntries(s.nested)
	if len(s.nested) == 1 {
		return nested
	}
	return []statisticsEntry{{title: s.title(), nested: nested}}
}

func pipelineEntries(plans []*plan) (out []statisticsEntry) {
	for _, p := range plans {
		out = append(out, statisticsEntry{title: p.title(), nested: p.statistics()})
	}
	return out
}

func (s *step) sum() []statistic {
	total := statisticsOf(s.pass)
	for i := range s.lanes {
		if s.lanes[i].statistics == nil {
			continue
		}
		for j, c := range counters(s.lanes[i].statistics) {
			total[j].Value += c.Value
		}
	}
	return total
}

// WritePipeline writes the counters in the order and nesting of the pipeline, as mlir-opt does.
func (s *Statistics) WritePipeline(w io.Writer) error {
	var b strings.Builder
	writeEntries(&b, 0, s.entries)
	return writeStatistics(w, &b)
}

func writeEntries(b *strings.Builder, indent int, entries []statisticsEntry) {
	for _, e := range entries {
		e.write(b, indent)
		writeEntries(b, indent+2, e.nested)
	}
}

// WriteList writes the counters of all runs of a pass together, sorted by the names of the passes, as mlir-opt does.
func (s *Statistics) WriteList(w io.Writer) error {
	byTitle := make(map[string]int)
	var list []statisticsEntry
	var collect func([]statisticsEntry)
	collect = func(entries []statisticsEntry) {
		for _, e := range entries {
			collect(e.nested)
			at, ok := byTitle[e.title]
			switch {
			case len(e.counters) == 0:
			case !ok:
				byTitle[e.title] = len(list)
				list = append(list, statisticsEntry{title: e.title, counters: slices.Clone(e.counters)})
			default:
				for i := range e.counters {
					list[at].counters[i].Value += e.counters[i].Value
				}
			}
		}
	}
	collect(s.entries)
	slices.SortFunc(list, func(a, b statisticsEntry) int { return cmp.Compare(a.title, b.title) })
	var b strings.Builder
	for _, e := range list {
		e.write(&b, 2)
	}
	return writeStatistics(w, &b)
}

// write writes a line for the pass and one for each counter, sorted by name and aligned.
func (e *statisticsEntry) write(b *strings.Builder, indent int) {
	fmt.Fprintf(b, "%*s%s\n", indent, "", e.title)
	sorted := slices.Clone(e.counters)
	slices.SortFunc(sorted, func(a, b statistic) int { return cmp.Compare(a.Name, b.Name) })
	nameWidth, valueWidth := 0, 0
	for _, c := range sorted {
		nameWidth = max(nameWidth, len(c.Name))
		valueWidth = max(valueWidth, len(strconv.FormatInt(c.Value, 10)))
	}
	for _, c := range sorted {
		fmt.Fprintf(b, "%*s(S) %*d %-*s - %s\n", indent+2, "", valueWidth, c.Value, nameWidth, c.Name, c.Help)
	}
}

func writeStatistics(w io.Writer, body *strings.Builder) error {
	_, err := fmt.Fprintf(w, "%s%s\n", timing.Header("Pass statistics report"), body.String())
	return err
}
