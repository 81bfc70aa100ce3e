package expected_test

import (
	"fmt"

	"github.com/girih-ir/girih/internal/tools/expected"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// The parser finds an error, but not where the comment expects it.
func ExampleCheck() {
	ctx := ir.NewContext()
	src := &ir.Source{Name: "x.mlir", Text: []byte("// expected-error {{expected operation name}}\n)\n")}
	var diags []*ir.Diagnostic
	if _, err := text.ParseFile(ctx, src, text.ParseOptions{}); err != nil {
		diags = append(diags, err.(*ir.Diagnostic))
	}
	mismatches, err := expected.Check(src, diags, false)
	if err != nil {
		fmt.Println(err)
	}
	for _, m := range mismatches {
		fmt.Print(m.Render(ctx))
	}
	// Output:
	// unexpected error:
	// x.mlir:2:1: error: expected operation name in quotes
	// )
	// ^
	// x.mlir:1: error: expected error "expected operation name" was not produced
}

// A source is cut at every marker; the parts keep their places in the file.
func ExampleComments() {
	src := &ir.Source{Name: "x.mlir", Text: []byte("a\n// -----\n// expected-note@below {{one}}\nb\n// ----- c\n")}
	for _, part := range src.Split("// -----") {
		comments, _ := expected.Comments(part)
		fmt.Printf("%d: %d comments\n", part.FirstLine, len(comments))
		for _, c := range comments {
			fmt.Printf("line %d expects a %s on line %d\n", c.At, c.Severity, c.Line)
		}
	}
	// Output:
	// 1: 0 comments
	// 2: 1 comments
	// line 3 expects a note on line 4
	// 5: 0 comments
}
