// Tables of times, on the fixture course.

#include <filesystem>
#include <sstream>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using harness::Grader;
using harness::RunResult;

/// Returns the line of @p text that begins with @p word.
std::string line_of(const std::string& text, const std::string& word) {
    std::size_t start = text.find("\n" + word);
    if (start == std::string::npos) return {};
    ++start;
    return text.substr(start, text.find('\n', start) - start);
}

} // namespace

TEST_CASE("the ladder times every rung and records the times", "[ladder][timed]") {
    const fs::path course = harness::copy_of_course("ladder");
    const RunResult ran = Grader(course).run({"ladder", "01", "--record"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK(ran.left_behind.empty());
    for (const char* slow : {"baseline", "0_original", "1_fewer_passes"})
        CHECK_THAT(line_of(ran.out, slow), ContainsSubstring("fails:fast") && !ContainsSubstring("expected"));
    for (const char* fast : {"2_one_pass", "solution"})
        CHECK_THAT(line_of(ran.out, fast), ContainsSubstring("pass") && !ContainsSubstring("expected"));

    const nlohmann::json results = nlohmann::json::parse(harness::read(course / "docs/results/host.json"));
    CHECK(results.at("format") == 1);
    const nlohmann::json& measured = results.at("labs").at("01_scale").at("cases").at(0);
    CHECK(measured.at("name") == "a million");
    CHECK(measured.at("size") == nlohmann::json{{"n", 1'048'576}});
    CHECK(measured.at("rungs").size() == 5);
    // The reference implementation is not a rung: it computes nothing, is timed anyway, and is not graded.
    REQUIRE(measured.at("peers").size() == 1);
    CHECK(measured.at("peers").at(0).at("name") == "copy");
    CHECK(measured.at("peers").at(0).at("ms") > 0);
    const nlohmann::json& further = results.at("labs").at("01_scale").at("cases").at(1);
    CHECK(further.at("name") == "a quarter of it");
    CHECK(further.at("size") == nlohmann::json{{"n", 262'144}});
    CHECK(further.at("rungs").size() == 5);
    CHECK(further.at("peers").size() == 1);

    // The generated tables are between their markers, and the text around them is unchanged.
    const std::string page = harness::read(course / "docs/measured.md");
    CHECK_THAT(page, ContainsSubstring("| [01_scale](../labs/01_scale/README.md) | host |") &&
                         ContainsSubstring("# Measured results") &&
                         ContainsSubstring("<!-- end generated -->"));
    CHECK_THAT(harness::read(course / "solutions/01_scale/NOTES.md"),
               ContainsSubstring("| `1_fewer_passes` | 24 passes |") &&
                   ContainsSubstring("| reference: a copy |") &&
                   ContainsSubstring("| time, of the limit | a million | a quarter of it |"));
    CHECK_THAT(harness::read(course / "solutions/02_sum/NOTES.md"), ContainsSubstring("Not measured yet."));
}

TEST_CASE("a rung with another result than declared makes the ladder fail", "[ladder][timed]") {
    const fs::path course = harness::copy_of_course("ladder-surprise");
    fs::copy_file(harness::student("nan.cu"), course / "solutions/01_scale/ladder/2_one_pass.cu",
                  fs::copy_options::overwrite_existing);
    fs::copy_file(harness::student("passes.cu"), course / "solutions/01_scale/ladder/0_original.cu",
                  fs::copy_options::overwrite_existing);
    const RunResult ran = Grader(course).run({"ladder", "01"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 1);
    CHECK_THAT(line_of(ran.out, "2_one_pass"), ContainsSubstring("fails:correct, expected pass"));
    CHECK_THAT(line_of(ran.out, "0_original"), ContainsSubstring("pass, expected fails:fast"));
    CHECK_FALSE(fs::exists(course / "docs/results"));
}

TEST_CASE("a ladder with a build that has no time leaves the record as it is", "[ladder][timed]") {
    const fs::path course = harness::copy_of_course("ladder-keeps");
    const fs::path record = course / "docs/results/host.json";
    const fs::path notes = course / "solutions/01_scale/NOTES.md";
    // A build without a record is reported as well.
    const fs::path rung = course / "solutions/01_scale/ladder/2_one_pass.cu";
    const std::string right = harness::read(rung);
    harness::write(rung, harness::read(harness::student("nan.cu")));
    const RunResult first = Grader(course).run({"ladder", "01", "--record"});
    INFO(first.out << first.err);
    CHECK(first.status == 1);
    CHECK_THAT(first.out, ContainsSubstring("nothing was written, because these have no time: 2_one_pass (a "
                                            "million)\nFix them") &&
                              !ContainsSubstring("written: docs"));
    CHECK_FALSE(fs::exists(record));

    harness::write(rung, right);
    REQUIRE(Grader(course).run({"ladder", "01", "--record"}).status == 0);
    const std::string recorded = harness::read(record);
    const std::string table = harness::read(notes);

    harness::write(course / "solutions/01_scale/peers/copy.cu", "not C++\n");
    const RunResult second = Grader(course).run({"ladder", "01", "--record"});
    INFO(second.out << second.err);
    CHECK(second.status == 1);
    CHECK_THAT(second.out,
               ContainsSubstring("these have no time: copy (a million), copy (a quarter of it)\n"));
    CHECK(harness::read(record) == recorded);
    CHECK(harness::read(notes) == table);
}

TEST_CASE("a sweep compiles a rung with each value of a macro", "[sweep][timed]") {
    const RunResult ran = Grader().run({"sweep", "01", "PASSES=1,64"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK_THAT(ran.out, ContainsSubstring("1_fewer_passes.cu over PASSES"));
    const auto speedup = [&](const std::string& value) {
        // Value, time, its unit, speedup.
        std::istringstream line(line_of(ran.out, std::string(10 - value.size(), ' ') + value));
        std::string word;
        double ratio = 0;
        line >> word >> word >> word >> ratio;
        return ratio;
    };
    CHECK(speedup("1") > 4);
    CHECK(speedup("64") < 2);
}

TEST_CASE("a sweep goes over sizes", "[sweep]") {
    const RunResult sizes = Grader().run({"sweep", "01", "n=0,1000,50000"});
    INFO(sizes.out << sizes.err);
    CHECK(sizes.status == 0);
    for (const char* value : {"         0 ", "      1000 ", "     50000 "})
        CHECK_FALSE(line_of(sizes.out, value).empty());
    const RunResult grid = Grader().run({"sweep", "01", "ALL=1000,2000", "PASSES=1,2"});
    INFO(grid.out << grid.err);
    CHECK(grid.status == 0);
    for (const char* values : {"      1000          1 ", "      1000          2 ", "      2000          1 ",
                               "      2000          2 "})
        CHECK_FALSE(line_of(grid.out, values).empty());

    const RunResult together = Grader().run({"sweep", "01", "ALL=1000"});
    INFO(together.out << together.err);
    CHECK(together.status == 0);
    CHECK_FALSE(line_of(together.out, "      1000 ").empty());
}

TEST_CASE("a sweep reports values that do not work", "[sweep][sentences]") {
    const RunResult broken = Grader().run({"sweep", "01", "PASSES=none,0", "--rung", "1_fewer_passes.cu"});
    INFO(broken.out << broken.err);
    CHECK(broken.status == 1);
    CHECK_THAT(line_of(broken.out, "      none"), ContainsSubstring("does not compile"));
    CHECK_THAT(line_of(broken.out, "         0"), ContainsSubstring("wrong: "));
}
