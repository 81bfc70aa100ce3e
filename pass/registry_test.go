package pass_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

type mode string

// everyKind has options of each type.
type everyKind struct {
	Bool     bool          `opt:"bool" help:"a switch"`
	Int      int           `opt:"int" help:"an integer"`
	Int64    int64         `opt:"int64"`
	Uint     uint          `opt:"uint"`
	Uint64   uint64        `opt:"uint64"`
	Float    float64       `opt:"float"`
	String   string        `opt:"string"`
	Mode     mode          `opt:"mode" help:"how" values:"fast,exact"`
	Duration time.Duration `opt:"duration"`
	Ints     []int         `opt:"ints"`
	Strings  []string      `opt:"strings"`
	Modes    []mode        `opt:"modes" values:"fast,exact"`
	NoOption int
}

func nothing(*pass.Context, *ir.Operation) error { return nil }

// testRegistry has a pass with all kinds of options, one for functions, and named pipelines.
func testRegistry() *pass.Registry {
	type level struct {
		Level int `opt:"level" help:"how much is done"`
	}
	options := &pass.Pass{Name: "options", Options: func() any { return &everyKind{Mode: "fast", Int: 4} }, Run: nothing}
	onFunctions := &pass.Pass{Name: "on-functions", Anchor: "func.func", Run: nothing}
	symbols := &pass.Pass{Name: "symbols", Run: nothing,
		Accepts: func(info *ir.OpInfo) bool { return info.HasTrait(ir.SymbolTable) }}
	return &pass.Registry{
		Passes: []*pass.Pass{options, onFunctions, symbols},
		Pipelines: []*pass.Named{
			{Name: "standard", Summary: "the usual", Options: func() any { return &level{Level: 1} },
				Build: func(p *pass.Pipeline, o any) error {
					n := o.(*level).Level
					if n > 2 {
						return fmt.Errorf("there is no level %d", n)
					}
					for range n {
						p.AddWith(options, &everyKind{Int: n, Mode: "exact"})
					}
					p.Nest("func.func").Add(onFunctions)
					return nil
				}},
			{Name: "wrong", Build: func(p *pass.Pipeline, _ any) error { p.Add(onFunctions); return nil }},
		},
	}
}

func TestOptionsOfEveryKindAreRead(t *testing.T) {
	const text = "builtin.module(options{bool int=-3 int64=0x7fffffffffffffff uint=7 uint64=18446744073709551615 " +
		"float=2.5e-3 " +
		"string='a b' mode=exact duration=1.5s ints=1,-2 strings={x,f(a,b),[c,d]} modes=fast,exact})"
	p, err := testRegistry().Parse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := &everyKind{Bool: true, Int: -3, Int64: 1<<63 - 1, Uint: 7, Uint64: 1<<64 - 1, Float: 2.5e-3, String: "a b",
		Mode: "exact", Duration: 1500 * time.Millisecond, Ints: []int{1, -2}, Strings: []string{"x", "f(a,b)", "[c,d]"},
		Modes: []mode{"fast", "exact"}}
	if got := p.Steps[0].Options; !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	again, err := testRegistry().Parse(p.String(), nil)
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	if !reflect.DeepEqual(again.Steps[0].Options, want) {
		t.Errorf("printed as %s and read as %+v", p, again.Steps[0].Options)
	}
}

func TestValuesThatAreNotOfTheTypeAreRefused(t *testing.T) {
	for option, message := range map[string]string{
		"bool=2":                      "neither true nor false",
		"int=1.5":                     "not an integer of 64 bits",
		"int64=9223372036854775808":   "not an integer of 64 bits",
		"uint=-1":                     "not an unsigned integer of 64 bits",
		"uint64=18446744073709551616": "not an unsigned integer of 64 bits",
		"float=x":                     "not a number",
		"mode=fsat":                   "'fsat' is none of fast, exact; did you mean 'fast'?",
		"modes=fast,slow":             "'slow' is none of fast, exact",
		"duration=3":                  "not a duration such as 1.5s",
		"ints=1,,2":                   "'' is not an integer",
		"dration=3s":                  "no such option 'dration'; did you mean 'duration'?",
	} {
		_, err := testRegistry().Parse("builtin.module(options{"+option+"})", nil)
		var e *pass.ParseError
		if !errors.As(err, &e) || !strings.Contains(e.Message, message) || e.Offset != len("builtin.module(options{") {
			t.Errorf("%s: error %v", option, err)
		}
	}
}

func TestValuesThatGoCodeSetsAreChecked(t *testing.T) {
	options := testRegistry().Passes[0]
	for _, test := range []struct {
		mode mode
		want string
	}{{"exact", ""}, {"", ""}, {"fsat", "pass 'options': option 'mode': 'fsat' is none of fast, exact"}} {
		err := pass.NewPipeline("builtin.module").AddWith(options, &everyKind{Mode: test.mode}).Check(registry.NewContext())
		if test.want == "" && err != nil || test.want != "" && (!errors.Is(err, pass.ErrPipeline) ||
			!strings.Contains(err.Error(), test.want)) {
			t.Errorf("mode %q: got %v, want %q", test.mode, err, test.want)
		}
	}
}

