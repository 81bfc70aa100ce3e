package shell

import "strings"

// Quote returns text that a shell reads as the single word s.
func Quote(s string) string {
	if s == "" {
		return "''"
	}
	if strings.IndexFunc(s, special) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'"
}

// patterns are the characters with a meaning in patterns.
const patterns = "*?[]!^"

// quoteGlob quotes the parts of a pattern that need quotes, but not its pattern characters, which would lose their
// meaning.
func quoteGlob(s string) string {
	var b strings.Builder
	quotes := func(r rune) bool { return special(r) && !strings.ContainsRune(patterns, r) }
	if (strings.HasPrefix(s, "*") || strings.HasPrefix(s, "?")) && strings.ContainsFunc(s, quotes) {
		b.WriteString("''") // in a word without quotes, the lexer would take the first character as part of a pattern
	}
	for i, r := range s {
		switch {
		case strings.ContainsRune(patterns, r) || !special(r):
			b.WriteRune(r)
		case r == '\'':
			b.WriteString(`"'"`)
		case i == 0 && r == '\\':
			b.WriteRune(r) // the lexer keeps a leading backslash
		default:
			b.WriteString("'" + string(r) + "'")
		}
	}
	return b.String()
}

// special reports whether a character has a meaning in some shell, so that it needs quotes.
func special(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return false
	}
	return !strings.ContainsRune("@%+=:,./-_", r)
}
