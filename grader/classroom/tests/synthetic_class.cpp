#include "synthetic_class.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "grading/messages/builds.h"
#include "grading/messages/counts.h"
#include "testing/samples.h"

namespace synthetic {
namespace {

using grader::Book;
using grader::LabGrade;
using grader::Mark;
using grader::Status;

constexpr std::array lab_names = {"first_steps",   "occupancy",       "reduction", "transpose",
                                  "shared_tiling", "register_tiling", "histogram", "streams",
                                  "kmeans",        "layout",          "scan",      "compaction",
                                  "regularization"};

std::string synthetic_id(std::size_t number) {
    return fmt::format("{:02}_{}", number, lab_names[number % lab_names.size()]);
}

/// Returns the grade of student number @p student in lab number @p lab.
LabGrade synthetic_grade(std::size_t student, std::size_t lab) {
    switch ((student * 7 + lab * 5) % 11) {
        case 0: return samples::wrong_output();
        case 1: return samples::too_slow();
        case 2: return samples::compile_error();
        case 3: return samples::unclean();
        case 4: {
            LabGrade grade = samples::wasteful();
            grade.gates = {{"sectors_per_128_bytes", "sectors per 128 bytes", 32, false}};
            grade.steps[4].details[0] = {grader::messages::gate_advice,
                                         {{"counter", "sectors_per_128_bytes"},
                                          {"text", "Not together."},
                                          {"lab", synthetic_id(lab)},
                                          {"slide", "mapping"}}};
            return grade;
        }
        case 5: return student % 3 == 0 ? samples::no_gpu() : samples::too_close();
        default: return samples::passed();
    }
}

Mark synthetic_mark(std::size_t student, std::size_t lab) {
    Mark mark{synthetic_grade(student, lab), 0, 0, "", ""};
    LabGrade& grade = mark.grade;
    grade.id = synthetic_id(lab);
    grade.title = std::string("The lab on ") + lab_names[lab % lab_names.size()];
    mark.score = grade.score;
    mark.max_score = grade.max_score;
    mark.attempt = "3 of 4, 2026-12-01 22:14";
    if (grade.speedup) {
        const double factor = 1 + 0.001 * static_cast<double>((student * 13) % 40);
        for (double* value : {&grade.speedup->ratio, &grade.speedup->low, &grade.speedup->high})
            *value *= factor;
    }
    if ((student + lab) % 9 == 0 && grade.verdict != grader::Verdict::not_graded) {
        mark.score = 0.8 * grade.score;
        mark.note = "2 days late: 20 % off";
    }
    if ((student + 3 * lab) % 17 == 0) {
        grade.submitted = false;
        grade.verdict = grader::Verdict::fail;
        grade.steps = {{"builds", Status::fail, grader::messages::not_submitted, {}, 0, 0}};
        grade.speedup.reset();
        grade.gates.clear();
        mark.score = 0;
        mark.note.clear();
        mark.attempt.clear();
    }
    return mark;
}

} // namespace

Book class_of(std::size_t students, std::size_t labs) {
    Book book;
    book.backend = "gpu";
    book.device = "NVIDIA H200";
    for (std::size_t lab = 0; lab < labs; ++lab) {
        const LabGrade grade = synthetic_mark(0, lab).grade;
        book.labs.push_back({grade.id, grade.title, 100});
    }
    for (std::size_t student = 0; student < students; ++student) {
        grader::BookStudent one{fmt::format("student.number-{:04}@example.org", student), {}};
        for (std::size_t lab = 0; lab < labs; ++lab) one.marks.push_back(synthetic_mark(student, lab));
        book.students.push_back(std::move(one));
    }
    return book;
}

std::vector<grader::Entrant> entrants_of(const Book& book) {
    std::vector<grader::Entrant> entrants;
    for (std::size_t student = 0; student < book.students.size(); student += 3)
        for (const grader::BookLab& lab : book.labs)
            entrants.push_back({book.students[student].id,
                                lab.id,
                                {student % 2 == 0 ? fmt::format("Warp {}", student) : std::string()}});
    return entrants;
}

Book hostile_class() {
    Book book = class_of(3, 2);
    const std::string lines = "\u2028\u2029\u202e\x1b[2J\r\n\xff\xc3(";
    book.students[0].id = attack;
    book.students[1].id = "=HYPERLINK(\"http://example.org\")" + lines;
    book.students[2].id = std::string(5000, 'a') + attack;
    book.skipped = {std::string("not graded: ") + attack + lines};
    for (grader::BookStudent& student : book.students)
        for (Mark& mark : student.marks) {
            LabGrade hostile = samples::hostile();
            hostile.id = mark.grade.id;
            hostile.title = mark.grade.title;
            for (grader::Step& step : hostile.steps)
                if (step.status == Status::fail)
                    step.message = grader::verbatim(attack + lines + std::string(1 << 20, 'x'));
            hostile.seed = "81985529216486895";
            mark = {std::move(hostile), 0, mark.max_score, attack + lines, attack + lines};
        }
    return book;
}

} // namespace synthetic
