package nvptx

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
)

var update = flag.Bool("update", false,
	"rewrite what testdata/consumers and docs/nvptx-consumers.md say about the compilers of this machine")

// A consumer is a column of the table in docs/nvptx-consumers.md: a compiler of
// a certain version with a target.
type consumer struct {
	name   string
	target Target
	find   func(context.Context) (Compiler, error)
}

var consumers = []consumer{
	{"llc-14", Target{SM: 90, Variant: ArchSpecific}, findLLCMajor(14)},
	{"llc-22", Target{SM: 90, Variant: ArchSpecific}, findLLCMajor(22)},
	{"nvvm-sm_90", Target{SM: 90}, findNVVM13},
	{"nvvm-sm_100", Target{SM: 100}, findNVVM13},
}

func findLLCMajor(major int) func(context.Context) (Compiler, error) {
	return func(ctx context.Context) (Compiler, error) { return FindLLC(ctx, major) }
}

// findNVVM13 finds the release for which the table was made; other releases differ.
func findNVVM13(context.Context) (Compiler, error) {
	library, err := FindNVVM()
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(library.Name(), "libNVVM 13.0.") {
		return nil, fmt.Errorf("the table is for libNVVM 13.0, this is %s", library.Name())
	}
	return library, nil
}

// moduleFrame is the part of a module that every compiler needs.
const moduleFrame = `target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%s
!nvvmir.version = !{!900}
!900 = !{i32 2, i32 0}
`

// A fact is a file of testdata/consumers: a module with typed pointers, after comments with the outcome of each
// compiler.
type fact struct {
	path, name string
	module     string
	outcomes   map[string]string // by consumer
}

func readFacts(t *testing.T) []fact {
	t.Helper()
	files, err := filepath.Glob("testdata/consumers/*.ll")
	if err != nil || len(files) == 0 {
		t.Fatalf("no facts: %v", err)
	}
	facts := make([]fact, len(files))
	for i, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := fact{path: path, name: strings.TrimSuffix(filepath.Base(path), ".ll"), outcomes: map[string]string{}}
		rest := string(text)
		for strings.HasPrefix(rest, "; ") {
			line, after, _ := strings.Cut(rest[2:], "\n")
			column, outcome, _ := strings.Cut(line, ":")
			f.outcomes[column], rest = strings.TrimSpace(outcome), after
		}
		f.module = rest
		facts[i] = f
	}
	return facts
}

func (f fact) write(t *testing.T) {
	t.Helper()
	var b strings.Builder
	for _, c := range consumers {
		fmt.Fprintf(&b, "; %-12s %s\n", c.name+":", f.outcomes[c.name])
	}
	b.WriteString(f.module)
	if err := os.WriteFile(f.path, []byte(b.String()), 0o666); err != nil {
		t.Error(err)
	}
}

// outcome summarizes a compilation: the distinct instructions of the kernel and the relevant directives, or why there
// are none.
func outcome(ptx PTX, err error) string {
	var unknown *UnknownIntrinsicError
	switch {
	case errors.As(err, &unknown):
		return "unknown"
	case err != nil:
		return "rejected"
	}
	return summarize(string(ptx.Text))
}

var (
	bound     = regexp.MustCompile(`^\.(reqntid|maxntid|minnctapersm|maxnreg|pragma|loc)\b`)
	mnemonic  = regexp.MustCompile(`^(?:@!?%\w+ )?([a-z][a-z0-9_]*(?:[.:]+[A-Za-z0-9_]+)*)`)
	plumbing  = regexp.MustCompile(`^(ld\.param|st\.param|mov|ret)\b`)
	labelLine = regexp.MustCompile(`^[$\w]+:`)
	lastStore = regexp.MustCompile(`^st\.global\.[a-z]\d+$`)
)

func summarize(text string) string {
	var words []string
	add := func(word string) {
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	body := false
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "//")
		line = strings.Join(strings.Fields(line), " ")
		switch {
		case strings.HasPrefix(line, ".visible .func"):
			add(".func")
		case strings.HasPrefix(line, ".target") && strings.Contains(line, "debug"):
			add(".target debug")
		case bound.MatchString(line):
			word, _, _ := strings.Cut(line, " ")
			if word != ".loc" {
				word = line
			}
			add(strings.TrimSuffix(word, ";"))
		case line == "{":
			body = true
		case labelLine.MatchString(line) || !body:
		default:
			for statement := range strings.SplitSeq(line, ";") {
				statement = strings.Trim(statement, "{} ")
				if m := mnemonic.FindStringSubmatch(statement); m != nil && !plumbing.MatchString(m[1]) {
					add(m[1])
				}
			}
		}
	}
	// A store that only keeps a result alive is left out if there are other instructions.
	if n := len(words); n > 1 && lastStore.MatchString(words[n-1]) && !strings.Contains(words[0], ".global") {
		words = words[:n-1]
	}
	return strings.Join(words, " ")
}

