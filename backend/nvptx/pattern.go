package nvptx

import (
	"regexp"
	"sync"
)

// pattern returns a function that returns a regular expression, which it compiles on the first call: a process uses few
// of them, and would wait 0.3 ms for all when it starts.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
