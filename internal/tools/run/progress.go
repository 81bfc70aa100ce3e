package run

import (
	"context"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/progress"
)

// progressDelay is the time after which a run shows its progress.
const progressDelay = 2 * time.Second

// withProgress returns a context with which a long run shows on stderr the number of finished programs, if that is a
// terminal or --progress is given. done removes the line. The programs are counted in any case.
func (o *options) withProgress(ctx context.Context, stderr io.Writer) (_ context.Context, done func()) {
	file, isFile := stderr.(*os.File)
	always := o.progress
	shown := always || isFile && term.IsTerminal(int(file.Fd()))
	var line *progress.Line
	start := time.Now()
	done = func() {
		if line != nil {
			line.Clear()
		}
	}
	return interp.WithProgress(ctx, func(n, total int) {
		o.ran.Store(int64(n))
		o.total.Store(int64(total))
		if shown && line == nil && (always || time.Since(start) > progressDelay) {
			line = progress.New(stderr, "programs", total)
		}
		if line != nil {
			line.Set(n)
		}
	}), done
}
