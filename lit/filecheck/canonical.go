package filecheck

// canonicalize removes the carriage returns before newlines and, unless whitespace is strict, makes one space of each run
// of spaces and tabs. It returns the text itself if there is nothing to change.
func canonicalize(text []byte, strict bool) []byte {
	i := nextChange(text, 0, strict)
	if i == len(text) {
		return text
	}
	out := make([]byte, 0, len(text))
	kept := 0
	for i < len(text) {
		out = append(out, text[kept:i]...)
		if text[i] == '\r' {
			kept = i + 1
		} else {
			out = append(out, ' ')
			for kept = i + 1; kept < len(text) && isBlank(text[kept]); kept++ {
			}
		}
		i = nextChange(text, kept, strict)
	}
	return append(out, text[kept:]...)
}

// nextChange returns the position from i on where canonicalization changes something, or the length of the text.
func nextChange(text []byte, i int, strict bool) int {
	for ; i < len(text); i++ {
		c := text[i]
		if c > ' ' {
			continue
		}
		last := i+1 == len(text)
		switch {
		case c == '\r':
			if !last && text[i+1] == '\n' {
				return i
			}
		case strict:
		case c == '\t', c == ' ' && !last && isBlank(text[i+1]):
			return i
		}
	}
	return i
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
