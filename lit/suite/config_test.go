package suite

import (
	"strings"
	"testing"
)

func FuzzConfig(f *testing.F) {
	for _, s := range []string{
		"name = 'x'\nsuffixes = ['.mlir']\n[environment]\nA = '${dir}'\n[[substitution]]\npattern = '%x'\nvalue = '$$'\n",
		"name = 'x'\nfeatures = ['a']\nrequires = 'a && ('\n", "name = 1", "name = 'x'\nunknown = 2", "timeout = -1", "[",
		"name = '${param:x:y}'",
		"name = 'x'\nexec-root = '${tmp}/a'\npath = ['b']\nretries = 3\nrecursive-expansion-limit = 2\n", "path = ['$']",
	} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, local bool) {
		file, err := decode(text)
		if err != nil {
			return
		}
		c := &Config{Features: map[string]bool{}, Env: map[string]string{}}
		settings := &Settings{Params: map[string]string{"x": "${dir}"}}
		if err := c.apply(file, "/dir", settings, local); err != nil {
			return
		}
		if !local && (c.Name != *file.Name || !strings.HasPrefix(c.execRoot, "/")) {
			t.Errorf("name %q, exec-root %q", c.Name, c.execRoot)
		}
		if c.Timeout < 0 || c.Retries < 0 || c.ExpansionLimit < -1 {
			t.Errorf("%+v", c)
		}
	})
}
