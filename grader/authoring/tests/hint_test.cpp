// A student's own tree: list and hint use the last grade.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "course/hints.h"
#include "flaws.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using harness::Grader;
using harness::RunResult;

void write_solution(const fs::path& course, const fs::path& file) {
    fs::copy_file(file, course / "labs/01_scale/student.cu", fs::copy_options::overwrite_existing);
}

} // namespace

TEST_CASE("hints are given one at a time for the failing step", "[hint]") {
    const fs::path course = harness::copy_of_course("hints");
    const Grader grader(course);
    const RunResult early = grader.run({"hint", "01"});
    CHECK(early.status == 2);
    CHECK_THAT(early.err, ContainsSubstring("not graded yet"));

    CHECK(grader.run({"01"}).status == 1); // the skeleton
    const std::string first = grader.run({"hint", "01"}).out;
    CHECK_THAT(first,
               ContainsSubstring("step correct: hint 1 of 2") && ContainsSubstring("What becomes of 0?") &&
                   ContainsSubstring("slides/01_scale.md#one-pass") && !ContainsSubstring("last hint"));
    const std::string second = grader.run({"hint", "1"}).out;
    CHECK_THAT(second, ContainsSubstring("hint 2 of 2") && ContainsSubstring("last index") &&
                           ContainsSubstring("That is the last hint"));
    const std::string again = grader.run({"hint", "01_scale"}).out;
    CHECK_THAT(again, ContainsSubstring("All 2 hints for this failure were shown. They begin again."));
    CHECK_THAT(again, ContainsSubstring(first));
    CHECK(grader.run({"hint", "01"}).out == second);

    write_solution(course, harness::student("compile_error.cu"));
    CHECK(grader.run({"01"}).status == 1);
    CHECK_THAT(grader.run({"hint", "01"}).out, ContainsSubstring("The step builds has no hint"));
}

TEST_CASE("hints for the current failure come first", "[hint]") {
    const fs::path course = harness::copy_of_course("hints-of-a-failure");
    const Grader grader(course);
    const fs::path manifest = course / "labs/01_scale/lab.toml";
    harness::write(manifest, harness::read(manifest) + R"(
[[hint]]
step = "correct"
when = "differ"
text = "About values."

[[hint]]
step = "correct"
when = "never_written"
text = "About the end."
)");
    const auto hint = [&] { return grader.run({"hint", "01"}).out; };
    write_solution(course, harness::student("wrong_answer.cu"));
    CHECK(grader.run({"01"}).status == 1);
    CHECK_THAT(hint(), ContainsSubstring("hint 1 of 3\n\n  About values.\n"));
    CHECK_THAT(hint(), ContainsSubstring("hint 2 of 3") && ContainsSubstring("What becomes of 0?"));

    // Another seed and other sizes, but the same failure.
    CHECK(grader.run({"01"}).status == 1);
    CHECK_THAT(hint(), ContainsSubstring("hint 3 of 3") && ContainsSubstring("last index"));

    write_solution(course, harness::student("never_written.cu"));
    CHECK(grader.run({"01"}).status == 1);
    CHECK_THAT(hint(), ContainsSubstring("hint 1 of 3\n\n  About the end.\n"));
}

TEST_CASE("hints that match the failure come first even if already shown", "[hint]") {
    const fs::path course = harness::copy_of_course("hints-come-back");
    const Grader grader(course);
    const fs::path manifest = course / "labs/01_scale/lab.toml";
    harness::write(manifest, harness::read(manifest) + R"(
[[hint]]
step = "correct"
when = "on_case case=one"
text = "About one element."

[[hint]]
step = "correct"
when = 'on_case case="a prime"'
text = "About many elements."
)");
    const auto fails_first_on = [&](const std::string& condition) {
        harness::write(course / "labs/01_scale/student.cu",
                       "#include \"lab.h\"\nextern \"C\" void scale(const ScaleArgs& args) {\n"
                       "    for (std::int64_t i = 0; i < args.n; ++i)\n"
                       "        args.out[i] = 2 * args.in[i] + (" +
                           condition + " ? 1.001f : 1.0f);\n}\n");
        CHECK(grader.run({"01"}).status == 1);
    };
    const auto hint = [&] { return grader.run({"hint", "01"}).out; };
    fails_first_on("true");
    CHECK_THAT(hint(), ContainsSubstring("hint 1 of 3\n\n  About one element.\n"));
    CHECK_THAT(hint(), ContainsSubstring("hint 2 of 3") && ContainsSubstring("What becomes of 0?"));
    // The same message about another case: one failure to the grader, two to its author.
    fails_first_on("args.n > 1");
    CHECK_THAT(hint(), ContainsSubstring("hint 1 of 3\n\n  About many elements.\n"));
    fails_first_on("true");
    CHECK_THAT(hint(), ContainsSubstring("hint 1 of 3\n\n  About one element.\n"));
    CHECK_THAT(hint(), ContainsSubstring("hint 2 of 3") && ContainsSubstring("What becomes of 0?"));
}

