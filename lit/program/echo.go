package program

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Echo writes its arguments with blanks between them. Its flags are -n (no line feed) and -e (escapes such as \n and
// \x41, as in Python's strings).
func Echo(_ context.Context, inv Invocation) int {
	args := inv.Args
	escapes, end := false, "\n"
	for len(args) > 0 && (args[0] == "-e" || args[0] == "-n") {
		if args[0] == "-e" {
			escapes = true
		} else {
			end = ""
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if escapes {
		var err error
		if text, err = unescape(text); err != nil {
			return inv.fail("echo: %v", err)
		}
	}
	fmt.Fprint(inv.Stdout, text+end)
	return 0
}

// simple are the escapes of one letter.
var simple = map[byte]string{
	'\\': `\`, '\'': "'", '"': `"`, 'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v", '\n': "",
}

// digits are the lengths of the escapes that give a character's number in hexadecimal.
var digits = map[byte]int{'x': 2, 'u': 4, 'U': 8}

// unescape replaces escapes. Unknown escapes stay as they are; incomplete ones are errors. As in LLVM's lit, other text
// is read byte by byte as Latin-1.
func unescape(s string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			b.WriteRune(rune(s[i]))
			i++
			continue
		}
		if i+1 == len(s) {
			return "", fmt.Errorf(`\ at end of string`)
		}
		c := s[i+1]
		if text, ok := simple[c]; ok {
			b.WriteString(text)
			i += 2
			continue
		}
		r, n, err := numbered(s[i+1:])
		if err != nil {
			return "", err
		}
		if n == 0 {
			b.WriteByte('\\')
			i++
			continue
		}
		b.WriteRune(r)
		i += 1 + n
	}
	return b.String(), nil
}

// numbered reads an escape that gives a character's number; text begins after the backslash. n is its length, or 0 if
// it is not such an escape.
func numbered(s string) (r rune, n int, err error) {
	if want, ok := digits[s[0]]; ok {
		if len(s) < 1+want {
			return 0, 0, fmt.Errorf(`truncated \%c escape`, s[0])
		}
		v, err := strconv.ParseUint(s[1:1+want], 16, 32)
		if err != nil || v > 0x10ffff {
			return 0, 0, fmt.Errorf(`invalid \%c escape`, s[0])
		}
		return rune(v), 1 + want, nil
	}
	for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
		r = r*8 + rune(s[n]-'0')
		n++
	}
	return r, n, nil
}
