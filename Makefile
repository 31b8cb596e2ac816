# A thin wrapper around CMake, ctest and the grader. You can type every command here by hand.
#
#   LAB=04        one lab: its number, or its whole name
#   PRESET=dev    another preset of CMakePresets.json

PRESET ?= student
JOBS ?= $(shell nproc)
# The build folder of the preset: scripts/setup writes it down before a recipe reads it.
build = $(shell head -n 1 .kernelsmith/setup)

.DEFAULT_GOAL := help
.PHONY: grade watch test setup clean help

grade: setup ## Grade labs/*/student.cu, or one of them: make grade LAB=04
	@scripts/grade "$(build)" "$(LAB)"

watch: setup ## Grade a lab at each save and report what changed: make watch LAB=04
	@scripts/watch "$(build)" "$(LAB)"

ifdef LAB
test: setup ## Test grader and simulator in five minutes, or your file of one lab: make test LAB=04
	@scripts/test-lab "$(build)" "$(LAB)"
else
test: setup
	@scripts/test-stage quick "$(build)" $(PRESET) $(JOBS)
endif

setup: ## Install what is missing on this machine; other targets call it
	@PRESET=$(PRESET) scripts/setup

-include scripts/authors.mk

clean: ## Delete all build results
	@rm -rf build .kernelsmith/setup

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
