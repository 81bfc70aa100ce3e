package references_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

// goldens is where benchmarks/torch/record.py's files are.
const goldens = "../../../benchmarks/torch/goldens"

// recorded is a case of a golden file.
type recorded struct {
	Op      string
	Args    map[string]json.RawMessage
	Outs    []recordedTensor
	CUDA    []recordedTensor `json:"cuda"`
	Error   []string
	Missing string
	Aborted string
}

type recordedTensor struct {
	T string
	S []int
	O int
}

// file is a golden file.
type file struct {
	cases []recorded
	data  []byte
}

func readGoldens(t *testing.T, family string) (f file) {
	t.Helper()
	z, err := zip.OpenReader(filepath.Join(goldens, family+".zip"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s has not been recorded", family)
	} else if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }()
	open := func(name string) []byte {
		r, err := z.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	f.data = open("data.bin")
	lines := bufio.NewScanner(bytes.NewReader(open("index.jsonl")))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c recorded
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Aborted != "" {
			t.Errorf("%s: recording was aborted: %s", family, c.Aborted)
		}
		f.cases = append(f.cases, c)
	}
	return f
}

func (f *file) tensor(r recordedTensor) (*tensors.Tensor, error) {
	elem, err := text.ParseType(ctx, r.T)
	if err != nil {
		return nil, err
	}
	n := ir.ElementSize(elem)
	for _, d := range r.S {
		n *= d
	}
	return tensors.FromBytes(elem, f.data[r.O:r.O+n], r.S...)
}

// call is a recorded case as a program: its call, arguments and expected results.
type call struct {
	text  string
	args  []*tensors.Tensor
	types []string
	wants []*tensors.Tensor
	cuda  []*tensors.Tensor
}

// schemas are those of the operators, by their names without the prefix.
var schemas = func() map[string]*torch.Schema {
	out := make(map[string]*torch.Schema)
	for _, def := range torch.Dialect.Ops {
		if name, ok := strings.CutPrefix(def.Name, "torch.aten."); ok {
			for _, i := range def.Interfaces {
				if s, ok := i.(*torch.Schema); ok {
					out[name] = s
				}
			}
		}
	}
	return out
}()

// call makes a case a call of an operator.
func (f *file) call(c recorded) (out call, err error) {
	schema := schemas[c.Op]
	var place, named []string
	for _, p := range schema.Params {
		raw, given := c.Args[p.Name]
		if !given {
			continue
		}
		value, err := f.argument(&out, p, raw)
		if err != nil {
			return out, fmt.Errorf("%s: %w", p.Name, err)
		}
		if p.Type <= torch.OperandParam && !p.Optional {
			place = append(place, value)
		} else {
			named = append(named, p.Name+" = "+value)
		}
	}
	out.text = "torch.aten." + c.Op + "(" + strings.Join(append(place, named...), ", ") + ")"
	for i, list := range [][]recordedTensor{c.Outs, c.CUDA} {
		for _, r := range list {
			x, err := f.tensor(r)
			if err != nil {
				return out, err
			}
			if i == 0 {
				out.wants, out.types = append(out.wants, x), append(out.types, typeOf(x))
			} else {
				out.cuda = append(out.cuda, x)
			}
		}
	}
	return out, nil
}

// argument returns the text of an argument.
func (f *file) argument(out *call, p torch.Param, raw json.RawMessage) (string, error) {
	var list []json.RawMessage
	if string(raw) == "null" {
		return "none", nil
	}
	if json.Unmarshal(raw, &list) == nil {
		var parts []string
		elem := torch.Param{Type: torch.IntParam}
		if p.Type == torch.TensorsParam {
			elem.Type = torch.TensorParam
		}
		for _, r := range list {
			part, err := f.argument(out, elem, r)
			if err != nil {
				return "", err
			}
			parts = append(parts, part)
		}
		value := "[" + strings.Join(parts, ", ") + "]"
		if p.Type == torch.StringParam { // a mask
			return strconv.Quote(value), nil
		}
		return value, nil
	}
	var object struct {
		recordedTensor
		Dtype   string
		F       string
		Complex []float64
	}
	switch content := string(raw); {
	case content[0] != '{':
		if v, err := strconv.ParseFloat(content, 64); err == nil && strings.ContainsAny(content, ".e") {
			content = strconv.FormatFloat(v, 'f', -1, 64)
			if !strings.Contains(content, ".") {
				content += ".0"
			}
		}
		return content, nil
	case json.Unmarshal(raw, &object) != nil:
		return "", fmt.Errorf("%s is no argument", raw)
	case object.Dtype != "":
		return object.Dtype, nil
	case object.F != "":
		return object.F, nil
	}
	x, err := f.tensor(object.recordedTensor)
	out.args = append(out.args, x)
	return fmt.Sprintf("%%%c", 'a'+len(out.args)-1), err
}

