package lit

import (
	"context"

	"github.com/girih-ir/girih/lit/suite"
)

func (t *tool) rewrite(ctx context.Context, tests []*suite.Test) int { return exitOK }
