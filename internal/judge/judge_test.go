package judge

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	fn "github.com/girih-ir/girih/dialects/func"
	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	passes "github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/tools/opt"
)

var (
	programs = flag.Int("programs", longtest.Count(12, 300), "how many programs each pipeline is judged on")
	first    = flag.Uint64("first", 0, "the seed of the first program")
	keep     = flag.String("keep", "", "folder that the programs with differences are written to")
)

// allowed is the greatest number of programs, of 100, in which more operations may remain after our pipeline.
const allowed = 2

// The pipelines. Their flags go to both tools.
var pipelines = map[string][]string{
	"canonicalize": {"--canonicalize"},
	"cse":          {"--cse"},
	"sccp":         {"--sccp"},
	"inline":       {"--inline"},
	"scf-to-cf":    {"--convert-scf-to-cf"},
	"licm":         {"--loop-invariant-code-motion"},
	"sink":         {"--control-flow-sink"},
	"typical": {"--inline", "--sccp", "--canonicalize", "--cse", "--loop-invariant-code-motion",
		"--convert-scf-to-cf", "--canonicalize", "--cse", "--symbol-dce"},
}

var tileOpt = opt.Config{Name: "tile-opt", Dialects: dialects.All(), Passes: passes.Passes()}.Run

func program(seed uint64) []byte {
	opts := irgen.Executable()
	opts.Ops, opts.Depth = 20+int(seed%5)*15, 2+int(seed%4)
	if seed%2 == 1 {
		opts.Features |= irgen.SmallFloats
	}
	if seed%3 > 0 {
		opts.Features |= irgen.Redundant
	}
	return irgen.Module(seed, opts)
}

func TestPipelinesKeepResultsAndLeaveNoMoreThanMlirOpt(t *testing.T) {
	for name, flags := range pipelines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			more, fewer, ran := 0, 0, 0
			pairs := differential.Run(t, differential.Config{Ours: tileOpt, Flags: flags, Seeds: *programs,
				Programs: func(seed uint64) []byte { return program(*first + seed) }})
			for _, p := range pairs {
				theirs, err := text.ParseString(dialects.NewContext(), p.Theirs)
				if err != nil {
					t.Logf("seed %d: what mlir-opt prints cannot be read: %v", p.Seed, err)
					continue
				}
				input, ours := irtest.Parse(t, string(p.Input)), irtest.Parse(t, p.Ours)
				ran += compare(t, p, input, ours, theirs)
				switch a, b := count(ours), count(theirs); {
				case a > b:
					more++
					save(t, name, p)
				case a < b:
					fewer++
				}
			}
			t.Logf("%d programs, %d runs compared: we leave more operations in %d and fewer in %d", len(pairs), ran, more, fewer)
			if more*100 > allowed*len(pairs) {
				t.Errorf("more operations are left than by mlir-opt in %d of %d programs", more, len(pairs))
			}
			if ran == 0 {
				t.Error("no program could be executed")
			}
		})
	}
}

// count returns the number of operations inside the module.
func count(m *ir.Operation) int {
	n := -1
	m.Walk(func(*ir.Operation) bool {
		n++
		return true
	})
	return n
}

// argumentSets is the number of calls of each function.
const argumentSets = 3

// compare runs every function that all three modules have, and returns the number of calls that had results to compare.
func compare(t *testing.T, p differential.Pair, input, ours, theirs *ir.Operation) (ran int) {
	t.Helper()
	for op := range input.Nested() {
		f, ok := fn.AsFunc(op)
		if !ok || f.IsDeclaration() || ir.LookupSymbol(ours, f.SymName()) == nil {
			continue
		}
		for set := range argumentSets {
			args, ok := arguments(f, p.Seed*argumentSets+uint64(set))
			if !ok {
				continue
			}
			want, err := call(input, f.SymName(), args)
			if err != nil {
				continue // the program has undefined behaviour or is too large to run
			}
			ran++
			for _, by := range []judged{{"our", ours, p.Ours}, {"mlir-opt's", theirs, p.Theirs}} {
				if ir.LookupSymbol(by.module, f.SymName()) == nil {
					continue
				}
				got, err := call(by.module, f.SymName(), args)
				d := difference(want, got, err)
				if d == "" {
					continue
				}
				report := t.Errorf
				if by.name != "our" || losesDigits(by) {
					report = t.Logf // a bug of mlir-opt
				}
				report("seed %d: @%s of %s output: %s\ninput:\n%s\noutput:\n%s", p.Seed, f.SymName(), by.name, d, p.Input, by.text)
				return ran
			}
		}
	}
	return ran
}

