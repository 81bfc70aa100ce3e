package suite

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/girih-ir/girih/internal/lit/boolexpr"
	"github.com/girih-ir/girih/internal/lit/script"
)

// The names of the configuration files.
const (
	configName      = "lit.toml"
	localConfigName = "lit.local.toml"
)

// Substitution is a pattern to replace in RUN lines, with its value.
type Substitution = script.Substitution

// Config is the configuration of the tests of a directory.
type Config struct {
	Name            string
	Suffixes        []string
	Excludes        []string
	Features        map[string]bool
	LimitToFeatures []string
	Unsupported     bool
	Standalone      bool
	PipeFail        bool
	Retries         int
	// RetriesSet means that Retries was configured, perhaps as 0.
	RetriesSet bool
	// ExpansionLimit is how often substitutions are applied again. It is -1 if they are applied only once.
	ExpansionLimit int
	Timeout        time.Duration // 0 for none
	Env            map[string]string
	Substitutions  []Substitution

	sourceRoot, execRoot string
	requires             string
}

// Settings are the caller's additions to the configuration files.
type Settings struct {
	Params map[string]string // for ${param:NAME}
	Path   []string          // directories in front of PATH
	// ExecRoot replaces the exec-root of every suite, if it is set. The tests of a suite write to a directory below it
	// that has the suite's name.
	ExecRoot string
	// Features are added to the features of every suite.
	Features []string
}

// file is the contents of a configuration file.
type file struct {
	Name            *string           `toml:"name"`
	Suffixes        []string          `toml:"suffixes"`
	Excludes        []string          `toml:"excludes"`
	ExecRoot        *string           `toml:"exec-root"`
	Features        []string          `toml:"features"`
	RemoveFeatures  []string          `toml:"remove-features"`
	Requires        *string           `toml:"requires"`
	LimitToFeatures []string          `toml:"limit-to-features"`
	Unsupported     *bool             `toml:"unsupported"`
	Timeout         *int              `toml:"timeout"`
	Retries         *int              `toml:"retries"`
	PipeFail        *bool             `toml:"pipefail"`
	ExpansionLimit  *int              `toml:"recursive-expansion-limit"`
	Standalone      *bool             `toml:"standalone"`
	Path            []string          `toml:"path"`
	PassEnvironment []string          `toml:"pass-environment"`
	Environment     map[string]string `toml:"environment"`
	FeaturePrograms map[string]string `toml:"feature-programs"`
	Substitution    []struct {
		Pattern string `toml:"pattern"`
		Value   string `toml:"value"`
	} `toml:"substitution"`
}

// decode reads the text of a configuration file. Unknown keys are errors.
func decode(text string) (*file, error) {
	f := &file{}
	meta, err := toml.Decode(text, f)
	if err != nil {
		return nil, located(err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("unknown key %s", unknown[0])
	}
	for name, n := range map[string]*int{"timeout": f.Timeout, "retries": f.Retries,
		"recursive-expansion-limit": f.ExpansionLimit} {
		if n != nil && *n < 0 {
			return nil, fmt.Errorf("%s must not be negative", name)
		}
	}
	return f, nil
}

// located puts the line number before a message.
func located(err error) error {
	var p toml.ParseError
	if errors.As(err, &p) {
		return fmt.Errorf("%d: %w", p.Position.Line, err)
	}
	return err
}

// load reads a configuration file and applies it. Errors name the file.
func (c *Config) load(path string, s *Settings, local bool) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f, err := decode(string(data))
	if err == nil {
		err = c.apply(f, filepath.Dir(path), s, local)
	}
	if err != nil {
		return fmt.Errorf("%s:%w", path, pad(err))
	}
	return nil
}

// pad puts a blank before a message without a line number.
func pad(err error) error {
	if m := err.Error(); m != "" && m[0] >= '0' && m[0] <= '9' {
		return err
	}
	return fmt.Errorf(" %w", err)
}

