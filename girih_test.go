package girih_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
)

// parse reads one of the examples and lowers it to a level.
func parse(t *testing.T, file string, level girih.Level) *girih.Module {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("examples", file))
	if err != nil {
		t.Fatal(err)
	}
	m, err := girih.Parse(file, source)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Lower(context.Background(), level); err != nil {
		t.Fatal(err)
	}
	return m
}

func filled(t *testing.T, shape []int64, f func(i int) float64) *interp.Array {
	t.Helper()
	a, err := interp.Filled(ir.NewContext().F32(), shape, f)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

var levels = map[string]girih.Level{"loose": girih.Loose, "strict": girih.Strict, "layouts": girih.Layouts}

func TestVectorAddIsExactAtEveryLevel(t *testing.T) {
	for name, level := range levels {
		t.Run(name, func(t *testing.T) {
			const n = 300
			m := parse(t, "vector_add.mlir", level)
			x := filled(t, []int64{n}, func(i int) float64 { return float64(i) / 3 })
			y := filled(t, []int64{n}, func(i int) float64 { return float64(i * i) })
			z := filled(t, []int64{n}, func(int) float64 { return -1 })
			if err := m.Execute(context.Background(), "vector_add", interp.Grid{3, 1, 1}, x, y, z, n); err != nil {
				t.Fatal(err)
			}
			for i := range n {
				if want := float32(x.Float64(i)) + float32(y.Float64(i)); float32(z.Float64(i)) != want {
					t.Fatalf("z[%d] = %v, want %v", i, z.Float64(i), want)
				}
			}
		})
	}
}

func TestSoftmaxOfUnalignedRowsSumsToOne(t *testing.T) {
	const rows, columns = 37, 100
	outputs := make(map[string][]float64)
	for name, level := range levels {
		m := parse(t, "softmax.mlir", level)
		x := filled(t, []int64{rows, columns}, func(i int) float64 { return 20 * math.Sin(float64(i)) })
		y := filled(t, []int64{rows, columns}, func(int) float64 { return -1 })
		if err := m.Execute(context.Background(), "softmax", interp.Grid{rows, 1, 1}, x, y, columns); err != nil {
			t.Fatal(err)
		}
		for r := range rows {
			checkSoftmax(t, x.Float64s()[r*columns:][:columns], y.Float64s()[r*columns:][:columns])
		}
		outputs[name] = y.Float64s()
	}
	for name, output := range outputs {
		if !slices.Equal(output, outputs["loose"]) {
			t.Errorf("the results at level %s are not those at level loose", name)
		}
	}
}

// checkSoftmax compares with float64 arithmetic.
func checkSoftmax(t *testing.T, x, y []float64) {
	t.Helper()
	sum := 0.0
	for _, v := range x {
		sum += math.Exp(v)
	}
	for i, v := range x {
		if want := math.Exp(v) / sum; math.Abs(y[i]-want) > 1e-5*want+1e-9 {
			t.Fatalf("y[%d] = %v, want %v", i, y[i], want)
		}
	}
}

func TestAccessBeyondAnArrayIsALocatedError(t *testing.T) {
	m := parse(t, "vector_add.mlir", girih.Loose)
	short := filled(t, []int64{100}, func(int) float64 { return 0 })
	err := m.Execute(context.Background(), "vector_add", interp.Grid{1, 1, 1}, short, short, short, 101)
	if !errors.Is(err, interp.ErrOutOfBounds) {
		t.Fatalf("error %v does not wrap ErrOutOfBounds", err)
	}
	var d *ir.Diagnostic
	if !errors.As(err, &d) || ir.FileLocation(d.Loc) == nil || ir.FileLocation(d.Loc).StartLine != 12 {
		t.Fatalf("error %v is not located at the load in line 12", err)
	}
	if len(d.Notes) == 0 {
		t.Fatal("no note says which program failed")
	}
}

func TestParseRefusesWhatDoesNotVerify(t *testing.T) {
	const source = `tile.kernel @k(%a: i32) {
  %b = tile.add %a, %a : i32, i32 -> i32
  tile.return
}`
	if _, err := girih.Parse("k.mlir", []byte(source)); err == nil {
		t.Fatal("a loosely typed operation without semantics was accepted")
	}
}

func TestAModuleOfNoOperationIsAnError(t *testing.T) {
	if m, err := girih.FromOperation(nil); m != nil || !errors.Is(err, girih.ErrModule) {
		t.Errorf("got %v, %v", m, err)
	}
}

func TestACloneIsCompiledAndTheModuleStays(t *testing.T) {
	source, err := os.ReadFile("examples/softmax.mlir")
	if err != nil {
		t.Fatal(err)
	}
	m, err := girih.Parse("softmax.mlir", source)
	if err != nil {
		t.Fatal(err)
	}
	before := m.String()
	if _, err := m.Clone().Compile(t.Context(), girih.CompileOptions{}); err != nil {
		t.Fatal(err)
	}
	if m.String() != before {
		t.Errorf("the module has become\n%s", m)
	}
	var names []string
	for _, p := range m.Parameters("softmax") {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, " "); got != "x y columns" || m.Parameters("other") != nil {
		t.Errorf("parameters %s", got)
	}
}
