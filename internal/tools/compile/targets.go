package compile

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/girih-ir/girih/backend/nvptx"
)

// writeTargets lists the targets with the limits of a block.
func writeTargets(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "target\tPTX\tshared memory of a block\tthreads of a multiprocessor\truns on")
	for _, target := range nvptx.Targets() {
		shared, threads := "?", "?"
		if l, ok := target.Limits(); ok {
			shared, threads = fmt.Sprint(l.SharedPerBlock), fmt.Sprint(l.ThreadsPerSM)
		}
		reach := fmt.Sprintf("sm_%d and later", target.SM)
		switch target.Variant {
		case nvptx.ArchSpecific:
			reach = fmt.Sprintf("sm_%d alone", target.SM)
		case nvptx.FamilySpecific:
			reach = fmt.Sprintf("the family of sm_%d", target.SM)
		}
		fmt.Fprintf(t, "%s\t%v\t%s\t%s\t%s\n", target.Arch(), target.MinPTX(), shared, threads, reach)
	}
	return t.Flush()
}
