# Raster: make demo, make test. Both use the release configuration, so that they share one build.

SWIFT ?= swift
BUILD = $(SWIFT) build -c release
# No test uses @testable. With --disable-testable-imports the compiler flags are the same as for the demos, and so are the object files.
# Kernels compiled by the tests are not written to the user's cache.
# Mesa reads GALLIVM_PERF when the first test opens it, so it must be set for every test (SystemGL.preferAccuracy).
TEST = RASTER_CODE_CACHE=$(CURDIR)/.build/kernels GALLIVM_PERF=no_quad_lod,no_aos_sampling $(SWIFT) test -c release --disable-testable-imports

# The demo that `make demo` opens, and the prefix of `make install`.
DEMO ?= swipe3d
PREFIX ?= /usr/local
DESTDIR ?=

FUZZ_SEED ?= 1
FUZZ_COUNT ?= 10000

.PHONY: help demo driver test lint bench docs determinism soak fuzz fuzz-files sanitize install uninstall packages test-packages clean

help:
	@echo "make demo    build and open the Swipe3D demo; without a display, write its picture and say where"
	@echo "             make demo DEMO=materials opens another one"
	@echo "make driver  build the OpenGL driver, with which other programs draw with Raster: scripts/raster-run PROGRAM"
	@echo "make test    build and run all tests"
	@echo "make lint    check Swift's rules of style, as make test does first"
	@echo "make bench   measure against the system's OpenGL and Cairo; results also in out/bench.json, out/bench-shaders.json,"
	@echo "             out/bench-features.json, out/bench-canvas.json and out/bench-programs.json; MESA=25 measures against Mesa 25, INSTRUCTIONS=x86v3 with the code for older processors"
	@echo "make determinism  draw every picture in every way and on emulated processors, compare with the table of their hashes;"
	@echo "             with UPDATE=1 write the table anew"
	@echo "make soak    run all demos for 20,000 frames each, make 10,000 devices, tell what is left behind; takes hours"
	@echo "make docs    make the documentation of all libraries, a site in out/docs"
	@echo "make install build and install the demos, their manual pages and completions for bash, zsh and fish, and the driver under $(PREFIX)"
	@echo "             (PREFIX and DESTDIR change where); make uninstall removes them"
	@echo "make fuzz-files  fuzz what reads files, RUNS inputs each (20000; -1: go on)"
	@echo "make fuzz    draw random cases of each kind on both renderers from FUZZ_SEED on, FUZZ_COUNT of them, and report what differs;"
	@echo "             with GUARD=end or GUARD=start in guarded memory"
	@echo "make sanitize  build tests and fuzzers with the address and the thread sanitizer and run them; SANITIZER=thread takes one,"
	@echo "             SUITES='RasterTests KernelTests' takes those; CASES and INPUTS are for the fuzzers"
	@echo "make clean   remove what was built"
	@echo "demo and test install the Debian packages that are missing, and say which."

packages:
	@scripts/install-packages

test-packages:
	@scripts/install-packages --tests

# Pictures and screenshots are written to out/.
demo: packages
	@scripts/build-demos $(BUILD)
	@mkdir -p out
	@bin=$$($(BUILD) --show-bin-path) && cd out && exec "$$bin/demos" $(DEMO)

# An archive keeps the objects of source files that were removed since it was made, so the archive is made anew.
NEW_ARCHIVE = rm -f .build/release/libEGL_raster.a
driver: packages
	@$(NEW_ARCHIVE)
	$(BUILD) --product EGL_raster
	@scripts/build-driver --link "$$($(BUILD) --show-bin-path)/libEGL_raster.a"

# scripts/test-consumer builds a package of its own. It runs during the build of the tests, which often keeps only one core busy.
test: test-packages lint
	@$(NEW_ARCHIVE)
	@mkdir -p .build
	@scripts/test-consumer > .build/test-consumer.log 2>&1 & consumer=$$!; \
	    trap 'kill $$consumer 2> /dev/null; exit 130' INT TERM; \
	    status=0; \
	    { scripts/test env $(TEST) && scripts/check-benchmarks; } || status=$$?; \
	    wait $$consumer || status=$$?; \
	    cat .build/test-consumer.log; \
	    exit $$status

