#include "grading/steps/technique_step.h"

#include <string>

#include <catch2/catch_test_macros.hpp>

#include "course/quantity.h"
#include "grading/grade/counted_run.h"
#include "grading/grade/executed_code.h"
#include "grading/messages/counts.h"
#include "grading/steps/computed_on_host.h"
#include "grading/steps/modelled_gates.h"
#include "testing/facts.h"

namespace {

namespace messages = grader::messages;
using facts::MatchesPattern;
using grader::LabGrade;
using grader::Launch;
using grader::Message;
using grader::ObservedLaunch;
using grader::Status;
using grader::Step;

Launch launch(const std::string& kernel) {
    Launch result;
    result.kernel = kernel;
    result.symbol = "_Z" + kernel;
    return result;
}

/// Returns a grade whose counted run launched `tile`, and whose gates pass.
LabGrade counted_and_timed(const std::vector<Launch>& timed) {
    LabGrade grade;
    const Message sectors(messages::gate, {{"counter", "sectors_per_128_bytes"}, {"value", 4}});
    grade.steps = {{"technique", Status::pass, {messages::gates, {{"all", sectors}}}, {}, 20, 20},
                   {"fast", Status::pass, {}, {}, 30, 30}};
    grade.counters = {{"sectors_per_128_bytes", 4}};
    grade.counted = {launch("tile")};
    grade.speedup.emplace();
    grade.launches = timed;
    return grade;
}

/// Returns a call with 1000 bytes of input and 1000 of results, whose kernel stored @p bytes.
grader::CountedRun stored(double bytes) {
    grader::CountedRun run;
    run.observed.emplace_back();
    run.observed[0].counts["kernelsmith__bytes_distinct_mem_global_op_st.sum"] = bytes;
    run.of_call[grader::call_counter::copied_bytes] = 0;
    run.output_bytes = 1000;
    run.data_bytes = 2000;
    return run;
}

/// Returns the step after a comparison that must take its points back.
Step failed(LabGrade grade) {
    grader::compare_with_timed(grade, true);
    CHECK(grade.steps[0].status == Status::fail);
    CHECK(grade.steps[0].points == 0);
    CHECK(grade.steps[1].points == 30);
    return grade.steps[0];
}

/// Checks that the comparison changes nothing.
void kept(LabGrade grade) {
    const Step before = grade.steps[0];
    grader::compare_with_timed(grade, true);
    CHECK(grade.steps[0].status == before.status);
    CHECK(grade.steps[0].points == before.points);
    CHECK(grade.steps[0].message == before.message);
}

/// Returns why the results of @p run were not computed by its kernels; empty if they were.
Message why_of_others(const grader::Manifest& manifest, const grader::CountedRun& run) {
    return computed_on_host(manifest, run).value_or(Message());
}

} // namespace

TEST_CASE("the points for technique stay where the counted kernels are the timed ones", "[technique]") {
    kept(counted_and_timed({launch("tile")}));
    LabGrade untimed = counted_and_timed({launch("other")});
    untimed.speedup.reset();
    kept(untimed);
    // If nothing was counted, the step has failed and reports that.
    LabGrade uncounted = counted_and_timed({});
    uncounted.counters.clear();
    uncounted.evidence.launch_gap = {messages::no_launch_seen, {}};
    kept(uncounted);
}

TEST_CASE("a timed kernel that was never counted takes the points for technique", "[technique]") {
    const Step step = failed(counted_and_timed({launch("tile"), launch("other")}));
    CHECK(step.message == Message(messages::timed_run,
                                  {{"what", Message(messages::launched_uncounted, {{"kernel", "other"}})}}));
    CHECK_THAT(step.details.front(),
               MatchesPattern("counted gates=gates & gate counter=sectors_per_128_bytes"));
    CHECK(step.details.back().is(messages::same_kernels));
}

