package conformance

import (
	"context"
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/strict/broadcast"
	"github.com/girih-ir/girih/lowering/strict/promote"
	"github.com/girih-ir/girih/pass"
)

// operations are the operations of each class, in the syntax of dialect tile.
var operations = []struct {
	class string
	names []string
}{
	{"arithmetic", []string{"add", "mul", "min", "max"}},
	{"subtraction", []string{"sub"}},
	{"true-division", []string{"div"}},
	{"integer-division", []string{"floordiv", "truncdiv", "cdiv"}},
	{"remainder", []string{"mod", "rem"}},
	{"power", []string{"pow"}},
	{"bitwise", []string{"and", "or", "xor"}},
	{"shift", []string{"shl", "shr"}},
	{"comparison", []string{"cmp eq,", "cmp ne,", "cmp lt,", "cmp le,", "cmp gt,", "cmp ge,"}},
	{"selection", []string{"where"}},
}

// operand is a value of a program: a tensor, a scalar or a literal.
type operand struct {
	kind string // "tensor", "scalar" or "literal"
	name string // an abbreviation of an element type, or the name of a literal in tables
}

func (o operand) typ() string {
	switch o.kind {
	case "tensor":
		return "tensor<4x" + mlirNames[o.name] + ">"
	case "scalar":
		return mlirNames[o.name]
	}
	return "!tile.literal<" + kindOfLiteral(o.name) + ">"
}

func kindOfLiteral(s string) string {
	switch {
	case s == "true" || s == "false":
		return "bool"
	case strings.ContainsAny(s, ".ena"):
		return "float"
	}
	return "int"
}

// define returns the lines that define an operand as %name. Unless it is a literal, they use an argument %name_arg.
func (o operand) define(name string) string {
	switch o.kind {
	case "tensor":
		return fmt.Sprintf("    %%%s = tile.splat %%%[1]s_arg : %s -> %s\n", name, mlirNames[o.name], o.typ())
	case "scalar":
		return fmt.Sprintf("    %%%s = tile.cast %%%[1]s_arg : %s -> %[2]s\n", name, mlirNames[o.name])
	}
	return fmt.Sprintf("    %%%s = tile.literal %s\n", name, literalText(o.name))
}

// literalText returns a literal of a table in the syntax of tile.literal.
func literalText(s string) string {
	switch {
	case s == "inf":
		return "0x7FF0000000000000 : f64"
	case s == "-inf":
		return "0xFFF0000000000000 : f64"
	case s == "nan":
		return "0x7FF8000000000000 : f64"
	case kindOfLiteral(s) == "float":
		if i := strings.IndexByte(s, 'e'); i > 0 && !strings.Contains(s, ".") {
			return s[:i] + ".0" + s[i:]
		}
	case kindOfLiteral(s) == "int" && len(s) > 18:
		return s + " : i192"
	}
	return s
}

func (o operand) argument(name string) []string {
	if o.kind == "literal" {
		return nil
	}
	return []string{fmt.Sprintf("%%%s_arg: %s", name, mlirNames[o.name])}
}

// cell is one entry of a table, to be made into a program.
type cell struct {
	op   string // a key of operations
	l, r operand
	want string // the table's cell
}

// result returns the type that the operation has by the table.
func (c cell) result() string {
	elem, _, _ := strings.Cut(c.want, "@")
	switch {
	case strings.HasPrefix(c.op, "cmp"):
		elem = "i1"
	case elem == ".":
		elem = "i32" // any type
	default:
		elem = mlirNames[elem]
	}
	if c.l.kind == "tensor" || c.r.kind == "tensor" {
		return "tensor<4x" + elem + ">"
	}
	return elem
}

// kernel returns a kernel that executes the operation and uses its result.
func (c cell) kernel(name string) string {
	args := append(c.l.argument("l"), c.r.argument("r")...)
	condition, conditionType := "", ""
	if c.op == "where" {
		args = append(args, "%c: i1")
		condition, conditionType = "%c, ", "i1, "
	}
	return fmt.Sprintf("  tile.kernel @%s(%s) {\n%s%s    %%0 = tile.%s %s%%l, %%r : %s%s, %s -> %s\n"+
		"    \"test.use\"(%%0) : (%s) -> ()\n    tile.return\n  }\n",
		name, strings.Join(args, ", "), c.l.define("l"), c.r.define("r"), c.op, condition, conditionType, c.l.typ(),
		c.r.typ(),
		c.result(), c.result())
}

func (c cell) String() string {
	return fmt.Sprintf("%s of %s %s and %s %s", c.op, c.l.kind, c.l.name, c.r.kind, c.r.name)
}

func module(semantics, kernels string) string {
	return fmt.Sprintf("module attributes {tile.semantics = #tile.semantics<%s>} {\n%s}\n", semantics, kernels)
}

func newContext() *ir.Context {
	ctx := registry.NewContext()
	ctx.AllowUnregistered = true
	return ctx
}

// compile parses a module, verifies it, and makes promotion and broadcasting explicit.
func compile(ctx *ir.Context, source string) (*ir.Operation, error) {
	m, err := text.ParseString(ctx, source)
	if err != nil {
		return nil, err
	}
	if err := ir.Verify(m, nil); err != nil {
		return nil, err
	}
	p := pass.NewPipeline("builtin.module", promote.Pass, broadcast.Pass)
	return m, p.Run(context.Background(), m, pass.RunOptions{Verify: true})
}

// check compares a compiled kernel with the table: the types of the operation's operands and of its result, and the
// type in which the result is used.
func (c cell) check(kernel *ir.Operation) error {
	elem, computed, differ := strings.Cut(c.want, "@")
	if !differ {
		computed = elem
	}
	takes, gives, used := mlirNames[computed], mlirNames[computed], mlirNames[elem]
	if strings.HasPrefix(c.op, "cmp") {
		gives, used = "i1", "i1"
	}
	name, _, _ := strings.Cut(c.op, " ")
	found, uses := 0, 0
	var err error
	kernel.Walk(func(op *ir.Operation) bool {
		switch op.Name() {
		case "tile." + name:
			found++
			if got := ir.ElementOrSelf(op.Result(0).Type()).String(); got != gives {
				err = fmt.Errorf("it gives '%s', not '%s'", got, gives)
			}
			for i, v := range op.Operands() {
				if got := ir.ElementOrSelf(v.Type()).String(); got != takes && (name != "where" || i > 0) {
					err = fmt.Errorf("it takes '%s', not '%s'", got, takes)
				}
			}
		case "test.use":
			uses++
			if got := ir.ElementOrSelf(op.Operand(0).Type()).String(); got != used {
				err = fmt.Errorf("its result becomes '%s', not '%s'", got, used)
			}
		}
		return true
	})
	if err == nil && (found != 1 || uses != 1) {
		err = fmt.Errorf("%d operations and %d uses are left", found, uses)
	}
	return err
}
