package importtorch

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// ranges are the operators whose bounds may be sizes of the run.
var ranges = map[string]bool{"aten.slice.Tensor": true, "aten.arange.default": true, "aten.arange.start": true,
	"aten.arange.start_step": true}

// indices is the type of the elements' numbers in a range.
const indices = "tensor<?xi64>"

// rangeArgs returns the arguments of a slice or an arange with a size as a bound; nil for other nodes.
func (i *importer) rangeArgs(n *node) map[string]json.RawMessage {
	if !ranges[n.Target] {
		return nil
	}
	schema, err := i.schema(n)
	if err != nil {
		return nil // call reports it
	}
	args, err := given(schema, n)
	if err != nil || !isNode(args["start"]) && !isNode(args["end"]) {
		return nil
	}
	return args
}

// rangeNode imports a slice or an arange with a size as a bound. Operators take sizes in lists only, so that a slice
// becomes the choice of the elements at start, start + step and so on.
func (i *importer) rangeNode(n *node, args map[string]json.RawMessage) error {
	types, err := i.typesOf(n.Meta)
	if err == nil && len(types) != 1 {
		err = errors.New("expected one tensor, but got a list")
	}
	if err != nil {
		return err
	}
	var call string
	if n.Target == "aten.slice.Tensor" {
		call, err = i.sliceOf(n, args)
	} else {
		elem := types[0][strings.LastIndexAny(types[0], "<x")+1 : len(types[0])-1]
		var at string
		at, err = i.integers(n, args, "")
		call = fmt.Sprintf("torch.aten._to_copy(%s, dtype = %s) : (%s)", at, elem, indices)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(&i.body, "  %%%s = %s -> (%s)", n.Name, call, types[0])
	i.endLine(n)
	i.values[n.Name] = value{[]string{"%" + n.Name}, types}
	return nil
}

// sliceOf returns the text of the call that chooses the elements of a slice.
func (i *importer) sliceOf(n *node, args map[string]json.RawMessage) (string, error) {
	dim := args["dim"]
	if dim == nil {
		dim = json.RawMessage("0")
	}
	x, d, err := i.dimension(args["self"], dim)
	if err != nil {
		return "", err
	}
	size := i.temporary(n, "prim.size %s dim %d : %s", x.names[0], d, x.types[0])
	at, err := i.integers(n, args, size)
	return fmt.Sprintf("torch.aten.index_select(%s, dim = %d, %s) : (%s, %s)", x.names[0], d, at, x.types[0], indices), err
}

// integers returns the integers from start up to end, in steps. They are indices of a dimension of the given size, to
// which bounds are clipped, unless size is "".
func (i *importer) integers(n *node, args map[string]json.RawMessage, size string) (string, error) {
	step := args["step"]
	if step == nil {
		step = json.RawMessage("1")
	}
	if !integer.Match(step) || step[0] == '-' || strings.Trim(string(step), "0") == "" {
		return "", fmt.Errorf("argument step of %s: expected a positive integer where a bound is a size, but got %s",
			n.Target, shown(step))
	}
	start, err := i.bound(n, args["start"], "start", size)
	if err != nil {
		return "", err
	}
	end := size
	if raw := args["end"]; raw != nil && string(raw) != "null" {
		if end, err = i.bound(n, raw, "end", size); err != nil {
			return "", err
		}
	}
	length := i.temporary(n, "arith.subi %s, %s : index", end, start)
	if size != "" { // a slice may end before its start
		length = i.temporary(n, "arith.maxsi %s, %s : index", length, i.constant(n, "0"))
	}
	length = i.temporary(n, "arith.ceildivsi %s, %s : index", length, i.constant(n, string(step)))
	// A tensor of one index takes a kernel of its own, so that a start that is known is an attribute instead.
	first, known := "0", true
	if raw := args["start"]; integer.Match(raw) && raw[0] != '-' {
		first = string(raw)
	} else {
		known = raw == nil || string(raw) == "null"
	}
	at := i.temporary(n, "prim.iota start %s step %s sizes(%s) : %s", first, step, length, indices)
	if known {
		return at, nil
	}
	first = i.temporary(n, "prim.index_tensor %s : tensor<i64>", start)
	return i.temporary(n, "torch.aten.add.Tensor(%s, %s) : (%s, tensor<i64>) -> (%s)", at, first, indices, indices), nil
}

// bound returns a bound of a range; an absent one is 0. In a dimension of a known size, negative bounds count from its
// end, and bounds outside of it are clipped.
func (i *importer) bound(n *node, raw json.RawMessage, name, size string) (v string, err error) {
	switch {
	case raw == nil || string(raw) == "null":
		return i.constant(n, "0"), nil
	case integer.Match(raw):
		v = i.constant(n, string(raw))
	default:
		if v, err = i.size(raw); err != nil {
			return "", fmt.Errorf("argument %s of %s: %w", name, n.Target, err)
		}
	}
	if size == "" {
		return v, nil
	}
	zero := i.constant(n, "0")
	if raw[0] == '-' {
		v = i.temporary(n, "arith.addi %s, %s : index", v, size)
	} else if isNode(raw) { // a difference of sizes may be negative: the size is added once, or not at all
		below := i.temporary(n, "arith.subi %s, %s : index", zero, v)
		below = i.temporary(n, "arith.maxsi %s, %s : index", below, zero)
		below = i.temporary(n, "arith.minsi %s, %s : index", below, i.constant(n, "1"))
		below = i.temporary(n, "arith.muli %s, %s : index", below, size)
		v = i.temporary(n, "arith.addi %s, %s : index", v, below)
	}
	v = i.temporary(n, "arith.maxsi %s, %s : index", v, zero)
	return i.temporary(n, "arith.minsi %s, %s : index", v, size), nil
}

// constant returns a number as a value of type index.
func (i *importer) constant(n *node, number string) string {
	return i.temporary(n, "arith.constant %s : index", number)
}

// temporary writes an operation for a node and returns its result, whose name no node has.
func (i *importer) temporary(n *node, format string, args ...any) string {
	name := fmt.Sprintf("%%%s.%d", n.Name, i.temporaries)
	i.temporaries++
	fmt.Fprintf(&i.body, "  %s = ", name)
	fmt.Fprintf(&i.body, format, args...)
	i.endLine(n)
	return name
}
