// Marks that stay open, and scores that all gradebooks have in common.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "classroom/gradebook/csv.h"
#include "classroom/gradebook/feedback.h"
#include "classroom/gradebook/read_report.h"
#include "gradebook_samples.h"
#include "grading/report/grade/json.h"
#include "testing/samples.h"

namespace {

using Catch::Matchers::WithinAbs;
using grader::Book;
using grader::LabGrade;
using grader::Status;
using nlohmann::json;

/// Returns the share of the points that each format exports for the only mark of @p book; nothing if it
/// leaves the mark open.
std::map<std::string, std::optional<double>> exported_shares(const Book& book) {
    const auto cells = [](const std::string& text) { return grader::parse_csv(text, "file"); };
    const auto share = [](const std::string& score, double of) {
        return score.empty() || score == "-" ? std::nullopt : std::optional(std::stod(score) / of);
    };
    std::map<std::string, std::optional<double>> shares;
    const auto canvas = cells(grader::render_canvas(book, {}));
    shares["canvas"] = share(canvas.at(2).cells.back(), std::stod(canvas.at(1).cells.back()));
    const auto moodle = cells(grader::render_moodle(book, {}));
    shares["moodle"] = share(moodle.at(1).cells.at(3), book.labs.front().max_score);
    const auto everything = cells(grader::render_marks_csv(book));
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < everything.at(0).cells.size(); ++i)
        row[everything[0].cells[i]] = everything.at(1).cells.at(i);
    shares["csv"] = share(row.at("final_score"), std::stod(row.at("max_score")));
    const json gradescope = json::parse(grader::render_gradescope(book, book.students.at(0), false));
    const json& lab = gradescope.at("extra_data").at("labs").at(0);
    if (gradescope.at("extra_data").at("not_graded").empty())
        shares["gradescope"] = gradescope.at("score").get<double>() / lab.at("max_score").get<double>();
    else
        shares["gradescope"] = std::nullopt;
    const json prairielearn = json::parse(grader::render_prairielearn(book, book.students.at(0)));
    shares["prairielearn"] = prairielearn.at("gradable") == true
                                 ? std::optional(prairielearn.at("score").get<double>())
                                 : std::nullopt;
    const std::string junit = grader::render_junit(book);
    const auto property = [&](const std::string& name) {
        const std::string begins = "<property name=\"" + name + "\" value=\"";
        const std::size_t at = junit.find(begins);
        return at == std::string::npos
                   ? std::string()
                   : junit.substr(at + begins.size(),
                                  junit.find('"', at + begins.size()) - at - begins.size());
    };
    shares["junit"] = property("score").empty()
                          ? std::nullopt
                          : std::optional(std::stod(property("score")) / std::stod(property("max_score")));
    return shares;
}

/// Returns the sample without a measured speed, in a lab with the status @p technique of that step.
LabGrade without_speed(Status technique) {
    LabGrade grade = samples::counted();
    for (grader::Step& step : grade.steps)
        if (step.name == "technique") {
            step.status = technique;
            if (technique == Status::fail) step.points = 10;
        }
    grade.steps.back() = {
        "fast", Status::not_measured, grader::verbatim("the simulator has no time model of the l40"), {}, 0,
        30};
    grade.speedup.reset();
    grader::finalize_grade(grade);
    return grade;
}

} // namespace

TEST_CASE("every gradebook exports a score as the same share of the maximum points", "[gradebook]") {
    for (const LabGrade& grade :
         {samples::passed(), samples::wrong_output(), samples::too_slow(), samples::unclean(),
          samples::counted(), samples::modelled(), samples::wasteful()}) {
        REQUIRE_FALSE(grade.incomplete);
        for (const auto& [format, share] : exported_shares(samples::book_with({grade}))) {
            INFO(format << ", " << grade.score << " of " << grade.max_score);
            REQUIRE(share);
            CHECK_THAT(*share, WithinAbs(grade.score / grade.max_score, 1e-3));
        }
    }
}

TEST_CASE("every gradebook leaves the mark of an incomplete grade open and states the reason",
          "[gradebook][sentences]") {
    for (const LabGrade& grade : {without_speed(Status::pass), without_speed(Status::fail)}) {
        REQUIRE(grade.incomplete);
        CHECK(grade.max_score == 100);
        const Book book = samples::book_with({grade});
        for (const auto& [format, share] : exported_shares(book)) {
            INFO(format);
            CHECK_FALSE(share);
        }
        for (const char* format : {"csv", "gradescope", "junit", "moodle", "prairielearn"})
            CHECK(grader::find_gradebook_format(format)->render(book, {}).find(
                      "the simulator has no time model of the l40") != std::string::npos);
        const std::vector<std::string> lines = grader::mark_lines(book.students.front().marks.front());
        CHECK(lines.front() == "NOT GRADED: fast: the simulator has no time model of the l40");
        CHECK(lines.at(2) == (grade.verdict == grader::Verdict::fail ? "The other steps earned 60 of 100."
                                                                     : "The other steps earned 70 of 100."));
    }
}

TEST_CASE("a report of another format is refused", "[gradebook]") {
    grader::GradeReport report;
    report.backend = "sim";
    report.submissions = {{"", {without_speed(Status::pass)}}};
    json document = json::parse(grader::render_json(report));
    CHECK_NOTHROW(grader::book_from_report(document.dump(), "marks.json"));
    for (const int format : {1, 2, 4}) {
        document["format"] = format;
        CHECK_THROWS_AS(grader::book_from_report(document.dump(), "marks.json"), grader::UsageError);
    }
}
