// Mutants: the texts that rules make, which of them are different programs, and the results of their grades.

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fmt/core.h>

#include "authoring/mutation/equivalents.h"
#include "authoring/mutation/grade_mutants.h"
#include "authoring/mutation/mutants.h"
#include "authoring/mutation/tally.h"
#include "authoring/mutation/tokens.h"
#include "base/files.h"
#include "testing/approval.h"
#include "testing/clockless_backend.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
namespace mutation = grader::mutation;

/// Returns the mutants that the rule called @p name makes of @p text, each as id and changed line.
std::vector<std::string> made_by(const std::string& name, const std::string& text) {
    std::vector<std::string> made;
    for (const mutation::Mutant& mutant : mutation::mutants_of(text)) {
        if (mutant.rule->name != name) continue;
        made.push_back(mutant.id + ":");
        for (const std::string& line : mutation::line_diff(text, mutant.text))
            if (line.substr(5, 1) == "+") made.back() += line.substr(6);
    }
    return made;
}

using Made = std::vector<std::string>;

/// Returns the results of the mutants that @p rules make of the fixture's lab 02, with the problem modules in
/// @p modules.
std::vector<mutation::MutantResult> try_rules(const std::vector<mutation::Rule>& rules,
                                              const fs::path& modules = FIXTURE_MODULES) {
    const grader::Course fixtures(FIXTURE_COURSE, modules);
    const grader::Lab& lab = fixtures.lab("02_sum");
    const bench::ClocklessBackend backend;
    mutation::MutantGradingRequest request;
    request.seed = 1;
    request.jobs = 2;
    request.work = harness::scratch("mutants");
    return mutation::grade_mutants(
        backend, lab, mutation::mutants_of(grader::read_text(lab.solutions / "student.cu"), rules), request);
}

/// Makes a different program, the same program, and one that does not compile.
const std::vector<mutation::Rule>& three_rules() {
    static const std::vector<mutation::Rule> rules = {
        {"starts_late", "A loop leaves out its first round.", mutation::loop_start_becomes("({}) + 1")},
        {"sum", "None: it is the same program.", mutation::loop_start_becomes("({}) + 1 - 1")},
        {"not_a_word", "Nobody has declared such a name.", mutation::tokens_become("total", "totals")}};
    return rules;
}

mutation::MutantResult result(const std::string& id, mutation::MutantOutcome outcome,
                              const std::string& step = "") {
    return {{id, &three_rules().front(), 1, ""}, outcome, step};
}

} // namespace

TEST_CASE("mutation tokens omit spaces and comments and preprocessor lines", "[mutation]") {
    const std::string source = "#define A 1 \\\n  + 2\n"
                               "int a /* + */ = b>>2; // c - d\n"
                               "k<<<g, b>>>(\"a + \\\" b\", 1.5e-3f, 'x', R\"(a + b)\");\n";
    std::vector<std::string> texts;
    for (const mutation::Token& token : mutation::tokens_of(source)) texts.emplace_back(token.text);
    CHECK(texts == Made{"int", "a",       "=",
                        "b",   ">>",      "2",
                        ";",   "k",       "<<<",
                        "g",   ",",       "b",
                        ">>>", "(",       "\"a + \\\" b\"",
                        ",",   "1.5e-3f", ",",
                        "'x'", ",",       "R\"(a + b)\"",
                        ")",   ";"});
    CHECK(mutation::tokens_of(source).front().line == 3);
    CHECK(mutation::tokens_of(source).front().after_directive);
    CHECK(mutation::tokens_of(source).back().line == 4);
}

