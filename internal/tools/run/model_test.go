package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nlpodyssey/safetensors"

	"github.com/girih-ir/girih/internal/tools/run"
)

// Something that does not fit is an error at the operator's location in Python, with exit code 1, on each device.
func TestErrorsOfModelsAreLocatedInPython(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"wrong rank", `(%x: tensor<4x5x6xf32>, %y: tensor<6x7xf32>) -> tensor<4x7xf32> {
			%0 = torch.aten.mm(%x, %y) : (tensor<4x5x6xf32>, tensor<6x7xf32>) -> tensor<4x7xf32> loc("model.py":12:0)
			return %0 : tensor<4x7xf32> }`, "self must be a matrix, but has 3 dimensions"},
		{"wrong shapes of a product", `(%x: tensor<4x5xf32>, %y: tensor<6x7xf32>) -> tensor<4x7xf32> {
			%0 = torch.aten.mm(%x, %y) : (tensor<4x5xf32>, tensor<6x7xf32>) -> tensor<4x7xf32> loc("model.py":12:0)
			return %0 : tensor<4x7xf32> }`, "mat1 and mat2 shapes cannot be multiplied ([4, 5] and [6, 7])"},
		{"bools that are subtracted", `(%x: tensor<4xi1>, %y: tensor<4xi1>) -> tensor<4xi1> {
			%0 = torch.aten.sub.Tensor(%x, %y) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1> loc("model.py":12:0)
			return %0 : tensor<4xi1> }`, "with a bool tensor is not supported"},
		{"wrong shapes", `(%x: tensor<4xf32>, %y: tensor<3xf32>) -> tensor<4xf32> {
			%0 = torch.aten.add.Tensor(%x, %y) : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32> loc("model.py":12:0)
			return %0 : tensor<4xf32> }`, "shapes do not match: sizes 4 and 3 of dimension 0"},
		{"wrong dimension", `(%x: tensor<4xf32>) -> tensor<4xf32> {
			%0 = torch.aten.softmax.int(%x, dim = 1) : (tensor<4xf32>) -> tensor<4xf32> loc("model.py":12:0)
			return %0 : tensor<4xf32> }`, "dimension 1 is out of range: expected one from -1 to 0"},
		{"dtypes without a common one", `(%x: tensor<4xui16>, %y: tensor<4xi32>) -> tensor<4xi32> {
			%0 = torch.aten.add.Tensor(%x, %y) : (tensor<4xui16>, tensor<4xi32>) -> tensor<4xi32> loc("model.py":12:0)
			return %0 : tensor<4xi32> }`, "no common type of"},
		{"dtypes of a product", `(%x: tensor<4x5xf32>, %y: tensor<5x6xf16>) -> tensor<4x6xf32> {
			%0 = torch.aten.mm(%x, %y) : (tensor<4x5xf32>, tensor<5x6xf16>) -> tensor<4x6xf32> loc("model.py":12:0)
			return %0 : tensor<4x6xf32> }`, "f16"},
		{"negative size", `(%x: tensor<4xf32>) -> tensor<4xf32> {
			%0 = torch.aten.view(%x, size = [-2, -2]) : (tensor<4xf32>) -> tensor<4xf32> loc("model.py":12:0)
			return %0 : tensor<4xf32> }`, "-2"},
		{"negative size of a run", `(%x: tensor<?xf32>) -> tensor<?xf32> {
			%c = arith.constant 20 : index
			%n = prim.size %x dim 0 : tensor<?xf32>
			%m = arith.subi %n, %c : index
			%0 = prim.full 1.0 sizes(%m) : tensor<?xf32> loc("model.py":12:0)
			return %0 : tensor<?xf32> }`, "size -4 of dimension 0 is negative"},
		{"size that breaks a guard", `(%x: tensor<?xf32>) -> tensor<15xf32> {
			%0 = prim.guard_shape %x : tensor<?xf32> -> tensor<15xf32> loc("model.py":12:0)
			return %0 : tensor<15xf32> }`, "the tensor has shape [16], but the program requires [15]"},
		{"sizes that differ", `(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
			%z = prim.cat %y, %y dim 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
			%0 = prim.add %x, %z : tensor<?xf32> loc("model.py":12:0)
			return %0 : tensor<?xf32> }`, "shapes [16] and [32] differ"},
		{"an operator without a reference", `(%x: tensor<4xf32>) -> tensor<4xf32> {
			%0 = torch.operator "aten.secret"(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("model.py":12:0)
			return %0 : tensor<4xf32> }`, `no reference for torch.operator`},
		{"out= of a wrong type", `(%x: tensor<4xf32>, %o: tensor<4xi64>) -> tensor<4xi64> {
			%0 = torch.aten.exp.out(%x, out = %o) : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xi64> loc("model.py":12:0)
			return %0 : tensor<4xi64> }`, "result type 'f32' can't be cast to the desired output type 'i64'"},
		{"an argument that is missing", `(%x: tensor<4xf32>) -> tensor<4xf32> {
			%0 = "torch.aten.softmax.int"(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("model.py":12:0)
			return %0 : tensor<4xf32> }`, "'torch.aten.softmax.int' op requires attribute 'dim'"},
		{"indices that are floats", `(%w: tensor<4x3xf32>, %x: tensor<5xf32>) -> tensor<5x3xf32> {
			%0 = torch.aten.embedding(%w, %x) : (tensor<4x3xf32>, tensor<5xf32>) -> tensor<5x3xf32> loc("model.py":12:0)
			return %0 : tensor<5x3xf32> }`, "expected indices of an integer type, such as i64 or i32, but got 'f32'"},
		{"targets of another batch", `(%x: tensor<4x5xf32>, %t: tensor<3xi64>) -> tensor<f32> {
			%0 = torch.aten.cross_entropy_loss(%x, %t) : (tensor<4x5xf32>, tensor<3xi64>) -> tensor<f32> loc("model.py":12:0)
			return %0 : tensor<f32> }`, "expected targets of shape [4] for an input of shape [4, 5], but got [3]"},
		{"probabilities of another batch", `(%x: tensor<4x5xf32>, %t: tensor<5xf32>) -> tensor<f32> {
			%0 = torch.aten.cross_entropy_loss(%x, %t) : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<f32> loc("model.py":12:0)
			return %0 : tensor<f32> }`, "expected probabilities of shape [4, 5] as targets, or classes of an integer type, but got 'f32' of shape [5]"},
		{"weights of other classes", `(%x: tensor<4x5xf32>, %w: tensor<1xf32>) -> tensor<f32> {
			%0 = torch.aten.cross_entropy_loss(%x, %x, weight = %w) : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<1xf32>) -> tensor<f32> loc("model.py":12:0)
			return %0 : tensor<f32> }`, "expected weights of shape [5], one for each class, but got [1]"},
		{"a mask of integers", `(%q: tensor<1x2x3x4xf32>, %m: tensor<3x3xi64>) -> tensor<1x2x3x4xf32> {
			%0 = torch.aten.scaled_dot_product_attention(%q, %q, %q, attn_mask = %m) : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<3x3xi64>) -> tensor<1x2x3x4xf32> loc("model.py":12:0)
			return %0 : tensor<1x2x3x4xf32> }`, "expected attn_mask dtype to be bool or float or to match query dtype, but got 'i64'"},
		{"out= that is complex", `(%x: tensor<4xcomplex<f32>>, %o: tensor<4xf32>) -> tensor<4xf32> {
			%0 = torch.aten.exp.out(%x, out = %o) : (tensor<4xcomplex<f32>>, tensor<4xf32>) -> tensor<4xf32> loc("model.py":12:0)
			return %0 : tensor<4xf32> }`, "result type 'complex<f32>' can't be cast to the desired output type 'f32'"},
		{"a result in place of integers", `(%x: tensor<4xi64>) -> tensor<4xi64> {
			%0 = torch.aten.exp_(%x) : (tensor<4xi64>) -> tensor<4xi64> loc("model.py":12:0)
			return %0 : tensor<4xi64> }`, "result type 'f32' can't be cast to the desired output type 'i64'"},
		{"an index out of range", `(%x: tensor<3xf32>) -> tensor<1xf32> {
			%i = prim.full 3 : tensor<1xi64>
			%0 = prim.gather %x, %i dim 0 : (tensor<3xf32>, tensor<1xi64>) -> tensor<1xf32> loc("model.py":12:0)
			return %0 : tensor<1xf32> }`, "index"},
		{"more memory than there is", `(%x: tensor<4xf32>) -> tensor<f32> {
			%0 = prim.full 1.0 : tensor<1000000x1000000x100xf32> loc("model.py":12:0)
			%1 = prim.sum %0 dims [0, 1, 2] : tensor<1000000x1000000x100xf32> -> tensor<f32>
			%2 = prim.add %1, %1 : tensor<f32>
			%3 = prim.exp %0 : tensor<1000000x1000000x100xf32>
			%4 = prim.sum %3 dims [0, 1, 2] : tensor<1000000x1000000x100xf32> -> tensor<f32>
			return %4 : tensor<f32> }`, "the largest buffers are 400000000000000 bytes of a result of prim.full at model.py:12"},
	} {
		for _, device := range []string{"cpu", "simulator"} {
			code, stdout, stderr := execute("func.func @main"+c.body, "--explain="+device)
			if code != 1 || stdout != "" || !strings.Contains(stderr, c.want) || !strings.Contains(stderr, "model.py:12") {
				t.Errorf("%s on %s: exit code %d, output %q, error\n%swant %q at model.py:12", c.name, device, code, stdout, stderr,
					c.want)
			}
		}
	}
}