func TestAnchorsAndNestingAreCheckedAgainstTheDialects(t *testing.T) {
	ctx := registry.NewContext()
	tests := []struct {
		pipeline, message string
		offset            int
	}{
		{"builtin.modul(options)", "'builtin.modul' is not a registered operation; did you mean 'builtin.module'?", 0},
		{"builtin.module(func.fnc(options))", "did you mean 'func.func'?", 15},
		{"builtin.module(arith.addi(options))",
			"trying to schedule a pass on an operation not marked as 'IsolatedFromAbove': 'arith.addi'", 15},
		{"builtin.module(func.func(symbols))",
			"unable to schedule pass 'symbols' on a pipeline intended to run on 'func.func'", 25},
		{"any(on-functions", "unbalanced parentheses", 16},
		{"builtin.module(wrong)", "restricted to 'func.func'", 15},
		{"builtin.module(standard{level=3})", "pipeline 'standard': there is no level 3", 15},
		{"builtin.module(standard{lvel=3})", "pipeline 'standard': no such option 'lvel'; did you mean 'level'?", 24},
		{"builtin.module(standad)", "did you mean 'standard'?", 15},
	}
	for _, tt := range tests {
		_, err := testRegistry().Parse(tt.pipeline, ctx)
		var e *pass.ParseError
		if !errors.As(err, &e) || !strings.Contains(e.Message, tt.message) || e.Offset != tt.offset {
			t.Errorf("%s: error %v", tt.pipeline, err)
		}
	}
	for _, pipeline := range []string{"any(options,on-functions)", "builtin.module(symbols,any(symbols))",
		"builtin.module(standard)"} {
		if _, err := testRegistry().Parse(pipeline, ctx); err != nil {
			t.Errorf("%s: %v", pipeline, err)
		}
	}
}

func TestErrorsShowTheLineAndTheColumn(t *testing.T) {
	_, err := testRegistry().Parse("builtin.module(\n  options,\n  optoins\n)", nil)
	want := "'optoins' does not refer to a registered pass or pass pipeline; did you mean 'options'?\n  optoins\n  ^"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

const exact2 = "options{bool=false duration=0s float=0 int=2 int64=0 mode=exact string= uint=0 uint64=0}"

func TestNamedPipelinesStandForTheirPasses(t *testing.T) {
	p, err := testRegistry().Parse("builtin.module(standard{level=2},on-modules)", nil)
	if err == nil {
		t.Errorf("%s: no error", p)
	}
	if p, err = testRegistry().Parse("builtin.module(standard{level=2})", nil); err != nil {
		t.Fatal(err)
	}
	want := "builtin.module(" + exact2 + "," + exact2 + ",func.func(on-functions))"
	if p.String() != want {
		t.Errorf("got  %s\nwant %s", p, want)
	}
	indented := "builtin.module(\n  " + exact2 + ",\n  " + exact2 + ",\n  func.func(\n    on-functions\n  )\n)"
	if p.Indented() != indented {
		t.Errorf("got  %s\nwant %s", p.Indented(), indented)
	}
}

func TestStepsGivenOneByOneAreNestedWhereTheyRun(t *testing.T) {
	p := pass.NewPipeline("builtin.module")
	r := testRegistry()
	for _, s := range [][2]string{{"on-functions", ""}, {"symbols", ""}, {"standard", "level=0"}, {"wrong", ""}} {
		if err := r.Append(p, s[0], s[1]); err != nil {
			t.Fatal(err)
		}
	}
	const want = "builtin.module(func.func(on-functions),symbols,func.func(on-functions),func.func(on-functions))"
	if p.String() != want {
		t.Errorf("got  %s\nwant %s", p, want)
	}
	var e *pass.ParseError
	if err := r.Append(p, "options", "int=x"); !errors.As(err, &e) || e.Offset != len("options{") {
		t.Errorf("error %v", err)
	}
}

// The printed form of every accepted pipeline reads as the same pipeline.
func FuzzPipelinesThatAreReadPrintAsThemselves(f *testing.F) {
	for _, s := range []string{
		"builtin.module(options{bool int=-3 string='a b'},func.func(on-functions),any(options{strings={a,b(c,d)}}))",
		`any(options{string="it's" mode=exact})`, "a(b(c()),standard)", "any(options{string={a{b}c} strings=a})",
		"any(options{strings={'a,b'}})", "any(options{string={a'b\"}})",
	} {
		f.Add(s)
	}
	r := testRegistry()
	f.Fuzz(func(t *testing.T, s string) {
		p, err := r.Parse(s, nil)
		if err != nil {
			return
		}
		again, err := r.Parse(p.String(), nil)
		if err != nil {
			t.Fatalf("%q prints as %q: %v", s, p, err)
		}
		if again.String() != p.String() {
			t.Errorf("%q prints as %q, which prints as %q", s, p, again)
		}
	})
}
