package callgraph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass/analysis/callgraph"
)

func TestCalleesComeBeforeCallers(t *testing.T) {
	for _, tt := range []struct{ name, source, want string }{
		{"chain", `
func.func @a() { call @b() : () -> () return }
func.func @b() { call @c() : () -> () return }
func.func @c() { return }`, "c; b; a"},
		{"functions that call each other", `
func.func @main() { call @even() : () -> () return }
func.func @even() { call @odd() : () -> () return }
func.func @odd() { call @even() : () -> () call @leaf() : () -> () return }
func.func @leaf() { return }`, "leaf; odd even; main"},
		{"a function that calls itself", "func.func @f() { call @f() : () -> () return }", "f"},
		{"declarations are no nodes", `
func.func private @extern()
func.func @f() { call @extern() : () -> () return }`, "f"},
		{"functions inside belong to the one around", `
func.func @outer() {
  "t.op"() ({
    builtin.module {
      func.func @inner() { call @innermost() : () -> () return }
      func.func @innermost() { return }
    }
  }) : () -> ()
  return
}`, "innermost; inner; outer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var components []string
			for _, c := range callgraph.New(irtest.Parse(t, tt.source)).BottomUp() {
				var names []string
				for _, n := range c {
					names = append(names, ir.SymbolNameOf(n.Op))
				}
				components = append(components, strings.Join(names, " "))
			}
			if got := strings.Join(components, "; "); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

func TestUnknownCalleesAreNoted(t *testing.T) {
	g := callgraph.New(irtest.Parse(t, `
func.func private @extern()
func.func @known() { call @leaf() : () -> () call @leaf() : () -> () return }
func.func @leaf() { return }
func.func @declared() { call @extern() : () -> () return }
func.func @value(%f: () -> ()) { call_indirect %f() : () -> () return }`))
	for _, tt := range []struct {
		name    string
		callees int
		unknown bool
	}{{"known", 1, false}, {"leaf", 0, false}, {"declared", 0, true}, {"value", 0, true}} {
		for _, n := range g.Nodes {
			if ir.SymbolNameOf(n.Op) != tt.name {
				continue
			}
			if len(n.Callees) != tt.callees || n.CallsUnknown != tt.unknown {
				t.Errorf("@%s calls %d functions, unknown ones %t", tt.name, len(n.Callees), n.CallsUnknown)
			}
			if g.Node(n.Region) != n || g.Around(n.Region) != n {
				t.Errorf("@%s is not found by its region", tt.name)
			}
		}
	}
}

// Chains of calls may be longer than any stack.
func TestLongChains(t *testing.T) {
	const n = 20000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func.func @f%d() { call @f%d() : () -> () return }\n", i, i+1)
	}
	fmt.Fprintf(&b, "func.func @f%d() { return }\n", n)
	components := callgraph.New(irtest.Parse(t, b.String())).BottomUp()
	if len(components) != n+1 || ir.SymbolNameOf(components[n][0].Op) != "f0" {
		t.Errorf("%d components", len(components))
	}
}

func ExampleGraph_BottomUp() {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect)
	m, err := text.ParseString(ctx, `func.func @main() {
  call @helper() : () -> ()
  return
}
func.func private @helper() {
  return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, component := range callgraph.New(m).BottomUp() {
		for _, n := range component {
			fmt.Println(ir.SymbolNameOf(n.Op))
		}
	}
	// Output:
	// helper
	// main
}
