#include "course/course.h"

#include <filesystem>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>

#include "base/errors.h"
#include "testing/harness.h"

namespace fs = std::filesystem;
using grader::Course;

TEST_CASE("a lab is found by its number and by its name", "[course]") {
    const Course course(FIXTURE_COURSE, FIXTURE_MODULES);
    REQUIRE(course.labs().size() == 2);
    CHECK(course.labs()[0].id == "01_scale");
    for (const char* name : {"2", "02", "02_sum"}) CHECK(course.lab(name).id == "02_sum");
    CHECK_THROWS_MATCHES(course.lab("7"), grader::UsageError,
                         Catch::Matchers::Message("Unknown lab 7. The labs are: 01_scale, 02_sum."));
    for (const char* name : {"", "0", "02_", "02_su", "sum", "002"})
        CHECK_THROWS_AS(course.lab(name), grader::UsageError);
    const grader::Lab& lab = course.lab("01");
    for (const fs::path& file :
         {lab.student(), lab.baseline(), lab.slides, lab.module, lab.common / "kernelsmith/problem.h"})
        CHECK(fs::exists(file));
}

TEST_CASE("the course is found from anywhere inside it", "[course]") {
    const fs::path root = FIXTURE_COURSE;
    CHECK(Course::find_root(root) == root);
    CHECK(Course::find_root(root / "solutions/01_scale/ladder") == root);
    CHECK(Course::find_root(root / "labs/../slides") == root);
    CHECK_THROWS_AS(Course::find_root("/usr"), grader::UsageError);
}

TEST_CASE("only directories with a lab's name are labs", "[course]") {
    for (const char* name : {"01_scale", "04_shared_tiling", "99_x2"}) CHECK(grader::is_lab_name(name));
    for (const char* name : {"", "01", "01_", "1_scale", "01-scale", "01_Scale", "a1_scale", "01_scale.old"})
        CHECK_FALSE(grader::is_lab_name(name));
}