var verbose = flag.Bool("differences", false, "print all cases that differ from PyTorch's")

// checkGoldens runs the cases of a family. Operators that differ from PyTorch for a reason have it in exceptions.
func checkGoldens(t *testing.T, family string) {
	f := readGoldens(t, family)
	table := references.Standard()
	passed, without := 0, map[string]bool{}
	failed := map[string]int{}
	for i, c := range f.cases {
		switch {
		case c.Op == "" || c.Missing != "" || !longtest.Includes(i, 1):
			continue
		case table["torch.aten."+c.Op] == nil:
			without[c.Op] = true
			continue
		}
		err := f.check(c)
		if err == nil {
			passed++
			continue
		}
		if reason := excepted(c.Op, err.Error()); reason != "" && !*verbose {
			continue
		}
		if failed[c.Op]++; failed[c.Op] <= 3 || *verbose {
			t.Errorf("case %d: %v", i, err)
		}
	}
	t.Logf("%s: %d cases pass; no reference: %v; failures: %v", family, passed, slices.Sorted(maps.Keys(without)), failed)
}

// check runs a case and compares with what was recorded: on the CPU, or else on CUDA, which computes narrow floats in
// f32 as references do.
func (f *file) check(c recorded) error {
	k, err := f.call(c)
	if err != nil {
		return err
	}
	if len(c.Error) > 0 {
		k.types = slices.Repeat([]string{"tensor<1xf32>"}, max(1, schemas[c.Op].Results))
	}
	got, err := run(k.text, k.types, k.args...)
	switch {
	case len(c.Error) > 0 && err == nil:
		return fmt.Errorf("%s: got no error, want %v", program(k.text, k.types, k.args), c.Error)
	case len(c.Error) > 0:
		return nil
	case err != nil:
		return fmt.Errorf("%w\n%s", err, program(k.text, k.types, k.args))
	}
	for i, want := range k.wants {
		at := differs(got[i], want)
		if at < 0 || len(k.cuda) > 0 && differs(got[i], k.cuda[i]) < 0 {
			continue
		}
		if !k.noLessAccurate(i, got[i]) {
			return fmt.Errorf("%s %s: result %d, element %d: got %v, want %v of %s", c.Op, k.types[i], i, at,
				got[i].Floats()[at], want.Floats()[at], describe(k.args, at))
		}
	}
	return nil
}

// noLessAccurate reports whether no element of result i is farther from what the same program gives in f64 than
// PyTorch's, but for one rounding.
func (k *call) noLessAccurate(i int, got *tensors.Tensor) bool {
	wide := call{text: k.text, types: slices.Clone(k.types)}
	rounding := map[string]float64{"f16": 0x1p-10, "bf16": 0x1p-7, "f32": 0x1p-23}[got.Elem().String()]
	for _, a := range k.args {
		if ir.IsFloat(a.Elem()) {
			a, _ = a.To(f64)
		}
		wide.args = append(wide.args, a)
	}
	for j, want := range k.wants {
		if ir.IsFloat(want.Elem()) {
			want, _ = want.To(f64)
		}
		wide.types[j] = typeOf(want)
	}
	exact, err := run(wide.text, wide.types, wide.args...)
	if err != nil || rounding == 0 {
		return false
	}
	g, w, e := got.Floats(), k.wants[i].Floats(), exact[i].Floats()
	for at := range g {
		if !(math.Abs(g[at]-e[at]) <= math.Abs(w[at]-e[at])+rounding*math.Abs(e[at])) && (g[at] == g[at] || e[at] == e[at]) &&
			g[at] != e[at] {
			return false
		}
	}
	return true
}

