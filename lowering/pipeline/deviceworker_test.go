package pipeline_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/girih-ir/girih/backend/cuda"
)

// outcome is what a program did on a device.
type outcome struct {
	Seed  uint64
	Route string // the instructions of its products, of routeOf; "" if it was not compiled
	Error string // "" if its results are those of the reference executor
}

// outcomePrefix begins the lines with outcomes among those that a test prints.
const outcomePrefix = "outcome "

// serve runs the programs whose seeds in lists, and prints their outcomes. It ends when the device's context is lost.
func serve(ctx context.Context, in io.Reader, out io.Writer) error {
	gpu, err := cuda.OpenContext(0)
	if err != nil {
		return err
	}
	defer gpu.Close()
	var seed uint64
	for {
		if _, err := fmt.Fscan(in, &seed); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		line, err := json.Marshal(runOnDevice(ctx, gpu, seed))
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s%s\n", outcomePrefix, line)
		if gpu.Err() != nil {
			return nil
		}
	}
}

// worker is a process that runs programs on the device, one at a time. It is started with the first one, and again
// after it has ended.
type worker struct {
	process *exec.Cmd // nil while none runs
	in      io.WriteCloser
	out     *bufio.Scanner
}

// patience is how long a program may take; products of this size take less than a second.
const patience = time.Minute

// run has the process run a program.
func (w *worker) run(seed uint64) outcome {
	if err := w.begin(); err != nil {
		return outcome{Seed: seed, Error: err.Error()}
	}
	process := w.process.Process
	stop := time.AfterFunc(patience, func() { _ = process.Kill() })
	defer stop.Stop()
	fmt.Fprintln(w.in, seed) // if the process has ended, so has its output
	var said []string
	for w.out.Scan() {
		text, is := strings.CutPrefix(w.out.Text(), outcomePrefix)
		var o outcome
		if is && json.Unmarshal([]byte(text), &o) == nil && o.Seed == seed {
			return o
		}
		said = append(said, w.out.Text())
	}
	err := w.end()
	if len(said) == 1 && said[0] == "PASS" { // it had ended after the program before
		return w.run(seed)
	}
	return outcome{Seed: seed, Error: fmt.Sprintf("its process ended (%v): %s", err, strings.Join(said, "; "))}
}

// begin starts the process if none runs.
func (w *worker) begin() (err error) {
	if w.process != nil {
		return nil
	}
	path, err := os.Executable()
	if err != nil {
		return err
	}
	process := exec.Command(path, "-test.run=OnADevice", "-device", "-serve")
	process.Stderr = os.Stderr
	if w.in, err = process.StdinPipe(); err != nil {
		return err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := process.Start(); err != nil {
		return err
	}
	w.process, w.out = process, bufio.NewScanner(out)
	w.out.Buffer(nil, 1<<20)
	return nil
}

// end closes the input of the process, and waits for its end.
func (w *worker) end() error {
	if w.process == nil {
		return nil
	}
	process := w.process
	w.process = nil
	_ = w.in.Close()
	return process.Wait()
}
