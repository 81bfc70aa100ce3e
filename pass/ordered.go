package pass

import (
	"sync"

	"github.com/girih-ir/girih/ir"
)

// ordered merges the reports of goroutines about numbered parts into one stream, in the order of the parts. Reports
// about the first unfinished part are passed on at once, the others wait.
type ordered struct {
	mu       sync.Mutex
	to       stream
	turn     int // the first part that is not finished
	finished []bool
	waiting  map[int][]message
}

// message is a diagnostic or text.
type message struct {
	diagnostic *ir.Diagnostic
	text       []byte
}

func (m message) send(to stream) error {
	if m.diagnostic != nil {
		to.report(m.diagnostic)
		return nil
	}
	_, err := to.Write(m.text)
	return err
}

func newOrdered(to stream, parts int) *ordered {
	return &ordered{to: to, finished: make([]bool, parts)}
}

// finish says that there are no more reports about a part.
func (o *ordered) finish(part int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.finished[part] = true
	for o.turn < len(o.finished) && o.finished[o.turn] {
		o.turn++
		for _, m := range o.waiting[o.turn] {
			m.send(o.to)
		}
		delete(o.waiting, o.turn)
	}
}

// part is the stream of one part.
type part struct {
	*ordered
	number int
}

func (p part) report(d *ir.Diagnostic) { p.emit(message{diagnostic: d}) }

// Write keeps a copy of text if it has to wait. In that case it returns no error.
func (p part) Write(text []byte) (int, error) {
	if err := p.emit(message{text: text}); err != nil {
		return 0, err
	}
	return len(text), nil
}

func (p part) emit(m message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.number == p.turn {
		return m.send(p.to)
	}
	if p.waiting == nil {
		p.waiting = make(map[int][]message)
	}
	m.text = append([]byte(nil), m.text...)
	p.waiting[p.number] = append(p.waiting[p.number], m)
	return nil
}