TEST_CASE("a rule makes one mutant per matching location", "[mutation]") {
    const std::string text = "void f(int* a, int n) {\n"
                             "    for (int i = 0; i < n; ++i)\n"
                             "        if (i < n && a[i] > 0) a[i + 1] = a[i] * 2;\n"
                             "    __syncthreads();\n"
                             "}\n";
    CHECK(made_by("loop_starts_late", text) ==
          Made{"loop_starts_late@2:     for (int i = 0 + 1; i < n; ++i)"});
    CHECK(made_by("loop_runs_over", text) == Made{"loop_runs_over@2:     for (int i = 0; i <= n; ++i)"});
    CHECK(made_by("guard_one_more", text) ==
          Made{"guard_one_more@3:         if (i <= n && a[i] > 0) a[i + 1] = a[i] * 2;"});
    CHECK(made_by("index_down", text) ==
          Made{"index_down@3:         if (i < n && a[i - 1] > 0) a[i + 1] = a[i] * 2;",
               "index_down@3#2:         if (i < n && a[i] > 0) a[(i + 1) - 1] = a[i] * 2;",
               "index_down@3#3:         if (i < n && a[i] > 0) a[i + 1] = a[i - 1] * 2;"});
    CHECK(made_by("drop_barrier", text) == Made{"drop_barrier@4:     ;"});
    CHECK(made_by("first_condition_alone", text) ==
          Made{"first_condition_alone@3:         if (i < n) a[i + 1] = a[i] * 2;"});
    CHECK(made_by("atomic_to_plain", text).empty());
}

TEST_CASE("mutation rules distinguish templates and pointers and array declarations from operators",
          "[mutation]") {
    const std::string text = "void f() {\n"
                             "    const auto* p = static_cast<const int*>(q);\n"
                             "    float sum[4][4] = {};\n"
                             "    k<8><<<g, b>>>(*p, &sum[1][2]);\n"
                             "}\n";
    CHECK(made_by("guard_one_more", text).empty());
    CHECK(made_by("left_factor_alone", text).empty());
    CHECK(made_by("index_zero", text) == Made{"index_zero@4:     k<8><<<g, b>>>(*p, &sum[0][2]);",
                                              "index_zero@4#2:     k<8><<<g, b>>>(*p, &sum[1][0]);"});
    CHECK(made_by("indices_swapped", text) == Made{"indices_swapped@4:     k<8><<<g, b>>>(*p, &sum[2][1]);"});
    CHECK(made_by("grid_for_block", text) == Made{"grid_for_block@4:     k<8><<<b, g>>>(*p, &sum[1][2]);"});
}

TEST_CASE("tuning constants are not mutated", "[mutation]") {
    CHECK(mutation::mutants_of(
              "#ifndef BLOCK\n#define BLOCK 256 // threads\n#endif\n"
              "constexpr int threads = 4 * BLOCK + 1;\n"
              "static_assert(threads < 2048, \"a + b\");\n"
              "template <int rows> __global__ void __launch_bounds__(threads, 2) f(float* a) {\n"
              "    constexpr int half = threads / 2;\n"
              "#pragma unroll 4\n"
              "    ;\n"
              "}\n")
              .empty());
}

TEST_CASE("a barrier moves past the neighbouring statement", "[mutation]") {
    const std::string text = "void f() {\n    a = b;\n    __syncthreads(); // all\n#pragma unroll\n"
                             "    for (int i = 0; i < n; ++i) c += a;\n}\n";
    std::vector<std::string> texts;
    for (const mutation::Mutant& mutant : mutation::mutants_of(text))
        if (mutant.id == "barrier_late@3" || mutant.id == "barrier_early@2") texts.push_back(mutant.text);
    CHECK(texts == Made{"void f() {\n    a = b;\n     // all\n#pragma unroll\n"
                        "    for (int i = 0; i < n; ++i) c += a; __syncthreads();\n}\n",
                        "void f() {\n    __syncthreads(); a = b;\n     // all\n#pragma unroll\n"
                        "    for (int i = 0; i < n; ++i) c += a;\n}\n"});
}

