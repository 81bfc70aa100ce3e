package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/girih-ir/girih/lit/runner"
	"github.com/girih-ir/girih/lit/suite"
)

// XUnit writes results as the XML that continuous integration systems read.
func XUnit(w io.Writer, results []*runner.Result, elapsed time.Duration) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites time=\"%.2f\">\n", elapsed.Seconds())
	var group []*runner.Result
	var of *suite.Suite
	flush := func() {
		if len(group) > 0 {
			writeSuite(b, of, group)
		}
		group = nil
	}
	for _, r := range byName(results) {
		if r.Test.Suite != of {
			flush()
			of = r.Test.Suite
		}
		group = append(group, r)
	}
	flush()
	b.WriteString("</testsuites>\n")
	return b.Flush()
}

// skipped reports whether a test did not run.
func skipped(r *runner.Result) bool {
	return r.Code == runner.Excluded || r.Code == runner.Skipped || r.Code == runner.Unsupported
}

func writeSuite(b *bufio.Writer, s *suite.Suite, results []*runner.Result) {
	var failures, skips int
	var elapsed time.Duration
	for _, r := range results {
		if skipped(r) {
			skips++
		}
		if r.Code.IsFailure() {
			failures++
		}
		elapsed += r.Elapsed
	}
	name := strings.ReplaceAll(s.Name, ".", "-")
	fmt.Fprintf(b, "<testsuite name=%s tests=\"%d\" failures=\"%d\" skipped=\"%d\" time=\"%.2f\">\n",
		quote(name), len(results), failures, skips, elapsed.Seconds())
	for _, r := range results {
		writeCase(b, name, r)
	}
	b.WriteString("</testsuite>\n")
}

func writeCase(b *bufio.Writer, suiteName string, r *runner.Result) {
	path := r.Test.Path
	class := strings.ReplaceAll(strings.Join(path[:len(path)-1], "/"), ".", "_")
	if class == "" {
		class = suiteName
	}
	fmt.Fprintf(b, "<testcase classname=%s name=%s time=\"%.2f\"", quote(suiteName+"."+class), quote(path[len(path)-1]),
		r.Elapsed.Seconds())
	switch {
	case r.Code.IsFailure():
		text := strings.ReplaceAll(printable(r.Output), "]]>", "]]]]><![CDATA[>")
		b.WriteString(">\n  <failure><![CDATA[" + text + "]]></failure>\n</testcase>\n")
	case skipped(r):
		b.WriteString(">\n  <skipped message=" + quote(reason(r)) + "/>\n</testcase>\n")
	default:
		b.WriteString("/>\n")
	}
}

// reason says why a test did not run.
func reason(r *runner.Result) string {
	switch {
	case r.Code == runner.Excluded:
		return "Test not selected (--filter, --max-tests)"
	case r.Code == runner.Skipped:
		return "User interrupt"
	case len(r.Missing) > 0:
		return "Missing required feature(s): " + strings.Join(r.Missing, ", ")
	}
	return "Unsupported configuration"
}

// printable removes characters that XML 1.0 does not allow.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		if c < 32 && c != '\t' && c != '\n' && c != '\r' || c == 0xfffe || c == 0xffff {
			return -1
		}
		return c
	}, strings.ToValidUTF8(s, "\ufffd"))
}

// quote returns an attribute's value.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder does not fail
	b.WriteByte('"')
	return b.String()
}
