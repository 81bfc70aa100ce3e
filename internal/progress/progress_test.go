package progress_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/progress"
)

func TestLineIsDrawnOverAndCleared(t *testing.T) {
	var out strings.Builder
	line := progress.New(&out, "programs", 4)
	line.Clear()
	line.Set(1)
	line.Set(2) // too soon after the first
	line.Clear()
	line.Set(4)
	bar := "\rprograms [=======                       ]  25% (1/4)"
	want := bar + "\r" + strings.Repeat(" ", len(bar)-1) + "\r" + "\rprograms [" + strings.Repeat("=", 30) + "] 100% (4/4)"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
