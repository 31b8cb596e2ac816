# Targets for those who keep the course; students are not handed them.

.PHONY: docs format lint release

docs: setup ## Build the API documentation
	@scripts/setup docs
	@cmake --build --preset $(PRESET) --target docs

format: ## Format the code
	@scripts/setup lint
	@scripts/format

lint: setup ## Check the formatting and look for typical mistakes
	@scripts/setup lint
	@scripts/lint "$(build)"

release: setup ## Write the archives that students are handed; SOLUTION_SLIDES=1 with all slides
	@SOLUTION_SLIDES="$(SOLUTION_SLIDES)" ALLOW_DIRTY="$(ALLOW_DIRTY)" scripts/release
