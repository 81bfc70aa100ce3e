package golden_test

import (
	"fmt"
	"io/fs"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// Mode is a printing mode. Its value is the extension of the golden file.
type Mode string

// The printing modes of the corpus, each with mlir-opt's flags for it (see Mode.Flags).
const (
	// Pretty is the default output: custom assembly, aliases, no locations.
	Pretty Mode = "pretty"
	// Generic prints every operation in generic form.
	Generic Mode = "generic"
	// DebugInfo prints locations, as aliases after the module.
	DebugInfo Mode = "debuginfo"
	// GenericDebugInfo prints locations and every operation in generic form.
	GenericDebugInfo Mode = "generic-debuginfo"
	// LocalScope prints locations, attributes and types in place, without aliases.
	LocalScope Mode = "localscope"
	// UniqueIDs prints custom assembly with value numbers that are unique over the whole top-level operation.
	UniqueIDs Mode = "uniqueids"
)

// Modes returns every mode, in the order in which a file lists its RUN lines.
func Modes() []Mode {
	return []Mode{Pretty, Generic, DebugInfo, GenericDebugInfo, LocalScope, UniqueIDs}
}

// Flags returns the mlir-opt (and tile-opt) flags that select the mode, without the flags that are used for every file
// (see inputFlags). It returns nil for an unknown mode and for Pretty, which is the tools' default.
func (m Mode) Flags() []string {
	switch m {
	case Generic:
		return []string{"--mlir-print-op-generic"}
	case DebugInfo:
		return []string{"--mlir-print-debuginfo"}
	case GenericDebugInfo:
		return []string{"--mlir-print-op-generic", "--mlir-print-debuginfo"}
	case LocalScope:
		return []string{"--mlir-print-debuginfo", "--mlir-print-local-scope"}
	case UniqueIDs:
		return []string{"--mlir-print-unique-ssa-ids"}
	}
	return nil
}

// printsLocations reports whether the mode's output contains locations, and with them the name of the input. The input
// of such a golden file was standard input, whose name is <stdin>.
func (m Mode) printsLocations() bool {
	return m == DebugInfo || m == GenericDebugInfo || m == LocalScope
}

// InputFlags returns the flags for reading a file of the corpus: modules are separated by "// -----" lines and
// operations of unknown dialects are allowed.
func InputFlags() []string {
	return []string{"--allow-unregistered-dialect", "--split-input-file"}
}

// Case is one input in one mode.
type Case struct {
	Path  string // of the input, slash-separated, relative to the corpus
	Mode  Mode
	Input []byte // one or more modules, separated by "// -----"
	Want  []byte // mlir-opt's output for Input in Mode
}

// Name returns the name of the golden file, which identifies the case.
func (c Case) Name() string { return c.Path + "." + string(c.Mode) }

// Cases yields the cases of every golden test below fsys in lexical order. An unreadable directory, a missing golden
// file or a RUN line that compares with an unknown mode is yielded as an error, with a case that names the file.
func Cases(fsys fs.FS) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		for f, err := range files(fsys) {
			if err != nil {
				if !yield(Case{Path: f.path}, err) {
					return
				}
				continue
			}
			modes, err := modes(f.runs)
			if err != nil && !yield(Case{Path: f.path}, fmt.Errorf("%s: %w", f.path, err)) {
				return
			}
			for _, m := range modes {
				c := Case{Path: f.path, Mode: m, Input: f.data}
				c.Want, err = fs.ReadFile(fsys, c.Name())
				if !yield(c, err) {
					return
				}
			}
		}
	}
}

// DiagnosticsCase is an input with expected diagnostics in "// expected-error" comments.
type DiagnosticsCase struct {
	Path  string
	Flag  string // --verify-diagnostics, or with =only-expected to tolerate diagnostics that no comment names
	Input []byte
}

// verifyFlag finds the flag in a RUN line.
var verifyFlag = regexp.MustCompile(`--verify-diagnostics(=[a-z-]+)?`)

// Diagnostics yields the files below fsys whose RUN line has --verify-diagnostics, in lexical order.
func Diagnostics(fsys fs.FS) iter.Seq2[DiagnosticsCase, error] {
	return func(yield func(DiagnosticsCase, error) bool) {
		for f, err := range files(fsys) {
			flag := verifyFlag.FindString(strings.Join(f.runs, "\n"))
			if err == nil && flag == "" {
				continue
			}
			if !yield(DiagnosticsCase{Path: f.path, Flag: flag, Input: f.data}, err) {
				return
			}
		}
	}
}

// file is one .mlir file with its RUN lines.
type file struct {
	path string
	data []byte
	runs []string
}

// files yields every .mlir file below fsys.
func files(fsys fs.FS) iter.Seq2[file, error] {
	return func(yield func(file, error) bool) {
		err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
			if err == nil && (d.IsDir() || !strings.HasSuffix(path, ".mlir")) {
				return nil
			}
			f := file{path: path}
			if err == nil {
				f.data, err = fs.ReadFile(fsys, path)
				f.runs = runLines(f.data)
			}
			if err == nil && Foreign(f.data) {
				return nil
			}
			if !yield(f, err) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(file{}, err)
		}
	}
}

// Foreign reports whether a file has RUN lines, none of which has the flags of the corpus (see inputFlags): it
// belongs to another test runner.
func Foreign(data []byte) bool {
	runs := runLines(data)
	return len(runs) > 0 && !slices.ContainsFunc(runs, func(run string) bool {
		return strings.HasPrefix(run, "tile-opt "+strings.Join(InputFlags(), " "))
	})
}

// runLines returns the commands of the "// RUN:" lines of an input.
func runLines(data []byte) []string {
	var runs []string
	for line := range strings.Lines(string(data)) {
		if cmd, ok := strings.CutPrefix(line, "// RUN: "); ok {
			runs = append(runs, strings.TrimSpace(cmd))
		}
	}
	return runs
}

// modes returns the modes that the RUN lines compare with a golden file.
func modes(runs []string) ([]Mode, error) {
	var found []Mode
	for _, run := range runs {
		_, target, ok := strings.Cut(run, "| diff %s.")
		if !ok {
			continue
		}
		m := Mode(strings.TrimSuffix(target, " -"))
		if !slices.Contains(Modes(), m) {
			return found, fmt.Errorf("RUN line %q names the unknown mode %q", run, m)
		}
		if run != runLine(m) {
			return found, fmt.Errorf("RUN line %q is not the one of mode %q: %q", run, m, runLine(m))
		}
		found = append(found, m)
	}
	return found, nil
}

// runLine returns the RUN line of a mode. No other spelling is allowed.
func runLine(m Mode) string {
	words := append([]string{"tile-opt"}, InputFlags()...)
	words = append(words, m.Flags()...)
	if m.printsLocations() {
		words = append(words, "<")
	}
	return strings.Join(append(words, "%s | diff %s."+string(m)+" -"), " ")
}
