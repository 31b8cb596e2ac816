// Each format on the same books: approved texts, complete lines, and deterministic output.

#include <algorithm>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "base/errors.h"
#include "classroom/gradebook/csv.h"
#include "classroom/gradebook/read_report.h"
#include "gradebook_samples.h"
#include "grading/messages/builds.h"
#include "grading/report/grade/json.h"
#include "testing/approval.h"
#include "testing/samples.h"

using grader::Book;
using grader::GradebookFormat;
using grader::GradebookOptions;

namespace {

/// Converts @p text to Unix line endings, so that no tool changes the approved text.
std::string with_plain_ends(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
    return text;
}

GradebookOptions options_with_roster() { return {samples::roster(), true}; }

void approve(const GradebookFormat& format, const std::string& name, const Book& book,
             const GradebookOptions& options) {
    check_approved("gradebook_" + std::string(format.name) + "_" + name,
                   with_plain_ends(format.render(book, options)));
}

bool is_plain_text(const std::string& text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c == '\n' || c == '\r' || static_cast<unsigned char>(c) >= ' '; });
}

} // namespace

TEST_CASE("every gradebook format equals the approved output", "[gradebook][sentences]") {
    for (const GradebookFormat& format : grader::gradebook_formats()) {
        approve(format, "single", samples::book_of_one(), {});
        approve(format, "hostile", samples::hostile_book(), {});
        if (format.covers == grader::Covers::any) approve(format, "class", samples::book_of_class(), {});
    }
    approve(*grader::find_gradebook_format("canvas"), "roster", samples::book_of_class(),
            options_with_roster());
    approve(*grader::find_gradebook_format("moodle"), "roster", samples::book_of_class(),
            options_with_roster());
}

TEST_CASE("formats are found by their names", "[gradebook]") {
    const auto& formats = grader::gradebook_formats();
    CHECK(std::is_sorted(formats.begin(), formats.end(),
                         [](const auto& a, const auto& b) { return a.name < b.name; }));
    for (const GradebookFormat& format : formats) {
        CHECK(grader::find_gradebook_format(format.name) == &format);
        CHECK_FALSE(format.description.empty());
    }
    CHECK(grader::find_gradebook_format("blackboard") == nullptr);
}

TEST_CASE("a format for one student refuses a class in words", "[gradebook]") {
    int refused = 0;
    for (const GradebookFormat& format : grader::gradebook_formats()) {
        if (format.covers != grader::Covers::one_student) continue;
        CHECK_THROWS_AS(format.render(samples::book_of_class(), {}), grader::UsageError);
        ++refused;
    }
    CHECK(refused == 2);
}

TEST_CASE("the same book gives the same file whatever a student wrote", "[gradebook]") {
    for (const GradebookFormat& format : grader::gradebook_formats())
        for (const Book& book : {samples::book_of_one(), samples::hostile_book(), samples::huge_book()}) {
            const std::string text = format.render(book, options_with_roster());
            CHECK(text == format.render(book, options_with_roster()));
            CHECK(is_plain_text(text));
            CHECK(text.size() < 2'000'000);
        }
}

TEST_CASE("every record of a CSV file has as many cells, and no cell begins a formula", "[gradebook]") {
    for (const char* name : {"canvas", "csv", "moodle"}) {
        const std::string text =
            grader::find_gradebook_format(name)->render(samples::hostile_book(), options_with_roster());
        CHECK(text.ends_with("\r\n"));
        const auto records = grader::parse_csv(text, name);
        CHECK(records.size() == (std::string(name) == "canvas" ? 3 : 2));
        for (const grader::CsvRecord& record : records) {
            CHECK(record.cells.size() == records.front().cells.size());
            for (const std::string& cell : record.cells) {
                INFO(name << ": " << cell);
                CHECK(cell.find_first_of("=+-@\t\r") != 0);
            }
        }
    }
}

TEST_CASE("folders that the roster lacks are named", "[gradebook]") {
    const Book book = samples::book_of_class();
    CHECK(grader::folders_without_entry(book, {}).empty());
    CHECK(grader::folders_without_entry(book, samples::roster()) == std::vector{book.students.at(2).id});
}

TEST_CASE("a gradebook can be written from a report on disk", "[gradebook]") {
    const grader::GradeReport report = GENERATE(samples::single(), samples::class_of_three());
    const Book read = grader::book_from_report(grader::render_json(report), "marks.json");
    const Book direct = grader::book_of(report);
    CHECK(read.students.size() == direct.students.size());
    CHECK(read.complete == direct.complete);
    // The JSON document lacks the order of the stages, which the CSV contains.
    for (const char* name : {"canvas", "junit", "moodle"}) {
        const GradebookFormat& format = *grader::find_gradebook_format(name);
        CHECK(format.render(read, {}) == format.render(direct, {}));
    }
}

TEST_CASE("a lab without a submission is read back from a report", "[gradebook]") {
    grader::LabGrade missing = samples::compile_error();
    missing.id = "01_coalescing";
    missing.steps = {{"builds", grader::Status::fail, grader::messages::not_submitted, {}, 0, 0}};
    missing.submitted = false;
    grader::GradeReport report = samples::single();
    report.submissions.front().labs = {missing, samples::passed()};
    const Book book = grader::book_from_report(grader::render_json(report), "marks.json");
    CHECK_FALSE(book.students.front().marks.front().grade.submitted);
    CHECK(book.students.front().marks.back().grade.submitted);
}

TEST_CASE("a gradebook rejects a file that is not a grade report", "[gradebook]") {
    for (const char* text : {"", "{", "{}", "[]", "7", R"({"format": 3, "labs": []})",
                             R"({"format": 1, "backend": "gpu", "device": "", "isolation": {}, "labs": []})"})
        CHECK_THROWS_AS(grader::book_from_report(text, "marks.json"), grader::UsageError);
}
