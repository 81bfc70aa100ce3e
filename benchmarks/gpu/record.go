package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"
)

// Record is the report of a run.
type Record struct {
	Device  string   `json:"device"`
	Driver  string   `json:"driver"`
	CUDA    string   `json:"cuda"`
	Date    string   `json:"date"`
	Commit  string   `json:"commit"`
	Target  string   `json:"target"`
	Results []Result `json:"results"`
}

// Result is the outcome of one launch. MaxError is in units of the last place of the result's scale.
type Result struct {
	Kernel   string  `json:"kernel"`
	Compiler string  `json:"compiler"`
	Warps    int     `json:"warps"`
	Problem  string  `json:"problem"`
	MaxError float64 `json:"max_error_ulp"`
	OK       bool    `json:"ok"`
	Error    string  `json:"error,omitempty"`
}

func (g *gpu) newRecord(commit, target string) *Record {
	r := &Record{Date: time.Now().UTC().Format("2006-01-02"), Commit: commit, Target: target, Driver: "unknown"}
	if name, err := g.device.Name(); err == nil {
		r.Device = name
	}
	if major, minor, err := g.driver.Version(); err == nil {
		r.CUDA = fmt.Sprintf("%d.%d", major, minor)
	}
	if text, err := os.ReadFile("/proc/driver/nvidia/version"); err == nil {
		if m := regexp.MustCompile(`\b\d+\.\d+(\.\d+)?\b`).FindString(string(text)); m != "" {
			r.Driver = m
		}
	}
	return r
}

// failure returns an error that names the launches whose results are wrong, or nil.
func (r *Record) failure() error {
	var errs []error
	for _, x := range r.Results {
		if !x.OK {
			errs = append(errs, fmt.Errorf("%s %s, %d warps, by %s: wrong by %.3g ulp %s", x.Kernel, x.Problem, x.Warps,
				x.Compiler, x.MaxError, x.Error))
		}
	}
	return errors.Join(errs...)
}

// markdown returns the record as a page, with one row for each kernel, compiler and size of block.
func (r *Record) markdown() string {
	var s strings.Builder
	fmt.Fprintf(&s, "# Kernels on %s\n\nDriver %s (CUDA %s), %s, commit %s, target %s. Written by `go run "+
		"./benchmarks/gpu`.\n\n",
		r.Device, r.Driver, r.CUDA, r.Date, r.Commit, r.Target)
	s.WriteString("Errors are the greatest differences from a float64 reference, in units of the last place of the " +
		"result's\n" +
		"scale; 0.5 is a correctly rounded result. Elements after each output were checked to be untouched. A " +
		"softmax in f32\n" +
		"rounds its arguments x - max before the exponential, which alone costs about |x - max| / 2 units.\n\n")
	s.WriteString("| kernel | compiler | warps | problems | greatest error (ulp) | result |\n|---|---|---|---|---|---|\n")
	for i := 0; i < len(r.Results); {
		first := r.Results[i]
		var problems []string
		worst, verdict := 0.0, "correct"
		for ; i < len(r.Results) && r.Results[i].sameRow(first); i++ {
			x := r.Results[i]
			problems = append(problems, x.Problem)
			worst = max(worst, x.MaxError)
			if !x.OK {
				verdict = strings.TrimSpace("**wrong** " + x.Error)
			}
		}
		fmt.Fprintf(&s, "| %s | %s | %d | %s | %.2f | %s |\n", first.Kernel, first.Compiler, first.Warps,
			strings.Join(problems, ", "), worst, verdict)
	}
	return s.String()
}

func (x Result) sameRow(y Result) bool {
	return x.Kernel == y.Kernel && x.Compiler == y.Compiler && x.Warps == y.Warps
}

// write writes the record to name.json and name.md. If name is "", it writes nothing.
func (r *Record) write(name string) error {
	if name == "" {
		return nil
	}
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(name+".json", append(data, '\n'), 0o644),
		os.WriteFile(name+".md", []byte(r.markdown()), 0o644))
}
