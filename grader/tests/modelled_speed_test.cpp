// The step `fast` where no clock is: modelled times, a band around their ratio, a threshold. Builds of the fixture course
// tell what a simulator would have said of their times.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "clockless.h"
#include "flaws.h"
#include "grade/grade_lab.h"
#include "grade/modelled_part.h"
#include "grade/modelled_speed.h"
#include "grade/technique_step.h"
#include "harness.h"
#include "report/json.h"
#include "simulated.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using grader::LabGrade;
using grader::ModelledTime;
using grader::Status;
using grader::Step;
using grader::TimeModel;

const TimeModel abacus = {"abacus", 4, 0.25, ""};

constexpr const char* with_model = "\n[modelled]\nparts = 2\nsizes = { n = 524288 }\n";

/// A build that a simulator would have said to take @p ms.
std::string takes(double ms) { return simulated::solution("", simulated::modelled(ms).dump()); }

/// The grade of @p source, where the baseline takes 12 ms and the lab's manifest ends with @p more.
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
    return grader::grade_lab(bench::Modelling(times), course.lab("01_scale"), request);
}

const Step& fast(const LabGrade& grade) {
    const Step* step = grade.find("fast");
    REQUIRE(step != nullptr);
    return *step;
}

} // namespace

// The thresholds of the fixture lab: known 2, to pass 3, for all points 8.

TEST_CASE("a modelled speedup above the band's width passes, with the points of its middle", "[modelled]") {
    const LabGrade grade = graded("passes", takes(3));
    INFO(grader::to_json(grade).dump(1));
    CHECK(fast(grade).status == Status::pass);
    CHECK(fast(grade).message == "4.00 times the baseline, modelled for abacus; 3 times are needed");
    REQUIRE(grade.speedup);
    CHECK(grade.speedup->modelled == "abacus");
    CHECK_THAT(grade.speedup->ratio, WithinRel(4.0));
    CHECK_THAT(grade.speedup->low, WithinRel(3.2));
    CHECK_THAT(grade.speedup->high, WithinRel(5.0));
    CHECK(grade.speedup->rounds.empty());
    // Halfway on the logarithmic ramp from 2 to 8.
    CHECK_THAT(fast(grade).points, WithinAbs(15, 1e-6));
    CHECK(grade.max_score == 70);
    CHECK(grader::to_json(grade).at("speedup").at("modelled") == "abacus");
}

TEST_CASE("what limits the longest launch stands with the step", "[modelled]") {
    const LabGrade grade = graded("limiter", takes(3));
    REQUIRE(fast(grade).details.size() >= 1);
    CHECK(fast(grade).details.front() ==
          "The model says that scale_all is limited by DRAM, which is busy for 95 % of its time.");
}

TEST_CASE("a modelled speedup below the band fails", "[modelled]") {
    const LabGrade grade = graded("fails", takes(6));
    CHECK(fast(grade).status == Status::fail);
    CHECK(fast(grade).message == "2.00 times the baseline, modelled for abacus; 3 times are needed");
    CHECK(fast(grade).points == 0);
    CHECK(grade.verdict == grader::Verdict::fail);
}

TEST_CASE("a threshold within the band is not measured, and the rest counts in full", "[modelled]") {
    for (const double ms : {4.5, 3.5}) { // on either side of the threshold
        const LabGrade grade = graded("close", takes(ms));
        INFO(grader::to_json(grade).dump(1));
        CHECK(fast(grade).status == Status::not_measured);
        CHECK_THAT(fast(grade).message, ContainsSubstring("too close for a model: ") &&
                                            ContainsSubstring(", modelled for abacus; it may be ") &&
                                            ContainsSubstring("3 times are needed"));
        CHECK(grade.speedup);
        CHECK(grade.score == 40);
        CHECK(grade.max_score == 40);
        CHECK(grade.verdict == grader::Verdict::pass);
    }
    CHECK_THAT(fast(graded("close", takes(4.5))).message,
               ContainsSubstring("2.67 times the baseline") && ContainsSubstring("2.13 to 3.33 times"));
}

