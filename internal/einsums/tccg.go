package einsums

import (
	"slices"
	"strings"
)

// The contractions of the benchmark TCCG (Springer and Bientinesi), as C-A-B. The first letter of an array is the one
// along which elements are contiguous.
const tccg = `ij-ik-kj ij-ikl-ljk ij-kil-lkj ijk-ikl-lj ijk-il-jlk ijk-ilk-jl ijk-ilk-lj ijk-ilmk-mjl ijkl-imjn-lnkm
ijkl-imjn-nlmk ijkl-imkn-jnlm ijkl-imkn-njml ijkl-imln-jnkm ijkl-imln-njmk ijkl-imnj-nlkm ijkl-imnk-njml ijkl-minj-nlmk
ijkl-mink-jnlm ijkl-minl-njmk aqrs-pa-pqrs abrs-qb-aqrs abcs-rc-abrs abj-bka-kj ajb-kba-jk abjc-cbka-kj ajbc-ckba-jk
abjc-kbac-jk abjcd-dkbac-jk adbjc-cbdka-kj ajbdc-ckbad-jk abcijk-ijma-mkbc abcijk-ijmb-mkac abcijk-ijmc-mkab
abcijk-ikma-mjbc abcijk-ikmb-mjac abcijk-ikmc-mjab abcijk-jkma-mibc abcijk-jkmb-miac abcijk-jkmc-miab abcijk-eiab-jkec
abcijk-eiac-jkeb abcijk-eibc-jkea abcijk-ejab-ikec abcijk-ejac-ikeb abcijk-ejbc-ikea abcijk-ekab-ijec abcijk-ekac-ijeb
abcijk-ekbc-ijea`

// TCCG returns the contractions of the benchmark TCCG, with the contiguous letter last. extent returns the extent of a
// letter: rank is the number of dimensions of the largest array, and nearest says that an array is contiguous along the
// letter.
func TCCG(extent func(rank int, letter byte, nearest bool) int64) []Case {
	var out []Case
	for _, text := range strings.Fields(tccg) {
		parts := strings.Split(text, "-")
		rank := max(len(parts[0]), len(parts[1]), len(parts[2]))
		first := string([]byte{parts[0][0], parts[1][0], parts[2][0]})
		shapes := make([][]int64, len(parts))
		for i, letters := range parts {
			for k := range letters {
				nearest := strings.IndexByte(first, letters[k]) >= 0
				shapes[i] = append(shapes[i], extent(rank, letters[k], nearest))
			}
			slices.Reverse(shapes[i])
			parts[i] = reversed(letters)
		}
		out = append(out, Case{Equation: parts[1] + "," + parts[2] + "->" + parts[0], A: shapes[1], B: shapes[2],
			C: shapes[0]})
	}
	return out
}

func reversed(text string) string {
	b := []byte(text)
	slices.Reverse(b)
	return string(b)
}
