#include "gradebook_samples.h"

#include "testing/samples.h"

namespace samples {

grader::Book book_of_class() {
    grader::Book book = grader::book_of(class_of_three());
    grader::Mark& late = book.students.at(0).marks.at(0);
    late.score = 56;
    late.note = "2 days late: 20 % off";
    late.attempt = "3 of 4, 2026-12-01 22:14";
    return book;
}

grader::Book book_of_one() { return grader::book_of(single()); }

grader::Book book_with(std::vector<grader::LabGrade> grades) {
    grader::GradeReport report = single();
    report.submissions = {{"", std::move(grades)}};
    return grader::book_of(report);
}

grader::Book hostile_book() {
    grader::LabGrade grade = hostile();
    grader::Step& runs = grade.steps[1];
    runs.details.push_back(grader::verbatim("=HYPERLINK(\"http://x\")\n]]><script>alert('&amp;')</script>"));
    runs.details.push_back(grader::verbatim("\xef\xbf\xbf and \xef\xbf\xbe are no XML, \xf0\x9f\x99\x82 is"));
    runs.message =
        grader::verbatim(runs.message.text("text") + "; =cmd|'/c calc'!A1\t\x01 <b>\"bold\"</b> ]]>");
    grade.gates = {{"=gate", "=gate", 1, false}};
    grader::Book book = book_with({grade});
    book.students[0].id = "=Points Possible<&\">\x1b]0;x\x07\xff";
    book.students[0].marks[0].note = "@note\nof two lines";
    book.students[0].marks[0].attempt = "-1";
    return book;
}

grader::Book huge_book() {
    grader::LabGrade grade = compile_error();
    // JSON is written in ASCII here, where each of these two bytes takes three.
    std::string long_text;
    for (int i = 0; i < 50'000; ++i) long_text += "\xc3\xa9";
    for (grader::Step& step : grade.steps) {
        step.details.assign(100, grader::verbatim(long_text));
        step.message = grader::verbatim(std::string(1'000'000, '\\'));
    }
    std::vector<grader::LabGrade> grades;
    for (int i = 0; i < 13; ++i) {
        grades.push_back(grade);
        grades.back().id = "0" + std::to_string(i) + "_lab";
    }
    return book_with(std::move(grades));
}

grader::Roster roster() {
    return {"folder,name,id,login,section,email\r\n"
            "ada,\"Lovelace, Ada\",4711,al1815,\"CUDA, Monday\",ada@example.org\r\n"
            "grace.hopper-with-a-very-long-name,Grace Hopper,S-17,ghopper,,grace@example.org\r\n",
            "roster.csv"};
}

} // namespace samples
