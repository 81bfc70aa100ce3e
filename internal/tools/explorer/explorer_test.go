package explorer

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

const goSource = `package rows

import "github.com/girih-ir/girih/kernel"

//girih:launch block=128
func double(x, y kernel.Array2[float32], block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	v := x.Load(row, j, kernel.Else(0))
	y.Store(row, j, 2*v)
}
`

const tileSource = `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @copy(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>) {
    %i = tile.iota : tensor<128xi32>
    %xs = tile.addptr %x, %i
    %v = tile.load %xs
    %ys = tile.addptr %y, %i
    tile.store %ys, %v
    tile.return
  }
}
`

const tritonSource = `module {
  tt.func public @copy(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
    %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %a = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %b = tt.addptr %a, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %v = tt.load %b : tensor<128x!tt.ptr<f32>>
    %c = tt.splat %y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %d = tt.addptr %c, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    tt.store %d, %v : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}
`

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func pageOf(t *testing.T, args ...string) *Page {
	t.Helper()
	o, err := parseFlags(args, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.compile(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// hasAccess reports whether a line has a note about an access.
func hasAccess(p *Page, line int) bool {
	return slices.ContainsFunc(p.Notes, func(n Note) bool { return n.Kind == "access" && n.Line == line })
}

func TestEveryStageSaysWhichLinesItComesFrom(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		load int // the line with a load
	}{
		"k.go": {goSource, 8}, "k.mlir": {tileSource, 5}, "k.ttir": {tritonSource, 6},
	} {
		p := pageOf(t, write(t, name, test.text))
		for _, n := range p.Notes {
			if n.Kind == "error" {
				t.Errorf("%s: %v", name, n)
			}
		}
		var names []string
		for _, s := range p.Stages {
			names = append(names, s.Name)
			if !slices.ContainsFunc(s.Lines, func(l Line) bool {
				return strings.Contains(l.Text, "load") && slices.Contains(l.Sources, test.load) ||
					strings.Contains(l.Text, "ld.global") && slices.Contains(l.Sources, test.load)
			}) {
				t.Errorf("%s: no load of stage %s comes from line %d", name, s.Name, test.load)
			}
			for _, l := range s.Lines {
				if strings.Contains(l.Text, "loc(") || strings.Contains(l.Text, "!dbg") {
					t.Errorf("%s: %s: %s", name, s.Name, l.Text)
				}
			}
		}
		if !slices.Contains(names, "gpu-assign-layouts") || !slices.Contains(names, "LLVM IR") || p.Layouts == "" {
			t.Errorf("%s: stages %v", name, names)
		}
		if !hasAccess(p, test.load) {
			t.Errorf("%s: no access at line %d in %v", name, test.load, p.Notes)
		}
	}
}

func TestLinesThatAPassBringsAreNew(t *testing.T) {
	before := []Line{{Text: "%0 = a"}, {Text: "%1 = b %0"}, {Text: "c %1"}}
	after := []Line{{Text: "%7 = a"}, {Text: "%8 = x %7"}, {Text: "%9 = b %8"}, {Text: "c %9"}}
	markNew(before, after)
	for i, l := range after {
		if l.New != (i == 1) {
			t.Errorf("%q: %v", l.Text, l.New)
		}
	}
}

func TestMistakesAreNotesAtTheirLines(t *testing.T) {
	p := pageOf(t, write(t, "k.go", strings.Replace(goSource, "2*v", "v+z", 1)))
	i := slices.IndexFunc(p.Notes, func(n Note) bool { return n.Kind == "error" })
	if i < 0 || p.Notes[i].Line != 9 || !strings.Contains(p.Notes[i].Text, "z") {
		t.Errorf("%+v", p.Notes)
	}
	p = pageOf(t, write(t, "k.mlir", strings.Replace(tileSource, "tile.load %xs", "tile.load %v", 1)))
	if len(p.Notes) == 0 || p.Notes[0].Kind != "error" || p.Notes[0].Line != 5 {
		t.Errorf("%+v", p.Notes)
	}
}

func TestTritonsIRIsShownByThePythonThatItComesFromIfThatIsThere(t *testing.T) {
	python := write(t, "k.py", "def copy(x, y):\n  i = arange(128)\n  store(y + i, load(x + i))\n")
	located := strings.ReplaceAll(tritonSource, ": tensor<128x!tt.ptr<f32>>\n",
		": tensor<128x!tt.ptr<f32>> loc(\""+python+"\":3:5)\n")
	located = strings.ReplaceAll(located, "tensor<128xi32>\n", "tensor<128xi32> loc(\""+python+"\":2:3)\n")
	file := write(t, "k.ttir", located)
	p := pageOf(t, file)
	if len(p.Source) != 3 || !hasAccess(p, 3) {
		t.Errorf("source %q, notes %+v", p.Source, p.Notes)
	}
	if err := os.Remove(python); err != nil {
		t.Fatal(err)
	}
	p = pageOf(t, file)
	load := slices.IndexFunc(p.Source, func(l string) bool { return strings.Contains(l, "tt.load") })
	if load < 0 || !hasAccess(p, load+1) {
		t.Errorf("source %q, notes %+v", p.Source, p.Notes)
	}
}

func TestConstantsAndKernelsAreChosenByFlags(t *testing.T) {
	file := write(t, "k.go", goSource)
	p := pageOf(t, file, "--set", "block=256", "--kernel=double")
	if !slices.ContainsFunc(p.Stages[0].Lines, func(l Line) bool { return strings.Contains(l.Text, "1x256xf32") }) {
		t.Errorf("%v", p.Stages[0].Lines)
	}
	for want, args := range map[string][]string{
		"no kernel triple":        {file, "--kernel=triple"},
		`no constant "size"`:      {file, "--set", "size=3"},
		`and no constant "T"`:     {file, "--set", "T=float32"},
		"has no kernel x: choose": {write(t, "k.mlir", tileSource), "--kernel=x"},
	} {
		p := pageOf(t, args...)
		if len(p.Notes) == 0 || !strings.Contains(p.Notes[0].Text, want) {
			t.Errorf("%v: %+v, want %s", args, p.Notes, want)
		}
	}
}

func TestCommandLineErrors(t *testing.T) {
	file := write(t, "k.mlir", tileSource)
	for want, args := range map[string][]string{
		"expected a file of Go":       {"k.txt"},
		"no such file":                {"k.mlir"},
		"expected NAME=VALUE":         {file, "--set", "x"},
		"shown to this machine alone": {file, "--listen=0.0.0.0:0"},
		"--listen: address":           {file, "--listen=here"},
	} {
		var errs strings.Builder
		if code := Main(t.Context(), args, nil, io.Discard, &errs); code != 1 || !strings.Contains(errs.String(), want) {
			t.Errorf("%v: exit code %d, %s", args, code, errs.String())
		}
	}
}

// served returns a server for a file.
func served(t *testing.T, file string) *httptest.Server {
	t.Helper()
	o, err := parseFlags([]string{file}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(&server{o: o, ctx: t.Context()})
	t.Cleanup(web.Close)
	return web
}

func get(t *testing.T, url, host string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		r.Host = host
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestThePageFollowsTheFile(t *testing.T) {
	file := write(t, "k.mlir", tileSource)
	web := served(t, file)
	if code, text := get(t, web.URL, ""); code != http.StatusOK || !regexp.MustCompile(`version = +1 ?;`).MatchString(text) ||
		!strings.Contains(text, "tile.load") {
		t.Fatalf("%d: %s", code, text)
	}
	changed := make(chan string)
	go func() {
		_, text := get(t, web.URL+"/next?after=1", "")
		changed <- text
	}()
	later := time.Now().Add(time.Hour)
	if err := errors.Join(os.WriteFile(file, []byte(strings.ReplaceAll(tileSource, "128", "256")), 0o666),
		os.Chtimes(file, later, later)); err != nil {
		t.Fatal(err)
	}
	if version := <-changed; version == "1" || version == "" {
		t.Errorf("version %q", version)
	}
	if _, text := get(t, web.URL, ""); !strings.Contains(text, "256xi32") {
		t.Error("the page has the old program")
	}
}

func TestThePageIsForThisMachineAndUsesNothingFromOutside(t *testing.T) {
	web := served(t, write(t, "k.mlir", tileSource))
	if code, _ := get(t, web.URL, "evil.example:80"); code != http.StatusForbidden {
		t.Errorf("another host: %d", code)
	}
	if code, _ := get(t, web.URL+"/etc", ""); code != http.StatusNotFound {
		t.Errorf("another path: %d", code)
	}
	_, text := get(t, web.URL, "")
	for _, outside := range []string{"https://", "src=\"http", "@import", "url("} {
		if strings.Contains(pageText, outside) {
			t.Errorf("the page has %s", outside)
		}
	}
	if strings.Contains(text, "</script><script>alert") {
		t.Error("the source gets into the page's script")
	}
}

// The page runs in a browser, if one is installed: both panes have lines, and a click marks lines in all panes.
func TestThePageWorksInABrowser(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on this machine")
	}
	dir := t.TempDir()
	text := strings.Replace(goSource, "rows", "rows // </script><script>document.title='broken'</script>", 1)
	page := filepath.Join(dir, "page.html")
	var errs strings.Builder
	if code := Main(t.Context(), []string{"--html=" + page, write(t, "k.go", text)}, nil, io.Discard, &errs); code != 0 {
		t.Fatal(errs.String())
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	dom, err := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+dir,
		"--dump-dom", "file://"+page+"#8").Output()
	if err != nil {
		t.Skipf("chromium does not run here: %v", err)
	}
	all := string(dom)
	marked := strings.Count(all, `class="from on"`) + strings.Count(all, `class="from new on"`)
	if !strings.Contains(all, "<title>k.go · tile-explorer</title>") || marked < 3 ||
		!strings.Contains(all, "bits at once") {
		t.Errorf("%d lines are marked in\n%.3000s", marked, all)
	}
}