// An operator that the dialect does not have is an error at its location in Python.
func TestUnknownOperatorsOfGraphsAreLocated(t *testing.T) {
	file := filepath.Join(t.TempDir(), "model.json")
	graph := `{"exported": [
		{"name": "x", "op": "placeholder", "meta": {"dtype": "f32", "shape": [4]}},
		{"name": "y", "op": "call_function", "target": "aten.secret.default", "args": [{"node": "x"}],
		 "meta": {"dtype": "f32", "shape": [4]}, "trace": ["File \"model.py\", line 12, in forward"]},
		{"name": "output", "op": "output", "args": [[{"node": "y"}]]}]}`
	if err := os.WriteFile(file, []byte(graph), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	code := run.Main(t.Context(), []string{"--explain", file}, strings.NewReader(""), &out, &errs)
	if code != 1 || !strings.Contains(errs.String(), `node y (model.py:12): the dialect torch has no operator "secret"`) {
		t.Errorf("exit code %d, error %s", code, &errs)
	}
	errs.Reset()
	code = run.Main(t.Context(), []string{file}, strings.NewReader(""), &out, &errs)
	if code != 1 || !strings.Contains(errs.String(), "is a graph of torch.export, which has no kernels to run") {
		t.Errorf("without --explain: exit code %d, error %s", code, &errs)
	}
}

// A compressed graph that is damaged is an error, which names the file.
func TestDamagedGraphsAreErrors(t *testing.T) {
	whole, err := os.ReadFile("../../../benchmarks/torch/graphs/mlp_small.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"half.json.gz":  {whole[:len(whole)/2], "the compressed file is damaged or incomplete: unexpected EOF"},
		"half.json":     {[]byte(`{"exported": [{"name": "x", `), "unexpected end of JSON input"},
		"empty.json":    {nil, "unexpected end of JSON input"},
		"nothing.json":  {[]byte("{}"), "none of its 0 nodes is an output: expected a document with the nodes of a graph"},
		"zeros.json.gz": {make([]byte, 100), "invalid character"},
	} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, c.content, 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs strings.Builder
		code := run.Main(t.Context(), []string{"--explain", file}, strings.NewReader(""), &out, &errs)
		got := errs.String()
		if code != 1 || !strings.Contains(got, file+": invalid graph: ") || !strings.Contains(got, c.want) {
			t.Errorf("%s: exit code %d, error %s, want %s", name, code, got, c.want)
		}
	}
}

