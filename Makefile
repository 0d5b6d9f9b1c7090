# Targets a contributor needs. "make test" and "make lint" need Go alone; what needs another toolchain
# runs where it is installed and says loudly where it is not.
GO    ?= go
TIME  ?= 10s
BIN   := bin/conform
TOOLS := bin/tools

.PHONY: build test lint fuzz bench gen peers clean

build:
	$(GO) build -o $(BIN) ./cmd/conform

test:
	$(GO) test ./...
	@$(MAKE) --no-print-directory test-shims

# The shims' own tests, in their languages.
.PHONY: test-shims test-node test-python
test-shims: test-node test-python

test-node:
	@if command -v node >/dev/null; then node --test adapters/shims/node/test/*.test.mjs; \
	else echo "LEFT OUT: node is not installed, so the tests of the Node shim did not run"; fi

test-python:
	@if command -v python3 >/dev/null; then python3 -m unittest discover -s adapters/shims/python/tests; \
	else echo "LEFT OUT: python3 is not installed, so the tests of the Python shim did not run"; fi

lint: $(TOOLS)/staticcheck $(TOOLS)/exhaustive $(TOOLS)/go-check-sumtype
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "run gofmt -w on the files above"; exit 1; }
	$(GO) vet ./...
	$(TOOLS)/staticcheck ./...
	$(TOOLS)/go-check-sumtype -default-signifies-exhaustive=true ./...
	$(TOOLS)/exhaustive -d ./...

$(TOOLS)/staticcheck:
	GOBIN=$(abspath $(TOOLS)) $(GO) install honnef.co/go/tools/cmd/staticcheck@v0.8.2
$(TOOLS)/exhaustive:
	GOBIN=$(abspath $(TOOLS)) $(GO) install github.com/nishanths/exhaustive/cmd/exhaustive@v0.17.1
$(TOOLS)/go-check-sumtype:
	GOBIN=$(abspath $(TOOLS)) $(GO) install github.com/alecthomas/go-check-sumtype/cmd/go-check-sumtype@v0.3.1

# Every native fuzz target for TIME each: make fuzz TIME=1h
fuzz:
	@for pkg in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$pkg 2>/dev/null | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(TIME) $$pkg || exit 1; \
	  done; done

bench:
	$(GO) test -run '^$$' -bench 'Against|Process' ./cmd/conform
	$(GO) test -run '^$$' -bench 'Serve|Echo' ./adapters/stdio

# Everything generated, written anew; CI fails where this leaves a difference.
gen:
	$(GO) run ./cmd/conform gen vectors --out spec/vectors
	$(GO) test ./fuzz -run TestSeedCorpora -update

# Implementations not ours, installed from their lock files and put through the suite.
peers: peers-chat peers-mcp
	npm ci --prefix adapters/peers/langchain-core --no-audit --no-fund
	-$(GO) run ./cmd/conform run --target "node adapters/peers/langchain-core/adapter.mjs"

# MCP servers nobody here wrote, and small ones on SDKs nobody here wrote; their rows of docs/peers.md.
MCP := adapters/peers/mcp
.PHONY: peers-mcp
peers-mcp:
	npm ci --prefix $(MCP)/node --no-audit --no-fund
	python3 -m venv $(MCP)/python/.venv && $(MCP)/python/.venv/bin/pip install -q -r $(MCP)/python/requirements.txt
	cd $(MCP)/go-sdk && $(GO) build -o bin/server .
	cd $(MCP)/mcp-go && $(GO) build -o bin/server .
	$(GO) run ./adapters/peers/matrix -class mcp

# Agent runtimes behind a scripted model; docs/peers.md, docs/peers.html and the baselines are written anew.
# A runtime that cannot be installed is a row that says untested and why. make peers-chat SHARD=1/4 plays a quarter of the scenarios.
SHARD ?=
CHAT  := adapters/peers/chat
.PHONY: peers-chat
peers-chat:
	-npm ci --prefix $(CHAT)/node --no-audit --no-fund
	-python3 -m venv $(CHAT)/python/.venv && $(CHAT)/python/.venv/bin/pip install -q -r $(CHAT)/python/requirements.txt
	-python3 -m venv $(CHAT)/python/.venv-llama && $(CHAT)/python/.venv-llama/bin/pip install -q -r $(CHAT)/python/requirements-llama.txt
	-cd $(CHAT)/go && $(GO) build -o bin/ ./eino ./genkit ./langchaingo
	-cd $(CHAT)/rust && cargo build --release --locked -q
	-mvn -q -B -f $(CHAT)/java/pom.xml package
	$(GO) build -o $(CHAT)/bin/ ./$(CHAT)/strict ./$(CHAT)/naive
	$(GO) run ./adapters/peers/matrix $(if $(SHARD),-shard $(SHARD))

clean:
	rm -rf bin