TEST_CASE("a timed instance of a counted template is the same kernel only on another GPU", "[technique]") {
    LabGrade grade = counted_and_timed({launch("4scanILi4EEvPf")});
    grade.counted = {launch("4scanILi28EEvPf")};
    CHECK(failed(grade).message.is(messages::timed_run));
    grader::compare_with_timed(grade, false);
    CHECK(grade.steps[0].points == 20);
    grade.launches = {launch("4copyILi28EEvPf")};
    grader::compare_with_timed(grade, false);
    CHECK(grade.steps[0].points == 0);
}

TEST_CASE("an incompletely logged timed run fails the step technique", "[technique]") {
    // The observed launches are those that were counted, or none.
    for (const std::vector<Launch>& observed : {std::vector<Launch>{launch("tile")}, std::vector<Launch>{}}) {
        LabGrade grade = counted_and_timed(observed);
        const Message too_many(messages::too_many_shapes, {{"most", 8192}});
        grade.evidence.launch_gap = {too_many, messages::share_shapes};
        const Step step = failed(grade);
        CHECK(step.message == Message(messages::timed_run, {{"what", too_many}}));
        CHECK(step.details.back().is(messages::share_shapes));
    }
}

TEST_CASE("results count as computed on the host if the kernels wrote too little", "[technique]") {
    const grader::Manifest manifest;
    CHECK_THAT(why_of_others(manifest, stored(980)),
               MatchesPattern("kernels_wrote_too_little written=980 needed=1000"));
    CHECK_FALSE(computed_on_host(manifest, stored(1000)));
    grader::CountedRun adds = stored(0);
    adds.observed[0].counts["kernelsmith__threads_mem_global_op_atomic.sum"] = 250;
    CHECK_FALSE(computed_on_host(manifest, adds));
}

TEST_CASE("kernel accesses to host memory count as copied bytes", "[technique]") {
    kernelsmith::Layout layout;
    layout.work.bytes = 8;
    ObservedLaunch launch;
    launch.counts = {{"kernelsmith__bytes_host_mem_global_op_ld.sum", 64},
                     {"kernelsmith__bytes_host_mem_global_op_st.sum", 32}};
    grader::CountedRun run;
    grader::add_call(run, layout, {launch, launch}, 5);
    CHECK(run.of_call.at(grader::call_counter::copied_bytes) == 5 + 2 * 96);
    CHECK(run.of_call.at(grader::call_counter::bytes) == 8);
    CHECK(run.observed.size() == 2);
}

TEST_CASE("the modelled call must not clearly miss a gate that the counted calls pass", "[technique]") {
    grader::Manifest manifest;
    grader::Gate& gate = manifest.gates.emplace_back();
    gate.counter = "bytes_in_flight";
    gate.min = 12000;
    LabGrade grade;
    grade.counters = {{"bytes_in_flight", 24000}};
    const auto modelled = [](double in_flight) {
        grader::CountedRun run;
        run.observed.emplace_back().counts = {{"kernelsmith__bytes_beyond_l1_mem_global_op_ld.sum",
                                               in_flight},
                                              {"kernelsmith__load_waits_of_sm.sum", 1}};
        return run;
    };
    const auto difference = [&](const grader::CountedRun& run, bool on_reference = true) {
        return modelled_call_difference(manifest, "student.cu", grade, run, on_reference);
    };
    CHECK_FALSE(difference(modelled(24000)));
    CHECK_FALSE(difference(modelled(9100)));
    const auto found = difference(modelled(8000));
    REQUIRE(found);
    CHECK_THAT(found->what, MatchesPattern("other_counts counter=bytes_in_flight shown=8000 "
                                           "bounds=\"at least 12000\" counted=24000"));
    CHECK(found->advice.is(messages::same_code));
    // One of the counted calls has as few, which is allowed for small shapes.
    grade.evidence.counters_by_call = {{{"bytes_in_flight", 40000}}, {{"bytes_in_flight", 8000}}};
    CHECK_FALSE(difference(modelled(8000)));
    CHECK(difference(modelled(5000)));
    // The counted calls run on the reference GPU, where an SM may hold more blocks.
    CHECK_FALSE(difference(modelled(5000), false));
    // A gate that failed anyway is not compared again.
    grade.counters["bytes_in_flight"] = 8000;
    CHECK_FALSE(difference(modelled(8000)));
}

