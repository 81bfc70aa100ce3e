package tilegpu

import "testing"

func TestOnlyEqualListsHaveOneKey(t *testing.T) {
	lists := [][][]int{nil, {nil}, {{0}}, {{0, 0}}, {{0}, {0}}, {{1, 2}, {3}}, {{1}, {2, 3}}, {{12, 3}}, {{-1}}, {{1}},
		{{1 << 40}}, {{}, {1}}, {{1}, {}}}
	seen := make(map[string]int)
	for i, l := range lists {
		key := keyOf(l...)
		if before, ok := seen[key]; ok {
			t.Errorf("%v and %v have one key", lists[before], l)
		}
		seen[key] = i
	}
	if keyOf([]int{1, 2}, nil) != keyOf([]int{1, 2}, []int{}) {
		t.Error("empty lists have different keys")
	}
}
