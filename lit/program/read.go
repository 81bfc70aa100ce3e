package program

import (
	"fmt"
	"io"
	"os"
)

// maxFile is the size of the largest file to read. Endless files, such as /dev/zero, must not fill the memory.
const maxFile = 256 << 20

// read returns the contents of a file, or of standard input for "-".
func read(inv Invocation, name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(inv.Stdin)
	}
	return readFile(inv.Path(name))
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%s: longer than %d bytes", path, maxFile)
	}
	return data, err
}
