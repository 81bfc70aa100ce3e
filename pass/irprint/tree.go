package irprint

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/girih-ir/girih/ir"
)

// Tree writes texts to files in directories that mirror the nesting of the operations, named as mlir-opt names them.
// For example, `builtin_module_no-symbol-name/func_func_f/0_1_canonicalize.mlir` is the second text about the function
// f since the first one about the module.
type Tree struct {
	dir string

	mu    sync.Mutex
	count map[*ir.Operation]int
	errs  []error
}

// NewTree returns a tree in a directory, which is created when the first text is written.
func NewTree(dir string) *Tree { return &Tree{dir: dir, count: make(map[*ir.Operation]int)} }

// Err returns the error of writing, or nil.
func (t *Tree) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return errors.Join(t.errs...)
}

// add writes a text about an operation.
func (t *Tree) add(op *ir.Operation, name string, body []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	path := t.path(op, name)
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path, body, 0o666)
	}
	if err != nil {
		t.errs = append(t.errs, err)
	}
}

// path returns the name of the next file about an operation.
func (t *Tree) path(op *ir.Operation, name string) string {
	if n, ok := t.count[op]; ok {
		t.count[op] = n + 1
	} else {
		t.count[op] = 0
	}
	var dirs, numbers []string
	for ; op != nil; op = op.Parent() {
		n := t.count[op]
		t.count[op] = n // the numbers of enclosing operations start here
		numbers = append(numbers, fmt.Sprint(n))
		dirs = append(dirs, dirName(op))
	}
	slices.Reverse(numbers)
	slices.Reverse(dirs)
	return filepath.Join(t.dir, filepath.Join(dirs...), strings.Join(numbers, "_")+"_"+name+".mlir")
}

// dirName returns the name of an operation's directory.
func dirName(op *ir.Operation) string {
	symbol := ir.SymbolNameOf(op)
	if symbol == "" {
		symbol = "no-symbol-name"
	}
	return strings.ReplaceAll(op.Name(), ".", "_") + "_" +
		strings.NewReplacer("/", "_", `\`, "_", "\x00", "_").Replace(symbol)
}
