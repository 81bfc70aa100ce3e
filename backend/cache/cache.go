// Package cache keeps files on disk under a hash of their inputs, so that nothing is compiled twice. Entries can be
// recomputed at any time: damaged ones count as missing, and old ones are removed. The package knows nothing about
// compilers; backend/nvptx stores their output here.
//
// Start with [Open] and [NewKey].
package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Cache is a directory of entries. It is safe for concurrent use, also by several processes. A nil *Cache is empty and
// keeps nothing.
type Cache struct{ dir string }

// A Key names an entry.
type Key [sha256.Size]byte

// NewKey returns the key for some inputs: the text to compile, and everything else that the result depends on.
func NewKey(parts ...[]byte) (k Key) {
	h := sha256.New()
	var length [8]byte
	for _, p := range parts {
		// The lengths separate the parts: "ab", "c" differs from "a", "bc".
		binary.LittleEndian.PutUint64(length[:], uint64(len(p)))
		h.Write(length[:])
		h.Write(p)
	}
	h.Sum(k[:0])
	return k
}

// Open returns the cache in a directory, which is created if needed.
func Open(dir string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return &Cache{dir: dir}, nil
}

// Environment is the variable that names the directory of [Default], or is "off".
const Environment = "GIRIH_CACHE"

// Default opens the user's cache: the directory in the environment variable GIRIH_CACHE, or else girih in the system's
// cache directory. It is nil, which stores nothing, if the variable is "off" or there is no such directory.
func Default() *Cache {
	dir := os.Getenv(Environment)
	if dir == "off" {
		return nil
	}
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil
		}
		dir = filepath.Join(user, "girih")
	}
	c, err := Open(dir)
	if err != nil {
		return nil // without a usable cache, everything is compiled
	}
	return c
}

// Dir returns the cache's directory, "" for a nil cache.
func (c *Cache) Dir() string {
	if c == nil {
		return ""
	}
	return c.dir
}

// path distributes entries over directories by their first byte.
func (c *Cache) path(k Key) string {
	name := hex.EncodeToString(k[:])
	return filepath.Join(c.dir, name[:2], name[2:])
}

// Get returns an entry's content, and whether there is one. A damaged entry counts as missing.
func (c *Cache) Get(k Key) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	path := c.path(k)
	data, err := os.ReadFile(path)
	if err != nil || len(data) < sha256.Size {
		return nil, false
	}
	content := data[sha256.Size:]
	if sum := sha256.Sum256(content); !bytes.Equal(sum[:], data[:sha256.Size]) {
		return nil, false
	}
	// The time of the last use decides how long an entry stays.
	if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > touchAfter {
		now := time.Now()
		_ = os.Chtimes(path, now, now)
	}
	return content, true
}

// How long unused entries are kept, and how often they are looked for.
const (
	keepFor    = 30 * 24 * time.Hour
	touchAfter = time.Hour
	trimEvery  = 24 * time.Hour
)

// Put stores content under a key, atomically.
func (c *Cache) Put(k Key, content []byte) error {
	if c == nil {
		return nil
	}
	sum := sha256.Sum256(content)
	if err := replace(c.path(k), append(sum[:], content...)); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return c.trim(time.Now())
}

// replace writes a temporary file next to the entry and renames it.
func replace(path string, data []byte) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, temporary+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// temporary is the prefix of the names of entries that are being written.
const temporary = ".new-"

// trim removes entries that were not used for long, once a day. It ignores entries that another process removes first.
func (c *Cache) trim(now time.Time) error {
	marker := filepath.Join(c.dir, "trimmed")
	if info, err := os.Stat(marker); err == nil && now.Sub(info.ModTime()) < trimEvery {
		return nil
	}
	if err := replace(marker, nil); err != nil {
		return err
	}
	return filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == marker {
			return ignoreMissing(err)
		}
		info, err := d.Info()
		if err == nil && now.Sub(info.ModTime()) > keepFor {
			err = os.Remove(path)
		}
		return ignoreMissing(err)
	})
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
