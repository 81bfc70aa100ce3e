package runner

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/girih-ir/girih/internal/lit/script"
)

// substitutions returns the suite's substitutions and, after them, those of every test, in the order of LLVM's lit:
//
//	%{pathsep} %basename_t %{s:basename} %{t:stem} %{fs-src-root} %{fs-tmp-root} %{fs-sep} %/et
//
// For each of s (the test), S and p (its directory) and t (the name of a temporary file) there are also
//
//	%s %/s %{s:real} %{/s:real} %{/s:regex_replacement} %:s
func (a *attempt) substitutions() []script.Substitution {
	source, tmp := a.test.Source(), a.temporary()
	dir := filepath.Dir(source)
	list := slices.Clone(a.test.Config.Substitutions)
	add := func(name, value string) { list = append(list, script.Text(name, value)) }
	add("%{pathsep}", string(os.PathListSeparator))
	add("%basename_t", filepath.Base(tmp))
	add("%{s:basename}", filepath.Base(source))
	add("%{t:stem}", filepath.Base(tmp))
	add("%{fs-src-root}", root(dir))
	add("%{fs-tmp-root}", root(tmp))
	add("%{fs-sep}", string(filepath.Separator))
	add("%/et", strings.ReplaceAll(tmp+".tmp", `\`, `\\\\\\\\`))
	for _, p := range []struct{ letter, path string }{{"s", source}, {"S", dir}, {"p", dir}, {"t", tmp + ".tmp"}} {
		slashed := filepath.ToSlash(p.path)
		real := realPath(p.path)
		add("%"+p.letter, p.path)
		add("%/"+p.letter, slashed)
		add("%{"+p.letter+":real}", real)
		add("%{/"+p.letter+":real}", filepath.ToSlash(real))
		add("%{/"+p.letter+":regex_replacement}", strings.NewReplacer("@", `\@`, "&", `\&`).Replace(slashed))
		add("%:"+p.letter, strings.TrimPrefix(strings.Replace(slashed, ":", "", 1), "/"))
	}
	return list
}

func root(path string) string { return filepath.VolumeName(path) + string(filepath.Separator) }

// realPath resolves symbolic links in the existing part of a path.
func realPath(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real
	}
	if parent := filepath.Dir(path); parent != path {
		return filepath.Join(realPath(parent), filepath.Base(path))
	}
	return path
}
