package filecheck

import "strings"

// Options are the choices that the flags of FileCheck make. The zero value is FileCheck without flags.
type Options struct {
	// Prefixes are the prefixes of directives; none means CHECK.
	Prefixes []string
	// CommentPrefixes are the prefixes of comments; none means COM and RUN.
	CommentPrefixes []string
	// ImplicitNot are patterns that must not occur between the matches of positive directives.
	ImplicitNot []string
	// Defines are definitions of variables, "NAME=TEXT" or "#NAME=EXPRESSION".
	Defines []string
	// StrictWhitespace keeps spaces and tabs as they are. Otherwise each run of them counts as one space.
	StrictWhitespace bool
	// MatchFullLines makes positive patterns match whole lines.
	MatchFullLines bool
	// IgnoreCase makes letters match in both cases.
	IgnoreCase bool
	// VarScope forgets variables without a leading $ at each label.
	VarScope bool
	// AllowEmpty accepts an empty input.
	AllowEmpty bool
	// AllowUnusedPrefixes accepts prefixes that the check file does not use, provided that it uses at least one.
	AllowUnusedPrefixes bool
	// AllowDagOverlap lets the matches of a group of DAG directives overlap.
	AllowDagOverlap bool
	// Verbosity selects the reports besides errors.
	Verbosity Verbosity
	// Annotate collects annotations of the input. Remarks are then annotations and not diagnostics.
	Annotate bool
}

// Verbosity is the amount of reports besides errors.
type Verbosity int

const (
	// Quiet reports only errors.
	Quiet Verbosity = iota
	// Matches also reports the matches of positive directives (-v).
	Matches
	// Everything also reports, where nothing was to be found, that nothing was; and the matches that DAG directives
	// discard (-vv).
	Everything
)

var (
	defaultPrefixes        = []string{"CHECK"}
	defaultCommentPrefixes = []string{"COM", "RUN"}
)

// prefixes returns the prefixes of directives.
func (o *Options) prefixes() []string {
	if len(o.Prefixes) == 0 {
		return defaultPrefixes
	}
	return o.Prefixes
}

// commentPrefixes returns the prefixes of comments.
func (o *Options) commentPrefixes() []string {
	if len(o.CommentPrefixes) == 0 {
		return defaultCommentPrefixes
	}
	return o.CommentPrefixes
}

// validate checks the prefixes that the caller chose.
func (o *Options) validate() *Diagnostic {
	seen := map[string]bool{}
	if len(o.Prefixes) == 0 {
		seen[defaultPrefixes[0]] = true
	}
	if len(o.CommentPrefixes) == 0 {
		for _, p := range defaultCommentPrefixes {
			seen[p] = true
		}
	}
	if d := validatePrefixes("check", o.Prefixes, seen); d != nil {
		return d
	}
	return validatePrefixes("comment", o.CommentPrefixes, seen)
}

func validatePrefixes(kind string, prefixes []string, seen map[string]bool) *Diagnostic {
	for _, p := range prefixes {
		problem := ""
		switch {
		case p == "":
			problem = "must not be the empty string"
		case strings.IndexFunc(p, func(r rune) bool { return r > 0x7f || !isPartOfWord(byte(r)) }) >= 0:
			problem = "must start with a letter and contain only alphanumeric characters, hyphens, and underscores: '" + p + "'"
		case seen[p]:
			problem = "must be unique among check and comment prefixes: '" + p + "'"
		}
		if problem != "" {
			return &Diagnostic{Severity: Error, Message: "supplied " + kind + " prefix " + problem}
		}
		seen[p] = true
	}
	return nil
}
