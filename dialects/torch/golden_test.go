package torch_test

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// recordedOperand parses an operand as benchmarks/torch/record.py writes it: "f16 d" has dimensions, "f16 z" has none,
// and other names are kinds of numbers.
func recordedOperand(t *testing.T, ctx *ir.Context, name string) torch.Operand {
	elem, class, tensor := strings.Cut(name, " ")
	if !tensor {
		return torch.Operand{Number: map[string]prim.Dtype{"bool": prim.Bool, "int": prim.Int, "float": prim.Float,
			"complex": prim.Complex}[name]}
	}
	typ, err := text.ParseType(ctx, elem)
	if err != nil {
		t.Fatal(err)
	}
	return torch.Operand{Elem: typ, Dimensioned: class == "d"}
}

func TestPromotionIsThatOfEagerPyTorch(t *testing.T) {
	z, err := zip.OpenReader("../../benchmarks/torch/goldens/meta.zip")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("promotion has not been recorded")
	} else if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }()
	index, err := z.Open("index.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	ctx, compared := ir.NewContext(), 0
	for d := json.NewDecoder(index); d.More(); {
		var line struct {
			Result, Promote []string
			CanCast         []string `json:"can_cast"`
			R               any
		}
		if err := d.Decode(&line); err != nil {
			t.Fatal(err)
		}
		if line.CanCast != nil {
			from, to := recordedOperand(t, ctx, line.CanCast[0]+" d"), recordedOperand(t, ctx, line.CanCast[1]+" d")
			if got := torch.CanCast(from.Elem, to.Elem); got != line.R {
				t.Errorf("cast of %v: got %v, want %v", line.CanCast, got, line.R)
			}
			continue
		}
		names := line.Result
		for _, name := range line.Promote {
			names = append(names, name+" d")
		}
		if names == nil {
			continue
		}
		compared++
		got, err := torch.ResultType(ctx, recordedOperand(t, ctx, names[0]), recordedOperand(t, ctx, names[1]))
		if want, ok := line.R.(string); !ok && err == nil {
			t.Errorf("%v: got %v, want an error", names, got)
		} else if ok && (err != nil || got.String() != want) {
			t.Errorf("%v: got %v, %v, want %s", names, got, err, want)
		}
	}
	if compared < 1900 {
		t.Errorf("only %d were compared", compared)
	}
}
