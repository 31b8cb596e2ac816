#include <algorithm>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/text.h"
#include "grading/report/grade/console.h"
#include "testing/approval.h"
#include "testing/samples.h"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using grader::GradeReport;
using grader::LabGrade;
using grader::ProgressEntry;
using grader::render_console;
using grader::Step;
using grader::Style;
using grader::Verdict;

namespace {

constexpr Style plain{.colour = false, .width = 80};
constexpr Style coloured{.colour = true, .width = 80};

std::string page(const LabGrade& grade) { return render_console(grade, plain, "NVIDIA H200"); }

/// Returns @p text without the escape sequences of colours, and only these.
std::string without_colours(const std::string& text) {
    std::string kept;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 2, "\x1b[") == 0)
            i = text.find('m', i);
        else
            kept += text[i];
    }
    return kept;
}

std::vector<LabGrade> every_sample() {
    return {samples::passed(),          samples::wrong_output(),  samples::too_slow(),
            samples::too_close(),       samples::compile_error(), samples::no_gpu(),
            samples::correct_untimed(), samples::counted(),       samples::modelled(),
            samples::unclean(),         samples::wasteful(),      samples::hostile()};
}

} // namespace

TEST_CASE("the console page of each kind of grade equals the approved one", "[console][sentences]") {
    check_approved("console_passed", page(samples::passed()));
    check_approved("console_wrong_output", page(samples::wrong_output()));
    check_approved("console_too_slow", page(samples::too_slow()));
    check_approved("console_too_close", page(samples::too_close()));
    check_approved("console_compile_error", page(samples::compile_error()));
    check_approved("console_no_gpu", page(samples::no_gpu()));
    check_approved("console_correct_untimed", page(samples::correct_untimed()));
    check_approved("console_counted", page(samples::counted()));
    check_approved("console_modelled", page(samples::modelled()));
    check_approved("console_unclean", page(samples::unclean()));
    check_approved("console_wasteful", page(samples::wasteful()));
    check_approved("console_hostile", page(samples::hostile()));
}

TEST_CASE("a page with colours equals the approved one", "[console][sentences]") {
    std::string visible = render_console(samples::too_slow(), coloured, "NVIDIA H200");
    for (std::size_t at = 0; (at = visible.find('\x1b', at)) != std::string::npos;)
        visible.replace(at, 1, "ESC");
    check_approved("console_in_colour", visible);
}

TEST_CASE("a page with colours has the same text as one without", "[console]") {
    for (const LabGrade& grade : every_sample())
        CHECK(without_colours(render_console(grade, coloured, "NVIDIA H200")) == page(grade));
}

TEST_CASE("every line of a page fits, and none ends in blanks", "[console]") {
    const std::size_t width = GENERATE(60u, 80u, 100u);
    for (const LabGrade& grade : every_sample()) {
        const std::string text = render_console(grade, {.colour = false, .width = width}, "NVIDIA H200");
        for (const std::string_view line : grader::split_lines(text)) {
            INFO("line: " << line);
            CHECK(grader::columns(line) <= width);
            CHECK_FALSE(line.ends_with(' '));
        }
    }
}

TEST_CASE("a page fits one screen even with a long compiler output", "[console][sentences]") {
    LabGrade grade = samples::compile_error();
    for (int i = 0; i < 10000; ++i)
        grade.steps[0].details.push_back(grader::verbatim("student.cu(1): error: something else"));
    const std::string text = page(grade);
    CHECK(std::count(text.begin(), text.end(), '\n') <= 30);
    CHECK_THAT(text, ContainsSubstring("… 10015 more lines"));
}

TEST_CASE("the replay command of a failure is printed unbroken on a separate line", "[console][sentences]") {
    LabGrade grade = samples::wrong_output();
    Step& correct = grade.steps[2];
    for (int i = 0; i < 100; ++i) correct.details.push_back(grader::verbatim("one more element is wrong"));
    correct.replay = "build/bin/grader 04 --file /" + std::string(500, 'd') +
                     "/student.cu --seed 12 --case \"two tiles and a bit\"";
    const std::string text = page(grade);
    CHECK_THAT(text, ContainsSubstring("\n      Replay it:\n      " + correct.replay + "\n") &&
                         ContainsSubstring("… 92 more lines\n      The simulator checked every access"));
}

