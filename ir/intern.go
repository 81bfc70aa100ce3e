package ir

import (
	"hash/maphash"
	"sync"
)

// keyed interns values that a comparable key describes completely.
type keyed[K comparable, V any] struct {
	mu sync.RWMutex
	m  map[K]V
}

// get returns the value of k, made by mk on the first call with that key.
func (t *keyed[K, V]) get(k K, mk func(K) V) V {
	t.mu.RLock()
	v, ok := t.m[k]
	t.mu.RUnlock()
	if ok {
		return v
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if v, ok := t.m[k]; ok {
		return v
	}
	if t.m == nil {
		t.m = make(map[K]V)
	}
	v = mk(k)
	t.m[k] = v
	return v
}

// each calls f for every interned value, in no order, until it returns false.
func (t *keyed[K, V]) each(f func(any) bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, v := range t.m {
		if !f(v) {
			return
		}
	}
}

// hashSeed is shared by all contexts: hashes never leave the process and never decide an order.
var hashSeed = maphash.MakeSeed()

// listed interns values that a list of comparable elements describes, together with a small comparable head.
type listed[H, E comparable, V any] struct {
	mu sync.RWMutex
	m  map[uint64]*listEntry[H, E, V]
}

type listEntry[H, E comparable, V any] struct {
	head  H
	elems []E
	value V
	next  *listEntry[H, E, V]
}

func (t *listed[H, E, V]) find(hash uint64, head H, elems []E) (V, bool) {
scan:
	for e := t.m[hash]; e != nil; e = e.next {
		if e.head != head || len(e.elems) != len(elems) {
			continue
		}
		for i := range elems {
			if e.elems[i] != elems[i] {
				continue scan
			}
		}
		return e.value, true
	}
	var zero V
	return zero, false
}

// each calls f for every interned value, in no order, until it returns false.
func (t *listed[H, E, V]) each(f func(any) bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, chain := range t.m {
		for e := chain; e != nil; e = e.next {
			if !f(e.value) {
				return
			}
		}
	}
}

// get returns the value of (head, elems). mk receives a private copy of elems that it may keep.
func (t *listed[H, E, V]) get(head H, elems []E, mk func(head H, elems []E) V) V {
	hash := maphash.Comparable(hashSeed, head)
	for i := range elems {
		hash = hash*0x9E3779B97F4A7C15 ^ maphash.Comparable(hashSeed, elems[i])
	}
	t.mu.RLock()
	v, ok := t.find(hash, head, elems)
	t.mu.RUnlock()
	if ok {
		return v
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if v, ok := t.find(hash, head, elems); ok {
		return v
	}
	if t.m == nil {
		t.m = make(map[uint64]*listEntry[H, E, V])
	}
	own := append([]E(nil), elems...)
	v = mk(head, own)
	t.m[hash] = &listEntry[H, E, V]{head: head, elems: own, value: v, next: t.m[hash]}
	return v
}

// Intern returns the one value of ctx with key k, made by mk on first use. Dialects intern their own types and
// attributes with it: K identifies the kind (declare one key type per kind) and must describe the value completely.
func Intern[K comparable, V any](ctx *Context, k K, mk func(K) V) V {
	kind := any((*K)(nil))
	t, ok := ctx.extension.Load(kind)
	if !ok {
		t, _ = ctx.extension.LoadOrStore(kind, new(keyed[K, V]))
	}
	return t.(*keyed[K, V]).get(k, mk)
}
