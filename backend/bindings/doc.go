// Package bindings writes source code that launches compiled kernels: a Go package that uses backend/cuda ([GoPackage])
// and a C header for the CUDA driver API ([CHeader]). It reads only the manifest; other packages generate the code and
// the manifest.
package bindings

import (
	"errors"
	"fmt"
	"go/token"
	"strings"
	"unicode"

	"github.com/girih-ir/girih/backend/manifest"
)

// ErrName is wrapped by the error for a name that is invalid in the generated language.
var ErrName = errors.New("invalid name")

// words splits a name at every character that identifiers cannot have.
func words(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r == '_' || !isWordRune(r) })
}

func isWordRune(r rune) bool {
	return r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '_'
}

// camel returns a name in Go's style; exported names start with an upper-case letter.
func camel(name string, exported bool) string {
	var b strings.Builder
	for i, w := range words(name) {
		if i > 0 || exported {
			w = strings.ToUpper(w[:1]) + w[1:]
		} else {
			w = strings.ToLower(w[:1]) + w[1:]
		}
		b.WriteString(w)
	}
	out := b.String()
	if out == "" || unicode.IsDigit(rune(out[0])) {
		out = map[bool]string{true: "K", false: "k"}[exported] + out
	}
	return out
}

// snake returns a name that is valid in C.
func snake(name string) string {
	out := strings.Map(func(r rune) rune {
		if isWordRune(r) {
			return r
		}
		return '_'
	}, name)
	if out == "" || unicode.IsDigit(rune(out[0])) {
		out = "k_" + out
	}
	return out
}

// scope generates distinct names.
type scope map[string]bool

func newScope(reserved ...string) scope {
	s := make(scope)
	for _, name := range reserved {
		s[name] = true
	}
	return s
}

// unique returns a name that the scope has not returned yet, and that is not a keyword of Go or C.
func (s scope) unique(name string) string {
	for s[name] || token.IsKeyword(name) || cWords[name] {
		name += "_"
	}
	s[name] = true
	return name
}

// cWords are the keywords of C and C++ that might be names of parameters.
var cWords = newScope(strings.Fields(
	"auto break case char const continue default do double else enum extern float for goto if " +
		"inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void " +
		"volatile " +
		"while bool true false class delete new operator private public protected template this throw try catch using " +
		"namespace " +
		"typename virtual friend and or not xor explicit export mutable")...)

// gridDoc describes the grid of a kernel.
func gridDoc(k *manifest.Kernel) string {
	switch n := len(k.Grid.Axes); n {
	case 0:
		return "one program"
	default:
		axes := make([]string, n)
		for i, a := range k.Grid.Axes {
			axes[i] = "xyz"[a : a+1]
		}
		return "programs along " + strings.Join(axes, ", ")
	}
}

// describe describes the values that a parameter accepts.
func describe(p *manifest.Parameter) string {
	text := p.Kind + " of type " + p.Type
	switch p.Kind {
	case manifest.Array:
		text = fmt.Sprintf("array of %s, shape %s, strides %s", p.Type, extents(p.Sizes), extents(p.Strides))
	case manifest.Pointer:
		if text = "pointer"; p.Type != "" {
			text += " to " + p.Type
		}
	}
	if p.Divisor > 1 {
		unit := ""
		if p.Kind == manifest.Array || p.Kind == manifest.Pointer {
			unit = " bytes"
		}
		text += fmt.Sprintf(", a multiple of %d%s", p.Divisor, unit)
	}
	return text
}

func extents(list []int64) string {
	return strings.ReplaceAll(fmt.Sprint(list), "-1", "?")
}
