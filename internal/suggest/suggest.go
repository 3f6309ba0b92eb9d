// Package suggest finds what somebody probably meant.
package suggest

// Closest returns the candidate nearest to word, or "" when none is near
// enough: at most a third of the letters may differ, and at least two letters
// of difference are allowed. Of equally near ones the first wins.
func Closest(word string, candidates []string) string {
	best, bestDistance := "", max(2, len(word)/3)+1
	for _, c := range candidates {
		if d := distance(word, c); d < bestDistance && d < max(len(c), 1) {
			best, bestDistance = c, d
		}
	}
	return best
}

// DidYouMean is Closest as the end of an error message: `, did you mean "x"?`,
// or "" when nothing is near.
func DidYouMean(word string, candidates []string) string {
	if c := Closest(word, candidates); c != "" {
		return `, did you mean "` + c + `"?`
	}
	return ""
}

// distance counts the letters to insert, delete, replace or swap with their
// neighbour to turn a into b (optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last := make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row := make([]int, len(y)+1)
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(y)]
}
