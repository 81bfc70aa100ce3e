package hosted

import (
	"fmt"
	"slices"
	"strings"
)

// The exit statuses by which the runtime reports errors.
const (
	stuck = 201 + iota
	partial
	asserted
)

// maxThreads bounds the threads of a block, as CUDA does.
const maxThreads = 1024

// runtimeText returns the LLVM IR of the runtime with the functions that a module needs.
func runtimeText(needed map[string]bool, l Launch) (string, error) {
	if l.Threads%32 != 0 || l.Threads > maxThreads {
		return "", fmt.Errorf("%w: %d threads", ErrUnsupported, l.Threads)
	}
	var names []string
	for name := range needed {
		names = append(names, name)
	}
	slices.Sort(names)
	var out strings.Builder
	out.WriteString(target)
	out.WriteString(core)
	for _, name := range names {
		f, _ := functionOf(name)
		out.WriteString(f.definition(name))
	}
	return out.String(), nil
}

// core has the memory and the scheduler. Threads are coroutines with contexts of the C library. In ucontext_t of Linux
// on x86-64, the stack's address is at byte 16 and its size at byte 32.
//
// A thread that waits at a barrier gives up its turn until as many threads have arrived as the barrier is for: barrier
// n is that of warp n, and barrier 32 that of the block. If no thread arrives anywhere in a round, they are stuck.
// In every other block, threads take turns in reverse order, to find orders on which results depend.
const core = `
@host.memory = global ptr null
@thread = internal global i32 0
@block = internal global [3 x i32] zeroinitializer
@grid = internal global [3 x i32] zeroinitializer
@threads = internal global i32 0
@slots = internal global [1024 x i32] zeroinitializer
@function = internal global ptr null
@scheduler = internal global [2048 x i8] zeroinitializer, align 64
@contexts = internal global ptr null
@stacks = internal global ptr null
@ended = internal global [1024 x i8] zeroinitializer
@arrived = internal global [33 x i32] zeroinitializer
@rounds = internal global [33 x i64] zeroinitializer
@progress = internal global i64 0

declare i64 @read(i32, ptr, i64)
declare i64 @write(i32, ptr, i64)
declare ptr @aligned_alloc(i64, i64)
declare void @exit(i32)
declare i32 @getcontext(ptr)
declare void @makecontext(ptr, ptr, i32, ...)
declare i32 @swapcontext(ptr, ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @host.read(i64 %n) {
  %more = add i64 %n, 8191
  %size = and i64 %more, -4096
  %memory = call ptr @aligned_alloc(i64 4096, i64 %size)
  store ptr %memory, ptr @host.memory
  br label %loop
loop:
  %at = phi i64 [ 0, %0 ], [ %next, %body ]
  %left = sub i64 %n, %at
  %end = icmp eq i64 %left, 0
  br i1 %end, label %done, label %body
body:
  %p = getelementptr i8, ptr %memory, i64 %at
  %got = call i64 @read(i32 0, ptr %p, i64 %left)
  %next = add i64 %at, %got
  %bad = icmp slt i64 %got, 1
  br i1 %bad, label %done, label %loop
done:
  ret void
}

define void @host.write(i64 %n) {
  %memory = load ptr, ptr @host.memory
  br label %loop
loop:
  %at = phi i64 [ 0, %0 ], [ %next, %body ]
  %left = sub i64 %n, %at
  %end = icmp eq i64 %left, 0
  br i1 %end, label %done, label %body
body:
  %p = getelementptr i8, ptr %memory, i64 %at
  %put = call i64 @write(i32 1, ptr %p, i64 %left)
  %next = add i64 %at, %put
  %bad = icmp slt i64 %put, 1
  br i1 %bad, label %done, label %loop
done:
  ret void
}

define internal ptr @context(i32 %i) {
  %all = load ptr, ptr @contexts
  %at = mul i32 %i, 2048
  %p = getelementptr i8, ptr %all, i32 %at
  ret ptr %p
}

define internal void @yield() noinline {
  %me = load i32, ptr @thread
  %c = call ptr @context(i32 %me)
  %r = call i32 @swapcontext(ptr %c, ptr @scheduler)
  ret void
}

define internal void @progresses() {
  %n = load i64, ptr @progress
  %m = add i64 %n, 1
  store i64 %m, ptr @progress
  ret void
}

define internal void @barrier(i32 %b, i32 %n) noinline {
  call void @progresses()
  %counter = getelementptr [33 x i32], ptr @arrived, i32 0, i32 %b
  %round = getelementptr [33 x i64], ptr @rounds, i32 0, i32 %b
  %old = load i64, ptr %round
  %before = load i32, ptr %counter
  %now = add i32 %before, 1
  %last = icmp eq i32 %now, %n
  br i1 %last, label %all, label %some
all:
  store i32 0, ptr %counter
  %new = add i64 %old, 1
  store i64 %new, ptr %round
  ret void
some:
  store i32 %now, ptr %counter
  br label %wait
wait:
  call void @yield()
  %is = load i64, ptr %round
  %still = icmp eq i64 %is, %old
  br i1 %still, label %wait, label %done
done:
  ret void
}

define internal i32 @warp() {
  %t = load i32, ptr @thread
  %w = lshr i32 %t, 5
  ret i32 %w
}

define internal void @meet(i32 %mask) {
  %full = icmp eq i32 %mask, -1
  br i1 %full, label %all, label %some
some:
  call void @exit(i32 202)
  unreachable
all:
  %w = call i32 @warp()
  call void @barrier(i32 %w, i32 32)
  ret void
}

define internal void @put(i32 %v) {
  %t = load i32, ptr @thread
  %p = getelementptr [1024 x i32], ptr @slots, i32 0, i32 %t
  store i32 %v, ptr %p
  ret void
}

define internal i32 @get(i32 %lane) {
  %w = call i32 @warp()
  %first = shl i32 %w, 5
  %t = or i32 %first, %lane
  %p = getelementptr [1024 x i32], ptr @slots, i32 0, i32 %t
  %v = load i32, ptr %p
  ret i32 %v
}

define internal i16 @f16(float %a) {
  %h = fptrunc float %a to half
  %r = bitcast half %h to i16
  ret i16 %r
}

define internal i16 @bf16(float %a) { ; to nearest even, without the function of a runtime library
  %bits = bitcast float %a to i32
  %nan = fcmp uno float %a, %a
  %upper = lshr i32 %bits, 16
  %odd = and i32 %upper, 1
  %half = add i32 %odd, 32767
  %sum = add i32 %bits, %half
  %rounded = lshr i32 %sum, 16
  %chosen = select i1 %nan, i32 32767, i32 %rounded
  %r = trunc i32 %chosen to i16
  ret i16 %r
}

define internal void @start() noinline {
  %f = load ptr, ptr @function
  call void %f()
  %me = load i32, ptr @thread
  %p = getelementptr [1024 x i8], ptr @ended, i32 0, i32 %me
  store i8 1, ptr %p
  call void @progresses()
  call void @yield()
  unreachable
}

define internal void @prepare(i32 %i) noinline {
  %c = call ptr @context(i32 %i)
  %r = call i32 @getcontext(ptr %c)
  %all = load ptr, ptr @stacks
  %i64 = zext i32 %i to i64
  %at = mul i64 %i64, 262144
  %stack = getelementptr i8, ptr %all, i64 %at
  %address = getelementptr i8, ptr %c, i64 16
  %size = getelementptr i8, ptr %c, i64 32
  %after = getelementptr i8, ptr %c, i64 8
  store ptr %stack, ptr %address
  store i64 262144, ptr %size
  store ptr null, ptr %after
  call void (ptr, ptr, i32, ...) @makecontext(ptr %c, ptr @start, i32 0)
  ret void
}

define internal void @resume(i32 %i) noinline {
  store i32 %i, ptr @thread
  %c = call ptr @context(i32 %i)
  %r = call i32 @swapcontext(ptr @scheduler, ptr %c)
  ret void
}

define void @host.launch(ptr %entry, i32 %n, i32 %x, i32 %y, i32 %z) {
  store ptr %entry, ptr @function
  store i32 %n, ptr @threads
  store i32 %x, ptr @grid
  store i32 %y, ptr getelementptr ([3 x i32], ptr @grid, i32 0, i32 1)
  store i32 %z, ptr getelementptr ([3 x i32], ptr @grid, i32 0, i32 2)
  %contexts = call ptr @aligned_alloc(i64 64, i64 2097152)
  store ptr %contexts, ptr @contexts
  %stacks = call ptr @aligned_alloc(i64 4096, i64 268435456)
  store ptr %stacks, ptr @stacks
  %xy = mul i32 %x, %y
  %blocks = mul i32 %xy, %z
  br label %next
next:
  %b = phi i32 [ 0, %0 ], [ %b1, %finished ]
  %b1 = add i32 %b, 1
  %over = icmp eq i32 %b, %blocks
  br i1 %over, label %end, label %block
end:
  ret void
block:
  %bx = urem i32 %b, %x
  %rest = udiv i32 %b, %x
  %by = urem i32 %rest, %y
  %bz = udiv i32 %rest, %y
  store i32 %bx, ptr @block
  store i32 %by, ptr getelementptr ([3 x i32], ptr @block, i32 0, i32 1)
  store i32 %bz, ptr getelementptr ([3 x i32], ptr @block, i32 0, i32 2)
  call void @llvm.memset.p0.i64(ptr @ended, i8 0, i64 1024, i1 false)
  call void @llvm.memset.p0.i64(ptr @arrived, i8 0, i64 132, i1 false)
  br label %threads
threads:
  %i = phi i32 [ 0, %block ], [ %i1, %threads ]
  %i1 = add i32 %i, 1
  call void @prepare(i32 %i)
  %prepared = icmp eq i32 %i1, %n
  br i1 %prepared, label %round, label %threads
round:
  %before = load i64, ptr @progress
  br label %turn
turn:
  %k = phi i32 [ 0, %round ], [ %k1, %after ]
  %left = phi i32 [ 0, %round ], [ %left1, %after ]
  %k1 = add i32 %k, 1
  %odd = and i32 %b, 1
  %reverse = icmp eq i32 %odd, 1
  %mirrored = sub i32 %n, %k1
  %t = select i1 %reverse, i32 %mirrored, i32 %k
  %p = getelementptr [1024 x i8], ptr @ended, i32 0, i32 %t
  %e = load i8, ptr %p
  %has = icmp eq i8 %e, 1
  br i1 %has, label %after, label %goes
goes:
  call void @resume(i32 %t)
  br label %after
after:
  %one = phi i32 [ 0, %turn ], [ 1, %goes ]
  %left1 = add i32 %left, %one
  %last = icmp eq i32 %k1, %n
  br i1 %last, label %check, label %turn
check:
  %none = icmp eq i32 %left1, 0
  br i1 %none, label %finished, label %some
some:
  %now = load i64, ptr @progress
  %same = icmp eq i64 %now, %before
  br i1 %same, label %stuck, label %round
stuck:
  call void @exit(i32 201)
  unreachable
finished:
  br label %next
}
`
