// Regrades as text for a terminal and as CSV.

#include <cstdlib>
#include <ctime>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "changed_grades.h"
#include "classroom/commands/changes_text.h"
#include "classroom/gradebook/csv.h"
#include "synthetic_class.h"
#include "testing/approval.h"
#include "testing/samples.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using changed_grades::passed_with;
using changed_grades::wrong_with;
using grader::LabGrade;
using grader::Regrade;
using grader::RegradeCause;

/// Times are printed in the local time zone.
class InUtc {
public:
    InUtc() {
        ::setenv("TZ", "UTC", 1);
        ::tzset();
    }
    ~InUtc() {
        ::unsetenv("TZ");
        ::tzset();
    }
    InUtc(const InUtc&) = delete;
    InUtc& operator=(const InUtc&) = delete;
};

Regrade regrade_of(const std::string& student, const LabGrade& then, const LabGrade& now) {
    return {student,
            "04_shared_tiling",
            1,
            RegradeCause::lab_changed,
            {1, then.verdict, then.score, then.max_score},
            {4, now.verdict, now.score, now.max_score},
            grader::difference_between(then, now)};
}

const std::map<int, grader::RunOrigin> asked = {{4, {"grace", "the second case was wrong", 1795638120}}};

} // namespace

TEST_CASE("changes are listed per run with its origin and reason and the grades that differ",
          "[class-changes][sentences]") {
    const InUtc utc;
    std::vector<Regrade> regrades = {
        regrade_of("ada", wrong_with(grader::verbatim("case 2: 3 of 10 wrong")), samples::passed()),
        regrade_of("a.rather.long.name@students.example.org", samples::passed(), samples::too_slow()),
        regrade_of("bo", samples::compile_error(), samples::unclean()),
        regrade_of("chen", passed_with(25), passed_with(24.65)),
        regrade_of("dora", samples::passed(), samples::passed()),
    };
    regrades[2].number = 2;
    regrades[3].cause = RegradeCause::asked_for;
    regrades[4].then.run = 3;
    const grader::Style style{false, 80};
    check_approved("changes", render_changes(regrades, asked, style, 3, "grader class changes class/"));
    const std::string cut_off = render_changes(regrades, asked, style, 1, "grader class changes class/");
    CHECK_THAT(cut_off, ContainsSubstring("… and 2 more: grader class changes class/\n"));
    CHECK_THAT(cut_off, !ContainsSubstring("a.rather"));
    CHECK_THAT(render_changes(regrades, {{4, {"grace", "", 0}}}, style, 1, ""),
               ContainsSubstring("no reason given"));
    CHECK(render_changes({}, asked, style, 1, "").empty());
    check_approved("changes_csv", render_changes_csv(regrades, asked));
}

TEST_CASE("text written by students is escaped and shortened", "[class-changes]") {
    const std::string attack =
        std::string("=1+1\x1b[2J\r\n\xff") + synthetic::attack + std::string(1 << 20, 'x');
    std::vector<Regrade> regrades = {
        regrade_of(attack, wrong_with(grader::verbatim(attack)), samples::passed())};
    regrades[0].lab = attack;
    const std::map<int, grader::RunOrigin> by = {{4, {attack, attack, 0}}};
    const std::string text = render_changes(regrades, by, {false, 80}, 10, "");
    for (const char c : text) CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
    CHECK(text.size() < 4000);
    const std::string csv = render_changes_csv(regrades, by);
    const std::vector<grader::CsvRecord> records = grader::parse_csv(csv, "changes.csv");
    REQUIRE(records.size() == 2);
    REQUIRE(records[1].cells.size() == records[0].cells.size());
    for (const std::string& cell : records[1].cells) CHECK_FALSE(cell.starts_with('='));
    CHECK(csv.size() < 8000);
}
