package kernel_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
)

// FuzzCompile compiles any text as the body of a kernel. The result is a kernel or an error, never a panic.
func FuzzCompile(f *testing.F) {
	for _, test := range refused {
		f.Add(test.body)
	}
	basics, err := fs.ReadFile(suite(), "basics.go")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(basics))
	f.Add("i := kernel.Range(8)\nswitch { case n > 1: n--; default: n++ }\ny.Store(i, x.Load(i)*float32(n))")
	f.Add("s := struct{a, b float32}{1, 2}\nfor s.a < s.b { s.a *= 2 }\nm.Store(n, n, s.a)")
	f.Fuzz(func(t *testing.T, body string) {
		source := fstest.MapFS{"k.go": {Data: []byte(preamble + body + "\n}\n")}}
		_, _ = kernel.Compile(source, "k", kernel.Options{Constants: map[string]int64{"c": 4}})
	})
}