// apply changes the configuration according to a file in dir.
func (c *Config) apply(f *file, dir string, s *Settings, local bool) error {
	e := &expansion{dir: dir, config: c, settings: s}
	if err := c.identity(f, e, local); err != nil {
		return err
	}
	set(&c.Unsupported, f.Unsupported)
	set(&c.PipeFail, f.PipeFail)
	set(&c.Standalone, f.Standalone)
	set(&c.Retries, f.Retries)
	c.RetriesSet = c.RetriesSet || f.Retries != nil
	set(&c.ExpansionLimit, f.ExpansionLimit)
	replace(&c.Suffixes, f.Suffixes)
	replace(&c.Excludes, f.Excludes)
	replace(&c.LimitToFeatures, f.LimitToFeatures)
	for _, name := range f.PassEnvironment {
		if v, ok := os.LookupEnv(name); ok {
			c.Env[name] = v
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Environment)) {
		c.Env[name] = e.expand(f.Environment[name])
	}
	c.prependPath(f.Path, e)
	c.features(f, e)
	for _, sub := range f.Substitution {
		v, err := script.NewSubstitution(sub.Pattern, e.expand(sub.Value))
		if err != nil {
			return err
		}
		c.Substitutions = append(c.Substitutions, v)
	}
	if e.err != nil {
		return e.err
	}
	return c.require(f)
}

// identity applies the keys that only a suite's own file may have.
func (c *Config) identity(f *file, e *expansion, local bool) error {
	if local {
		if f.Name != nil || f.ExecRoot != nil || f.Timeout != nil {
			return fmt.Errorf("name, exec-root and timeout belong into %s", configName)
		}
		return nil
	}
	if f.Name == nil {
		return errors.New("the suite has no name")
	}
	c.Name = *f.Name
	if f.Timeout != nil {
		c.Timeout = time.Duration(*f.Timeout) * time.Second
	}
	switch {
	case e.settings.ExecRoot != "":
		c.execRoot = filepath.Join(e.settings.ExecRoot, strings.ReplaceAll(c.Name, string(filepath.Separator), "_"))
	case f.ExecRoot != nil:
		c.execRoot = e.expand(*f.ExecRoot)
	}
	if !filepath.IsAbs(c.execRoot) {
		c.execRoot = filepath.Join(e.dir, c.execRoot)
	}
	return e.err
}

func set[T any](to *T, v *T) {
	if v != nil {
		*to = *v
	}
}

func replace(to *[]string, v []string) {
	if v != nil {
		*to = v
	}
}

// prependPath puts directories before PATH. Relative ones are relative to the file's directory.
func (c *Config) prependPath(dirs []string, e *expansion) {
	var path []string
	for _, d := range dirs {
		d = e.expand(d)
		if !filepath.IsAbs(d) {
			d = filepath.Join(e.dir, d)
		}
		path = append(path, d)
	}
	c.Env["PATH"] = strings.Join(append(path, c.Env["PATH"]), string(os.PathListSeparator))
}

func (c *Config) features(f *file, e *expansion) {
	for _, name := range f.Features {
		c.Features[e.expand(name)] = true
	}
	for feature, program := range f.FeaturePrograms {
		if onPath(program, c.Env["PATH"]) {
			c.Features[feature] = true
		}
	}
	for _, name := range f.RemoveFeatures {
		delete(c.Features, name)
	}
}

// onPath reports whether a program is in one of the directories of path.
func onPath(program, path string) bool {
	for _, dir := range filepath.SplitList(path) {
		if _, err := exec.LookPath(filepath.Join(dir, program)); err == nil {
			return true
		}
	}
	return false
}

// require makes the tests unsupported if the file's condition is false.
func (c *Config) require(f *file) error {
	if f.Requires == nil {
		return nil
	}
	holds, err := boolexpr.Eval(*f.Requires, c.Features)
	if err != nil {
		return fmt.Errorf("requires: %w", err)
	}
	if !holds {
		c.Unsupported, c.requires = true, *f.Requires
	}
	return nil
}

// Why returns the condition in a configuration file that made the tests unsupported, or "".
func (c *Config) Why() string { return c.requires }

// clone returns a copy of the configuration, to be changed for a directory.
func (c *Config) clone() *Config {
	d := *c
	d.Features, d.Env = maps.Clone(c.Features), maps.Clone(c.Env)
	d.Substitutions = slices.Clone(c.Substitutions)
	return &d
}
