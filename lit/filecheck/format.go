package filecheck

import (
	"fmt"
	"math/big"
	"strings"
)

type formatKind byte

const (
	formatNone     formatKind = iota // of expressions without a format of their own
	formatUnsigned                   // %u
	formatSigned                     // %d
	formatUpper                      // %X
	formatLower                      // %x
)

// format defines how a number is written in the input.
type format struct {
	kind      formatKind
	precision uint64
	alternate bool // with a leading 0x
}

// same returns whether both are formats and equal.
func (f format) same(g format) bool { return f.kind != formatNone && f == g }

// String returns the conversion of the format without precision and flags.
func (f format) String() string { return [...]string{"<none>", "%u", "%d", "%X", "%x"}[f.kind] }

func (f format) prefix() string {
	if f.alternate {
		return "0x"
	}
	return ""
}

// wildcard returns the regular expression that matches all numbers in the format.
func (f format) wildcard() string {
	sign, lead, digit := "", "1-9", "0-9"
	switch f.kind {
	case formatSigned:
		sign = "-?"
	case formatUpper:
		lead, digit = "1-9A-F", "0-9A-F"
	case formatLower:
		lead, digit = "1-9a-f", "0-9a-f"
	}
	if f.precision > 0 {
		return fmt.Sprintf("%s%s([%s][%s]*)?[%s]{%d}", f.prefix(), sign, lead, digit, digit, f.precision)
	}
	return fmt.Sprintf("%s%s[%s]+", f.prefix(), sign, digit)
}

// maxDigits is the largest precision that is allowed.
const maxDigits = 1 << 20

// show returns a number in the format. The error is errOverflow for a negative number in an unsigned format.
func (f format) show(n *big.Int) (string, error) {
	if f.kind != formatSigned && n.Sign() < 0 || f.precision > maxDigits {
		return "", errOverflow
	}
	base := 10
	if f.kind == formatUpper || f.kind == formatLower {
		base = 16
	}
	digits := new(big.Int).Abs(n).Text(base)
	if f.kind == formatUpper {
		digits = strings.ToUpper(digits)
	}
	if missing := int(f.precision) - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	sign := ""
	if n.Sign() < 0 {
		sign = "-"
	}
	return sign + f.prefix() + digits, nil
}

// value returns the number that a text in the format stands for. An expression that ignores case may match digits in
// the other case. FileCheck cannot read these either; their value is zero.
func (f format) value(text string) *big.Int {
	text, negative := strings.CutPrefix(text, "-")
	base := 10
	if f.kind == formatUpper || f.kind == formatLower {
		base = 16
		text = strings.TrimPrefix(text, f.prefix())
	}
	n, ok := new(big.Int).SetString(text, base)
	if !ok {
		return new(big.Int)
	}
	if negative {
		n.Neg(n)
	}
	return n
}
