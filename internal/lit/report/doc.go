// Package report shows the results of a test run: on a terminal ([Display], [Summary], [Histogram]) and as files
// ([JSON], [XUnit], [TimeTrace]), in the formats of LLVM's lit. The results come from package runner.
package report
