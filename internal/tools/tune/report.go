package tune

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/girih-ir/girih/kernel/tune"
)

// writeRanking prints the ranking of the model, and why configurations are refused.
func writeRanking(w io.Writer, r *tune.Ranking) {
	fmt.Fprintf(w, "on an %s, by the model:\n", r.Machine.Name)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "configuration\tus\tTFLOP/s\tmemory MB\tL2 MB\tregisters\tshared KiB\tlimited by")
	for _, c := range r.Candidates {
		e := &c.Estimate
		fmt.Fprintf(table, "%s\t%.1f\t%.1f\t%.1f\t%.1f\t%d\t%.1f\t%s\n", c.Text, e.Seconds*1e6, e.Flops/e.Seconds/1e12,
			e.Memory/1e6, e.Cache/1e6, e.Registers, float64(e.Shared)/1024, e.Reasons())
	}
	table.Flush()
	for _, c := range r.Refused {
		fmt.Fprintf(w, "refused: %s: %v\n", c.Text, c.Err)
	}
}

// writeOutcome prints the measurements.
func writeOutcome(w io.Writer, o *tune.Outcome) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "configuration\texpected us\tmedian us\tquartiles\t")
	for _, m := range o.Measured {
		us := func(t time.Duration) float64 { return float64(t.Nanoseconds()) / 1e3 }
		remark := ""
		switch {
		case m.Err != nil:
			remark = m.Err.Error()
		case m.OtherBits:
			remark = "other bits than the configuration that is declared first"
		case m == o.Winner:
			remark = "winner"
		}
		fmt.Fprintf(table, "%s\t%.1f\t%.1f\t%.1f to %.1f\t%s\n", m.Candidate.Text, m.Candidate.Estimate.Seconds*1e6,
			us(m.Median()), us(m.Quartile(1)), us(m.Quartile(3)), remark)
	}
	table.Flush()
}
