// Leaderboards: who is shown, and in which order.

#include <set>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/files.h"
#include "classroom/gradebook/leaderboard.h"
#include "course/course.h"
#include "testing/approval.h"
#include "testing/samples.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using grader::Book;
using grader::Entrant;
using grader::leaderboard_request;

/// Returns a class of one lab in which all students passed, with an interval of a ratio each.
Book timed_class(const std::vector<std::pair<std::string, std::vector<double>>>& speedups) {
    Book book;
    book.labs = {{"04_shared_tiling", "Tiles in shared memory", 100}};
    for (const auto& [student, speedup] : speedups) {
        grader::LabGrade grade = samples::passed();
        grade.speedup->low = speedup[0];
        grade.speedup->ratio = speedup[1];
        grade.speedup->high = speedup[2];
        book.students.push_back({student, {{grade, grade.score, grade.max_score, "", ""}}});
    }
    return book;
}

std::vector<grader::LeaderboardRow>
board_rows(const Book& book, const std::vector<std::pair<std::string, std::string>>& aliases) {
    std::vector<Entrant> entrants;
    for (const auto& [student, alias] : aliases) entrants.push_back({student, "04_shared_tiling", {alias}});
    const auto boards = leaderboards_of(book, entrants, grader::Pseudonyms(book, 7));
    return boards.empty() ? std::vector<grader::LeaderboardRow>() : boards.front().rows;
}

std::string alias_in(const std::string& source) {
    const auto request = leaderboard_request(source);
    REQUIRE(request);
    return request->alias;
}

} // namespace

TEST_CASE("a comment on a separate line opts in to the leaderboard", "[leaderboard]") {
    CHECK(alias_in("// leaderboard: Warp King\n") == "Warp King");
    CHECK(alias_in("#include \"lab.h\"\r\n\t//leaderboard:Grüße  \r\n") == "Grüße");
    CHECK(alias_in("// leaderboard\nint x;").empty());
    CHECK(alias_in("// leaderboard:").empty());
    CHECK(alias_in("// leaderboard: first\n// leaderboard: second\n") == "first");
    CHECK_FALSE(leaderboard_request(""));
    CHECK_FALSE(leaderboard_request("// the leaderboard: me\n"));
    CHECK_FALSE(leaderboard_request("// leaderboards: me\n"));
    CHECK_FALSE(leaderboard_request("int x; // leaderboard: me\n"));
    CHECK_FALSE(leaderboard_request("/* leaderboard: me */\n"));
}

TEST_CASE("the opt-in is searched for only in the first 50 lines and the first 64 KiB", "[leaderboard]") {
    CHECK(leaderboard_request(std::string(49, '\n') + "// leaderboard: me\n"));
    CHECK_FALSE(leaderboard_request(std::string(50, '\n') + "// leaderboard: me\n"));
    CHECK_FALSE(leaderboard_request(std::string(std::size_t{64} << 20, '/') + "\n// leaderboard: me\n"));
    // The limit of the search cuts through the name.
    CHECK_FALSE(leaderboard_request(std::string(64 * 1024 - 20, ' ') + "\n// leaderboard: me and others\n"));
}

TEST_CASE("an alias that is too long or unprintable is ignored", "[leaderboard]") {
    CHECK(alias_in("// leaderboard: " + std::string(24, 'n')) == std::string(24, 'n'));
    CHECK(alias_in("// leaderboard: " + std::string(25, 'n')).empty());
    for (const char* alias : {"a\x1b[2J", "a\xff", "a\u202e", "a\u200b", "a\tb", "\u0301", "a\u00ad",
                              "a\U000e0041", "\xed\xa0\x80"}) {
        INFO(alias);
        CHECK(alias_in(std::string("// leaderboard: ") + alias).empty());
    }
    std::string longest_in_bytes;
    for (int i = 0; i < 24; ++i) longest_in_bytes += "𝔘";
    CHECK(alias_in("// leaderboard: " + longest_in_bytes) == longest_in_bytes);
}

TEST_CASE("no released student.cu opts in to the leaderboard", "[leaderboard]") {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(KERNELSMITH_SOURCE_DIR "/labs"))
        if (entry.path().filename() == "student.cu") {
            ++files;
            INFO(entry.path());
            CHECK_FALSE(leaderboard_request(grader::read_text(entry.path())));
        }
    CHECK(files >= 8);
}

