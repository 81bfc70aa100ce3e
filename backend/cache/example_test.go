package cache_test

import (
	"fmt"
	"log"
	"os"

	"github.com/girih-ir/girih/backend/cache"
)

func Example() {
	dir, err := os.MkdirTemp("", "cache")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	c, err := cache.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	key := cache.NewKey([]byte("compiler 1.2"), []byte("source"))
	if _, ok := c.Get(key); !ok {
		fmt.Println("compiling")
		if err := c.Put(key, []byte("code")); err != nil {
			log.Fatal(err)
		}
	}
	code, ok := c.Get(key)
	fmt.Printf("%s %v\n", code, ok)
	// Output:
	// compiling
	// code true
}