# Only the rules of .swift-format are checked: its pretty printer would break lines that are formatted by hand.
lint:
	$(SWIFT) format lint --strict --recursive --parallel --debug-disable-pretty-print Package.swift Sources Tools Tests Benchmarks/Package.swift Benchmarks/Sources
	@scripts/check-line-length

# The benchmarks are a separate package, so that the library does not depend on packages that only benchmarks need.
# MESA=25 compares with Mesa 25 instead of the system's Mesa. INSTRUCTIONS=x86v3 compiles for older processors.
MESA ?=
INSTRUCTIONS ?=
BENCHMARKS = $(SWIFT) run -c release --skip-build --package-path Benchmarks RasterBenchmarks
PEER = $(if $(MESA),scripts/with-mesa $(MESA))
INSTRUCTION_SET = $(if $(INSTRUCTIONS),--instructions $(INSTRUCTIONS))
bench: test-packages driver
	@mkdir -p out
	$(SWIFT) build -c release --package-path Benchmarks
	$(PEER) $(BENCHMARKS) $(INSTRUCTION_SET) --json out/bench.json
	$(PEER) $(BENCHMARKS) $(INSTRUCTION_SET) --shaders --json out/bench-shaders.json
	$(PEER) $(BENCHMARKS) $(INSTRUCTION_SET) --features --json out/bench-features.json
	$(BENCHMARKS) $(INSTRUCTION_SET) --canvas --json out/bench-canvas.json
	$(PEER) $(BENCHMARKS) $(INSTRUCTION_SET) --programs --json out/bench-programs.json

# EVERY=n draws only every n-th entry of the table. TABLE=1 prints the table.
EVERY ?= 1
determinism: test-packages
	$(BUILD) --product determinism
	@bin=$$($(BUILD) --show-bin-path) && if [ -n "$(UPDATE)" ]; then exec "$$bin/determinism" --update --way reference; \
	    else exec "$$bin/determinism" --every $(EVERY) --emulate-every $$((8 * $(EVERY))) $(if $(TABLE),--table); fi

FRAMES ?= 20000
DEVICES ?= 10000
soak: packages
	$(BUILD) --product soak
	@bin=$$($(BUILD) --show-bin-path) && exec "$$bin/soak" --frames $(FRAMES) --devices $(DEVICES)

docs: packages
	@scripts/make-docs

install:
	@scripts/install-packages --install
	$(BUILD) --product demos
	@scripts/install-demos "$$($(BUILD) --show-bin-path)/demos" "$(DESTDIR)$(PREFIX)"
	$(BUILD) --product EGL_raster
	@scripts/build-driver --link "$$($(BUILD) --show-bin-path)/libEGL_raster.a"
	@scripts/install-driver out/driver "$(PREFIX)" "$(DESTDIR)"

uninstall:
	@scripts/install-demos --remove "$(DESTDIR)$(PREFIX)"
	@scripts/install-driver --remove "$(PREFIX)" "$(DESTDIR)"

# Uses a separate build, with libFuzzer and the address sanitizer.
fuzz-files: packages
	@scripts/fuzz-files

# Findings are reduced and printed to standard output. Progress is printed to standard error.
fuzz: packages
	$(SWIFT) run -c release fuzz --seed $(FUZZ_SEED) --count $(FUZZ_COUNT) --reduce $(if $(GUARD),--guard $(GUARD))

# Uses separate builds. Reports are written to out/sanitize.
SANITIZER ?=
SUITES ?=
sanitize: test-packages
	@scripts/sanitize $(SANITIZER) $(SUITES)

clean:
	rm -rf .build .build-fuzz .build-address .build-thread out Benchmarks/.build
