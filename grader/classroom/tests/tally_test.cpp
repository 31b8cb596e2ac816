// Class statistics.

#include <filesystem>
#include <set>

#include <catch2/catch_test_macros.hpp>

#include "classroom/page/tally.h"
#include "grading/messages/clean.h"
#include "grading/messages/counts.h"
#include "synthetic_class.h"
#include "testing/facts.h"
#include "testing/samples.h"

namespace {

using grader::Book;
using grader::CommonFailure;
using grader::LabGrade;
using grader::Message;
using grader::verbatim;

/// Returns a class of one lab with @p grades, one per student, which count unchanged.
Book one_lab_with(const std::vector<LabGrade>& grades) {
    Book book;
    book.labs = {{"04_shared_tiling", "Tiles in shared memory", 100}};
    for (const LabGrade& grade : grades)
        book.students.push_back({"student " + std::to_string(book.students.size()),
                                 {{grade, grade.score, grade.max_score, "", ""}}});
    return book;
}

LabGrade not_handed_in() {
    LabGrade grade = samples::compile_error();
    grade.submitted = false;
    return grade;
}

/// Returns the message of a missed gate on @p counter, with @p slide of @p lab.
Message advice_on(const std::string& counter, const std::string& lab, const std::string& slide) {
    return {grader::messages::gate_advice,
            {{"counter", counter}, {"text", "Not together."}, {"lab", lab}, {"slide", slide}}};
}

/// Formats @p stumbles, each as "what (help): students".
std::vector<std::string> listed_failures(const std::vector<CommonFailure>& stumbles) {
    std::vector<std::string> lines;
    for (const CommonFailure& one : stumbles)
        lines.push_back(one.what + " (" + one.help + "): " + std::to_string(one.students));
    return lines;
}

using ToldStumbles = std::vector<std::string>;

} // namespace

TEST_CASE("a lab's students are counted by the state of their marks", "[class][tally]") {
    const auto tallies =
        tally_labs(one_lab_with({samples::passed(), samples::too_close(), samples::too_slow(),
                                 samples::no_gpu(), samples::correct_untimed(), not_handed_in()}));
    REQUIRE(tallies.size() == 1);
    CHECK(tallies[0].passed == 2);
    CHECK(tallies[0].failed == 1);
    CHECK(tallies[0].not_graded == 2);
    CHECK(tallies[0].missing == 1);
}

TEST_CASE("histogram and median have only graded students with their counted points", "[class][tally]") {
    Book book = one_lab_with({samples::passed(), samples::passed(), samples::passed(), samples::passed(),
                              samples::no_gpu(), not_handed_in()});
    for (std::size_t i = 0; i < 4; ++i) book.students[i].marks[0].max_score = 10;
    book.students[0].marks[0].score = 10;  // 100 %, in the last bin
    book.students[1].marks[0].score = 3;   // 30 %, the lower bound of a bin
    book.students[2].marks[0].score = 2.9; // slightly below it
    book.students[3].marks[0].score = 0;
    const grader::LabTally tally = tally_labs(book).front();
    CHECK(tally.bins == std::array<std::size_t, 10>{1, 0, 1, 1, 0, 0, 0, 0, 0, 1});
    REQUIRE(tally.median);
    CHECK(std::abs(*tally.median - 0.295) < 1e-12);
    CHECK_FALSE(tally_labs(one_lab_with({samples::no_gpu(), not_handed_in()})).front().median);
}

