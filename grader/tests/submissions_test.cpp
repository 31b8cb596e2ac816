#include "course/submissions.h"

#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "bench.h"
#include "errors.h"
#include "harness.h"

namespace {

namespace fs = std::filesystem;
using grader::Submissions;

std::vector<std::string> names(const Submissions& submissions) {
    std::vector<std::string> result;
    for (const grader::SubmittedFiles& student : submissions.students) result.push_back(student.id);
    return result;
}

} // namespace

TEST_CASE("a directory of labs is one student's", "[submissions]") {
    const fs::path directory = harness::scratch("submissions-single");
    harness::write(directory / "02_sum/student.cu", "");
    harness::write(directory / "03_unknown/student.cu", "");
    harness::write(directory / "01_scale/notes.txt", "");
    const Submissions found = grader::find_submissions(directory, bench::course());
    CHECK_FALSE(found.many);
    REQUIRE(found.students.size() == 1);
    CHECK(found.students[0].id.empty());
    REQUIRE(found.students[0].files.size() == 1);
    CHECK(found.students[0].files.at("02_sum") == directory / "02_sum/student.cu");
}

TEST_CASE("a directory of students is a class, in the order of their names", "[submissions]") {
    const fs::path directory = harness::scratch("submissions-class");
    const std::vector<std::string> students = {"Ada Lovelace", "o'brien \"q\"", "$(reboot)",
                                               "Zoë",          "-rf",           "05_group"};
    for (const std::string& name : students) harness::write(directory / name / "01_scale/student.cu", "");
    fs::create_directories(directory / "never came");
    harness::write(directory / ".hidden/01_scale/student.cu", "");
    harness::write(directory / "grades.txt", "");
    const Submissions found = grader::find_submissions(directory, bench::course());
    CHECK(found.many);
    CHECK(names(found) == std::vector<std::string>{"$(reboot)", "-rf", "05_group", "Ada Lovelace", "Zoë",
                                                   "never came", "o'brien \"q\""});
    for (const grader::SubmittedFiles& student : found.students)
        CHECK(student.files.size() == (student.id == "never came" ? 0 : 1));
}

TEST_CASE("a link that leads nowhere is still something that was handed in", "[submissions]") {
    const fs::path directory = harness::scratch("submissions-link");
    fs::create_directories(directory / "01_scale");
    fs::create_symlink("nowhere.cu", directory / "01_scale/student.cu");
    CHECK(grader::find_submissions(directory, bench::course()).students.at(0).files.contains("01_scale"));
}

TEST_CASE("a directory with nothing to grade is a mistake on the command line", "[submissions]") {
    const fs::path directory = harness::scratch("submissions-none");
    CHECK_THROWS_AS(grader::find_submissions(directory, bench::course()), grader::UsageError);
    fs::create_directories(directory / "somebody");
    CHECK_THROWS_AS(grader::find_submissions(directory, bench::course()), grader::UsageError);
    CHECK_THROWS_AS(grader::find_submissions(directory / "nowhere", bench::course()), grader::UsageError);
}