TEST_CASE("a student whose interval overlaps that of a rank's first shares the rank", "[leaderboard]") {
    const Book book = timed_class({{"slow", {2.0, 2.1, 2.2}},
                                   {"first", {9.0, 9.5, 9.9}},
                                   {"near", {8.8, 9.05, 9.1}},
                                   // Its interval overlaps that of `near`, but not that of the first.
                                   {"next", {8.5, 8.8, 8.95}},
                                   {"other", {8.5, 8.7, 8.9}}});
    const auto rows =
        board_rows(book, {{"slow", "d"}, {"first", "a"}, {"near", "b"}, {"next", "c"}, {"other", "cc"}});
    REQUIRE(rows.size() == 5);
    std::vector<std::pair<std::size_t, std::string>> places;
    for (const auto& row : rows) places.emplace_back(row.place, row.name);
    CHECK(
        places ==
        std::vector<std::pair<std::size_t, std::string>>{{1, "a"}, {1, "b"}, {3, "c"}, {3, "cc"}, {5, "d"}});
}

TEST_CASE("students who did not opt in or have no passed and timed grade are not shown", "[leaderboard]") {
    Book book = timed_class({{"quiet", {9, 9.5, 9.9}},
                             {"failed", {9, 9.5, 9.9}},
                             {"untimed", {9, 9.5, 9.9}},
                             {"replay", {9, 9.5, 9.9}},
                             {"shown", {2, 2.1, 2.2}}});
    book.students[1].marks[0].grade.verdict = grader::Verdict::fail;
    book.students[2].marks[0].grade.speedup.reset();
    book.students[3].marks[0].grade.replayed = "prime";
    const auto rows =
        board_rows(book,
                   {{"failed", "f"}, {"untimed", "u"}, {"replay", "r"}, {"shown", "s"}, {"stranger", "x"}});
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].name == "s");
    CHECK(board_rows(book, {}).empty());
}

TEST_CASE("no alias on the leaderboard equals a student's name or another alias", "[leaderboard]") {
    const Book book = timed_class({{"ada.lovelace", {4, 4.1, 4.2}},
                                   {"grace", {3, 3.1, 3.2}},
                                   {"xu", {2, 2.1, 2.2}},
                                   {"mary", {1, 1.1, 1.2}}});
    const grader::Pseudonyms pseudonyms(book, 7);
    const auto names = [&](const std::vector<std::pair<std::string, std::string>>& aliases) {
        std::vector<std::string> all;
        for (const auto& row : board_rows(book, aliases)) all.push_back(row.name);
        return all;
    };
    CHECK(names({{"ada.lovelace", "The real GRACE"}}) == std::vector{pseudonyms.of("ada.lovelace")});
    CHECK(names({{"grace", "grace"}}) == std::vector{pseudonyms.of("grace")});
    CHECK(names({{"grace", "Xu"}, {"mary", "luxury"}}) ==
          std::vector<std::string>{pseudonyms.of("grace"), "luxury"});
    CHECK(names({{"grace", pseudonyms.of("mary")}}) == std::vector{pseudonyms.of("grace")});
    CHECK(names({{"grace", "Warp"}, {"mary", "warp"}}) ==
          std::vector<std::string>{"Warp (" + pseudonyms.of("grace") + ")",
                                   "warp (" + pseudonyms.of("mary") + ")"});
}

TEST_CASE("leaderboards are written for a terminal and for a spreadsheet", "[leaderboard]") {
    const Book book =
        timed_class({{"ada", {9.0, 9.5, 9.9}}, {"grace", {8.8, 9.2, 9.4}}, {"linus", {1.25, 1.5, 2.0}}});
    const auto boards = leaderboards_of(book,
                                        {{"ada", "04_shared_tiling", {"=1+1, \"quoted\""}},
                                         {"grace", "04_shared_tiling", {"Grüße"}},
                                         {"linus", "04_shared_tiling", {}}},
                                        grader::Pseudonyms(book, 7));
    check_approved("leaderboard", render_leaderboards_text(boards));
    check_approved("leaderboard_csv", render_leaderboards_csv(boards));
    CHECK_THAT(grader::render_leaderboards_text({}), ContainsSubstring("No student"));
}

TEST_CASE("pseudonyms are stable for a class, and others under another key", "[leaderboard]") {
    Book book;
    for (int i = 0; i < 2000; ++i) book.students.push_back({"student " + std::to_string(i), {}});
    const grader::Pseudonyms all(book, 1);
    std::set<std::string> names;
    for (const grader::BookStudent& student : book.students) names.insert(all.of(student.id));
    CHECK(names.size() == book.students.size());

    // Students who join later do not change other students' pseudonyms, except on a collision.
    Book fewer = book;
    fewer.students.resize(1000);
    const grader::Pseudonyms before(fewer, 1);
    const grader::Pseudonyms elsewhere(fewer, 2);
    int changed = 0;
    int alike = 0;
    for (const grader::BookStudent& student : fewer.students) {
        changed += before.of(student.id) != all.of(student.id);
        alike += before.of(student.id) == elsewhere.of(student.id);
    }
    CHECK(changed < 10);
    CHECK(alike < 10);
}
