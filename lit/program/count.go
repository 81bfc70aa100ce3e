package program

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// count succeeds if standard input has exactly the given number of line feeds.
func count(_ context.Context, inv Invocation) int {
	usage := func(format string, args ...any) int {
		fmt.Fprintf(inv.Stderr, format+"\n", args...)
		return 2
	}
	if len(inv.Args) != 1 {
		return usage("usage: count <expected line count>")
	}
	want, ok := number(inv.Args[0])
	if !ok {
		return usage("count: invalid count argument '%s'", inv.Args[0])
	}
	lines := 0
	buf := make([]byte, 64<<10)
	for {
		n, err := inv.Stdin.Read(buf)
		lines += bytes.Count(buf[:n], []byte("\n"))
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

// number reads a count in the same way as LLVM's count, which uses C's strtol: a word without digits is 0; a word with
// more text after its digits is an error.
func number(s string) (n int, ok bool) {
	digits := strings.TrimLeft(s, " \t\n\v\f\r")
	end := strings.IndexFunc(strings.TrimLeft(digits, "+-"), func(r rune) bool { return r < '0' || r > '9' })
	if end == 0 {
		return 0, true
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}
