package main

import (
	"bytes"
	"strings"
	"testing"
)

const small = "../../benchmarks/torch/graphs/gpt_step_small.json.gz"

// What comes next depends on all tokens before: a continuation goes on in the same way when it begins later.
func TestTokensAreContinued(t *testing.T) {
	var all, rest bytes.Buffer
	if err := run(t.Context(), &all, small, "3,1,4,1,5", 6, "cpu"); err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(all.String())
	if len(fields) != 11 {
		t.Fatalf("got %q", all.String())
	}
	if err := run(t.Context(), &rest, small, strings.Join(fields[:8], ","), 3, "cpu"); err != nil {
		t.Fatal(err)
	}
	if rest.String() != all.String() {
		t.Errorf("got %q, want %q", rest.String(), all.String())
	}
}

// The kernels of a GPU, which the simulator runs, choose the tokens that the CPU does.
func TestTokensAreThoseOfTheSimulator(t *testing.T) {
	var cpu, simulator bytes.Buffer
	if err := run(t.Context(), &cpu, small, "3,1,4", 2, "cpu"); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), &simulator, small, "3,1,4", 2, "simulator"); err != nil {
		t.Fatal(err)
	}
	if cpu.String() != simulator.String() {
		t.Errorf("got %q, want %q", simulator.String(), cpu.String())
	}
}

func TestWrongTokensAndGraphsAreErrors(t *testing.T) {
	for _, c := range []struct {
		graph, tokens string
		n             int
		want          string
	}{
		{small, "97", 1, `a token is from 0 to 96, but got "97"`},
		{small, "", 1, `a token is from 0 to 96, but got ""`},
		{small, "1", 32, "the model sees 32 tokens at most, but got 1 and -n=32"},
		{"main.go", "1", 1, "main.go: gzip: invalid header"},
		{strings.Replace(small, "gpt_step", "mlp", 1), "1", 1, "expected a step of a transformer"},
	} {
		if err := run(t.Context(), new(bytes.Buffer), c.graph, c.tokens, c.n, "cpu"); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: error %v, want %s", c.graph, c.tokens, err, c.want)
		}
	}
}
