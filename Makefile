# Every target works on a fresh clone with nothing but Node and make. `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

MANIFESTS := package.json package-lock.json $(wildcard packages/*/package.json operators/*/package.json providers/*/package.json services/*/package.json cli/package.json bench/package.json examples/*/package.json)
INSTALLED := node_modules/.installed
SOURCES = $(shell find packages operators providers services cli bench examples -name '*.ts' -not -path '*/node_modules/*' -not -path '*/dist/*' -o -name tsconfig.json -not -path '*/node_modules/*')
BUILT := node_modules/.built

.PHONY: help install build run run-hive-simulator hive-simulator cmds demo test lint check bench clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 22

install: $(INSTALLED) ## Install what package-lock.json names
build: $(BUILT) ## Compile everything that changed

run: $(BUILT) ## Start Skep; ARGS="--ephemeral" passes flags
	@bin/skep up $(ARGS)

run-hive-simulator: $(BUILT) ## Start the Hive simulator alone; ARGS="--speed 60x" passes flags
	@bin/hive-simulator --config config/hive-simulator.yaml $(ARGS)

demo: $(BUILT) ## Watch orders of clusters, then the life of a hosted one, on a throw-away Skep
	@bin/skep demo hive $(ARGS)
	@bin/skep demo hosted $(ARGS)

hive-simulator: $(BUILT) ## Build bin/hive-simulator
cmds: $(BUILT) ## Build everything in bin

test: $(BUILT) lint check ## Run everything that CI runs
	@vitest run $(ARGS)

lint: $(INSTALLED) ## Check style and formatting
	@biome check .

check: $(BUILT) ## Check types, folder boundaries and generated files
	@node scripts/check-boundaries.mjs
	@for project in e2e/tsconfig.json packages/*/test/tsconfig.json; do tsc -p $$project || exit 1; done

# With room for what it throws away: the client would else stop several times a second, and measure its own pauses.
bench: $(BUILT) ## Measure; ARGS="--kubeconfig F" measures another server
	@node --expose-gc --initial-heap-size=512 bench/dist/main.js $(ARGS)

clean: ## Remove what build and install made
	rm -rf node_modules cli/bundle $(foreach project,packages/* operators/* providers/* services/* cli bench examples/*,$(project)/dist $(project)/*.tsbuildinfo)

$(INSTALLED): $(MANIFESTS)
	@echo 'Installing packages'
# Not `npm ci`: it refuses a lock file without entries for the optional packages of other platforms.
	@npm install --no-audit --no-fund --loglevel=error
	@touch $@

$(BUILT): $(INSTALLED) $(SOURCES) scripts/bundle.mjs
	@echo 'Building'
	@tsc -b
	@node scripts/bundle.mjs
	@touch $@