TEST_CASE("every multiple of 10 % begins a part of the histogram", "[class][tally]") {
    Book book = one_lab_with(std::vector<LabGrade>(10, samples::passed()));
    double score = 0; // a sum like a grade's: eight times 0.1 is slightly less than 0.8
    for (grader::BookStudent& student : book.students) {
        student.marks[0].max_score = 1;
        student.marks[0].score = score;
        score += 0.1;
    }
    CHECK(tally_labs(book).front().bins == std::array<std::size_t, 10>{1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("the first failing steps of a class are counted and sorted by frequency", "[class][tally]") {
    const auto steps =
        common_failures_of(one_lab_with({samples::too_slow(), samples::wrong_output(), samples::too_slow(),
                                         samples::passed(), not_handed_in()}))
            .steps;
    CHECK(listed_failures(steps) == ToldStumbles{"fast (): 2", "correct (): 1"});
}

TEST_CASE("a gate that was not kept leads to the slide that the advice on its counter names",
          "[class][tally]") {
    LabGrade grade = samples::wasteful();
    grade.gates = {{"occupancy", "theoretical occupancy", 0.9, true},
                   {"sectors_per_128_bytes", "sectors per 128 bytes", 32, false},
                   {"bytes_in_flight", "bytes in flight", 100, false},
                   {"bytes_in_flight", "bytes in flight", 100, false}};
    grade.steps[4].details = {advice_on("bytes_in_flight", "04_shared_tiling", "in-flight"),
                              advice_on("sectors_per_128_bytes", "04_shared_tiling", "mapping"),
                              {grader::messages::passed_gate,
                               {{"gate", Message(grader::messages::gate,
                                                 {{"counter", "occupancy"}, {"shown", "90 %"}})}}}};
    CHECK(listed_failures(common_failures_of(one_lab_with({grade, grade})).gates) ==
          ToldStumbles{"bytes in flight (slides/04_shared_tiling.md#in-flight): 2",
                       "sectors per 128 bytes (slides/04_shared_tiling.md#mapping): 2"});
}

TEST_CASE("only a slide of the lab's own deck is linked", "[class][tally]") {
    LabGrade grade = samples::wasteful();
    grade.gates = {{"sectors_per_128_bytes", "sectors per 128 bytes", 32, false}};
    const std::string counter = "sectors_per_128_bytes";
    for (const Message& detail :
         {advice_on(counter, "05_other", "mapping"), advice_on(counter, "04_shared_tiling", ""),
          advice_on(counter, "04_shared_tiling", "a\"onclick=\"b"),
          advice_on(counter, "04_shared_tiling", "mapping] and more"),
          advice_on(counter, "../04_shared_tiling", "mapping"), advice_on("", "04_shared_tiling", "mapping"),
          verbatim("Not together. [slides/04_shared_tiling.md#mapping]")}) {
        INFO(nlohmann::json(detail));
        grade.steps[4].details = {detail};
        CHECK(listed_failures(common_failures_of(one_lab_with({grade})).gates) ==
              ToldStumbles{"sectors per 128 bytes (): 1"});
    }
}

TEST_CASE("the first finding of the simulator is taken from the messages of the step", "[class][tally]") {
    LabGrade among_details = samples::wrong_output();
    auto& correct = among_details.steps[2];
    correct.details.insert(correct.details.end(), correct.observed.begin(), correct.observed.end());
    correct.observed.clear();
    const auto findings = common_failures_of(one_lab_with({samples::unclean(), samples::wrong_output(),
                                                           among_details, samples::hostile()}))
                              .findings;
    CHECK(listed_failures(findings) == ToldStumbles{"out of bounds (docs/findings/out_of_bounds.md): 2",
                                                    "shared race (docs/findings/shared_race.md): 1"});
}

TEST_CASE("a text that is no known finding is not counted as one", "[class][tally]") {
    LabGrade grade = samples::unclean();
    LabGrade wrong = samples::wrong_output();
    for (const char* finding :
         {"ada's race", "shared_racer", "shared race", "../shared_race", "shared_race.md#", ""}) {
        INFO(finding);
        grade.steps[3].message = {grader::messages::found, {{"finding", finding}}};
        CHECK(common_failures_of(one_lab_with({grade})).findings.empty());
        wrong.steps[2].observed[1] = {grader::messages::finding, {{"finding", finding}}};
        CHECK(common_failures_of(one_lab_with({wrong})).findings.empty());
    }
    grade.steps[3].message = verbatim("shared race in student.cu:41 on \"odd\"");
    grade.steps[3].details = {verbatim("student.cu:41: shared race: reads")};
    CHECK(common_failures_of(one_lab_with({grade})).findings.empty());
}

TEST_CASE("every known finding has a page and every page has a known finding", "[class][tally]") {
    std::set<std::string> pages;
    for (const auto& entry : std::filesystem::directory_iterator(KERNELSMITH_SOURCE_DIR "/docs/findings"))
        pages.insert(entry.path().stem().string());
    CHECK(std::set<std::string>(grader::finding_kinds().begin(), grader::finding_kinds().end()) == pages);
}
