package outfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/girih-ir/girih/internal/tools/outfile"
)

func TestAFileKeepsItsModeAndANewOneTakesTheUsualOne(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	dir := t.TempDir()
	old, fresh := filepath.Join(dir, "old"), filepath.Join(dir, "fresh")
	if err := os.WriteFile(old, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(old, 0o664); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{old: 0o664, fresh: 0o640} {
		if err := outfile.Write(name, []byte("text"), nil); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(name); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v, want mode %v", name, err, info.Mode(), want)
		}
	}
}

func TestALinkThatLeadsNowhereIsFollowed(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink("missing", link); err != nil {
		t.Skip(err)
	}
	if err := outfile.Write(link, []byte("text"), nil); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "missing")); err != nil || string(got) != "text" {
		t.Errorf("%v, %q", err, got)
	}
	round := filepath.Join(dir, "round")
	if err := os.Symlink("round", round); err != nil {
		t.Fatal(err)
	}
	if err := outfile.Write(round, nil, nil); !errors.Is(err, syscall.ELOOP) || !strings.Contains(err.Error(), round) {
		t.Errorf("a link to itself: %v", err)
	}
}

func TestAPipeReceivesWhatIsWritten(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	got := make(chan string)
	go func() {
		data, _ := os.ReadFile(pipe)
		got <- string(data)
	}()
	if err := outfile.Write(pipe, []byte("text"), nil); err != nil {
		t.Fatal(err)
	}
	if s := <-got; s != "text" {
		t.Errorf("read %q", s)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is gone: %v", err)
	}
}

func TestNamesAsLongAsTheSystemAllowsAreManaged(t *testing.T) {
	dir := t.TempDir()
	if err := outfile.Write(filepath.Join(dir, strings.Repeat("x", 255)), []byte("text"), nil); err != nil {
		t.Error(err)
	}
	long := filepath.Join(dir, strings.Repeat("x", 256))
	if err := outfile.Check(long); !errors.Is(err, syscall.ENAMETOOLONG) {
		t.Errorf("256 bytes: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestSeveralOutputsAreReplacedTogetherOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
	if err := os.WriteFile(first, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	text := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	failure := errors.New("cannot be told")
	fails := func(io.Writer) error { return failure }
	err := outfile.WriteAll([]outfile.Output{{Name: first, Write: text}, {Name: second, Write: fails}}, nil)
	if got, readErr := os.ReadFile(first); !errors.Is(err, failure) || readErr != nil || string(got) != "old" {
		t.Errorf("%v; the first holds %q, %v", err, got, readErr)
	}
	missing := filepath.Join(dir, "no", "such")
	err = outfile.WriteAll([]outfile.Output{{Name: first, Write: text}, {Name: missing, Write: text}}, nil)
	if !errors.Is(err, os.ErrNotExist) || strings.Contains(err.Error(), ".girih-") {
		t.Errorf("a missing directory: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
}
