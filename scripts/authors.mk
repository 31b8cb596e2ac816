# Targets for maintainers of the course; the students' archives omit this file.

.PHONY: docs figures format lint pictures release site slides test-all test-course test-long

slides: ## Print the decks: build/site/slides/; SOLUTIONS=0 without what is about solutions
	@scripts/setup site
	@node docs/site/build.mjs slides $(if $(filter 0,$(SOLUTIONS)),--without-solutions)

site: docs ## Make the pages: build/site/index.html; SOLUTIONS=0 without solutions
	@scripts/setup site
	@node docs/site/build.mjs site $(if $(filter 0,$(SOLUTIONS)),--without-solutions)

figures: ## Write the measured numbers of all texts anew
	@scripts/setup site
	@node docs/site/fill.mjs

test-course: ## Test the course: its rules, mutants, modelled times, a release
	@PRESET=ci scripts/setup
	@scripts/test-stage course "$(build)" ci $(JOBS)

test-all: ## Test the rest: hostile submissions, classes, Slurm, pages, public programs
	@PRESET=ci scripts/setup
	@scripts/test-stage rest "$(build)" ci $(JOBS)

test-long: ## Run the tests that take too long for CI: all rungs and mistakes, mutants, pictures. An interrupted run goes on
	@PRESET=ci scripts/setup
	@cmake --build --preset ci --target all long_tests
	@scripts/test-long "$(build)" $(JOBS)

pictures: setup ## Draw all pictures anew
	@cmake --build "$(build)" --target grading problems
	@scripts/draw

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