TEST_CASE("no hint is about a task after the current one", "[hint]") {
    const fs::path course = harness::copy_of_course("hints-of-tasks");
    const Grader grader(course);
    const fs::path manifest = course / "labs/01_scale/lab.toml";
    harness::write(manifest, harness::read(manifest) + R"(
[[hint]]
step = "correct"
text = "TODO(2): one after the other."

[[hint]]
step = "correct"
text = "TODO(1): twice the value."

[[hint]]
step = "correct"
when = "cases_are_wrong"
text = "TODO(1): every value. TODO(2): the end."
)");
    const auto all_hints = [&] {
        CHECK(grader.run({"01"}).status == 1);
        std::string all;
        for (int asked = 0; asked < 10; ++asked) {
            const std::string next = grader.run({"hint", "01"}).out;
            if (next.find("begin again") != std::string::npos) break;
            all += next;
        }
        return all;
    };
    const std::string at_task_1 = all_hints();
    CHECK_THAT(at_task_1, ContainsSubstring("TODO(1): twice") && ContainsSubstring("hint 3 of 3") &&
                              !ContainsSubstring("TODO(2)"));
    CHECK_THAT(at_task_1, ContainsSubstring("There are more once TODO(1) has code."));
    CHECK(at_task_1.find("TODO(1): twice") < at_task_1.find("What becomes of 0?"));
    // The second task is correct in the starter code, so the first one is wrong.
    const fs::path student = course / "labs/01_scale/student.cu";
    flaws::replace(student, "return value; // replace", "return 2 * value;");
    const std::string after_task_1 = all_hints();
    CHECK_THAT(after_task_1, ContainsSubstring("hint 3 of 3") && !ContainsSubstring("TODO(2)") &&
                                 !ContainsSubstring("There are more once"));
    flaws::replace(student, "    // END TODO(2)", "    if (args.n > 0) args.out[0] = 0;\n    // END TODO(2)");
    const std::string after_task_2 = all_hints();
    const auto at = [&](const char* text) { return after_task_2.find(text); };
    CHECK(at("the end.") < at("one after the other."));
    CHECK(at("one after the other.") < at("TODO(1): twice"));
    CHECK(at("TODO(1): twice") < at("What becomes of 0?"));
    CHECK_THAT(after_task_2, ContainsSubstring("hint 5 of 5") && !ContainsSubstring("There are more once"));
}

TEST_CASE("the task of a hint is read from its text", "[hint]") {
    CHECK(grader::task_of_hint("TODO(1) is twice the value.") == 1);
    CHECK(grader::task_of_hint("TODO(1): twice. TODO(3): the end. TODO(2): both.") == 3);
    CHECK(grader::task_of_hint("Task 5: banks.") == 5);
    CHECK(grader::task_of_hint("Tasks 3 and 4, once both are done.") == 4);
    CHECK(grader::task_of_hint("Which lanes? That is TODO(3).") == 0);
    CHECK(grader::task_of_hint("Draw it.") == 0);
}

TEST_CASE("a failure with a single hint gets it each time with a remark", "[hint]") {
    const fs::path course = harness::copy_of_course("hints-only-one");
    const Grader grader(course);
    write_solution(course, harness::student("crash.cu"));
    CHECK(grader.run({"01"}).status == 1);
    const std::string first = grader.run({"hint", "01"}).out;
    CHECK_THAT(first, ContainsSubstring("step runs: hint 1 of 1"));
    CHECK_THAT(grader.run({"hint", "01"}).out,
               ContainsSubstring("There is one hint for this failure, and it was shown.") &&
                   ContainsSubstring(first));
}

