// The step `fast` without timing: modelled times, an error range of their ratio, a threshold. Builds of the
// fixture course write fake simulator reports with times.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "flaws.h"
#include "grading/messages/clean.h"
#include "grading/messages/counts.h"
#include "grading/messages/device.h"
#include "grading/messages/runs.h"
#include "grading/messages/speed.h"
#include "grading/model/modelled_part.h"
#include "grading/report/grade/json.h"
#include "grading/steps/grade_lab.h"
#include "grading/steps/modelled_speed.h"
#include "grading/steps/technique_step.h"
#include "testing/clockless_backend.h"
#include "testing/facts.h"
#include "testing/harness.h"
#include "testing/simulated.h"

namespace {

namespace fs = std::filesystem;
namespace messages = grader::messages;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using grader::LabGrade;
using grader::Message;
using grader::ModelledTime;
using grader::Status;
using grader::Step;
using grader::TimeModel;

const TimeModel abacus = {"abacus", 4, 0.25, {}};

constexpr const char* with_model = "\n[modelled]\nparts = 2\nsizes = { n = 524288 }\n";

/// Returns a build whose fake report has a modelled time of @p ms.
std::string takes(double ms) { return simulated::solution("", simulated::modelled(ms).dump()); }

/// Grades @p source, with a baseline that takes 12 ms and a manifest that ends with @p more.
LabGrade graded(const std::string& name, const std::string& source, const TimeModel& times = abacus,
                const std::string& more = with_model, bool may_model = true) {
    const fs::path root = harness::copy_of_course("modelled-" + name);
    const fs::path manifest = root / "labs/01_scale/lab.toml";
    harness::write(manifest, harness::read(manifest) + more);
    harness::write(root / "labs/01_scale/baseline.cu", takes(12));
    const fs::path file = root / "labs/01_scale/student.cu";
    harness::write(file, source);
    const grader::Course course(root, FIXTURE_MODULES);
    grader::GradeRequest request;
    request.source = file;
    request.seed = 1;
    request.may_model = may_model;
    return grader::grade_lab(bench::ModellingBackend(times), course.lab("01_scale"), request);
}

/// A backend with modelled times that records the limit of each call.
class LimitsNoted final : public bench::ClocklessBackend {
public:
    [[nodiscard]] TimeModel time_model() const override { return abacus; }
    [[nodiscard]] grader::RunnerCommand instrumented(const grader::InstrumentedRunSpec& run,
                                                     const fs::path& report) const override {
        // A caller that only needs the command passes a relative path.
        if (report.is_absolute()) limits.push_back(run.instruction_limit);
        return ClocklessBackend::instrumented(run, report);
    }
    mutable std::vector<std::uint64_t> limits; ///< instruction limit of each call
};

/// Returns the fixture lab whose baseline takes 12 ms and executes 4 instructions. A call has a time limit of
/// 0.05 s, and a modelled call one of ten times the simulator's limit for that.
grader::Lab impatient_lab(const grader::Course& course) {
    grader::Lab lab = course.lab("01_scale");
    lab.manifest.limits.wall_s = 0.05;
    return lab;
}

fs::path course_with_model(const std::string& name) {
    const fs::path root = harness::copy_of_course("modelled-" + name);
    const fs::path manifest = root / "labs/01_scale/lab.toml";
    harness::write(manifest, harness::read(manifest) + with_model);
    // A build is cached only if all its inputs belong to the machine or the course.
    const std::string stand_in = FIXTURE_STUDENTS "/../stand_in.h";
    std::string source = takes(12);
    source.replace(source.find(stand_in), stand_in.size(), "stand_in.h");
    harness::write(root / "labs/01_scale/stand_in.h", harness::read(stand_in));
    harness::write(root / "labs/01_scale/baseline.cu", source);
    return root;
}

/// Models a build that sleeps for @p seconds.
grader::ModelledBuild modelled_sleep(const std::string& name, int seconds) {
    const fs::path root = course_with_model(name);
    const grader::Course course(root, FIXTURE_MODULES);
    const grader::Lab lab = impatient_lab(course);
    const fs::path file = root / "labs/01_scale/student.cu";
    harness::write(file, "#include <thread>\n" +
                             simulated::solution("", simulated::modelled(3).dump(), 1,
                                                 "std::this_thread::sleep_for(std::chrono::seconds(" +
                                                     std::to_string(seconds) + "));"));
    const bench::ModellingBackend backend(abacus);
    const grader::CompileResult build = grader::compile(backend.compile_job(file, lab, {}));
    REQUIRE(build.ok);
    const grader::ModelledBaseline modelled(backend, lab);
    return grader::model_build(backend, grader::build_of(lab, build.object), modelled,
                               lab.manifest.speed.recorded_for("abacus"));
}

const Step& fast(const LabGrade& grade) {
    const Step* step = grade.find("fast");
    REQUIRE(step != nullptr);
    return *step;
}

/// Reports whether @p message is of @p kind, about @p ratio of the required 3, modelled for the abacus.
bool tells_speed(const Message& message, grader::MessageKind kind, double ratio) {
    return message.is(kind) && std::abs(message.number("ratio") - ratio) < 1e-9 &&
           message.number("needed") == 3 && message.text("model") == "abacus";
}

/// Returns a model without times of its device.
TimeModel sundial() { return {"sundial", 0, 0, {messages::no_time_model, {{"device", "sundial"}}}}; }

} // namespace

