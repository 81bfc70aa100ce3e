package program

import (
	"bytes"
	"context"
	"io"
	"unicode/utf8"
)

// cat copies files, or standard input, to standard output. Like the cat of LLVM's lit, it writes UTF-8 text and
// replaces all line ends by line feeds. With -v it shows control characters as ^X and bytes above 127 as M-X.
func cat(_ context.Context, inv Invocation) int {
	opts, files, err := options(inv.Args, "v", "--show-nonprinting")
	if err != nil {
		return inv.fail("Unsupported: 'cat':  %v", err)
	}
	if len(files) == 0 {
		data, err := io.ReadAll(inv.Stdin)
		if err != nil {
			return inv.fail("cat: %v", err)
		}
		inv.Stdout.Write(lineFeeds(data))
		return 0
	}
	for _, name := range files {
		data, err := readFile(inv.Path(name))
		if err != nil {
			return inv.fail("cat: %v", err)
		}
		if utf8.Valid(data) {
			data = lineFeeds(data)
		}
		if len(opts) > 0 {
			data = visible(data)
		}
		inv.Stdout.Write(data)
	}
	return 0
}

// lineFeeds turns \r\n and \r into \n.
func lineFeeds(data []byte) []byte {
	if bytes.IndexByte(data, '\r') < 0 {
		return data
	}
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
}

// visible writes unprintable characters in caret and M- notation.
func visible(data []byte) []byte {
	var out bytes.Buffer
	for _, c := range data {
		if c == '\t' || c == '\n' {
			out.WriteByte(c)
			continue
		}
		if c > 127 {
			c -= 128
			out.WriteString("M-")
		}
		switch {
		case c < 32:
			out.Write([]byte{'^', c + 64})
		case c == 127:
			out.WriteString("^?")
		default:
			out.WriteByte(c)
		}
	}
	return out.Bytes()
}
