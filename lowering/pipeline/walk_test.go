package pipeline_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/pass"
)

var update = flag.Bool("update", false, "write the walk in docs/architecture.md anew")

const (
	walkPage  = "../../docs/architecture.md"
	walkBegin = "<!-- begin of the walk: go test ./lowering/pipeline -update writes it -->\n"
	walkEnd   = "<!-- end of the walk -->\n"
)

// walkKernel doubles an array of half precision and stores the result in single precision.
const walkKernel = `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @double(%x: !tile.array<?xf16, strides = [1]>, %y: !tile.array<?xf32, strides = [1]>) {
    %i = tile.program_id 0
    %v = tile.load_view %x[%i] : !tile.array<?xf16, strides = [1]> -> tensor<32xf16>
    %two = tile.literal 2
    %d = tile.mul %v, %two : tensor<32xf16>, !tile.literal<int> -> tensor<32xf16>
    %w = tile.cast %d : tensor<32xf16> -> tensor<32xf32>
    tile.store_view %w, %y[%i] : tensor<32xf32>, !tile.array<?xf32, strides = [1]>
    tile.return
  }
}
`

func TestTheWalkInTheDocumentationIsWhatThePassesDo(t *testing.T) {
	page, err := os.ReadFile(walkPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := bytes.Cut(page, []byte(walkBegin))
	_, after, ended := bytes.Cut(rest, []byte(walkEnd))
	if !ok || !ended {
		t.Fatalf("%s does not have the lines %q and %q", walkPage, walkBegin, walkEnd)
	}
	want := string(before) + walkBegin + walk(t) + walkEnd + string(after)
	if want == string(page) {
		return
	}
	if !*update {
		t.Fatalf("%s is not what the passes print: run go test ./lowering/pipeline -update", walkPage)
	}
	if err := os.WriteFile(walkPage, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// walk returns the kernel, and the IR after each pass of the pipeline that changes it, as Markdown. One warp runs the
// kernel, which keeps the text short.
func walk(t *testing.T) string {
	module, err := text.ParseString(dialects.NewContext(), walkKernel)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	show := func(ir string) { fmt.Fprintf(&b, "```mlir\n%s```\n\n", ir) }
	b.WriteString("\n")
	show(walkKernel)
	last := ""
	for _, step := range pipeline.New(pipeline.Threads, pipeline.Options{NumWarps: 1}).Steps {
		one := &pass.Pipeline{Anchor: "builtin.module", Steps: []pass.Step{step}}
		if err := one.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
			t.Fatal(err)
		}
		now := string(text.Print(module, text.Options{}))
		if last == "" {
			last = now // the first passes only normalize the text
			continue
		}
		if now == last {
			continue
		}
		last = now
		fmt.Fprintf(&b, "**`%s`**: %s.\n\n", step.Pass.Name, strings.TrimSuffix(step.Pass.Summary, "."))
		show(now)
	}
	return b.String()
}
