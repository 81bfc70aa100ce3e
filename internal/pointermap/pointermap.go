// Package pointermap is a map whose keys are pointers, for tables of the values and operations of a function. It takes
// a third of the time of Go's map, which hashes keys against collisions that somebody chooses.
//
// Start at [Map].
package pointermap

import (
	"slices"
	"unsafe"
)

// Map maps pointers to values. The zero value is an empty map. nil is never a key, but may be looked for. Any number of
// goroutines may read a map that nobody changes.
type Map[K, V any] struct {
	slots []slot[K, V] // a power of two, at most three quarters of them used; nil if the map is empty
	shift uint8        // 64 minus the number of bits of a slot's index
	count int
}

type slot[K, V any] struct {
	key   *K // nil for a free slot
	value V
}

// Of returns a map with room for a number of keys.
func Of[K, V any](size int) Map[K, V] {
	m := Map[K, V]{}
	bits := uint8(3)
	for 3<<bits < 4*size {
		bits++
	}
	m.resize(bits)
	return m
}

// From returns a map with the keys and values of Go's map, for a table that is written once.
func From[K, V any](from map[*K]V) Map[K, V] {
	m := Of[K, V](len(from))
	for k, v := range from {
		m.Set(k, v)
	}
	return m
}

func (m *Map[K, V]) resize(bits uint8) { m.slots, m.shift = make([]slot[K, V], 1<<bits), 64-bits }

// Len returns the number of keys.
func (m *Map[K, V]) Len() int { return m.count }

// find returns the index of the slot of a key, or of the free slot where it belongs. There must be slots.
func (m *Map[K, V]) find(key *K) int {
	const odd = 0x9E3779B97F4A7C15 // 2 to the power of 64 over the golden ratio
	mask := len(m.slots) - 1
	i := int(uint64(uintptr(unsafe.Pointer(key))) * odd >> m.shift)
	for {
		s := &m.slots[i&mask]
		if s.key == key || s.key == nil {
			return i & mask
		}
		i++
	}
}

// Get returns the value of a key, or the zero value.
func (m *Map[K, V]) Get(key *K) (v V) {
	if m.slots == nil {
		return v
	}
	return m.slots[m.find(key)].value
}

// Lookup returns the value of a key, and whether the map has the key.
func (m *Map[K, V]) Lookup(key *K) (v V, ok bool) {
	if m.slots == nil {
		return v, false
	}
	s := &m.slots[m.find(key)]
	return s.value, s.key != nil
}

// Set sets the value of a key.
func (m *Map[K, V]) Set(key *K, value V) { *m.At(key) = value }

// At returns a pointer to the value of a key, which is the zero value if the key is new. It is valid until the next
// call of At, Set or Add.
func (m *Map[K, V]) At(key *K) *V {
	if 4*m.count >= 3*len(m.slots) {
		m.grow()
	}
	s := &m.slots[m.find(key)]
	if s.key == nil {
		s.key = key
		m.count++
	}
	return &s.value
}

// Add adds a key with the zero value, and reports whether the map did not have it.
func (m *Map[K, V]) Add(key *K) bool {
	before := m.count
	m.At(key)
	return m.count > before
}

// Clone returns a copy of the map, with the same values.
func (m *Map[K, V]) Clone() Map[K, V] {
	return Map[K, V]{slots: slices.Clone(m.slots), shift: m.shift, count: m.count}
}

func (m *Map[K, V]) grow() {
	old := m.slots
	if old == nil {
		m.resize(3)
		return
	}
	m.resize(64 - m.shift + 1)
	for i := range old {
		if old[i].key != nil {
			m.slots[m.find(old[i].key)] = old[i]
		}
	}
}

// Clear removes all keys, and keeps the memory.
func (m *Map[K, V]) Clear() {
	clear(m.slots)
	m.count = 0
}

// Delete removes a key, if it is there.
func (m *Map[K, V]) Delete(key *K) {
	if m.slots == nil {
		return
	}
	mask, free := len(m.slots)-1, m.find(key)
	if m.slots[free].key == nil {
		return
	}
	m.slots[free] = slot[K, V]{}
	m.count--
	// Keys behind it may be there because the slot was used.
	for i := free + 1; m.slots[i&mask].key != nil; i++ {
		moved := m.slots[i&mask]
		m.slots[i&mask] = slot[K, V]{}
		m.slots[m.find(moved.key)] = moved
	}
}
