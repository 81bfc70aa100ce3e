package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/kernel/tune"
)

// read returns the lines of a file of measurements.
func read(file string) (lines []line, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var l line
		if err := d.Decode(&l); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// today returns the configuration that the model chooses for a problem now, and its measured time divided by that of
// the fastest. The second result is 0 if the choice was not measured.
func (l *line) today(ctx context.Context, file string, text []byte) (first string, regret float64, err error) {
	source, err := tune.NewText(girih.NewContext(), file, string(text), map[string]string{"T": l.Type})
	if err != nil {
		return "", 0, err
	}
	ranking, err := tune.Rank(ctx, source, l.tuned())
	if err != nil {
		return "", 0, err
	}
	first = ranking.Candidates[0].Text
	best := math.Inf(1)
	for _, c := range l.Choices {
		if c.Measured == 0 {
			continue
		}
		best = min(best, c.Measured)
		if c.Configuration == first {
			regret = c.Measured
		}
	}
	return first, regret / best, nil
}

const introduction = `# What the model chooses for matrix products, against the fastest that was measured

One call on one NVIDIA H200, clocks as found; versions of the driver and of torch were not recorded. ` + "`examples/kernels/matmul.mlir`" + `
in the configurations that it declares: for each product those that the model of the time took for the eight fastest, and
the one that is declared first. Medians by CUDA events of single launches, each after 256 MB were overwritten. All had the
same bits. "Model" is what the model of this commit chooses now, fitted to these measurements; "slower" is its time
over that of the fastest. Written by ` + "`go run ./benchmarks/tune -report`" + ` from tune-h200.jsonl, which has all times.

| type | M, N, K | model | slower | fastest | us | TFLOP/s | torch.mm, us | torch / fastest |
|---|---|---|---|---|---|---|---|---|
`

// report prints a table of measurements.
func report(ctx context.Context, w io.Writer, recorded, file string) error {
	lines, err := read(recorded)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	fmt.Fprint(w, introduction)
	var regrets, then, peers []float64
	for _, l := range lines {
		if l.Error != "" {
			fmt.Fprintf(w, "| %s | %d, %d, %d | %s | | | | | | |\n", l.Type, l.M, l.N, l.K, l.Error)
			continue
		}
		first, regret, err := l.today(ctx, file, text)
		if err != nil {
			return err
		}
		slower := "not measured"
		if regret != 0 {
			slower = fmt.Sprintf("%.2f", regret)
			regrets = append(regrets, regret)
		}
		then, peers = append(then, max(1, l.Ratio)), append(peers, l.Torch/l.Microseconds)
		fmt.Fprintf(w, "| %s | %d, %d, %d | %s | %s | %s | %.1f | %.0f | %.1f | %.2f |\n", l.Type, l.M, l.N, l.K, first,
			slower, l.Winner, l.Microseconds, l.TFLOPS, l.Torch, l.Torch/l.Microseconds)
	}
	mean := func(list []float64) float64 {
		sum := 0.0
		for _, v := range list {
			sum += math.Log(v)
		}
		return math.Exp(sum / float64(len(list)))
	}
	most := func(list []float64) (m float64) {
		for _, v := range list {
			m = max(m, v)
		}
		return m
	}
	fmt.Fprintf(w, "\nGeometric means:\n"+
		"the model's choice is slower by a factor of %.3f (at most %.2f); the model before\n"+
		"the measurement by %.3f (at most %.2f); torch.mm's time over the fastest of ours is %.3f.\n",
		mean(regrets), most(regrets), mean(then), most(then), mean(peers))
	return nil
}
