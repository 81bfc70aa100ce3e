package pass

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/girih-ir/girih/internal/spelling"
)

// Option describes an option of a pass or a pipeline, for --help.
type Option struct {
	Name, Help string
	// Type is the type as --help shows it, such as "int" or "string"; "" for a boolean.
	Type string
	// Values lists the allowed values; nil if the type allows every value.
	Values  []string
	List    bool
	Default any
}

// OptionsOf returns the options of a pass, in the order of their declaration.
func OptionsOf(p *Pass) []Option { return optionsOf(p.Options) }

func optionsOf(defaults func() any) (out []Option) {
	if defaults == nil {
		return nil
	}
	for _, f := range optionFields(defaults()) {
		t := f.value.Type()
		o := Option{Name: f.name, Help: f.tag.Get("help"), Values: f.values(), Default: f.value.Interface()}
		if t.Kind() == reflect.Slice {
			o.List, t = true, t.Elem()
		}
		o.Type = typeName(t)
		out = append(out, o)
	}
	return out
}

// typeName returns the name of an option's type as LLVM's tools print it.
func typeName(t reflect.Type) string {
	if t == reflect.TypeFor[time.Duration]() {
		return "duration"
	}
	switch t.Kind() {
	case reflect.Bool:
		return ""
	case reflect.Int, reflect.Int64:
		return "int"
	case reflect.Uint, reflect.Uint64:
		return "uint"
	case reflect.Float64:
		return "number"
	default:
		return t.Kind().String()
	}
}

// optionField is a field of an options struct that pipelines may set.
type optionField struct {
	name  string
	tag   reflect.StructTag
	value reflect.Value
}

func optionFields(options any) (out []optionField) {
	if options == nil {
		return nil
	}
	v := reflect.ValueOf(options).Elem()
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous {
			out = append(out, optionFields(v.Field(i).Addr().Interface())...)
		} else if name := f.Tag.Get("opt"); name != "" {
			out = append(out, optionField{name, f.Tag, v.Field(i)})
		}
	}
	return out
}

func (f *optionField) values() []string {
	if list := f.tag.Get("values"); list != "" {
		return strings.Split(list, ",")
	}
	return nil
}

// errNoOption is the error for an unknown option.
var errNoOption = errors.New("no such option")

// setOption sets the field of an options struct that is tagged with a name.
func setOption(options any, name, value string) error {
	fields := optionFields(options)
	var known []string
	for _, f := range fields {
		if f.name == name {
			if err := f.set(value); err != nil {
				return fmt.Errorf("option '%s': %w", name, err)
			}
			return nil
		}
		known = append(known, f.name)
	}
	if len(known) == 0 {
		return fmt.Errorf("%w '%s': there are none", errNoOption, name)
	}
	return fmt.Errorf("%w '%s'%s; there are %s", errNoOption, name, spelling.Suggestion(name, known),
		strings.Join(known, ", "))
}

// set gives the field a value from a pipeline's text.
func (f *optionField) set(value string) error {
	if f.value.Kind() != reflect.Slice {
		return setScalar(f.value, value, f.values())
	}
	out := reflect.MakeSlice(f.value.Type(), 0, 4)
	for _, element := range splitList(value) {
		e := reflect.New(f.value.Type().Elem()).Elem()
		if err := setScalar(e, element, f.values()); err != nil {
			return err
		}
		out = reflect.Append(out, e)
	}
	f.value.Set(out)
	return nil
}

// splitList splits a value at the commas that are not in braces, brackets or parentheses.
func splitList(value string) (out []string) {
	if strings.TrimSpace(value) == "" {
		return nil
	}
	depth, start := 0, 0
	for i := range len(value) {
		switch value[i] {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(value[start:i]))
				start = i + 1
			}
		}
	}
	return append(out, strings.TrimSpace(value[start:]))
}

// checkValue refuses a value that is not in a list; nil allows every value.
func checkValue(value string, values []string) error {
	if values != nil && !slices.Contains(values, value) {
		return fmt.Errorf("'%s' is none of %s%s", value, strings.Join(values, ", "), spelling.Suggestion(value, values))
	}
	return nil
}

func setScalar(f reflect.Value, value string, values []string) error {
	if err := checkValue(value, values); err != nil {
		return err
	}
	if f.Type() == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(value)
		if err != nil {
			return fmt.Errorf("'%s' is not a duration such as 1.5s", value)
		}
		f.SetInt(int64(d))
		return nil
	}
	switch f.Kind() {
	case reflect.Bool:
		b, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("'%s' is neither true nor false", value)
		}
		f.SetBool(b)
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(value, 0, f.Type().Bits())
		if err != nil {
			return fmt.Errorf("'%s' is not an integer of %d bits", value, f.Type().Bits())
		}
		f.SetInt(n)
	case reflect.Uint, reflect.Uint64:
		n, err := strconv.ParseUint(value, 0, f.Type().Bits())
		if err != nil {
			return fmt.Errorf("'%s' is not an unsigned integer of %d bits", value, f.Type().Bits())
		}
		f.SetUint(n)
	case reflect.Float64:
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return fmt.Errorf("'%s' is not a number", value)
		}
		f.SetFloat(x)
	case reflect.String:
		f.SetString(value)
	default:
		return fmt.Errorf("options of type %s cannot be set", f.Type())
	}
	return nil
}

// optionsText returns options as they are written in pipelines, with braces, sorted by name as mlir-opt prints them; ""
// if there are none. Empty lists are left out.
func optionsText(options any) string {
	fields := optionFields(options)
	slices.SortFunc(fields, func(a, b optionField) int { return cmp.Compare(a.name, b.name) })
	var parts []string
	for _, f := range fields {
		if f.value.Kind() == reflect.Slice && f.value.Len() == 0 {
			continue
		}
		parts = append(parts, f.name+"="+quoted(valueText(f.value)))
	}
	if len(parts) == 0 {
		return ""
	}
	return "{" + strings.Join(parts, " ") + "}"
}

func valueText(v reflect.Value) string {
	if v.Kind() != reflect.Slice {
		return fmt.Sprint(v.Interface())
	}
	var elements []string
	for i := range v.Len() {
		elements = append(elements, valueText(v.Index(i)))
	}
	return strings.Join(elements, ",")
}

// quoted returns a value in a form that is read as one value: in braces if it contains blanks, quotes or balanced
// braces, else in a kind of quotes that it does not contain.
func quoted(value string) string {
	switch {
	case !strings.ContainsAny(value, " \t\r\n{}'\""):
		return value
	case balanced(value):
		return "{" + value + "}"
	case strings.Contains(value, "'"):
		return `"` + value + `"`
	}
	return "'" + value + "'"
}

// balanced reports whether the braces in a text match.
func balanced(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0
}