TEST_CASE("two modelled grades are the same", "[modelled]") {
    const auto once = [] {
        nlohmann::json grade = grader::to_json(graded("twice", takes(3)));
        grade.erase("seconds");
        return grade;
    };
    CHECK(once() == once());
}

TEST_CASE("without a model, or a size for it, speed is not measured, and why is said", "[modelled]") {
    const auto why = [](const LabGrade& grade) {
        CHECK(fast(grade).status == Status::not_measured);
        CHECK_FALSE(grade.speedup);
        CHECK(grade.score == 40);
        CHECK(grade.max_score == 40);
        return fast(grade).message;
    };
    CHECK(why(graded("no-times", takes(3), {"sundial", 0, 0, "there are no times of the sundial"})) ==
          "there are no times of the sundial");
    CHECK_THAT(why(graded("no-size", takes(3), abacus, "")), ContainsSubstring("[modelled] in lab.toml"));
    CHECK(why(graded("not-asked", takes(3), abacus, with_model, false)) == "the clock has stopped");
    CHECK_THAT(why(graded("no-kernel", simulated::solution("", simulated::nothing().dump()))),
               ContainsSubstring("this build launched no kernel at the modelled size"));
}

TEST_CASE("a build that goes wrong at the modelled size fails", "[modelled]") {
    const std::string there = "if (args.n == 524288) ";
    const std::string told = simulated::modelled(3).dump();
    const LabGrade thrown = graded("throws", simulated::solution("", told, 1, there + "throw 1;"));
    CHECK(fast(thrown).status == Status::fail);
    CHECK_THAT(fast(thrown).message, ContainsSubstring("did not come to its end"));
    const LabGrade silent = graded("no-report", simulated::solution("", ""));
    CHECK(fast(silent).status == Status::fail);
    CHECK_THAT(fast(silent).message, ContainsSubstring("it left no report"));
    const LabGrade wrong =
        graded("wrong", simulated::solution("", told, 1,
                                            there + "{ tell(\"\", R\"json(" + told + ")json\"); return; }"));
    CHECK(fast(wrong).status == Status::fail);
    CHECK_THAT(fast(wrong).message,
               ContainsSubstring("the result of this build is wrong at the modelled size"));
}

TEST_CASE("the part of a GPU is the nearest that its SMs can be shared out in", "[modelled]") {
    const fs::path root = harness::copy_of_course("modelled-parts");
    const fs::path manifest = root / "labs/01_scale/lab.toml";
    harness::write(manifest, harness::read(manifest) + with_model);
    const grader::Course course(root, FIXTURE_MODULES);
    const grader::Lab& lab = course.lab("01_scale");
    CHECK(grader::modelled_run(abacus, lab, 1).parts == 2);
    CHECK_THAT(grader::modelled_run(abacus, lab, 1).memory_parts, WithinRel(2.0));
    CHECK_THAT(grader::whole_per_part(abacus, lab), WithinRel(1.0));
    const TimeModel odd = {"odd", 9, 0.25, ""};
    CHECK(grader::modelled_run(odd, lab, 1).parts == 3);
    CHECK_THAT(grader::whole_per_part(odd, lab), WithinRel(2.0 / 3));
}

TEST_CASE("a modelled call that launches what was never counted fails technique", "[modelled]") {
    LabGrade grade;
    grade.steps = {{"technique", Status::pass, "all gates are kept", {}, 20, 20},
                   {"fast", Status::pass, "", {}, 30, 30}};
    grade.speedup.emplace().modelled = "abacus";
    grade.counters = {{"occupancy", 1}};
    grade.counted = {{"k", {1, 1, 1}, {32, 1, 1}}};
    grade.launches = {{"decoy", {1, 1, 1}, {32, 1, 1}}};
    grade.counted.front().symbol = "k";
    grade.launches.front().symbol = "decoy";
    grader::compare_with_timed(grade);
    CHECK(grade.steps.front().status == Status::fail);
    CHECK(grade.steps.front().message == "the modelled run launched decoy, which was never counted");
}
