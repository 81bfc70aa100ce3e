package manual_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
)

func TestTheLanguagePageNamesOperationsThatExist(t *testing.T) {
	page, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	ctx := registry.NewContext()
	names := regexp.MustCompile("`((?:tile|scf|func)\\.[a-z_0-9]+)").FindAllStringSubmatch(string(page), -1)
	if len(names) < 100 {
		t.Fatalf("only %d operations are named", len(names))
	}
	for _, name := range names {
		if info := ctx.LookupOp(name[1]); name[1] != tile.MayOverlap && (info == nil || info.Def == nil) {
			t.Errorf("there is no operation %s", name[1])
		}
	}
}