// Thresholds of the fixture lab: known 2, pass 3, full 8.

TEST_CASE("a modelled speedup whose band is above the threshold passes with the points of its middle",
          "[modelled]") {
    const LabGrade grade = graded("passes", takes(3));
    INFO(grader::to_json(grade).dump(1));
    CHECK(fast(grade).status == Status::pass);
    CHECK(tells_speed(fast(grade).message, messages::speedup, 4));
    REQUIRE(grade.speedup);
    CHECK(grade.speedup->modelled == "abacus");
    CHECK_THAT(grade.speedup->ratio, WithinRel(4.0));
    CHECK_THAT(grade.speedup->low, WithinRel(3.2));
    CHECK_THAT(grade.speedup->high, WithinRel(5.0));
    CHECK(grade.speedup->rounds.empty());
    // The middle of the logarithmic ramp from 2 to 8.
    CHECK_THAT(fast(grade).points, WithinAbs(15, 1e-6));
    CHECK(grade.max_score == 70);
    CHECK(grader::to_json(grade).at("speedup").at("modelled") == "abacus");
}

TEST_CASE("the step reports the limiter of the longest launch", "[modelled]") {
    const LabGrade grade = graded("limiter", takes(3));
    REQUIRE(fast(grade).details.size() >= 1);
    const Message& limit = fast(grade).details.front();
    CHECK(limit.is(messages::time_limit));
    CHECK(limit.text("kernel") == "scale_all");
    CHECK(limit.message("parts").is(messages::part_share));
    CHECK(limit.message("parts").text("part") == "dram");
    CHECK_THAT(limit.message("parts").number("share"), WithinAbs(0.95, 0.005));
}

TEST_CASE("a modelled speedup below the band fails", "[modelled]") {
    const LabGrade grade = graded("fails", takes(6));
    CHECK(fast(grade).status == Status::fail);
    CHECK(tells_speed(fast(grade).message, messages::speedup, 2));
    CHECK(fast(grade).points == 0);
    CHECK(grade.verdict == grader::Verdict::fail);
}