TEST_CASE(
    "a sample takes equally many locations of each rule if it has enough and spreads them over the file",
    "[mutation]") {
    std::string text = "void f() {\n";
    for (int i = 0; i < 9; ++i) text += "    __syncthreads();\n";
    const std::vector<mutation::Rule> rules = {{"dropped", "",
                                                mutation::statement_becomes(mutation::is_barrier, ";")},
                                               {"other", "", mutation::tokens_become("f", "g")}};
    std::vector<std::string> ids;
    for (const mutation::Mutant& mutant :
         mutation::sample_of(mutation::mutants_of(text + "    f();\n}\n", rules), 4))
        ids.push_back(mutant.id);
    CHECK(ids == Made{"dropped@2", "dropped@5", "dropped@8", "other@11"});
}

TEST_CASE("every rule has a unique name and a sentence about its mistake", "[mutation]") {
    std::set<std::string_view> names;
    for (const mutation::Rule& rule : mutation::all_rules()) {
        INFO(rule.name);
        CHECK(names.insert(rule.name).second);
        CHECK(rule.mistake.ends_with("."));
    }
    CHECK(names.size() >= 40);
}

TEST_CASE("each lab's solution has at least 60 mutants with unique ids and the lines of the solution",
          "[mutation]") {
    for (const auto& folder : fs::directory_iterator(fs::path(KERNELSMITH_SOURCE_DIR) / "solutions")) {
        INFO(folder.path());
        const std::string text = grader::read_text(folder.path() / "student.cu");
        std::set<std::string> ids;
        for (const mutation::Mutant& mutant : mutation::sample_of(mutation::mutants_of(text))) {
            CHECK(ids.insert(mutant.id).second);
            CHECK(std::count(mutant.text.begin(), mutant.text.end(), '\n') ==
                  std::count(text.begin(), text.end(), '\n'));
        }
        CHECK(ids.size() >= 60);
    }
}

TEST_CASE("a mutant is rejected by the compiler or identical to the solution or graded", "[mutation]") {
    const std::vector<mutation::MutantResult> results = try_rules(three_rules());
    REQUIRE(results.size() == 5);
    CHECK(results[0].outcome == mutation::MutantOutcome::caught);
    CHECK(results[0].step == "correct");
    CHECK(results[1].outcome == mutation::MutantOutcome::same_program);
    CHECK(results[2].outcome == mutation::MutantOutcome::not_compiling);
    const mutation::Tally tally = mutation::tally_of(results, {});
    CHECK(tally.tried == 5);
    CHECK(tally.not_compiling == 3);
    CHECK(tally.same_program == 1);
    CHECK(tally.mutants() == 1);
    CHECK(tally.by_rule.at("starts_late").caught == 1);
}

TEST_CASE("a lab with a blind check catches no mutant", "[mutation]") {
    const std::vector<mutation::MutantResult> results = try_rules(mutation::all_rules(), BLINDED_MODULES);
    const mutation::Tally tally = mutation::tally_of(results, {});
    CHECK(tally.caught() == 0);
    CHECK(tally.mutants() > 10);
    CHECK_FALSE(tally.catches_enough());
}

TEST_CASE("a mutant listed as equivalent must survive", "[mutation]") {
    std::vector<mutation::MutantResult> results = {result("survives@1", mutation::MutantOutcome::survived),
                                                   result("caught@2", mutation::MutantOutcome::caught,
                                                          "clean"),
                                                   result("same@3", mutation::MutantOutcome::same_program),
                                                   result("broken@4",
                                                          mutation::MutantOutcome::not_compiling)};
    for (int i = 0; i < 96; ++i)
        results.push_back(result("more@" + std::to_string(i), mutation::MutantOutcome::caught, "correct"));
    CHECK(mutation::faults_of({{"survives@1", "why"}}, results).empty());
    CHECK(mutation::faults_of({{"caught@2", "why"}}, results) ==
          Made{"caught@2 is listed as equivalent, and is caught by the step clean"});
    CHECK(mutation::faults_of({{"same@3", "why"}}, results) ==
          Made{"same@3 is listed as equivalent, and is the same program, which need not be listed"});
    CHECK(mutation::faults_of({{"broken@4", "why"}}, results) ==
          Made{"broken@4 is listed as equivalent, and does not compile"});
    CHECK(mutation::faults_of({{"gone@9", "why"}}, results) ==
          Made{"gone@9 is listed as equivalent, and is not a mutant of this solution"});
}

