// The files that Canvas and Moodle import, and the CSV with all marks.

#include <map>

#include <catch2/catch_test_macros.hpp>

#include "classroom/gradebook/csv.h"
#include "gradebook_samples.h"
#include "testing/samples.h"

using Cells = std::vector<std::string>;
using grader::Book;

namespace {

/// Returns the records of a CSV file by column name.
std::vector<std::map<std::string, std::string>> by_column(const std::string& text) {
    const auto records = grader::parse_csv(text, "file");
    std::vector<std::map<std::string, std::string>> rows;
    for (std::size_t i = 1; i < records.size(); ++i) {
        std::map<std::string, std::string>& row = rows.emplace_back();
        for (std::size_t k = 0; k < records[i].cells.size(); ++k)
            row[records[0].cells[k]] = records[i].cells[k];
    }
    return rows;
}

} // namespace

TEST_CASE("Canvas gets its columns and the maximum of each lab and a cell for each mark", "[gradebook]") {
    const auto records =
        grader::parse_csv(grader::render_canvas(samples::book_of_class(), samples::roster()), "canvas");
    REQUIRE(records.size() == 5);
    CHECK(records[0].cells == Cells{"Student", "ID", "SIS User ID", "SIS Login ID", "Section",
                                    "01_coalescing", "02_transpose", "04_shared_tiling",
                                    "05_register_tiling"});
    CHECK(records[1].cells == Cells{"    Points Possible", "", "", "", "", "70", "70", "70", "70"});
    CHECK(records[2].cells ==
          Cells{"Lovelace, Ada", "4711", "", "al1815", "CUDA, Monday", "56", "0", "70", "0"});
    CHECK(records[3].cells == Cells{"Grace Hopper", "", "S-17", "ghopper", "", "64.4", "36.5", "70", ""});
    CHECK(records[4].cells[0] == "linus\\x1b[31m");
    CHECK(records[4].cells[1].empty());
    CHECK(records[4].cells[3] == "linus\\x1b[31m");
}

TEST_CASE("a student named like a Canvas header row does not change the maximum points", "[gradebook]") {
    Book book = samples::book_with({samples::passed()});
    book.students[0].id = "Points Points Possible";
    const std::string text = grader::render_canvas(book, {});
    const auto records = grader::parse_csv(text, "canvas");
    REQUIRE(records.size() == 3);
    CHECK(records[2].cells[0].find("Points Possible") == std::string::npos);
}

TEST_CASE("a folder's name is never a student's Canvas number", "[gradebook]") {
    // Canvas parses the leading digits of an ID, and would give the mark to the student with that number.
    for (const char* folder : {"12ada", "12"}) {
        Book book = samples::book_with({samples::passed()});
        book.students[0].id = folder;
        const auto row = by_column(grader::render_canvas(book, {})).at(1);
        CHECK(row.at("ID").empty());
        CHECK(row.at("SIS Login ID") == folder);
    }
    Book book = samples::book_with({samples::passed()});
    book.students[0].id = "ada";
    const auto row =
        by_column(grader::render_canvas(book, grader::Roster("folder,id\nada,12ada\n", "roster.csv"))).at(1);
    CHECK(row.at("ID").empty());
    CHECK(row.at("SIS User ID") == "12ada");
}

TEST_CASE("Moodle gets a grade and a feedback for each lab", "[gradebook][sentences]") {
    const auto rows = by_column(grader::render_moodle(samples::book_of_class(), samples::roster()));
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].at("username") == "al1815");
    CHECK(rows[0].at("email") == "ada@example.org");
    CHECK(rows[0].at("01_coalescing") == "56");
    CHECK(rows[0].at("01_coalescing feedback") ==
          "56 of 70, passed\n2 days late: 20 % off (graded 70)\nattempt 3 of 4, 2026-12-01 22:14");
    CHECK(rows[0].at("02_transpose") == "0");
    CHECK(rows[0].at("02_transpose feedback") == "0 of 70, not submitted\nbuilds: not submitted");
    CHECK(rows[1].at("02_transpose feedback") == "36.5 of 70, not passed\ncorrect: 11 of 12 cases");
    CHECK(rows[1].at("05_register_tiling") == "-");
    CHECK(rows[1]
              .at("05_register_tiling feedback")
              .starts_with("NOT GRADED: this machine has no NVIDIA GPU\n"));
    CHECK(rows[2].at("username") == "linus\\x1b[31m");
}

TEST_CASE("Moodle shows markup in a message as text", "[gradebook][sentences]") {
    const auto row = by_column(grader::render_moodle(samples::hostile_book(), {})).at(0);
    const std::string feedback = row.at("04_shared_tiling feedback");
    CHECK(feedback.find('<') == std::string::npos);
    CHECK(feedback.find("&lt;b&gt;") != std::string::npos);
}

TEST_CASE("the full CSV of marks has a line for each student and lab", "[gradebook][sentences]") {
    Book book = samples::book_of_class();
    book.students[1].marks[1].grade.gates = {{"occupancy", "occupancy", 0.5, false},
                                             {"sectors", "sectors", 4, true},
                                             {"conflicts", "conflicts", 9, false}};
    const auto rows = by_column(grader::render_marks_csv(book));
    REQUIRE(rows.size() == 12);
    const auto& late = rows[0];
    CHECK(late.at("student") == "ada");
    CHECK(late.at("lab") == "01_coalescing");
    CHECK(late.at("score") == "70");
    CHECK(late.at("final_score") == "56");
    CHECK(late.at("note") == "2 days late: 20 % off");
    CHECK(late.at("attempt") == "3 of 4, 2026-12-01 22:14");
    CHECK(late.at("speedup") == "9.48");
    CHECK(late.at("low") == "9.41");
    CHECK(late.at("threshold") == "6");
    CHECK(late.at("seconds") == "8.5");
    CHECK(late.at("stages") == "build 4.25, correct 1.50, fast 2.75");
    CHECK(rows[1].at("submitted") == "no");
    const auto& wrong = rows[5];
    CHECK(wrong.at("failed_step") == "correct");
    CHECK(wrong.at("message") == "11 of 12 cases");
    CHECK(wrong.at("speedup").empty());
    CHECK(wrong.at("gates_failed") == "occupancy, conflicts");
    const auto& not_graded = rows[7];
    CHECK(not_graded.at("verdict") == "not_graded");
    CHECK(not_graded.at("score").empty());
    CHECK(not_graded.at("final_score").empty());
    CHECK(not_graded.at("message") == "this machine has no NVIDIA GPU");
}
