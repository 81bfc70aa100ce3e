package tune

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/ir"
	irtext "github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtt"
)

// Source is a kernel in all of its configurations.
type Source interface {
	Space() *Space
	// Module returns the kernel for a configuration, at any level.
	Module(c Configuration) (*girih.Module, error)
	// Hash returns a hash of everything that the code depends on, except the configuration.
	Hash() string
}

// Text is a kernel in the textual form of dialect tile that declares a space.
type Text struct {
	name, text string
	space      *Space
	settings   map[string]string
	convert    func(*ir.Operation) error // converts to tile operations; nil if the text has them already
}

// NewTriton reads the declarations of a text in Triton's IR. They are comments as in tile text, and usually declare
// only the number of warps.
func NewTriton(ctx *ir.Context, name, text string, settings map[string]string) (*Text, error) {
	t, err := NewText(ctx, name, text, settings)
	if err == nil {
		t.convert = importtt.Convert
	}
	return t, err
}

// NewText reads the declarations of a tile text. The given settings replace those of the text.
func NewText(ctx *ir.Context, name, text string, settings map[string]string) (*Text, error) {
	space, err := ParseSpace(ctx, name, text)
	if err != nil {
		return nil, err
	}
	t := &Text{name: name, text: text, space: space, settings: maps.Clone(space.Settings)}
	for key, value := range settings {
		if _, ok := t.settings[key]; !ok {
			return nil, fmt.Errorf("%s has no setting %q: it has %s", name, key,
				strings.Join(slices.Sorted(maps.Keys(t.settings)), ", "))
		}
		t.settings[key] = value
	}
	return t, nil
}

// Space returns the space that the comments declare.
func (t *Text) Space() *Space { return t.space }

// Filled returns the text for a configuration. Its line numbers are those of the source.
func (t *Text) Filled(c Configuration) (string, error) { return fill(t.text, c, t.settings) }

// Module returns the module of a configuration.
func (t *Text) Module(c Configuration) (*girih.Module, error) {
	text, err := t.Filled(c)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	if t.convert == nil {
		return girih.Parse(t.name, []byte(text))
	}
	op, err := irtext.Parse(girih.NewContext(), &ir.Source{Name: t.name, Text: []byte(text)}, irtext.ParseOptions{})
	if err == nil {
		err = t.convert(op)
	}
	if err != nil {
		return nil, err
	}
	return girih.FromOperation(op)
}

// Hash returns a hash of the text and the settings.
func (t *Text) Hash() string {
	h := sha256.New()
	fmt.Fprintln(h, t.text)
	for _, name := range slices.Sorted(maps.Keys(t.settings)) {
		fmt.Fprintln(h, name, t.settings[name])
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:6])
}

var placeholder = regexp.MustCompile(`\{(\w+)(?:([*/])(\w+))?\}`)

// fill replaces {NAME}, {NAME*NAME} and {NAME/NAME}, where a name may be a number. Other text in braces stays.
func fill(text string, c Configuration, settings map[string]string) (string, error) {
	var failed error
	number := func(name string) (int, bool) {
		if n, err := strconv.Atoi(name); err == nil {
			return n, true
		}
		n, ok := c[name]
		return n, ok
	}
	out := placeholder.ReplaceAllStringFunc(text, func(found string) string {
		m := placeholder.FindStringSubmatch(found)
		if value, ok := settings[m[1]]; ok && m[2] == "" {
			return value
		}
		n, ok := number(m[1])
		if m[2] == "" {
			if !ok {
				return found
			}
			return strconv.Itoa(n)
		}
		k, ok2 := number(m[3])
		switch {
		case !ok || !ok2:
			return found
		case m[2] == "*":
			return strconv.Itoa(n * k)
		case k == 0 || n%k != 0:
			failed = fmt.Errorf("%s is not an integer: %d / %d", found, n, k)
			return found
		}
		return strconv.Itoa(n / k)
	})
	return out, failed
}
