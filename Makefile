# make                      build/skerry, optimised
# make test | quick | cov   the tests; what to run before a commit; branch coverage
# make BUILD=debug|asan|tsan|cov|O0  CC=gcc|clang    another flavour, in its own folder
# make wasm web single-file fuzz golden faults load bare bench-web check-generated clean

.DEFAULT_GOAL := all
BUILD ?= release
ifeq ($(origin CC),default)
CC := gcc
endif
FLAVOUR := $(BUILD)-$(notdir $(CC))
OBJ     := build/obj/$(FLAVOUR)
PROGRAM := $(if $(filter release-gcc,$(FLAVOUR)),build/skerry,$(OBJ)/skerry)
# V=1 shows every command.
Q       := $(if $(V),,@)
say      = $(if $(V),,@echo "  $(1) $(2)")

STD  := -std=c11
WARN := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef \
        -Werror $(if $(findstring clang,$(CC)),-Wno-initializer-overrides,-Wno-override-init)

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_release := -O3 -g
FLAGS_debug   := -O1 -g -DSKERRY_DEBUG
FLAGS_O0      := -O0
# Inner loops without specialised copies (engine/core/bits.h): compiles in seconds instead of minutes.
ONE_COPY      := -DONE_COPY
FLAGS_asan    := -O1 -g $(SANITIZE) $(ONE_COPY)
FLAGS_tsan    := -O1 -g -fsanitize=thread -fno-omit-frame-pointer $(ONE_COPY)
FLAGS_cov     := -O0 -g --coverage
FLAGS := $(FLAGS_$(BUILD))
$(if $(FLAGS),,$(error BUILD=$(BUILD): release, debug, O0, asan, tsan or cov))

# A file includes its own folder's headers by name, those of another folder with the folder's name.
INCLUDE := -iquote engine
CFLAGS := $(STD) $(WARN) $(FLAGS) $(INCLUDE) -MMD -MP
LIBS   := -lm -pthread
FLAGS_KEPT := $(CC) $(CFLAGS)

# --- sources -------------------------------------------------------------------------------
# A folder is a library; a missing folder is an empty list.

