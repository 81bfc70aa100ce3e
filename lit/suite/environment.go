package suite

import (
	"os"
	"strings"
)

// passed are the variables of the runner's environment that tests get. They are the same as in LLVM's lit.
var passed = strings.Fields(`LIBRARY_PATH LD_LIBRARY_PATH SYSTEMROOT TERM CLANG CLANG_TOOLCHAIN_PROGRAM_TIMEOUT LLDB
	LD_PRELOAD LLVM_SYMBOLIZER_PATH LLVM_PROFILE_FILE ASAN_SYMBOLIZER_PATH HWASAN_SYMBOLIZER_PATH LSAN_SYMBOLIZER_PATH
	MSAN_SYMBOLIZER_PATH TSAN_SYMBOLIZER_PATH UBSAN_SYMBOLIZER_PATH ASAN_OPTIONS LSAN_OPTIONS HWASAN_OPTIONS MSAN_OPTIONS
	RTSAN_OPTIONS TSAN_OPTIONS UBSAN_OPTIONS ADB ADB_SERVER_SOCKET ANDROID_SERIAL SSH_AUTH_SOCK
	SANITIZER_IGNORE_CVE_2016_2143 TMPDIR TMP TEMP TEMPDIR AVRLIT_BOARD AVRLIT_PORT FILECHECK_OPTS VCINSTALLDIR
	VCToolsinstallDir VSINSTALLDIR WindowsSdkDir WindowsSDKLibVersion SOURCE_DATE_EPOCH GTEST_FILTER DFLTCC QEMU_LD_PREFIX
	QEMU_CPU HOME`)

// environment returns the variables of tests before any configuration file is read.
func environment(s *Settings) map[string]string {
	path := append(append([]string(nil), s.Path...), os.Getenv("PATH"))
	env := map[string]string{
		"PATH":                      strings.Join(path, string(os.PathListSeparator)),
		"LLVM_DISABLE_CRASH_REPORT": "1",
	}
	for _, name := range passed {
		if v := os.Getenv(name); v != "" {
			env[name] = v
		}
	}
	return env
}
