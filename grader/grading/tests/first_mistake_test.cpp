// The simulator's findings about a build that computes a wrong result or crashes.

#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fmt/format.h>

#include "finding_messages/access_messages.h"
#include "finding_messages/race_messages.h"
#include "grading/messages/clean.h"
#include "testing/facts.h"
#include "testing/harness.h"
#include "testing/simulated.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using facts::MatchesPattern;
using grader::Message;
using grader::MessageKind;
using harness::Grader;
using harness::RunResult;
using nlohmann::json;

/// Returns a finding about the output of that case.
json finding_at(int line, const char* kind) {
    json report = simulated::finding(kind, line);
    report["findings"][0]["where"]["memory"]["bytes"] = 4;
    return report;
}

/// Returns a data race of a load with a write by @p who.
Message race_with(MessageKind who) {
    using namespace kernelsmith;
    return {race_messages::unordered_access,
            {{"access", Message(access_messages::reads, {{"bytes", 4}})},
             {"who", Message(who)},
             {"earlier", Message(race_messages::has_written)}}};
}

/// Returns a build that writes the report @p seen when it is instrumented, and then executes @p fault.
std::string build_that(const std::string& seen, const std::string& fault) {
    return simulated::solution("", "", 1, "tell(R\"json(" + seen + ")json\", \"\"); " + fault);
}

/// Whether a grade has points.
enum class Score { none, some };

/// Returns the step @p name of the grade of @p source, which fails there.
json told(const std::string& course_name, const char* name, const std::string& source,
          Score score = Score::none) {
    const fs::path course = simulated::instrumented_course(course_name);
    harness::write(course / "student.cu", source);
    const RunResult ran =
        Grader(course).run({"01", "--file", (course / "student.cu").string(), "--report", "json"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 1);
    const json lab = harness::Report(ran.out).lab("01_scale");
    CHECK(harness::step(lab, name).at("status") == "fail");
    CHECK(harness::step(lab, "clean").at("status") == "waits");
    CHECK(facts::message_of(harness::step(lab, "clean")) ==
          Message(grader::messages::waits_for, {{"step", name}}));
    CHECK(harness::step(lab, "clean").at("details").empty());
    CHECK((lab.at("score") == 0) == (score == Score::none));
    return harness::step(lab, name);
}

/// Returns the simulator's findings in @p step.
std::vector<Message> seen_in(const json& step) {
    return step.at("facts").at("observed").get<std::vector<Message>>();
}

/// Returns three findings that cannot explain a wrong result, or come later, and one in line 7 that may
/// explain it.
json four_findings() {
    json report = simulated::finding("leak", 3);
    report["findings"].push_back(simulated::finding("same_value_race", 4, false)["findings"][0]);
    report["findings"].push_back(finding_at(7, "shared_race")["findings"][0]);
    report["findings"].push_back(simulated::finding("out_of_bounds", 8)["findings"][0]);
    return report;
}

} // namespace

TEST_CASE("a wrong result is reported with the first finding of the simulator", "[first-mistake]") {
    const json step = told("wrong-and-unclean", "correct", build_that(four_findings().dump(), "return;"));
    const std::vector<Message> seen = seen_in(step);
    REQUIRE(seen.size() == 2);
    CHECK_THAT(seen[0], MatchesPattern("simulator_saw case=one sizes=\"n 1\""));
    CHECK_THAT(seen[1], MatchesPattern("finding finding=shared_race place=student.cu:7 line=7"));
    CHECK(seen[1].text("source").starts_with("for (std::int64_t i = 0;"));
    CHECK_THAT(seen[1].message("what"), MatchesPattern("past_the_end access=writes & writes bytes=4"));
    CHECK_THAT(seen[1].message("where"), MatchesPattern("bytes_after & buffer bytes=4 name=out"));
    CHECK_THAT(seen[1].message("advice"),
               MatchesPattern("text=\"Compare the index with n before you write.\""));
    CHECK_THAT(step.at("facts").at("details").get<std::vector<Message>>(), MatchesPattern("never_written"));
    CHECK(step.at("facts").at("replay") != "");
}

TEST_CASE("the first mistake is printed after the mismatches and before the replay command",
          "[first-mistake][sentences]") {
    const std::string text =
        harness::text_of(told("wrong-and-unclean", "correct", build_that(four_findings().dump(), "return;")));
    const std::size_t seen = text.find("The simulator checked every access (on \"one\", n 1) and found:\n"
                                       "student.cu:7: shared race: writes 4 bytes");
    REQUIRE(seen != std::string::npos);
    CHECK_THAT(text, ContainsSubstring("  7 | for (std::int64_t i = 0;") &&
                         ContainsSubstring("after the 4 bytes of \"out\"\n") &&
                         ContainsSubstring("Compare the index with n"));
    for (const char* other : {"leak", "same value", "out of bounds"})
        CHECK_THAT(text, !ContainsSubstring(other));
    CHECK(text.find("were never written") < seen);
    CHECK(text.find("replay it: ") > seen);
}

