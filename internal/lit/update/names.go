package update

import (
	"fmt"
	"regexp"
	"strings"
)

// value matches the name of a value.
var value = regexp.MustCompile(`%(?:[0-9]+|[a-zA-Z$._][-a-zA-Z0-9$._]*)`)

// alias matches the alias of an attribute or type where it is defined.
var alias = regexp.MustCompile(`^([#!])([a-zA-Z_][a-zA-Z0-9_]*) = `)

// names assigns variables to the values of a function. Its scopes follow the regions.
type names struct {
	scopes []map[string]string
	next   int
}

func newNames() *names { return &names{scopes: []map[string]string{{}}} }

// lookup returns the variable of a value, or "" if it has none yet.
func (n *names) lookup(name string) string {
	for i := len(n.scopes) - 1; i >= 0; i-- {
		if v, ok := n.scopes[i][name]; ok {
			return v
		}
	}
	return ""
}

// define assigns a variable to a value in the innermost scope.
func (n *names) define(name string) string {
	v := fmt.Sprintf("VAL_%d", n.next)
	n.next++
	n.scopes[len(n.scopes)-1][name] = v
	return v
}

func (n *names) push() { n.scopes = append(n.scopes, map[string]string{}) }

func (n *names) pop() {
	if len(n.scopes) > 1 {
		n.scopes = n.scopes[:len(n.scopes)-1]
	}
}

// line returns a line of output as a pattern, and follows the regions that it closes and opens. If a line opens a
// region, values after its results belong to the region, such as the variable of a loop.
func (n *names) line(text string) string {
	trimmed := strings.TrimSpace(text)
	if strings.HasPrefix(trimmed, "}") {
		n.pop()
	}
	opens := strings.HasSuffix(trimmed, "{")
	results := 0
	if at := strings.Index(text, " = "); opens && at >= 0 && strings.HasPrefix(trimmed, "%") {
		results = at
	}
	head := n.pattern(text[:results])
	if opens {
		n.push()
	}
	return head + n.pattern(text[results:])
}

// pattern replaces the values in a text by variables and escapes the rest.
func (n *names) pattern(text string) string {
	var b strings.Builder
	at := 0
	for _, m := range value.FindAllStringIndex(text, -1) {
		b.WriteString(escape(text[at:m[0]]))
		name := text[m[0]:m[1]]
		if v := n.lookup(name); v != "" {
			b.WriteString("%[[" + v + "]]")
		} else {
			b.WriteString("%[[" + n.define(name) + ":" + anyName(text[m[1]:]) + "]]")
		}
		at = m[1]
	}
	b.WriteString(escape(text[at:]))
	return b.String()
}

// anyName returns the expression that matches a name, given the text after it. A line may have several arguments, each
// followed by its type. With an expression for any text, the match might extend to a later argument of the same type.
func anyName(behind string) string {
	if strings.HasPrefix(behind, ": ") {
		return "[^:]*"
	}
	return ".*"
}

// escape escapes text that would start a variable or an expression of FileCheck.
var escape = strings.NewReplacer("{{", `{{\{\{}}`, "[[", `{{\[\[}}`).Replace
