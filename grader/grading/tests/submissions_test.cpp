#include "course/submissions.h"

#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "base/errors.h"
#include "testing/bench.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using grader::Submissions;

std::vector<std::string> names(const Submissions& submissions) {
    std::vector<std::string> result;
    for (const grader::SubmittedFiles& student : submissions.students) result.push_back(student.id);
    return result;
}

} // namespace

TEST_CASE("a directory of labs is a single student's submission", "[submissions]") {
    const fs::path directory = harness::scratch("submissions-single");
    harness::write(directory / "02_sum/student.cu", "");
    harness::write(directory / "03_unknown/student.cu", "");
    harness::write(directory / "01_scale/notes.txt", "");
    const Submissions found = grader::find_submissions(directory, bench::course());
    CHECK_FALSE(found.is_class);
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
    CHECK(found.is_class);
    CHECK(names(found) == std::vector<std::string>{"$(reboot)", "-rf", "05_group", "Ada Lovelace", "Zoë",
                                                   "never came", "o'brien \"q\""});
    for (const grader::SubmittedFiles& student : found.students)
        CHECK(student.files.size() == (student.id == "never came" ? 0 : 1));
}

TEST_CASE("a dangling link still counts as a submission", "[submissions]") {
    const fs::path directory = harness::scratch("submissions-link");
    fs::create_directories(directory / "01_scale");
    fs::create_symlink("nowhere.cu", directory / "01_scale/student.cu");
    CHECK(grader::find_submissions(directory, bench::course()).students.at(0).files.contains("01_scale"));
}

TEST_CASE("in a class no link is followed and omitted files are reported", "[submissions]") {
    const fs::path directory = harness::scratch("submissions-left-out");
    harness::write(directory / "ann/01_scale/student.cu", "");
    harness::write(directory / "ann/02_sum/Student.CU", "");
    harness::write(directory / "ann/all.zip", "");
    fs::create_directory_symlink("ann", directory / "bob");
    fs::create_directories(directory / "carl");
    fs::create_directory_symlink("../ann/01_scale", directory / "carl/01_scale");
    fs::create_directories(directory / "dora/01_scale");
    fs::create_symlink("../../ann/01_scale/student.cu", directory / "dora/01_scale/student.cu");
    fs::create_symlink("loop", directory / "loop");
    harness::write(directory / "eve.cu", "");
    harness::write(directory / "marks.json", "");
    const Submissions found = grader::find_submissions(directory, bench::course());
    CHECK(names(found) == std::vector<std::string>{"ann", "carl", "dora"});
    CHECK(found.students[0].files.size() == 1);
    CHECK(found.students[1].files.empty());
    CHECK(found.students[1].refused.at("01_scale") == "its folder is a link, and links are not followed");
    CHECK(found.students[2].refused.at("01_scale") == "student.cu is a link, and links are not followed");
    CHECK(found.students[0].likely_files.at("02_sum") == "Student.CU");
    CHECK(found.students[1].likely_files.empty());
    CHECK(found.skipped == std::vector<std::string>{"ann/all.zip is not unpacked",
                                                    "ann/02_sum has no student.cu, but Student.CU",
                                                    "bob is a link, and links are not followed",
                                                    "eve.cu is not a student's folder",
                                                    "loop is a link, and links are not followed"});
}

TEST_CASE("a missing submission is reported with the files found instead", "[submissions]") {
    const fs::path directory = harness::scratch("submissions-instead");
    harness::write(directory / "ann/01_scale/student.cu", "");
    harness::write(directory / "ann/02.zip", "");
    for (int i = 0; i < 100; ++i)
        harness::write(directory / "bob/01_scale" / ("try" + std::to_string(100 + i) + ".cu"), "");
    const Submissions found = grader::find_submissions(directory, bench::course());
    REQUIRE(names(found) == std::vector<std::string>{"ann", "bob"});
    CHECK_FALSE(found.students[0].likely_files.contains("01_scale"));
    CHECK(found.students[0].likely_files.at("02_sum") == "02.zip, which is not unpacked");
    CHECK(found.students[1].likely_files.at("01_scale") ==
          "try100.cu, try101.cu, try102.cu, try103.cu, try104.cu and 95 more");
}

TEST_CASE("a lab's folder among those of students is not a separate class", "[submissions]") {
    const fs::path directory = harness::scratch("submissions-lab-among-students");
    harness::write(directory / "01_scale/student.cu", "");
    harness::write(directory / "ann/01_scale/student.cu", "");
    const Submissions found = grader::find_submissions(directory, bench::course());
    CHECK(found.is_class);
    CHECK(names(found) == std::vector<std::string>{"ann"});
    CHECK(found.skipped == std::vector<std::string>{"01_scale is next to the students' folders"});
}

TEST_CASE("each folder has a unique id whatever bytes its name contains", "[submissions]") {
    const fs::path directory = harness::scratch("submissions-ids");
    for (const char* name : {"J\xf6rg", "J\xe9rg", "J\\xE9rg", "Jörg"})
        harness::write(directory / name / "01_scale/student.cu", "");
    const std::vector<std::string> ids = names(grader::find_submissions(directory, bench::course()));
    CHECK(ids == std::vector<std::string>{"J\\xE9rg", "Jörg", "J\\xE9rg (2)", "J\\xF6rg"});
}

TEST_CASE("a folder that cannot be read does not prevent other grades", "[submissions]") {
    if (::geteuid() == 0) SKIP("root can read every folder");
    const fs::path directory = harness::scratch("submissions-unreadable");
    harness::write(directory / "ann/01_scale/student.cu", "");
    harness::write(directory / "bob/01_scale/student.cu", "");
    fs::permissions(directory / "bob", fs::perms::none);
    const Submissions found = grader::find_submissions(directory, bench::course());
    fs::permissions(directory / "bob", fs::perms::owner_all);
    REQUIRE(names(found) == std::vector<std::string>{"ann", "bob"});
    CHECK(found.students[0].files.contains("01_scale"));
    CHECK(found.students[1].refused.at("01_scale") == "the folder cannot be read: Permission denied");
}

TEST_CASE("a directory with nothing to grade is a usage error", "[submissions]") {
    const fs::path directory = harness::scratch("submissions-none");
    CHECK_THROWS_AS(grader::find_submissions(directory, bench::course()), grader::UsageError);
    fs::create_directories(directory / "somebody");
    CHECK_THROWS_AS(grader::find_submissions(directory, bench::course()), grader::UsageError);
    CHECK_THROWS_AS(grader::find_submissions(directory / "nowhere", bench::course()), grader::UsageError);
}
