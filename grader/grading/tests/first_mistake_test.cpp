// A build that computes the wrong thing or crashes, and what the simulator says of it.

#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fmt/format.h>

#include "testing/harness.h"
#include "testing/simulated.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using harness::Grader;
using harness::Ran;
using nlohmann::json;

/// What the simulator saw at @p place, the case that fails first and is a small one.
std::string introduction(const std::string& place) {
    return "The simulator looked at every access (on " + place + ") and saw:\n";
}

/// A finding about the output of that case.
json finding_at(int line, const char* kind) {
    std::string text = simulated::finding(kind, line).dump();
    const std::string of_five = "the 20 bytes that";
    text.replace(text.find(of_five), of_five.size(), "the 4 bytes that");
    return json::parse(text);
}

/// A build that leaves the report @p seen where somebody watches, and then does @p fault.
std::string build_that(const std::string& seen, const std::string& fault) {
    return simulated::solution("", "", 1, "tell(R\"json(" + seen + ")json\", \"\"); " + fault);
}

/// What a grade comes to: points or none.
enum class Score { none, some };

/// What the step @p name says of @p source, which fails there.
std::string told(const std::string& course_name, const char* name, const std::string& source,
                 Score score = Score::none) {
    const fs::path course = simulated::watched_course(course_name);
    harness::write(course / "student.cu", source);
    const Ran ran =
        Grader(course).run({"01", "--file", (course / "student.cu").string(), "--report", "json"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 1);
    const json lab = harness::Report(ran.out).lab("01_scale");
    CHECK(harness::step(lab, name).at("status") == "fail");
    CHECK(harness::step(lab, "clean").at("status") == "waits");
    CHECK(harness::step(lab, "clean").at("message") == std::string("waits for ") + name);
    CHECK(harness::step(lab, "clean").at("details").empty());
    CHECK((lab.at("score") == 0) == (score == Score::none));
    return harness::text_of(harness::step(lab, name));
}

} // namespace

TEST_CASE("a wrong result comes with the first mistake that the simulator sees", "[first-mistake]") {
    json report = simulated::finding("leak", 3);
    report["findings"].push_back(simulated::finding("same_value_race", 4, false)["findings"][0]);
    report["findings"].push_back(finding_at(7, "shared_race")["findings"][0]);
    report["findings"].push_back(simulated::finding("out_of_bounds", 8)["findings"][0]);
    const std::string text = told("wrong-and-unclean", "correct", build_that(report.dump(), "return;"));
    const std::size_t seen =
        text.find(introduction("\"one\", n 1") + "student.cu:7: shared race: writes 4 bytes");
    REQUIRE(seen != std::string::npos);
    CHECK_THAT(text, ContainsSubstring("  7 | for (std::int64_t i = 0;") &&
                         ContainsSubstring("behind the 4 bytes of \"out\"\n") &&
                         ContainsSubstring("Compare the index with n"));
    for (const char* other : {"leak", "same value", "out of bounds"})
        CHECK_THAT(text, !ContainsSubstring(other));
    CHECK(text.find("were never written") < seen);
    CHECK(text.find("replay it: ") > seen);
}

TEST_CASE("of several mistakes the one is told that tells most about the failure", "[first-mistake]") {
    // Elements are missing, and others were written twice. What is right in spite of it earns its points.
    json missing = finding_at(7, "shared_race");
    missing["findings"].push_back(simulated::finding("same_value_race", 8, false)["findings"][0]);
    missing["findings"][1]["where"] = "byte 0 of the 4036 bytes that cudaMalloc number 2 gave";
    const std::string first_alone = "if (args.n > 5) { args.out[0] = 2 * args.in[0] + 1; return; }";
    const std::string text =
        told("missing-and-twice", "correct", build_that(missing.dump(), first_alone), Score::some);
    CHECK_THAT(text, ContainsSubstring("student.cu:8: same value race") &&
                         ContainsSubstring("These threads have the same index") &&
                         !ContainsSubstring("shared race"));
    // Something was written behind an array, and a race was seen before that.
    json outside = finding_at(7, "shared_race");
    outside["findings"].push_back(finding_at(9, "out_of_bounds")["findings"][0]);
    const std::string behind =
        told("outside-and-race", "correct", build_that(outside.dump(), "args.out[args.n] = 1; return;"));
    CHECK_THAT(behind, ContainsSubstring("wrote outside its buffer") &&
                           ContainsSubstring("student.cu:9: out of bounds") &&
                           !ContainsSubstring("shared race"));
}