TEST_CASE("a threshold within the band is too close, with the points of its middle", "[modelled]") {
    for (const double ms : {4.5, 3.5}) { // on either side of the threshold
        const LabGrade grade = graded("close", takes(ms));
        INFO(grader::to_json(grade).dump(1));
        CHECK(fast(grade).status == Status::too_close);
        CHECK(tells_speed(fast(grade).message, messages::modelled_too_close, 12 / ms));
        REQUIRE(grade.speedup);
        CHECK_THAT(fast(grade).points, WithinAbs(30 * std::log(12 / ms / 2) / std::log(8.0 / 2), 1e-6));
        CHECK_THAT(grade.score, WithinAbs(40 + fast(grade).points, 1e-6));
        CHECK(grade.max_score == 70);
        CHECK_FALSE(grade.incomplete);
        CHECK(grade.verdict == grader::Verdict::pass);
    }
    const Message close = fast(graded("close", takes(4.5))).message;
    CHECK_THAT(close.number("ratio"), WithinAbs(2.67, 0.005));
    CHECK_THAT(close.number("low"), WithinAbs(2.13, 0.005));
    CHECK_THAT(close.number("high"), WithinAbs(3.33, 0.005));
}

TEST_CASE("no lab gives a slower program more points than a faster one inside or outside the band",
          "[modelled]") {
    const grader::Course course(KERNELSMITH_SOURCE_DIR, FIXTURE_MODULES);
    std::size_t tried = 0;
    for (const grader::Lab& lab : course.labs())
        for (const auto& [gpu, threshold] : lab.manifest.speed.thresholds)
            for (const double prediction : {0.0, 0.2}) {
                INFO(lab.id << " on " << gpu);
                const double band = (1 + std::max(0.3, lab.manifest.modelled.error)) * (1 + prediction);
                double before = 0;
                for (double ratio = threshold.known / band; ratio < threshold.full * band; ratio *= 1.002) {
                    grader::Speedup speedup;
                    speedup.modelled = gpu;
                    speedup.ratio = ratio;
                    speedup.low = ratio / band;
                    speedup.high = ratio * band;
                    speedup.threshold = threshold.pass;
                    speedup.full = threshold.full;
                    speedup.known = threshold.known;
                    speedup.in_use = {grader::ThresholdSource::predicted, gpu, threshold, 0, prediction};
                    speedup.where =
                        grader::compare_to_threshold({ratio, speedup.low, speedup.high}, threshold.pass);
                    Step step{"fast", Status::waits, {}, {}, 0, lab.manifest.max_points("fast")};
                    grader::judge_model(step, speedup);
                    REQUIRE(step.status != Status::not_measured);
                    REQUIRE(step.points >= before);
                    before = step.points;
                    ++tried;
                }
                CHECK(before == lab.manifest.max_points("fast"));
            }
    CHECK(tried > 1000);
}

TEST_CASE("grading with modelled times is deterministic", "[modelled]") {
    const auto once = [] {
        nlohmann::json grade = grader::to_json(graded("twice", takes(3)));
        grade.erase("seconds");
        return grade;
    };
    CHECK(once() == once());
}

TEST_CASE("without a model or a size for it speed is not measured and the reason is reported", "[modelled]") {
    const auto why = [](const LabGrade& grade) {
        CHECK(fast(grade).status == Status::not_measured);
        CHECK_FALSE(grade.speedup);
        CHECK(grade.score == 40);
        CHECK(grade.max_score == 70);
        CHECK(grade.incomplete);
        CHECK(grade.verdict == grader::Verdict::not_graded);
        return fast(grade).message;
    };
    CHECK(why(graded("no-times", takes(3), sundial())) == sundial().why_none);
    CHECK(why(graded("no-size", takes(3), abacus, "")).is(messages::no_modelled_size));
    CHECK(why(graded("not-asked", takes(3), abacus, with_model, false)) ==
          bench::ClocklessBackend().why_untimed());
}

TEST_CASE("a build without a time fails where the baseline has one", "[modelled]") {
    const LabGrade silent = graded("no-kernel", simulated::solution("", simulated::nothing().dump()));
    CHECK(fast(silent).status == Status::fail);
    CHECK(fast(silent).message ==
          Message(messages::no_modelled_launch, {{"program", Message(messages::this_build)}}));
    CHECK_FALSE(silent.incomplete);
}

