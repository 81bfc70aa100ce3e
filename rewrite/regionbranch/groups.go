package regionbranch

// groups is a union-find structure: disjoint sets of the numbers from 0 to n-1.
type groups []int // the parent of each number; a representative is its own parent

func newGroups(n int) groups {
	g := make(groups, n)
	for i := range g {
		g[i] = i
	}
	return g
}

// of returns the representative of i's set.
func (g groups) of(i int) int {
	for g[i] != i {
		g[i] = g[g[i]]
		i = g[i]
	}
	return i
}

// join merges the sets of i and j.
func (g groups) join(i, j int) { g[g.of(i)] = g.of(j) }
