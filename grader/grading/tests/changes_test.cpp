#include "grading/history/changes.h"

#include <algorithm>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "base/text.h"
#include "grading/report/grade/brief.h"
#include "testing/samples.h"

namespace {

using grader::CaseCount;
using grader::Changes;
using grader::changes_between;
using grader::in_words;
using grader::LabGrade;
using grader::Status;
using grader::Verdict;

std::string said_of(const LabGrade& before, const LabGrade& after) {
    std::string text;
    for (const std::string& line : in_words(changes_between(before, after), 200))
        text += (text.empty() ? "" : "\n") + line;
    return text;
}

LabGrade wrong(std::size_t right, double score) {
    LabGrade grade = samples::wrong_output();
    grade.cases = CaseCount{right, 11};
    grade.score = score;
    grade.max_score = 70;
    return grade;
}

LabGrade counted(double sectors, double occupancy) {
    LabGrade grade = samples::counted();
    grade.cases = CaseCount{11, 11};
    grade.gates = {{"sectors_per_128_bytes", "sectors per 128 bytes", sectors, sectors <= 4.1},
                   {"occupancy", "theoretical occupancy", occupancy, occupancy >= 0.75}};
    return grade;
}

LabGrade timed(double ratio) {
    LabGrade grade = samples::passed();
    grade.speedup->ratio = ratio;
    grade.speedup->low = ratio * 0.99;
    grade.speedup->high = ratio * 1.01;
    return grade;
}

} // namespace

TEST_CASE("changes between grades are printed with their values before and after", "[changes]") {
    CHECK(said_of(wrong(7, 26), wrong(11, 61)) == "correct 7 → 11 of 11; score 26 → 61");
    CHECK(said_of(counted(32, 0.5), counted(4, 0.75)) ==
          "sectors per 128 bytes 32 → 4; theoretical occupancy 50 % → 75 %");
    CHECK(said_of(timed(3.1), timed(7.52)) == "speedup 3.10× → 7.52×");
}

TEST_CASE("neither an unchanged value nor a random difference is reported", "[changes]") {
    CHECK(changes_between(wrong(7, 26), wrong(7, 26)).none());
    CHECK(changes_between(counted(4, 0.75), counted(4, 0.75)).none());
    CHECK(changes_between(counted(4.0001, 0.75), counted(4, 0.75)).none()); // both print the same
    CHECK(changes_between(timed(7.50), timed(7.52)).none());
    CHECK_FALSE(changes_between(timed(7.50), timed(7.90)).none());
}

TEST_CASE("the failing step is reported if it changed", "[changes]") {
    CHECK(said_of(samples::compile_error(), samples::unclean()) ==
          "fails at clean, before at builds; score 0 of 70 → 40 of 100");
    CHECK(changes_between(samples::unclean(), samples::unclean()).failure.empty());
    CHECK(changes_between(samples::unclean(), samples::passed()).failure ==
          "passed, before it failed at clean");
    CHECK(changes_between(samples::passed(), samples::unclean()).failure ==
          "fails at clean, before it passed");
    CHECK(changes_between(samples::passed(), samples::too_close()).failure.empty());
    CHECK(changes_between(samples::no_gpu(), samples::passed()).failure == "passed");
    CHECK(changes_between(samples::no_gpu(), samples::passed()).score.empty());
}

TEST_CASE("a value that only one of two grades has is not a change", "[changes]") {
    LabGrade with_less = wrong(11, 61);
    with_less.cases.reset();
    CHECK(changes_between(with_less, wrong(11, 61)).none());
    CHECK(changes_between(wrong(11, 61), with_less).none());
    CHECK(changes_between(samples::counted(), counted(4, 0.75)).counters.empty());
    LabGrade fewer = wrong(7, 26);
    fewer.cases = CaseCount{5, 9};
    CHECK(changes_between(fewer, wrong(7, 26)).correct == "correct 5 of 9 → 7 of 11");
}

TEST_CASE("changes fit on two lines and always include the score", "[changes]") {
    LabGrade before = counted(32, 0.5);
    LabGrade after = counted(4, 0.75);
    for (int i = 0; i < 12; ++i) {
        const std::string name = "counter number " + std::to_string(i);
        before.gates.push_back({name, name, 1, false});
        after.gates.push_back({name, name, 2, true});
    }
    before.score = 26;
    for (const std::size_t width : {30u, 60u, 100u}) {
        const auto lines = in_words(changes_between(before, after), width);
        CHECK(lines.size() <= 2);
        std::string all;
        for (const std::string& line : lines) {
            CHECK(grader::columns(line) <= width);
            all += line + ' ';
        }
        CHECK(all.find("score 26 → ") != std::string::npos);
        CHECK(all.find("counters; ") != std::string::npos);
    }
    // Names from a problem are escaped for the terminal.
    before.gates = {{"other", "x\x1b[2J", 1, false}};
    after.gates = {{"other", "x\x1b[2J", 2, false}};
    CHECK(said_of(before, after).find('\x1b') == std::string::npos);
}

TEST_CASE("a short grade has the steps and the score and the first reason", "[changes][sentences]") {
    const grader::Style plain{.colour = false, .width = 80};
    const std::string wrong_text = render_brief(samples::wrong_output(), plain);
    CHECK(wrong_text.find("✔ builds  ✔ runs  ✘ correct  … fast") != std::string::npos);
    CHECK(wrong_text.find("36.5 / 70\n") != std::string::npos);
    CHECK(wrong_text.find("  correct: 11 of 12 cases\n") != std::string::npos);
    CHECK(wrong_text.find("c[996][990]") != std::string::npos);
    CHECK(render_brief(samples::passed(), plain).find("9.48× the baseline's speed") != std::string::npos);
    CHECK(render_brief(samples::no_gpu(), plain).find("this machine has no NVIDIA GPU") != std::string::npos);
    for (const LabGrade& grade : {samples::wrong_output(), samples::compile_error(), samples::hostile(),
                                  samples::wasteful(), samples::too_close()})
        for (const std::size_t width : {60u, 80u, 100u}) {
            const std::string text = render_brief(grade, {.colour = false, .width = width});
            CHECK(std::count(text.begin(), text.end(), '\n') <= 16);
            CHECK(text.find('\x1b') == std::string::npos);
            for (const std::string_view line : grader::split_lines(text))
                CHECK(grader::columns(line) <= width);
        }
}

TEST_CASE("each change of a modelled speedup is reported but none between modelled and measured",
          "[changes]") {
    const auto modelled = [](double ratio, const char* device) {
        LabGrade grade = samples::modelled();
        grade.speedup->modelled = device;
        grade.speedup->low = ratio / 1.3;
        grade.speedup->high = ratio * 1.3;
        grade.speedup->ratio = ratio;
        return grade;
    };
    CHECK(changes_between(modelled(3.1, "h200"), modelled(3.3, "h200")).speedup ==
          "speedup ~3.10× → ~3.30×, modelled for h200");
    CHECK(changes_between(modelled(3.1, "h200"), modelled(3.1, "h200")).none());
    CHECK(changes_between(modelled(3.1, "h200"), modelled(9, "t4")).speedup.empty());
    CHECK(changes_between(timed(3.1), modelled(9, "h200")).speedup.empty());
}
