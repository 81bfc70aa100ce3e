package conversion

// stack is a list that grows at its end, in chunks: a single slice would be copied again and again as it grows. The
// zero value is empty.
type stack[T any] struct {
	chunks [][]T // all full except the last
	n      int   // the number of all elements
}

// chunkSize is the number of elements that are allocated at a time. The first chunk is smaller.
const chunkSize = 1024

func (s *stack[T]) push(v T) {
	last := len(s.chunks) - 1
	switch {
	case last < 0:
		s.chunks = append(s.chunks, make([]T, 0, chunkSize/16))
		last++
	case len(s.chunks[last]) == cap(s.chunks[last]):
		s.chunks = append(s.chunks, make([]T, 0, chunkSize))
		last++
	}
	s.chunks[last] = append(s.chunks[last], v)
	s.n++
}

// at returns element i.
func (s *stack[T]) at(i int) T {
	const first = chunkSize / 16
	if i < first {
		return s.chunks[0][i]
	}
	i -= first
	return s.chunks[1+i/chunkSize][i%chunkSize]
}

// reset empties the stack, and keeps the first chunk.
func (s *stack[T]) reset() {
	if s.n > 0 {
		s.chunks, s.n = append(s.chunks[:0], s.chunks[0][:0]), 0
	}
}

// pop removes and returns the last element. The stack must not be empty.
func (s *stack[T]) pop() T {
	last := len(s.chunks) - 1
	chunk := s.chunks[last]
	v := chunk[len(chunk)-1]
	s.chunks[last] = chunk[:len(chunk)-1]
	if len(chunk) == 1 && last > 0 {
		s.chunks = s.chunks[:last]
	}
	s.n--
	return v
}

// each calls f for all elements, from the first to the last.
func (s *stack[T]) each(f func(T)) {
	for _, chunk := range s.chunks {
		for _, v := range chunk {
			f(v)
		}
	}
}
