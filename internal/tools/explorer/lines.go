package explorer

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// printed returns the text of a module. Locations are converted to source lines.
func (c *compilation) printed(module *ir.Operation) []Line {
	all := string(text.Print(module, text.Options{DebugInfo: true, LocalScope: true}))
	var lines []Line
	var open []int // lines that begin the open regions
	for one := range strings.Lines(all) {
		shown, sources := c.takeLocations(strings.TrimRight(one, "\n"))
		trimmed := strings.TrimSpace(shown)
		if strings.HasPrefix(trimmed, "}") && len(open) > 0 {
			// The location of an operation with a region is at the end of its text.
			begin := &lines[open[len(open)-1]]
			open = open[:len(open)-1]
			begin.Sources = union(begin.Sources, sources)
		}
		lines = append(lines, Line{Text: shown, Sources: sources})
		if strings.HasSuffix(trimmed, "{") {
			open = append(open, len(lines)-1)
		}
	}
	return lines
}

// place is a position in a file, as in a location.
var place = regexp.MustCompile(`"((?:[^"\\]|\\.)*)":(\d+):\d+`)

// takeLocations removes ` loc(...)` from a line, and returns the source lines that it names.
func (c *compilation) takeLocations(line string) (rest string, sources []int) {
	var kept strings.Builder
	for {
		i := strings.Index(line, " loc(")
		if i < 0 {
			return kept.String() + line, sources
		}
		end := closing(line, i+len(" loc"))
		for _, m := range place.FindAllStringSubmatch(line[i:end], -1) {
			if n, err := strconv.Atoi(m[2]); err == nil && m[1] == c.file {
				sources = union(sources, []int{n})
			}
		}
		kept.WriteString(line[:i])
		line = line[end:]
	}
}

// closing returns the offset after the parenthesis that closes the one at an offset.
func closing(line string, open int) int {
	depth, quoted := 0, false
	for i := open; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quoted:
			i++
		case line[i] == '"':
			quoted = !quoted
		case quoted:
		case line[i] == '(':
			depth++
		case line[i] == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(line)
}

func union(a, b []int) []int {
	for _, n := range b {
		if n > 0 && !slices.Contains(a, n) {
			a = append(a, n)
		}
	}
	return a
}

var (
	debugUse  = regexp.MustCompile(`,? !dbg !(\d+)`)
	debugLine = regexp.MustCompile(`^!(\d+) = .*!DILocation\(line: (\d+)`)
)

// llvmLines returns LLVM IR without its debug metadata, which gives the source line of instructions.
func (c *compilation) llvmLines(ll string) []Line {
	at := map[string]int{}
	for one := range strings.Lines(ll) {
		if m := debugLine.FindStringSubmatch(one); m != nil {
			at[m[1]], _ = strconv.Atoi(m[2])
		}
	}
	var lines []Line
	for one := range strings.Lines(ll) {
		one = strings.TrimRight(one, "\n")
		if strings.HasPrefix(one, "!") && strings.Contains(one, "!DI") || strings.HasPrefix(one, "!llvm.dbg") {
			continue
		}
		var sources []int
		for _, m := range debugUse.FindAllStringSubmatch(one, -1) {
			sources = union(sources, []int{at[m[1]]})
		}
		lines = append(lines, Line{Text: debugUse.ReplaceAllString(one, ""), Sources: sources})
	}
	return lines
}

var (
	ptxFile = regexp.MustCompile(`^\s*\.file\s+(\d+)\s+"(.*?)"`)
	ptxLine = regexp.MustCompile(`^\s*\.loc\s+(\d+)\s+(\d+)`)
)

// ptxLines returns PTX without its line directives.
func (c *compilation) ptxLines(ptx string) []Line {
	ours := map[string]bool{}
	for one := range strings.Lines(ptx) {
		if m := ptxFile.FindStringSubmatch(one); m != nil {
			ours[m[1]] = filepath.Base(m[2]) == filepath.Base(c.file)
		}
	}
	var lines []Line
	current := 0
	for one := range strings.Lines(ptx) {
		one = strings.TrimRight(one, "\n")
		if m := ptxLine.FindStringSubmatch(one); m != nil {
			current = 0
			if ours[m[1]] {
				current, _ = strconv.Atoi(m[2])
			}
			continue
		}
		trimmed := strings.TrimSpace(one)
		if strings.HasPrefix(trimmed, ".file") {
			continue
		}
		line := Line{Text: one}
		if strings.HasSuffix(trimmed, ";") && !strings.HasPrefix(trimmed, ".") {
			line.Sources = union(nil, []int{current})
		}
		if trimmed == "}" {
			current = 0
		}
		lines = append(lines, line)
	}
	return lines
}

// disassemble returns machine code as text, with source lines, if nvdisasm is installed next to ptxas.
func disassemble(ctx context.Context, cubin []byte) (string, error) {
	ptxas, err := nvptx.FindPTXAS(ctx)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "explorer")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "kernel.cubin")
	if err := os.WriteFile(name, cubin, 0o600); err != nil {
		return "", err
	}
	tool := filepath.Join(filepath.Dir(ptxas.Path()), "nvdisasm")
	out, err := exec.CommandContext(ctx, tool, "--print-code", "--print-line-info", name).Output()
	return string(out), err
}

var sassLine = regexp.MustCompile(`//## File "(.*?)", line (\d+)`)

// sassLines returns machine code without its comments about lines.
func (c *compilation) sassLines(sass string) []Line {
	var lines []Line
	current := 0
	for one := range strings.Lines(sass) {
		one = strings.TrimRight(one, "\n")
		if m := sassLine.FindStringSubmatch(one); m != nil {
			current = 0
			if filepath.Base(m[1]) == filepath.Base(c.file) {
				current, _ = strconv.Atoi(m[2])
			}
			continue
		}
		lines = append(lines, Line{Text: one, Sources: union(nil, []int{current})})
	}
	return lines
}

// ssa is the name of a value, which changes from pass to pass.
var ssa = regexp.MustCompile(`%[\w.$-]+(?::\d+|#\d+)?`)

// sameText reports whether two stages are the same except for the names of values.
func sameText(a, b []Line) bool {
	return slices.EqualFunc(a, b, func(x, y Line) bool {
		return x.Text == y.Text || ssa.ReplaceAllString(x.Text, "%") == ssa.ReplaceAllString(y.Text, "%")
	})
}

// maxCompared bounds the number of compared lines, since the comparison may take quadratic time.
const maxCompared = 20000

// markNew marks the lines of a stage that the previous stage does not have.
func markNew(before, after []Line) {
	if len(before) > maxCompared || len(after) > maxCompared {
		return
	}
	joined := func(lines []Line) []byte {
		var b strings.Builder
		for _, l := range lines {
			b.WriteString(ssa.ReplaceAllString(strings.TrimSpace(l.Text), "%") + "\n")
		}
		return []byte(b.String())
	}
	at := 0
	for one := range strings.Lines(string(diff.Diff("before", joined(before), "after", joined(after)))) {
		switch {
		case strings.HasPrefix(one, "@@"):
			_, hunk, _ := strings.Cut(one, "+")
			number, _, _ := strings.Cut(strings.Fields(hunk)[0], ",")
			at, _ = strconv.Atoi(number)
			at--
		case strings.HasPrefix(one, "+") && !strings.HasPrefix(one, "+++"):
			if at < len(after) {
				after[at].New = true
			}
			at++
		case strings.HasPrefix(one, " "):
			at++
		}
	}
}
