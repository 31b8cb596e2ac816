#include "grading/model/time_limiter.h"

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

namespace {

using Catch::Matchers::ContainsSubstring;
using grader::limit_of_call;
using grader::limit_of_launch;
using grader::ModelledTime;

const std::vector<std::string> limiters = {
    "l2",       "dram",           "atomics",       "same_address", "block_start", "chain",
    "launch",   "issue",          "l1_and_shared", "from_l2",      "to_l2",       "unit_alu",
    "unit_fma", "unit_fma_heavy", "unit_fp16",     "unit_fp64",    "unit_xu",     "unit_conversion",
    "unit_lsu", "unit_tex",       "unit_branch",   "unit_uniform", "unit_tensor", "unit_none"};

/// The sentence about a kernel k of 1 ms whose parts take @p terms, as the simulator would name its limiter.
std::string sentence(const std::vector<std::pair<std::string, double>>& terms) {
    const bool waits = terms.empty() || terms.front().second < 0.6;
    return limit_of_launch("k", ModelledTime{1, waits ? "latency" : terms.front().first, terms});
}

} // namespace

TEST_CASE("each limiter has a name, and its sentence has the share of the time", "[modelled]") {
    for (const std::string& limiter : limiters) {
        INFO(limiter);
        CHECK(grader::part_in_words(limiter) != limiter);
        CHECK_THAT(sentence({{limiter, 0.93}}),
                   ContainsSubstring("k is limited by " + grader::part_in_words(limiter)) &&
                       ContainsSubstring(" 93 % of its time."));
    }
    CHECK(sentence({{"dram", 0.93}}) ==
          "The model says that k is limited by DRAM, which is busy for 93 % of its time.");
}

TEST_CASE("no sentence says that a part is the limit that is busy for less than 90 % of the time",
          "[modelled]") {
    for (const std::string& limiter : limiters)
        for (const double share : {0.01, 0.3, 0.59, 0.6, 0.67, 0.79, 0.83}) {
            const std::string text = sentence({{limiter, share}});
            INFO(text);
            CHECK_THAT(text, !ContainsSubstring("limited by " + grader::part_in_words(limiter)));
            CHECK_THAT(text, !ContainsSubstring("as it can") && !ContainsSubstring("as they can"));
            CHECK_THAT(text,
                       ContainsSubstring(grader::part_in_words(limiter)) && ContainsSubstring(" % of "));
            // Below 60 % the simulator calls it latency, and so does the sentence.
            CHECK((text.find("limited by latency") != std::string::npos) == (share < 0.6));
        }
}

TEST_CASE("DRAM that is not busy all the time lacks bytes in flight", "[modelled]") {
    CHECK(sentence({{"dram", 0.67}}) ==
          "The model says that DRAM is busy for 67 % of the time of k. For the rest, "
          "its warps wait: more bytes in flight would keep DRAM busier (Little's law).");
    CHECK(sentence({{"dram", 0.41}}) ==
          "The model says that k is limited by latency: DRAM is busy for 41 % of its "
          "time. For the rest, its warps wait: more bytes in flight would keep DRAM "
          "busier (Little's law).");
    CHECK_THAT(sentence({{"issue", 0.7}}),
               ContainsSubstring("For the rest, its warps wait for memory, for results or at barriers."));
}

TEST_CASE("the next part is named if it is busy for as long as half of the rest", "[modelled]") {
    CHECK_THAT(sentence({{"dram", 0.67}, {"l2", 0.16}}), !ContainsSubstring("L2"));
    CHECK_THAT(sentence({{"dram", 0.67}, {"l2", 0.4}}),
               ContainsSubstring(
                   "DRAM is busy for 67 % of the time of k, and the L2 cache is busy for 40 %. For"));
    // What takes time of its own is the rest.
    CHECK(sentence({{"dram", 0.67}, {"launch", 0.3}}) ==
          "The model says that DRAM is busy for 67 % of the time of k, and launch overhead takes 30 %.");
}

TEST_CASE("the time of the SMs, waiting included, is not a part that is busy", "[modelled]") {
    CHECK_THAT(sentence({{"dram", 0.67}, {"sm", 0.99}}), ContainsSubstring("DRAM is busy for 67 %"));
    CHECK_THAT(grader::part_in_words("sm"), ContainsSubstring("the SMs"));
}

TEST_CASE("a limiter without a name is left out", "[modelled]") {
    CHECK(sentence({}).empty());
    CHECK(sentence({{"phlogiston", 0.9}}).empty());
    CHECK(grader::part_in_words("phlogiston") == "phlogiston");
}

TEST_CASE("of a call the sentence says what takes how much of it", "[modelled]") {
    CHECK(limit_of_call({{"host_work", 0.6}, {"copies", 0.05}, {"kernels", 0.35}}) ==
          "The model says that the host's work on copied bytes takes 60 % of the time of the call, and the "
          "work of "
          "the GPU takes 35 %.");
    CHECK(limit_of_call({{"copies", 0.92}, {"kernels", 0.08}}) ==
          "The model says that the call is limited by copies between host and device, which take 92 % of its "
          "time.");
}
