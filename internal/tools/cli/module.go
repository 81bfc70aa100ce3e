package cli

import (
	"io"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/tools/outfile"
)

// ReadModule reads and verifies the module in a file, or on standard input for "-". Its errors are for [Report].
func ReadModule(name string, stdin io.Reader) (*girih.Module, error) {
	source, err := outfile.Read(name, stdin)
	if err != nil {
		return nil, err
	}
	if name == "-" {
		name = "<stdin>"
	}
	ctx := girih.NewContext()
	m, err := girih.ParseIn(ctx, name, source)
	if err != nil {
		return nil, Locate(ctx, err)
	}
	return m, nil
}
