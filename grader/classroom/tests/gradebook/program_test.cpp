// build/bin/gradebook on the command line.

#include <catch2/catch_test_macros.hpp>

#include "classroom/gradebook/formats.h"
#include "gradebook_samples.h"
#include "grading/report/grade/json.h"
#include "testing/harness.h"
#include "testing/samples.h"

namespace {

namespace fs = std::filesystem;

/// Runs the program in a folder with a report of three students.
class Gradebook {
public:
    Gradebook() : folder(harness::scratch("gradebook_program")) {
        harness::write(folder / "marks.json", grader::render_json(samples::class_of_three()));
        harness::write(folder / "roster.csv", "folder,id\nada,4711\ngrace.hopper-with-a-very-long-name,12\n");
    }

    [[nodiscard]] harness::RunResult run(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), (fs::path(GRADER_BINARY).parent_path() / "gradebook").string());
        return harness::run(arguments, {}, folder);
    }

    fs::path folder;
};

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("a gradebook is printed, or written to a file", "[gradebook]") {
    const Gradebook gradebook;
    const harness::RunResult printed = gradebook.run({"canvas", "marks.json"});
    CHECK(printed.status == 0);
    CHECK(printed.err.empty());
    CHECK(printed.out == grader::render_canvas(grader::book_of(samples::class_of_three()), {}));
    const harness::RunResult written = gradebook.run({"canvas", "marks.json", "--output", "canvas.csv"});
    CHECK(written.status == 0);
    CHECK(written.out.empty());
    CHECK(harness::read(gradebook.folder / "canvas.csv") == printed.out);
}

TEST_CASE("folders that the roster lacks are named on standard error", "[gradebook]") {
    const harness::RunResult ran = Gradebook().run({"canvas", "marks.json", "--roster", "roster.csv"});
    CHECK(ran.status == 0);
    CHECK(ran.err == "gradebook: roster.csv has no entry for the folder linus\\x1b[31m\n");
    CHECK(says(ran.out, "ada,4711,,"));
}

TEST_CASE("a gradebook of an incomplete report is written with a warning", "[gradebook]") {
    const Gradebook gradebook;
    grader::GradeReport report = samples::class_of_three();
    report.complete = false;
    harness::write(gradebook.folder / "marks.json", grader::render_json(report));
    const harness::RunResult ran = gradebook.run({"csv", "marks.json"});
    CHECK(ran.status == 0);
    CHECK(says(ran.err, "the report is incomplete"));
}

TEST_CASE("a usage error of gradebook exits with status 2 and writes nothing", "[gradebook]") {
    const Gradebook gradebook;
    const auto refused = [&](const std::vector<std::string>& arguments, const std::string& why) {
        const harness::RunResult ran = gradebook.run(arguments);
        CHECK(ran.status == 2);
        CHECK(ran.out.empty());
        INFO(ran.err);
        CHECK(says(ran.err, why));
    };
    refused({}, "FORMAT");
    refused({"blackboard", "marks.json"},
            "Unknown format blackboard. Available: canvas, csv, gradescope, junit, moodle, prairielearn.");
    refused({"canvas", "none.json"}, "none.json cannot be read");
    refused({"canvas", "roster.csv"}, "roster.csv is not a report of grader --report json:FILE");
    refused({"canvas", "marks.json", "--roster", "marks.json"}, "marks.json:");
    refused({"gradescope", "marks.json"}, "covers one student, and 3 were graded");
}

TEST_CASE("an unwritable gradebook file exits with status 3", "[gradebook]") {
    const harness::RunResult ran = Gradebook().run({"csv", "marks.json", "--output", "none/marks.csv"});
    CHECK(ran.status == 3);
    CHECK(says(ran.err, "marks.csv"));
}