TEST_CASE("no hint is skipped because the list of hints has changed", "[hint]") {
    const fs::path course = harness::copy_of_course("hints-changed");
    const Grader grader(course);
    CHECK(grader.run({"01"}).status == 1); // the skeleton
    CHECK_THAT(grader.run({"hint", "01"}).out, ContainsSubstring("What becomes of 0?"));
    const fs::path manifest = course / "labs/01_scale/lab.toml";
    harness::write(manifest, harness::read(manifest) + R"(
[[hint]]
step = "correct"
when = "cases_are_wrong"
text = "About this very failure."
)");
    // The new hint is first in the list; the one that was shown is still hint 1.
    CHECK_THAT(grader.run({"hint", "01"}).out,
               ContainsSubstring("hint 2 of 3") && ContainsSubstring("About this very failure."));
    CHECK_THAT(grader.run({"hint", "01", "--number", "1"}).out, ContainsSubstring("What becomes of 0?"));
    CHECK_THAT(grader.run({"hint", "01"}).out,
               ContainsSubstring("hint 3 of 3") && ContainsSubstring("last index"));
}

TEST_CASE("a hint can be read again", "[hint]") {
    const Grader grader(harness::copy_of_course("hints-again"));
    CHECK(grader.run({"01"}).status == 1); // the skeleton
    const auto again = [&](const char* number) { return grader.run({"hint", "01", "--number", number}); };
    CHECK_THAT(again("1").err, ContainsSubstring("None has been shown"));
    const std::string first = grader.run({"hint", "01"}).out;
    CHECK_THAT(first, ContainsSubstring("To see it again: build/bin/grader hint 01 --number 1\n"));
    const RunResult unseen = again("2");
    CHECK(unseen.status == 2);
    CHECK_THAT(unseen.err, ContainsSubstring("Only hint 1 has been shown"));
    CHECK(grader.run({"hint", "01"}).status == 0);
    CHECK(again("1").out == first);
    for (const char* none : {"0", "3", "-1", "one"}) CHECK(again(none).status == 2);
}

TEST_CASE("list shows the progress in this tree", "[hint][timed]") {
    const fs::path course = harness::copy_of_course("list");
    const Grader grader(course);
    const auto list = [&] {
        const RunResult ran = grader.run({"list"});
        CHECK(ran.status == 0);
        return ran.out;
    };
    CHECK_THAT(list(),
               ContainsSubstring("01_scale") && ContainsSubstring("not begun") && ContainsSubstring("Sum"));

    const std::string skeleton = harness::read(course / "labs/01_scale/student.cu");
    const std::string placeholder = "return value; // replace";
    std::string begun = skeleton;
    begun.replace(begun.find(placeholder), placeholder.size(), "return 2 * value + 1;");
    harness::write(course / "labs/01_scale/student.cu", begun);
    CHECK_THAT(list(), ContainsSubstring("begun: 1 of 2 TODOs have code"));

    CHECK(grader.run({"01"}).status == 1);
    CHECK_THAT(list(), ContainsSubstring("not passed yet, "));

    write_solution(course, course / "solutions/01_scale/student.cu");
    CHECK(grader.run({"01", "--case", "one"}).status == 0); // a run of one case is not a grade
    CHECK_THAT(list(), ContainsSubstring("not passed yet, "));
    CHECK(grader.run({"01", "--file", harness::student("nan.cu").string()}).status ==
          1); // neither is another file
    const RunResult passed = grader.run({"01"});
    CHECK(passed.status == 0);
    CHECK_THAT(passed.out, ContainsSubstring("the next lab: labs/02_sum/README.md") &&
                               ContainsSubstring("1 of 2 passed"));
    CHECK_THAT(list(), ContainsSubstring("passed, 70 of 70 points"));
    CHECK_THAT(list(), ContainsSubstring("best grade: its score and its speedup"));
    CHECK_THAT(grader.run({"hint", "01"}).out, ContainsSubstring("01_scale is passed"));

    harness::write(course / ".kernelsmith/history/01_scale.jsonl", "{ this is no");
    CHECK_THAT(list(), ContainsSubstring("begun: 2 of 2 TODOs have code"));
    CHECK(grader.run({"hint", "01"}).status == 2);
}
