package lit

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/internal/lit/update"
	"github.com/girih-ir/girih/lit/suite"
)

// rewrite updates the checks of tests.
func (t *tool) rewrite(ctx context.Context, tests []*suite.Test) int {
	code := exitOK
	for _, test := range tests {
		changed, err := update.Test(ctx, test, t.run)
		switch {
		case err != nil:
			fmt.Fprintf(t.stderr, "%s: error: %s: %v\n", t.name, test.Name(), err)
			code = exitFailure
		case changed:
			fmt.Fprintf(t.stdout, "updated: %s\n", test.Name())
		}
	}
	return code
}
