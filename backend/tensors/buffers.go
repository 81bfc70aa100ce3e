package tensors

import (
	"fmt"
	"io"

	"github.com/girih-ir/girih/backend/tensors/internal/arena"
)

// bytesText formats a number of bytes with a suitable unit.
func bytesText(n int) string {
	const kilo = 1 << 10
	switch {
	case n < 10*kilo:
		return fmt.Sprintf("%d B", n)
	case n < 10*kilo*kilo:
		return fmt.Sprintf("%d KiB", n/kilo)
	}
	return fmt.Sprintf("%d MiB", n/kilo/kilo)
}

// printBuffers prints the offsets of buffers, in the order of their first use.
func printBuffers(w io.Writer, buffers []*arena.Buffer, size int) error {
	total := 0
	for _, b := range buffers {
		total += b.Bytes
	}
	_, err := fmt.Fprintf(w, "%d buffers of %s in an arena of %s; %s are in use at once\n", len(buffers), bytesText(total),
		bytesText(size), bytesText(arena.Needed(buffers)))
	for i, b := range buffers {
		if err == nil {
			_, err = fmt.Fprintf(w, "  buffer %d: %s at %d, from step %d to %d\n", i, bytesText(b.Bytes), b.Offset, b.First,
				b.Last)
		}
	}
	return err
}
