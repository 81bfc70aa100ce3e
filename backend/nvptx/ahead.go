package nvptx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

// Ahead assembles one module by a process of ptxas that may be started before the PTX is known. A process prepares
// itself for about ten milliseconds, often as long as libNVVM takes for a small kernel, so both go on at the same time:
//
//	ahead := ptxas.Ahead()
//	defer ahead.Close()
//	ptx, err := ahead.During(compiler).Compile(ctx, llvmIR, target)
//	...
//	cubin, err := ahead.Assemble(ctx, ptx)
//
// The machine code is that of [PTXAS.Assemble]. An Ahead is for one module. Its methods must not be called at the same
// time.
type Ahead struct {
	ptxas   *PTXAS
	waiting *waitingPTXAS // nil before a process is started, and after it is used
}

// Ahead returns an Ahead without a process.
func (p *PTXAS) Ahead() *Ahead { return &Ahead{ptxas: p} }

// During returns a compiler that compiles as c does, and first starts a process of ptxas for the target.
func (a *Ahead) During(c Compiler) Compiler { return aheadCompiler{c, a} }

type aheadCompiler struct {
	Compiler
	ahead *Ahead
}

// Compile starts a process and compiles.
func (c aheadCompiler) Compile(ctx context.Context, llvmIR []byte, target Target) (PTX, error) {
	c.ahead.start(ctx, target, bytes.Contains(llvmIR, []byte("!DILocation(")))
	return c.Compiler.Compile(ctx, llvmIR, target)
}

// start starts a process, unless one is there for the same arguments. If it cannot be started, [Ahead.Assemble] says
// why.
func (a *Ahead) start(ctx context.Context, target Target, lines bool) {
	key := assembling{target.Arch(), lines}
	if a.waiting != nil && a.waiting.key == key || a.ptxas.readsFilesOnly.Load() || runtime.GOOS != "linux" {
		return
	}
	a.Close()
	a.waiting, _ = a.ptxas.wait(ctx, key)
}

// Assemble is [PTXAS.Assemble] by the process that was started, if there is one for such PTX.
func (a *Ahead) Assemble(ctx context.Context, ptx PTX) (Cubin, error) {
	w := a.waiting
	if w == nil || w.key != (assembling{ptx.Target.Arch(), hasLines(ptx.Text)}) {
		return a.ptxas.Assemble(ctx, ptx)
	}
	a.waiting = nil
	cubin, err := w.finish(ctx, ptx.Text)
	if err == nil || ctx.Err() != nil {
		return cubin, err
	}
	// The message of a process that reads from a pipe names the pipe. If ptxas reads files only, files do from now on.
	cubin, err = a.ptxas.Assemble(ctx, ptx)
	if err == nil {
		a.ptxas.readsFilesOnly.Store(true)
	}
	return cubin, err
}

// Close ends a process that was not used.
func (a *Ahead) Close() {
	if a.waiting != nil {
		a.waiting.stop()
		a.waiting = nil
	}
}

// assembling are the arguments of ptxas that depend on its input.
type assembling struct {
	arch  string
	lines bool
}

// arguments returns the arguments of ptxas for a source file.
func (k assembling) arguments(source, object string) []string {
	args := []string{"-v", "-O3", "-arch=" + k.arch, "-o", object, source}
	if k.lines {
		args = append([]string{"-lineinfo"}, args...)
	}
	return args
}

// waitingPTXAS is a process that waits for PTX on its standard input.
type waitingPTXAS struct {
	key         assembling
	cmd         *exec.Cmd
	cancel      context.CancelFunc
	input       *os.File
	dir, object string
	diagnostics bytes.Buffer
}

// wait starts a process that ends with the context.
func (p *PTXAS) wait(ctx context.Context, key assembling) (_ *waitingPTXAS, err error) {
	w := &waitingPTXAS{key: key}
	if w.dir, err = os.MkdirTemp("", "girih-ptxas-"); err != nil {
		return nil, err
	}
	w.object = filepath.Join(w.dir, "module.cubin")
	ctx, w.cancel = context.WithCancel(ctx)
	defer func() {
		if err != nil {
			w.cancel()
			os.RemoveAll(w.dir)
		}
	}()
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	w.cmd = exec.CommandContext(ctx, p.path, key.arguments("/dev/stdin", w.object)...)
	w.cmd.Env, w.cmd.Stdin, w.cmd.Stderr, w.input = largePages(), read, &w.diagnostics, write
	w.cmd.WaitDelay = 2 * time.Second
	err = w.cmd.Start()
	read.Close()
	if err != nil {
		write.Close()
	}
	return w, err
}

// finish writes the PTX and waits for the machine code.
func (w *waitingPTXAS) finish(ctx context.Context, text []byte) (Cubin, error) {
	defer w.stop()
	_, failed := w.input.Write(text)
	if err := errors.Join(failed, w.input.Close(), w.cmd.Wait()); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return Cubin{}, fmt.Errorf("nvptx: %s: %w", w.cmd.Path, err)
	}
	return readCubin(w.cmd.Path, w.object, w.diagnostics.String())
}

// stop ends the process, if it still runs, and removes its files.
func (w *waitingPTXAS) stop() {
	w.cancel()
	w.input.Close()
	w.cmd.Wait()
	os.RemoveAll(w.dir)
}
