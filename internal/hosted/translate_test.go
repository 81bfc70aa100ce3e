package hosted

import (
	"fmt"
	"regexp"
	"strings"
)

// target is what LLVM has to know of the host.
const target = `target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
`

var (
	inline     = regexp.MustCompile(`call (\S+) asm (sideeffect )?"([^"]*)", "[^"]*"\(((?:[^()]|\([^()]*\))*)\).*`)
	intrinsic  = regexp.MustCompile(`@llvm\.nvvm\.([\w.]+)`)
	definition = regexp.MustCompile(`(?m)^define ptx_kernel void @("[^"]+"|[\w.$]+)\((.*)\)[^()]*\{$`)
)

// translate makes a module for the host from a kernel, with @main, which launches it. It returns the names of the
// runtime's functions that the module calls.
func translate(l Launch) (module string, needed map[string]bool, err error) {
	needed = make(map[string]bool)
	var out strings.Builder
	out.WriteString(target)
	for line := range strings.Lines(l.Text) {
		if line, err = translateLine(line, needed); err != nil {
			return "", nil, err
		}
		out.WriteString(line)
	}
	for name := range needed {
		f, _ := functionOf(name)
		fmt.Fprintln(&out, f.declaration(name))
	}
	main, err := mainText(l)
	if err != nil {
		return "", nil, err
	}
	out.WriteString(main)
	return out.String(), needed, nil
}

// translateLine translates a line. Declarations of intrinsics go, since those of the runtime's functions take their
// place.
func translateLine(line string, needed map[string]bool) (string, error) {
	if strings.HasPrefix(line, "target ") || strings.HasPrefix(line, "!nvvm") ||
		strings.HasPrefix(line, "declare") && strings.Contains(line, "@llvm.nvvm.") {
		return "", nil
	}
	if strings.HasPrefix(line, "@") && strings.Contains(line, " external ") {
		return "", fmt.Errorf("%w: %s", ErrUnsupported, line)
	}
	line = strings.NewReplacer("ptx_kernel ", "", "ptx_device ", "").Replace(line)
	use := func(name string) (string, error) {
		if _, ok := functionOf(name); !ok {
			return "", fmt.Errorf("%w: %s", ErrUnsupported, name)
		}
		needed[name] = true
		return `@"` + name + `"`, nil
	}
	if m := inline.FindStringSubmatch(line); m != nil {
		f, err := use(strings.Join(strings.Fields(m[3]), " "))
		if err != nil {
			return "", err
		}
		line = strings.Replace(line, m[0], "call "+m[1]+" "+f+"("+m[4]+")", 1)
	} else if strings.Contains(line, " asm ") {
		return "", fmt.Errorf("%w: %s", ErrUnsupported, line)
	}
	var failed error
	line = intrinsic.ReplaceAllStringFunc(line, func(found string) string {
		f, err := use(strings.TrimPrefix(found, "@llvm.nvvm."))
		if failed == nil {
			failed = err
		}
		return f
	})
	return line, failed
}

// mainText returns @main, which reads the memory, launches the kernel and writes the memory.
func mainText(l Launch) (string, error) {
	found := definition.FindAllStringSubmatch(l.Text, -1)
	if len(found) != 1 {
		return "", fmt.Errorf("%w: %d kernels", ErrUnsupported, len(found))
	}
	params := parameters(found[0][2])
	if len(params) != len(l.Args) {
		return "", fmt.Errorf("%d arguments for %d parameters", len(l.Args), len(params))
	}
	var prepare, args []string
	for i, p := range params {
		switch a := l.Args[i]; {
		case strings.Contains(p, "byval"):
			return "", fmt.Errorf("%w: %s", ErrUnsupported, p)
		case a.Number != "":
			args = append(args, strings.Fields(p)[0]+" "+a.Number)
		default:
			prepare = append(prepare, fmt.Sprintf("  %%p%d = getelementptr i8, ptr %%memory, i64 %d\n"+
				"  %%q%[1]d = addrspacecast ptr %%p%[1]d to ptr addrspace(1)\n", i, a.Offset))
			args = append(args, fmt.Sprintf("ptr addrspace(1) %%q%d", i))
		}
	}
	return fmt.Sprintf(`
@host.memory = external global ptr
declare void @host.launch(ptr, i32, i32, i32, i32)
declare void @host.read(i64)
declare void @host.write(i64)
define void @host.entry() {
  %%memory = load ptr, ptr @host.memory
%s  call void @%s(%s)
  ret void
}
define i32 @main() {
  call void @host.read(i64 %d)
  call void @host.launch(ptr @host.entry, i32 %d, i32 %d, i32 %d, i32 %d)
  call void @host.write(i64 %[4]d)
  ret i32 0
}
`, strings.Join(prepare, ""), found[0][1], strings.Join(args, ", "), len(l.Memory), l.Threads, l.Grid[0], l.Grid[1],
		l.Grid[2]), nil
}

// parameters splits a list of parameters at its outer commas.
func parameters(list string) (out []string) {
	depth, from := 0, 0
	for i, c := range list + "," {
		switch c {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
		case ',':
			if depth == 0 {
				if p := strings.TrimSpace((list + ",")[from:i]); p != "" {
					out = append(out, p)
				}
				from = i + 1
			}
		}
	}
	return out
}
