// Rules on mistakes that are stored as patches: they hold on the fixture course, and each is broken here in
// every way.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "flaws.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using namespace flaws;

const std::string tail_file = "solutions/01_scale/wrong/forgets_the_tail.patch";
const std::string words_of_tail = "Four at a time, and nobody takes care of what is left.\n\n";

Flaw in_patch(const std::string& from, const std::string& to, const std::string& told) {
    return instead(tail_file, from, to, tail_file + ":" + told);
}

/// Returns a flaw: a patch that consists of the description, the names and @p hunks.
Flaw with_hunks(const std::string& hunks, const std::string& told) {
    return {[=](const fs::path& course) {
                harness::write(course / tail_file,
                               words_of_tail + "--- student.cu\n+++ forgets_the_tail.cu\n" + hunks);
            },
            tail_file + ":5: the hunk " + told};
}

const std::string signature = " extern \"C\" void scale(const ScaleArgs& args) {\n";
const std::string todo = "     // TODO(2): every element, once. (about 1 line)\n";
const std::string loop = "    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = scaled(args.in[i]);\n";
const std::string end_of_todo = "     // END TODO(2)\n";

} // namespace

TEST_CASE("a patch fits the solution, exactly", "[check-course]") {
    require_findings(
        "fitting-patch",
        {
            in_patch("@@ -14,3 +14,4 @@", "@@ -13,3 +13,4 @@",
                     "6: does not fit the solution: hunk 1: line 13 of student.cu is not"),
            in_patch("TODO(2)", "TODO(3)", "6: does not fit the solution: hunk 1: line 14 of student.cu"),
            in_patch("-    for", "-     for", "7: does not fit the solution: hunk 1: line 15 of student.cu"),
            in_patch("+14,4", "+14,5", "10: does not fit the solution: hunk 1: the patch ends within it"),
            in_patch("@@ -14,3 +14,4 @@", "@@", "5: does not fit the solution: hunk 1: it does not begin"),
            instead("solutions/01_scale/student.cu", "// Lab 01", "// A line more.\n// Lab 01",
                    tail_file + ":6: does not fit the solution: hunk 1: line 14"),
            instead("solutions/01_scale/student.cu", "i < args.n", "i != args.n", "scripts/rebase-wrong"),
        });
}

TEST_CASE("a patch must begin with a sentence that describes its mistake", "[check-course]") {
    const std::string needs_words = "1: must begin with a sentence that describes the mistake";
    require_findings("told-patch", {
                                       in_patch(words_of_tail, "", needs_words),
                                       in_patch(words_of_tail, "\n", needs_words),
                                       in_patch("left.\n\n", "left.\n", needs_words),
                                       in_patch("left.\n\n", "left\n\n", needs_words),
                                       in_patch("left.\n\n", "left.\n\n\n", needs_words),
                                   });
    const fs::path course = harness::copy_of_course("longer-words");
    replace(course / tail_file, "left.\n\n", "left. With a multiple of four\nthat is nothing.\n\n");
    CHECK(check(course).broken.empty());
}

TEST_CASE("a patch header must name student.cu and the patch without dates", "[check-course]") {
    require_findings("named-patch",
                     {
                         in_patch("--- student.cu", "--- a/student.cu", "3: must be a diff from student.cu"),
                         in_patch("+++ forgets_the_tail.cu", "+++ wrong.cu",
                                  "3: must be a diff from student.cu"),
                         in_patch("+++ forgets_the_tail.cu", "+++ forgets_the_tail.cu\t2025-01-01",
                                  "3: must be a diff from student.cu"),
                     });
}

TEST_CASE("a patch has one line around each change", "[check-course]") {
    const std::string other = "+    scaled(0);\n";
    require_findings(
        "context-of-patch",
        {
            with_hunks("@@ -13,4 +13,4 @@\n" + signature + todo + "-" + loop + other + end_of_todo,
                       "has 2 lines of context before its first change instead of one"),
            with_hunks("@@ -15,2 +15,2 @@\n-" + loop + other + end_of_todo,
                       "has 0 lines of context before its first change instead of one"),
            with_hunks("@@ -14,4 +14,4 @@\n" + todo + "-" + loop + other + end_of_todo + " }\n",
                       "has 2 lines of context after its last change instead of one"),
            with_hunks("@@ -14,2 +14,2 @@\n" + todo + "-" + loop + other,
                       "has 0 lines of context after its last change instead of one"),
            with_hunks("@@ -12,5 +12,7 @@\n \n+//\n" + signature + todo + " " + loop + "+//\n" + end_of_todo,
                       "has more than two lines between two changes"),
            with_hunks("@@ -14,2 +14,2 @@\n" + todo + " " + loop, "changes nothing"),
        });

    // There are no context lines at the ends of the file.
    const fs::path course = harness::copy_of_course("context-at-the-ends");
    harness::write(course / tail_file, words_of_tail + "--- student.cu\n+++ forgets_the_tail.cu\n" +
                                           "@@ -1 +1,2 @@\n+// Mine.\n // Lab 01: one pass is enough.\n" +
                                           "@@ -17 +18,2 @@\n }\n+// The end.\n");
    CHECK(check(course).broken.empty());
}
