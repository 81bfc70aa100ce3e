package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

func TestTheLossFalls(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), &out, "../../benchmarks/torch/graphs/gpt_train_small.json.gz", 120); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var losses []float64
	for _, line := range lines {
		var step int
		var loss float64
		if _, err := fmt.Sscan(line, &step, &loss); err != nil {
			t.Fatal(err)
		}
		losses = append(losses, loss)
	}
	if len(losses) != 120 || losses[119] > losses[0]-1 {
		t.Errorf("losses %v", losses)
	}
}

func TestAnotherGraphIsAnError(t *testing.T) {
	err := run(t.Context(), new(bytes.Buffer), "../../benchmarks/torch/graphs/mlp_small.json.gz", 1)
	if err == nil || !strings.Contains(err.Error(), "expected a step of training") {
		t.Errorf("error %v", err)
	}
}
