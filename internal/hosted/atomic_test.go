package hosted

import (
	"fmt"
	"regexp"
)

// atomics are PTX's atomic operations: atom gives the old number, red does not.
var atomics = regexp.MustCompile(`^(atom|red)\.\w+\.\w+\.(global|shared)\.(\w+)(?:\.noftz)?\.(\w+) `)

// atomic returns the function of an atomic operation. Threads take turns only at barriers and warp operations, so that
// a load and a store are one step.
func atomic(name string) (f function, ok bool) {
	m := atomics.FindStringSubmatch(name)
	if m == nil {
		return f, false
	}
	space, elem := map[string]int{"global": 1, "shared": 3}[m[2]], atomicTypes[m[4]]
	if elem == "" {
		return f, false
	}
	ptr := fmt.Sprintf("ptr addrspace(%d)", space)
	f = function{result: elem, params: []string{ptr, elem}, attrs: "nounwind"}
	f.body = fmt.Sprintf("  %%r = load %s, %s %%a\n", elem, ptr)
	switch step := combined(m[3], m[4], elem); {
	case m[3] == "cas":
		f.params = append(f.params, elem)
		f.body += fmt.Sprintf("  %%same = icmp eq %[1]s %%r, %%b\n  %%n = select i1 %%same, %[1]s %%c, %[1]s %%r\n", elem)
	case step == "":
		return f, false
	default:
		f.body += step
	}
	f.body += fmt.Sprintf("  store %s %%n, %s %%a", elem, ptr)
	if m[1] == "red" {
		f.result = "void"
	}
	return f, true
}

var atomicTypes = map[string]string{"u32": "i32", "s32": "i32", "b32": "i32", "u64": "i64", "s64": "i64", "b64": "i64",
	"b16": "i16", "f32": "float", "f64": "double"}

// combined computes the new number %n from the old one, %r, and %b.
func combined(op, kind, elem string) string {
	float := kind[0] == 'f'
	switch {
	case op == "exch":
		return fmt.Sprintf("  %%n = select i1 true, %[1]s %%b, %[1]s %%r\n", elem)
	case op == "add" && float:
		return fmt.Sprintf("  %%n = fadd %s %%r, %%b\n", elem)
	case op == "add", op == "and", op == "or", op == "xor":
		return fmt.Sprintf("  %%n = %s %s %%r, %%b\n", op, elem)
	case (op == "min" || op == "max") && !float:
		return fmt.Sprintf("  %%n = call %[1]s @llvm.%[2]c%[3]s.%[1]s(%[1]s %%r, %[1]s %%b)\n", elem, kind[0], op)
	}
	return ""
}