// judged is the result of a tool for a program.
type judged struct {
	name   string
	module *ir.Operation // the module as it reads from its text
	text   string
}

// losesDigits reports whether the text does not represent the printed module exactly: MLIR reads decimal numbers of
// every format through f64, which cannot represent every f80 and f128.
func losesDigits(by judged) bool {
	return strings.TrimSpace(string(text.Print(by.module, text.Options{}))) != by.text
}

// steps bounds the number of executed operations.
const steps = 200_000

func call(m *ir.Operation, name string, args []interp.Value) ([]interp.Value, error) {
	return interp.Call(interp.WithStepLimit(context.Background(), steps), m, name, args...)
}

// difference describes how results differ from the expected ones, as far as these are defined; "" if they do not.
func difference(want, got []interp.Value, err error) string {
	if err != nil {
		return err.Error()
	}
	for i, w := range want {
		for k := range w.Len() {
			switch {
			case w.IsPoison(k):
			case got[i].IsPoison(k):
				return fmt.Sprintf("element %d of result %d is poison, want %#x", k, i, w.Bits(k))
			case w.Bits(k).Cmp(got[i].Bits(k)) != 0 && !(w.IsNaN(k) && got[i].IsNaN(k)):
				return fmt.Sprintf("element %d of result %d is %#x, want %#x", k, i, got[i].Bits(k), w.Bits(k))
			}
		}
	}
	return ""
}

// arguments returns random arguments, edge cases among them.
func arguments(f fn.Func, seed uint64) (args []interp.Value, ok bool) {
	r := rand.New(rand.NewPCG(seed, 0x6a75646765))
	for _, t := range f.Type().Inputs {
		v, err := interp.NewValue(t, func(int) *big.Int { return randomBits(r, ir.ElementOrSelf(t)) })
		if err != nil {
			return nil, false
		}
		args = append(args, v)
	}
	return args, true
}

// randomBits returns the bits of a random element: small, extreme or arbitrary.
func randomBits(r *rand.Rand, t ir.Type) *big.Int {
	b := new(big.Int)
	if f, ok := t.(*ir.FloatType); ok && r.IntN(4) == 0 {
		special := f.Format.Zero(r.IntN(2) == 0)
		if r.IntN(2) == 0 {
			special = f.Format.Largest(r.IntN(2) == 0)
		}
		if r.IntN(3) == 0 && f.Format.HasNaN() {
			special = f.Format.NaN(false)
		}
		b.SetUint64(special.Hi)
		return b.Or(b.Lsh(b, 64), new(big.Int).SetUint64(special.Lo))
	}
	switch r.IntN(4) {
	case 0:
		return b.SetInt64(r.Int64N(9) - 4)
	case 1:
		b.Lsh(big.NewInt(1), uint(r.IntN(128)))
		return b.Sub(b, big.NewInt(r.Int64N(2)))
	}
	b.SetUint64(r.Uint64())
	return b.Or(b.Lsh(b, 64), new(big.Int).SetUint64(r.Uint64()))
}

func save(t *testing.T, pipeline string, p differential.Pair) {
	t.Helper()
	if *keep == "" {
		return
	}
	for suffix, data := range map[string]string{"input": string(p.Input), "ours": p.Ours, "theirs": p.Theirs} {
		path := filepath.Join(*keep, fmt.Sprintf("%s-%d.%s.mlir", pipeline, p.Seed, suffix))
		if err := errors.Join(os.MkdirAll(*keep, 0o755),
			os.WriteFile(path, []byte(strings.TrimSpace(data)+"\n"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}
