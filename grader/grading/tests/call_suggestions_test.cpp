// Suggestions of a call, summed over its launches and in words.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/model/call_suggestions.h"
#include "grading/report/explain/suggestions_table.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;
using grader::CallSuggestion;
using grader::ModelledCall;
using grader::ModelledSuggestion;
using grader::ObservedLaunch;

ObservedLaunch launch_taking(double ms, std::vector<ModelledSuggestion> suggestions, unsigned blocks = 1) {
    ObservedLaunch launch;
    launch.kernel = launch.symbol = "k";
    launch.grid = {blocks, 1, 1};
    launch.time =
        grader::ModelledTime{ms, "dram", {{"dram", 0.95 * ms}, {"launch", 1.0}}, std::move(suggestions)};
    return launch;
}

} // namespace

TEST_CASE("the gains of a line are summed over all launches", "[modelled]") {
    ModelledCall call;
    call.time.ms = 40;
    call.launches = {launch_taking(10, {{"k.cu", 7, "sectors", 5}, {"", 0, "occupancy", 9}}),
                     launch_taking(20, {}), launch_taking(10, {}, 2)};
    call.rounds.resize(3);
    call.steps = grader::make_call_steps({}, call.launches, 1);
    const std::vector<CallSuggestion> suggestions = grader::suggestions_of(call);
    REQUIRE(suggestions.size() == 2);
    CHECK(suggestions[0].what == "sectors");
    CHECK(suggestions[0].line == 7);
    CHECK_THAT(suggestions[0].ms, WithinRel(25.0));
    CHECK_THAT(suggestions[1].ms, WithinRel(37.0));
}

TEST_CASE("a launch that represents many rounds and parts of a GPU has its launch overhead once",
          "[modelled]") {
    ModelledCall call;
    call.rounds = {{.work = 3, .launches = 1}};
    call.whole = 2;
    call.launches = {launch_taking(10, {})};
    call.rounds.resize(1);
    CHECK_THAT(call.timed_case_ms(0, 10), WithinRel(56.0));
}

TEST_CASE("suggestions are printed with their line and the resulting time and an explanation",
          "[modelled][sentences]") {
    ModelledCall call;
    call.time.ms = 10;
    call.launches = {
        launch_taking(10, {{"/somewhere/k.cu", 7, "sectors", 4}, {"/else/lab.h", 3, "divergence", 8}})};
    call.rounds.resize(1);
    call.steps = grader::make_call_steps({}, call.launches, 1);
    const std::string text = grader::render_suggestions(call, "k.cu", "h200", {});
    CHECK_THAT(text, ContainsSubstring("The timed case takes 10.0 ms, modelled for h200.\n"));
    CHECK_THAT(text, ContainsSubstring(
                         "The model says that k is limited by DRAM, which is busy for 95 % of its time."));
    CHECK_THAT(text, ContainsSubstring("  line 7        4.00 ms   2.50×  let neighbouring threads access "
                                       "neighbouring addresses (coalescing)\n"));
    CHECK_THAT(text, ContainsSubstring("lab.h:3"));
    call.launches = {launch_taking(10, {})};
    CHECK_THAT(grader::render_suggestions(call, "k.cu", "h200", {}),
               ContainsSubstring("no suggestion that would make it faster"));
}
