// `grader explain` over values of a macro.

#include <filesystem>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/report/explain/side_by_side.h"
#include "grading/sentences/sentence.h"
#include "testing/harness.h"
#include "testing/simulated.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using harness::Grader;
using harness::RunResult;
using nlohmann::json;

/// Returns the words after @p name in the line of @p text that begins with it.
std::vector<std::string> lines_of(const std::string& text, const std::string& name) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(name)) continue;
        std::istringstream words(line.substr(name.size()));
        return {std::istream_iterator<std::string>(words), {}};
    }
    return {};
}

} // namespace

TEST_CASE("values of a macro are compared in columns and the last one is shown line by line",
          "[explain][slow]") {
    const fs::path course = simulated::instrumented_course("explain-values");
    const auto report_of = [](double sectors) {
        json report = simulated::nothing();
        report["launches"].push_back(simulated::launch("scale_all", sectors, 128, 0.75));
        return report.dump();
    };
    harness::write(course / "labs/01_scale/student.cu", R"(#ifndef POINTS
#define POINTS 1
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
static_assert(POINTS < 16, "a block has no room for so many");
)" + simulated::solution(simulated::nothing().dump(), "SECTORS"));
    std::string text = harness::read(course / "labs/01_scale/student.cu");
    // The counters depend on both macros.
    const std::string call = "R\"json(SECTORS)json\"";
    text.replace(text.find(call), call.size(),
                 "POINTS == 4 ? R\"json(" + report_of(44) + ")json\" : UNROLL == 8 ? R\"json(" +
                     report_of(28) + ")json\" : R\"json(" + report_of(11) + ")json\"");
    harness::write(course / "labs/01_scale/student.cu", text);

    const RunResult ran = Grader(course).run({"explain", "01", "POINTS=1,4", "UNROLL=1,8"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK(lines_of(ran.out, "POINTS ") == std::vector<std::string>{"1", "1", "4", "4"});
    CHECK(lines_of(ran.out, "UNROLL ") == std::vector<std::string>{"1", "8", "1", "8"});
    CHECK(lines_of(ran.out, "warp instructions ") == std::vector<std::string>{"11", "28", "44", "44"});
    CHECK_THAT(ran.out, ContainsSubstring("\nWith POINTS=4 UNROLL=8:\n") &&
                            ContainsSubstring("warp instructions 44,") &&
                            ContainsSubstring("What costs most:"));

    const RunResult one = Grader(course).run({"explain", "01", "UNROLL=8"});
    CHECK_THAT(one.out, StartsWith("With UNROLL=8:\n") && ContainsSubstring("warp instructions 28,"));

    const RunResult broken = Grader(course).run({"explain", "01", "POINTS=4,16,1"});
    INFO(broken.out);
    CHECK(broken.status == 1);
    CHECK(lines_of(broken.out, "warp instructions ") == std::vector<std::string>{"44", "–", "11"});
    CHECK_THAT(broken.out, ContainsSubstring("POINTS=16: it does not compile: ") &&
                               ContainsSubstring("With POINTS=1:\n"));

    CHECK_THAT(Grader(course).run({"explain", "01", "ROWS=1"}).err,
               ContainsSubstring("student.cu has no macro ROWS"));
    CHECK_THAT(Grader(course).run({"explain", "01", "POINTS"}).err,
               ContainsSubstring("\"POINTS\" has no values"));
}

TEST_CASE("columns that do not fit next to the others are printed below with the names again", "[explain]") {
    grader::Style narrow;
    narrow.width = 20;
    CHECK(grader::render_side_by_side({"BLOCK", "µ"},
                                      {{"64", "1"}, {"128", "22"}, {"256", "333"}, {"512", "–"}}, narrow) ==
          "BLOCK  64  128  256\n"
          "µ       1   22  333\n"
          "\n"
          "BLOCK  512\n"
          "µ        –\n");
    // At least one column, however narrow the page.
    narrow.width = 4;
    CHECK(grader::render_side_by_side({"BLOCK"}, {{"64"}, {"128"}}, narrow) == "BLOCK  64\n\nBLOCK  128\n");
}