TEST_CASE("at most a tenth of the mutants may be listed as equivalent", "[mutation]") {
    std::vector<mutation::MutantResult> results;
    mutation::Equivalents listed;
    for (int i = 0; i < 20; ++i)
        results.push_back(result(std::to_string(i), mutation::MutantOutcome::survived));
    for (int i = 0; i < 2; ++i) listed[std::to_string(i)] = "why";
    CHECK(mutation::faults_of(listed, results).empty());
    listed["2"] = "why";
    CHECK(mutation::faults_of(listed, results) ==
          Made{"3 of 20 mutants are listed as equivalent; at most 10 % may be"});
}

TEST_CASE("a lab must catch at least 97 % of its mutants and have some", "[mutation]") {
    mutation::Tally tally;
    CHECK_FALSE(tally.catches_enough());
    tally.caught_by = {{"runs", 7}, {"correct", 90}};
    tally.survived = 3;
    CHECK(tally.catches_enough());
    tally.survived = 4;
    CHECK_FALSE(tally.catches_enough());
}

TEST_CASE("the last line and the status give the number of caught mutants", "[mutation][timed]") {
    const harness::RunResult good = harness::Grader().run({"check-course", "--mutants", "01"});
    CHECK(good.status == 0);
    CHECK_THAT(good.out, ContainsSubstring("\n22 of 22 mutants caught\n"));

    // A host compiler initializes the sum to 0 by chance.
    const harness::RunResult bad = harness::Grader().run({"check-course", "--mutants", "02"});
    CHECK(bad.status == 1);
    CHECK_THAT(bad.out, ContainsSubstring("not caught: drop_initial_value@9\n") &&
                            ContainsSubstring("   9 +     std::int64_t total;\n") &&
                            ContainsSubstring("\n13 of 14 mutants caught\n"));
}

TEST_CASE("a list of equivalent mutants is read from next to its solution and parsed strictly",
          "[mutation][timed]") {
    const fs::path course = harness::copy_of_course("equivalent-mutants");
    const fs::path list = course / "solutions" / "02_sum" / "equivalent_mutants.toml";
    harness::write(list, "[[equivalent]]\nid = \"drop_initial_value@9\"\nreason = \"a test\"\n");
    const harness::RunResult listed =
        harness::Grader(course).run({"check-course", "--mutants", "02", "--record"});
    CHECK(listed.status == 0);
    CHECK_THAT(listed.out, ContainsSubstring("\n13 of 13 mutants caught\n"));
    CHECK_THAT(harness::read(course / "docs" / "results" / "mutants.md"),
               ContainsSubstring("| 02_sum | 14 | 0 | 0 | 1 | 0 | 13 | 0 | 0 | 0 | 0 | 13 of 13 | 100.0 |"));
    harness::write(list, "[[equivalent]]\nid = \"overwrites@10\"\nreason = \"a test\"\n");
    const harness::RunResult caught = harness::Grader(course).run({"check-course", "--mutants", "02"});
    CHECK(caught.status == 1);
    CHECK_THAT(caught.out,
               ContainsSubstring("overwrites@10 is listed as equivalent, and is caught by the step"));
    harness::write(list, "[[equivalent]]\nid = \"overwrites@10\"\n");
    CHECK(harness::Grader(course).run({"check-course", "--mutants", "02"}).status == 3);
}

TEST_CASE("the page of mutants equals the one generated from its record", "[mutation]") {
    const fs::path root = KERNELSMITH_SOURCE_DIR;
    const mutation::MutantRecord record = mutation::read_mutant_record(root);
    check_generated("docs/results/mutants.md", mutation::mutant_page(record));
    for (const auto& [id, tally] : record) {
        INFO(id);
        CHECK(tally.catches_enough());
    }
}
