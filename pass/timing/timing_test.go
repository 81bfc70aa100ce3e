package timing_test

import (
	"strings"
	"testing"
	"time"

	"github.com/girih-ir/girih/pass/timing"
)

// sample is a run of two seconds: one goroutine reads, then two work in parallel.
func sample() *timing.Timer {
	root := timing.New("root")
	root.Add(2 * time.Second)
	root.Nest("Parser").Add(500 * time.Millisecond)
	pipeline := root.Nest("'func.func' Pipeline")
	pipeline.AddParallel(1 * time.Second)
	pipeline.AddParallel(500 * time.Millisecond)
	pipeline.Nest("CSE").AddParallel(250 * time.Millisecond)
	return root
}

func TestTreesShowPartsInTheirOrderAndWhatIsLeft(t *testing.T) {
	var b strings.Builder
	if err := sample().WriteTree(&b); err != nil {
		t.Fatal(err)
	}
	const want = `===-------------------------------------------------------------------------===
                         ... Execution time report ...
===-------------------------------------------------------------------------===
  Total Execution Time: 2.0000 seconds

  ----User Time----  ----Wall Time----  ----Name----
    0.5000 ( 20.0%)    0.5000 ( 25.0%)  Parser
    1.5000 ( 60.0%)    1.0000 ( 50.0%)  'func.func' Pipeline
    0.2500 ( 10.0%)    0.2500 ( 12.5%)    CSE
    0.5000 ( 20.0%)    0.5000 ( 25.0%)  Rest
    2.5000 (100.0%)    2.0000 (100.0%)  Total
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestMergedTimersAddUpPartByPart(t *testing.T) {
	root := sample()
	root.Nest("Parser").Add(time.Second) // a second part of the same name
	root.Merge(sample())
	if n := len(root.Children); n != 3 {
		t.Fatalf("%d parts", n)
	}
	if first, second := root.Children[0].Wall, root.Children[2].Wall; first != time.Second || second != time.Second {
		t.Errorf("the parts named Parser took %v and %v", first, second)
	}
	if cse := root.Children[1].Child("CSE").Wall; cse != 500*time.Millisecond {
		t.Errorf("CSE took %v", cse)
	}
}

func TestANilTimerMeasuresNothing(t *testing.T) {
	var none *timing.Timer
	none.Start()()
	none.StartChild("x")()
}
