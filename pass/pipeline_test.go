package pass_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
)

// widthOptions has options of every kind.
type widthOptions struct {
	Width int      `opt:"width" help:"number of lanes"`
	Fast  bool     `opt:"fast" help:"give up precision"`
	Name  string   `opt:"name" help:"a name"`
	Sizes []int    `opt:"sizes" help:"block sizes"`
	Only  []string `opt:"only" help:"names"`
}

// recorder returns passes that record where they run and with which options.
func recorder(log *[]string) []*pass.Pass {
	run := func(name string) func(*pass.Context, *ir.Operation) error {
		return func(ctx *pass.Context, op *ir.Operation) error {
			*log = append(*log, fmt.Sprintf("%s on %s %s", name, op.Name(), ir.SymbolNameOf(op)))
			if o, ok := ctx.Options.(*widthOptions); ok {
				*log = append(*log, fmt.Sprintf("%+v", *o))
			}
			return nil
		}
	}
	return []*pass.Pass{
		{Name: "any-pass", Summary: "runs anywhere", Run: run("any-pass")},
		{Name: "func-pass", Summary: "runs on functions", Anchor: "func.func", Run: run("func-pass")},
		{Name: "widths", Summary: "has options", Options: func() any { return &widthOptions{Width: 4} }, Run: run("widths")},
		{Name: "fails", Summary: "fails", Run: func(*pass.Context, *ir.Operation) error { return errors.New("no luck") }},
		{Name: "panics", Summary: "panics", Run: func(*pass.Context, *ir.Operation) error { panic("out of range") }},
		{Name: "breaks", Summary: "breaks the IR", Run: func(_ *pass.Context, op *ir.Operation) error {
			op.Walk(func(f *ir.Operation) bool {
				if f.Name() == "func.return" {
					f.Erase()
					return false
				}
				return true
			})
			return nil
		}},
	}
}

func module(t *testing.T) *ir.Operation {
	t.Helper()
	ctx := registry.NewContext()
	ctx.Threads = 1 // with one thread, the passes run in order
	op, err := text.ParseString(ctx, "func.func @a() { return }\nfunc.func @b() { return }")
	if err != nil {
		t.Fatal(err)
	}
	return op
}

func TestPipelinesRunPassesWhereTheyAreAnchored(t *testing.T) {
	tests := []struct{ pipeline, want string }{
		{"builtin.module(any-pass)", "any-pass on builtin.module "},
		{"any(any-pass)", "any-pass on builtin.module "},
		{" builtin.module ( func.func( func-pass , any-pass ) ) ",
			"func-pass on func.func a|any-pass on func.func a|func-pass on func.func b|any-pass on func.func b"},
		{"builtin.module()", ""},
		{"builtin.module(widths)", "widths on builtin.module |{Width:4 Fast:false Name: Sizes:[] Only:[]}"},
		{"builtin.module(widths{width=0x10 fast name=x sizes=1,2,3 only={a,b}})",
			"widths on builtin.module |{Width:16 Fast:true Name:x Sizes:[1 2 3] Only:[a b]}"},
		{"builtin.module(widths{name='a b' fast=false})",
			"widths on builtin.module |{Width:4 Fast:false Name:a b Sizes:[] Only:[]}"},
	}
	for _, tt := range tests {
		var log []string
		p, err := pass.ParsePipeline(tt.pipeline, recorder(&log))
		if err != nil {
			t.Errorf("%s: %v", tt.pipeline, err)
			continue
		}
		if err := p.Run(context.Background(), module(t), pass.RunOptions{Verify: true}); err != nil {
			t.Errorf("%s: %v", tt.pipeline, err)
		}
		if got := strings.Join(log, "|"); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.pipeline, got, tt.want)
		}
	}
}

