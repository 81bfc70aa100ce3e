// Package report shows the results of a test run: on a terminal ([Display], [Summary], [Histogram]) and as files
// ([JSON], [XUnit], [TimeTrace]), in the formats of LLVM's lit. Package runner makes the results.
package report
