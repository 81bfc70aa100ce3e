package program

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
)

// Count succeeds if standard input has exactly the given number of line feeds.
func Count(_ context.Context, inv Invocation) int {
	usage := func(format string, args ...any) int {
		fmt.Fprintf(inv.Stderr, format+"\n", args...)
		return 2
	}
	if len(inv.Args) != 1 {
		return usage("usage: count <expected line count>")
	}
	want, err := strconv.ParseUint(inv.Args[0], 10, 64)
	if err != nil {
		return usage("count: invalid count argument '%s'", inv.Args[0])
	}
	var lines uint64
	buf := make([]byte, 64<<10)
	for {
		n, err := inv.Stdin.Read(buf)
		lines += uint64(bytes.Count(buf[:n], []byte("\n")))
		if err == io.EOF {
			break
		}
		if err != nil {
			return usage("count: %v", err)
		}
	}
	if lines != want {
		return inv.fail("Expected %d lines, got %d.", want, lines)
	}
	return 0
}