TEST_CASE("a race between warps is told before one inside a warp", "[first-mistake]") {
    json races = finding_at(7, "shared_race");
    races["findings"].push_back(finding_at(9, "shared_race")["findings"][0]);
    races["findings"][0]["what"] = "reads 4 bytes that another thread of the same warp has written";
    races["findings"][1]["what"] = "reads 4 bytes that another thread of the same block has written";
    CHECK_THAT(told("two-races", "correct", build_that(races.dump(), "return;")),
               ContainsSubstring("student.cu:9: shared race") &&
                   !ContainsSubstring("student.cu:7: shared race"));
}

TEST_CASE("a crash comes with the first mistake that the simulator sees", "[first-mistake]") {
    const std::string text = told("crash-and-unclean", "runs",
                                  build_that(simulated::finding("host_access", 4).dump(),
                                             "std::fputs(\"here\\n\", stderr); std::abort();"));
    const std::size_t seen = text.find(introduction("\"nothing\", n 0") + "student.cu:4: host access: ");
    REQUIRE(seen != std::string::npos);
    CHECK(text.find("  here\n") < seen);
    CHECK(text.find("replay it: ") > seen);
}

TEST_CASE("where nothing is seen, nothing is told of the simulator", "[first-mistake][slow]") {
    const auto silent = [](const char* name, const char* step, const std::string& source) {
        CHECK_THAT(told(name, step, source), !ContainsSubstring("simulator"));
    };
    silent("wrong-and-clean", "correct", build_that(simulated::nothing().dump(), "return;"));
    silent("wrong-and-leaks", "correct", build_that(simulated::finding("leak", 7).dump(), "return;"));
    silent("wrong-and-noted", "correct",
           build_that(simulated::finding("same_value_race", 7, false).dump(), "return;"));
    silent("wrong-and-mute", "correct", build_that("", "return;"));
    silent("crash-and-mute", "runs", build_that("", "std::abort();"));
}

namespace {

/// A build whose mistake is in the loop, which stands in the region TODO(@p task) as it was handed out.
std::string mistake_in_placeholder(int task) {
    // The report blames line 7, where the solution's loop is.
    const std::string build = build_that(finding_at(7, "shared_race").dump(), "return;");
    std::string text;
    std::size_t number = 0;
    for (std::size_t at = 0; at < build.size();) {
        const std::size_t end = std::min(build.find('\n', at), build.size());
        const std::string line = build.substr(at, end - at);
        if (++number == 7)
            text += fmt::format("// TODO({0}): the loop\n{1} // replace\n// END TODO({0})\n", task, line);
        else
            text += line + "\n";
        at = end + 1;
    }
    text.replace(text.find("\"line\":7"), 8, "\"line\":8");
    return text;
}

} // namespace

TEST_CASE("a mistake in a placeholder is told as one, and as nothing to mend", "[first-mistake]") {
    const std::string said = told("wrong-placeholder", "correct", mistake_in_placeholder(1));
    CHECK_THAT(said, ContainsSubstring("Only what is marked `// replace` stands in TODO(1) yet"));
    CHECK_THAT(said, ContainsSubstring("That is the placeholder of TODO(1), marked `// replace`") &&
                         !ContainsSubstring("Compare the index with n"));
}

TEST_CASE("no placeholder is blamed that is right as it stands", "[first-mistake]") {
    const std::string said = told("right-placeholder", "correct", mistake_in_placeholder(2));
    CHECK_THAT(said, !ContainsSubstring("`// replace`") && ContainsSubstring("Compare the index with n"));
}
