// `grader times --program`: which kernels of a program are modelled, and which arguments are rejected. The
// program of these tests lists kernels and launches none, so that the grader prints how many it expected.

#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;

/// A course with the times of a program `mixed`, of which the model was tuned on two kernels of three.
struct CourseWithProgram {
    explicit CourseWithProgram(const std::string& name)
        : root(harness::copy_of_course(name)), program(root / "mixed") {
        harness::write(root / "docs/results/times/h200/mixed.txt", "a 1 1 1\nb 1 1 1\nc 1 1 1\n");
        harness::write(program, "#!/bin/sh\n"
                                "case \"$1\" in\n"
                                "list) printf 'a\\nb\\nc\\n' ;;\n"
                                "tuned) printf 'a\\nc\\n' ;;\n"
                                "esac\n");
        fs::permissions(program, fs::perms::owner_all);
    }

    [[nodiscard]] harness::RunResult times(std::vector<std::string> options) const {
        harness::Grader grader(root);
        grader.backend = "sim";
        options.insert(options.begin(), {"times", "--program", program.string()});
        return grader.run(options);
    }

    fs::path root;
    fs::path program;
};

} // namespace

TEST_CASE("the option for the split selects the tuning set or the holdout set of a program", "[accuracy]") {
    const CourseWithProgram course("halves");
    CHECK_THAT(course.times({}).err, ContainsSubstring("has 0 launches for 3 kernels"));
    CHECK_THAT(course.times({"--split", "tuning"}).err, ContainsSubstring("has 0 launches for 2 kernels"));
    CHECK_THAT(course.times({"--split", "holdout"}).err, ContainsSubstring("has 0 launches for 1 kernels"));
    CHECK_THAT(course.times({"--split", "tuning", "--only", "a", "b"}).err,
               ContainsSubstring("has 0 launches for 1 kernels"));
}

TEST_CASE("unknown kernels and conflicting options of times are rejected", "[accuracy]") {
    const CourseWithProgram course("refused-kernels");
    const harness::RunResult unknown = course.times({"--only", "d"});
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.err, ContainsSubstring("Unknown kernel d."));
    CHECK_THAT(course.times({"--split", "holdout", "--only", "a"}).err,
               ContainsSubstring("No kernel matches --only and --split."));
    CHECK(course.times({"--write", "--check"}).status == 2);
    fs::remove(course.root / "docs/results/times/h200/mixed.txt");
    CHECK_THAT(course.times({}).err, ContainsSubstring("docs/results/times has no times of mixed"));
}
