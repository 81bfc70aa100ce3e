// Package timing measures the time of the parts of a program, as a tree, and prints it as mlir-opt's --mlir-timing
// does.
//
// It is not a profiler: it measures only what is started and stopped explicitly. Start reading at [Timer].
package timing

import (
	"time"
)

// Timer is the time of one part, including the parts inside. It serves one goroutine at a time.
type Timer struct {
	Name string
	// Wall is the elapsed time. User is the sum of the times of all goroutines; it is more than Wall if they worked at
	// the same time.
	Wall, User time.Duration
	Children   []*Timer
}

// New returns a timer without measurements.
func New(name string) *Timer { return &Timer{Name: name} }

// Nest adds a part.
func (t *Timer) Nest(name string) *Timer {
	c := New(name)
	t.Children = append(t.Children, c)
	return c
}

// Child returns the part of a name, and adds it if needed.
func (t *Timer) Child(name string) *Timer {
	for _, c := range t.Children {
		if c.Name == name {
			return c
		}
	}
	return t.Nest(name)
}

// Start begins a measurement; the function that it returns ends it. A nil timer measures nothing.
func (t *Timer) Start() (stop func()) {
	if t == nil {
		return func() {}
	}
	start := time.Now()
	return func() { t.Add(time.Since(start)) }
}

// StartChild measures the part of a name; a nil timer measures nothing.
func (t *Timer) StartChild(name string) (stop func()) {
	if t == nil {
		return func() {}
	}
	return t.Child(name).Start()
}

// Add adds time in which one goroutine worked.
func (t *Timer) Add(d time.Duration) {
	t.Wall += d
	t.User += d
}

// AddParallel adds the time of a goroutine that worked at the same time as those added before.
func (t *Timer) AddParallel(d time.Duration) {
	t.Wall = max(t.Wall, d)
	t.User += d
}

// Merge adds the time of another timer and of its parts to t. Of several parts with the same name, the first is added
// to the first, and so on.
func (t *Timer) Merge(other *Timer) {
	t.Wall += other.Wall
	t.User += other.User
	seen := make(map[string]int)
	for _, c := range other.Children {
		t.nth(c.Name, seen[c.Name]).Merge(c)
		seen[c.Name]++
	}
}

// nth returns the n-th part of a name, and adds it if needed.
func (t *Timer) nth(name string, n int) *Timer {
	for _, c := range t.Children {
		if c.Name == name {
			if n == 0 {
				return c
			}
			n--
		}
	}
	return t.Nest(name)
}