// describe prints the arguments, if they are small.
func describe(args []*tensors.Tensor, at int) string {
	var parts []string
	for _, a := range args {
		switch {
		case a.Numel() <= 12:
			parts = append(parts, a.String())
		case len(args) == 1 && at < a.Numel():
			parts = append(parts, fmt.Sprint(a.Floats()[at]))
		case len(args) == 2 && len(a.Shape()) == 1 && a.Numel() > 0: // the last dimension
			parts = append(parts, fmt.Sprint(a.Floats()[at%a.Numel()]))
		case len(args) == 2 && len(a.Shape()) == 2 && a.Shape()[1] == 1 && at/a.Numel() < a.Numel():
			parts = append(parts, fmt.Sprint(a.Floats()[at/a.Numel()]))
		default:
			parts = append(parts, typeOf(a))
		}
	}
	return strings.Join(parts, ", ")
}

// differs returns the first element that is not close, in the tolerances of torch.testing.assert_close; -1 if there is
// none.
func differs(got, want *tensors.Tensor) int {
	rtol, atol := 0.0, 0.0
	switch want.Elem().String() {
	case "f16":
		rtol, atol = 1e-3, 1e-5
	case "bf16":
		rtol, atol = 1.6e-2, 1e-5
	case "f32", "complex<f32>":
		rtol, atol = 1.3e-6, 1e-5
	case "f64", "complex<f64>":
		rtol, atol = 1e-7, 1e-7
	}
	g, w := got.Floats(), want.Floats()
	for i := range w {
		switch {
		case g[i] == w[i] || g[i] != g[i] && w[i] != w[i]:
		case !(math.Abs(g[i]-w[i]) <= atol+rtol*math.Abs(w[i])):
			return i
		}
	}
	return -1
}

// exceptions are the reasons why operators differ from PyTorch, by a part of the error.
var exceptions = []struct{ op, part, reason string }{
	{"special_erfcx", "of -7.8498969078063965", "PyTorch's f32 is off by 1.3e-6 there, and its f64 is not"},
	{"special_bessel_j0", "tensor<64xf32>", "PyTorch's f32 loses the phase of large arguments"},
	{"special_bessel_j1", "tensor<64xf32>", "PyTorch's f32 loses the phase of large arguments"},
	{"special_bessel_j0", "tensor<512xf64>", "PyTorch is off by 1e-7 from 5 to 6: compare with the defining integral"},
	{"special_bessel_j1", "tensor<512xf64>", "PyTorch is off by 1e-7 from 5 to 6: compare with the defining integral"},
	{"", "are 'complex<", "complex numbers have no order, and there are no scans of their exponentials"},
	{"igamma", "got NaN, want 0 of +Inf, NaN", "NaN stays NaN"},
	{"igammac", "got NaN, want 1 of +Inf, NaN", "NaN stays NaN"},
	{"special_zeta", "got NaN, want +Inf of 1, NaN", "NaN stays NaN"},
	{"special_zeta", "got 0, want NaN of 9.223372036854776e+18", "terms of the series vanish where PyTorch has 0 * Inf"},
	{"var_mean.correction", "got -Inf, want NaN", "the mean of an infinity is that; NaN is due to Welford's algorithm"},
	{"nan_to_num", "nan_to_num of complex numbers", "there is no primitive that makes complex numbers of parts"},
}

func excepted(op, message string) string {
	for _, e := range exceptions {
		if (e.op == "" || e.op == op) && strings.Contains(message, e.part) {
			return e.reason
		}
	}
	return ""
}

func TestGoldensOfFunctionsOfOneTensor(t *testing.T)  { checkGoldens(t, "unary") }
func TestGoldensOfFunctionsOfTwoTensors(t *testing.T) { checkGoldens(t, "binary") }
func TestGoldensOfReductions(t *testing.T)            { checkGoldens(t, "reduce") }
func TestGoldensOfShapes(t *testing.T)                { checkGoldens(t, "shapes") }
func TestGoldensOfLayers(t *testing.T)                { checkGoldens(t, "nn") }
func TestGoldensOfErrors(t *testing.T)                { checkGoldens(t, "meta") }
