#include "grading/model/time_limit.h"

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/messages/speed.h"
#include "grading/sentences/sentence.h"
#include "grading/sentences/time_limit.h"
#include "testing/facts.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using grader::limit_of_call;
using grader::limit_of_launch;
using grader::Message;
using grader::ModelledTime;

const std::vector<std::string> limiters = {
    "l2",       "dram",           "atomics",       "same_address", "block_start", "chain",
    "launch",   "issue",          "l1_and_shared", "from_l2",      "to_l2",       "unit_alu",
    "unit_fma", "unit_fma_heavy", "unit_fp16",     "unit_fp64",    "unit_xu",     "unit_conversion",
    "unit_lsu", "unit_tex",       "unit_branch",   "unit_uniform", "unit_tensor", "unit_none"};

/// Returns the sentence about a kernel k of 1 ms whose parts take @p terms, with the limiter that the
/// simulator would name.
std::string limit_sentence(const std::vector<std::pair<std::string, double>>& terms) {
    const bool waits = terms.empty() || terms.front().second < 0.6;
    return grader::sentence(
        limit_of_launch("k", ModelledTime{1, waits ? "latency" : terms.front().first, terms}));
}

/// Returns part @p part, which is busy for @p share of the time.
Message busy(const char* part, double share) {
    return {grader::messages::part_share, {{"part", part}, {"share", share}}};
}

} // namespace

TEST_CASE("a launch is limited by its parts, the largest share first", "[modelled]") {
    CHECK(limit_of_launch("k", ModelledTime{2, "dram", {{"l2", 0.5}, {"dram", 1.5}, {"launch", 0.5}}}) ==
          Message(grader::messages::time_limit,
                  {{"kernel", "k"},
                   {"waits", 0},
                   {"parts", std::vector{busy("dram", 0.75), busy("l2", 0.25), busy("launch", 0.25)}}}));
    CHECK_THAT(limit_of_launch("k", ModelledTime{1, "latency", {{"dram", 0.5}}}),
               facts::MatchesPattern("time_limit kernel=k waits=1"));
}

TEST_CASE("the time limit of a call has its parts by share and no kernel", "[modelled]") {
    CHECK(limit_of_call({{"copies", 0.25}, {"kernels", 0.75}}) ==
          Message(grader::messages::time_limit,
                  {{"waits", 0}, {"parts", std::vector{busy("kernels", 0.75), busy("copies", 0.25)}}}));
}

TEST_CASE("each limiter has a name, and its sentence has the share of the time", "[modelled][sentences]") {
    for (const std::string& limiter : limiters) {
        INFO(limiter);
        CHECK(grader::part_in_words(limiter) != limiter);
        CHECK_THAT(limit_sentence({{limiter, 0.93}}),
                   ContainsSubstring("k is limited by " + grader::part_in_words(limiter)) &&
                       ContainsSubstring(" 93 % of its time."));
    }
    CHECK(limit_sentence({{"dram", 0.93}}) ==
          "The model says that k is limited by DRAM, which is busy for 93 % of its time.");
}

TEST_CASE("no sentence says that a part busy for less than 90 % of the time is the limit",
          "[modelled][sentences]") {
    for (const std::string& limiter : limiters)
        for (const double share : {0.01, 0.3, 0.59, 0.6, 0.67, 0.79, 0.83}) {
            const std::string text = limit_sentence({{limiter, share}});
            INFO(text);
            CHECK_THAT(text, !ContainsSubstring("limited by " + grader::part_in_words(limiter)));
            CHECK_THAT(text, !ContainsSubstring("as it can") && !ContainsSubstring("as they can"));
            CHECK_THAT(text,
                       ContainsSubstring(grader::part_in_words(limiter)) && ContainsSubstring(" % of "));
            // Below 60 % the simulator calls it latency, and so does the sentence.
            CHECK((text.find("limited by latency") != std::string::npos) == (share < 0.6));
        }
}

TEST_CASE("DRAM that is not busy all the time lacks bytes in flight", "[modelled][sentences]") {
    CHECK(limit_sentence({{"dram", 0.67}}) ==
          "The model says that DRAM is busy for 67 % of the time of k. For the rest, "
          "its warps wait: more bytes in flight would keep DRAM busier (Little's law).");
    CHECK(limit_sentence({{"dram", 0.41}}) ==
          "The model says that k is limited by latency: DRAM is busy for 41 % of its "
          "time. For the rest, its warps wait: more bytes in flight would keep DRAM "
          "busier (Little's law).");
    CHECK_THAT(limit_sentence({{"issue", 0.7}}),
               ContainsSubstring("For the rest, its warps wait for memory, for results or at barriers."));
}

TEST_CASE("the next part is named if it is busy for as long as half of the rest", "[modelled][sentences]") {
    CHECK_THAT(limit_sentence({{"dram", 0.67}, {"l2", 0.16}}), !ContainsSubstring("L2"));
    CHECK_THAT(limit_sentence({{"dram", 0.67}, {"l2", 0.4}}),
               ContainsSubstring(
                   "DRAM is busy for 67 % of the time of k, and the L2 cache is busy for 40 %. For"));
    // Time in which no other part works is the rest.
    CHECK(limit_sentence({{"dram", 0.67}, {"launch", 0.3}}) ==
          "The model says that DRAM is busy for 67 % of the time of k, and launch overhead takes 30 %.");
}

TEST_CASE("the time of the SMs is not reported as a busy part", "[modelled][sentences]") {
    CHECK_THAT(limit_sentence({{"dram", 0.67}, {"sm", 0.99}}), ContainsSubstring("DRAM is busy for 67 %"));
    CHECK_THAT(grader::part_in_words("sm"), ContainsSubstring("the SMs"));
}

TEST_CASE("a limiter without a name is left out", "[modelled][sentences]") {
    CHECK(limit_sentence({}).empty());
    CHECK(limit_sentence({{"phlogiston", 0.9}}).empty());
    CHECK(grader::part_in_words("phlogiston") == "phlogiston");
}

TEST_CASE("the sentence about a call lists the shares of its parts", "[modelled][sentences]") {
    CHECK(grader::sentence(limit_of_call({{"host_work", 0.6}, {"copies", 0.05}, {"kernels", 0.35}})) ==
          "The model says that the host's work on copied bytes takes 60 % of the time of the call, and the "
          "work of "
          "the GPU takes 35 %.");
    CHECK(grader::sentence(limit_of_call({{"copies", 0.92}, {"kernels", 0.08}})) ==
          "The model says that the call is limited by copies between host and device, which take 92 % of its "
          "time.");
}
