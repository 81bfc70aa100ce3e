package cache_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/girih-ir/girih/backend/cache"
)

func open(t *testing.T) *cache.Cache {
	t.Helper()
	c, err := cache.Open(filepath.Join(t.TempDir(), "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// entries returns the files of a cache that have content.
func entries(t *testing.T, c *cache.Cache) (list []string) {
	t.Helper()
	err := filepath.WalkDir(c.Dir(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "trimmed" {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestContentComesBackUnderItsKey(t *testing.T) {
	c := open(t)
	k := cache.NewKey([]byte("source"), []byte("compiler 1"))
	if _, ok := c.Get(k); ok {
		t.Error("an empty cache has an entry")
	}
	for _, content := range []string{"one", "", "two"} {
		if err := c.Put(k, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, ok := c.Get(k); !ok || string(got) != content {
			t.Errorf("got %q, %v, want %q", got, ok, content)
		}
	}
	if _, ok := c.Get(cache.NewKey([]byte("source"), []byte("compiler 2"))); ok {
		t.Error("another key has the entry")
	}
	if len(entries(t, c)) != 1 {
		t.Errorf("files %v", entries(t, c))
	}
}

func TestKeysKeepPartsApart(t *testing.T) {
	seen := map[cache.Key]string{}
	for _, parts := range [][]string{{"ab", "c"}, {"a", "bc"}, {"abc"}, {"abc", ""}, {"", "abc"}, {}} {
		var list [][]byte
		for _, p := range parts {
			list = append(list, []byte(p))
		}
		k := cache.NewKey(list...)
		if other, ok := seen[k]; ok {
			t.Errorf("%q has the key of %s", parts, other)
		}
		seen[k] = fmt.Sprint(parts)
	}
}

func TestDamagedEntriesAreNotThere(t *testing.T) {
	c := open(t)
	k := cache.NewKey([]byte("k"))
	for name, damage := range map[string]func(data []byte) []byte{
		"shortened":    func(data []byte) []byte { return data[:len(data)-1] },
		"changed":      func(data []byte) []byte { data[len(data)-1] ^= 1; return data },
		"emptied":      func([]byte) []byte { return nil },
		"lengthened":   func(data []byte) []byte { return append(data, 0) },
		"hash changed": func(data []byte) []byte { data[0] ^= 1; return data },
	} {
		if err := c.Put(k, []byte("content")); err != nil {
			t.Fatal(err)
		}
		path := entries(t, c)[0]
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, damage(data), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, ok := c.Get(k); ok {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

func TestOldEntriesAreRemovedAndUsedOnesStay(t *testing.T) {
	c := open(t)
	old, used := cache.NewKey([]byte("old")), cache.NewKey([]byte("used"))
	for _, k := range []cache.Key{old, used} {
		if err := c.Put(k, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-100 * 24 * time.Hour)
	for _, path := range append(entries(t, c), filepath.Join(c.Dir(), "trimmed")) {
		if err := os.Chtimes(path, long, long); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := c.Get(used); !ok {
		t.Fatal("the entry is gone before anything was removed")
	}
	if err := c.Put(cache.NewKey([]byte("new")), nil); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Get(old); ok {
		t.Error("the old entry is still there")
	}
	if _, ok := c.Get(used); !ok {
		t.Error("an entry that was used is gone")
	}
}

func TestManyWritersLeaveWholeEntries(t *testing.T) {
	c := open(t)
	k := cache.NewKey([]byte("k"))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			content := bytes.Repeat([]byte{byte(i)}, 1000*(i+1))
			for range 20 {
				if err := c.Put(k, content); err != nil {
					t.Error(err)
				}
				if got, ok := c.Get(k); !ok || len(got) != 1000*(int(got[0])+1) {
					t.Errorf("%d bytes, %v", len(got), ok)
				}
			}
		}()
	}
	wg.Wait()
	if len(entries(t, c)) != 1 {
		t.Errorf("files %v", entries(t, c))
	}
}

func TestTheEnvironmentChoosesTheDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "here")
	t.Setenv(cache.Environment, dir)
	if c := cache.Default(); c.Dir() != dir {
		t.Errorf("directory %q", c.Dir())
	}
	t.Setenv(cache.Environment, "off")
	c := cache.Default()
	if err := c.Put(cache.NewKey(), []byte("x")); err != nil || c.Dir() != "" {
		t.Errorf("a cache that is off: %v in %q", err, c.Dir())
	}
	if _, ok := c.Get(cache.NewKey()); ok {
		t.Error("a cache that is off has entries")
	}
}

// Whatever the file of an entry contains, Get returns the content that was written, or nothing.
func FuzzDamagedEntry(f *testing.F) {
	f.Add([]byte{}, []byte("content"))
	f.Add(bytes.Repeat([]byte{7}, 40), []byte{})
	f.Fuzz(func(t *testing.T, file, content []byte) {
		c := open(t)
		k := cache.NewKey([]byte("k"))
		if err := c.Put(k, content); err != nil {
			t.Fatal(err)
		}
		path := entries(t, c)[0]
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file, 0o644); err != nil {
			t.Fatal(err)
		}
		if got, ok := c.Get(k); ok && !bytes.Equal(file, whole) && bytes.Equal(got, content) && len(content) > 0 {
			t.Errorf("a file that differs from the entry reads as the entry: %q", got)
		}
	})
}
