// Package spelling suggests names for misspelled ones.
package spelling

// Suggestion returns "; did you mean 'x'?" for the candidate closest to a misspelled name, or "" if none is close.
func Suggestion(name string, candidates []string) string {
	if best := Closest(name, candidates); best != "" {
		return "; did you mean '" + best + "'?"
	}
	return ""
}

// Closest returns the candidate closest to a misspelled name: the first with the smallest edit distance, if that is
// at most a third of the length of the name. Otherwise it returns "".
func Closest(name string, candidates []string) string {
	best, least := "", 1+len(name)/3
	for _, c := range candidates {
		if d := editDistance(name, c); d <= least && d < len(name) {
			best, least = c, d-1
		}
	}
	return best
}

// editDistance is the number of insertions, deletions and substitutions between two names.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
