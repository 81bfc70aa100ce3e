package passflags

import (
	"context"
	"flag"
	"io"

	"github.com/girih-ir/girih/rewrite"
)

// rewrites are the flags about individual rewrites of patterns.
type rewrites struct {
	trace, check, report bool
	counters             *rewrite.Counters
}

func (f *rewrites) register(fs *flag.FlagSet) {
	fs.BoolVar(&f.trace, "debug-rewrites", false,
		"print every rewrite: its pattern, the operation before it, and the operations after it")
	fs.BoolVar(&f.check, "debug-check-rewrites", false, "verify the IR after every rewrite, which is slow")
	count := func(v string) (err error) {
		f.counters, err = rewrite.ParseCounters(v)
		return err
	}
	const usage = "skip and count the uses of patterns: `name-skip=n,name-count=n,...`"
	fs.Func("debug-counter", usage, count)
	fs.Func("mlir-debug-counter", usage+", as --debug-counter", count)
	fs.BoolVar(&f.report, "print-debug-counter", false, "print what the counters have counted")
	fs.BoolVar(&f.report, "mlir-print-debug-counter", false,
		"print what the counters have counted, as --print-debug-counter")
}

// active reports whether rewrites are observed. They must then be sequential, since the flags are about their order and
// number.
func (f *rewrites) active() bool { return f.trace || f.check || f.counters != nil }

// context returns a context with an instrumentation for the drivers.
func (f *rewrites) context(ctx context.Context, w io.Writer) context.Context {
	if !f.active() {
		return ctx
	}
	in := &rewrite.Instrumentation{Counters: f.counters, Check: f.check}
	if f.trace {
		in.Observe = rewrite.WriteTo(w)
	}
	return rewrite.WithInstrumentation(ctx, in)
}

// write prints the counts of the counters, if that was requested.
func (f *rewrites) write(w io.Writer) {
	if f.report && f.counters != nil {
		_ = f.counters.Report(w)
	}
}
