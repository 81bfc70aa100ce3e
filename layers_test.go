package girih_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers lists what each folder may import of the project, besides itself. Tests may look across.
//
// Each folder of lowering and of internal is a layer of its own.
var layers = map[string]string{
	"ir":                   "internal/parallel internal/pointermap internal/spelling",
	"layout":               "",
	"rewrite":              "ir internal/parallel",
	"pass":                 "ir internal/parallel internal/spelling internal/pointermap",
	"dialects":             "ir layout rewrite pass internal/elementary",
	"lowering/importtt":    "ir layout rewrite pass dialects",
	"lowering/importtorch": "ir layout rewrite pass dialects",
	"lowering/importgo":    "ir layout rewrite pass dialects",
	"lowering/transforms":  "ir layout rewrite pass dialects internal/parallel internal/pointermap",
	"lowering/conversions": "ir layout rewrite pass dialects",
	"lowering/strict":      "ir layout rewrite pass dialects internal/analysis internal/pointermap",
	"lowering/layouts":     "ir layout rewrite pass dialects internal/analysis internal/pointermap",
	"lowering/threads":     "ir layout rewrite pass dialects internal/analysis lowering/strict internal/pointermap",
	"lowering/tensors":     "ir rewrite pass dialects",
	"lowering/pipeline":    "pass dialects lowering/... internal/analysis",
	"lowering/registry":    "ir pass lowering/...",
	"backend":              "ir layout dialects internal/elementary internal/parallel internal/pointermap",
	"lit":                  "internal/lit",
	"":                     "ir layout rewrite pass dialects lowering/... backend",
	"kernel":               "ir backend dialects lowering/... internal/kernelsteps internal/npy internal/analysis .",
	"tools":                "ir layout rewrite pass dialects lowering/... backend lit kernel . internal/...",
	"examples": "ir layout rewrite pass dialects lowering/... backend lit tools kernel . internal/tools " +
		"internal/torchmodels",
	"docs":                 "",
	"benchmarks":           "ir layout rewrite pass dialects lowering/... backend lit tools kernel . internal/...",
	"internal/analysis":    "ir layout rewrite pass dialects internal/pointermap",
	"internal/elementary":  "",
	"internal/npy":         "",
	"internal/parallel":    "",
	"internal/pointermap":  "",
	"internal/progress":    "",
	"internal/spelling":    "",
	"internal/lit":         "lit internal/progress",
	"internal/kernelsteps": "ir lowering/... backend",
	"internal/tools":       "ir layout rewrite pass dialects lowering/... backend lit tools kernel . internal/...",
	// What only tests use.
	"internal/dialecttest":  "ir dialects",
	"internal/einsums":      "dialects",
	"internal/differential": "ir pass lowering/... backend dialects internal/...",
	"internal/golden":       "ir dialects internal/...",
	"internal/hosted":       "internal/...",
	"internal/irgen":        "ir dialects internal/...",
	"internal/irtest":       "ir dialects",
	"internal/judge":        "ir pass lowering/... backend dialects internal/...",
	"internal/llvmtool":     "",
	"internal/longtest":     "",
	"internal/manual":       "ir rewrite dialects",
	"internal/tensorgen":    "ir pass lowering/... backend dialects",
	"internal/tilegen":      "ir dialects",
	"internal/torchgoldens": "ir backend dialects",
	"internal/torchmodels":  "ir pass lowering/... backend dialects",
}

// mayImport says whether a list of layers has the folder, by its name or by that of the folder above and "/...".
func mayImport(allowed, folder string) bool {
	above, _, _ := strings.Cut(folder, "/")
	fields := strings.Fields(allowed)
	return slices.Contains(fields, folder) || slices.Contains(fields, above+"/...")
}

const module = "github.com/girih-ir/girih"

func TestImportsPointDownTheLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	folder := func(path string) (string, bool) {
		rest, ok := strings.CutPrefix(path, module)
		parts := strings.Split(strings.TrimPrefix(rest, "/"), "/")
		if (parts[0] == "lowering" || parts[0] == "internal") && len(parts) > 1 {
			return parts[0] + "/" + parts[1], ok
		}
		return parts[0], ok
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
			if !mayImport(allowed, to) {
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
