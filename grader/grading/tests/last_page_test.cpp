// The page at the end of the course, for a student who has passed all of it.

#include <filesystem>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/text.h"
#include "grading/report/grade/last_page.h"
#include "testing/approval.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::LastPageLab;
using grader::render_last_page;
using grader::Style;

std::vector<LastPageLab> a_course() {
    return {{"01_scale", "Scaling", 100, 100, 0, 9.8, 16.25, 10.27},
            {"02_sum", "Sums that take turns, with a long title", 93.4, 100, 2, 30, 30, 15},
            {"03_huge", "Hundreds", 88, 100, 1, 150, 200, 160}};
}

} // namespace

TEST_CASE("the last page equals the approved one", "[last_page]") {
    check_approved("last_page", render_last_page(a_course(), "NVIDIA H200", true, Style{}));
}

TEST_CASE("a lab that is not about speed has no row on the last page, and its points count", "[last_page]") {
    std::vector<LastPageLab> labs = a_course();
    labs.push_back({"04_words", "Words", 50, 50, 1});
    labs.back().about_speed = false;
    const std::string page = render_last_page(labs, "NVIDIA H200", true, Style{});
    CHECK_THAT(page, !ContainsSubstring("Words") && !ContainsSubstring("was not measured") &&
                         ContainsSubstring("331.4 of 350 points, with 4 hints"));
}

TEST_CASE("the last page fits the terminal and lists unmeasured labs", "[last_page]") {
    std::vector<LastPageLab> labs = a_course();
    labs[1].speedup = labs[1].limit_speedup = labs[2].solution_speedup = 0;
    const std::string page = render_last_page(labs, "", true, Style{});
    CHECK_THAT(page, ContainsSubstring("was not measured") && !ContainsSubstring("were measured on"));
    for (const std::string_view line : grader::split_lines(page)) {
        INFO(line);
        CHECK(grader::columns(line) <= 80);
    }
}

TEST_CASE("only a student who has passed every lab sees the last page", "[last_page][slow]") {
    const fs::path course = harness::copy_of_course("last-page");
    const harness::Grader grader(course);
    const std::string first_words = "You have passed the whole course";
    for (const char* lab : {"01_scale", "02_sum"}) {
        CHECK_THAT(grader.run({"01", "02"}).out, !ContainsSubstring(first_words));
        fs::copy_file(course / "solutions" / lab / "student.cu", course / "labs" / lab / "student.cu",
                      fs::copy_options::overwrite_existing);
    }
    CHECK_THAT(grader.run({"01", "02"}).out, ContainsSubstring(first_words) && ContainsSubstring("02 "));
    CHECK_THAT(grader.run({"01"}).out, ContainsSubstring(first_words));
    // Other students' files are not this tree's own.
    CHECK_THAT(grader.run({"--all", (course / "solutions").string()}).out, !ContainsSubstring(first_words));
}