TEST_CASE("a build with operations unknown to the model has no time", "[modelled]") {
    nlohmann::json told = simulated::modelled(3);
    told["launches"][0]["counters"]["kernelsmith__inst_executed_pipe_tex.sum"] = 8;
    const LabGrade grade = graded("textures", simulated::solution("", told.dump()));
    CHECK(fast(grade).status == Status::fail);
    CHECK(fast(grade).message.is(messages::reads_textures));
    CHECK(fast(grade).message.text("kernel") == "scale_all");
    CHECK(fast(grade).message.message("program").is(messages::this_build));
    CHECK_FALSE(grade.incomplete);
}

TEST_CASE("the grade of a wrong build is complete where speed cannot be measured", "[modelled]") {
    const LabGrade wrong =
        graded("wrong-untimed", "#include \"lab.h\"\nextern \"C\" void scale(const ScaleArgs&) {}\n",
               sundial());
    CHECK(fast(wrong).status == Status::waits);
    CHECK_FALSE(wrong.incomplete);
    CHECK(wrong.verdict == grader::Verdict::fail);
}

TEST_CASE("a build that goes wrong at the modelled size fails", "[modelled]") {
    const std::string there = "if (args.n == 524288) ";
    const std::string told = simulated::modelled(3).dump();
    const LabGrade thrown = graded("throws", simulated::solution("", told, 1, there + "throw 1;"));
    CHECK(fast(thrown).status == Status::fail);
    CHECK(fast(thrown).message.is(messages::modelled_call_did_not_end));
    CHECK(fast(thrown).message.has(messages::exception));
    const LabGrade silent = graded("no-report", simulated::solution("", ""));
    CHECK(fast(silent).status == Status::fail);
    CHECK(fast(silent).message.is(messages::modelled_call_did_not_end));
    CHECK(fast(silent).message.message("why").is(messages::no_report));
    const LabGrade wrong =
        graded("wrong", simulated::solution("", told, 1,
                                            there + "{ tell(\"\", R\"json(" + told + ")json\"); return; }"));
    CHECK(fast(wrong).status == Status::fail);
    CHECK(fast(wrong).message.is(messages::wrong_when_modelled));
    CHECK(fast(wrong).message.message("program").is(messages::this_build));
}

TEST_CASE("a build that executes too many times the baseline's instructions fails", "[modelled]") {
    nlohmann::json stopped = simulated::nothing();
    stopped["instruction_limit_exceeded"] = true;
    const LabGrade grade = graded("too-much", simulated::solution("", stopped.dump()));
    CHECK(fast(grade).status == Status::fail);
    CHECK(fast(grade).message == Message(messages::too_many_instructions, {{"times", 8}}));
    CHECK(grade.verdict == grader::Verdict::fail);
    CHECK_FALSE(grade.speedup);
}

TEST_CASE("the instruction limit of a build is a multiple of the baseline's instructions", "[modelled]") {
    const fs::path root = course_with_model("limited");
    const grader::Course course(root, FIXTURE_MODULES);
    const grader::Lab& lab = course.lab("01_scale");
    const LimitsNoted backend;
    const grader::CompileResult built = grader::compile(backend.compile_job(lab.baseline(), lab, {}));
    REQUIRE(built.ok);
    fs::remove(built.object.parent_path() / "modelled"); // left by an earlier run of this test
    const grader::ModelledBaseline baseline(backend, lab);
    for (int times = 0; times < 2; ++times)
        CHECK(grader::model_build(backend, grader::build_of(lab, built.object), baseline,
                                  lab.manifest.speed.recorded_for("abacus"))
                  .speedup);
    CHECK(backend.limits == std::vector<std::uint64_t>{0, 32, 32});
    // Another grader finds the cached time of the baseline.
    const grader::ModelledBaseline again(backend, lab);
    CHECK(again.time().ms == baseline.time().ms);
    CHECK(backend.limits.size() == 3);
    // It does not if the lab uses another case.
    grader::Lab other = course.lab("01_scale");
    other.manifest.modelled.rounds = 2;
    CHECK(grader::ModelledBaseline(backend, other).time().ms > baseline.time().ms);
    CHECK(backend.limits.size() == 4);
}

