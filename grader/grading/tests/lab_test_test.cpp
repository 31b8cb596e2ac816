// A lab's own tests, run like a student runs them: they pass on a right file, and the task's test fails on
// its typical mistake.

#include <csignal>
#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/messages/results.h"
#include "grading/messages/runs.h"
#include "grading/sentences/sentence.h"
#include "testing/facts.h"
#include "testing/harness.h"
#include "testing/unwrapped.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::Message;
using grader::sentence;
using harness::RunResult;
using harness::unwrapped;

const fs::path course_with_tests = FIXTURE_COURSE;

/// Runs the tests of @p lab on @p source; @p more are tags or options of Catch2.
RunResult test(const std::string& lab, const fs::path& source, std::vector<std::string> more = {}) {
    std::vector<std::string> argv = {(fs::path(FIXTURE_MODULES) / lab / "tests").string(), "--backend",
                                     "host"};
    for (const auto& [option, value] :
         {std::pair{"--source", source}, {"--course", course_with_tests}, {"--modules", {FIXTURE_MODULES}}})
        argv.insert(argv.end(), {option, value.string()});
    argv.insert(argv.end(), more.begin(), more.end());
    return harness::run(argv);
}

Message differ(int wrong, int elements, const char* buffer) {
    return {grader::messages::differ, {{"wrong", wrong}, {"elements", elements}, {"buffer", buffer}}};
}

} // namespace

TEST_CASE("the tests of a lab pass on a correct program whatever its speed", "[lab_test]") {
    for (const char* file : {"labs/01_scale/baseline.cu", "labs/01_scale/solution.cu"}) {
        const RunResult ran = test("01_scale", course_with_tests / file);
        INFO(file << "\n" << ran.out << ran.err);
        CHECK(ran.status == 0);
        CHECK(ran.left_behind.empty());
    }
    CHECK(test("02_sum", course_with_tests / "solutions/02_sum/student.cu").status == 0);
}

TEST_CASE("a lab's tests fail on the skeleton and on each typical mistake", "[lab_test]") {
    const auto fails = [](const std::string& lab, const std::string& file, const std::string& tag,
                          const Message& reason) {
        const RunResult ran = test(lab, course_with_tests / file, {tag});
        INFO(file << "\n" << ran.out << ran.err);
        CHECK(ran.status > 0);
        CHECK_THAT(unwrapped(ran.out), ContainsSubstring(sentence(reason)));
    };
    fails("01_scale", "labs/01_scale/student.cu", "[task_1]", differ(1, 1, "out"));
    fails("01_scale", "solutions/01_scale/wrong/forgets_the_one.cu", "[task_1]", differ(1, 1, "out"));
    const fs::path tail = harness::scratch("lab-test-tail") / "student.cu";
    harness::write(tail,
                   harness::run(
                       {(fs::path(GRADER_BINARY).parent_path() / "patched").string(),
                        (course_with_tests / "solutions/01_scale/wrong/forgets_the_tail.patch").string()})
                       .out);
    fails("01_scale", tail.string(), "[task_2]",
          {grader::messages::never_written, {{"wrong", 2}, {"elements", 2}, {"buffer", "out"}}});
    fails("02_sum", "solutions/02_sum/wrong/starts_at_the_second.cu", "[task_1]", differ(1, 1, "out"));
}

TEST_CASE("a lab's failing test prints its seed and the seed repeats its inputs", "[lab_test][sentences]") {
    const auto fails = [](std::vector<std::string> more) {
        return test("01_scale", course_with_tests / "solutions/01_scale/wrong/forgets_the_one.cu",
                    std::move(more))
            .out;
    };
    const auto after = [](const std::string& text, const std::string& word) {
        const std::size_t at = text.find(word);
        return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
    };
    const std::string drawn = fails({"[task_1]"});
    const std::string seed = after(drawn, "--seed ");
    INFO(drawn);
    REQUIRE_FALSE(seed.empty());
    const std::string mismatch = after(drawn, "element 0");
    REQUIRE_FALSE(mismatch.empty());
    const std::string number = seed.substr(std::string("--seed ").size());
    CHECK(after(fails({"[task_1]", "--seed", number}), "element 0") == mismatch);
    CHECK(after(fails({"--seed", number}), "element 0") == mismatch); // whatever ran before
    CHECK(after(fails({"[task_1]", "--seed", "1" + number}), "element 0") != mismatch);
    CHECK(after(fails({"[task_1]"}), "--seed ") != seed);
}

TEST_CASE("a lab's tests report the result of each case to other programs", "[lab_test]") {
    const fs::path file = harness::scratch("cases") / "cases.json";
    const auto cases = [&](const char* source, const std::string& tag) {
        test("02_sum", course_with_tests / source, {tag, "--reporter", "cases::out=" + file.string()});
        return nlohmann::json::parse(harness::read(file)).at("cases");
    };
    const nlohmann::json right = cases("solutions/02_sum/student.cu", "[task_1]");
    REQUIRE(right.size() == 2);
    CHECK(right[0].at("name") == "a few elements have their sum");
    CHECK(right[0].at("tags") == nlohmann::json{"02_sum", "task_1"});
    for (const nlohmann::json& one : right) CHECK(one.at("passed") == true);
    const nlohmann::json wrong = cases("solutions/02_sum/wrong/starts_at_the_second.cu", "[task_1]");
    REQUIRE(wrong.size() == 2);
    for (const nlohmann::json& one : wrong) CHECK(one.at("passed") == false);
    CHECK(cases("solutions/02_sum/student.cu", "[task_9]").empty());
}

TEST_CASE("the tests of a lab survive a crash or compile error of the tested program", "[lab_test]") {
    const RunResult crash = test("01_scale", harness::student("crash.cu"));
    CHECK(crash.status > 0);
    CHECK_THAT(unwrapped(crash.out),
               ContainsSubstring(sentence({grader::messages::crashed,
                                           {{"when", Message(grader::messages::while_the_function_ran)},
                                            {"signal_name", "Segmentation fault"},
                                            {"signal", SIGSEGV}}})) &&
                   ContainsSubstring("test cases: 2 | 2 failed"));
    const RunResult error = test("01_scale", harness::student("compile_error.cu"));
    CHECK(error.status > 0);
    CHECK_THAT(error.out, ContainsSubstring("compile_error.cu:5:61: error:"));
}
