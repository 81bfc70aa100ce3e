package models

import (
	"errors"
	"fmt"
	"testing"

	"github.com/girih-ir/girih"
)

// A kernel that needs too much with a warp that copies tiles is built without it, once.
func TestKernelsThatNeedTooMuchDoWithoutAWarpThatCopies(t *testing.T) {
	other := errors.New("no compiler")
	for _, c := range []struct {
		with, without error
		builds        int
	}{
		{nil, other, 1},
		{girih.ErrSerialized, nil, 2},
		{fmt.Errorf("at the kernel: %w", girih.ErrResources), nil, 2},
		{girih.ErrResources, girih.ErrResources, 2},
		{other, nil, 1},
	} {
		builds := 0
		_, err := withOrWithoutProducer(girih.CompileOptions{}, func(o girih.CompileOptions) (*girih.Build, error) {
			if builds++; o.NoProducerWarp {
				return nil, c.without
			}
			return nil, c.with
		})
		want := c.with
		if c.builds == 2 {
			want = c.without
		}
		if !errors.Is(err, want) || builds != c.builds {
			t.Errorf("%v, then %v: %d builds, error %v", c.with, c.without, builds, err)
		}
	}
}
