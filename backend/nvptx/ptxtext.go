package nvptx

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// retarget rewrites the .version and .target directives of a PTX module, so that code emitted for an older architecture
// is assembled for another one. This is sound for code without architecture-specific features, since PTX for sm_X is
// valid for every later architecture (PTX ISA, .target).
func retarget(text []byte, target Target) ([]byte, error) {
	version, _, rest, err := cutDirective(text, ".version")
	if err != nil {
		return nil, err
	}
	arch, line, rest, err := cutDirective(rest, ".target")
	if err != nil {
		return nil, err
	}
	options := ""
	if comma := bytes.IndexByte(line, ','); comma >= 0 {
		options = string(line[comma:]) // .target sm_80, debug
	}
	var out []byte
	out = append(out, version...)
	out = fmt.Appendf(out, ".version %v\n", target.Version())
	out = append(out, arch...)
	out = fmt.Appendf(out, ".target %s%s\n", target.Arch(), options)
	return append(out, rest...), nil
}

// cutDirective splits the text around the first line that starts with the
// directive and has an operand.
func cutDirective(text []byte, directive string) (before, line, after []byte, err error) {
	for at := 0; at < len(text); {
		line, next := text[at:], len(text)
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line, next = line[:n], at+n+1
		}
		if fields := bytes.Fields(line); len(fields) >= 2 && string(fields[0]) == directive {
			return text[:at], line, text[next:], nil
		}
		at = next
	}
	return nil, nil, nil, fmt.Errorf("nvptx: the PTX has no %s line", directive)
}

// emittedVersion reads the .version directive.
func emittedVersion(text []byte) (PTXVersion, error) {
	for line := range bytes.Lines(text) {
		fields := bytes.Fields(line)
		if len(fields) != 2 || string(fields[0]) != ".version" {
			continue
		}
		major, minor, _ := strings.Cut(string(fields[1]), ".")
		if !isDigits(major) || !isDigits(minor) || len(major) > 3 || len(minor) > 3 {
			break
		}
		var v PTXVersion
		v.Major, _ = strconv.Atoi(major)
		v.Minor, _ = strconv.Atoi(minor)
		return v, nil
	}
	return PTXVersion{}, errors.New("nvptx: the PTX has no .version line")
}

var fileInDirectory = pattern(`(?m)^(\s*\.file\s+\d+\s+)"([^"\n]*)"\s+"([^"\n]*)"`)

// joinFileNames joins the directory and the name of a .file directive to one string. LLVM before 15 writes two strings,
// which ptxas does not accept (PTX ISA, ".file": the directive has one file name).
func joinFileNames(text []byte) []byte {
	return fileInDirectory().ReplaceAllFunc(text, func(directive []byte) []byte {
		m := fileInDirectory().FindSubmatch(directive)
		name := string(m[3])
		if len(m[2]) > 0 && !strings.HasPrefix(name, "/") {
			name = strings.TrimSuffix(string(m[2]), "/") + "/" + name
		}
		return []byte(string(m[1]) + `"` + name + `"`)
	})
}

// hasLines reports whether the code has line information.
func hasLines(text []byte) bool {
	_, _, _, err := cutDirective(text, ".loc")
	return err == nil
}

// unknownIntrinsics lists the functions named llvm.* that the module declares but does not define. Compilers print such
// a declaration for an intrinsic that they do not know.
func unknownIntrinsics(text []byte) []string {
	var names []string
	for line := range bytes.Lines(text) {
		declaration, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte(".extern .func"))
		if !ok {
			continue
		}
		at := bytes.Index(declaration, []byte("llvm."))
		if at < 0 {
			continue
		}
		name := string(declaration[at:])
		if end := strings.IndexAny(name, " \t\r\n(;,"); end >= 0 {
			name = name[:end]
		}
		names = append(names, name)
	}
	return names
}
