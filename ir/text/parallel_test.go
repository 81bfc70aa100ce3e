package text_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lit/irgen"
)

// functions returns n functions at an indentation, with locations by alias, quoted brackets and nested regions.
func functions(n int, indent string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `%[1]sfunc.func @f%[2]d(%%a: i32, %%c: i1) -> i32 {
%[1]s  %%k = arith.constant %[2]d : i32
%[1]s  %%0 = scf.if %%c -> i32 {
%[1]s    %%1 = arith.addi %%a, %%k : i32
%[1]s    scf.yield %%1 : i32
%[1]s  } else {
%[1]s    "u.note"() {text = "}}} func.func {", m = #map} : () -> () loc(#late)
%[1]s    scf.yield %%k : i32
%[1]s  }
%[1]s  return %%0 : i32
%[1]s}
`, indent, i)
	}
	return b.String()
}

const mapAlias = "#map = affine_map<(d0) -> (d0 + 1)>\n"
const lateAlias = "#late = loc(\"late\":1:2)\n"

// readBoth reads and prints a text in parallel and in sequence.
func readBoth(t *testing.T, source string) (parallel, sequential string) {
	t.Helper()
	old := runtime.GOMAXPROCS(4)
	defer runtime.GOMAXPROCS(old)
	read := func(seq bool) string {
		ctx := ir.NewContext(registry.All()...)
		ctx.AllowUnregistered = true
		src := &ir.Source{Name: "in.mlir", Text: []byte(source)}
		op, err := text.Parse(ctx, src, text.ParseOptions{Sequential: seq})
		if err != nil {
			return err.(*ir.Diagnostic).Render(ctx)
		}
		var out bytes.Buffer
		for _, opts := range []text.Options{{}, {Generic: true}, {DebugInfo: true}} {
			opts.Sequential = seq
			if err := text.Fprint(&out, op, opts); err != nil {
				t.Fatal(err)
			}
		}
		return out.String()
	}
	return read(false), read(true)
}

func TestParallelAndSequentialReadingAndPrintingAgree(t *testing.T) {
	const n = 2000
	body := functions(n, "")
	middle := func(insert string) string {
		at := strings.Index(body, fmt.Sprintf("func.func @f%d(", n/2))
		return body[:at] + insert + body[at:]
	}
	tests := map[string]string{
		"functions at the top":              mapAlias + body + lateAlias,
		"functions in a module":             mapAlias + "module {\n" + functions(n, "  ") + "}\n" + lateAlias,
		"two modules side by side":          mapAlias + "module {\n" + body + "}\nmodule {\n" + body + "}\n" + lateAlias,
		"a module without indentation":      mapAlias + lateAlias + "module {\n" + middle("module @inner {\n"+functions(3, "")+"}\n") + "}\n",
		"values used across operations":     mapAlias + "%v = \"u.v\"() : () -> i32\n" + middle("\"u.use\"(%v) : (i32) -> ()\n") + lateAlias,
		"a name defined twice far apart":    mapAlias + "%v = \"u.v\"() : () -> i32\n" + middle("%v = \"u.v\"() : () -> i32\n") + lateAlias,
		"an alias defined in the middle":    mapAlias + middle("#inner = 5 : i32\n\"u.a\"() {a = #inner} : () -> ()\n") + lateAlias,
		"an alias used before it is there":  mapAlias + middle("\"u.a\"() {a = #inner} : () -> ()\n") + "#inner = 5 : i32\n" + lateAlias,
		"an error in the middle":            mapAlias + middle("func.func @bad() { %0 = arith.addi }\n") + lateAlias,
		"an undefined value in the middle":  mapAlias + middle("func.func @bad() -> i32 { return %x : i32 }\n") + lateAlias,
		"a location that is never defined":  mapAlias + body,
		"a region that does not end":        mapAlias + "module {\n" + body + lateAlias,
		"an end too many":                   mapAlias + body + "}\n" + lateAlias,
		"resources behind the operations":   mapAlias + middle("\"u.r\"() {r = dense_resource<blob> : tensor<1xi8>} : () -> ()\n") + lateAlias + "{-# dialect_resources: { builtin: { blob: \"0x0100000001\" } } #-}\n",
		"distinct attributes in many parts": mapAlias + middle("\"u.d\"() {d = distinct[1]<5>} : () -> ()\n") + "\"u.d\"() {d = distinct[1]<5>} : () -> ()\n" + lateAlias,
	}
	for name, source := range tests {
		t.Run(name, func(t *testing.T) {
			parallel, sequential := readBoth(t, source)
			if parallel != sequential {
				t.Error(firstDifference([]byte(sequential), []byte(parallel)))
			}
		})
	}
}

func TestPrintingInPiecesKeepsTheOrder(t *testing.T) {
	var source strings.Builder
	for seed := range uint64(40) {
		fmt.Fprintf(&source, "module @m%d {\n%s\n}\n", seed, irgen.Module(seed, irgen.Options{Functions: 3, Ops: 40, Stable: true}))
	}
	source.WriteString(chain(20_000))
	parallel, sequential := readBoth(t, source.String())
	if parallel != sequential {
		t.Error(firstDifference([]byte(sequential), []byte(parallel)))
	}
}
