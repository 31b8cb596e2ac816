// The four mistakes of lab 00 on the real simulator: each has a message that leads to it.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "finding_messages/call_messages.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::StartsWith;
using facts::MatchesPattern;
using grader::Message;
using nlohmann::json;

const fs::path course_tree = KERNELSMITH_SOURCE_DIR;

/// Returns the grade of @p file.
json first_steps_grade(const fs::path& file) {
    const harness::RunResult ran =
        harness::run({GRADER_BINARY, "00", "--file", file.string(), "--backend", "sim", "--course",
                      course_tree.string(), "--report", "json"});
    INFO(ran.out << ran.err);
    return harness::Report(ran.out).lab("00_first_steps");
}

/// Returns the messages of the step @p name of the grade of @p file, which fails there.
std::vector<Message> told_by_step(const fs::path& file, const char* name) {
    const json lab = first_steps_grade(course_tree / file);
    CHECK(harness::step(lab, name).at("status") == "fail");
    return facts::of(harness::step(lab, name));
}

/// Returns the solution with @p from replaced by @p to.
fs::path altered_solution(const std::string& name, const std::string& from, const std::string& to) {
    std::string text = harness::read(course_tree / "solutions/00_first_steps/student.cu");
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    const fs::path file = harness::scratch(name) / "student.cu";
    harness::write(file, text.replace(at, from.size(), to));
    return file;
}

const fs::path mistakes = "solutions/00_first_steps/wrong";

} // namespace

TEST_CASE("an unchecked launch error is reported with its reason", "[first-steps][slow]") {
    const std::vector<Message> said = told_by_step(mistakes / "ignores_errors.patch", "runs");
    CHECK_THAT(said, MatchesPattern("unchecked_error error=cudaErrorInvalidValue & check_launches"));
    CHECK(said.front().text("text").starts_with("invalid argument"));
    const Message& refused = facts::first(said, kernelsmith::call_messages::launch_was_refused);
    CHECK(refused.text("shape") == "<<<625, 32, 80000>>>");
    CHECK_THAT(refused.text("kernel"), StartsWith("differences_of_a_group("));
    CHECK_THAT(refused, MatchesPattern("too_much_dynamic_shared_memory most=49152"));
    CHECK_THAT(said, !MatchesPattern("times"));
    const std::vector<Message> thrown = told_by_step(mistakes / "asks_for_too_much.patch", "runs");
    CHECK_THAT(thrown, MatchesPattern("exception error=cudaErrorInvalidValue"));
    CHECK_THAT(thrown.front().text("text"),
               StartsWith("kernel launch failed: invalid argument (cudaErrorInvalidValue) at "
                          "asks_for_too_much.cu:"));
    const fs::path large =
        altered_solution("first-steps-threads", "<<<blocks, group, bytes>>>", "<<<blocks, 2000, bytes>>>");
    const fs::path unchecked = harness::scratch("first-steps-unchecked") / "student.cu";
    std::string source = harness::read(large);
    source.erase(source.find("    CUDA_CHECK_LAUNCH();\n"), std::string("    CUDA_CHECK_LAUNCH();\n").size());
    harness::write(unchecked, source);
    CHECK_THAT(told_by_step(unchecked, "runs"), MatchesPattern("block_is_too_large most=1024"));
}

TEST_CASE("an index that ignores the block is detected by missing and doubly written elements",
          "[first-steps][slow]") {
    CHECK_THAT(told_by_step(mistakes / "leaves_out_the_block.patch", "correct"),
               MatchesPattern("blocks_share_work elements=32") &&
                   MatchesPattern("finding advice=same_index & writes_same_value access=writes "
                                  "who=thread_of_another_block & writes bytes=4"));
}

TEST_CASE("an out-of-bounds access is reported before an unrelated race", "[first-steps][slow]") {
    const fs::path file = altered_solution("first-steps-both", "there = i < count;", "there = true;");
    std::string both = harness::read(file);
    const std::string barrier = "    __syncthreads();\n";
    both.erase(both.find(barrier), barrier.size());
    harness::write(file, both);
    CHECK_THAT(told_by_step(file, "correct"),
               MatchesPattern(
                   "outside_its_buffer & finding finding=out_of_bounds & past_the_end access=reads & "
                   "reads bytes=4") &&
                   !MatchesPattern("finding=shared_race"));
}

TEST_CASE("the score of lab 00 rises with each task from 0 to the maximum", "[first-steps][slow]") {
    // Like a student who fixes one mistake after the other.
    std::string source = harness::read(course_tree / "labs/00_first_steps/student.cu");
    const fs::path file = harness::scratch("first-steps-way") / "student.cu";
    const auto mend = [&](const std::string& from, const std::string& to) {
        const std::size_t at = source.find(from);
        REQUIRE(at != std::string::npos);
        source.replace(at, source.find('\n', at) - at, to);
    };
    const auto score = [&] {
        harness::write(file, source);
        return first_steps_grade(file).at("score").get<double>();
    };
    CHECK(score() == 0);
    mend("const int bytes =", "const int bytes = group * sizeof(int);");
    mend("differences_of_a_group<<<", "differences_of_a_group<<<blocks, group, bytes>>>(args.in, args.out, "
                                      "args.count); CUDA_CHECK_LAUNCH();");
    CHECK(score() == 10);
    mend("const int i =", "const int i = blockIdx.x * blockDim.x + threadIdx.x;");
    CHECK(score() >= 30); // 40, unless the secret count is a multiple of a group by chance
    mend("const bool there =", "const bool there = i < count;");
    CHECK(score() == 70);
    mend("// END TODO(4)", "__syncthreads();\n    // END TODO(4)");
    CHECK(score() == 100);
}
