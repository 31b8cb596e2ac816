// Rosters.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>

#include "base/errors.h"
#include "classroom/gradebook/roster.h"
#include "testing/harness.h"

using Catch::Matchers::Message;
using grader::Roster;
using grader::RosterEntry;

TEST_CASE("a roster names the students of folders, by columns in any order", "[gradebook]") {
    const Roster roster("\xef\xbb\xbf"
                        "login,folder , name\r\nal1815,ada,\"Lovelace, Ada\"\r\ngh,grace,\r\n",
                        "roster.csv");
    CHECK_FALSE(roster.empty());
    const RosterEntry ada = roster.of("ada");
    CHECK(ada.name == "Lovelace, Ada");
    CHECK(ada.login == "al1815");
    CHECK(ada.id.empty());
    CHECK(roster.of("grace").name == "grace");
    CHECK(roster.has("grace"));
    CHECK_FALSE(roster.has("linus"));
}

TEST_CASE("without a roster, or a line in it, the folder's name is the student's", "[gradebook]") {
    CHECK(Roster().empty());
    for (const Roster& roster : {Roster(), Roster("folder\nada\n", "roster.csv")}) {
        CHECK(roster.of("linus").name == "linus");
        CHECK(roster.of("linus").login == "linus");
        CHECK(roster.of("linus").email.empty());
    }
}

TEST_CASE("a mistake in a roster is named with its line", "[gradebook]") {
    const auto refused = [](const std::string& text, const std::string& why) {
        CHECK_THROWS_MATCHES(Roster(text, "roster.csv"), grader::UsageError, Message(why));
    };
    refused("", "roster.csv is empty. Its first line names the columns: folder,name,id,login,section,email");
    refused("folder,mail\n",
            "roster.csv:1: unknown column \"mail\". Known columns: folder, name, id, login, section, email.");
    refused("name,login\n", "roster.csv:1: the column folder is missing, which identifies the student");
    refused("folder,name,folder\n", "roster.csv:1: duplicate column folder");
    refused("folder;name\n",
            "roster.csv:1: the columns are not separated by commas. Save the file as CSV with commas.");
    refused("folder,name\nada,Lovelace, Ada\n",
            "roster.csv:2: the line has 3 cells, and the first line names 2 columns. A "
            "comma inside a cell needs quotes around the cell.");
    refused("folder,name\n\n ,Ada\n", "roster.csv:3: the cell folder is empty");
    refused("folder\nada\ngrace\nada\n",
            "roster.csv:4: duplicate entry: the folder ada is in line 2 already");
}

TEST_CASE("a roster that is missing or not a regular file is rejected", "[gradebook]") {
    const auto directory = harness::scratch("roster");
    CHECK_THROWS_AS(grader::read_roster(directory / "none.csv"), grader::UsageError);
    CHECK_THROWS_AS(grader::read_roster(directory), grader::UsageError);
    harness::write(directory / "roster.csv", "folder,id\nada,7\n");
    CHECK(grader::read_roster(directory / "roster.csv").of("ada").id == "7");
}