// An argument out= that has to be resized is a warning, as in PyTorch, at its place in Python.
func TestResizedOutputsAreWarnings(t *testing.T) {
	code, stdout, stderr := execute(`func.func @main(%x: tensor<4xf32>, %o: tensor<3xf32>) -> tensor<4xf32> {
		%0 = torch.aten.exp.out(%x, out = %o) : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32> loc("model.py":12:0)
		return %0 : tensor<4xf32> }`, "--explain")
	const want = "model.py:12:0: warning: 'torch.aten.exp.out' op An output with one or more elements was resized " +
		"since it had shape [3], which does not match the required output shape [4]"
	if code != 0 || !strings.Contains(stdout, want) {
		t.Errorf("exit code %d, output %s%s, want %s", code, stdout, stderr, want)
	}
}

func TestFunctionsThatAreNotThereAreErrors(t *testing.T) {
	for source, want := range map[string]string{
		"":                                    "there is no function @main",
		"func.func private @main() -> ()":     "@main is not a function with a body",
		"func.func @main(%x: f32) { return }": "argument 0 is of type 'f32': --explain makes tensors only",
		"func.func @main(%x: tensor<1000000x1000000x1000xf32>) { return }": "not enough memory: 8e+15 bytes for argument 0",
	} {
		if code, _, stderr := execute(source, "--explain"); code != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%q: exit code %d, error %q, want %q", source, code, stderr, want)
		}
	}
}

