package launch

import (
	"errors"

	"github.com/girih-ir/girih/backend/cuda"
)

// PreparedForTest returns a call of the first variant, with arguments that are already checked.
func PreparedForTest(k *Kernel, s *Stream, args ...any) (*cuda.Call, error) {
	l, err := s.device.load(k)
	if err != nil {
		return nil, err
	}
	b, err := k.bind(s, args)
	if err != nil {
		return nil, err
	}
	if len(l.variants) == 0 {
		return nil, errors.New("no variant")
	}
	return l.variants[0].kernel.Prepare(b.args...)
}
