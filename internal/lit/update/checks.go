package update

import (
	"regexp"
	"strings"
)

// Block is the checks of one function, or of the text outside of functions.
type Block struct {
	Symbol string // "" outside of functions
	Lines  []string
}

// function matches a line that starts an operation with a symbol, up to the name.
var function = regexp.MustCompile(`^\s*[a-z_][a-zA-Z0-9_.]* (?:[a-z]+ )*@("[^"]*"|[-a-zA-Z0-9_.$]+)`)

// separator separates the modules of an output.
const separator = "// -----"

// Checks returns the checks for an output: one list of blocks for each module. Each line starts with comment, such as
// "// ".
func Checks(output, prefix, comment string) [][]Block {
	var modules [][]Block
	for module := range strings.SplitSeq(output, separator+"\n") {
		g := &generator{head: comment + prefix}
		if hasFunction(module) {
			g.module(module)
		} else {
			g.plain(module)
		}
		modules = append(modules, g.blocks)
	}
	return modules
}

// hasFunction reports whether any line of a module starts a function.
func hasFunction(module string) bool {
	for line := range strings.Lines(module) {
		if function.MatchString(line) {
			return true
		}
	}
	return false
}

type generator struct {
	head   string // comment and prefix
	blocks []Block
	names  *names
	depth  int // number of open regions in the function
}

func (g *generator) add(suffix, text string) {
	if len(g.blocks) == 0 {
		g.blocks = append(g.blocks, Block{})
	}
	b := &g.blocks[len(g.blocks)-1]
	b.Lines = append(b.Lines, g.head+suffix+": "+strings.TrimRight(text, " "))
}

// plain checks an output line by line.
func (g *generator) plain(text string) {
	suffix := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" {
			if suffix != "" {
				g.blocks[0].Lines = append(g.blocks[0].Lines, g.head+"-EMPTY:")
			}
			continue
		}
		g.add(suffix, escape(line))
		suffix = "-NEXT"
	}
}

// module checks a module: its functions, and the text before them.
func (g *generator) module(text string) {
	g.names = newNames()
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || trimmed == "module {":
		case g.depth == 0 && trimmed == "}": // the end of the module
		case g.depth == 0 && strings.HasPrefix(trimmed, "module attributes ") && strings.HasSuffix(trimmed, "{"):
			g.add("", "  "+escape(line))
		case g.depth == 0 && alias.MatchString(trimmed):
			g.add("", escape(trimmed)) // uses have the alias's name, so it must not become a variable
		case g.depth == 0 && function.MatchString(line):
			g.function(line)
		default:
			g.add("", "  "+g.names.line(line))
			g.follow(trimmed)
		}
	}
}

// follow counts the regions that a line closes and opens.
func (g *generator) follow(trimmed string) {
	if g.depth > 0 && strings.HasPrefix(trimmed, "}") {
		g.depth--
	}
	if strings.HasSuffix(trimmed, "{") {
		g.depth++
	}
}

// function starts a block. A label must not define variables, so the parameters are checked after it.
func (g *generator) function(line string) {
	g.names = newNames()
	g.blocks = append(g.blocks, Block{Symbol: symbol(line)})
	g.depth = 0
	g.follow(strings.TrimSpace(line))
	g.names.push()
	first := value.FindStringIndex(line)
	if first == nil {
		g.add("-LABEL", "  "+escape(line))
		return
	}
	g.add("-LABEL", "  "+escape(line[:first[0]]))
	indent := strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " "))+6)
	rest := line[first[0]:]
	for rest != "" {
		n := len(rest)
		if next := value.FindStringIndex(rest[1:]); next != nil {
			n = 1 + next[0]
		}
		g.add("-SAME", indent+g.names.pattern(strings.TrimRight(rest[:n], " ")))
		rest = rest[n:]
	}
}

// symbol returns the name of the function that a line starts, or "".
func symbol(line string) string {
	if m := function.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}
