// Package torchgoldens reads the results of PyTorch that benchmarks/torch/record.py recorded, and creates programs for
// these cases. It is for tests of references, of gradients and of executors. Start at [Read].
package torchgoldens

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// folder is where benchmarks/torch/record.py's files are, from the root of the module.
const folder = "benchmarks/torch/goldens"

// Case is a line of a golden file.
type Case struct {
	Op      string
	Args    map[string]json.RawMessage
	Outs    []Tensor
	CUDA    []Tensor          `json:"cuda"`
	G       Tensor            // the gradient of the first result, and below PyTorch's gradients of the arguments
	Grads   map[string]Tensor // by the arguments' names
	Error   []string
	Missing string
	Aborted string
}

// Tensor describes a tensor in the file: its element type, shape and offset.
type Tensor struct {
	T string
	S []int
	O int
}

// File is a golden file.
type File struct {
	Cases   []Case
	context *ir.Context
	data    []byte
}

// Read reads the file of a family. The test is skipped if it has not been recorded.
func Read(t *testing.T, ctx *ir.Context, family string) *File {
	t.Helper()
	z, err := zip.OpenReader(filepath.Join(root(t), folder, family+".zip"))
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
	f := &File{context: ctx, data: open("data.bin")}
	lines := bufio.NewScanner(bytes.NewReader(open("index.jsonl")))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c Case
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Aborted != "" {
			t.Errorf("%s: recording was aborted: %s", family, c.Aborted)
		}
		f.Cases = append(f.Cases, c)
	}
	return f
}

// Tensor returns a tensor of the file.
func (f *File) Tensor(r Tensor) (*tensors.Tensor, error) {
	elem, err := text.ParseType(f.context, r.T)
	if err != nil {
		return nil, err
	}
	n := ir.ElementSize(elem) * ir.Product(r.S)
	return tensors.FromBytes(elem, f.data[r.O:r.O+n], r.S...)
}

// Call is a case as a program: the call of its operator, in which %a, %b, ... are the tensor arguments, and the
// expected results.
type Call struct {
	Text  string
	Args  []*tensors.Tensor
	Names []string // of the arguments
	Types []string // of the results
	Wants []*tensors.Tensor
	CUDA  []*tensors.Tensor // results on a GPU, if they were recorded
}

// Schemas are the schemas of the operators, by name without prefix.
var Schemas = func() map[string]*torch.Schema {
	out := make(map[string]*torch.Schema)
	for _, def := range torch.Dialect.Definitions() {
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

// Call converts a case to a call of an operator.
func (f *File) Call(c Case) (out Call, err error) {
	schema := Schemas[c.Op]
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
	out.Text = "torch.aten." + c.Op + "(" + strings.Join(append(place, named...), ", ") + ")"
	for i, list := range [][]Tensor{c.Outs, c.CUDA} {
		for _, r := range list {
			x, err := f.Tensor(r)
			if err != nil {
				return out, err
			}
			if i == 0 {
				out.Wants, out.Types = append(out.Wants, x), append(out.Types, TypeOf(x))
			} else {
				out.CUDA = append(out.CUDA, x)
			}
		}
	}
	return out, nil
}

// argument returns the text of an argument.
func (f *File) argument(out *Call, p torch.Param, raw json.RawMessage) (string, error) {
	var list []json.RawMessage
	if string(raw) == "null" {
		return "none", nil
	}
	if json.Unmarshal(raw, &list) == nil {
		var parts []string
		elem := torch.Param{Name: p.Name, Type: torch.IntParam}
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
		Tensor
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
		return "", fmt.Errorf("%s is not an argument", raw)
	case object.Dtype != "":
		return object.Dtype, nil
	case object.F != "":
		return object.F, nil
	}
	x, err := f.Tensor(object.Tensor)
	out.Args, out.Names = append(out.Args, x), append(out.Names, p.Name)
	return fmt.Sprintf("%%%c", 'a'+len(out.Args)-1), err
}

// root returns the root folder of the module.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	t.Fatalf("there is no go.mod above: %v", err)
	return ""
}

// TypeOf returns the type of a tensor as text.
func TypeOf(t *tensors.Tensor) string {
	var b strings.Builder
	for _, n := range t.Shape() {
		fmt.Fprintf(&b, "%dx", n)
	}
	return "tensor<" + b.String() + t.Elem().String() + ">"
}

var names = regexp.MustCompile(`%[a-z]\b`)

// Program returns a function with a call of an operator, such as torch.aten.relu(%a). Its arguments %a, %b, ... have
// the types of args, and its results have the given types.
func Program(call string, types []string, args []*tensors.Tensor) string {
	var params, operands []string
	for i, a := range args {
		params = append(params, fmt.Sprintf("%%%c: %s", 'a'+i, TypeOf(a)))
	}
	for _, name := range names.FindAllString(call, -1) {
		operands = append(operands, TypeOf(args[name[1]-'a']))
	}
	count, use := "", "%0"
	if len(types) > 1 {
		count = fmt.Sprintf(":%d", len(types))
		use = "%0#0"
		for i := range types[1:] {
			use += fmt.Sprintf(", %%0#%d", i+1)
		}
	}
	list := strings.Join(types, ", ")
	return fmt.Sprintf("func.func @f(%s) -> (%s) {\n  %%0%s = %s : (%s) -> (%s)\n  return %s : %s\n}",
		strings.Join(params, ", "), list, count, call, strings.Join(operands, ", "), list, use, list)
}
