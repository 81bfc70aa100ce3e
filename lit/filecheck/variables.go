package filecheck

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// numericVariable is a numeric variable. Its value is stored in a run.
type numericVariable struct {
	name    string
	number  int
	form    format // of expressions that use it and have no format
	line    int    // of its first definition, or 0
	initial *big.Int
}

// declarations are the variables that a check file and its options define.
type declarations struct {
	strings map[string]bool
	numbers map[string]*numericVariable
	order   []*numericVariable // by number
	initial map[string][]byte  // values of string variables from the options
	line    *numericVariable   // @LINE
}

func newDeclarations() *declarations {
	return &declarations{strings: map[string]bool{}, numbers: map[string]*numericVariable{}, initial: map[string][]byte{}}
}

// numeric returns the numeric variable of a name; a new one gets the format.
func (d *declarations) numeric(name string, form format) *numericVariable {
	v := d.numbers[name]
	if v == nil {
		v = &numericVariable{name: name, number: len(d.order), form: form}
		d.numbers[name] = v
		d.order = append(d.order, v)
	}
	return v
}

// defineAll defines the variables of the options. It reports all errors in them.
func (d *declarations) defineAll(defines []string) error {
	source := &Source{Name: "Global defines"}
	var places []Range
	for i, define := range defines {
		equal := strings.IndexByte(define, '=')
		if equal <= 0 {
			missing := "variable name"
			if equal < 0 {
				missing = "equal sign"
			}
			return &Diagnostic{Severity: Bare, Message: fmt.Sprintf("Missing %s in command-line definition '-D%s'", missing,
				define)}
		}
		line := fmt.Sprintf("Global define #%d: ", i+1)
		end := "\n"
		if define[0] == '#' {
			line += define + " (parsed as: [["
			define = define[:equal] + ":" + define[equal+1:]
			end = "]])\n"
		}
		start := len(source.Text) + len(line)
		places = append(places, Range{source, start, start + len(define)})
		source.Text = append(source.Text, line+define+end...)
	}
	var errs []error
	for _, at := range places {
		if at.eat("#") {
			errs = append(errs, d.defineNumber(at))
		} else {
			errs = append(errs, d.defineString(at))
		}
	}
	return errors.Join(errs...)
}

func (d *declarations) defineNumber(at Range) error {
	block, err := parseNumberBlock(at, false, 0, d)
	if err != nil {
		return err
	}
	if block.value == nil || block.defines == nil {
		return at.error("missing value in global definition")
	}
	value, err := block.value.eval(func(v *numericVariable) *big.Int { return v.initial })
	if err != nil {
		return err
	}
	block.defines.initial = value
	return nil
}

func (d *declarations) defineString(at Range) error {
	equal := at.index("=")
	whole, value := at.first(equal), at.from(equal+1)
	rest := whole
	v, err := parseVariable(&rest)
	if err != nil {
		return err
	}
	if v.pseudo || !rest.empty() {
		return whole.error("invalid name in string variable definition '", whole.String(), "'")
	}
	name := v.name.String()
	if d.numbers[name] != nil {
		return v.name.error("numeric variable with name '", name, "' already exists")
	}
	if _, ok := d.initial[name]; !ok {
		d.initial[name] = value.bytes()
	}
	d.strings[name] = true
	return nil
}

// variableName is the name of a variable. The name of a pseudo variable starts with @.
type variableName struct {
	name   Range
	pseudo bool
}

// parseVariable reads a name from the start of text.
func parseVariable(text *Range) (variableName, error) {
	s := text.bytes()
	if len(s) == 0 {
		return variableName{}, text.error("empty variable name")
	}
	v := variableName{pseudo: s[0] == '@'}
	n := 0
	if v.pseudo || s[0] == '$' {
		n = 1
	}
	if n == len(s) {
		kind := "global"
		if v.pseudo {
			kind = "pseudo"
		}
		return v, text.from(n).error("empty ", kind, " variable name")
	}
	if s[n] != '_' && !isAlpha(s[n]) {
		return v, text.error("invalid variable name")
	}
	for n < len(s) && (s[n] == '_' || isAlnum(s[n])) {
		n++
	}
	v.name = text.first(n)
	*text = text.from(n)
	return v, nil
}
