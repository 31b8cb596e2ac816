// Replay of a failure: the same seed draws the same inputs.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/messages/results.h"
#include "grading/sentences/sentence.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using facts::MatchesPattern;
using grader::Message;
using grader::sentence;
using harness::Grader;
using harness::Report;
using harness::RunResult;

const std::string wrong_file = harness::student("wrong_answer.cu").string();

/// Returns the messages of the step `correct` about the case called "secret", whose size is drawn, too.
std::vector<Message> replay(const std::string& seed) {
    const RunResult ran =
        Grader().run({"01", "--file", wrong_file, "--seed", seed, "--case", "secret", "--report", "json"});
    INFO(ran.out << ran.err);
    REQUIRE(ran.status == 1);
    const Report report(ran.out);
    const nlohmann::json& lab = report.lab("01_scale");
    CHECK(lab.at("seed") == seed);
    CHECK(harness::step(lab, "fast").at("status") == "not_measured");
    return facts::of(harness::step(lab, "correct"));
}

/// Returns the details of a step, without its message.
nlohmann::json facts_below(const Report& report, const char* step) {
    nlohmann::json below = harness::step(report.lab("01_scale"), step).at("facts");
    below.erase("message");
    return below;
}

} // namespace

TEST_CASE("the same seed replays the same inputs", "[replay]") {
    const std::vector<Message> first = replay("1234567");
    CHECK_THAT(first, MatchesPattern("mismatch & on_case case=secret"));
    CHECK(facts::first(first, grader::messages::on_case).text("sizes").starts_with("n "));
    CHECK(replay("1234567") == first);
    CHECK(replay("1234568") != first);
    CHECK(replay("18446744073709551615") != first);
}

TEST_CASE("a failing grade prints its replay command", "[replay]") {
    const RunResult graded =
        Grader().run({"01", "--file", harness::student("wrong_answer.cu").string(), "--report", "json"});
    REQUIRE(graded.status == 1);
    const Report report(graded.out);
    const std::string seed = report.lab("01_scale").at("seed");
    const nlohmann::json below = facts_below(report, "correct");
    CHECK_THAT(below.at("replay").get<std::string>(), ContainsSubstring(" --seed " + seed + " --case one"));

    const RunResult again = Grader().run({"01", "--file", harness::student("wrong_answer.cu").string(),
                                          "--seed", seed, "--case", "one", "--report", "json"});
    CHECK(facts_below(Report(again.out), "correct") == below);
}

TEST_CASE("the replay command works in a shell with any file and case names", "[replay]") {
    // Names of a course, a class and a case with characters that a shell would interpret.
    const fs::path course = harness::copy_of_course("course of 'A' & \"B\" $(touch CREATED)");
    const fs::path manifest = course / "labs/01_scale/lab.toml";
    std::string text = harness::read(manifest);
    text.replace(text.find("\"one\""), 5, "'it is \"$(touch CREATED)\"'");
    harness::write(manifest, text);
    const fs::path wrong = course / "-hand in; $HOME's/student.cu";
    harness::write(wrong, harness::read(harness::student("wrong_answer.cu")));
    Grader grader(course);
    grader.directory = course;
    // As from a shell whose working directory is the course.
    const RunResult graded =
        grader.run({"01", "--file", "-hand in; $HOME's/student.cu", "--device", "h200", "--report", "json"});
    INFO(graded.out << graded.err);
    REQUIRE(graded.status == 1);
    const Report report(graded.out);
    const std::string line = facts_below(report, "correct").at("replay");
    CHECK(harness::step(report.lab("01_scale"), "correct").at("details").back() == "replay it: " + line);
    for (const char* word : {" --file ", " --backend host ", " --device h200 ", " --course ", " --modules ",
                             " --seed ", " --case "})
        CHECK_THAT(line, ContainsSubstring(word));
    const RunResult again = harness::run({"/bin/bash", "-c", line + " --report json"}, {}, course);
    INFO(line << again.out << again.err);
    CHECK(again.status == 1);
    CHECK(facts_below(Report(again.out), "correct") == facts_below(report, "correct"));
    CHECK_FALSE(fs::exists(course / "CREATED"));
    CHECK_FALSE(fs::exists(fs::path("CREATED")));
}

TEST_CASE("one replayed case is not a grade and reports what is missing", "[replay]") {
    const auto replay_of = [](const std::string& student, const std::string& format) {
        return Grader().run(
            {"01", "--file", harness::student(student).string(), "--case", "a prime", "--report", format});
    };
    const Message at_a_prime(grader::messages::on_case, {{"case", "a prime"}, {"sizes", "n 1009"}});
    const RunResult right = replay_of("passes.cu", "console");
    INFO(right.out << right.err);
    CHECK(right.status == 0);
    CHECK_THAT(right.out,
               ContainsSubstring("This case is right; one case alone is not a grade") &&
                   ContainsSubstring("Next: the whole grade (3 more cases, fast): ") &&
                   ContainsSubstring(sentence({grader::messages::case_is_right, {{"at", at_a_prime}}})) &&
                   !ContainsSubstring("passed") && !ContainsSubstring("Score") &&
                   !ContainsSubstring("next lab"));
    const Report report(replay_of("passes.cu", "json").out);
    const nlohmann::json& lab = report.lab("01_scale");
    CHECK(lab.at("verdict") == "not_graded");
    CHECK(lab.at("replayed") == "a prime");
    CHECK(lab.at("max_score") == 0);

    const RunResult wrong = replay_of("wrong_answer.cu", "console");
    CHECK(wrong.status == 1);
    CHECK_THAT(wrong.out,
               ContainsSubstring("This case fails; one case alone is not a grade") &&
                   ContainsSubstring(sentence({grader::messages::case_is_wrong, {{"at", at_a_prime}}})));
}

TEST_CASE("a replay does not change the recorded progress", "[replay]") {
    const fs::path course = harness::copy_of_course("replay-own");
    fs::copy_file(harness::student("passes.cu"), course / "labs/01_scale/student.cu",
                  fs::copy_options::overwrite_existing);
    const RunResult ran = Grader(course).run({"01", "--case", "one"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK_THAT(ran.out, ContainsSubstring("0 of 2 passed"));

    // After a failed grade, a single right case does not change what to do next.
    fs::copy_file(harness::student("never_written.cu"), course / "labs/01_scale/student.cu",
                  fs::copy_options::overwrite_existing);
    CHECK(Grader(course).run({"01"}).status == 1);
    CHECK_THAT(Grader(course).run({"01", "--case", "nothing"}).out,
               ContainsSubstring("This case is right") &&
                   ContainsSubstring("Next: the whole grade, which failed at correct (3 more cases, fast):"));
}

TEST_CASE("two grades draw different inputs", "[replay]") {
    const auto seed = [] {
        const RunResult ran = Grader().run({"01", "--file", wrong_file, "--case", "one", "--report", "json"});
        return Report(ran.out).lab("01_scale").at("seed").get<std::string>();
    };
    CHECK(seed() != seed());
}
