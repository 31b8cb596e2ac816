// A lab's own tests, as a student runs them: they pass on a right file, and the task's test fails on its
// typical mistake.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using harness::Ran;

const fs::path course = FIXTURE_COURSE;

/// The tests of @p lab on @p source; @p more are tags or options of Catch2.
Ran test(const std::string& lab, const fs::path& source, std::vector<std::string> more = {}) {
    std::vector<std::string> argv = {(fs::path(FIXTURE_MODULES) / lab / "tests").string(), "--backend",
                                     "host"};
    for (const auto& [option, value] :
         {std::pair{"--source", source}, {"--course", course}, {"--modules", {FIXTURE_MODULES}}})
        argv.insert(argv.end(), {option, value.string()});
    argv.insert(argv.end(), more.begin(), more.end());
    return harness::run(argv);
}

} // namespace

TEST_CASE("a lab's tests pass on what is right, however slow", "[lab_test]") {
    for (const char* file : {"labs/01_scale/baseline.cu", "labs/01_scale/solution.cu"}) {
        const Ran ran = test("01_scale", course / file);
        INFO(file << "\n" << ran.out << ran.err);
        CHECK(ran.status == 0);
        CHECK(ran.left_behind.empty());
    }
    CHECK(test("02_sum", course / "solutions/02_sum/student.cu").status == 0);
}

TEST_CASE("a lab's tests fail on the skeleton and on each typical mistake", "[lab_test]") {
    const auto fails = [](const std::string& lab, const std::string& file, const std::string& tag,
                          const std::string& says) {
        const Ran ran = test(lab, course / file, {tag});
        INFO(file << "\n" << ran.out << ran.err);
        CHECK(ran.status > 0);
        CHECK_THAT(ran.out, ContainsSubstring(says));
    };
    fails("01_scale", "labs/01_scale/student.cu", "[task_1]", "1 of 1 elements of \"out\" differ");
    fails("01_scale", "solutions/01_scale/wrong/forgets_the_one.cu", "[task_1]", "differ");
    fails("01_scale", "solutions/01_scale/wrong/forgets_the_tail.cu", "[task_2]", "were never written");
    fails("02_sum", "solutions/02_sum/wrong/starts_at_the_second.cu", "[task_1]", "differ");
}

TEST_CASE("a lab's tests outlive what they test", "[lab_test]") {
    const Ran crash = test("01_scale", harness::student("crash.cu"));
    CHECK(crash.status > 0);
    CHECK_THAT(crash.out,
               ContainsSubstring("Segmentation fault") && ContainsSubstring("test cases: 2 | 2 failed"));
    const Ran error = test("01_scale", harness::student("compile_error.cu"));
    CHECK(error.status > 0);
    CHECK_THAT(error.out, ContainsSubstring("compile_error.cu:5:61: error:"));
}
