package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/girih-ir/girih/tools/opt"
)

var update = flag.Bool("update", false, "write the blocks of docs/tutorial.md anew")

var root = filepath.FromSlash("../../..")

// block is a comment `<!-- file: PATH -->` or `<!-- run: ARGUMENTS < PATH -->` and the code block after it.
var block = regexp.MustCompile("(?s)<!-- (file|run): ([^\n]*) -->\n```([a-z]*)\n(.*?)\n?```\n")

// The tutorial shows the files of the packages in this folder, and the output of the tool.
func TestTheTutorialShowsTheFilesAndWhatTheToolPrints(t *testing.T) {
	name := filepath.Join(root, "docs", "tutorial.md")
	tutorial, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	got := block.ReplaceAllStringFunc(string(tutorial), func(s string) string {
		blocks++
		m := block.FindStringSubmatch(s)
		content, err := contents(m[1], m[2])
		if err != nil {
			t.Fatal(err)
		}
		if content != m[4]+"\n" && !*update {
			t.Errorf("the block %s: %s shows\n%s\nbut it is\n%s", m[1], m[2], m[4], content)
		}
		return fmt.Sprintf("<!-- %s: %s -->\n```%s\n%s```\n", m[1], m[2], m[3], content)
	})
	if fences := strings.Count(string(tutorial), "\n```") / 2; blocks < 12 || fences != blocks+1 {
		t.Errorf("%d of %d blocks are checked; only the layout of the folders is not", blocks, fences)
	}
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// contents returns what a block shows: a file, or what modular-opt prints for one.
func contents(kind, what string) (string, error) {
	if kind == "file" {
		text, err := os.ReadFile(filepath.Join(root, what))
		return string(text), err
	}
	args, input, _ := strings.Cut(what, " < ")
	text, err := os.ReadFile(filepath.Join(root, input))
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	opt.Main(config(), strings.Fields(args)[1:], bytes.NewReader(text), &out, &out)
	return strings.TrimRight(out.String(), "\n") + "\n", nil
}

var (
	link    = regexp.MustCompile(`\]\(([^)#:]+)\)`)
	code    = regexp.MustCompile("(?s)```.*?```")
	command = regexp.MustCompile("`tile-opt x\\.mlir ([^`]+)`")
)

func TestLinksInDocsLeadToFiles(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(string(content), ""), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}

func TestCommandLinesOfTheGuideRun(t *testing.T) {
	guide, err := os.ReadFile(filepath.Join(root, "docs", "coming-from-mlir.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := command.FindAllStringSubmatch(string(guide), -1)
	if len(commands) < 9 {
		t.Errorf("found only %d commands", len(commands))
	}
	for _, m := range commands {
		var out, errs bytes.Buffer
		args := strings.Fields(strings.ReplaceAll(m[1], "'", ""))
		if code := opt.Main(config(), args, strings.NewReader("func.func @f() { return }"), &out, &errs); code != 0 {
			t.Errorf("%s: %s", m[0], &errs)
		}
	}
}
