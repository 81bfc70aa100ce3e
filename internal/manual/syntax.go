package manual

import (
	"regexp"
	"strings"
)

// element is a literal in quotes, white space in quotes or backticks included, or what stands between blanks.
var element = regexp.MustCompile("'[^']*'|`[^`]*`|[^\\s'`]+")

// glued is a blank before punctuation that follows without one, or behind an opening bracket.
var glued = regexp.MustCompile(` ([,)\]>])|([\[(<]) `)

// syntax returns an assembly format as it looks in text: literals without quotes, $name for what the operation has of
// that name, (...)? around what may be absent.
func syntax(format string) string {
	var parts []string
	for _, e := range element.FindAllString(format, -1) {
		if e[0] == '\'' || e[0] == '`' {
			e = strings.TrimSpace(e[1 : len(e)-1])
		}
		if e = strings.ReplaceAll(e, "^", ""); e != "" {
			parts = append(parts, e)
		}
	}
	return glued.ReplaceAllString(strings.Join(parts, " "), "$1$2")
}
