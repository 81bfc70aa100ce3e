package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// kernelText is a kernel in tile text that stands for several kernels: {NAME} in it is replaced by a number, and so are
// {NAME*NAME} and {NAME/NAME}. Comments at its beginning describe its use:
//
//	// configurations: warps 4 8, BLOCK 512 1024
//	// grid: x[0] / {ROWS} * x[1] / {BLOCK}
//	// zero: out
//	// at most: x[0] / 1024
//
// Every combination of the numbers in the lists is a configuration. The grid has a size for each axis, separated by
// commas. A size is a product of sizes of arrays; each may be divided by the number after the slash, rounding up. The
// kernel adds to the arrays that are listed under "zero", so they have to be zero before the launch. "at most" is for
// kernels for small problems: it gives the largest size of an array for which the kernel is meant.
type kernelText struct {
	Name      string // of the file, without its ending
	Benchmark string // the name up to the first dot
	Variant   string // the name after it, which marks a kernel that computes something else than the benchmark's others
	Lists     []list
	Zero      []string
	AtMost    *extent // in one tile; nil if the kernel is for all sizes
	Columns   int     // of matrices that the problem has as vectors; 0 if their types say it
	text      string
	grid      string
	// compile returns the text for the numbers of a configuration. If it is nil, the text is filled in instead.
	compile func(constants map[string]int) (string, error)
}

// list is a name with the numbers that replace it.
type list struct {
	name   string
	values []int
}

// variant is a kernel text in one configuration.
type variant struct {
	Name      string
	Warps     int
	Constants map[string]int
	Text      string
	Grid      [][]extent
}

// extent is a factor of a grid's size: an array's size along a dimension, in tiles of a given number of elements.
type extent struct {
	Array string `json:"array"`
	Axis  int    `json:"axis"`
	Tile  int    `json:"tile"`
}

// readTexts reads the kernel texts of a folder. If benchmarks are given, it reads only their texts.
func readTexts(folder string, benchmarks []string) (out []*kernelText, err error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.mlir"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		k, err := parseText(strings.TrimSuffix(filepath.Base(path), ".mlir"), string(source))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if len(benchmarks) == 0 || slices.Contains(benchmarks, k.Benchmark) {
			out = append(out, k)
		}
	}
	return out, nil
}

// parseText reads the comments that describe a kernel text.
func parseText(name, source string) (*kernelText, error) {
	k := &kernelText{Name: name, text: source}
	k.Benchmark, k.Variant, _ = strings.Cut(name, ".")
	for line := range strings.Lines(source) {
		line, comment := strings.CutPrefix(strings.TrimSpace(line), "// ")
		if !comment && line != "//" {
			break
		}
		key, rest, _ := strings.Cut(line, ": ")
		if err := k.setting(key, rest); err != nil {
			return nil, err
		}
	}
	if k.Lists == nil || k.grid == "" {
		return nil, fmt.Errorf("the comments at the beginning name no configurations or no grid")
	}
	return k, nil
}

// setting reads the setting in a line of the comments. It ignores other lines.
func (k *kernelText) setting(key, rest string) error {
	switch key {
	case "configurations":
		lists, err := parseLists(rest)
		if err != nil {
			return fmt.Errorf("configurations: %w", err)
		}
		k.Lists = append(k.Lists, lists...)
	case "grid":
		k.grid = rest
	case "zero":
		k.Zero = strings.Fields(rest)
	case "at most":
		grid, err := parseGrid(rest)
		if err != nil {
			return err
		}
		k.AtMost = &grid[0][0]
	}
	return nil
}

// parseLists reads names with their numbers, separated by commas.
func parseLists(s string) (out []list, err error) {
	for part := range strings.SplitSeq(s, ",") {
		words := strings.Fields(part)
		if len(words) < 2 {
			return nil, fmt.Errorf("%q is not a name with numbers", part)
		}
		one := list{name: words[0]}
		for _, word := range words[1:] {
			n, err := strconv.Atoi(word)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", words[0], err)
			}
			one.values = append(one.values, n)
		}
		out = append(out, one)
	}
	return out, nil
}

// variants returns every configuration.
func (k *kernelText) variants() (out []*variant, err error) {
	all := []map[string]int{{}}
	for _, l := range k.Lists {
		var longer []map[string]int
		for _, constants := range all {
			for _, n := range l.values {
				one := map[string]int{l.name: n}
				for name, v := range constants {
					one[name] = v
				}
				longer = append(longer, one)
			}
		}
		all = longer
	}
	for _, constants := range all {
		v, err := k.variant(constants)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.Name, err)
		}
		out = append(out, v)
	}
	return out, nil
}

// variant replaces the names by numbers.
func (k *kernelText) variant(constants map[string]int) (*variant, error) {
	v := &variant{Name: k.Name, Warps: constants["warps"], Constants: constants}
	for _, l := range k.Lists {
		v.Name += fmt.Sprintf("-%s%d", l.name, constants[l.name])
	}
	if v.Warps == 0 {
		return nil, fmt.Errorf("configurations: no warps")
	}
	var err error
	if k.compile != nil {
		v.Text, err = k.compile(constants)
	} else {
		v.Text, err = fill(k.text, constants)
	}
	if err != nil {
		return nil, err
	}
	grid, err := fill(k.grid, constants)
	if err != nil {
		return nil, err
	}
	v.Grid, err = parseGrid(grid)
	return v, err
}

var placeholder = regexp.MustCompile(`\{(\w+)(?:([*/])(\w+))?\}`)

// fill replaces {NAME}, {NAME*NAME} and {NAME/NAME}, where a number may stand in place of a name.
func fill(text string, constants map[string]int) (string, error) {
	var failed error
	number := func(name string) int {
		if n, err := strconv.Atoi(name); err == nil {
			return n
		}
		n, ok := constants[name]
		if !ok && failed == nil {
			failed = fmt.Errorf("{%s} stands for no number of the configurations", name)
		}
		return max(n, 1)
	}
	out := placeholder.ReplaceAllStringFunc(text, func(found string) string {
		m := placeholder.FindStringSubmatch(found)
		n := number(m[1])
		switch m[2] {
		case "*":
			n *= number(m[3])
		case "/":
			n /= number(m[3])
		}
		return strconv.Itoa(n)
	})
	return out, failed
}

var factor = regexp.MustCompile(`^(\w+)\[(\d)\](?: / (\d+))?$`)

func parseGrid(grid string) (out [][]extent, err error) {
	for axis := range strings.SplitSeq(grid, ",") {
		var product []extent
		for part := range strings.SplitSeq(axis, "*") {
			m := factor.FindStringSubmatch(strings.TrimSpace(part))
			if m == nil {
				return nil, fmt.Errorf("grid: %q is not of the form x[0] or x[0] / 16", part)
			}
			one := extent{Array: m[1], Axis: int(m[2][0] - '0'), Tile: 1}
			if m[3] != "" {
				if one.Tile, err = strconv.Atoi(m[3]); err != nil || one.Tile == 0 {
					return nil, fmt.Errorf("grid: a tile of %s elements", m[3])
				}
			}
			product = append(product, one)
		}
		out = append(out, product)
	}
	return out, nil
}
