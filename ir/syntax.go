package ir

import (
	"regexp"
	"strings"
)

// ReadableSyntax returns the operation's custom form for people: its name, literals unchanged, $name for an operand,
// result or attribute, and (...)? around optional parts. It is "" if the definition has no assembly format.
func (d *OpDef) ReadableSyntax() string {
	format := d.Assembly
	if format == "" {
		format = d.Syntax
	}
	if format == "" {
		return ""
	}
	// An element is a literal in quotes, which may contain white space, white space in backticks, or any other word.
	elements := regexp.MustCompile("'[^']*'|`[^`]*`|[^\\s'`]+")
	// Remove the blank before punctuation and after an opening bracket.
	glued := regexp.MustCompile(` ([,)\]>])|([\[(<]) `)
	parts := []string{d.Name}
	for _, e := range elements.FindAllString(format, -1) {
		if e[0] == '\'' || e[0] == '`' {
			e = strings.TrimSpace(e[1 : len(e)-1])
		}
		if e = strings.ReplaceAll(e, "^", ""); e != "" {
			parts = append(parts, e)
		}
	}
	return glued.ReplaceAllString(strings.Join(parts, " "), "$1$2")
}
