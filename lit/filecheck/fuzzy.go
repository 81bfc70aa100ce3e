package filecheck

import "bytes"

const (
	// searchWindow is the distance within which the nearest place is searched.
	searchWindow = 4096
	// maxPatternLength is the length of the longest pattern for which it is searched.
	maxPatternLength = 2048
	// maxDistance is the number of changes from which on a place is no longer near.
	maxDistance = 50
	// linesPerChange is the number of lines that count as much as one change.
	linesPerChange = 100
)

// nearest returns the offset in text at which the text is most similar to a pattern: the rest of the line needs the
// fewest insertions, deletions and replacements to become the pattern. The result is not positive if nothing is similar
// enough, or if the start of the text is the best place.
func nearest(p *pattern, text []byte) int {
	example := p.fixed
	if p.kind == Empty {
		example = []byte("(\n$)")
	} else if len(example) == 0 {
		example = p.source
	}
	window := min(searchWindow, len(text))
	if window*max(len(p.fixed), len(example)) > searchWindow*maxPatternLength {
		return -1
	}
	best, quality := -1, float64(maxDistance)
	lines := 0
	var d distance
	for i := range window {
		if text[i] == '\n' {
			lines++
		}
		if isBlank(text[i]) {
			continue
		}
		lineEnd := text[i:min(i+len(example), len(text))]
		if j := bytes.IndexByte(lineEnd, '\n'); j >= 0 {
			lineEnd = lineEnd[:j]
		}
		penalty := float64(lines) / linesPerChange
		if q := float64(d.between(lineEnd, example, int(quality-penalty)+1)) + penalty; q < quality {
			best, quality = i, q
		}
	}
	return best
}

// distance computes edit distances.
type distance struct{ row []int }

// between returns the edit distance of two texts. If it is larger than limit, it may return any larger number instead.
func (d *distance) between(a, b []byte, limit int) int {
	if limit < 0 || len(b)-len(a) > limit || len(a)-len(b) > limit {
		return limit + 1
	}
	d.row = d.row[:0]
	for j := 0; j <= len(b); j++ {
		d.row = append(d.row, j)
	}
	for i, c := range a {
		// Outside the diagonal band of that width, the distance exceeds the limit.
		lo, hi := max(1, i+1-limit), min(len(b), i+1+limit)
		diagonal := d.row[lo-1]
		d.row[lo-1] = i + 1
		if lo > 1 {
			d.row[lo-1] = limit + 1
		}
		least := d.row[lo-1]
		for j := lo; j <= hi; j++ {
			change := diagonal
			if c != b[j-1] {
				change++
			}
			diagonal = d.row[j]
			above := diagonal
			if j == i+1+limit {
				above = limit + 1
			}
			d.row[j] = min(change, d.row[j-1]+1, above+1)
			least = min(least, d.row[j])
		}
		if least > limit {
			return limit + 1
		}
	}
	return d.row[len(b)]
}
