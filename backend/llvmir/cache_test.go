package llvmir_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/ir/text"
)

func printed(t *testing.T, module string, options llvmir.Options) string {
	t.Helper()
	op, err := text.ParseString(registry.NewContext(), module)
	if err != nil {
		t.Fatal(err)
	}
	out, err := llvmir.PrintWith(op, options)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func copyOf(typ, loadHints, storeHints string) string {
	return fmt.Sprintf(`llvm.func @k(%%p: !llvm.ptr<1>, %%q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %%x = llvm.load %%p %s : !llvm.ptr<1> -> %s
  llvm.store %%x, %%q %s : %[2]s, !llvm.ptr<1>
  llvm.return
}`, loadHints, typ, storeHints)
}

var assemblyText = regexp.MustCompile(`asm (?:sideeffect )?"([^"]*)", "([^"]*)"`)

// The printed instruction is that of the PTX ISA, with registers of the value's width.
func TestHintedAccessesArePrintedAsPTX(t *testing.T) {
	for _, tt := range []struct{ typ, hint, load, store string }{
		{"f32", "cs", "ld.global.cs.b32 $0, [$1];|=f,l,~{memory}", "st.global.cs.b32 [$0], $1;|l,f,~{memory}"},
		{"i32", "cg", "ld.global.cg.b32 $0, [$1];|=r,l,~{memory}", "st.global.cg.b32 [$0], $1;|l,r,~{memory}"},
		{"f64", "cs", "ld.global.cs.b64 $0, [$1];|=d,l,~{memory}", "st.global.cs.b64 [$0], $1;|l,d,~{memory}"},
		{"i8", "cs", "ld.global.cs.b8 $0, [$1];|=h,l,~{memory}", "st.global.cs.b8 [$0], $1;|l,h,~{memory}"},
		{"bf16", "cs", "ld.global.cs.b16 $0, [$1];|=h,l,~{memory}", "st.global.cs.b16 [$0], $1;|l,h,~{memory}"},
		{"vector<2xi8>", "cs", "ld.global.cs.b16 $0, [$1];|=h,l,~{memory}", "st.global.cs.b16 [$0], $1;|l,h,~{memory}"},
		{"vector<4xi8>", "cs", "ld.global.cs.b32 $0, [$1];|=r,l,~{memory}", "st.global.cs.b32 [$0], $1;|l,r,~{memory}"},
		{"vector<8xf16>", "cs", "ld.global.cs.v4.b32 {$0, $1, $2, $3}, [$4];|=r,=r,=r,=r,l,~{memory}",
			"st.global.cs.v4.b32 [$0], {$1, $2, $3, $4};|l,r,r,r,r,~{memory}"},
		{"vector<2xi64>", "cg", "ld.global.cg.v2.b64 {$0, $1}, [$2];|=l,=l,l,~{memory}",
			"st.global.cg.v2.b64 [$0], {$1, $2};|l,l,l,~{memory}"},
		{"vector<4xf32>", "evict_first", "ld.global.L1::evict_first.L2::cache_hint.v4.b32 {$0, $1, $2, $3}, [$4], $5;|" +
			"=f,=f,=f,=f,l,l,~{memory}", "st.global.L1::evict_first.L2::cache_hint.v4.b32 [$0], {$1, $2, $3, $4}, " +
			"$5;|l,f,f,f,f,l,~{memory}"},
		{"f32", "cs evict_last", "ld.global.cs.L2::cache_hint.b32 $0, [$1], $2;|=f,l,l,~{memory}",
			"st.global.cs.L2::cache_hint.b32 [$0], $1, $2;|l,f,l,~{memory}"},
		{"f32", "no_allocate", "ld.global.L1::no_allocate.b32 $0, [$1];|=f,l,~{memory}",
			"st.global.L1::no_allocate.b32 [$0], $1;|l,f,~{memory}"},
	} {
		for _, pointers := range []llvmir.Pointers{llvmir.Opaque, llvmir.Typed} {
			hints := hintsOf(tt.hint)
			var got []string
			for _, m := range assemblyText.FindAllStringSubmatch(
				printed(t, copyOf(tt.typ, hints, hints), llvmir.Options{Pointers: pointers}), -1) {
				if !strings.HasPrefix(m[1], "createpolicy") {
					got = append(got, m[1]+"|"+m[2])
				} else if want := "createpolicy.fractional.L2::" + strings.TrimPrefix(tt.hint, "cs ") +
					".b64 $0, 1.0;"; m[1] != want {
					t.Errorf("%s %s: policy %q, want %q", tt.typ, tt.hint, m[1], want)
				}
			}
			if want := []string{tt.load, tt.store}; strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s %s: %q, want %q", tt.typ, tt.hint, got, want)
			}
		}
	}
}

