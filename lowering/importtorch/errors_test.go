package importtorch_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/lowering/importtorch"
)

// graph is a graph with one call. Test cases replace parts of it.
const graph = `{"exported": [
  {"name": "x", "op": "placeholder", "meta": {"dtype": "f32", "shape": [4]}},
  {"name": "y", "op": "call_function", "target": "aten.relu.default", "args": [{"node": "x"}],
   "meta": {"dtype": "f32", "shape": [4]}, "trace": ["  File \"model.py\", line 7, in forward", "F.relu(x)"]},
  {"name": "output", "op": "output", "args": [[{"node": "y"}]]}]}`

func TestErrorsNameTheNodeAndItsLineInPython(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"aten.relu.default", "aten.unrelu.default", `node y (model.py:7): the dialect torch has no operator "unrelu": export with --decomposed`},
		{"aten.relu.default", "aten.nonzero.default",
			`node y (model.py:7): aten.nonzero.default gives a shape that depends on a tensor's elements`},
		{"aten.relu.default", "my.relu", `node y (model.py:7): expected an operator of aten, but got "my.relu"`},
		{`[{"node": "x"}]`, `[{"node": "z"}]`, "argument self of aten.relu.default: there is no earlier node z"},
		{`[{"node": "x"}]`, `[{"node": "x"}, 1]`, "has 2 arguments, but the dialect's has 1"},
		{`"target"`, `"kwargs": {"inplace": true}, "target"`, "aten.relu.default has no argument inplace in the dialect"},
		{`"name": "y"`, `"name": "x"`, "its name is not an identifier, or another node has it"},
		{`"name": "y"`, `"name": "y %"`, "its name is not an identifier"},
		{`"op": "placeholder"`, `"op": "get_attr"`, `expected a placeholder, call_function or output, but got "get_attr"`},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.mm.default", "args": [{"node": "x"}]`,
			"(model.py:7): custom op 'torch.aten.mm' mm is missing a value for argument mat2; its arguments are self, mat2"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.softmax.int", "args": [{"node": "x"}]`,
			"node y (model.py:7): custom op 'torch.aten.softmax.int' softmax.int is missing a value for argument dim"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.softmax.int", "args": [{"node": "x"}, "a"]`,
			`node y (model.py:7): argument dim of aten.softmax.int: expected an integer, but got "a"`},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.mm.default", "args": [{"node": "x"}, 3]`,
			"node y (model.py:7): argument mat2 of aten.mm.default: expected a tensor, but got 3"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.cat.default", "args": [{"node": "x"}]`,
			`argument tensors of aten.cat.default: expected a list of tensors, but got node x`},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.sum.dim_IntList", "args": [{"node": "x"}, 0]`,
			"argument dim of aten.sum.dim_IntList: expected a list of integers, such as [1], but got 0"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.unsqueeze.default", "args": [{"node": "x"}, 1.5]`,
			"argument dim of aten.unsqueeze.default: expected an integer, but got 1.5"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.view.default", "args": [{"node": "x"}, [true, 4]]`,
			"argument size of aten.view.default: expected an integer, but got true"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.view.default", "args": [{"node": "x"}, [{"node": "x"}]]`,
			"argument size of aten.view.default: expected an integer or a size, but got node x"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.clamp.default", "args": [{"node": "x"}, "0"]`,
			`argument min of aten.clamp.default: expected a number, but got "0"`},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.sum.dim_IntList", "args": [{"node": "x"}, [0], 1]`,
			"argument keepdim of aten.sum.dim_IntList: expected true or false, but got 1"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.add.Tensor", "args": [{"node": "x"}, "1"]`,
			`expected a number, but got "1"`},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten._to_copy.default", "args": [{"node": "x"}], ` +
			`"kwargs": {"dtype": "f16"}`, `expected an element type such as torch.float32, but got "f16"`},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.sym_size.int", "args": [{"node": "x"}, 1]`,
			"node y (model.py:7): expected a dimension below 1, but got 1"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.sym_size.int", "args": [{"node": "x"}, 0]`,
			"node output: expected a tensor, but node y is a size"},
		{`{"name": "output"`, `{"name": "l", "op": "call_function", "target": "aten.unbind.int", "args": [{"node": "y"}], ` +
			`"meta": []}, {"name": "n", "op": "call_function", "target": "aten.sym_size.int", "args": [{"node": "l"}, 0]}, ` +
			`{"name": "output"`, "node n: expected a tensor, but node l is a list of 0 tensors"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `<built-in function add>", "args": [{"node": "x"}, 0]`,
			"node y (model.py:7): expected an integer or a size, but got node x"},
		{"aten.relu.default", "aten._assert_async.msg",
			"node y (model.py:7): the values of a tensor cannot be checked in a run: remove the assertion"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.slice.Tensor", "args": [{"node": "x"}, 0, 0, {"node": "x"}]`,
			"node y (model.py:7): argument end of aten.slice.Tensor: expected an integer or a size, but got node x"},
		{`aten.relu.default", "args": [{"node": "x"}]`,
			`aten.slice.Tensor", "args": [{"node": "x"}, 1, 0, {"node": "x"}]`, "expected a dimension below 1, but got 1"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.slice.Tensor", "args": [{"node": "x"}, 0, 0, {"node": "x"}, 0]`,
			"argument step of aten.slice.Tensor: expected a positive integer where a bound is a size, but got 0"},
		{`"meta": {"dtype": "f32", "shape": [4]}, "trace"`, `"trace"`, "the dtype and shape of a tensor, but got nothing"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.mm.default", "args": [{"node": "x"}, null]`,
			"mm is missing a value for argument mat2"},
		{`aten.relu.default", "args": [{"node": "x"}]`, `aten.mm.default", "args": [{"node": "x"}, {"float": "inf"}]`,
			`argument mat2 of aten.mm.default: expected a tensor, but got {"float": "inf"}`},
		{`aten.relu.default", "args": [{"node": "x"}]`,
			`aten.sum.default", "args": [{"node": "x"}], "kwargs": {"dtype": {"torch": "torch.quint8"}}`, "torch.quint8 is unknown"},
		{`"shape": [4]},`, `"shape": [-4]},`, "a size is from 0 to 2147483647, but got -4"},
		{`"dtype": "f32", "shape": [4]}, "trace"`, `"scalar": "7"}, "trace"`, "expected the dtype and shape of a tensor"},
		{`"dtype": "f32", "shape": [4]},`, `"dtype": "f33", "shape": [4]},`, `node y (model.py:7): dtype "f33" is unknown`},
		{`"dtype": "f32", "shape": [4]}, "trace"`, `"dtype": "index", "shape": [4]}, "trace"`, `node y (model.py:7): dtype "index"`},
		{`"shape": [4]},`, `"shape": [1099511627776]},`, "but got 1099511627776"},
		{`"meta": {"dtype": "f32", "shape": [4]}},`, `"meta": []},`, "node x: an argument is one tensor, but got []"},
		{`"op": "output"`, `"op": "placeholder", "meta": {"dtype": "f32", "shape": []}`, "none of its 3 nodes is an output"},
		{`[[{"node": "y"}]]`, `[{"node": "y"}]`, "node output: expected a list of tensors, but got node y; let the model return"},
		{`[[{"node": "y"}]]`, `[{"logits": {"node": "y"}}]`, `but got {"logits": {"node": "y"}}; let the model return a tensor`},
		{`[[{"node": "y"}]]`, `[[{"node": "y"}, null]]`, "node output: result 1 is null: let the model return only tensors"},
		{`[[{"node": "y"}]]`, `[]`, "expected a list of tensors, but got nothing"},
		{`{"exported"`, `{{`, "invalid character"},
	} {
		text := strings.Replace(graph, c.old, c.new, 1)
		_, err := importtorch.Import(registry.NewContext(), []byte(text))
		if err == nil || !errors.Is(err, importtorch.ErrGraph) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.new, err, c.want)
		}
	}
}
