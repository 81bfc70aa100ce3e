package opt

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Report is a report about the module after all passes, which the tool can write instead of its text.
type Report struct {
	Flag    string // the flag that requests it, without dashes
	Summary string
	// Formats are the values that the flag may have. The flag alone means the first.
	Formats [][2]string
	Write   func(w io.Writer, module *ir.Operation, format string) error
}

// chosenReport is the requested report.
type chosenReport struct {
	*Report
	format string
}

// reportFlag is the flag of a report.
type reportFlag struct {
	report *Report
	chosen *chosenReport
}

// registerReports adds the flags of all reports. If several are given, the last one counts.
func registerReports(fs *flag.FlagSet, reports []Report, chosen *chosenReport) {
	for i := range reports {
		fs.Var(reportFlag{&reports[i], chosen}, reports[i].Flag, reports[i].Summary+", as `format`")
	}
}

func (f reportFlag) String() string       { return "" }
func (f reportFlag) IsBoolFlag() bool     { return true }
func (f reportFlag) Choices() [][2]string { return f.report.Formats }
func (f reportFlag) Set(v string) error {
	if v == "true" {
		v = f.report.Formats[0][0]
	}
	if v == "false" {
		*f.chosen = chosenReport{}
		return nil
	}
	var known []string
	for _, one := range f.report.Formats {
		if one[0] == v {
			*f.chosen = chosenReport{f.report, v}
			return nil
		}
		known = append(known, one[0])
	}
	return fmt.Errorf("expected one of %s", strings.Join(known, ", "))
}