// hintsOf returns the attributes of an access that has a cache operator, an eviction priority, or both.
func hintsOf(names string) string {
	var list []string
	for name := range strings.FieldsSeq(names) {
		attr := "nvvm.cache_operator"
		if len(name) > 2 {
			attr = "nvvm.eviction_priority"
		}
		list = append(list, fmt.Sprintf("%s = %q", attr, name))
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// A hint that PTX cannot express is dropped, since it does not change results.
func TestHintsThatPTXDoesNotHaveAreDropped(t *testing.T) {
	for name, module := range map[string]string{
		"volatile": strings.NewReplacer("llvm.load", "llvm.load volatile", "llvm.store", "llvm.store volatile").Replace(
			copyOf("f32", hintsOf("cs"), hintsOf("cs"))),
		"shared memory":  strings.ReplaceAll(copyOf("f32", hintsOf("cs"), hintsOf("cs")), "ptr<1>", "ptr<3>"),
		"three elements": copyOf("vector<3xf32>", hintsOf("cs"), hintsOf("cs")),
		"too many bits":  copyOf("vector<8xf32>", hintsOf("cs"), hintsOf("cs")),
		"too little aligned": copyOf("vector<4xf32>", `{alignment = 4 : i64, nvvm.cache_operator = "cs"}`,
			`{alignment = 4 : i64, nvvm.cache_operator = "cs"}`),
	} {
		if out := printed(t, module, llvmir.Options{Pointers: llvmir.Opaque}); strings.Contains(out, "asm") ||
			!strings.Contains(out, "load ") || !strings.Contains(out, "store ") {
			t.Errorf("%s:\n%s", name, out)
		}
	}
	old := printed(t, copyOf("f32", hintsOf("evict_last"), hintsOf("evict_last")), llvmir.Options{SM: 75})
	if strings.Contains(old, "L2::") || strings.Count(old, "L1::evict_last.b32") != 2 {
		t.Errorf("sm_75 has no policies for level 2:\n%s", old)
	}
}

// In registers, the first element is in the lowest bits, as in memory. LLVM folds the conversions.
func TestHintedAccessesMoveElementsAsMemoryHasThem(t *testing.T) {
	opt, err := nvptx.FindOpt(t.Context(), 22)
	if err != nil {
		llvmtool.Missing(t, "opt")
	}
	for _, tt := range []struct {
		typ   string
		n     int
		width int
	}{{"i8", 1, 8}, {"vector<2xi8>", 2, 8}, {"vector<4xi8>", 4, 8}, {"vector<8xi8>", 8, 8}, {"vector<16xi8>", 16, 8},
		{"i16", 1, 16}, {"vector<2xi16>", 2, 16}, {"vector<4xi16>", 4, 16}, {"vector<8xi16>", 8, 16},
		{"vector<4xi32>", 4, 32}, {"vector<2xi64>", 2, 64}} {
		elements := make([]string, tt.n)
		var memory []byte
		for i := range elements {
			var word uint64
			for k := range tt.width / 8 {
				memory = append(memory, byte(17*len(memory)+3))
				word |= uint64(memory[len(memory)-1]) << (8 * k)
			}
			elements[i] = strconv.FormatInt(int64(word<<(64-tt.width))>>(64-tt.width), 10)
		}
		constant := elements[0] + " : " + tt.typ
		if tt.n > 1 {
			constant = "dense<[" + strings.Join(elements, ", ") + "]> : " + tt.typ
		}
		out := printed(t, fmt.Sprintf(`llvm.func @k(%%p: !llvm.ptr<1>, %%q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %%x = llvm.mlir.constant(%s) : %s
  llvm.store %%x, %%p {nvvm.cache_operator = "cs"} : %[2]s, !llvm.ptr<1>
  %%y = llvm.load %%p {nvvm.cache_operator = "cs"} : !llvm.ptr<1> -> %[2]s
  llvm.store volatile %%y, %%q : %[2]s, !llvm.ptr<1>
  llvm.return
}`, constant, tt.typ), llvmir.Options{Pointers: llvmir.Opaque})
		stored := optimized(t, opt, out)
		registers := storedRegisters(stored)
		got := bytesOf(registers)
		if tt.typ == "i8" && len(got) == 2 { // the register is wider than the access
			got = got[:1]
		}
		if string(got) != string(memory) {
			t.Errorf("%s: registers %v hold % x, want % x", tt.typ, registers, got, memory)
		}
		loaded := optimized(t, opt, loadedFrom(out, registers))
		want := "store volatile " + strings.TrimPrefix(tt.typ, "vector")
		if tt.n == 1 {
			want += " " + elements[0]
		} else {
			list := make([]string, tt.n)
			for i, e := range elements {
				list[i] = fmt.Sprintf("i%d %s", tt.width, e)
			}
			want = fmt.Sprintf("store volatile <%d x i%d> <%s>", tt.n, tt.width, strings.Join(list, ", "))
		}
		if !strings.Contains(loaded, want) {
			t.Errorf("%s: no %q in\n%s", tt.typ, want, loaded)
		}
	}
}

func optimized(t *testing.T, opt *nvptx.Opt, module string) string {
	t.Helper()
	out, err := opt.Optimize(t.Context(), []byte(module))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// register is an integer constant of LLVM, such as `i32 5`.
var (
	register    = regexp.MustCompile(`i(\d+) (-?\d+)`)
	hintedStore = regexp.MustCompile(`asm sideeffect "st\..*\(ptr addrspace\(1\) %\w+, (.*)\)`)
	hintedLoad  = regexp.MustCompile(`call (\S+|{[^}]*}) asm sideeffect "ld\.[^(]*\([^)]*\) ?%\w+\)`)
)

// storedRegisters returns the constants that a hinted store receives.
func storedRegisters(module string) [][]string {
	m := hintedStore.FindStringSubmatch(module)
	if m == nil {
		return nil
	}
	return register.FindAllStringSubmatch(m[1], -1)
}

// bytesOf returns the bytes of registers, in the order of memory.
func bytesOf(registers [][]string) (out []byte) {
	for _, r := range registers {
		width, _ := strconv.Atoi(r[1])
		v, _ := strconv.ParseInt(r[2], 10, 64)
		for k := range width / 8 {
			out = append(out, byte(v>>(8*k)))
		}
	}
	return out
}

// loadedFrom replaces the hinted load of a module by given registers.
func loadedFrom(module string, registers [][]string) string {
	list := make([]string, len(registers))
	for i, r := range registers {
		list[i] = r[0]
	}
	constant := strings.Join(list, ", ")
	if len(list) > 1 {
		constant = "{ " + constant + " }"
	} else {
		_, constant, _ = strings.Cut(constant, " ")
	}
	return hintedLoad.ReplaceAllString(module, "select i1 true, $1 "+constant+", $1 "+constant)
}
