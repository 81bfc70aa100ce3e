package tune

import (
	"bytes"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Key identifies the problem of a winner.
type Key struct {
	Kernel string
	Target string
	Class  string // of the problem's sizes
	Hash   string // of the source
}

// name returns the key without the hash. There is one winner for each name.
func (k Key) name() string { return k.Kernel + " " + k.Target + " " + k.Class }

// KeyOf returns the key of a problem. Sizes belong to the same class if they are the same after rounding up to a power
// of two.
func KeyOf(s Source, kernel string, p Problem) Key {
	var class []string
	for _, name := range slices.Sorted(maps.Keys(p.Shapes)) {
		var sizes []string
		for _, n := range p.Shapes[name] {
			sizes = append(sizes, strconv.FormatInt(roundUp(n), 10))
		}
		class = append(class, name+"="+strings.Join(sizes, "x"))
	}
	return Key{kernel, p.Target, strings.Join(class, ","), s.Hash()}
}

// roundUp returns the next power of two.
func roundUp(n int64) int64 {
	if n <= 1 {
		return max(n, 0)
	}
	return 1 << bits.Len64(uint64(n-1))
}

// Winners are the winners of searches. They are stored as a text file with a line for each kernel, target and class of
// sizes. It has the hash of the source, the configuration, and, after #, the measured time.
//
//	matmul sm_90a a=4096x4096,b=4096x4096 3f21a9c07b11 warps=8 TM=128 TN=256 # 187.0 us, 1 of 8
type Winners struct {
	entries map[string]*entry
}

type entry struct {
	key           Key
	configuration string
	remark        string
	loc           ir.Location // in the file; nil for new entries
}

// NewWinners returns an empty list.
func NewWinners() *Winners { return &Winners{entries: map[string]*entry{}} }

// ParseWinners parses a file. Errors are *ir.Diagnostic values at their lines.
func ParseWinners(ctx *ir.Context, name string, text []byte) (*Winners, error) {
	w := NewWinners()
	n := uint32(0)
	for line := range bytes.Lines(text) {
		n++
		body, remark, _ := strings.Cut(strings.TrimSpace(string(line)), "#")
		fields := strings.Fields(body)
		if len(fields) == 0 {
			continue
		}
		loc := ctx.FileLoc(name, n, 1)
		if len(fields) < 5 {
			return nil, ir.Errorf(loc, "expected kernel, target, sizes, hash and configuration, but got %d fields", len(fields))
		}
		e := &entry{key: Key{fields[0], fields[1], fields[2], fields[3]}, configuration: strings.Join(fields[4:], " "),
			remark: strings.TrimSpace(remark), loc: loc}
		if _, twice := w.entries[e.key.name()]; twice {
			return nil, ir.Errorf(loc, "there is a winner for %s already", e.key.name())
		}
		w.entries[e.key.name()] = e
	}
	return w, nil
}

const header = `# Winners of tile-tune: kernel, target, sizes (rounded up to powers of two), hash of the source, configuration.
# Builds read this file without a GPU; a second search on the same GPU leaves it as it is.
`

// Text returns the file's contents, sorted, so that they depend only on the winners.
func (w *Winners) Text() []byte {
	out := bytes.NewBufferString(header)
	for _, name := range slices.Sorted(maps.Keys(w.entries)) {
		e := w.entries[name]
		fmt.Fprintf(out, "%s %s %s", name, e.key.Hash, e.configuration)
		if e.remark != "" {
			fmt.Fprintf(out, " # %s", e.remark)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// Put records the winner of a search. If the same winner is recorded already, its remark is kept, so that a second
// search changes nothing.
func (w *Winners) Put(k Key, o *Outcome) {
	text := o.Winner.Candidate.Text
	if e := w.entries[k.name()]; e != nil && e.key == k && e.configuration == text {
		return
	}
	place := slices.Index(o.Measured, o.Winner) + 1
	w.entries[k.name()] = &entry{key: k, configuration: text, remark: fmt.Sprintf("%.1f us, the model's choice %d of %d",
		float64(o.Winner.Median().Nanoseconds())/1e3, place, len(o.Measured))}
}

// Previous returns the configuration of an earlier search, or "" if there is none for this version of the source.
func (w *Winners) Previous(k Key) string {
	if e := w.entries[k.name()]; e != nil && e.key == k {
		return e.configuration
	}
	return ""
}

// Choose returns the winner for a key, if it is a configuration of the source, and nil otherwise. The warning says that
// the entry belongs to another version of the source, or is not in the space.
func (w *Winners) Choose(s Source, k Key) (c Configuration, warning *ir.Diagnostic) {
	e := w.entries[k.name()]
	if e == nil {
		return nil, nil
	}
	warn := func(format string, args ...any) *ir.Diagnostic {
		d := ir.Errorf(e.loc, format, args...)
		d.Severity = ir.Warning
		return d
	}
	if e.key.Hash != k.Hash {
		return nil, warn("the winner for %s is of another version of the kernel: run tile-tune again", k.name())
	}
	c, err := s.Space().Read(e.configuration)
	if err != nil {
		return nil, warn("the winner for %s is not a configuration of the kernel: %w", k.name(), err)
	}
	return c, nil
}
