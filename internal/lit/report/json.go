package report

import (
	"encoding/json"
	"io"
	"time"

	"github.com/girih-ir/girih/lit/runner"
)

// version is the version of LLVM's lit whose JSON schema is written.
var version = [3]int{22, 1, 0}

type jsonTest struct {
	Code    string  `json:"code"`
	Elapsed float64 `json:"elapsed"`
	Name    string  `json:"name"`
	Output  string  `json:"output"`
}

// JSON writes the results of tests that ran.
func JSON(w io.Writer, results []*runner.Result, elapsed time.Duration) error {
	doc := struct {
		Version [3]int     `json:"__version__"`
		Elapsed float64    `json:"elapsed"`
		Tests   []jsonTest `json:"tests"`
	}{version, elapsed.Seconds(), []jsonTest{}}
	for _, r := range results {
		if r.Code == runner.Excluded || r.Code == runner.Skipped {
			continue
		}
		doc.Tests = append(doc.Tests, jsonTest{r.Code.String(), r.Elapsed.Seconds(), r.Test.Name(), r.Output})
	}
	return encode(w, doc)
}

func encode(w io.Writer, doc any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(doc)
}

type traceEvent struct {
	Duration int64  `json:"dur"`
	Name     string `json:"name"`
	Phase    string `json:"ph"`
	Process  int    `json:"pid"`
	Thread   int    `json:"tid"`
	Start    int64  `json:"ts"`
}

// TimeTrace writes when each test ran, in the format of Chrome's tracing. Tests that ran at the same time are in
// different rows.
func TimeTrace(w io.Writer, results []*runner.Result) error {
	events := []traceEvent{}
	var first time.Time
	for _, r := range results {
		if !r.Start.IsZero() && (first.IsZero() || r.Start.Before(first)) {
			first = r.Start
		}
	}
	var rows []time.Time // the time at which each row becomes free
	for _, r := range byStart(results) {
		row := 0
		for row < len(rows) && rows[row].After(r.Start) {
			row++
		}
		if row == len(rows) {
			rows = append(rows, time.Time{})
		}
		rows[row] = r.Start.Add(r.Elapsed)
		events = append(events, traceEvent{
			Duration: r.Elapsed.Microseconds(), Name: r.Test.Name(), Phase: "X", Process: 1, Thread: row + 1,
			Start: r.Start.Sub(first).Microseconds(),
		})
	}
	return encode(w, map[string]any{"traceEvents": events})
}