func TestParseErrorsMarkTheColumn(t *testing.T) {
	tests := []struct {
		pipeline, message string
		offset            int
	}{
		{"", "wrapped with the anchor", 0},
		{"any-pass", "wrapped with the anchor", 0},
		{"builtin.module(any-pas)", "did you mean 'any-pass'?", 15},
		{"builtin.module(zzz)", "'zzz' does not refer to a registered pass", 15},
		{"builtin.module(func-pass)", "restricted to 'func.func' on a pipeline intended to run on 'builtin.module', " +
			"did you intend to nest: func.func(func-pass)?", 15},
		{"builtin.module(any-pass", "expected ',' or ')'", 23},
		{"builtin.module(any-pass,)", "'' does not refer to a registered pass or pass pipeline", 24},
		{"builtin.module(any-pass))", "encountered extra closing ')'", 24},
		{"builtin.module(widths{lanes=3})", "no such option 'lanes'; there are width, fast, name, sizes, only", 22},
		{"builtin.module(any-pass{lanes=3})", "no such option 'lanes': there are none", 24},
		{"builtin.module(widths{width=many})", "'many' is not an integer", 22},
		{"builtin.module(widths{fast=perhaps})", "neither true nor false", 22},
		{"builtin.module(widths{sizes=1,x})", "'x' is not an integer", 22},
		{"builtin.module(widths{name='x)", "missing closing quote", 27},
		{"builtin.module(widths{width=3", "missing closing '}'", 21},
	}
	for _, tt := range tests {
		_, err := pass.ParsePipeline(tt.pipeline, recorder(new([]string)))
		var e *pass.ParseError
		if !errors.As(err, &e) || !errors.Is(err, pass.ErrPipeline) {
			t.Errorf("%s: error %v", tt.pipeline, err)
			continue
		}
		if !strings.Contains(e.Message, tt.message) || e.Offset != tt.offset {
			t.Errorf("%s: %q at %d, want %q at %d", tt.pipeline, e.Message, e.Offset, tt.message, tt.offset)
		}
	}
}

func TestPassesThatFailPanicOrBreakTheIRAreNamed(t *testing.T) {
	tests := []struct {
		pass, message string
		is            error
	}{
		{"fails", "pass 'fails' failed on 'builtin.module' op: no luck", nil},
		{"panics", "pass 'panics' failed on 'builtin.module' op: pass panicked: out of range", pass.ErrPanic},
		{"breaks", "pass 'breaks' left invalid IR in 'builtin.module' op", nil},
	}
	for _, tt := range tests {
		p, err := pass.ParsePipeline("builtin.module("+tt.pass+")", recorder(new([]string)))
		if err != nil {
			t.Fatal(err)
		}
		reports := 0
		err = p.Run(context.Background(), module(t), pass.RunOptions{Verify: true, Report: func(*ir.Diagnostic) {
			reports++
		}})
		if err == nil || !strings.Contains(err.Error(), tt.message) || tt.is != nil && !errors.Is(err, tt.is) {
			t.Errorf("%s: error %v", tt.pass, err)
		}
		if reports == 0 {
			t.Errorf("%s: nothing was reported", tt.pass)
		}
	}
}

func TestTheEndOfAPipelineIsVerified(t *testing.T) {
	for _, text := range []string{"breaks,any-pass", "any-pass"} {
		p, err := pass.ParsePipeline("builtin.module("+text+")", recorder(new([]string)))
		if err != nil {
			t.Fatal(err)
		}
		err = p.Run(t.Context(), module(t), pass.RunOptions{VerifyEnd: true})
		var failure *pass.Failure
		switch breaks := text != "any-pass"; {
		case !breaks && err != nil:
			t.Error(err)
		case breaks && (!errors.As(err, &failure) ||
			failure.Summary() != "one of the passes 'breaks', 'any-pass' left invalid IR in 'builtin.module' op"):
			t.Errorf("error %v", err)
		}
	}
}

func TestPipelineRefusesAnotherRoot(t *testing.T) {
	p, err := pass.ParsePipeline("func.func(any-pass)", recorder(new([]string)))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(context.Background(), module(t), pass.RunOptions{}); err == nil ||
		!strings.Contains(err.Error(), "can't run 'func.func' pass manager on 'builtin.module' op") {
		t.Errorf("error %v", err)
	}
}

func TestCancelledContextStopsThePipeline(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var log []string
	p, err := pass.ParsePipeline("builtin.module(any-pass)", recorder(&log))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(ctx, module(t), pass.RunOptions{}); !errors.Is(err, context.Canceled) || len(log) > 0 {
		t.Errorf("error %v, log %v", err, log)
	}
}

func FuzzParsePipeline(f *testing.F) {
	for _, s := range []string{"builtin.module(a,func.func(b{c=1 d={x,y}}))", "any(", "a({})", "a(b{c='})"} {
		f.Add(s)
	}
	passes := recorder(new([]string))
	f.Fuzz(func(t *testing.T, s string) {
		var e *pass.ParseError
		if _, err := pass.ParsePipeline(s, passes); err != nil && (!errors.As(err, &e) || e.Offset < 0 || e.Offset > len(s)) {
			t.Errorf("%q: %v", s, err)
		}
	})
}