TEST_CASE("of several findings the one that explains the failure is reported", "[first-mistake]") {
    // Elements are missing, and others were written twice. Right elements still earn their points.
    json missing = finding_at(7, "shared_race");
    missing["findings"].push_back(simulated::finding("same_value_race", 8, false)["findings"][0]);
    json memory = missing["findings"][1]["where"]["memory"];
    memory["bytes"] = 4036;
    missing["findings"][1]["where"] = {{"kind", "byte_of"}, {"offset", 0}, {"memory", memory}};
    const std::string first_alone = "if (args.n > 5) { args.out[0] = 2 * args.in[0] + 1; return; }";
    CHECK_THAT(facts::of(told("missing-and-twice", "correct", build_that(missing.dump(), first_alone),
                              Score::some)),
               MatchesPattern("finding finding=same_value_race place=student.cu:8 advice=same_index") &&
                   !MatchesPattern("finding=shared_race"));
    // A write past the end of an array, and a data race that was found before.
    json outside = finding_at(7, "shared_race");
    outside["findings"].push_back(finding_at(9, "out_of_bounds")["findings"][0]);
    CHECK_THAT(facts::of(told("outside-and-race", "correct",
                              build_that(outside.dump(), "args.out[args.n] = 1; return;"))),
               MatchesPattern("outside_its_buffer & finding finding=out_of_bounds place=student.cu:9") &&
                   !MatchesPattern("finding=shared_race"));
}

TEST_CASE("a race between warps is reported before one inside a warp", "[first-mistake]") {
    json races = finding_at(7, "shared_race");
    races["findings"].push_back(finding_at(9, "shared_race")["findings"][0]);
    races["findings"][0]["what"] = race_with(kernelsmith::race_messages::lane_of_the_warp);
    races["findings"][1]["what"] = race_with(kernelsmith::race_messages::thread_of_the_block);
    CHECK_THAT(seen_in(told("two-races", "correct", build_that(races.dump(), "return;"))),
               MatchesPattern("finding finding=shared_race place=student.cu:9") &&
                   !MatchesPattern("place=student.cu:7"));
}

TEST_CASE("a crash is reported with the first finding of the simulator", "[first-mistake]") {
    const json step = told("crash-and-unclean", "runs",
                           build_that(simulated::finding("host_access", 4).dump(),
                                      "std::fputs(\"here\\n\", stderr); std::abort();"));
    const std::vector<Message> seen = seen_in(step);
    REQUIRE(seen.size() == 2);
    CHECK_THAT(seen[0], MatchesPattern("simulator_saw case=nothing sizes=\"n 0\""));
    CHECK_THAT(seen[1], MatchesPattern("finding finding=host_access place=student.cu:4"));
    CHECK_THAT(step.at("facts").at("details").get<std::vector<Message>>(),
               MatchesPattern("printed & printed_line text=here"));
    CHECK(step.at("facts").at("replay") != "");
}

TEST_CASE("without a finding that explains the failure the simulator is not mentioned",
          "[first-mistake][slow]") {
    const auto silent = [](const char* name, const char* step, const std::string& source) {
        const json said = told(name, step, source);
        CHECK(seen_in(said).empty());
        CHECK_THAT(facts::of(said), !MatchesPattern("simulator_saw | finding"));
    };
    silent("wrong-and-clean", "correct", build_that(simulated::nothing().dump(), "return;"));
    silent("wrong-and-leaks", "correct", build_that(simulated::finding("leak", 7).dump(), "return;"));
    silent("wrong-and-noted", "correct",
           build_that(simulated::finding("same_value_race", 7, false).dump(), "return;"));
    silent("wrong-and-mute", "correct", build_that("", "return;"));
    silent("crash-and-mute", "runs", build_that("", "std::abort();"));
}

namespace {

/// Returns a build whose mistake is in the loop, which is the starter code of the region TODO(@p task).
std::string mistake_in_placeholder(int task) {
    // The report names line 7, where the solution's loop is.
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

TEST_CASE("a mistake in a placeholder is reported as such and not as an error to fix", "[first-mistake]") {
    const json step = told("wrong-placeholder", "correct", mistake_in_placeholder(1));
    CHECK_THAT(facts::of(step), MatchesPattern("only_placeholders tasks=TODO(1)"));
    const std::vector<Message> seen = seen_in(step);
    CHECK_THAT(seen, MatchesPattern("finding task=1"));
    CHECK(facts::first(seen, grader::messages::finding).find("advice") == nullptr);
}

TEST_CASE("a correct placeholder is not reported as the mistake", "[first-mistake]") {
    const json step = told("right-placeholder", "correct", mistake_in_placeholder(2));
    CHECK_THAT(facts::of(step), !MatchesPattern("only_placeholders"));
    const std::vector<Message> seen = seen_in(step);
    CHECK_THAT(seen, MatchesPattern("finding advice=text"));
    CHECK(facts::first(seen, grader::messages::finding).find("task") == nullptr);
}
