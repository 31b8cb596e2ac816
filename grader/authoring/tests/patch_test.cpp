// Patches: parsing, exact application, and errors with hunk and line.

#include "authoring/patch/patch.h"

#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

namespace {

using Catch::Matchers::ContainsSubstring;
using grader::apply_patch;
using grader::Patch;
using grader::PatchError;
using grader::read_patch;

const std::string old_text = "a\nb\nc\nd\ne\nf\ng\nh\n";
const std::string both_names = "--- old\n+++ new\n";

std::string patched(const std::string& hunks, const std::string& text = old_text) {
    return apply_patch(read_patch(both_names + hunks), text);
}

/// Returns the error of a patch that cannot be parsed or applied, after the line of the patch.
std::string refused(const std::string& patch, const std::string& text = old_text) {
    try {
        return "applied: " + apply_patch(read_patch(patch), text);
    } catch (const PatchError& error) {
        return std::to_string(error.line()) + ": " + error.what();
    }
}

} // namespace

TEST_CASE("a patch is read with the words above it", "[patch]") {
    const Patch patch = read_patch("One sentence.\nMore of it.\n\n" + both_names +
                                   "@@ -2,2 +2,3 @@ void f()\n b\n+x\n c\n@@ -7,2 +8 @@\n-g\n h\n");
    CHECK(patch.words == std::vector<std::string>{"One sentence.", "More of it.", ""});
    CHECK(patch.from == "old");
    CHECK(patch.to == "new");
    REQUIRE(patch.hunks.size() == 2);
    CHECK(patch.hunks[0].line == 6);
    CHECK(patch.hunks[0].first == 1);
    CHECK(patch.hunks[0].old_lines() == 2);
    CHECK(patch.hunks[0].new_lines() == 3);
    CHECK(patch.hunks[1].line == 10);
    CHECK(patch.hunks[1].lines[0].mark == '-');
    CHECK(patch.hunks[1].lines[0].text == "g");
}

TEST_CASE("a patch removes lines and adds others and keeps the rest", "[patch]") {
    CHECK(patched("@@ -2,3 +2,3 @@\n b\n-c\n+C\n d\n") == "a\nb\nC\nd\ne\nf\ng\nh\n");
    CHECK(patched("@@ -2,3 +2,2 @@\n b\n-c\n d\n@@ -6,2 +5,4 @@\n f\n+1\n+2\n g\n") ==
          "a\nb\nd\ne\nf\n1\n2\ng\nh\n");
    CHECK(patched("@@ -1,2 +1 @@\n-a\n b\n@@ -8 +7,2 @@\n h\n+i\n") == "b\nc\nd\ne\nf\ng\nh\ni\n");
    CHECK(patched("@@ -4,0 +5,2 @@\n+1\n+2\n") == "a\nb\nc\nd\n1\n2\ne\nf\ng\nh\n");
    CHECK(patched("@@ -0,0 +1 @@\n+1\n", "") == "1\n");
    CHECK(patched("@@ -1,8 +0,0 @@\n-a\n-b\n-c\n-d\n-e\n-f\n-g\n-h\n").empty());
    // The old text has lines that look like headers, and lines of blanks only.
    CHECK(patched("@@ -1,3 +1,3 @@\n \n--- a\n+++ b\n -\n", "\n-- a\n-\n") == "\n++ b\n-\n");
    CHECK(patched("@@ -1,2 +1,2 @@\n\n-x\n+y\n", "\nx\n") == "\ny\n"); // an editor stripped the blank
}

TEST_CASE("a patch whose lines are elsewhere or differ is rejected", "[patch]") {
    // The same lines occur one line further down.
    CHECK(refused(both_names + "@@ -1,3 +1,3 @@\n b\n-c\n+C\n d\n") ==
          "4: hunk 1: line 1 of old is not \"b\", but \"a\"");
    CHECK(refused(both_names + "@@ -2,3 +2,3 @@\n b\n-C\n+c\n d\n") ==
          "5: hunk 1: line 3 of old is not \"C\", but \"c\"");
    CHECK(refused(both_names + "@@ -2,3 +2,3 @@\n b\n-c\n+C\n d \n") ==
          "7: hunk 1: line 4 of old is not \"d \", but \"d\"");
    CHECK(refused(both_names + "@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@ -8,2 +8 @@\n h\n-i\n") ==
          "9: hunk 2: line 9 of old is not \"i\", but missing");
    CHECK_THAT(refused(both_names + "@@ -10,2 +10 @@\n h\n-i\n"), ContainsSubstring("hunk 1: line 9 of old"));
    CHECK(refused(both_names + "@@ -3,2 +3,2 @@\n c\n-d\n+D\n@@ -2,2 +2,2 @@\n b\n-c\n+C\n") ==
          "7: hunk 2: it overlaps the previous hunk");
}

TEST_CASE("a malformed patch is rejected with its line", "[patch]") {
    CHECK_THAT(refused(""), ContainsSubstring("no line that begins with \"--- \""));
    CHECK_THAT(refused("--- old\n@@ -1 +1 @@\n-a\n+b\n"),
               ContainsSubstring("2: it has no line that begins with \"+++ \""));
    CHECK_THAT(refused(both_names), ContainsSubstring("changes nothing"));
    CHECK_THAT(refused(both_names + "a\n"),
               ContainsSubstring("3: hunk 1: it does not begin with \"@@ -LINE"));
    CHECK_THAT(refused(both_names + "@@ -x +1 @@\n"), ContainsSubstring("3: hunk 1: it does not begin"));
    CHECK_THAT(refused(both_names + "@@ -2,3 +2,3 @@\n b\n-c\n+C\n"),
               ContainsSubstring("6: hunk 1: the patch ends within it"));
    CHECK_THAT(refused(both_names + "@@ -2,3 +2,3 @@\n b\n-c\n+C\n@@ -6,2 +6 @@\n-f\n g\n"),
               ContainsSubstring("7: hunk 1: expected a line that begins with"));
    CHECK_THAT(refused(both_names + "@@ -2,2 +2,2 @@\n b\n-c\n+C\n d\n"),
               ContainsSubstring("7: hunk 2: it does not begin"));
    CHECK_THAT(refused(both_names + "@@ -2,1 +2,2 @@\n b\n-c\n+C\n d\n"),
               ContainsSubstring("3: hunk 1: its number of lines differs from its header"));
    CHECK_THAT(refused(both_names + "@@ -2,3 +3,3 @@\n b\n-c\n+C\n d\n"),
               ContainsSubstring("3: hunk 1: its position in the new text does not match"));
    CHECK_THAT(refused(both_names + "@@ -1,2 +1 @@\n-a\n b\n@@ -6,2 +6 @@\n-f\n g\n"),
               ContainsSubstring("6: hunk 2: its position in the new text does not match"));
    CHECK_THAT(refused(both_names + "@@ -8 +8 @@\n-h\n+i\n\\ No newline at end of file\n"),
               ContainsSubstring("6: hunk 2: it does not begin"));
}
