package execute

import (
	"fmt"
	"strings"
	"time"

	"github.com/girih-ir/girih/internal/lit/shell"
)

// Log returns a log of a test's lines, as LLVM's lit shows it: each RUN line with its position, each command with its
// output, and after a failure a command line that repeats it.
func Log(o *Outcome, timeout time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Exit Code: %d\n", o.ExitCode)
	if o.TimedOut {
		fmt.Fprintf(&b, "Timeout: Reached timeout of %g seconds\n", timeout.Seconds())
	}
	b.WriteString("\nCommand Output (stdout):\n--\n")
	next := 0
	for i, l := range o.Lines[:o.Started] {
		fmt.Fprintf(&b, "# %s\n", l.Label)
		if l.Text == "" {
			b.WriteString("# has no command after substitutions\n")
		} else {
			b.WriteString(l.Text + "\n")
		}
		for ; next < len(o.Results) && o.Results[next].Line == i; next++ {
			writeResult(&b, &o.Results[next])
		}
	}
	if o.Err != nil {
		fmt.Fprintf(&b, "# error: %v\n", o.Err)
	}
	if o.Failed() && o.Started > 0 {
		fmt.Fprintf(&b, "# to repeat the failing line:\ncd %s && %s\n", shell.Quote(o.Dir), o.Lines[o.Started-1].Text)
	}
	b.WriteString("--\n")
	return b.String()
}

func writeResult(b *strings.Builder, r *Result) {
	b.WriteString("# executed command: " + r.Command.String() + "\n")
	stdout, stderr := strings.TrimSpace(string(r.Stdout)) != "", strings.TrimSpace(string(r.Stderr)) != ""
	if r.ExitCode == 0 && !stdout && !stderr {
		return
	}
	for _, f := range r.Files {
		note := ""
		if f.Cut {
			note = "data was truncated"
		}
		box(b, "redirected output from '"+f.Name+"'", string(f.Head), note)
	}
	if stdout {
		box(b, "command stdout", clip(r.Stdout), "")
	}
	if stderr {
		box(b, "command stderr", clip(r.Stderr), "")
	}
	if !stdout && !stderr {
		b.WriteString("# note: command had no output on stdout or stderr\n")
	}
	if r.ExitCode != 0 {
		fmt.Fprintf(b, "# error: command failed with exit status: %d\n", r.ExitCode)
	}
	if r.TimedOut {
		b.WriteString("# error: command reached timeout: True\n")
	}
}

// shown is the number of bytes of a stream in the log.
const shown = 1 << 20

// clip returns a stream's text, without the middle if it is long.
func clip(data []byte) string {
	if len(data) <= shown {
		return string(data)
	}
	cut := fmt.Sprintf("\n... %d bytes are left out ...\n", len(data)-shown)
	return string(data[:shown/2]) + cut + string(data[len(data)-shown/2:])
}

// box draws a frame around a stream's text.
func box(b *strings.Builder, title, data, note string) {
	if strings.TrimSpace(data) == "" {
		return
	}
	const width = 30
	fmt.Fprintf(b, "# .---%s%s\n", title, strings.Repeat("-", max(0, width-4-len(title))))
	for line := range strings.Lines(data) {
		b.WriteString("# | " + strings.TrimRight(line, "\r\n") + "\n")
	}
	fmt.Fprintf(b, "# `---%s%s\n", note, strings.Repeat("-", max(0, width-4-len(note))))
}
