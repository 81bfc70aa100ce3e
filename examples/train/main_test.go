package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const graphs = "../../benchmarks/torch/graphs/"

func silent(int, float64) error { return nil }

func TestTheLossFalls(t *testing.T) {
	file := filepath.Join(t.TempDir(), "loss.svg")
	var out bytes.Buffer
	if err := train(t.Context(), &out, options{graph: graphs + "gpt_small.json.gz", steps: 60}, file); err != nil {
		t.Fatal(err)
	}
	var losses []float64
	for line := range strings.Lines(out.String()) {
		var step int
		var loss float64
		if _, err := fmt.Sscan(line, &step, &loss); err != nil {
			t.Fatal(err)
		}
		losses = append(losses, loss)
	}
	sum := func(l []float64) float64 { return l[0] + l[1] + l[2] + l[3] } // the losses of all batches
	if len(losses) != 60 || sum(losses[56:]) > sum(losses)-1.2 {
		t.Errorf("losses %v", losses)
	}
	drawn, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	curve := 0
	for d := xml.NewDecoder(bytes.NewReader(drawn)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "path" {
			for _, a := range e.Attr {
				if a.Name.Local == "d" {
					curve = max(curve, strings.Count(a.Value, "L"))
				}
			}
		}
	}
	if curve != 59 {
		t.Errorf("the curve of 60 losses has %d lines", curve)
	}
}

// The losses are the ones that PyTorch recorded for the same five steps, with its own gradients. They do not depend on
// whether values are kept or computed a second time.
func TestLossesArePyTorchs(t *testing.T) {
	want := recorded(t)
	same := func(int) (ids, next []int64) {
		for i := range int64(sequences * length) {
			ids = append(ids, i*7%vocabulary)
			next = append(next, (i*7%vocabulary*3+1)%vocabulary)
		}
		return ids, next
	}
	for _, checkpoint := range []bool{false, true} {
		o := options{graph: graphs + "gpt_small.json.gz", steps: len(want), checkpoint: checkpoint}
		losses, err := run(t.Context(), o, same, silent)
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range want {
			if math.Abs(losses[i]-w) > 1e-5*w {
				t.Fatalf("losses %v, want %v", losses, want)
			}
		}
	}
}

// recorded are the losses of benchmarks/torch/export.py.
func recorded(t *testing.T) []float64 {
	t.Helper()
	f, err := os.Open(graphs + "outputs.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Losses []float64 `json:"gpt_train_losses"`
	}
	if err := json.NewDecoder(z).Decode(&all); err != nil {
		t.Fatal(err)
	}
	if len(all.Losses) != 5 {
		t.Fatalf("%d losses are recorded", len(all.Losses))
	}
	return all.Losses
}

func TestAnotherGraphIsAnError(t *testing.T) {
	_, err := run(t.Context(), options{graph: graphs + "mlp_small.json.gz", steps: 1}, batch, silent)
	if err == nil || !strings.Contains(err.Error(), "expected a model of weights and tensor<1x12xi64> tokens") {
		t.Errorf("error %v", err)
	}
}
