package cuda

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/girih-ir/girih/backend/manifest"
)

// workspaces are arrays that the launcher provides to a kernel. Each stream has its own, so that launches on different
// streams may run at the same time. They are freed when the program is closed.
type workspaces struct {
	sync.Mutex
	of map[*Stream][]*Buffer[byte]
}

// provide writes the addresses of a stream's workspaces to the arguments of a launch.
func (k *Kernel) provide(values []uint64, s *Stream) error {
	if len(k.m.Workspaces) == 0 {
		return nil
	}
	k.workspaces.Lock()
	defer k.workspaces.Unlock()
	list := k.workspaces.of[s]
	if list == nil {
		for i := range k.m.Workspaces {
			b, err := Alloc[byte](k.f.ctx, int(workspaceBytes(&k.m.Workspaces[i])))
			if err != nil {
				return errors.Join(fmt.Errorf("workspace %d of %s: %w", i, k.m.Entry, err), freeAll(list))
			}
			list = append(list, b)
			if k.m.Workspaces[i].KeepsZeros {
				if err := zero(b); err != nil {
					return errors.Join(fmt.Errorf("workspace %d of %s: %w", i, k.m.Entry, err), freeAll(list))
				}
			}
		}
		if k.workspaces.of == nil {
			k.workspaces.of = make(map[*Stream][]*Buffer[byte])
		}
		k.workspaces.of[s] = list
	}
	for i, b := range list {
		values[k.m.Workspaces[i].First] = uint64(b.address)
	}
	return nil
}

// zero has set a workspace to zero when it returns. It does so in a stream of its own: in that of a launch, a capture
// would record it, and launches outside of the graph would not have zeros.
func zero(b *Buffer[byte]) error {
	s, err := b.ctx.independentStream()
	if err != nil {
		return err
	}
	return errors.Join(b.Fill(s, 0), s.Synchronize(), s.Close())
}

// Workspaces returns the sizes in bytes of the arrays that launches of the kernel need besides their arguments.
func (k *Kernel) Workspaces() (sizes []int64) {
	for i := range k.m.Workspaces {
		sizes = append(sizes, workspaceBytes(&k.m.Workspaces[i]))
	}
	return sizes
}

// Kernels returns the number of kernels that a launch runs: this one, and those before and after it.
func (k *Kernel) Kernels() int { return 1 + len(k.steps[0]) + len(k.steps[1]) }

// UseWorkspaces passes memory of the caller, of the sizes that [Kernel.Workspaces] returns, to later launches. Without
// it, each stream has workspaces of its own. It is an error if a workspace must keep zeros from launch to launch.
func (c *Call) UseWorkspaces(at ...DevicePointer) error {
	if len(at) != len(c.k.m.Workspaces) {
		return fmt.Errorf("cuda: launch of %s: %w: it takes %d workspaces, not %d", c.k.m.Entry, ErrArgument,
			len(c.k.m.Workspaces), len(at))
	}
	if i := slices.IndexFunc(c.k.m.Workspaces, func(w manifest.Parameter) bool { return w.KeepsZeros }); i >= 0 {
		return fmt.Errorf("cuda: launch of %s: %w: workspace %d must keep zeros from launch to launch, so only streams have "+
			"it", c.k.m.Entry, ErrArgument, i)
	}
	for i, address := range at {
		c.frame.values[c.k.m.Workspaces[i].First] = uint64(address)
	}
	c.ownMemory = true
	return nil
}

// free frees the workspaces of all streams.
func (w *workspaces) free() (err error) {
	w.Lock()
	defer w.Unlock()
	for _, list := range w.of {
		err = errors.Join(err, freeAll(list))
	}
	w.of = nil
	return err
}

func freeAll(list []*Buffer[byte]) (err error) {
	for _, b := range list {
		err = errors.Join(err, b.Free())
	}
	return err
}

// workspaceBytes returns the size of a workspace, which is at least one byte.
func workspaceBytes(w *manifest.Parameter) int64 {
	n := int64(dtypeBits(w.Type)+7) / 8
	for _, size := range w.Sizes {
		n *= size
	}
	return max(n, 1)
}

// step returns a kernel that launches of another kernel run before or after it.
func (p *Program) step(k *Kernel, entry string) (*Kernel, error) {
	described, err := p.manifest.Kernel(entry)
	if err != nil {
		return nil, fmt.Errorf("cuda: a launch of %s: %w", k.m.Entry, err)
	}
	same := func(a, b manifest.Argument) bool { return a.Kind == b.Kind && a.Bytes == b.Bytes }
	if !slices.EqualFunc(described.Arguments, k.m.Arguments, same) || described.Before != nil || described.After != nil {
		return nil, fmt.Errorf("cuda: %w: a launch of %s runs %s, which takes other arguments or runs other kernels itself",
			ErrArgument, k.m.Entry, entry)
	}
	return p.module.kernel(described)
}