// Weights are found in the file by their names. Missing or damaged ones are an error.
func TestWeightsComeFromAFile(t *testing.T) {
	const model = `func.func @main(%w: tensor<3x2xf32> {torch.parameter = "fc.weight"},
			%b: tensor<3xf32> {torch.parameter = "fc.bias"}, %x: tensor<4x2xf32>) -> tensor<4x3xf32> {
		%0 = torch.aten.linear(%x, %w, bias = %b) : (tensor<4x2xf32>, tensor<3x2xf32>, tensor<3xf32>) -> tensor<4x3xf32>
		return %0 : tensor<4x3xf32>
	}`
	tensor := func(dtype safetensors.DType, bytes int, shape ...uint64) safetensors.TensorView {
		v, err := safetensors.NewTensorView(dtype, shape, make([]byte, bytes))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	serialize := func(tensors map[string]safetensors.TensorView) []byte {
		file, err := safetensors.Serialize(tensors, nil)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	weight, bias := tensor(safetensors.F32, 24, 3, 2), tensor(safetensors.F32, 12, 3)
	whole := serialize(map[string]safetensors.TensorView{"fc.weight": weight, "fc.bias": bias, "other": bias})
	for _, c := range []struct {
		name string
		file []byte
		want string // "" for no error
	}{
		{"all", whole, ""},
		{"truncated", whole[:len(whole)-1], "the file is incomplete: its tensors take 48 bytes, but it has only 47"},
		{"too long", append(whole[:len(whole):len(whole)], 1, 2), "the file has 2 bytes behind its tensors"},
		{"truncated in its header", whole[:50], "the file is incomplete: its header takes "},
		{"damaged in its header", append([]byte{8, 0, 0, 0, 0, 0, 0, 0}, "{'a': 1}"...), "arrays: invalid header"},
		{"without a header", whole[:5], "begins with the length of its header in 8 bytes, but the file has only 5"},
		{"empty", nil, "begins with the length of its header in 8 bytes, but the file has only 0"},
		{"missing", serialize(map[string]safetensors.TensorView{"fc.weight": weight}),
			"wrong weights: the file has no fc.bias; it has fc.weight"},
		{"wrong shape", serialize(map[string]safetensors.TensorView{"fc.weight": tensor(safetensors.F32, 24, 2, 3),
			"fc.bias": bias}), `"fc.weight" has shape [2, 3] and elements of type f32 in the file, but the model takes ` +
			`'tensor<3x2xf32>'`},
		{"wrong type", serialize(map[string]safetensors.TensorView{"fc.weight": tensor(safetensors.F16, 12, 3, 2),
			"fc.bias": bias}), `"fc.weight" has shape [3, 2] and elements of type f16`},
	} {
		path := filepath.Join(t.TempDir(), "weights.safetensors")
		if err := os.WriteFile(path, c.file, 0o644); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := execute(model, "--explain", "--weights="+path)
		if c.want == "" {
			if code != 0 || !strings.Contains(stdout, "steps in") {
				t.Errorf("%s: exit code %d, error %q", c.name, code, stderr)
			}
		} else if code != 1 || stdout != "" || !strings.Contains(stderr, c.want) || !strings.Contains(stderr, path) {
			t.Errorf("%s: exit code %d, output %q, error %q, want %q", c.name, code, stdout, stderr, c.want)
		}
	}
	code, _, stderr := execute(model, "--explain", "--weights=nowhere")
	if code != 1 || !strings.Contains(stderr, "nowhere") {
		t.Errorf("exit code %d, error %q", code, stderr)
	}
}
