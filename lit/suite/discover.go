package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Suite is a directory of tests.
type Suite struct {
	Name       string
	SourceRoot string // the directory of the configuration
	ExecRoot   string // the directory below which tests write
	Config     *Config
}

// Test is a test file.
type Test struct {
	Suite  *Suite
	Path   []string // names of directories and the file, relative to the suite
	Config *Config
}

// Name returns the test's name with its suite's name, such as "Girih :: arith/addi.mlir".
func (t *Test) Name() string { return t.Suite.Name + " :: " + t.File() }

// File returns the test's name relative to the suite, with slashes.
func (t *Test) File() string { return strings.Join(t.Path, "/") }

// Source returns the test's file.
func (t *Test) Source() string {
	return filepath.Join(append([]string{t.Suite.SourceRoot}, t.Path...)...)
}

// Exec returns the path of the test below the suite's ExecRoot. The test runs in the parent directory of that path.
func (t *Test) Exec() string { return filepath.Join(append([]string{t.Suite.ExecRoot}, t.Path...)...) }

// Found is the result of [Discover].
type Found struct {
	Tests    []*Test
	Warnings []string
}

// Discover returns the tests in files and directories, each test only once, in the order of the paths. It warns about a
// path without a suite or without tests.
func Discover(paths []string, s Settings) (*Found, error) {
	d := &discovery{settings: &s, suites: map[string]*Suite{}, locals: map[string]*Config{}, seen: map[string]bool{}}
	for _, path := range paths {
		before := d.matched
		if err := d.input(path); err != nil {
			return nil, err
		}
		if d.matched == before {
			d.warn("input %q contained no tests", path)
		}
	}
	return &d.found, nil
}

type discovery struct {
	settings *Settings
	suites   map[string]*Suite  // by directory; nil if it has none
	locals   map[string]*Config // by directory
	seen     map[string]bool    // tests
	matched  int                // the number of tests, including those already in seen
	found    Found
}

func (d *discovery) warn(format string, args ...any) {
	d.found.Warnings = append(d.found.Warnings, fmt.Sprintf(format, args...))
}

func (d *discovery) input(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	dir := path
	for !isDir(dir) {
		if dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	s, err := d.suiteOf(dir)
	if err != nil {
		return err
	}
	if s == nil {
		d.warn("unable to find test suite for %q: no directory above has a %s", path, configName)
		return nil
	}
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	relative, err := filepath.Rel(s.SourceRoot, path)
	if err != nil {
		return err
	}
	var parts []string
	if relative != "." {
		parts = strings.Split(relative, string(filepath.Separator))
	}
	if isDir(path) {
		return d.directory(s, parts)
	}
	c, err := d.configOf(s, parts[:len(parts)-1])
	if err != nil {
		return err
	}
	d.candidate(s, c, parts, c.Standalone)
	return nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// suiteOf returns the suite of a directory: the one whose configuration is in the nearest directory at or above it.
func (d *discovery) suiteOf(dir string) (*Suite, error) {
	if s, ok := d.suites[dir]; ok {
		return s, nil
	}
	var s *Suite
	var err error
	switch parent := filepath.Dir(dir); {
	case hasFile(dir, configName):
		s, err = d.load(dir)
	case parent != dir:
		s, err = d.suiteOf(parent)
	}
	if err == nil {
		d.suites[dir] = s
	}
	return s, err
}

func hasFile(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

func (d *discovery) load(dir string) (*Suite, error) {
	c := &Config{
		PipeFail: true, ExpansionLimit: -1, Features: map[string]bool{}, Env: environment(d.settings),
		sourceRoot: dir, execRoot: dir,
	}
	for _, f := range d.settings.Features {
		c.Features[f] = true
	}
	if err := c.load(filepath.Join(dir, configName), d.settings, false); err != nil {
		return nil, err
	}
	return &Suite{Name: c.Name, SourceRoot: dir, ExecRoot: c.execRoot, Config: c}, nil
}

// configOf returns the configuration for a directory of a suite.
func (d *discovery) configOf(s *Suite, parts []string) (*Config, error) {
	dir := filepath.Join(append([]string{s.SourceRoot}, parts...)...)
	if c, ok := d.locals[dir]; ok {
		return c, nil
	}
	c := s.Config
	if len(parts) > 0 {
		var err error
		if c, err = d.configOf(s, parts[:len(parts)-1]); err != nil {
			return nil, err
		}
	}
	if hasFile(dir, localConfigName) {
		c = c.clone()
		if err := c.load(filepath.Join(dir, localConfigName), d.settings, true); err != nil {
			return nil, err
		}
	}
	d.locals[dir] = c
	return c, nil
}

// directory adds the tests in a directory and below it. A directory below it that has its own suite configuration is a
// separate suite.
func (d *discovery) directory(s *Suite, parts []string) error {
	c, err := d.configOf(s, parts)
	if err != nil || c.Standalone {
		return err
	}
	dir := filepath.Join(append([]string{s.SourceRoot}, parts...)...)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var dirs []string
	for _, e := range entries {
		switch {
		case !isDir(filepath.Join(dir, e.Name())):
			d.candidate(s, c, append(slices.Clone(parts), e.Name()), false)
		case !slices.Contains([]string{"Output", ".svn", ".git"}, e.Name()) && !slices.Contains(c.Excludes, e.Name()):
			dirs = append(dirs, e.Name())
		}
	}
	for _, name := range dirs {
		if err := d.below(s, append(slices.Clone(parts), name)); err != nil {
			return err
		}
	}
	return nil
}

func (d *discovery) below(s *Suite, parts []string) error {
	dir := filepath.Join(append([]string{s.SourceRoot}, parts...)...)
	if !hasFile(dir, configName) {
		return d.directory(s, parts)
	}
	nested, err := d.suiteOf(dir)
	if err != nil {
		return err
	}
	before := d.matched
	if err := d.directory(nested, nil); err != nil {
		return err
	}
	if d.matched == before {
		d.warn("test suite %q contained no tests", nested.Name)
	}
	return nil
}

// candidate adds a file if its name is that of a test.
func (d *discovery) candidate(s *Suite, c *Config, parts []string, always bool) {
	name := parts[len(parts)-1]
	matches := !strings.HasPrefix(name, ".") && !slices.Contains(c.Excludes, name) &&
		slices.ContainsFunc(c.Suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
	if !matches && !always {
		return
	}
	d.matched++
	t := &Test{Suite: s, Path: parts, Config: c}
	if d.seen[t.Source()] {
		return
	}
	d.seen[t.Source()] = true
	d.found.Tests = append(d.found.Tests, t)
}
