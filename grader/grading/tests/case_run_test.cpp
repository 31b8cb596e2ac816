#include "grading/verify/case_run.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "testing/bench.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

using facts::MatchesPattern;
using grader::CaseOutcome;
using grader::RunnerClient;
using kernelsmith::Comparison;
using kernelsmith::Draw;
using kernelsmith::Observed;

/// Returns whether the IEEE 754 half with these bits is a NaN.
bool half_is_nan(std::uint16_t bits) { return (bits & 0x7c00) == 0x7c00 && (bits & 0x03ff) != 0; }

/// The fixture's problem with a different check.
class CarelessProblem : public kernelsmith::Problem {
public:
    [[nodiscard]] kernelsmith::Layout layout(const kernelsmith::Sizes& sizes) const override {
        return bench::problem().layout(sizes);
    }
    void generate(const Draw& draw, std::size_t buffer, std::size_t first,
                  std::span<std::byte> out) const override {
        bench::problem().generate(draw, buffer, first, out);
    }
    [[nodiscard]] std::vector<Comparison> check(const Draw& draw,
                                                std::span<const Observed> outputs) const override {
        std::vector<Comparison> comparisons = bench::problem().check(draw, outputs);
        if (forgets_an_output)
            comparisons.clear();
        else
            comparisons.front() = Comparison("out");
        return comparisons;
    }

    bool forgets_an_output = false;
};

std::unique_ptr<RunnerClient> runner_with(const std::string& student) {
    auto runner = std::make_unique<RunnerClient>(bench::backend().runner(),
                                                 grader::RunLimits{bench::lab().manifest.limits});
    runner->load(bench::build(harness::student(student)), bench::lab().manifest.entry);
    return runner;
}

} // namespace

TEST_CASE("poison is a NaN in every floating-point type and differs between seeds", "[case_run]") {
    std::set<std::uint64_t> seen;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const std::uint64_t poison = grader::make_poison(seed * 0x9e3779b97f4a7c15ULL);
        CAPTURE(seed, poison);
        REQUIRE(std::isnan(std::bit_cast<double>(poison)));
        REQUIRE(std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(poison))));
        REQUIRE(std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(poison >> 32))));
        // The upper half of a word is a NaN as a half; the lower one contains the secret.
        REQUIRE(half_is_nan(static_cast<std::uint16_t>(poison >> 16)));
        REQUIRE(half_is_nan(static_cast<std::uint16_t>(poison >> 48)));
        REQUIRE(poison != Comparison::no_poison);
        seen.insert(poison);
    }
    CHECK(seen.size() > 900);
}

TEST_CASE("one runner runs many cases with correct and wrong results", "[case_run]") {
    const auto right = runner_with("passes.cu");
    const auto wrong = runner_with("partly_written.cu");
    for (const std::int64_t n : {0, 1, 2, 1009}) {
        CAPTURE(n);
        CHECK(grader::run_case(*right, bench::problem(), {{"n", n}}, 5).passed);
        const CaseOutcome outcome = grader::run_case(*wrong, bench::problem(), {{"n", n}}, 5);
        CHECK(outcome.passed == (n <= 1)); // half of one element, rounded up, is all of it
        CHECK(outcome.message.empty() == outcome.passed);
    }
}

TEST_CASE("a wrong call is repeated on request and reported if its result varies", "[case_run]") {
    const auto told = [](const std::string& student, bool call_again) {
        const auto runner = runner_with(student);
        const grader::CaseOptions inquiry{.call_again = call_again};
        return grader::run_case(*runner, bench::problem(), {{"n", 50}}, 5, inquiry).details;
    };
    CHECK_THAT(told("another_result_each_time.cu", true), MatchesPattern("varies"));
    CHECK_THAT(told("another_result_each_time.cu", false), !MatchesPattern("varies"));
    CHECK_THAT(told("wrong_answer.cu", true), !MatchesPattern("varies"));
    CHECK_THAT(told("never_written.cu", true), !MatchesPattern("varies"));
    CHECK(told("passes.cu", true).empty());
}

TEST_CASE("a lab check that skips an element or an output throws", "[case_run]") {
    const auto runner = runner_with("never_written.cu");
    CarelessProblem problem;
    CHECK_THROWS_AS(grader::run_case(*runner, problem, {{"n", 8}}, 5), std::logic_error);
    const auto another = runner_with("never_written.cu");
    problem.forgets_an_output = true;
    CHECK_THROWS_AS(grader::run_case(*another, problem, {{"n", 8}}, 5), std::logic_error);
}
