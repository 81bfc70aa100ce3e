package passflags

import (
	"flag"
	"io"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/pass/timing"
)

// Timing has the flags about execution times.
type Timing struct {
	on              bool
	display, format string
}

// Register adds the flags.
func (f *Timing) Register(fs *flag.FlagSet) {
	f.display, f.format = "tree", "text"
	fs.BoolVar(&f.on, "mlir-timing", false, "display execution times")
	fs.Var(cli.NewWords(&f.display, [2]string{"list", "a list, the longest first"},
		[2]string{"tree", "as the passes are nested"}), "mlir-timing-display", "how execution times are displayed: `value`")
	fs.Var(cli.NewWords(&f.format, [2]string{"text", "for people"}, [2]string{"json", "for programs"}),
		"mlir-output-format", "the format of execution times: `value`")
}

// Start returns a running timer, or nil if no times are requested, and a function that stops it and prints the times.
func (f *Timing) Start(w io.Writer) (timer *timing.Timer, done func()) {
	if !f.on {
		return nil, func() {}
	}
	timer = timing.New("root")
	stop := timer.Start()
	writers := map[[2]string]func(io.Writer) error{
		{"tree", "text"}: timer.WriteTree, {"list", "text"}: timer.WriteList,
		{"tree", "json"}: timer.WriteTreeJSON, {"list", "json"}: timer.WriteListJSON,
	}
	return timer, func() {
		stop()
		_ = writers[[2]string{f.display, f.format}](w)
	}
}