sources = $(sort $(wildcard $(addsuffix /*.c,$(1))))
GAMES   := $(shell sed -n "s/^    X(\([a-z]*\)).*/\1/p" engine/games.c)
ENGINE  := $(call sources,engine $(addprefix engine/,core $(GAMES) bots review table))
CLI     := $(filter-out cli/main.c,$(call sources,cli cli/*))
MAIN    := $(wildcard cli/main.c)
TESTS   := $(sort $(wildcard tests/*_test.c tests/*/*_test.c))

# The server needs its libraries. tools/probe prints their flags, or which are missing. Without them the
# rest still builds, cli/ is compiled without SKERRY_SERVER, and every make says so.
PROBED := $(shell CC='$(CC)' tools/probe server 2>/dev/null)
probed  = $(patsubst $(1)=%,%,$(filter $(1)=%,$(PROBED)))
SERVER  := $(if $(call probed,libs),$(call sources,server server/*))
ifneq ($(SERVER),)
SERVER_CFLAGS := $(call probed,cflags)
SERVER_LIBS   := $(call probed,libs)
SERVER_DEFINE := -DSKERRY_SERVER
else
TESTS   := $(filter-out tests/server/%,$(TESTS))
endif
LEFT_OUT := $(if $(SERVER),,$(if $(wildcard server/server.c),The server is left out of this build. \
    Missing: $(or $(call probed,missing),tools/probe gave no answer). tools/setup play installs it.))
$(if $(LEFT_OUT),$(warning $(LEFT_OUT)))
LIBS += $(SERVER_LIBS)

obj = $(patsubst %.c,$(OBJ)/%.o,$(1))

.DEFAULT_GOAL := all
# One archive per folder: unused objects are not linked.
libs = $(foreach f,$(sort $(patsubst %/,%,$(dir $(ENGINE) $(SERVER) $(CLI)))),$(OBJ)/$(f).a)
$(foreach f,$(sort $(dir $(ENGINE) $(SERVER) $(CLI))),$(eval $(OBJ)/$(f:/=).a: \
    $(call obj,$(filter $(f)%,$(ENGINE) $(SERVER) $(CLI)))))
$(OBJ)/%.a:
	@rm -f $@
	$(Q)ar rcs $@ $^
link = $(CC) $(FLAGS) $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(LIBS) -o $@

.PHONY: all
all: $(if $(MAIN),$(PROGRAM),$(libs))

$(PROGRAM): $(call obj,$(MAIN)) $(libs) $(OBJ)/server-flags
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(link)

# Objects depend on the flags, not on this file: a new target here recompiles nothing.
flags = mkdir -p $(@D); echo '$(1)' | cmp -s - $@ || { [ -e $@ ] && new= || new='-d 2000-01-01'; echo '$(1)' >$@; touch $$new $@; }
.PHONY: FORCE
$(OBJ)/flags: FORCE
	@$(call flags,$(FLAGS_KEPT))
# When libraries appear or disappear, only server, cli and tests are rebuilt.
$(OBJ)/server-flags: FORCE
	@mkdir -p $(@D); echo '$(SERVER_DEFINE) $(SERVER_CFLAGS) $(SERVER_LIBS)' | cmp -s - $@ || \
	    echo '$(SERVER_DEFINE) $(SERVER_CFLAGS) $(SERVER_LIBS)' >$@
$(call obj,$(SERVER) $(CLI) $(MAIN) $(TESTS) tests/main.c $(wildcard tests/server/*.c)): $(OBJ)/server-flags
build/obj/wasm/flags: FORCE
	@$(call flags,$(WASM_KEPT))
build/obj/pic/flags: FORCE
	@$(call flags,$(CC) $(STD) $(WARN) $(FLAGS_release))
build/obj/fuzz/flags: FORCE
	@$(call flags,$(FUZZ_FLAGS) $(WARN) $(FLAGS_release) $(ONE_COPY))

$(OBJ)/%.o: %.c $(OBJ)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -c $< -o $@

# The loop of random games and the bots' network exist twice on x86; the program picks one.
ifeq ($(shell uname -m),x86_64)
$(OBJ)/engine/bots/neural_net_x86_v3.o: CFLAGS += -march=x86-64-v3
build/obj/pic/engine/bots/neural_net_x86_v3.o: PIC_COPY := -march=x86-64-v3
$(OBJ)/engine/catan/playout_portable.o: CFLAGS += -march=x86-64-v2
$(OBJ)/engine/catan/playout_x86_v3.o: CFLAGS += -march=x86-64-v3
endif

# Branch coverage of the rules is measured without their CHECKs.
ifeq ($(BUILD),cov)
$(addprefix $(OBJ)/engine/,$(addsuffix /%.o,$(GAMES))): CFLAGS += -DSKERRY_NO_CHECK
endif

# Only server, cli and tests talk to the system, so only they may use more than C11.
$(OBJ)/server/%.o: CFLAGS += -iquote server -D_GNU_SOURCE $(SERVER_CFLAGS)
$(OBJ)/cli/%.o:    CFLAGS += -iquote cli -iquote . -D_GNU_SOURCE $(SERVER_DEFINE)
# The texts of every language are embedded in the program.
TEXTS := $(wildcard text/*.json)
$(OBJ)/cli/words.o: CFLAGS += -DLANGUAGES='$(patsubst text/%.json,X(%),$(TEXTS))' -Wa,-I.
$(OBJ)/cli/words.o: $(TEXTS)
# Line editing is optional: without the library `skerry play` reads plain lines.
EDIT := $(shell pkg-config --exists libedit 2>/dev/null && echo yes)
ifeq ($(EDIT),yes)
$(OBJ)/cli/play/prompt.o: CFLAGS += -DSKERRY_EDIT $(shell pkg-config --cflags libedit)
LIBS += $(shell pkg-config --libs libedit)
endif
# Version and commit go into one object, which is recompiled when either changes.
VERSION := $(shell cat VERSION)
COMMIT  := $(or $(SKERRY_COMMIT),$(shell git rev-parse --short HEAD 2>/dev/null),unknown)
$(OBJ)/cli/version.o: CFLAGS += -DSKERRY_VERSION='"$(VERSION)"' -DSKERRY_COMMIT='"$(COMMIT)"'
$(OBJ)/cli/version.o: $(OBJ)/version
$(OBJ)/version: FORCE
	@$(call flags,$(VERSION) $(COMMIT))
$(OBJ)/tests/%.o:  CFLAGS += -D_GNU_SOURCE $(SERVER_DEFINE) $(SERVER_CFLAGS) -iquote . -iquote server -iquote cli

# --- tests ---------------------------------------------------------------------------------
# Every `const struct test NAME_tests[]` in a *_test.c is a suite; the list is generated.

TEST := $(OBJ)/test
$(OBJ)/tests/suites.inc: FORCE
	@mkdir -p $(@D)
	@grep -ho '^const struct test [a-z0-9_]*_tests\[\]' $(TESTS) /dev/null | \
	    sed 's/^const struct test \(.*\)_tests\[\]/SUITE(\1)/' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(OBJ)/tests/main.o: $(OBJ)/tests/suites.inc
$(OBJ)/tests/main.o: CFLAGS += -I$(OBJ)/tests

$(TEST): $(call obj,$(TESTS) tests/main.c) $(libs) $(OBJ)/server-flags
	$(call say,LINK,$@)
	$(Q)$(link)

.PHONY: tests test quick check-generated check-layers
tests: $(TEST)
test: $(TEST)
	$(TEST)
	$(if $(LEFT_OUT),@echo 'FAIL $(LEFT_OUT)'; false)

quick: all
	@$(MAKE) --no-print-directory check-generated check-layers test test-engine

# Tests that use only the engine protocol.
.PHONY: test-engine
test-engine: all
	python3 tests/engine/run

# Tests of the commands as people and scripts use them: help, files, interrupts, the terminal.
.PHONY: test-cli man
test-cli: all
	python3 tests/cli/run
man: all
	@mkdir -p build/man
	$(PROGRAM) man --all build/man

check-generated:
	tools/check_generated

check-layers:
	tools/check_layers

# --- the browser's engine ------------------------------------------------------------------
# The same sources without a C library, which proves that they need none.

WASM_SRC := $(wildcard library/wasm.c) $(filter-out engine/table/%,$(ENGINE)) $(wildcard tools/freestanding/*.c)
WASM_OBJ := $(patsubst %.c,build/obj/wasm/%.o,$(WASM_SRC))
# -Oz with link-time optimisation, because size matters most for a download: 6 % smaller than -Os, and the
# bots are 3 % slower (measured).
WASM_FLAGS := --target=wasm32 -Oz -flto $(STD) -Wall -Wextra -Wno-initializer-overrides -Werror -ffreestanding \
    -nostdlib $(INCLUDE) -isystem tools/freestanding -mbulk-memory -msign-ext -mnontrapping-fptoint -DSKERRY_WASM
# At linking, habits of the optimiser that trade size for speed are off: 2.4 kB less by gzip, and no slower.
WASM_LINK := -Wl,-mllvm,-disable-lsr -Wl,-mllvm,-disable-machine-licm -Wl,-mllvm,-enable-merge-functions \
    -Wl,-mllvm,-inline-threshold=-50
WASM_KEPT := $(WASM_FLAGS) $(WASM_LINK)

.PHONY: wasm
wasm: build/skerry.wasm
# The second is for make test-wasm: it also has tests/wasm/bench.c.
build/skerry-bench.wasm: build/obj/wasm/tests/wasm/bench.o
build/skerry.wasm build/skerry-bench.wasm: $(WASM_OBJ)
	$(call say,LINK,$@)
	$(Q)clang --target=wasm32 -nostdlib -Wl,--no-entry -Wl,-z,stack-size=1048576 -Wl,--strip-all,--lto-O2 $(WASM_LINK) $^ -o $@
build/obj/wasm/tools/%.o: WASM_FLAGS += -fno-builtin
build/obj/wasm/%.o: %.c build/obj/wasm/flags
	@mkdir -p $(@D)
	$(call say,WASM,$<)
	$(Q)clang $(WASM_FLAGS) -MMD -MP -c $< -o $@

.PHONY: test-wasm
test-wasm: all wasm build/skerry-bench.wasm
	bin=$$(tools/node_bin) && PATH="$${bin:+$$bin:}$$PATH" node tests/wasm/engine_test.mjs

# --- the library for other languages: the flat environment of library/ -----------------------

LIB_SRC := $(filter-out library/wasm.c,$(call sources,library)) $(filter-out engine/table/%,$(ENGINE))
build/obj/pic/%.o: %.c build/obj/pic/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(STD) $(WARN) $(FLAGS_release) $(INCLUDE) $(PIC_COPY) -fPIC -MMD -MP -c $< -o $@
# Only `skerry bench` needs the fastest random games; here their loops are compiled once.
build/obj/pic/engine/catan/playout%.o: PIC_COPY := $(ONE_COPY)

# It exports only what library/include/skerry.h declares. Python loads it from build/ under its plain name.
SONAME := libskerry.so.1
.PHONY: library lib
library: build/$(SONAME)
lib: build/libskerry.so
build/libskerry.so: build/$(SONAME)
	@ln -sf $(SONAME) $@
build/$(SONAME): $(patsubst %.c,build/obj/pic/%.o,$(LIB_SRC)) library/exports.map
	$(call say,LINK,$@)
	$(Q)$(CC) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=library/exports.map $(filter %.o,$^) -pthread -o $@
build/obj/pic/library/library.o: FLAGS_release += -DSKERRY_VERSION='"$(VERSION)"'
build/obj/pic/library/env_threads.o: FLAGS_release += -D_GNU_SOURCE -pthread

# --- installing ------------------------------------------------------------------------------
# make install PREFIX=/usr DESTDIR=somewhere; includes the page if it was built (make web).

PREFIX ?= /usr/local
.PHONY: install deb
install: all library
	tools/install_files "$(PROGRAM)" "build/$(SONAME)" "$(DESTDIR)$(PREFIX)" "$(PREFIX)" "$(VERSION)"
deb: all library
	tools/make_deb "$(VERSION)"

# A wheel contains the library; `pip install ./python` makes one too.
.PHONY: test-python wheel bench-env
wheel: lib
	cd library/python && python3 -c 'import backend; print("build/wheel/" + backend.build_wheel("../../build/wheel"))'
test-python: lib wheel all
	$$(tools/numpy_python) library/python/skerry_test.py
# The environment's speed on one core, and on all of them; tools/instructions uses bench_env.
build/bench_env: tools/bench_env.c build/libskerry.so
	$(Q)$(CC) $(STD) $(WARN) -O2 -g -iquote . $< -Lbuild -lskerry -Wl,-rpath,'$$ORIGIN' -o $@
bench-env: lib
	$$(tools/numpy_python) library/python/bench_env.py

# Are the win chances that people are told true? (docs/strength.md)
build/judge_chances: $(OBJ)/tools/judge_chances.o $(libs)
	$(Q)$(link)

# --- fuzzing, coverage, golden games -----------------------------------------------------------

FUZZERS := $(patsubst tests/fuzz/%_fuzz.c,build/fuzz/%,$(filter-out $(if $(SERVER),,$(patsubst %,tests/fuzz/%_fuzz.c,\
    http frames commands log)),$(wildcard tests/fuzz/*_fuzz.c)))
FUZZ_SECONDS ?= 10
.PHONY: fuzz fuzzers cov golden
fuzzers: $(FUZZERS)
fuzz: $(FUZZERS)
	tools/fuzz $(FUZZ_SECONDS) $(FUZZERS)
FUZZ_FLAGS := $(STD) -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
    -Wno-initializer-overrides -D_GNU_SOURCE -iquote . $(INCLUDE) -iquote server $(ONE_COPY)
FUZZ_SERVER := $(if $(SERVER),$(wildcard server/net/http.c server/process/crypto.c server/net/ws.c))
FUZZ_OBJ := $(patsubst %.c,build/obj/fuzz/%.o,$(ENGINE) $(FUZZ_SERVER))
build/obj/fuzz/%.o: %.c build/obj/fuzz/flags
	@mkdir -p $(@D)
	$(call say,FUZZ,$<)
	$(Q)clang $(FUZZ_FLAGS) -MMD -MP -c $< -o $@
build/fuzz/%: build/obj/fuzz/tests/fuzz/%_fuzz.o $(FUZZ_OBJ)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)clang -fsanitize=fuzzer,address,undefined $^ $(if $(SERVER),-lwslay -lhttp_parser -lsodium) -o $@
.PRECIOUS: build/obj/fuzz/%.o

cov:
	tools/coverage

# The long form of what ./check does briefly: 200 games of each ruleset, options and seats varied.
# Every pair of options, sampled, listed and plain: the long form of tests/playout_test.c.
.PHONY: pairs
pairs: $(TEST)
	EFFORT=20 $(TEST) playout

.PHONY: oracle
oracle: all
	python3 tests/oracle.py --perft
	python3 tests/oracle.py --games 200

golden: $(TEST)
	$(TEST) --golden

# --- the page, and long proofs and measurements -----------------------------------------------------
# Each of these is a script of the part that owns it.

.PHONY: web single-file faults load bench-web clean
WEB_SRC := $(shell find web/src web/public text -type f 2>/dev/null) $(wildcard web/*.json web/*.ts web/*.js web/*.html)
web: build/web.stamp
build/web.stamp: build/skerry.wasm $(WEB_SRC)
	tools/npm run build
	@touch $@
single-file: wasm
	tools/npm run build:single
bench-web: wasm
	tools/npm run bench
# Do bots keep people waiting on a device six times slower?
.PHONY: slow-web
slow-web: web
	cd web && node scripts/slow.mjs
# Every state at five sizes, light and dark, English and German, as sheets to look at: build/screenshots/.
.PHONY: screenshots
screenshots: all web
	tools/npm run screenshots
# Programs for the server's proofs: a disk that forgets, many sockets, a bare relay.
PROOFS := build/server/powerloss build/server/hammer build/server/relay
.PHONY: proofs
proofs: all $(PROOFS)
faults load: proofs
	tests/server/$@
build/server/hammer: $(call obj,$(wildcard tests/server/hammer_*.c))
$(PROOFS): build/server/%: $(OBJ)/tests/server/%.o $(libs)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(link)

# Print parts of docs/protocol.md and docs/schema.md (tools/generate).
$(OBJ)/tools/%.o: CFLAGS += -D_GNU_SOURCE $(SERVER_CFLAGS) -iquote . -iquote server
build/gen_messages build/gen_schema: build/%: $(OBJ)/tools/%.o $(libs)
	$(Q)$(link)

# The program with a made-up next version of its tables, for the test of rolling upgrades.
.PHONY: next
next: build/server/skerry-next
$(OBJ)/next/store_pg_schema.o: server/store/store_pg_schema.c server/store/store_pg.h server/store/store.h $(OBJ)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -iquote server -D_GNU_SOURCE $(SERVER_CFLAGS) -DSKERRY_NEXT_SCHEMA -c $< -o $@
build/server/skerry-next: $(call obj,$(MAIN)) $(OBJ)/next/store_pg_schema.o $(libs)
	@mkdir -p $(@D)
	$(Q)$(link)

# The program without its fence: the control of tests/server/cluster_faults.py.
.PHONY: unfenced cluster-faults
unfenced: build/server/skerry-unfenced
$(OBJ)/unfenced/store_pg_games.o: server/store/store_pg_games.c server/store/store_pg.h server/store/store.h $(OBJ)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -iquote server -D_GNU_SOURCE $(SERVER_CFLAGS) -DSKERRY_UNFENCED -c $< -o $@
build/server/skerry-unfenced: $(call obj,$(MAIN)) $(OBJ)/unfenced/store_pg_games.o $(libs)
	@mkdir -p $(@D)
	$(Q)$(link)
# Nodes killed, stopped and cut off, the database restarted and failed over, under load.
cluster-faults: all unfenced
	tests/server/cluster_faults
# What an action costs on SQLite, PostgreSQL, and one to three nodes.
.PHONY: load-nodes
load-nodes: proofs
	tools/postgres python3 tests/server/load_nodes.py

# Ten thousand games into PostgreSQL and back.
.PHONY: migrate-proof
migrate-proof: all
	tools/postgres python3 tests/server/migrate_tests.py 10000

# A database set back to a moment before a mistake, and failed over to a synchronous standby.
.PHONY: recovery-proof
recovery-proof: all
	python3 tests/deploy/recovery.py

# deploy/Containerfile, carried out in minimal Debians; as root.
.PHONY: image-proof
image-proof:
	tools/setup bare
	tests/deploy/image

# The two commands of the README in a Debian that has never seen the project.
.PHONY: bare
MODES := plain decoy oldnode newnode makefirst
CHECK := all
bare:
	tools/setup bare
	tools/bare '$(CHECK)' $(MODES)

clean:
	rm -rf build

-include $(shell find build/obj/$(FLAVOUR) build/obj/wasm build/obj/fuzz build/obj/pic -name '*.d' 2>/dev/null)
