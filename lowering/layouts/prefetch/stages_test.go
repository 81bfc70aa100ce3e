package prefetch_test

import (
	"context"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
)

// A loop that asks for tiles in shared memory, but whose tiles go through registers, is told so.
func TestRemarksSayThatALoopGetsNoStages(t *testing.T) {
	store := "tile.store %pz, %next : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xf32>" // nothing is loaded ahead of it
	for _, c := range []struct {
		source, attributes string
		cells              int
		want               string
	}{
		{kernel("", 16), "{tile.num_stages = 4 : i32}", 0, "for 4 tiles in shared memory, and gets none: threads load " +
			"its tiles into registers, one iteration ahead"},
		{kernel(store, 16), "{tile.num_stages = 4 : i32}", 0, "in the iteration that uses them"},
		{matrices("f16", -1, false), "{tile.num_stages = 4 : i32}", 3, "and gets 3, to which threads copy"},
		{matrices("f16", -1, false), "{tile.num_stages = 3 : i32}", 3, ""},
		{kernel("", 16), "{tile.num_stages = 1 : i32}", 0, ""}, {kernel("", 16), "", 0, ""},
	} {
		m := parse(t, strings.Replace(c.source, "  }\n  tile.store", "  } "+c.attributes+"\n  tile.store", 1))
		program, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: 1, Cells: c.cells, Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		found := ""
		for _, d := range program.Remarks() {
			if strings.Contains(d.Message, "tile.num_stages") {
				found += d.Message
			}
		}
		if (found == "") != (c.want == "") || !strings.Contains(found, c.want) {
			t.Errorf("%s, %d cells: %q, want %q", c.attributes, c.cells, found, c.want)
		}
	}
}