func TestConsumersDoWhatTheTableSays(t *testing.T) {
	if !*update {
		longtest.Only(t, "starts a compiler a few hundred times")
	}
	ctx := context.Background()
	facts := readFacts(t)
	for _, c := range consumers {
		t.Run(c.name, func(t *testing.T) {
			compiler, err := c.find(ctx)
			if err != nil {
				t.Skip(err)
			}
			var wg sync.WaitGroup
			slots := make(chan struct{}, runtime.GOMAXPROCS(0)) // each starts a process
			for i := range facts {
				wg.Go(func() {
					slots <- struct{}{}
					defer func() { <-slots }()
					checkFact(t, &facts[i], c, compiler)
				})
			}
			wg.Wait()
		})
	}
}

// checkFact compiles a fact in each dialect that the compiler reads, and compares the outcomes.
func checkFact(t *testing.T, f *fact, c consumer, compiler Compiler) {
	text := fmt.Sprintf(moduleFrame, f.module)
	got := outcome(compiler.Compile(t.Context(), []byte(text), c.target))
	if *update {
		f.outcomes[c.name] = got
		f.write(t)
	}
	if want := f.outcomes[c.name]; got != want {
		t.Errorf("%s: got %q, want %q (run with -update)", f.name, got, want)
	}
	if compiler.Pointers(c.target).Has(OpaquePointers) {
		if other := outcome(compiler.Compile(t.Context(), []byte(opaque(text)), c.target)); other != got {
			t.Errorf("%s with opaque pointers: %q, with typed ones %q", f.name, other, got)
		}
	}
}

var typedPointer = regexp.MustCompile(
	`(?:\b(?:void|float) \((?:[^()]|\(\d+\))*\)|<\d+ x \w+>|\[\d+ x \w+\]|%desc|%pair|\b(?:float|double|half|bfloat|i\d+))( addrspace\(\d\))?\*`)

// opaque rewrites the pointer types that the facts use. It is not a general translation: it does not rename intrinsics,
// since compilers accept the old names.
func opaque(text string) string { return typedPointer.ReplaceAllString(text, "ptr$1") }

func TestFactsHaveNoTypedPointerLeftInTheOpaqueDialect(t *testing.T) {
	for _, f := range readFacts(t) {
		if rest := opaque(f.module); strings.Contains(rest, "*") {
			t.Errorf("%s: a typed pointer is left in\n%s", f.name, rest)
		}
	}
}

const (
	documentPath = "../../docs/nvptx-consumers.md"
	tableStart   = "<!-- table: written by go test ./backend/nvptx -update -->\n"
)

// table renders the facts as Markdown.
func table(facts []fact) string {
	var b strings.Builder
	b.WriteString("| idiom |")
	for _, c := range consumers {
		fmt.Fprintf(&b, " %s |", c.name)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(consumers)) + "\n")
	for _, f := range facts {
		fmt.Fprintf(&b, "| %s |", f.name)
		same := true
		for _, c := range consumers {
			same = same && f.outcomes[c.name] == f.outcomes[consumers[0].name]
		}
		for i, c := range consumers {
			if cell := f.outcomes[c.name]; same && i > 0 {
				b.WriteString(" = |")
			} else {
				fmt.Fprintf(&b, " %s |", strings.ReplaceAll(cell, "|", `\|`))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestDocumentedTableHoldsTheFacts(t *testing.T) {
	text, err := os.ReadFile(documentPath)
	if err != nil {
		t.Fatal(err)
	}
	prose, old, ok := strings.Cut(string(text), tableStart)
	if !ok {
		t.Fatalf("%s has no line %q", documentPath, tableStart)
	}
	want := table(readFacts(t))
	if *update {
		if err := os.WriteFile(documentPath, []byte(prose+tableStart+want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old != want {
		t.Errorf("the table in %s is out of date (run with -update)", documentPath)
	}
}
