// Package suite runs the lit tests of the project's own dialects under go test: the files below lit/test whose RUN lines
// pipe tile-opt into filecheck. Its test executes each RUN line with tile-opt in the process and LLVM's FileCheck.
//
// The round-trip corpus, which is compared with mlir-opt's output, is package golden's.
package suite
