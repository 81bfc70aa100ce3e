// Package onlyvalue finds out whether all writers of a place in memory store the same number. The executors use it,
// since programs that are not ordered may store equal numbers to one element. Numbers are compared exactly.
package onlyvalue

import (
	"runtime"
	"sync/atomic"
)

// Record is about one place. The zero value says that nothing was stored. Several goroutines may use it.
type Record struct {
	number atomic.Uint64 // what all writers have stored, in state agreed
	state  atomic.Uint32
}

// The states of a record. They are passed in this order.
const (
	none   uint32 = iota
	begun         // the first number is about to be recorded
	agreed        // all numbers were equal
	varied        // there were different numbers, or one that is not known
)

// Store records that a number is stored, and reports whether no other number has been.
func (r *Record) Store(number uint64) (only bool) {
	if r.state.CompareAndSwap(none, begun) {
		r.number.Store(number)
		return r.state.CompareAndSwap(begun, agreed)
	}
	for r.state.Load() == begun {
		runtime.Gosched()
	}
	if r.state.Load() == agreed && r.number.Load() == number {
		return true
	}
	r.state.Store(varied)
	return false
}

// StoreUnknown records that something is stored that is not known.
func (r *Record) StoreUnknown() { r.state.Store(varied) }