TEST_CASE("executed code distinguishes blocks of one warp from larger blocks", "[technique]") {
    grader::ObservedLaunch launch;
    launch.grid = {1, 1, 1};
    launch.block = {32, 1, 1};
    launch.lines.push_back({"/folder/student.cu", 3, {}, {"st_shared"}});
    launch.lines.push_back({"/folder/student.cu", 4, {}, {}});
    const grader::ExecutedCode known = grader::executed_code({launch}, "student.cu");
    const auto beyond = [&] {
        return grader::lines_with_new_operations(grader::executed_code({launch}, "student.cu"), known);
    };
    CHECK(beyond().empty());
    launch.block = {64, 1, 1};
    CHECK(beyond() == std::vector<std::string>{"student.cu:3"});
    CHECK(grader::new_lines(grader::executed_code({launch}, "student.cu"), known).empty());
}

TEST_CASE("the modelled call may only run lines of the submission that a counted or checked call ran",
          "[technique]") {
    const auto running = [](const std::vector<std::size_t>& lines) {
        grader::CountedRun run;
        ObservedLaunch& launch = run.observed.emplace_back();
        for (const std::size_t line : lines)
            launch.lines.push_back({"/copy/student.cu", line, {}, {"ld_global", "st_global"}});
        launch.lines.push_back({"/copy/own.h", 3, {}, {}});
        launch.lines.push_back({"/usr/include/cuda/barrier", 99, {}, {}});
        return run;
    };
    LabGrade grade;
    grade.evidence.counted_code = grader::executed_code(running({10}).observed, "mallory/student.cu");
    CHECK(grade.evidence.counted_code ==
          grader::ExecutedCode{{"own.h:3", {}}, {"student.cu:10", {"ld_global", "st_global"}}});
    grade.evidence.checked_code = {{"student.cu:12", {}}};
    CHECK_FALSE(modelled_call_difference({}, "mallory/student.cu", grade, running({10, 12}), true));
    const auto difference =
        modelled_call_difference({}, "mallory/student.cu", grade, running({10, 11, 12}), true);
    REQUIRE(difference);
    CHECK_THAT(difference->what, MatchesPattern("ran_uncounted_line line=student.cu:11"));
    CHECK(difference->advice.is(messages::same_code));
}

TEST_CASE("an operation on a partly executed line counts as new code", "[technique]") {
    const grader::ExecutedCode small = {{"student.cu:9", {}}, {"student.cu:10", {"st_global"}}};
    grader::ExecutedCode large = small;
    CHECK(grader::lines_with_new_operations(large, small).empty());
    large["student.cu:9"].insert("st_global"); // if (large) last = i;
    CHECK(grader::lines_with_new_operations(large, small) == std::vector<std::string>{"student.cu:9"});
    CHECK(grader::new_lines(large, small).empty());
}

TEST_CASE("a tenth of the data may be copied between host and device if no gate bounds it", "[technique]") {
    grader::CountedRun run = stored(1000);
    run.of_call[grader::call_counter::copied_bytes] = 200;
    CHECK_FALSE(computed_on_host({}, run));
    run.of_call[grader::call_counter::copied_bytes] = 201;
    CHECK_THAT(why_of_others({}, run), MatchesPattern("too_much_copied copied=201 data=2000"));
    grader::Manifest manifest;
    manifest.gates.emplace_back().counter = "occupancy";
    CHECK(computed_on_host(manifest, run));
    manifest.gates.emplace_back().counter = "copied_bytes_per_item";
    CHECK_FALSE(computed_on_host(manifest, run));
}
