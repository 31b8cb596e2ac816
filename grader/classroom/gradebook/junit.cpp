// The structure follows docs/junit.xsd.

#include <fmt/core.h>

#include "base/text.h"
#include "classroom/gradebook/feedback.h"
#include "classroom/gradebook/formats.h"

namespace grader {
namespace {

/// Escapes @p text, which is printable already, for XML. Two characters that are valid UTF-8 but not valid
/// XML become U+FFFD, and `>` is escaped, too, because it could end a CDATA section.
std::string in_xml(std::string_view text) {
    std::string safe;
    for (std::size_t at = 0; at < text.size(); ++at) {
        switch (text[at]) {
            case '&': safe += "&amp;"; break;
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '"': safe += "&quot;"; break;
            case '\'': safe += "&apos;"; break;
            default:
                if (text.substr(at).starts_with("\xef\xbf\xbe") ||
                    text.substr(at).starts_with("\xef\xbf\xbf")) {
                    safe += "\xef\xbf\xbd";
                    at += 2;
                } else {
                    safe += text[at];
                }
        }
    }
    return safe;
}

std::string attribute(std::string_view name, std::string_view text) {
    return fmt::format(" {}=\"{}\"", name, in_xml(printable(text)));
}

std::string property(std::string_view name, std::string_view value) {
    return "      <property" + attribute("name", name) + attribute("value", value) + "/>\n";
}

/// Status of a step in test results.
enum class CaseKind { passed, failure, error, skipped };

CaseKind kind_of(const Step& step) {
    switch (step.status) {
        case Status::pass:
        case Status::too_close: return CaseKind::passed;
        case Status::fail: return CaseKind::failure;
        case Status::waits: return CaseKind::skipped;
        case Status::not_measured: break;
    }
    // An error, not a failure: the mark stays open until the infrastructure error is fixed.
    return CaseKind::error;
}

std::string test_case(const std::string& class_name, const Step& step) {
    std::string text = "    <testcase" + attribute("name", step.name) + attribute("classname", class_name);
    const CaseKind kind = kind_of(step);
    if (kind == CaseKind::passed) return text + "/>\n";
    const std::string_view element = kind == CaseKind::failure ? "failure"
                                     : kind == CaseKind::error ? "error"
                                                               : "skipped";
    text += fmt::format(">\n      <{}{}{}>", element, attribute("message", message_of(step)),
                        attribute("type", to_string(step.status)));
    for (const std::string& line : detail_lines(step)) text += in_xml(line) + '\n';
    return text + fmt::format("</{}>\n    </testcase>\n", element);
}

/// Counts of test cases, for the attributes of a suite.
struct SuiteCounts {
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t errors = 0;
    std::size_t skipped = 0;

    void count(CaseKind kind) {
        ++tests;
        failures += kind == CaseKind::failure ? 1 : 0;
        errors += kind == CaseKind::error ? 1 : 0;
        skipped += kind == CaseKind::skipped ? 1 : 0;
    }
};

std::string test_suite(const Book& book, const BookStudent& student, const Mark& mark, SuiteCounts& all) {
    const LabGrade& grade = mark.grade;
    const std::string class_name = student.id.empty() ? grade.id : student.id + "." + grade.id;
    SuiteCounts tally;
    std::string cases;
    for (const Step& step : grade.steps) {
        tally.count(kind_of(step));
        all.count(kind_of(step));
        cases += test_case(class_name, step);
    }
    double seconds = 0;
    for (const auto& [stage, spent] : grade.seconds) seconds += spent;
    std::string text =
        "  <testsuite" + attribute("name", class_name) +
        fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
                    tally.tests, tally.failures, tally.errors, tally.skipped, seconds);
    text += "    <properties>\n" + property("backend", book.backend) + property("device", book.device) +
            property("verdict", to_string(grade.verdict)) +
            property("incomplete", grade.incomplete ? "true" : "false") + property("seed", grade.seed);
    if (!is_not_graded(mark))
        text += property("score", fmt::format("{}", points_of(mark.score))) +
                property("max_score", fmt::format("{}", mark.max_score));
    if (!mark.note.empty()) text += property("note", mark.note);
    return text + "    </properties>\n" + cases + "  </testsuite>\n";
}

} // namespace

std::string render_junit(const Book& book) {
    SuiteCounts all;
    std::string suites;
    for (const BookStudent& student : book.students)
        for (const Mark& mark : student.marks) suites += test_suite(book, student, mark, all);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
           fmt::format("<testsuites name=\"kernelsmith\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
                       all.tests, all.failures, all.errors) +
           suites + "</testsuites>\n";
}

} // namespace grader
