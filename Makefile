# A thin veneer over CMake, ctest and the grader. Everything here can be typed by hand.
#
#   LAB=04        one lab: its number, or its whole name
#   PRESET=dev    another preset of CMakePresets.json

PRESET ?= student
JOBS ?= $(shell nproc)
# Where the preset builds: scripts/setup has written it down by the time a recipe asks.
build = $(shell head -n 1 .kernelsmith/setup)

.DEFAULT_GOAL := help
.PHONY: grade watch test setup clean help

grade: setup ## Grade labs/*/student.cu, or one of them: make grade LAB=04
	@scripts/grade "$(build)" "$(LAB)"

watch: setup ## Grade a lab at each save and say what changed: make watch LAB=04
	@scripts/watch "$(build)" "$(LAB)"

ifdef LAB
test: setup ## Test grader and simulator, five minutes; or your own file of one lab: make test LAB=04
	@scripts/test-lab "$(build)" "$(LAB)"
else
test: setup
	@scripts/test-stage quick "$(build)" $(PRESET) $(JOBS)
endif

setup: ## Bring what is missing on this machine; called by the others
	@PRESET=$(PRESET) scripts/setup

-include scripts/authors.mk

clean: ## Delete everything that was built
	@rm -rf build .kernelsmith/setup

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
