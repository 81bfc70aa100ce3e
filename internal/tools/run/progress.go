package run

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/girih-ir/girih/backend/interp"
)

// progressDelay is how long a run takes before it shows how far it has come.
const progressDelay = 2 * time.Second

// withProgress returns a context with which a run that takes long shows on stderr how many programs have ended, if that
// is a terminal or always is set; done takes the line away.
func withProgress(ctx context.Context, stderr io.Writer, always bool) (_ context.Context, done func()) {
	file, isFile := stderr.(*os.File)
	if !always && (!isFile || !term.IsTerminal(int(file.Fd()))) {
		return ctx, func() {}
	}
	var bar *progressbar.ProgressBar
	start := time.Now()
	done = func() {
		if bar != nil {
			_ = bar.Clear()
		}
	}
	return interp.WithProgress(ctx, func(n, total int) {
		if bar == nil && (always || time.Since(start) > progressDelay) {
			bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(stderr), progressbar.OptionThrottle(100*time.Millisecond),
				progressbar.OptionSetDescription("programs"), progressbar.OptionShowCount(), progressbar.OptionClearOnFinish())
		}
		if bar != nil {
			_ = bar.Set(n)
		}
	}), done
}