TEST_CASE("the real time of a modelled call does not change its speedup", "[modelled]") {
    // Longer than the lab's limit of a call, and longer than the simulator's limit for that.
    const grader::ModelledBuild slow = modelled_sleep("slow", 1);
    CAPTURE(slow.failure);
    REQUIRE(slow.speedup);
    CHECK_THAT(slow.speedup->ratio, WithinRel(4.0));
}

TEST_CASE("a modelled call that waits and executes nothing ends at its time limit", "[modelled]") {
    const grader::ModelledBuild waiting = modelled_sleep("waits", 1000);
    CHECK(waiting.at_fault);
    CHECK(waiting.failure.has(messages::timed_out));
}

TEST_CASE("the modelled case names its case and its call", "[modelled]") {
    const fs::path root = course_with_model("case");
    const grader::Course course(root, FIXTURE_MODULES);
    grader::Lab lab = course.lab("01_scale");
    const bench::ModellingBackend backend(abacus);
    CHECK(grader::modelled_case(backend, lab) ==
          "a million, from a call on one of 2 equal parts of the GPU with n 524288");
    lab.manifest.modelled.parts = 1;
    CHECK(grader::modelled_case(backend, lab) == "a million, from a call with n 524288");
    lab.manifest.modelled.sizes = lab.manifest.timed.front();
    CHECK(grader::modelled_case(backend, lab) == "a million");
}

TEST_CASE("a part of a GPU has an integer number of SMs", "[modelled]") {
    const fs::path root = harness::copy_of_course("modelled-parts");
    const fs::path manifest = root / "labs/01_scale/lab.toml";
    harness::write(manifest, harness::read(manifest) + with_model);
    const grader::Course course(root, FIXTURE_MODULES);
    const grader::Lab& lab = course.lab("01_scale");
    CHECK(grader::modelled_run(abacus, lab, 1).parts == 2);
    CHECK_THAT(grader::modelled_run(abacus, lab, 1).memory_parts, WithinRel(2.0));
    CHECK_THAT(grader::whole_per_part(abacus, lab), WithinRel(1.0));
    const TimeModel odd = {"odd", 9, 0.25, {}};
    CHECK_THAT(grader::modelled_run(odd, lab, 1).parts, WithinRel(9.0 / 5));
    CHECK_THAT(grader::whole_per_part(odd, lab), WithinRel(10.0 / 9));
    CHECK(grader::modelled_case(bench::ModellingBackend(odd), lab) ==
          "a million, from a call on 5 of the GPU's 9 SMs with n 524288");
}

TEST_CASE("a modelled call that launches an uncounted kernel fails the step technique", "[modelled]") {
    LabGrade grade;
    grade.steps = {{"technique", Status::pass, messages::gates, {}, 20, 20},
                   {"fast", Status::pass, {}, {}, 30, 30}};
    grade.speedup.emplace().modelled = "abacus";
    grade.counters = {{"occupancy", 1}};
    grade.counted = {{"k", {1, 1, 1}, {32, 1, 1}}};
    grade.launches = {{"decoy", {1, 1, 1}, {32, 1, 1}}};
    grade.counted.front().symbol = "k";
    grade.launches.front().symbol = "decoy";
    grader::compare_with_timed(grade, true);
    CHECK(grade.steps.front().status == Status::fail);
    const Message uncounted(messages::launched_uncounted, {{"kernel", "decoy"}});
    CHECK(grade.steps.front().message == Message(messages::modelled_run, {{"what", uncounted}}));
    CHECK(facts::has(grade.steps.front().details, messages::counted));
    CHECK(facts::has(grade.steps.front().details, messages::same_kernels));
}
