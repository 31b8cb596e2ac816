#include "grading/history/progress.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "grading/messages/clean.h"
#include "grading/messages/counts.h"
#include "grading/messages/message.h"
#include "grading/messages/results.h"
#include "testing/facts.h"
#include "testing/harness.h"
#include "testing/samples.h"

namespace {

namespace fs = std::filesystem;
namespace messages = grader::messages;
using facts::MatchesPattern;
using grader::LabGrade;
using grader::Message;
using grader::MessageKind;
using grader::Progress;
using grader::ShownHint;
using grader::Status;
using grader::verbatim;
using grader::Verdict;

LabGrade failed_grade() {
    LabGrade grade;
    grade.id = "01_scale";
    grade.steps.push_back({"builds", Status::pass, {}, {}, 0, 0});
    grade.steps.push_back({"correct", Status::fail, {}, {}, 10, 40});
    grade.verdict = Verdict::fail;
    grade.score = 10;
    grade.max_score = 70;
    return grade;
}

LabGrade passed_grade(double score, double speedup) {
    LabGrade grade = failed_grade();
    grade.steps.back().status = Status::pass;
    grade.verdict = Verdict::pass;
    grade.score = score;
    grade.speedup.emplace().ratio = speedup;
    return grade;
}

std::vector<std::size_t> places(const std::vector<ShownHint>& hints) {
    std::vector<std::size_t> result;
    for (const ShownHint& hint : hints) result.push_back(hint.index);
    return result;
}

/// Returns the message that @p wrong of 4 cases are wrong, first @p one.
Message wrong_cases(int wrong, const char* one) {
    return {messages::cases_are_wrong,
            {{"wrong", wrong}, {"cases", 4}, {"at", Message(messages::on_case, {{"case", one}})}}};
}

Message elements(MessageKind kind, double wrong) {
    return {kind, {{"wrong", wrong}, {"elements", 7}, {"buffer", "out"}}};
}

fs::path history_file(const fs::path& root) { return root / ".kernelsmith/history/01_scale.jsonl"; }

} // namespace

TEST_CASE("progress is stored between runs", "[progress]") {
    const fs::path root = harness::scratch("progress");
    {
        Progress progress(root);
        CHECK_FALSE(progress.of("01_scale").verdict);
        progress.record(failed_grade());
        progress.hint_taken("01_scale", "correct", 0, 1);
        progress.hint_taken("01_scale", "correct", 1, 1);
        progress.hint_taken("02_sum", "fast", 4, 2);
    }
    Progress progress(root);
    const grader::LabProgress lab = progress.of("01_scale");
    CHECK(lab.verdict == Verdict::fail);
    CHECK(lab.score == 10);
    CHECK(lab.max_score == 70);
    CHECK(lab.failed_step == "correct");
    CHECK(lab.speedup == 0);
    CHECK(places(lab.hints) == std::vector<std::size_t>{0, 1});
    CHECK_FALSE(progress.of("02_sum").verdict);
    CHECK(progress.of("02_sum").hints_taken == 1);

    progress.record(passed_grade(70, 7.5));
    CHECK(progress.of("01_scale").failed_step.empty());
    CHECK(Progress(root).of("01_scale").speedup == 7.5);
    CHECK(Progress(root).of("01_scale").hints_taken == 2); // a grade does not reset the number of hints
}

TEST_CASE("a modelled speedup is marked and ranks after all measured ones", "[progress]") {
    const fs::path root = harness::scratch("progress-modelled");
    Progress progress(root);
    progress.record(samples::modelled());
    const std::string id = samples::modelled().id;
    CHECK(progress.of(id).modelled == "h200");
    CHECK(progress.of(id).best_modelled == "h200");
    CHECK_FALSE(progress.of(id).timed);
    LabGrade slower = samples::passed();
    slower.speedup->ratio = 2;
    progress.record(slower);
    progress.record(samples::modelled());
    CHECK(progress.of(id).modelled == "h200");
    CHECK(progress.record_of(id).best_speedup()->ratio == 2);
    CHECK(progress.of(id).timed);
}

