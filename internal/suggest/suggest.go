// Package suggest finds what somebody probably meant.
package suggest

import "strings"

// maxWord bounds the words for which a neighbour is looked for, in bytes: the
// work grows with the square of the length, and strangers choose the word.
const maxWord = 128

// Closest returns the candidate nearest to word, or "" when none is near
// enough: at most a third of the letters may differ, and at least two letters
// of difference are allowed. Upper and lower case and the marks between words
// are the same. Of equally near ones the first wins.
func Closest(word string, candidates []string) string {
	if len(word) > maxWord {
		return ""
	}
	folded := fold(word)
	best, bestDistance := "", max(2, len(folded)/3)+1
	for _, c := range candidates {
		if d := distance(folded, fold(c)); d < bestDistance && d < max(len(c), 1) {
			best, bestDistance = c, d
		}
	}
	return best
}

var marks = strings.NewReplacer("-", "_", ".", "_", " ", "_", "/", "_")

func fold(s string) string { return marks.Replace(strings.ToLower(s)) }

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
