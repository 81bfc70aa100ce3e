package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nlpodyssey/safetensors"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/kernel/models"
)

const small = "../../benchmarks/torch/graphs/gpt_step_small.json.gz"

// The next token depends on all tokens before. So a continuation stays the same when it begins later.
func TestTokensAreContinued(t *testing.T) {
	var all, rest bytes.Buffer
	if err := run(t.Context(), &all, files{graph: small}, "3,1,4,1,5", 6, "cpu"); err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(all.String())
	if len(fields) != 11 {
		t.Fatalf("got %q", all.String())
	}
	if err := run(t.Context(), &rest, files{graph: small}, strings.Join(fields[:8], ","), 3, "cpu"); err != nil {
		t.Fatal(err)
	}
	if rest.String() != all.String() {
		t.Errorf("got %q, want %q", rest.String(), all.String())
	}
}

// The kernels for a GPU, which run on the simulator here, choose the same tokens as the CPU.
func TestTokensAreThoseOfTheSimulator(t *testing.T) {
	var cpu, simulator bytes.Buffer
	if err := run(t.Context(), &cpu, files{graph: small}, "3,1,4", 2, "cpu"); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), &simulator, files{graph: small}, "3,1,4", 2, "simulator"); err != nil {
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
		{"main.go", "1", 1, "main.go: invalid graph: invalid character"},
		{strings.Replace(small, "gpt_step", "mlp", 1), "1", 1, "expected a step of a transformer"},
	} {
		if err := run(t.Context(), new(bytes.Buffer), files{graph: c.graph}, c.tokens, c.n, "cpu"); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: error %v, want %s", c.graph, c.tokens, err, c.want)
		}
	}
}

// The tokens depend on the weights in a file.
func TestWeightsComeFromAFile(t *testing.T) {
	m, err := load(t.Context(), files{graph: small}, "cpu")
	if err != nil {
		t.Fatal(err)
	}
	write := func() string {
		views := make(map[string]safetensors.TensorView)
		for k, name := range m.Names {
			if name == "" {
				continue
			}
			list := m.args[k].Floats()
			values, shape := make([]float32, len(list)), make([]uint64, 0, 2)
			for i, x := range list {
				values[i] = float32(x)
			}
			slices.Reverse(values)
			for _, n := range m.Shape(k) {
				shape = append(shape, uint64(n))
			}
			x, err := tensors.Of(m.Context.F32(), values, len(values))
			if err != nil {
				t.Fatal(err)
			}
			if views[name], err = safetensors.NewTensorView(safetensors.F32, shape, x.Bytes()); err != nil {
				t.Fatal(err)
			}
		}
		content, err := safetensors.Serialize(views, nil)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "weights.safetensors")
		if err := os.WriteFile(file, content, 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	var seeded, cpu, simulator bytes.Buffer
	file := write()
	for _, c := range []struct {
		out    *bytes.Buffer
		f      files
		device string
	}{{&seeded, files{graph: small}, "cpu"}, {&cpu, files{small, file}, "cpu"},
		{&simulator, files{small, file}, "simulator"}} {
		if err := run(t.Context(), c.out, c.f, "3,1,4", 3, c.device); err != nil {
			t.Fatal(err)
		}
	}
	if cpu.String() != simulator.String() || cpu.String() == seeded.String() {
		t.Errorf("got %q with the weights of the file, %q on the simulator, and %q with those of a seed", &cpu, &simulator,
			&seeded)
	}
	if err := os.Truncate(file, 1000); err != nil {
		t.Fatal(err)
	}
	err = run(t.Context(), new(bytes.Buffer), files{small, file}, "3", 1, "cpu")
	if !errors.Is(err, models.ErrWeights) || !strings.Contains(err.Error(), file) {
		t.Errorf("error %v", err)
	}
}
