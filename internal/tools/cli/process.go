package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/girih-ir/girih/internal/tools/outfile"
)

// Tool is the main function of a tool: it gets the arguments without the program's name, and returns an exit code.
type Tool func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// grace is the time in which a tool must end by itself after it was asked to.
const grace = 700 * time.Millisecond

// Main runs a tool as a process, and returns its exit code. SIGINT and SIGTERM end its context. A tool that does not
// check its context is ended soon after, with a message and without leaving temporary files. An error in writing to
// standard output is an error of the tool.
func Main(name string, tool Tool) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan int, 1)
	overdue := make(chan string, 1)
	ctx = context.WithValue(ctx, overdueKey{}, overdue)
	stdout := &checked{Writer: os.Stdout}
	go func() { done <- tool(ctx, os.Args[1:], os.Stdin, stdout, os.Stderr) }()
	var late <-chan time.Time
	for {
		select {
		case code := <-done:
			if stdout.err != nil && code == 0 {
				fmt.Fprintf(os.Stderr, "%s: cannot write standard output: %v\n", name, stdout.err)
				return 1
			}
			if late != nil && code == 0 { // a stopped tool has not succeeded
				fmt.Fprintf(os.Stderr, "%s: %v\n", name, outfile.ErrStopped)
				return 1
			}
			return code
		case s := <-signals:
			if late != nil { // the second signal
				return abandon(name, "stopped by a signal ("+s.String()+")")
			}
			outfile.Stop()
			cancel()
			late = time.After(grace)
		case <-late:
			return abandon(name, "stopped by a signal")
		case why := <-overdue:
			return abandon(name, why)
		}
	}
}

// abandon ends a tool that does not end by itself.
func abandon(name, why string) int {
	outfile.RemoveTemporaries()
	fmt.Fprintf(os.Stderr, "%s: %s; no output was written\n", name, why)
	return 1
}

type overdueKey struct{}

// WithTimeout returns a context that ends after a time. The process of [Main] ends soon after, even if the tool does
// not check its context.
func WithTimeout(ctx context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithTimeout(ctx, after)
	overdue, ok := ctx.Value(overdueKey{}).(chan string)
	if !ok {
		return inner, cancel
	}
	timer := time.AfterFunc(after+grace, func() { overdue <- "did not end within " + after.String() })
	return inner, func() {
		timer.Stop()
		cancel()
	}
}

// checked records an error in writing to a stream.
type checked struct {
	io.Writer
	err error
}

func (c *checked) Write(data []byte) (int, error) {
	n, err := c.Writer.Write(data)
	if err != nil && c.err == nil {
		c.err = err
	}
	return n, err
}
