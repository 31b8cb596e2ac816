// A failure can be looked at again: the same seed gives the same inputs.

#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "harness.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using harness::Grader;
using harness::Ran;
using harness::Report;

const std::string file = harness::student("wrong_answer.cu").string();

/// What the step `correct` says of the case called "secret", whose size is drawn too.
std::string replay(const std::string& seed) {
    const Ran ran =
        Grader().run({"01", "--file", file, "--seed", seed, "--case", "secret", "--report", "json"});
    INFO(ran.out << ran.err);
    REQUIRE(ran.status == 1);
    const Report report(ran.out);
    const nlohmann::json& lab = report.lab("01_scale");
    CHECK(lab.at("seed") == seed);
    CHECK(harness::step(lab, "fast").at("status") == "not_measured");
    return harness::text_of(harness::step(lab, "correct"));
}

} // namespace

TEST_CASE("the same seed replays the same inputs", "[replay]") {
    const std::string first = replay("1234567");
    CHECK_THAT(first, ContainsSubstring("expected") && ContainsSubstring("on \"secret\" (n "));
    CHECK(replay("1234567") == first);
    CHECK(replay("1234568") != first);
    CHECK(replay("18446744073709551615") != first);
}

TEST_CASE("a failing grade says how to replay itself", "[replay]") {
    const Ran graded =
        Grader().run({"01", "--file", harness::student("wrong_answer.cu").string(), "--report", "json"});
    REQUIRE(graded.status == 1);
    const Report report(graded.out);
    const std::string seed = report.lab("01_scale").at("seed");
    const std::string text = harness::text_of(harness::step(report.lab("01_scale"), "correct"));
    CHECK_THAT(text, ContainsSubstring(" --seed " + seed + " --case \"one\""));

    const Ran again = Grader().run({"01", "--file", harness::student("wrong_answer.cu").string(), "--seed",
                                    seed, "--case", "one", "--report", "json"});
    const std::string replayed =
        harness::text_of(harness::step(Report(again.out).lab("01_scale"), "correct"));
    CHECK(replayed.substr(replayed.find('\n')) == text.substr(text.find('\n')));
}

TEST_CASE("two grades draw different inputs", "[replay]") {
    const auto seed = [] {
        const Ran ran = Grader().run({"01", "--file", file, "--case", "one", "--report", "json"});
        return Report(ran.out).lab("01_scale").at("seed").get<std::string>();
    };
    CHECK(seed() != seed());
}
