#include <fmt/core.h>

#include "classroom/gradebook/csv.h"
#include "classroom/gradebook/feedback.h"
#include "classroom/gradebook/formats.h"

namespace grader {
namespace {

std::string stages_of(const LabGrade& grade) {
    std::string text;
    for (const auto& [stage, seconds] : grade.seconds)
        text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", stage, seconds);
    return text;
}

std::string failed_gates(const LabGrade& grade) {
    std::string text;
    for (const GateResult& gate : grade.gates)
        if (!gate.passed) text += fmt::format("{}{}", text.empty() ? "" : ", ", gate.counter);
    return text;
}

std::vector<std::string> record_of(const BookStudent& student, const Mark& mark) {
    const LabGrade& grade = mark.grade;
    const bool graded = !is_not_graded(mark);
    const Step* failed = grade.first_failed();
    const auto of_speed = [&](double Speedup::*part) {
        return grade.speedup ? fmt::format("{:.4g}", *grade.speedup.*part) : std::string();
    };
    double seconds = 0;
    for (const auto& [stage, spent] : grade.seconds) seconds += spent;
    return {text_cell(student.id),
            text_cell(grade.id),
            grade.submitted ? "yes" : "no",
            to_string(grade.verdict),
            graded ? number_cell(points_of(grade.score)) : "",
            number_cell(grade.max_score),
            graded ? number_cell(points_of(mark.score)) : "",
            text_cell(mark.note),
            text_cell(mark.attempt),
            failed != nullptr ? text_cell(failed->name) : "",
            !graded             ? text_cell(why_not_graded(grade))
            : failed != nullptr ? text_cell(message_of(*failed))
                                : "",
            of_speed(&Speedup::ratio),
            of_speed(&Speedup::low),
            of_speed(&Speedup::high),
            of_speed(&Speedup::threshold),
            text_cell(grade.speedup ? grade.speedup->modelled : ""),
            text_cell(failed_gates(grade)),
            text_cell(grade.seed),
            number_cell(seconds),
            text_cell(stages_of(grade)),
            grade.incomplete ? "yes" : "no"};
}

} // namespace

std::string render_marks_csv(const Book& book) {
    std::string text = csv_record(
        {"student",   "lab",      "submitted",    "verdict", "score",   "max_score", "final_score",
         "note",      "attempt",  "failed_step",  "message", "speedup", "low",       "high",
         "threshold", "modelled", "gates_failed", "seed",    "seconds", "stages",    "incomplete"});
    for (const BookStudent& student : book.students)
        for (const Mark& mark : student.marks) text += csv_record(record_of(student, mark));
    return text;
}

} // namespace grader
