package einsums

import "github.com/girih-ir/girih/dialects/tile/contract"

// Rows are the forms of contractions: products of matrices, convolutions of all kinds, shifts, sparse filters,
// attention and quantum chemistry.
func Rows() []Row {
	return []Row{
		{Case{Equation: "mk,kn->mn", A: s(4, 5), B: s(5, 3), C: s(4, 3)},
			"", "m", "n", "k", true, true},
		{Case{Equation: "mk,nk->mn", A: s(4, 5), B: s(3, 5), C: s(4, 3)},
			"", "m", "n", "k", true, true},
		{Case{Equation: "km,kn->mn", A: s(5, 4), B: s(5, 3), C: s(4, 3)},
			"", "m", "n", "k", true, true},
		{Case{Equation: "bmk, bkn -> bmn", A: s(2, 4, 5), B: s(2, 5, 3), C: s(2, 4, 3)},
			"b", "m", "n", "k", true, true},
		{Case{Equation: "nths, hes -> nhte", A: s(2, 3, 2, 4), B: s(2, 5, 4), C: s(2, 2, 3, 5)},
			"h", "nt", "e", "s", true, true},
		{Case{Equation: "nhte,nths->hes", A: s(2, 2, 3, 5), B: s(2, 3, 2, 4), C: s(2, 5, 4)},
			"h", "e", "s", "nt", false, true},
		{Case{Equation: "nhte,hes->nths", A: s(2, 2, 3, 5), B: s(2, 5, 4), C: s(2, 3, 2, 4)},
			"h", "nt", "s", "e", true, true},
		{Case{Equation: "nc(h + r)(w + s), ckrs -> nkhw", A: s(2, 3, 6, 7), B: s(3, 4, 3, 2), C: s(2, 4, 4, 6)},
			"", "nhw", "k", "crs", false, false},
		{Case{Equation: "nc(h+r)(w+s),crsk->nkhw", A: s(2, 3, 6, 7), B: s(3, 3, 2, 4), C: s(2, 4, 4, 6)},
			"", "nhw", "k", "crs", false, true},
		{Case{Equation: "nc(h+r)(w+s),crs->nchw", A: s(2, 3, 6, 7), B: s(3, 3, 2), C: s(2, 3, 4, 6)},
			"c", "nhw", "", "rs", false, true},
		{Case{Equation: "nchw,ck->nkhw", A: s(2, 3, 4, 4), B: s(3, 5), C: s(2, 5, 4, 4)},
			"", "nhw", "k", "c", true, true},
		{Case{Equation: "nc(2*h+r)(2*w+s),kcrs->nkhw", A: s(1, 2, 9, 9), B: s(3, 2, 3, 3), C: s(1, 3, 4, 4)},
			"", "nhw", "k", "crs", false, true},
		{Case{Equation: "nc(h+2*r)(w+2*s),kcrs->nkhw", A: s(1, 2, 9, 9), B: s(3, 2, 3, 3), C: s(1, 3, 5, 5)},
			"", "nhw", "k", "crs", false, true},
		{Case{Equation: "nc(h+r-1)(w+s-1),kcrs->nkhw", A: s(1, 2, 5, 5), B: s(3, 2, 3, 3), C: s(1, 3, 5, 5), Padded: true},
			"", "nhw", "k", "crs", false, true},
		{Case{Equation: "ngc(h+r)(w+s),gkcrs->ngkhw", A: s(1, 2, 2, 5, 5), B: s(2, 3, 2, 3, 3), C: s(1, 2, 3, 3, 3)},
			"g", "nhw", "k", "crs", false, true},
		{Case{Equation: "nc(h+r),crk->nkh", A: s(2, 3, 9), B: s(3, 3, 4), C: s(2, 4, 7)},
			"", "nh", "k", "cr", false, true},
		{Case{Equation: "nc(d+t)(h+r)(w+s),ctrsk->nkdhw", A: s(1, 2, 4, 4, 4), B: s(2, 2, 2, 2, 3), C: s(1, 3, 3, 3, 3)},
			"", "ndhw", "k", "ctrs", false, true},
		{Case{Equation: "nc(h + sh[c])(w + sw[c]), ck -> nkhw", A: s(1, 4, 5, 5), B: s(4, 3), C: s(1, 3, 5, 5),
			Tables: tables{"sh": vector(0, 1, -1, 0), "sw": vector(0, 0, 1, -1)}, Padded: true},
			"", "nhw", "k", "c", false, true},
		{Case{Equation: "nc(h + oh[x])(w + ow[x]), kcx -> nkhw", A: s(1, 2, 6, 6), B: s(3, 2, 3), C: s(1, 3, 4, 4),
			Tables: tables{"oh": vector(0, 1, 2), "ow": vector(0, 2, 1)}},
			"", "nhw", "k", "cx", false, true},
		{Case{Equation: "nc(h+oh[c,x])(w+ow[c,x]),kcx->nkhw", A: s(1, 2, 6, 6), B: s(3, 2, 3), C: s(1, 3, 4, 4),
			Tables: tables{"oh": {Shape: s(2, 3), Data: s(0, 1, 2, 2, 1, 0)},
				"ow": {Shape: s(2, 3), Data: s(0, 2, 1, 1, 0, 2)}}},
			"", "nhw", "k", "cx", false, true},
		{Case{Equation: "nk(h-r)(w-s),ckrs->nchw", A: s(1, 3, 4, 4), B: s(2, 3, 3, 3), C: s(1, 2, 6, 6), Padded: true},
			"", "nhw", "c", "krs", false, true},
		{Case{Equation: "nc(t[h]+r)w,kcr->nkhw", A: s(1, 2, 9, 4), B: s(3, 2, 2), C: s(1, 3, 4, 4),
			Tables: tables{"t": vector(0, 3, 5, 6)}},
			"", "nhw", "k", "cr", false, true},
		{Case{Equation: "mi,i->m", A: s(3, 4), B: s(4), C: s(3)},
			"", "m", "", "i", true, true},
		{Case{Equation: "i,j->ij", A: s(3), B: s(4), C: s(3, 4)},
			"", "i", "j", "", true, true},
		{Case{Equation: "i,i->i", A: s(3), B: s(3), C: s(3)},
			"i", "", "", "", true, true},
		{Case{Equation: "ijma,mkbc->abcijk", A: s(2, 3, 4, 2), B: s(4, 3, 2, 2), C: s(2, 2, 2, 2, 3, 3)},
			"", "ija", "kbc", "m", true, true},
	}
}

type tables = map[string]contract.Table

func s(n ...int64) []int64 { return n }

func vector(numbers ...int64) contract.Table {
	return contract.Table{Shape: s(int64(len(numbers))), Data: numbers}
}
