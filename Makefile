# The commands of the project. What they do stands in scripts/, which run without
# make as well.

.DEFAULT_GOAL := help
.PHONY: help build test check cover bench fuzz verify train charts freeze module practice minify types screenshots release image clean

help: ## what can be made (this list)
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: practice minify ## the program, as bin/chratze, and the laboratory, as bin/rams-lab
	go build -tags minified -o bin/ ./cmd/chratze
	go -C lab build -o ../bin/rams-lab .

test: ## everything a change has to pass, or ROOMS=history,pot of it; installs what it needs (allowed are 8 minutes on two idle cores)
	@sh scripts/test.sh

check: ## while you work: linters and quick tests, no browser (allowed is a minute, once it has been compiled)
	@sh scripts/check.sh

cover: ## what no test reaches in card, pot and rams, by blocks and branches
	@sh scripts/cover.sh

bench: ## all benchmarks, and the behaviour signature
	@sh scripts/bench.sh

fuzz: ## every fuzz target for FUZZTIME=20s each
	@sh scripts/fuzz.sh

verify: ## the long checks, of all or of ROOMS=cluster,postgres: everything in full size, more browsers, a slow machine (hours)
	@sh scripts/verify.sh

train: ## the policies that `best` plays by, bot/trained (STEPS=1000000 each; a few minutes)
	@sh scripts/train.sh

charts: ## the charts of those policies, docs/charts and the tables of docs/strategy.md (HANDS=100000 each; a quarter of an hour)
	@sh scripts/charts.sh

freeze: ## RELEASE=0.1: sessions whose logs every later version must replay
	@go test ./internal/table -count=1 -run TestFrozenLogs -freeze "$(RELEASE)"

module: ## the cash desk's WebAssembly anew; with MODULE=host/owner/chratze also the module's path
	@MODULE="$(MODULE)" sh scripts/module.sh

practice: ## the table of practice for browsers, for the next build of the program
	@sh scripts/practice.sh

minify: ## the pages' modules and style sheets, minified, for the next build of the program
	@sh scripts/minify.sh

types: ## what the pages and the server say to each other, as TypeScript, from the Go types; and what is found in the pages' code
	@go -C tools run ./wiretypes "$(CURDIR)" >wire.d.ts.new && mv wire.d.ts.new internal/web/wire.d.ts
	@go test ./internal/web -count=1 -run 'TestFound|TestGames$$' -update

screenshots: ## pictures of every phase of every game in every deck, in screenshots/
	@sh scripts/screenshots.sh

release: ## archives for Linux, macOS and Windows in dist/, .deb and .rpm, with checksums; TARGETS=linux/amd64 for one
	@sh scripts/release.sh

image: ## the container image chratze, with podman, buildah or docker
	@sh scripts/image.sh

clean: ## remove bin/, dist/ and what coverage left
	rm -rf bin dist cover.out
