package runner

import (
	"time"

	"github.com/girih-ir/girih/lit/suite"
)

// Code is the result of a test.
type Code int

// The codes, in the order in which summaries list them.
const (
	Excluded    Code = iota // not selected
	Skipped                 // selected, but the run ended before it did
	Unsupported             // a condition prevents it from running here
	Pass
	FlakyPass  // passed, but not at the first attempt
	XFail      // failed, as expected
	Unresolved // there is an error in the test itself
	Timeout
	Fail
	XPass // passed although it was expected to fail
	codes
)

var codeNames = [codes]struct{ name, label string }{
	{"EXCLUDED", "Excluded"}, {"SKIPPED", "Skipped"}, {"UNSUPPORTED", "Unsupported"}, {"PASS", "Passed"},
	{"FLAKYPASS", "Passed With Retry"}, {"XFAIL", "Expectedly Failed"}, {"UNRESOLVED", "Unresolved"},
	{"TIMEOUT", "Timed Out"}, {"FAIL", "Failed"}, {"XPASS", "Unexpectedly Passed"},
}

// Codes returns all codes in order.
func Codes() []Code {
	var all []Code
	for c := range codes {
		all = append(all, c)
	}
	return all
}

// String returns the code's name, such as "XFAIL".
func (c Code) String() string { return codeNames[c].name }

// Label returns the words of the summary, such as "Expectedly Failed".
func (c Code) Label() string { return codeNames[c].label }

// IsFailure reports whether the code makes the run fail.
func (c Code) IsFailure() bool { return c >= Unresolved }

// Result is the outcome of one test.
type Result struct {
	Test *suite.Test
	Code Code
	// Output is the log of the commands, or the reason why nothing ran.
	Output string
	// Missing are the conditions of REQUIRES that are false.
	Missing     []string
	Start       time.Time
	Elapsed     time.Duration
	Attempts    int
	MaxAttempts int
}
