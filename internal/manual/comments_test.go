package manual_test

import (
	"maps"
	"testing"
	"testing/fstest"
)

func TestCommentsOfConstantsAreAboutTheNamesThatTheyBeginWith(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		want   map[string]string
	}{
		"one": {"// Before is a list of kernels.\nconst Before = \"tile.before\"",
			map[string]string{"tile.before": "A list of kernels."}},
		"two with one comment": {"const (\n// Before and After are lists of kernels.\n" +
			"Before = \"tile.before\"\nAfter = \"tile.after\"\n)",
			map[string]string{"tile.before": "Lists of kernels.", "tile.after": "Lists of kernels."}},
		"two in one spec": {"// Before and After are lists of kernels.\n" +
			"const Before, After = \"tile.before\", \"tile.after\"",
			map[string]string{"tile.before": "Lists of kernels.", "tile.after": "Lists of kernels."}},
		"three above the group": {"// A, B, and C name attributes.\nconst (\nA = \"a\"\nB = \"b\"\nC = \"c\"\n)",
			map[string]string{"a": "Name attributes.", "b": "Name attributes.", "c": "Name attributes."}},
		"one that the comment does not name": {"const (\n// Before is a list.\nBefore = \"tile.before\"\n" +
			"Other = \"other\"\n)", map[string]string{"tile.before": "A list."}},
		"a group's title": {"// Attributes of a kernel.\nconst (\nA = \"a\"\n)", map[string]string{}},
		"another verb": {"// A has B and C as values.\nconst A = \"a\"",
			map[string]string{"a": "Has B and C as values."}},
		"no string": {"// A is a number.\nconst A = 1", map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			source := fstest.MapFS{"d.go": {Data: []byte("package d\n\n" + c.source + "\n")}}
			got, err := readComments(source)
			if err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(got.Attrs, c.want) {
				t.Errorf("got %q, want %q", got.Attrs, c.want)
			}
		})
	}
}
