// Comma-separated values, read and written.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>

#include "base/errors.h"
#include "classroom/gradebook/csv.h"

using Catch::Matchers::Message;
using grader::csv_record;
using grader::CsvRecord;
using grader::parse_csv;
using grader::text_cell;
using Cells = std::vector<std::string>;

TEST_CASE("cells are read without their quotes, over lines' ends of both kinds", "[gradebook]") {
    const std::vector<CsvRecord> records =
        parse_csv("\xef\xbb\xbf"
                  "a,\"b,c\",\r\n\"d \"\"e\"\"\",\"f\r\ng\",h\n\n\r\n,,\nlast",
                  "x.csv");
    REQUIRE(records.size() == 4);
    CHECK(records[0].cells == Cells{"a", "b,c", ""});
    CHECK(records[1].cells == Cells{"d \"e\"", "f\ng", "h"});
    CHECK(records[2].cells == Cells{"", "", ""});
    CHECK(records[3].cells == Cells{"last"});
    CHECK(records[0].line == 1);
    CHECK(records[1].line == 2);
    CHECK(records[2].line == 6); // after a cell of two lines, and two empty lines
    CHECK(parse_csv("", "x.csv").empty());
}

TEST_CASE("malformed CSV is rejected with its line", "[gradebook]") {
    const auto refused = [](const std::string& text, const std::string& why) {
        CHECK_THROWS_MATCHES(parse_csv(text, "x.csv"), grader::UsageError, Message(why));
    };
    refused("a\n\"b\nc\n", "x.csv:2: unterminated quote that begins here");
    refused("a\nb\"c\n", "x.csv:2: a quote stands inside a cell that does not begin with one");
    refused("\"a\nb\"c\n", "x.csv:2: text after the closing quote of a cell");
    refused("n\xe4me\n", "x.csv is not UTF-8. Save it as \"CSV UTF-8\".");
    refused(std::string("\xff\xfe"
                        "a\0b\0",
                        6),
            "x.csv is not UTF-8. Save it as \"CSV UTF-8\".");
}

TEST_CASE("written CSV cells are read back unchanged except for line endings", "[gradebook]") {
    const Cells cells = {"", "plain", "a,b", "\"", "two\nlines", "a;b", " x ", "\r\n", "né"};
    const std::string text = csv_record(cells);
    CHECK(text.ends_with("\r\n"));
    Cells expected = cells;
    expected[7] = "\n"; // the other kind of line ending
    CHECK(parse_csv(text, "x.csv").at(0).cells == expected);
}

TEST_CASE("a CSV cell with a student's text cannot be a formula", "[gradebook]") {
    CHECK(text_cell("=1+1") == "'=1+1");
    CHECK(text_cell("+1") == "'+1");
    CHECK(text_cell("-1") == "'-1");
    CHECK(text_cell("@SUM(A1)") == "'@SUM(A1)");
    CHECK(text_cell("＝1") == "'＝1");
    CHECK(text_cell("  =1") == "'  =1");
    CHECK(text_cell("\t=1") == "'    =1"); // a tab is shown as blanks
    CHECK(text_cell("\r=1") == "\\x0d=1");
    CHECK(text_cell("\n=1") == "\\x0a=1");
    CHECK(text_cell("a;=1") == "a;'=1"); // in locales where the semicolon separates cells
    CHECK(text_cell("a;\"=1\"") == "a;'\"=1\"");
    CHECK(text_cell("a=1, b-2; c+3") == "a=1, b-2; c+3");
    CHECK(text_cell("").empty());
    CHECK(text_cell("ada\xff\x1b[31m") == "ada\\xff\\x1b[31m");
}

TEST_CASE("numbers are written to CSV with at most two decimals", "[gradebook]") {
    CHECK(grader::number_cell(100) == "100");
    CHECK(grader::number_cell(36.5) == "36.5");
    CHECK(grader::number_cell(0) == "0");
    CHECK(grader::number_cell(99.999) == "100");
    CHECK(grader::number_cell(1e6) == "1000000");
}
