package girih_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// layers lists what each top-level folder may import of the project, besides itself. Tests may look across.
var layers = map[string]string{
	"ir":         "",
	"layout":     "",
	"rewrite":    "ir",
	"pass":       "ir",
	"dialects":   "ir layout rewrite pass",
	"lowering":   "ir layout rewrite pass dialects",
	"backend":    "ir layout dialects",
	"lit":        "",
	"":           "ir layout rewrite pass dialects lowering backend",
	"tools":      "ir layout rewrite pass dialects lowering backend lit .",
	"examples":   "ir layout rewrite pass dialects lowering backend tools .",
	"benchmarks": "ir layout rewrite pass dialects lowering backend lit tools .",
}

const module = "github.com/girih-ir/girih"

func TestImportsPointDownTheLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	folder := func(path string) (string, bool) {
		rest, ok := strings.CutPrefix(path, module)
		top, _, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
		return top, ok
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		from, _ := folder(p.ImportPath)
		allowed, known := layers[from]
		if !known {
			t.Errorf("%s: folder %q has no layer", p.ImportPath, from)
			continue
		}
		for _, i := range p.Imports {
			to, ours := folder(i)
			if !ours || to == from {
				continue
			}
			if to == "" {
				to = "."
			}
			if !strings.Contains(" "+allowed+" ", " "+to+" ") {
				t.Errorf("%s imports %s: %q may only import %q", p.ImportPath, i, from, allowed)
			}
		}
	}
}

func TestLayoutAndNumbersStandAlone(t *testing.T) {
	for _, path := range []string{"./layout", "./ir/apfloat", "./ir/affine"} {
		out, err := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, path).Output()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(out), module) {
			t.Errorf("%s imports parts of the project:\n%s", path, out)
		}
	}
}
