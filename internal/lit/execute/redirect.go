package execute

import (
	"fmt"
	"os"
)

// target is the destination of an output stream: a file, the stage's output (the next command, or the test's output),
// or by default the stage's own destination for it.
type target struct {
	file *os.File
	out  bool // standard output's destination without redirection
}

// redirects are the destinations of the streams of a command.
type redirects struct {
	in, out, err target
	files        []*os.File // opened files, each once
	written      []string   // names of the files that are written
}

func (r *redirects) close() {
	for _, f := range r.files {
		f.Close()
	}
}

// request is a redirection whose file is not opened yet.
type request struct {
	name string
	mode int // flags for os.OpenFile
	file *os.File
	out  bool
}

// redirect opens the files of a command's redirections. If one cannot be opened, that is an error of the test.
func (s *Shell) redirect(c *command) (*redirects, error) {
	in, out, err, bad := s.requests(c)
	if bad != nil {
		return nil, bad
	}
	r := &redirects{}
	for _, each := range []struct {
		req *request
		to  *target
	}{{in, &r.in}, {out, &r.out}, {err, &r.err}} {
		if each.req == nil {
			continue
		}
		if err := s.open(each.req, r); err != nil {
			r.close()
			return nil, err
		}
		*each.to = target{file: each.req.file, out: each.req.out}
	}
	return r, nil
}

const (
	truncate   = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	appendMode = os.O_WRONLY | os.O_CREATE | os.O_APPEND
)

// requests evaluates redirections from left to right. A later one replaces an earlier one, whose file is then not
// opened.
func (s *Shell) requests(c *command) (in, out, errs *request, bad error) {
	for _, r := range c.source.Redirects {
		names := s.expand(r.Target)
		if len(names) != 1 {
			return nil, nil, nil, c.errorf("Unsupported: glob in redirect expanded to multiple files")
		}
		name := names[0]
		switch {
		case r.FD == -1 && r.Op == "<":
			in = &request{name: name, mode: os.O_RDONLY}
		case r.FD == -1 && r.Op == ">":
			out = &request{name: name, mode: truncate}
		case r.FD == -1 && r.Op == ">>":
			out = &request{name: name, mode: appendMode}
		case r.FD == -1 && (r.Op == "&>" || r.Op == ">&"):
			out = &request{name: name, mode: truncate}
			errs = out
		case r.FD == 2 && r.Op == ">":
			errs = &request{name: name, mode: truncate}
		case r.FD == 2 && r.Op == ">>":
			errs = &request{name: name, mode: appendMode}
		case r.FD == 2 && r.Op == ">&" && name == "1":
			if errs = out; errs == nil {
				errs = &request{out: true}
			}
		case r.FD == 2 && r.Op == ">&" && name == "2":
		default:
			return nil, nil, nil, c.errorf("Unsupported redirect: %s", r)
		}
	}
	return in, out, errs, nil
}

func (s *Shell) open(q *request, r *redirects) error {
	if q.file != nil || q.out {
		return nil
	}
	f, err := os.OpenFile(s.path(q.name), q.mode, 0o666)
	if err != nil {
		return fmt.Errorf("redirection: %w", err)
	}
	q.file = f
	r.files = append(r.files, f)
	if q.mode != os.O_RDONLY {
		r.written = append(r.written, q.name)
	}
	return nil
}
