# The project's suite, for LLVM's lit. tile-lit and go test read lit.toml instead, which has the same settings.
import os
import shutil
import tempfile

import lit.formats

config.name = "Girih"
config.suffixes = [".mlir", ".lit"]
config.excludes = ["Inputs"]
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_exec_root = lit_config.params.get(
    "exec-root", os.path.join(tempfile.gettempdir(), "girih-lit-%d" % os.getuid())
)

path = config.environment["PATH"]
for feature, program in {"mlir-opt": "mlir-opt", "llvm-translate": "mlir-translate", "llvm-opt": "opt-22"}.items():
    if shutil.which(program, path=path):
        config.available_features.add(feature)
