package ir

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
	"unsafe"
)

// hashSeed is shared by all contexts: hashes never leave the process and never decide an order.
var hashSeed = maphash.MakeSeed()

// shardBits is the number of bits of a hash that choose one of a table's shards. Readers take no locks, and writers
// mostly meet in different shards.
const shardBits = 3

// table is a hash table that only grows. A lookup takes no lock. It may miss an entry that is being inserted at the
// same time, so a miss must be confirmed under the shard's lock.
//
// The table sees only the links of its entries, and is not generic. A generic table would be compiled again for each
// kind of type and attribute in every package that imports this one, since [Context] holds them all.
type table struct {
	shards [1 << shardBits]shard
}

// shard is a hash table with chains. The fields that lookups read and the fields that insertions write are in different
// cache lines, so that an insertion does not evict the lines that other cores read.
type shard struct {
	buckets atomic.Pointer[[]bucket]
	_       [cacheLine - 8]byte
	mu      sync.Mutex // held while inserting
	n       int
	_       [cacheLine - 16]byte
}

const cacheLine = 64

type bucket = atomic.Pointer[link]

// link is the head of an [entry]. Only next changes, when the shard grows.
type link struct {
	next atomic.Pointer[link]
	hash uint64
}

// entry is a value with its key.
type entry[K, V any] struct {
	link  // first, so that a pointer to the link is a pointer to the entry
	key   K
	value V
}

// entryOf returns the entry that l is the head of.
func entryOf[K, V any](l *link) *entry[K, V] { return (*entry[K, V])(unsafe.Pointer(l)) }

func (t *table) shard(hash uint64) *shard { return &t.shards[hash>>(64-shardBits)] }

// chain is a snapshot of a bucket. If two snapshots are equal, nothing was inserted into the bucket or moved in
// between.
type chain struct {
	buckets *[]bucket
	first   *link // the chain of entries in which to look for a key
}

// chain returns the chain in which to look for a key with this hash.
func (s *shard) chain(hash uint64) chain {
	buckets := s.buckets.Load()
	if buckets == nil {
		return chain{}
	}
	return chain{buckets, (*buckets)[hash&uint64(len(*buckets)-1)].Load()}
}

// insert adds an entry; the caller has the lock.
func (s *shard) insert(e *link) {
	buckets := s.buckets.Load()
	if buckets == nil || 2*s.n >= len(*buckets) {
		buckets = s.grow(buckets)
	}
	s.n++
	b := &(*buckets)[e.hash&uint64(len(*buckets)-1)]
	e.next.Store(b.Load())
	b.Store(e)
}

