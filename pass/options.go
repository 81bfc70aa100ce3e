package pass

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Option describes an option of a pass, for --help.
type Option struct {
	Name, Help, Type string
	Default          any
}

// OptionsOf returns the options of a pass, in the order of their declaration.
func OptionsOf(p *Pass) []Option {
	if p.Options == nil {
		return nil
	}
	v := reflect.ValueOf(p.Options()).Elem()
	var out []Option
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if name := f.Tag.Get("opt"); name != "" {
			out = append(out, Option{name, f.Tag.Get("help"), f.Type.String(), v.Field(i).Interface()})
		}
	}
	return out
}

// setOption sets the field of an options struct that is tagged with a name.
func setOption(options any, name, value string) error {
	if options == nil {
		return fmt.Errorf("no such option '%s': the pass has none", name)
	}
	v := reflect.ValueOf(options).Elem()
	var known []string
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag.Get("opt")
		if tag == name {
			if err := setField(v.Field(i), value); err != nil {
				return fmt.Errorf("option '%s': %w", name, err)
			}
			return nil
		}
		if tag != "" {
			known = append(known, tag)
		}
	}
	return fmt.Errorf("no such option '%s'; there are %s", name, strings.Join(known, ", "))
}

func setField(f reflect.Value, value string) error {
	switch f.Kind() {
	case reflect.Bool:
		b, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("'%s' is neither true nor false", value)
		}
		f.SetBool(b)
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(value, 0, 64)
		if err != nil {
			return fmt.Errorf("'%s' is not an integer", value)
		}
		f.SetInt(n)
	case reflect.String:
		f.SetString(value)
	case reflect.Slice:
		out := reflect.MakeSlice(f.Type(), 0, 4)
		for _, part := range strings.Split(value, ",") {
			elem := reflect.New(f.Type().Elem()).Elem()
			if err := setField(elem, strings.TrimSpace(part)); err != nil {
				return err
			}
			out = reflect.Append(out, elem)
		}
		f.Set(out)
	default:
		return fmt.Errorf("options of type %s cannot be set", f.Type())
	}
	return nil
}
