#include "grading/results/results.h"

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/records/ladder/tables.h"
#include "base/errors.h"
#include "testing/bench.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::BlockState;
using grader::CaseResult;
using grader::GeneratedBlock;
using grader::Results;
using grader::RungResult;

RungResult rung_result(const std::string& name, double ms, double speedup) {
    RungResult result;
    result.name = name;
    result.ms = ms;
    result.speedup = speedup;
    result.low = speedup * 0.99;
    result.high = speedup * 1.01;
    result.expect = "pass";
    result.kernels = 2;
    result.main.kernel = "kernel";
    result.main.block = {32, 8, 1};
    result.main.grid = {64, 1, 1};
    result.main.registers = 40;
    result.main.shared_bytes = 1024;
    result.main.occupancy = 0.75;
    return result;
}

Results sample() {
    Results results;
    results.device = "NVIDIA H200";
    results.driver = 13000;
    results.toolkit = 13000;
    results.ceilings = {4000, 60000};
    CaseResult measured{"a million", {{"n", 1'048'576}}, 1.0, 0.5, {}};
    measured.rungs = {rung_result("baseline", 16, 1), rung_result("2_one_pass", 2, 8),
                      rung_result("solution", 4, 4)};
    results.labs["01_scale"] = {measured};
    return results;
}

} // namespace

TEST_CASE("results survive a round trip through their file", "[results]") {
    const fs::path root = harness::scratch("results");
    const fs::path file = grader::results_file(root, "h200");
    CHECK(file == root / "docs/results/h200.json");
    CHECK(grader::all_results(root).empty());
    CHECK(grader::read_results(file).labs.empty());

    grader::write_results(file, sample());
    const Results again = grader::all_results(root).at("h200");
    CHECK(again.device == "NVIDIA H200");
    CHECK(again.ceilings.fp32_gflop_s == 60000);
    const CaseResult& measured = again.labs.at("01_scale").at(0);
    CHECK(measured.size == kernelsmith::Sizes{{"n", 1'048'576}});
    CHECK(measured.limit_ms == 1.0);
    REQUIRE(measured.find("2_one_pass") != nullptr);
    CHECK(measured.find("2_one_pass")->speedup == 8);
    CHECK(measured.find("2_one_pass")->kernels == 2);
    CHECK(measured.find("2_one_pass")->main.registers == 40);
    CHECK(measured.find("9_record") == nullptr);

    // Reading and writing a file does not change it.
    const std::string text = harness::read(file);
    grader::write_results(file, again);
    CHECK(harness::read(file) == text);
}

TEST_CASE("the results of the course are read without an error", "[results]") {
    CHECK(grader::all_results(KERNELSMITH_SOURCE_DIR).contains("h200"));
}

TEST_CASE("a file that is not a results file is rejected", "[results]") {
    const std::string text = GENERATE(as<std::string>{}, "", "{}", "[]", "{\"format\": 1, \"device\": 7}");
    const fs::path file = harness::scratch("results-broken") / "h200.json";
    harness::write(file, text);
    CHECK_THROWS_AS(grader::read_results(file), grader::EnvironmentError);
}

TEST_CASE("entries that a new record would drop are named", "[results]") {
    const grader::Lab& lab = bench::course().lab("01_scale");
    Results results = sample();
    std::vector<CaseResult>& before = results.labs["01_scale"];
    before.front().peers = {{"copy", "a copy", 1.0, 16.0}};
    CHECK(grader::missing_results(lab, before, before).empty());

    std::vector<CaseResult> now = before;
    now.front().rungs.erase(now.front().rungs.begin() + 1);
    now.front().peers.clear();
    CHECK(grader::missing_results(lab, before, now) ==
          std::vector<std::string>{"2_one_pass (a million)", "copy (a million)"});
    CHECK(grader::missing_results(lab, {}, now).empty());

    // A whole case is missing, as if a smaller one had been timed instead.
    now = before;
    now.front().name = "a quarter of it";
    CHECK(grader::missing_results(lab, before, now).size() == 4);

    // Rungs that were removed from the manifest are not missing, nor are those that are never timed.
    before.front().rungs[1].name = "9_removed";
    now = {};
    CHECK(grader::missing_results(lab, before, now) ==
          std::vector<std::string>{"baseline (a million)", "solution (a million)", "copy (a million)"});
    grader::Lab changed = lab;
    changed.manifest.timed.front().name = "two million";
    CHECK(grader::missing_results(changed, before, now).empty());
    before = sample().labs["01_scale"];
    changed = lab;
    for (grader::Rung& rung : changed.manifest.rungs) rung.expect.failing_step = "correct";
    CHECK(grader::missing_results(changed, before, now) ==
          std::vector<std::string>{"baseline (a million)", "solution (a million)"});
}

