package importtorch

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/dialects/torch"
)

// immaterial has arguments that do not affect results: they say where and how tensors are stored.
var immaterial = map[string]bool{"device": true, "pin_memory": true, "layout": true, "memory_format": true}

// given returns the arguments of a call by name. It drops immaterial keyword arguments.
func given(schema *torch.Schema, n *node) (map[string]json.RawMessage, error) {
	out := make(map[string]json.RawMessage)
	for k, raw := range n.Args {
		if k >= len(schema.Params) {
			return nil, fmt.Errorf("%s has %d arguments, but the dialect's has %d", n.Target, len(n.Args), len(schema.Params))
		}
		out[schema.Params[k].Name] = raw
	}
	for name, raw := range n.Kwargs {
		known := false
		for _, p := range schema.Params {
			known = known || p.Name == name
		}
		switch {
		case immaterial[name]:
		case !known:
			return nil, fmt.Errorf("%s has no argument %s in the dialect", n.Target, name)
		default:
			out[name] = raw
		}
	}
	return out, nil
}

// argument returns the text of an argument in dialect torch, and the types of its tensors.
func (i *importer) argument(p torch.Param, raw json.RawMessage) (text string, types []string, err error) {
	if string(raw) == "null" {
		return "none", nil, nil
	}
	if k, ok := kinds[p.Type]; ok && !k.is(raw) {
		return "", nil, fmt.Errorf("expected %s, but got %s", k.name, shown(raw))
	}
	switch raw[0] {
	case '[':
		return i.list(p, raw)
	case '{':
	default:
		return scalar(raw)
	}
	var special struct{ Torch, Float string }
	if err := json.Unmarshal(raw, &special); err == nil && special.Float != "" {
		return special.Float, nil, nil
	}
	if dtype, ok := dtypes[special.Torch]; ok {
		return dtype, nil, nil
	} else if special.Torch != "" && p.Type == torch.StringParam { // a device, layout or memory format
		return strconv.Quote(special.Torch), nil, nil
	} else if special.Torch != "" {
		return "", nil, fmt.Errorf("%s is unknown: expected an element type such as torch.float32", special.Torch)
	}
	v, err := i.reference(raw)
	if err != nil {
		return "", nil, err
	}
	return strings.Join(v.names, ", "), v.types, nil
}

// list returns the text of a list, and the types of its tensors and sizes.
func (i *importer) list(p torch.Param, raw json.RawMessage) (text string, types []string, err error) {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return "", nil, err
	}
	var parts []string
	for _, r := range list {
		var part string
		var of []string
		switch {
		case p.Type == torch.StringParam:
			part, of, err = scalar(r)
		case p.Type == torch.IntsParam && isNode(r):
			part, err = i.size(r)
			of = []string{"index"}
		case p.Type == torch.IntsParam:
			part, of, err = i.argument(torch.Param{Type: torch.IntParam}, r)
		default:
			part, of, err = i.argument(torch.Param{Type: torch.TensorParam}, r)
		}
		if err != nil {
			return "", nil, err
		}
		parts, types = append(parts, part), append(types, of...)
	}
	text = "[" + strings.Join(parts, ", ") + "]"
	if p.Type == torch.StringParam { // a mask
		text = strconv.Quote(text)
	}
	return text, types, nil
}

// kinds says what arguments of a type are, and checks whether one is. Other types are checked when the text is parsed.
var kinds = map[torch.ParamType]struct {
	name string
	is   func(raw json.RawMessage) bool
}{
	torch.TensorParam:  {"a tensor", isNode},
	torch.TensorsParam: {"a list of tensors", isList},
	torch.OperandParam: {"a tensor or a number", func(raw json.RawMessage) bool { return isNode(raw) || isNumber(raw) }},
	torch.NumberParam:  {"a number", isNumber},
	torch.FloatParam:   {"a number", isNumber},
	torch.IntParam:     {"an integer", func(raw json.RawMessage) bool { return integer.Match(raw) }},
	torch.IntsParam:    {"a list of integers, such as [1]", isList},
	torch.BoolParam:    {"true or false", isBool},
	torch.DtypeParam: {"an element type such as torch.float32", func(raw json.RawMessage) bool {
		return raw[0] == '{' && !isNode(raw)
	}},
}

var integer = regexp.MustCompile(`^-?[0-9]+$`)

func isList(raw json.RawMessage) bool { return raw[0] == '[' }

func isBool(raw json.RawMessage) bool { return string(raw) == "true" || string(raw) == "false" }

// isNumber reports whether an argument is a number, which a bool is, too. {"float": "inf"} is one.
func isNumber(raw json.RawMessage) bool {
	var special struct{ Float string }
	return isBool(raw) || raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9' ||
		json.Unmarshal(raw, &special) == nil && special.Float != ""
}

// isNode reports whether an argument is the result of a node.
func isNode(raw json.RawMessage) bool {
	var r struct{ Node string }
	return json.Unmarshal(raw, &r) == nil && r.Node != ""
}

// shown returns the text of a part of the graph for a message.
func shown(parts ...json.RawMessage) string {
	if len(parts) == 0 || len(parts[0]) == 0 {
		return "nothing"
	}
	var r struct{ Node string }
	if json.Unmarshal(parts[0], &r) == nil && r.Node != "" {
		return "node " + r.Node
	}
	return fmt.Sprintf("%.60s", parts[0])
}

// dtypes maps the names of element types in PyTorch to types.
var dtypes = map[string]string{"torch.float32": "f32", "torch.float16": "f16", "torch.bfloat16": "bf16",
	"torch.float64": "f64", "torch.int64": "i64", "torch.int32": "i32", "torch.int16": "i16", "torch.int8": "i8",
	"torch.uint8": "ui8", "torch.bool": "i1"}

// scalar returns the text of a number, bool or string. Floats have a decimal point.
func scalar(raw json.RawMessage) (string, []string, error) {
	content := string(raw)
	if content[0] == '"' || content == "true" || content == "false" {
		return content, nil, nil
	}
	v, err := strconv.ParseFloat(content, 64)
	if err != nil || math.IsInf(v, 0) {
		return "", nil, fmt.Errorf("%s is not a valid argument", raw)
	}
	if strings.ContainsAny(content, ".eE") {
		if content = strconv.FormatFloat(v, 'f', -1, 64); !strings.Contains(content, ".") {
			content += ".0"
		}
	}
	return content, nil, nil
}