// grow multiplies the number of buckets by four. A new key then mostly finds an empty bucket; to look at an entry would
// mostly load a cache line from another core. Entries move to the new buckets while others read. These readers may miss
// entries, but the chains that they follow always end, since an entry only links to entries that were moved before it.
func (s *shard) grow(old *[]bucket) *[]bucket {
	const first = 16
	if old == nil {
		buckets := make([]bucket, first)
		s.buckets.Store(&buckets)
		return &buckets
	}
	buckets := make([]bucket, 4*len(*old))
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

// links calls f for every entry, in no order, until f returns false. It may leave out entries inserted meanwhile.
func (t *table) links(f func(*link) bool) {
	for i := range t.shards {
		if !t.shards[i].links(f) {
			return
		}
	}
}

// links calls f for every entry until f returns false, and reports whether it never did. It holds the shard's lock: f
// must not insert into the table.
func (s *shard) links(f func(*link) bool) bool {
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

// keyed interns values that a comparable key describes completely. Like [listed], it has functions instead of methods:
// methods would be compiled in all packages that import this one.
type keyed[K comparable, V any] struct{ table table }

// lookup returns the value of k, if the table has it.
func lookup[K comparable, V any](t *keyed[K, V], k K) (V, bool) {
	hash := maphash.Comparable(hashSeed, k)
	for l := t.table.shard(hash).chain(hash).first; l != nil; l = l.next.Load() {
		if e := entryOf[K, V](l); e.key == k {
			return e.value, true
		}
	}
	var zero V
	return zero, false
}

// intern returns the value of k, which mk creates on the first call with that key. mk must not use the same table.
func intern[K comparable, V any](t *keyed[K, V], k K, mk func(K) V) V {
	hash := maphash.Comparable(hashSeed, k)
	s := t.table.shard(hash)
	seen := s.chain(hash)
	for l := seen.first; l != nil; l = l.next.Load() {
		if e := entryOf[K, V](l); e.hash == hash && e.key == k {
			return e.value
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.chain(hash); now != seen {
		for l := now.first; l != nil; l = l.next.Load() {
			if e := entryOf[K, V](l); e.hash == hash && e.key == k {
				return e.value
			}
		}
	}
	e := &entry[K, V]{link: link{hash: hash}, key: k, value: mk(k)}
	s.insert(&e.link)
	return e.value
}

// each calls f for every value of t, in no order, until it returns false.
func each[K comparable, V any](t *keyed[K, V], f func(any) bool) {
	t.table.links(func(l *link) bool { return f(entryOf[K, V](l).value) })
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
type listed[H, E comparable, V any] struct{ table table }

// internList returns the value of (head, elems). mk receives a private copy of elems that it may keep. It must not use
// the same table.
func internList[H, E comparable, V any](t *listed[H, E, V], head H, elems []E, mk func(head H, elems []E) V) V {
	hash := hashOf(head, elems)
	s := t.table.shard(hash)
	seen := s.chain(hash)
	for l := seen.first; l != nil; l = l.next.Load() {
		if e := entryOf[list[H, E], V](l); e.hash == hash && e.key.is(head, elems) {
			return e.value
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.chain(hash); now != seen {
		for l := now.first; l != nil; l = l.next.Load() {
			if e := entryOf[list[H, E], V](l); e.hash == hash && e.key.is(head, elems) {
				return e.value
			}
		}
	}
	own := append([]E(nil), elems...)
	e := &entry[list[H, E], V]{link: link{hash: hash}, key: list[H, E]{head, own}, value: mk(head, own)}
	s.insert(&e.link)
	return e.value
}

// hashOf returns the hash of a list. Sizes of tensors, the most frequent lists, are mixed without a call for each.
func hashOf[H, E comparable](head H, elems []E) uint64 {
	const odd = 0x9E3779B97F4A7C15 // 2 to the power of 64 over the golden ratio
	hash := maphash.Comparable(hashSeed, head)
	if sizes, ok := any(elems).([]int64); ok {
		for _, n := range sizes {
			hash = (hash ^ uint64(n)) * odd
			hash ^= hash >> 32
		}
		return hash
	}
	for i := range elems {
		hash = hash*odd ^ maphash.Comparable(hashSeed, elems[i])
	}
	return hash
}

// eachList calls f for every value of t, in no order, until it returns false.
func eachList[H, E comparable, V any](t *listed[H, E, V], f func(any) bool) {
	t.table.links(func(l *link) bool { return f(entryOf[list[H, E], V](l).value) })
}

// recent remembers the last value of each slot, in front of a table. Whoever reads a slot checks that its value is the
// right one.
type recent[V any] [256]atomic.Pointer[V]

// slot returns the slot for a hash, which need not differ between different keys.
func (r *recent[V]) slot(hash uint64) *atomic.Pointer[V] { return &r[hash*0x9E3779B97F4A7C15>>56] }

// heldAt returns the address of what an interface holds, a hash for [recent].
func heldAt[I any](held *I) uint64 { return uint64((*[2]uintptr)(unsafe.Pointer(held))[1]) }

// kind is a table of [Intern].
type kind interface{ each(f func(value any) bool) }

type kindOf[K comparable, V any] struct{ keyed[K, V] }

func (t *kindOf[K, V]) each(f func(any) bool) { each(&t.keyed, f) }

// Intern returns the one value of ctx with key k, made by mk on first use. Dialects intern their own types and
// attributes with it: K identifies the kind (declare one key type per kind) and must describe the value completely.
func Intern[K comparable, V any](ctx *Context, k K, mk func(K) V) V {
	t := intern(&ctx.kinds, any((*K)(nil)), func(any) kind { return new(kindOf[K, V]) })
	return intern(&t.(*kindOf[K, V]).keyed, k, mk)
}
