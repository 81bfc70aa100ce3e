package importtorch

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// sizeOps maps arithmetic of sizes to operations. Differences of sizes may be negative, and quotients are rounded down.
var sizeOps = map[string]string{
	"<built-in function add>": "arith.addi", "<built-in function sub>": "arith.subi",
	"<built-in function mul>": "arith.muli", "<built-in function floordiv>": "arith.floordivsi",
}

// checks are functions that only check what torch.export assumed of sizes and types. No tensor depends on them, and the
// executors check the sizes that operators need.
var checks = map[string]bool{
	"aten._assert_tensor_metadata.default": true, "aten._assert_scalar.default": true,
	"aten.sym_constrain_range.default": true, "aten.sym_constrain_range_for_size.default": true,
	"<built-in function ge>": true, "<built-in function gt>": true, "<built-in function le>": true,
	"<built-in function lt>": true, "<built-in function eq>": true, "<built-in function ne>": true,
}

// dimensions matches a tensor type up to its element type.
var dimensions = regexp.MustCompile(`^tensor<([0-9?]+x)*`)

// sizeNode imports a node whose result is a size of a tensor, or is computed from sizes.
func (i *importer) sizeNode(n *node) error {
	const operands = 2
	if len(n.Args) != operands {
		return fmt.Errorf("%s has %d arguments, not %d", n.Target, len(n.Args), operands)
	}
	if op := sizeOps[n.Target]; op != "" {
		x, err := i.sizeOrNumber(n, 0)
		if err != nil {
			return err
		}
		y, err := i.sizeOrNumber(n, 1)
		if err != nil {
			return err
		}
		fmt.Fprintf(&i.body, "  %%%s = %s %s, %s : index", n.Name, op, x, y)
	} else {
		of, dim, err := i.dimension(n.Args[0], n.Args[1])
		if err != nil {
			return err
		}
		fmt.Fprintf(&i.body, "  %%%s = prim.size %s dim %d : %s", n.Name, of.names[0], dim, of.types[0])
	}
	i.sizes[n.Name] = true
	i.endLine(n)
	return nil
}

// sizeOrNumber returns the value of an argument that is a size or a number.
func (i *importer) sizeOrNumber(n *node, at int) (string, error) {
	if raw := n.Args[at]; !integer.Match(raw) {
		return i.size(raw)
	}
	return i.constant(n, string(n.Args[at])), nil
}

// dimension returns a tensor and the number of one of its dimensions.
func (i *importer) dimension(tensor, number json.RawMessage) (x value, dim int, err error) {
	if x, err = i.reference(tensor); err != nil {
		return x, 0, err
	}
	if len(x.types) != 1 {
		return x, 0, fmt.Errorf("expected a tensor, but %s is a list of %d tensors", shown(tensor), len(x.types))
	}
	dim, err = strconv.Atoi(string(number))
	rank := strings.Count(dimensions.FindString(x.types[0]), "x")
	if dim < 0 {
		dim += rank
	}
	if err != nil || dim < 0 || dim >= rank {
		return x, 0, fmt.Errorf("expected a dimension below %d, but got %s", rank, shown(number))
	}
	return x, dim, nil
}

// size returns the value of {"node": name} for a node that is a size.
func (i *importer) size(raw json.RawMessage) (string, error) {
	var r struct{ Node string }
	if err := json.Unmarshal(raw, &r); err != nil || !i.sizes[r.Node] {
		return "", errors.New("expected an integer or a size, but got " + shown(raw))
	}
	return "%" + r.Node, nil
}