TEST_CASE("a rung without a time has its row, with the reason", "[results]") {
    const grader::Manifest& manifest = bench::course().lab("01_scale").manifest;
    CHECK_THAT(grader::ladder_table(manifest, {{"h200", sample()}}),
               ContainsSubstring("\n| `0_original` | 32 passes | not timed yet | | | | | |\n") &&
                   ContainsSubstring("\n| `2_one_pass` | one pass | 2.00 ms | 8.00× |"));
    grader::Manifest failing = manifest;
    failing.rungs[0].expect.failing_step = "correct";
    CHECK_THAT(grader::ladder_table(failing, {{"h200", sample()}}),
               ContainsSubstring("| `0_original` | 32 passes | fails `correct` | | | | | |"));
}

TEST_CASE("the course's table names the best rung and the share of the limit", "[results]") {
    const std::string table = grader::results_table(bench::course(), {{"h200", sample()}});
    CHECK_THAT(
        table,
        ContainsSubstring(
            "| [01_scale](../labs/01_scale/README.md) | NVIDIA H200 | a million | 16.0 ms | 4.00 ms |"));
    CHECK_THAT(table,
               ContainsSubstring("`2_one_pass`") && ContainsSubstring("8.00×") && ContainsSubstring("50"));
    CHECK_THAT(table, !ContainsSubstring("02_sum")); // not measured
}

TEST_CASE("a lab is listed with the reference implementation that its manifest names first", "[results]") {
    Results results = sample();
    results.labs["01_scale"].front().peers = {{"library", "a library", 3.0, 5.33},
                                              {"copy", "a copy", 1.0, 16.0}};
    const std::string table = grader::results_table(bench::course(), {{"h200", results}});
    CHECK_THAT(table, ContainsSubstring("a library: 3.00 ms") && !ContainsSubstring("a copy"));
}

TEST_CASE("the ladder table has a row per rung", "[results]") {
    const grader::Manifest& manifest = bench::course().lab("01").manifest;
    const std::string table = grader::ladder_table(manifest, {{"h200", sample()}});
    CHECK_THAT(table, ContainsSubstring("| `2_one_pass` | one pass | 2.00 ms | 8.00× |") &&
                          ContainsSubstring("32×8"));
    CHECK_THAT(grader::ladder_table(manifest, {}), ContainsSubstring("Not measured yet."));
}

TEST_CASE("the points table marks the passing speedup and the full marks", "[results]") {
    const std::string table = grader::points_table(bench::course().lab("01").manifest);
    CHECK_THAT(table,
               ContainsSubstring("| 3× | 8.7 (passes) |") && ContainsSubstring("| 8× | 30 (full marks) |"));
}

TEST_CASE("a generated block is replaced between its markers and nowhere else", "[results]") {
    const fs::path file = harness::scratch("blocks") / "README.md";
    const std::string before = "# Title\n<!-- generated: results -->\n";
    const std::string after =
        "<!-- end generated -->\n\nTail, <!-- generated: other -->\nkept\n<!-- end generated -->\n";
    harness::write(file, before + "old\n" + after);
    const GeneratedBlock block{file, "results", "new\nand longer\n"};
    CHECK(grader::state_of(block) == BlockState::stale);
    grader::write_block(block);
    CHECK(harness::read(file) == before + block.text + after);
    CHECK(grader::state_of(block) == BlockState::current);

    for (const char* text : {"", "# Title\n", "<!-- generated: results -->\nnever ends\n"}) {
        harness::write(file, text);
        CHECK(grader::state_of(block) == BlockState::missing);
        CHECK_THROWS_AS(grader::write_block(block), grader::EnvironmentError);
        CHECK(harness::read(file) == text);
    }
    CHECK(grader::state_of({file.parent_path() / "none.md", "results", ""}) == BlockState::missing);
}

TEST_CASE("every generated table of the fixture course is present and up to date", "[results]") {
    for (const GeneratedBlock& block : grader::generated_blocks(bench::course(), {})) {
        INFO(block.file.string() << ": " << block.name);
        CHECK(grader::state_of(block) == BlockState::current);
    }
}
