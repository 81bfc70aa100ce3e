package outfile_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/girih-ir/girih/internal/tools/outfile"
)

func TestAnOutputReplacesItsFileOnlyWhenItIsCommitted(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, commit := range []bool{false, true} {
		f, err := outfile.Create(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte("new")); err != nil {
			t.Fatal(err)
		}
		want := "old"
		if commit {
			want = "new"
			err = f.Commit()
		} else {
			f.Discard()
		}
		got, readErr := os.ReadFile(name)
		if err != nil || readErr != nil || string(got) != want {
			t.Errorf("commit %v: %v, %v, holds %q", commit, err, readErr, got)
		}
		if left, err := os.ReadDir(filepath.Dir(name)); err != nil || len(left) != 1 {
			t.Errorf("commit %v: files left behind: %v, %v", commit, left, err)
		}
	}
}

func TestDevicesAreWrittenToAndNotReplaced(t *testing.T) {
	before, err := os.Stat(os.DevNull)
	if err != nil || before.Mode().IsRegular() {
		t.Skipf("%s is no device here: %v", os.DevNull, err)
	}
	link := filepath.Join(t.TempDir(), "null")
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{os.DevNull, link} {
		if err := outfile.Write(name, []byte("text"), nil); err != nil {
			t.Error(err)
		}
		if after, err := os.Stat(os.DevNull); err != nil || after.Mode() != before.Mode() {
			t.Fatalf("%s: %v, mode %v", name, err, after.Mode())
		}
	}
}

func TestALinkStaysAndWhatItLeadsToIsReplaced(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if err := outfile.Write(link, []byte("new"), nil); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(target)
	if info, e := os.Lstat(link); err != nil || e != nil || info.Mode()&os.ModeSymlink == 0 || string(got) != "new" {
		t.Errorf("%v, %v, the target holds %q", err, e, got)
	}
}

func TestADashIsTheStandardStream(t *testing.T) {
	var out bytes.Buffer
	if err := outfile.Write("-", []byte("text"), &out); err != nil || out.String() != "text" {
		t.Errorf("%v, wrote %q", err, out.String())
	}
	in, err := outfile.Read("-", bytes.NewReader([]byte("in")))
	if err != nil || string(in) != "in" {
		t.Errorf("%v, read %q", err, in)
	}
}

func TestALargeFileIsReadWhole(t *testing.T) {
	for _, size := range []int{8<<20 - 1, 8 << 20, 9<<20 + 7} {
		want := make([]byte, size)
		for i := range want {
			want[i] = byte(i ^ i>>8 ^ i>>16)
		}
		name := filepath.Join(t.TempDir(), "large")
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := outfile.ReadInto(make([]byte, 8<<20), name, nil); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes: read %d, %v", size, len(got), err)
		}
	}
}
