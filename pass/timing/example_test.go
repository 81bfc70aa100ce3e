package timing_test

import (
	"fmt"
	"time"

	"github.com/girih-ir/girih/pass/timing"
)

func ExampleTimer() {
	root := timing.New("root")
	root.Child("parse").Add(2 * time.Second)
	root.Child("print").Add(time.Second)
	for _, t := range root.Children {
		fmt.Println(t.Name, t.Wall)
	}
	// Output:
	// parse 2s
	// print 1s
}