TEST_CASE("the table of launches has a column for local memory only if a launch uses it", "[console]") {
    LabGrade grade = samples::too_slow();
    CHECK_THAT(page(grade), !ContainsSubstring("local"));
    REQUIRE_FALSE(grade.launches.empty());
    grade.launches.push_back(grade.launches.front());
    grade.launches.back().local_bytes = 16384;
    CHECK_THAT(page(grade), ContainsSubstring("regs     local    shared"));
    CHECK_THAT(page(grade), ContainsSubstring("  16.0 KiB  ") && ContainsSubstring("         –  "));
    for (const std::size_t width : {60u, 69u, 70u, 80u})
        for (const std::string_view line :
             grader::split_lines(render_console(grade, {.colour = false, .width = width}, "")))
            CHECK(grader::columns(line) <= width);
}

TEST_CASE("the last line of a page is the next command", "[console]") {
    CHECK_THAT(page(samples::too_slow()), EndsWith("\n  Next: grader hint 04\n"));
}

TEST_CASE("no text from a student reaches the terminal as a command", "[console]") {
    GradeReport report = samples::class_of_three();
    report.device = "gpu\x1b[2J";
    report.submissions[0].labs.push_back(samples::hostile());
    const std::string everything =
        render_console(samples::hostile(), plain, "gpu\x1b[2J") + grader::render_class_table(report, plain);
    for (const char c : everything) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && c != '\n') || byte == 0x7f)
            FAIL("byte " << static_cast<int>(byte) << " came through");
    }
    CHECK_THAT(everything, !ContainsSubstring("\u009b") && !ContainsSubstring("\u202e"));
    CHECK_THAT(everything, ContainsSubstring("\\x1b[2J"));
}

TEST_CASE("a waiting step names the step that it waits for", "[console]") {
    CHECK_THAT(page(samples::wrong_output()), ContainsSubstring("… fast     waits for correct"));
    CHECK_THAT(page(samples::compile_error()), ContainsSubstring("… runs     waits for builds"));
}

TEST_CASE("many kernels are counted, not listed", "[console]") {
    LabGrade grade = samples::passed();
    grade.launches.assign(9, grade.launches[0]);
    CHECK_THAT(page(grade), ContainsSubstring("… 4 more"));
}

TEST_CASE("the progress line of a course equals the approved one", "[console]") {
    const std::vector<ProgressEntry> labs = {
        {"01_coalescing", Verdict::pass, 70, 70},
        {"02_transpose", Verdict::fail, 36.5, 70},
        {"03_reduction", Verdict::not_graded, 0, 0},
        {"04_shared_tiling", Verdict::pass, 64.4, 70},
        {"05_register_tiling", {}},
        {"06_scan", {}},
        {"07_histogram", {}},
        {"08_fusion", {}},
    };
    check_approved("progress_line", grader::render_progress_line(labs, plain));
    CHECK(without_colours(grader::render_progress_line(labs, coloured)) ==
          grader::render_progress_line(labs, plain));
}

TEST_CASE("the course stays on one line with more labs than fit", "[console]") {
    std::vector<ProgressEntry> labs(20, {"10_more", Verdict::pass, 100, 100});
    const std::string line = grader::render_progress_line(labs, plain);
    CHECK(grader::columns(line) <= 81);
    CHECK(std::count(line.begin(), line.end(), '\n') == 1);
    CHECK_THAT(line, ContainsSubstring("20 of 20 passed, 2000 / 2000"));
}

TEST_CASE("a course without labs is not an error", "[console]") {
    CHECK(grader::render_progress_line({}, plain) == "  0 of 0 passed\n");
}

TEST_CASE("the tables of --all equal the approved ones", "[console][sentences]") {
    check_approved("table_of_labs", grader::render_class_table(samples::single(), plain));
    check_approved("table_of_class", grader::render_class_table(samples::class_of_three(), plain));
}

TEST_CASE("only a student who passed every lab of the class counts as having passed every lab", "[console]") {
    GradeReport report = samples::class_of_three();
    report.submissions.resize(1);
    CHECK_THAT(grader::render_class_table(report, plain),
               ContainsSubstring("1 of 1 submission passed every lab"));
    report.submissions[0].labs.push_back(samples::wrong_output());
    report.submissions[0].labs.back().id = "06_scan";
    CHECK_THAT(grader::render_class_table(report, plain),
               ContainsSubstring("0 of 1 submission passed every lab"));
}

TEST_CASE("a class without submissions is neither an error nor a success", "[console]") {
    GradeReport report;
    report.is_class = true;
    CHECK_THAT(grader::render_class_table(report, plain), ContainsSubstring("0 of 0 submissions"));
    report.submissions.push_back({"ada", {}});
    CHECK_THAT(grader::render_class_table(report, plain), ContainsSubstring("0 of 1 submission "));
}