TEST_CASE("every grade is kept, and the best is known", "[progress]") {
    const fs::path root = harness::scratch("progress-best");
    Progress progress(root);
    CHECK(progress.of("01_scale").best_score == 0);
    progress.record(passed_grade(61, 9.5));
    progress.record(passed_grade(70, 7.5));
    progress.record(failed_grade());
    const grader::LabRecord record = progress.record_of("01_scale");
    REQUIRE(record.grades.size() == 3);
    CHECK(record.grades[0].grade.score == 61);
    CHECK(record.grades[2].grade.verdict == Verdict::fail);
    CHECK(record.grades[0].when > 1'700'000'000);
    const grader::LabProgress lab = progress.of("01_scale");
    CHECK(lab.score == 10);
    CHECK(lab.best_score == 70);
}

TEST_CASE("the best grade keeps its speedup even if a grade with a lower score was faster", "[progress]") {
    const fs::path root = harness::scratch("progress-same-grade");
    Progress progress(root);
    progress.record(passed_grade(61, 9.5));
    progress.record(passed_grade(70, 7.5));
    progress.record(failed_grade());
    CHECK(progress.of("01_scale").best_score == 70);
    CHECK(progress.of("01_scale").best_speedup == 7.5);

    LabGrade untimed = passed_grade(71, 0);
    untimed.max_score = 71;
    untimed.speedup.reset();
    progress.record(untimed);
    CHECK(progress.of("01_scale").best_score == 71);
    CHECK(progress.of("01_scale").best_speedup == 0);
    CHECK(progress.of("01_scale").timed);
}

TEST_CASE(
    "among grades with the same score the fastest is the best, and a measured one before a modelled one",
    "[progress]") {
    const fs::path root = harness::scratch("progress-same-score");
    Progress progress(root);
    LabGrade modelled = passed_grade(70, 12);
    modelled.speedup->modelled = "h200";
    for (const LabGrade& grade :
         {passed_grade(70, 7.5), passed_grade(70, 9.5), passed_grade(70, 8), modelled})
        progress.record(grade);
    CHECK(progress.of("01_scale").best_speedup == 9.5);
    CHECK(progress.of("01_scale").best_modelled.empty());
}

TEST_CASE("a grade of a machine that measures nothing does not replace a pass", "[progress]") {
    const fs::path root = harness::scratch("progress-unmeasured");
    Progress progress(root);
    LabGrade nothing = failed_grade();
    nothing.verdict = Verdict::not_graded;
    nothing.score = 0;
    nothing.steps.back().status = Status::not_measured;
    progress.record(nothing);
    CHECK(progress.of("01_scale").verdict == Verdict::not_graded);
    progress.record(passed_grade(70, 7.5));
    progress.record(nothing);
    CHECK(progress.of("01_scale").verdict == Verdict::pass);
    CHECK(progress.record_of("01_scale").grades.size() == 3);
}

TEST_CASE("an incomplete grade becomes the latest with its points but is no pass", "[progress]") {
    Progress progress(harness::scratch("progress-incomplete"));
    progress.record(failed_grade());
    LabGrade open = failed_grade();
    open.steps.back().status = Status::not_measured;
    open.verdict = Verdict::not_graded;
    open.incomplete = true;
    open.score = 60;
    progress.record(open);
    const grader::LabProgress lab = progress.of("01_scale");
    CHECK(lab.incomplete);
    CHECK(lab.verdict == Verdict::not_graded);
    CHECK(lab.score == 60);
    CHECK(lab.best_score == 60);
    CHECK(lab.failed_step.empty());
}

TEST_CASE("a recorded grade is read back unchanged", "[progress]") {
    const fs::path root = harness::scratch("progress-samples");
    Progress progress(root);
    for (LabGrade grade : {samples::passed(), samples::wrong_output(), samples::wasteful(),
                           samples::hostile(), samples::no_gpu()}) {
        grade.cases = grader::CaseCount{11, 12};
        grade.gates = {{"sectors_per_128_bytes", "sectors per 128 bytes", 32, false}};
        progress.record(grade);
        const LabGrade back = progress.record_of(grade.id).grades.back().grade;
        CHECK(back.id == grade.id);
        CHECK(back.verdict == grade.verdict);
        CHECK(back.score == grade.score);
        CHECK(back.max_score == grade.max_score);
        REQUIRE(back.steps.size() == grade.steps.size());
        for (std::size_t i = 0; i < back.steps.size(); ++i) {
            CHECK(back.steps[i].name == grade.steps[i].name);
            CHECK(back.steps[i].status == grade.steps[i].status);
            CHECK(back.steps[i].points == grade.steps[i].points);
        }
        CHECK(back.speedup.has_value() == grade.speedup.has_value());
        if (back.speedup) CHECK(back.speedup->high == grade.speedup->high);
        CHECK(back.cases->passed == 11);
        CHECK(back.gates.at(0).value == 32);
        CHECK(back.gates.at(0).text == "sectors per 128 bytes");
    }
    CHECK(progress.record_of("04_shared_tiling").readable);
}

TEST_CASE("a failure of another kind restarts its hints", "[progress]") {
    const fs::path root = harness::scratch("progress-kinds");
    Progress progress(root);
    const auto fails = [&](const Message& message, const std::vector<Message>& details) {
        LabGrade grade = failed_grade();
        grade.steps.back().message = message;
        grade.steps.back().details = details;
        progress.record(grade);
        progress.hint_taken(grade.id, "correct", 0, 1);
        return Progress(root).of(grade.id).hints.size();
    };
    const Message differ = elements(messages::differ, 1);
    CHECK(fails(wrong_cases(1, "one"), {differ, verbatim("it says a")}) == 1);
    CHECK(fails(wrong_cases(2, "two"), {elements(messages::differ, 0.5), verbatim("it says b")}) == 2);
    CHECK(fails(wrong_cases(2, "two"), {elements(messages::never_written, 7)}) == 1);
    const Message last = elements(messages::never_written, 6);
    CHECK(fails(wrong_cases(3, "two"), {last}) == 2);
    CHECK(nlohmann::json(progress.of("01_scale").failure_messages) ==
          nlohmann::json(std::vector{wrong_cases(3, "two"), last}));
    CHECK(progress.of("01_scale").hints_taken == 4);

    // The simulator's findings are recorded, too: a hint may be about a data race.
    LabGrade observed = failed_grade();
    observed.steps.back().observed = {
        {messages::finding, {{"finding", "shared_race"}, {"place", "student.cu:7"}}}};
    progress.record(observed);
    CHECK_THAT(progress.of("01_scale").failure_messages, MatchesPattern("finding finding=shared_race"));

    const Message occupancy(messages::gate, {{"counter", "occupancy"}});
    const Message kept(messages::passed_gate, {{"gate", occupancy}});
    // Neither valid UTF-8 nor short.
    CHECK(fails(verbatim("two\xff"), {verbatim("missed"), kept, verbatim(std::string(9999, 'x'))}) == 1);
    const std::vector<Message> failure_messages = progress.of("01_scale").failure_messages;
    CHECK(nlohmann::json(failure_messages).dump().size() < 5000);
    CHECK_THAT(failure_messages, MatchesPattern("text=missed") && !MatchesPattern("gate"));
}

TEST_CASE("a failure with another counter or finding or diagnosis restarts its hints", "[progress]") {
    const fs::path root = harness::scratch("progress-arguments");
    Progress progress(root);
    const auto fails = [&](MessageKind kind, const char* argument, const char* value) {
        LabGrade grade = failed_grade();
        grade.steps.back().message = {kind, {{argument, value}}};
        progress.record(grade);
        progress.hint_taken(grade.id, "correct", 0, 1);
        return Progress(root).of(grade.id).hints.size();
    };
    for (const auto& [kind, argument] :
         {std::pair(messages::gate, "counter"), std::pair(messages::finding, "finding"),
          std::pair(messages::diagnosis, "name")}) {
        CHECK(fails(kind, argument, "one") == 1);
        CHECK(fails(kind, argument, "one") == 2);
        CHECK(fails(kind, argument, "two") == 1);
    }
    CHECK(fails(messages::on_case, "case", "one") == 1);
    CHECK(fails(messages::on_case, "case", "two") == 2);
}

TEST_CASE("a damaged history counts as empty and is not destroyed", "[progress]") {
    const std::string text =
        GENERATE(as<std::string>{}, "", "{", "[]\n", "null\n", "7\n", "{\"grade\": 7}\n",
                 "{\"grade\": {}, \"when\": 1}\n", "{\"hint\": \"correct\", \"place\": \"two\"}\n",
                 "{\"hint\": [], \"place\": 1}\n", "\xff\xfe\x01", "{\"format\":9,\"novelty\":1}\n\n\n");
    CAPTURE(text);
    const fs::path root = harness::scratch("progress-damaged");
    harness::write(history_file(root), text);
    Progress progress(root);
    CHECK_FALSE(progress.of("01_scale").verdict);
    CHECK(progress.of("01_scale").hints_taken == 0);
    progress.record(failed_grade());
    CHECK(Progress(root).of("01_scale").verdict == Verdict::fail);
    CHECK(harness::read(history_file(root)).starts_with(text));
}

TEST_CASE("complete records of a damaged history still count", "[progress]") {
    const fs::path root = harness::scratch("progress-torn");
    Progress(root).record(failed_grade());
    const std::string line = harness::read(history_file(root));
    harness::write(history_file(root), line + "{ torn" + line + line.substr(0, line.size() / 2));
    Progress progress(root);
    CHECK(progress.record_of("01_scale").grades.size() == 1);
    progress.record(passed_grade(70, 7.5));
    CHECK(Progress(root).record_of("01_scale").grades.size() == 2);
    CHECK(Progress(root).of("01_scale").verdict == Verdict::pass);
}

TEST_CASE("progress that cannot be written does not stop a grade", "[progress]") {
    const fs::path root = harness::scratch("progress-unwritable");
    SECTION("there is a file where the directory should be") {
        harness::write(root / ".kernelsmith", "a file where a directory should be");
    }
    SECTION("there is a directory where the file should be") { fs::create_directories(history_file(root)); }
    Progress progress(root);
    CHECK_NOTHROW(progress.record(failed_grade()));
    CHECK(progress.of("01_scale").verdict == Verdict::fail);
}

TEST_CASE("a history is bounded and keeps all that is still needed", "[progress]") {
    const fs::path root = harness::scratch("progress-long");
    Progress progress(root);
    progress.record(passed_grade(70, 3.5));
    progress.record(passed_grade(65, 9.5));
    LabGrade usual = failed_grade();
    for (int line = 0; line < 50; ++line)
        usual.steps.back().details.push_back(verbatim(std::string(60, static_cast<char>('a' + line % 26))));
    usual.steps.back().message = verbatim("first of its kind");
    progress.record(usual);
    for (const std::size_t place : {3, 1, 2}) progress.hint_taken("01_scale", "correct", place, 1);
    std::uintmax_t largest = 0;
    for (int i = 0; i < 1000; ++i) {
        progress.record(usual);
        largest = std::max(largest, fs::file_size(history_file(root)));
    }
    CHECK(largest < (std::uintmax_t{3} << 20));
    const grader::LabRecord record = progress.record_of("01_scale");
    CHECK(record.grades.size() > 200);
    CHECK(record.grades.size() < 1003);
    CHECK(record.readable);
    CHECK(record.grades.front().grade.score == 70);
    const grader::LabProgress lab = progress.of("01_scale");
    CHECK(lab.best_score == 70);
    CHECK(lab.best_speedup == 3.5);
    CHECK(record.best_speedup()->ratio == 9.5);
    CHECK(places(lab.hints) == std::vector<std::size_t>{3, 1, 2});
    CHECK(lab.hints_taken == 3);
    REQUIRE(lab.failure_messages.size() > 1);
    CHECK(lab.failure_messages[0] == verbatim("first of its kind"));
    CHECK(lab.failure_messages[1] == verbatim(std::string(60, 'a')));
}
