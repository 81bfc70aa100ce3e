package importtorch

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// importer writes the text of the function, which the dialect's own parser then reads and checks.
type importer struct {
	ctx        *ir.Context
	schemas    map[string]*torch.Schema
	parameters map[string]string // names of parameters in PyTorch, by the names of arguments
	values     map[string]value
	sizes      map[string]bool // nodes that are sizes, as values of type index
	arguments  []string
	body       strings.Builder
	calls      []*node // the nodes of the body's lines
	returned   bool
	// temporaries is the number of values that no node has.
	temporaries int
}

// value is the result of a node: one tensor, or a list of tensors.
type value struct {
	names, types []string
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (i *importer) node(n *node) error {
	switch {
	case i.returned:
		return errors.New("it comes after the output")
	case n.Op == "output":
		return i.output(n)
	case !identifier.MatchString(n.Name) || i.values[n.Name].names != nil || i.sizes[n.Name]:
		return errors.New("its name is not an identifier, or another node has it")
	case n.Op == "placeholder":
		return i.placeholder(n)
	case n.Op != "call_function":
		return fmt.Errorf("expected a placeholder, call_function or output, but got %q", n.Op)
	case n.Target == "<built-in function getitem>":
		return i.item(n)
	case n.Target == "aten._assert_async.msg" || n.Target == "aten._assert_async.default":
		return errors.New("the values of a tensor cannot be checked in a run: remove the assertion from the model, or its " +
			"node from the exported graph")
	case checks[n.Target]:
		return nil
	case n.Target == "aten.sym_size.int" || sizeOps[n.Target] != "":
		return i.sizeNode(n)
	}
	if args := i.rangeArgs(n); args != nil {
		return i.rangeNode(n, args)
	}
	return i.call(n)
}

func (i *importer) placeholder(n *node) error {
	types, err := i.typesOf(n.Meta)
	if err != nil {
		return err
	}
	if len(types) != 1 {
		return fmt.Errorf("an argument is one tensor, but got %.60s", n.Meta)
	}
	argument := "%" + n.Name + ": " + types[0]
	if name, ok := i.parameters[n.Name]; ok {
		argument += " {" + ParameterName + " = " + strconv.Quote(name) + "}"
	}
	i.arguments = append(i.arguments, argument)
	i.values[n.Name] = value{[]string{"%" + n.Name}, types}
	return nil
}

// item imports a getitem, which takes a tensor from a list. It needs no operation.
func (i *importer) item(n *node) error {
	if len(n.Args) != 2 {
		return errors.New("expected a list and a number")
	}
	list, err := i.reference(n.Args[0])
	if err != nil {
		return err
	}
	at, err := strconv.Atoi(string(n.Args[1]))
	if at < 0 {
		at += len(list.names)
	}
	if err != nil || at < 0 || at >= len(list.names) {
		return fmt.Errorf("expected an index below %d, the number of tensors, but got %s", len(list.names), n.Args[1])
	}
	i.values[n.Name] = value{list.names[at : at+1], list.types[at : at+1]}
	return nil
}

// reference returns the value of {"node": name}.
func (i *importer) reference(raw json.RawMessage) (value, error) {
	var r struct{ Node string }
	if err := json.Unmarshal(raw, &r); err != nil || r.Node == "" {
		return value{}, fmt.Errorf("expected a node, but got %s", shown(raw))
	}
	v, known := i.values[r.Node]
	if i.sizes[r.Node] {
		return v, fmt.Errorf("expected a tensor, but node %s is a size", r.Node)
	}
	if !known {
		return v, fmt.Errorf("there is no earlier node %s", r.Node)
	}
	return v, nil
}

func (i *importer) output(n *node) error {
	var list []json.RawMessage
	if len(n.Args) != 1 || json.Unmarshal(n.Args[0], &list) != nil {
		return fmt.Errorf("expected a list of tensors, but got %s; let the model return a tensor or a tuple of tensors",
			shown(n.Args...))
	}
	var names, types []string
	for k, raw := range list {
		if !isNode(raw) {
			return fmt.Errorf("result %d is %s: let the model return only tensors", k, shown(raw))
		}
		v, err := i.reference(raw)
		if err != nil {
			return err
		}
		names, types = append(names, v.names...), append(types, v.types...)
	}
	head := " -> (" + strings.Join(types, ", ") + ") {\n"
	body := i.body.String()
	i.body.Reset()
	i.body.WriteString(head + body + "  return " + strings.Join(names, ", ") + " : " + strings.Join(types, ", ") + "\n}\n")
	i.returned = true
	return nil
}

// call writes a call of an operator.
func (i *importer) call(n *node) error {
	types, err := i.typesOf(n.Meta)
	if err != nil {
		return err
	}
	n = numberLast(n)
	schema, err := i.schema(n)
	if err != nil {
		return err
	}
	arguments, err := given(schema, n)
	if err != nil {
		return err
	}
	var place, named, operands []string
	for _, p := range schema.Params {
		raw, ok := arguments[p.Name]
		if !ok || string(raw) == "null" { // None is the value of an argument that is absent
			continue
		}
		text, of, err := i.argument(p, raw)
		if size, e := i.size(raw); e == nil && p.Type == torch.TensorParam { // a number of the run, as in x / x.shape[0]
			text, of, err = i.temporary(n, "prim.index_tensor %s : tensor<i64>", size), []string{"tensor<i64>"}, nil
		}
		if err != nil {
			return fmt.Errorf("argument %s of %s: %w", p.Name, n.Target, err)
		}
		if operands = append(operands, of...); p.Type <= torch.OperandParam && !p.Optional {
			place = append(place, text)
		} else {
			named = append(named, p.Name+" = "+text)
		}
	}
	v := value{types: types}
	count := ""
	for k := range types {
		if len(types) > 1 {
			count = ":" + strconv.Itoa(len(types))
			v.names = append(v.names, fmt.Sprintf("%%%s#%d", n.Name, k))
		} else {
			v.names = append(v.names, "%"+n.Name)
		}
	}
	fmt.Fprintf(&i.body, "  %%%s%s = torch.aten.%s(%s) : (%s) -> (%s)", n.Name, count, schema.Name,
		strings.Join(append(place, named...), ", "), strings.Join(operands, ", "), strings.Join(types, ", "))
	i.endLine(n)
	i.values[n.Name] = v
	return nil
}

// endLine ends a line of the body with the place of the node that it comes from.
func (i *importer) endLine(n *node) {
	if file, line, ok := n.file(); ok {
		fmt.Fprintf(&i.body, " loc(%s:%s:0)", strconv.Quote(file), line)
	}
	i.body.WriteByte('\n')
	i.calls = append(i.calls, n)
}

// reversed maps operators of two tensors to those that compute the same with a number as the other operand.
var reversed = map[string]string{"aten.add.Tensor": "aten.add.Scalar", "aten.mul.Tensor": "aten.mul.Scalar",
	"aten.sub.Tensor": "aten.rsub.Scalar"}

// numberLast returns a call whose first operand is a number, such as 1 - x, as one whose second operand is. It returns
// other nodes as they are.
func numberLast(n *node) *node {
	if len(n.Args) != 2 || len(n.Kwargs) > 0 || !isNumber(n.Args[0]) || !isNode(n.Args[1]) || reversed[n.Target] == "" {
		return n
	}
	swapped := *n
	swapped.Target, swapped.Args = reversed[n.Target], []json.RawMessage{n.Args[1], n.Args[0]}
	return &swapped
}

// counts are operators whose results have as many elements as others have some property.
var counts = map[string]bool{"nonzero": true, "where": true, "masked_select": true, "argwhere": true,
	"nonzero_numpy": true, "_unique2": true, "unique_dim": true, "unique_consecutive": true}

// schema returns the schema of the operator that a node calls. If an overload for tensors has a number as its second
// argument, schema returns the overload for scalars. Sizes are tensors, so that it is the other way round for them.
func (i *importer) schema(n *node) (*torch.Schema, error) {
	name, ok := strings.CutPrefix(n.Target, "aten.")
	if !ok {
		return nil, fmt.Errorf("expected an operator of aten, but got %q", n.Target)
	}
	name = strings.TrimSuffix(name, ".default")
	if base, overload, ok := strings.Cut(name, ".Tensor"); ok && len(n.Args) > 1 && !isNode(n.Args[1]) {
		if s := i.schemas[base+".Scalar"+overload]; s != nil {
			return s, nil
		}
	}
	if base, ok := strings.CutSuffix(name, ".Scalar"); ok && len(n.Args) > 1 {
		if _, err := i.size(n.Args[1]); err == nil {
			name = base + ".Tensor"
		}
	}
	if s := i.schemas[name]; s != nil {
		return s, nil
	}
	if counts[name] {
		return nil, fmt.Errorf("%s gives a shape that depends on a tensor's elements, which no program here has: use a mask "+
			"with where, masked_fill or masked_scatter", n.Target)
	}
	return nil, fmt.Errorf("the dialect torch has no operator %q: export with --decomposed, so that PyTorch replaces it, "+
		"or add its schema and a reference, as docs/primitives.md says", name)
}

// isNone reports whether a result is Python's None.
func isNone(raw json.RawMessage) bool {
	var m struct{ Scalar string }
	return string(raw) == "null" || json.Unmarshal(raw, &m) == nil && m.Scalar == "None"
}

// typesOf returns the types of a node's results. A result may be None, such as a gradient that is not needed. It
// becomes a tensor without elements, with the element type of another result.
func (i *importer) typesOf(raw json.RawMessage) (types []string, err error) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && list != nil {
		none := ""
		for _, r := range list {
			if isNone(r) {
				types = append(types, "")
				continue
			}
			of, err := i.typesOf(r)
			if err != nil {
				return nil, err
			}
			types, none = append(types, of...), "tensor<0x"+of[0][strings.LastIndexAny(of[0], "<x")+1:]
		}
		for k, t := range types {
			if t == "" && none == "" {
				return nil, errors.New("all of its results are None")
			} else if t == "" {
				types[k] = none
			}
		}
		return types, nil
	}
	var m tensorMeta
	if err := json.Unmarshal(raw, &m); err != nil || m.Dtype == "" {
		return nil, fmt.Errorf("expected the dtype and shape of a tensor, but got %s", shown(raw))
	}
	if t, err := text.ParseType(i.ctx, m.Dtype); err != nil || prim.DtypeOf(t) == 0 {
		return nil, fmt.Errorf("dtype %q is unknown: expected one such as f32, bf16, i64 or complex<f32>", m.Dtype)
	}
	out := "tensor<"
	for _, d := range m.Shape {
		n, fixed := d.(float64)
		if name, ok := d.(string); ok && integer.MatchString(name) { // a dynamic size that torch.export has fixed
			n, err = strconv.ParseFloat(name, 64)
			fixed = true
		}
		switch {
		case err != nil:
			return nil, err
		case !fixed:
			out += "?x"
		case n < 0 || n != math.Trunc(n) || n > math.MaxInt32:
			return nil, fmt.Errorf("a size is from 0 to %d, but got %s", math.MaxInt32, strconv.FormatFloat(n, 'f', -1, 64))
		default:
			out += strconv.Itoa(int(n)) + "x"
		}
	}
	return []string{out + m.Dtype + ">"}, nil
}
