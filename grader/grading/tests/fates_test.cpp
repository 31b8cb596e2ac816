// The outcome for a student's file, whatever it contains: the right step fails, the message states the
// reason, and no process is left running.

#include <ostream>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_adapters.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/isolation/isolation.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using facts::MatchesPattern;
using harness::Grader;
using harness::Report;
using harness::RunResult;

struct Fate {
    std::string file;
    std::string failing_step; ///< empty: all steps pass
    std::string pattern;      ///< pattern of the messages of the failing step
    std::string text = {};    ///< occurs in the output of a compiler or of the program there
};

std::ostream& operator<<(std::ostream& out, const Fate& fate) { return out << fate.file; }

/// Grades one file of the fixture students as 01_scale at the isolation @p level, and compares the whole
/// outcome with @p fate.
void meets_at(const std::string& level, const Fate& fate) {
    const std::filesystem::path report_file = harness::scratch("fate-" + level + fate.file) / "report.json";
    Grader grader;
    grader.isolation = level;
    const RunResult ran = grader.run({"01", "--file", harness::student(fate.file).string(), "--report",
                                      "console", "--report", "json:" + report_file.string()});
    INFO("file: " << fate.file << ", isolation: " << level << "\n" << ran.out << ran.err);
    CHECK(ran.left_behind.empty());
    REQUIRE(ran.status == (fate.failing_step.empty() ? 0 : 1));
    CHECK(ran.out.find('\x1b') == std::string::npos);
    CHECK(ran.err.empty());

    const Report report(harness::read(report_file));
    const nlohmann::json& lab = report.lab("01_scale");
    CHECK(report.document.at("isolation").at("level") == level);
    CHECK(lab.at("verdict") == (fate.failing_step.empty() ? "pass" : "fail"));
    bool failed = false;
    for (const nlohmann::json& step : lab.at("steps")) {
        const std::string name = step.at("name");
        const std::string status = step.at("status");
        CAPTURE(name, status);
        if (name == fate.failing_step) {
            failed = true;
            CHECK(status == "fail");
            CHECK_THAT(facts::of(step), MatchesPattern(fate.pattern));
            CHECK_THAT(facts::texts_in(facts::of(step)), ContainsSubstring(fate.text));
        } else if (failed) {
            CHECK(status == "waits");
            CHECK(step.at("points") == 0);
        } else {
            CHECK(status == "pass");
        }
    }
    CHECK(failed == !fate.failing_step.empty());
}

/// Grades the file at each isolation level that this machine has: a sandbox does not change the outcome.
void meets(const Fate& fate) {
    meets_at("process", fate);
    const auto best = make_isolation(grader::IsolationRequest::automatic,
                                     std::filesystem::path(GRADER_BINARY).parent_path());
    if (best.level == grader::IsolationLevel::sandbox) meets_at("sandbox", fate);
}

} // namespace

TEST_CASE("a right and fast solution passes", "[fates][timed][slow]") {
    const std::string file = GENERATE("passes.cu", "warning.cu", "daemonizes.cu");
    meets({file, "", ""});
}

TEST_CASE("files that do not compile fail the step builds", "[fates]") {
    meets(GENERATE(values<Fate>({
        {"compile_error.cu", "builds", "does_not_compile", "was not declared"},
        {"no_such_file.cu", "builds", "no_source file=no_such_file.cu"},
        {"", "builds", "not_a_source"},
    })));
}

TEST_CASE("builds that cannot be called fail the step runs", "[fates]") {
    meets(GENERATE(values<Fate>({
        {"empty.cu", "runs", "undefined_entry entry=scale"},
        {"missing_symbol.cu", "runs", "undefined_entry entry=scale"},
        {"undefined_function.cu", "runs", "cannot_be_loaded"},
    })));
}

TEST_CASE("builds that end early fail the step runs", "[fates][slow]") {
    meets(GENERATE(values<Fate>({
        {"crash.cu", "runs", "crashed when=while_the_function_ran signal_name=\"Segmentation fault\""},
        {"abort.cu", "runs", "crashed when=while_the_function_ran signal_name=Aborted"},
        {"throws.cu", "runs", "exception text=\"out of ideas\""},
        {"throws_a_number.cu", "runs", "exception text=\"something that is not a std::exception\""},
        {"closes_descriptors.cu", "runs", "ended_process when=while_the_function_ran"},
        {"terminal_escapes.cu", "runs", "exception", "Score 70 / 70, passed"},
    })));
}

TEST_CASE("builds that do not end are stopped and fail the step runs", "[fates][slow]") {
    meets(GENERATE(values<Fate>({
        {"hang.cu", "runs", "timed_out seconds=4"},
        {"ignores_signals.cu", "runs", "timed_out seconds=4"},
        {"hides_with_closed_line.cu", "runs", "closed_channel"},
        {"output_flood.cu", "runs", "printed_too_much kib=64"},
        {"memory_hog.cu", "runs", "out_of_host_memory mib=256"},
    })));
}

TEST_CASE("builds that compute something else fail the step correct", "[fates]") {
    meets(GENERATE(values<Fate>({
        {"wrong_answer.cu", "correct", "differ buffer=out"},
        {"nan.cu", "correct", "not_finite buffer=out"},
        {"never_written.cu", "correct", "none_written"},
        {"partly_written.cu", "correct", "rest_not_visited"},
        {"changes_input.cu", "correct", "changed_input buffer=in"},
        {"writes_past_end.cu", "correct", "outside_its_buffer buffer=out behind=4"},
        {"writes_before.cu", "correct", "outside_its_buffer buffer=out before=4"},
    })));
}

TEST_CASE("builds that write to the grader's channel fail the step runs", "[fates]") {
    meets(GENERATE(values<Fate>({
        {"writes_to_the_line.cu", "runs", "wrote_to_channel"},
        {"forges_an_answer.cu", "runs", "wrote_to_channel"},
        {"nests_deeply.cu", "runs", "wrote_to_channel"},
    })));
}

TEST_CASE("builds that are too slow or wrong when timed fail the step fast", "[fates][timed][slow]") {
    meets(GENERATE(values<Fate>({
        {"too_slow.cu", "fast", "speedup needed=3"},
        {"faster_than_checked.cu", "fast", "wrong_when_timed"},
        {"writes_past_end_when_timed.cu", "fast", "wrong_when_timed"},
        {"replays_old_output.cu", "fast", "wrong_when_timed"},
    })));
}
