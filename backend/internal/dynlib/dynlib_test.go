package dynlib

import (
	"runtime"
	"testing"
)

// libc names a library that every machine with the operating system has, and a function in it that returns the absolute
// value of an int.
func libc(t *testing.T) (library, abs string) {
	switch runtime.GOOS {
	case "linux":
		return "libc.so.6", "abs"
	case "darwin":
		return "/usr/lib/libSystem.B.dylib", "abs"
	case "windows":
		return "msvcrt.dll", "abs"
	}
	t.Skipf("no library known for %s", runtime.GOOS)
	return "", ""
}

func TestBoundFunctionCallsTheLibrary(t *testing.T) {
	path, name := libc(t)
	l, err := Open(path)
	if err != nil {
		t.Skipf("the C library cannot be loaded here: %v", err)
	}
	var abs func(int32) int32
	if err := l.Bind(&abs, name); err != nil {
		t.Fatal(err)
	}
	if got := abs(-42); got != 42 {
		t.Errorf("abs(-42) = %d, want 42", got)
	}
}

func TestMissingLibraryAndSymbolAreErrors(t *testing.T) {
	if l, err := Open("libgirih-does-not-exist.so"); err == nil {
		t.Errorf("Open of a missing library gave %v", l)
	}
	path, _ := libc(t)
	l, err := Open(path)
	if err != nil {
		t.Skipf("the C library cannot be loaded here: %v", err)
	}
	var f func()
	if err := l.Bind(&f, "girih_no_such_function"); err == nil {
		t.Error("Bind of a missing symbol succeeded")
	}
}
