// Cache keys of grades: each input of a grade changes the key.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "classroom/run/grade_cache_keys.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;

/// Returns the key of one submission for the first lab of @p course, whose problem module is @p module.
std::string key_of(const fs::path& course, const fs::path& module, const std::string& tools = "tools",
                   const std::string& submit = "submission") {
    grader::Lab lab = grader::Course(course, FIXTURE_MODULES).lab("01_scale");
    lab.module = module;
    return grader::GradeCacheKeys(1, {{lab.id, tools}}).of(submit, lab);
}

} // namespace

TEST_CASE("each input of a grade changes its cache key", "[class-run]") {
    const fs::path course = harness::copy_of_course("class-keys");
    const fs::path module = course / "problem.so";
    harness::write(module, "one");
    const std::string before = key_of(course, module);
    CHECK(key_of(course, module) == before);
    SECTION("the submission") { CHECK(key_of(course, module, "tools", "another") != before); }
    SECTION("compilers, programs, level") { CHECK(key_of(course, module, "other tools") != before); }
    SECTION("the problem module, with a size and name that stay") {
        harness::write(module, "two");
        CHECK(key_of(course, module) != before);
    }
    SECTION("the manifest") {
        const fs::path manifest = course / "labs/01_scale/lab.toml";
        harness::write(manifest, harness::read(manifest) + "# another\n");
        CHECK(key_of(course, module) != before);
    }
    SECTION("a header of the course") {
        const fs::path common = course / "common"; // a link to the course's own folder, which must not be
                                                   // changed
        const fs::path whole = fs::canonical(common);
        fs::remove(common);
        fs::copy(whole, common, fs::copy_options::recursive);
        const fs::path header = common / "kernelsmith/check.h";
        harness::write(header, harness::read(header) + "// another\n");
        CHECK(key_of(course, module) != before);
    }
}
