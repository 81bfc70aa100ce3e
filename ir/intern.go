package ir

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
)

// hashSeed is shared by all contexts: hashes never leave the process and never decide an order.
var hashSeed = maphash.MakeSeed()

// shardBits is the number of bits of a hash that choose one of a table's shards. Readers take no locks, and writers
// mostly meet in different shards.
const shardBits = 3

// table maps keys to values and only grows. Who looks something up takes no lock: what is being inserted at that time may
// be missed, so that a miss must be confirmed under the shard's lock.
type table[K, V any] struct {
	shards [1 << shardBits]shard[K, V]
}

// shard is a hash table with chains. What everybody reads and what each insertion writes lie in different cache lines, so
// that readers on other cores keep theirs.
type shard[K, V any] struct {
	buckets atomic.Pointer[[]bucket[K, V]]
	_       [cacheLine - 8]byte
	mu      sync.Mutex // of those who insert
	n       int
	_       [cacheLine - 16]byte
}

const cacheLine = 64

type bucket[K, V any] = atomic.Pointer[entry[K, V]]

// entry is a value with its key. Only next changes, when the shard grows.
type entry[K, V any] struct {
	next  atomic.Pointer[entry[K, V]]
	hash  uint64
	key   K
	value V
}

func (t *table[K, V]) shard(hash uint64) *shard[K, V] { return &t.shards[hash>>(64-shardBits)] }

// chain is a look at a bucket. Where two are equal, nothing was inserted there in between, and nothing moved.
type chain[K, V any] struct {
	buckets *[]bucket[K, V]
	first   *entry[K, V] // of those among which the one that was asked for is, if it is there
}

// chain returns the entries among which that of a hash is.
func (s *shard[K, V]) chain(hash uint64) chain[K, V] {
	buckets := s.buckets.Load()
	if buckets == nil {
		return chain[K, V]{}
	}
	return chain[K, V]{buckets, (*buckets)[hash&uint64(len(*buckets)-1)].Load()}
}

// insert adds an entry; the caller has the lock.
func (s *shard[K, V]) insert(e *entry[K, V]) {
	buckets := s.buckets.Load()
	if buckets == nil || 2*s.n >= len(*buckets) {
		buckets = s.grow(buckets)
	}
	s.n++
	b := &(*buckets)[e.hash&uint64(len(*buckets)-1)]
	e.next.Store(b.Load())
	b.Store(e)
}

// grow makes four times as many buckets, so that most of those that a new key meets are empty: entries mostly lie in the
// cache of another core. Entries move to the new buckets while others read: these may miss some, but the chains that they
// follow always end, because an entry only ever leads to ones that moved before it.
func (s *shard[K, V]) grow(old *[]bucket[K, V]) *[]bucket[K, V] {
	const first = 16
	if old == nil {
		buckets := make([]bucket[K, V], first)
		s.buckets.Store(&buckets)
		return &buckets
	}
	buckets := make([]bucket[K, V], 4*len(*old))
	for i := range *old {
		for e := (*old)[i].Load(); e != nil; {
			next := e.next.Load()
			b := &buckets[e.hash&uint64(len(buckets)-1)]
			e.next.Store(b.Load())
			b.Store(e)
			e = next
		}
	}
	s.buckets.Store(&buckets)
	return &buckets
}

// each calls f for every value, in no order, until it returns false. Values inserted meanwhile may be left out.
func (t *table[K, V]) each(f func(any) bool) {
	t.entries(func(e *entry[K, V]) bool { return f(e.value) })
}

func (t *table[K, V]) entries(f func(*entry[K, V]) bool) {
	for i := range t.shards {
		if !t.shards[i].entries(f) {
			return
		}
	}
}

// entries calls f for every entry until it returns false, and reports whether it never did. Nothing moves meanwhile: f
// must not insert into the table.
func (s *shard[K, V]) entries(f func(*entry[K, V]) bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	buckets := s.buckets.Load()
	if buckets == nil {
		return true
	}
	for i := range *buckets {
		for e := (*buckets)[i].Load(); e != nil; e = e.next.Load() {
			if !f(e) {
				return false
			}
		}
	}
	return true
}

// keyed interns values that a comparable key describes completely.
type keyed[K comparable, V any] struct{ table[K, V] }

// lookup returns the value of k, if it was made.
func (t *keyed[K, V]) lookup(k K) (V, bool) {
	hash := maphash.Comparable(hashSeed, k)
	s := t.shard(hash)
	for e := s.chain(hash).first; e != nil; e = e.next.Load() {
		if e.key == k {
			return e.value, true
		}
	}
	var zero V
	return zero, false
}

// get returns the value of k, made by mk on the first call with that key. mk must not ask the same table.
func (t *keyed[K, V]) get(k K, mk func(K) V) V {
	hash := maphash.Comparable(hashSeed, k)
	s := t.shard(hash)
	seen := s.chain(hash)
	for e := seen.first; e != nil; e = e.next.Load() {
		if e.hash == hash && e.key == k {
			return e.value
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.chain(hash); now != seen {
		for e := now.first; e != nil; e = e.next.Load() {
			if e.hash == hash && e.key == k {
				return e.value
			}
		}
	}
	e := &entry[K, V]{hash: hash, key: k, value: mk(k)}
	s.insert(e)
	return e.value
}

// list is the key of a listed value.
type list[H, E comparable] struct {
	head  H
	elems []E
}

func (l *list[H, E]) is(head H, elems []E) bool {
	if l.head != head || len(l.elems) != len(elems) {
		return false
	}
	for i := range elems {
		if l.elems[i] != elems[i] {
			return false
		}
	}
	return true
}

// listed interns values that a list of comparable elements describes, together with a small comparable head.
type listed[H, E comparable, V any] struct{ table[list[H, E], V] }

// get returns the value of (head, elems). mk receives a private copy of elems that it may keep; it must not ask the same
// table.
func (t *listed[H, E, V]) get(head H, elems []E, mk func(head H, elems []E) V) V {
	hash := maphash.Comparable(hashSeed, head)
	for i := range elems {
		hash = hash*0x9E3779B97F4A7C15 ^ maphash.Comparable(hashSeed, elems[i])
	}
	s := t.shard(hash)
	seen := s.chain(hash)
	for e := seen.first; e != nil; e = e.next.Load() {
		if e.hash == hash && e.key.is(head, elems) {
			return e.value
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.chain(hash); now != seen {
		for e := now.first; e != nil; e = e.next.Load() {
			if e.hash == hash && e.key.is(head, elems) {
				return e.value
			}
		}
	}
	own := append([]E(nil), elems...)
	e := &entry[list[H, E], V]{hash: hash, key: list[H, E]{head, own}, value: mk(head, own)}
	s.insert(e)
	return e.value
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
