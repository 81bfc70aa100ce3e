// Package importtorch imports graphs of torch.export, in the format that benchmarks/torch/export.py writes, as
// functions of dialect torch. Parameters and buffers of a model are the first arguments, each with its name in PyTorch.
// Each operation is located at the line of Python that it comes from.
//
// It does not lower operations; pass torch-decompose does. Start at [Import].
//
// Before, in short:
//
//	{"exported": [
//	  {"name": "x", "op": "placeholder", "meta": {"dtype": "f32", "shape": [4]}},
//	  {"name": "relu", "op": "call_function", "target": "aten.relu.default", "args": [{"node": "x"}],
//	   "meta": {"dtype": "f32", "shape": [4]}},
//	  {"name": "output", "op": "output", "args": [[{"node": "relu"}]]}]}
//
// After:
//
//	func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//	  %0 = torch.aten.relu(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
//	  return %0 : tensor<4xf32>
//	}
package importtorch

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// ErrGraph is wrapped by all errors about graphs that cannot be imported. They name the node, and the line in Python.
var ErrGraph = errors.New("invalid graph")

// ParameterName is the name of an attribute of arguments that are parameters or buffers of the model. Its value is
// their name in the model.
const ParameterName = "torch.parameter"

// graph is the JSON document that export.py writes.
type graph struct {
	Exported  []node // the nodes of an exported model
	Nodes     []node // or those of a training step, whose first arguments are the parameters
	Signature struct {
		Inputs []struct{ Kind, Arg, Target string }
	}
	Parameters [][]any // names and shapes of the parameters of a training step
}

// node is a node of an FX graph.
type node struct {
	Name, Op, Target string
	Args             []json.RawMessage
	Kwargs           map[string]json.RawMessage
	Meta             json.RawMessage
	Trace            []string // the innermost line of Python: its place, and its text
}

// tensorMeta describes a tensor.
type tensorMeta struct {
	Dtype string
	Shape []any // numbers, or names of dynamic sizes
}

// Import returns a module with the graph as function main. The data may be compressed, as gzip does it.
func Import(ctx *ir.Context, data []byte) (*ir.Operation, error) {
	var g graph
	data, err := decompressed(data)
	if err == nil {
		err = json.Unmarshal(data, &g)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrGraph, err)
	}
	i := &importer{ctx: ctx, schemas: schemas(), values: make(map[string]value), sizes: make(map[string]bool),
		parameters: make(map[string]string)}
	for _, in := range g.Signature.Inputs {
		if in.Target != "" {
			i.parameters[in.Arg] = in.Target
		}
	}
	nodes := append(g.Exported, g.Nodes...)
	for n := range min(len(g.Parameters), len(nodes)) {
		if name, ok := append(g.Parameters[n], nil)[0].(string); ok {
			i.parameters[nodes[n].Name] = name
		}
	}
	for n := range nodes {
		if err := i.node(&nodes[n]); err != nil {
			return nil, nodes[n].failed(err)
		}
	}
	if !i.returned {
		return nil, fmt.Errorf("%w: none of its %d nodes is an output: expected a document with the nodes of a graph, "+
			"exported or nodes, as benchmarks/torch/export.py writes it", ErrGraph, len(nodes))
	}
	source := "func.func @main(" + strings.Join(i.arguments, ", ") + ")" + i.body.String()
	module, err := text.Parse(ctx, &ir.Source{Name: "graph", Text: []byte(source)}, text.ParseOptions{})
	if err != nil {
		return nil, i.failed(err)
	}
	return module, nil
}

// failed locates an error about the text of the function at the node that a line of the text comes from.
func (i *importer) failed(err error) error {
	if d := (*ir.Diagnostic)(nil); errors.As(err, &d) {
		const head = 2 // lines begin at 1, and the first one has the arguments
		if l := ir.FileLocation(d.Loc); l != nil && l.StartLine >= head && int(l.StartLine)-head < len(i.calls) {
			return i.calls[int(l.StartLine)-head].failed(errors.New(d.Message))
		}
	}
	return fmt.Errorf("%w: %w", ErrGraph, err)
}

// failed adds the name and place of the node to an error.
func (n *node) failed(err error) error {
	return fmt.Errorf("%w: node %s%s: %w", ErrGraph, n.Name, n.place(), err)
}

// decompressed returns the content of a file, which is compressed if it begins with gzip's magic number.
func decompressed(data []byte) ([]byte, error) {
	if !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err == nil {
		data, err = io.ReadAll(z)
	}
	if err != nil {
		return nil, fmt.Errorf("the compressed file is damaged or incomplete: %w", err)
	}
	return data, nil
}

// schemas returns the schemas of the operators of dialect torch, by their names without the prefix torch.aten.
func schemas() map[string]*torch.Schema {
	out := make(map[string]*torch.Schema)
	for _, def := range torch.Dialect.Definitions() {
		name, ok := strings.CutPrefix(def.Name, "torch.aten.")
		if !ok {
			continue
		}
		for _, x := range def.Interfaces {
			if s, ok := x.(*torch.Schema); ok {
				out[name] = s
			}
		}
	}
	return out
}

// place returns the location of a node in Python, for messages; "" if it is unknown.
func (n *node) place() string {
	if file, line, ok := n.file(); ok {
		return fmt.Sprintf(" (%s:%s)", file, line)
	}
	return ""
}

// file returns the file and line of a node in Python, from a line of its trace such as `File "model.py", line 12, in
// forward`.
func (n *node) file() (file, line string, ok bool) {
	if len(n.Trace) == 0 {
		return "", "", false
	}
	parts := strings.SplitN(strings.TrimSpace(n.Trace[0]), "\"", 3)
	if len(parts) != 3 || strings.TrimSpace(parts[0]) != "File" {
		return "", "", false
	}
	rest, ok := strings.CutPrefix(parts[2], ", line ")
	line, _, _ = strings.Cut(rest, ",")
	for _, c := range line {
		ok = ok && '0' <= c && c <= '9'
	}
	return parts[1], line, ok && line != "" && len(line) < 8
}

// Parameters returns, for each argument of an imported function, its name in PyTorch if it is a parameter or buffer of
// the model, and "" otherwise.
func Parameters(f fn.Func) []string {
	names := make([]string, f.Region(0).Entry().NumArgs())
	for k := range names {
		if attrs := f.ArgAttrs(k); attrs != nil {
			if name, ok := attrs.Get(ParameterName).(*ir.StringAttr); ok {
				names[k] = name.Value
			}
		}
	}
	return names
}
