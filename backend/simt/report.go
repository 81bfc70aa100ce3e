package simt

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/girih-ir/girih/ir"
)

// WriteTable prints the counts, one line for each operation and then their sums.
func (s *Stats) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "instructions\tin warps\tglobal bytes\tsectors\tshared passes\tbank conflicts\t operation\n")
	for _, op := range s.Operations {
		op.write(t, op.Name+place(op.Loc))
	}
	s.write(t, "all")
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "barriers: %d\n", s.Barriers)
	return err
}

func (c Counts) write(w io.Writer, what string) {
	fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t%d\t %s\n", c.Instructions, c.WarpInstructions, c.GlobalBytes, c.GlobalSectors,
		c.SharedWavefronts, c.BankConflicts, what)
}

// place returns the position of an operation in its file, after a blank; "" if it is not known.
func place(l ir.Location) string {
	if at := ir.Position(l); at != "" {
		return " at " + at
	}
	return ""
}
