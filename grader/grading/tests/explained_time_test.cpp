// The modelled time of a source, for programs: its time, the lab's own programs, and the bytes and operations
// of these.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <nlohmann/json.hpp>

#include "grading/messages/builds.h"
#include "grading/messages/device.h"
#include "grading/messages/speed.h"
#include "grading/model/call_totals.h"
#include "grading/report/explain/explanation.h"
#include "grading/report/explain/time_document.h"
#include "grading/steps/explained_time.h"
#include "testing/clockless_backend.h"
#include "testing/facts.h"
#include "testing/harness.h"
#include "testing/schema_check.h"
#include "testing/simulated.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;
using facts::MatchesPattern;
using grader::ExplainedTime;
using grader::ModelledCall;
using grader::ObservedLaunch;
using grader::TimeModel;
using nlohmann::json;

const TimeModel sundial = {"sundial", 4, 0.25, {}, 128, 2.0, 512};

/// Returns a build with a simulator report in which it takes @p ms, and has a suggestion in line 9.
std::string explained_build(double ms) {
    json report = simulated::modelled(ms);
    report["launches"].front()["time"]["suggestions"] = {
        {{"file", "/course/labs/01_scale/student.cu"}, {"line", 9}, {"what", "sectors"}, {"ms", ms / 2}}};
    return simulated::solution("", report.dump());
}

/// Returns a course with a modelled lab, whose baseline takes 12 ms, its student's file 3 ms and its solution
/// 2 ms.
fs::path timed_course(const std::string& name) {
    const fs::path root = harness::copy_of_course("explained-" + name);
    const fs::path manifest = root / "labs/01_scale/lab.toml";
    harness::write(manifest, harness::read(manifest) + "\n[modelled]\nparts = 2\nsizes = { n = 524288 }\n");
    harness::write(root / "labs/01_scale/baseline.cu", explained_build(12));
    harness::write(root / "labs/01_scale/student.cu", explained_build(3));
    harness::write(root / "solutions/01_scale/student.cu", explained_build(2));
    return root;
}

/// Returns the times for the student's file of @p root's first lab.
ExplainedTime time_in(const fs::path& root,
                      grader::ComparedPrograms compared = grader::ComparedPrograms::own_programs,
                      const TimeModel& times = sundial) {
    const grader::Course course(root, FIXTURE_MODULES);
    const grader::Lab& lab = course.lab("01_scale");
    const bench::ModellingBackend backend(times);
    const grader::CompileResult build = grader::compile(backend.compile_job(lab.student(), lab, {}));
    REQUIRE(build.ok);
    return grader::explain_time(backend, grader::build_of(lab, build.object), compared);
}

/// Returns a launch that takes @p ms and has the counters @p counts.
ObservedLaunch counted_launch(double ms, grader::Counts counts) {
    ObservedLaunch launch;
    launch.kernel = launch.symbol = "k";
    launch.counts = std::move(counts);
    launch.time = grader::ModelledTime{ms, "dram", {{"dram", ms / 2}, {"launch", 1.0}, {"l2", 0}}};
    return launch;
}

} // namespace

TEST_CASE("the explanation document has the modelled times of the source and the lab's programs",
          "[explain][slow]") {
    const ExplainedTime explained = time_in(timed_course("all"));
    CHECK_THAT(grader::limiter_of(*explained.program.call).parts,
               MatchesPattern("time_limit kernel=scale_all & part_share part=dram share=0.95"));
    const json time = grader::to_json(explained);
    INFO(time.dump(1));
    CHECK(time["device"] == "sundial");
    CHECK(time["why_none"] == "");
    CHECK_THAT(time["case"].get<std::string>(),
               ContainsSubstring("a million, from a call on one of 2 equal parts of the GPU"));
    CHECK(time["call"]["ms"] == 3);
    CHECK(time["call"]["limiter"] == "dram");
    REQUIRE(time["call"]["terms"].size() == 3);
    CHECK(time["call"]["terms"][0]["name"] == "dram");
    CHECK(time["call"]["terms"][0]["text"] == "DRAM");
    CHECK_THAT(time["call"]["terms"][0]["ms"].get<double>(), WithinRel(2.85));
    CHECK_THAT(time["call"]["terms"][0]["share"].get<double>(), WithinRel(0.95));
    REQUIRE(time["suggestions"].size() == 1);
    CHECK(time["suggestions"][0]["file"] == "student.cu");
    CHECK(time["suggestions"][0]["line"] == 9);
    CHECK(time["suggestions"][0]["what"] == "sectors");
    CHECK(time["suggestions"][0]["text"] ==
          "let neighbouring threads access neighbouring addresses (coalescing)");
    CHECK_THAT(time["suggestions"][0]["times_faster"].get<double>(), WithinRel(2.0));
    CHECK(time["roofs"] == json{{"dram_gb_s", 512.0},
                                {"multiprocessors", 4},
                                {"lanes", 128},
                                {"clock_ghz", 2.0},
                                {"operations_g_s", 1024.0}});
    REQUIRE(time["reference_programs"].size() == 2);
    CHECK(time["reference_programs"][0]["name"] == "baseline");
    CHECK(time["reference_programs"][0]["call"]["ms"] == 12);
    CHECK(time["reference_programs"][1]["name"] == "solution");
    CHECK(time["reference_programs"][1]["call"]["ms"] == 2);
}

TEST_CASE("without solutions only the baseline is compared and a console compares no program",
          "[explain][slow]") {
    const fs::path root = timed_course("handed-out");
    CHECK(time_in(root, grader::ComparedPrograms::none).compared.empty());
    fs::remove_all(root / "solutions");
    const json time = grader::to_json(time_in(root));
    REQUIRE(time["reference_programs"].size() == 1);
    CHECK(time["reference_programs"][0]["name"] == "baseline");
}

TEST_CASE("an unknown time is replaced by its reason", "[explain][slow]") {
    const fs::path root = timed_course("unknown");
    TimeModel none;
    none.why_none = {grader::messages::no_time_model, {{"device", "sundial"}}};
    const ExplainedTime unknown = time_in(root, grader::ComparedPrograms::own_programs, none);
    CHECK(unknown.program.why_none == none.why_none);
    const json without = grader::to_json(unknown);
    for (const char* key : {"call", "roofs"}) CHECK(without[key].is_null());
    for (const char* key : {"suggestions", "reference_programs"}) CHECK(without[key].empty());

    harness::write(root / "labs/01_scale/student.cu", simulated::solution("", simulated::nothing().dump()));
    harness::write(root / "solutions/01_scale/student.cu", "int broken(");
    const ExplainedTime broken = time_in(root);
    CHECK(broken.program.why_none.is(grader::messages::no_modelled_kernel));
    REQUIRE(broken.compared.size() == 2);
    CHECK(broken.compared[1].why_none.is(grader::messages::did_not_compile));
    const json silent = grader::to_json(broken);
    CHECK(silent["call"].is_null());
    CHECK(silent["suggestions"].empty());
    CHECK(silent["reference_programs"][0]["call"]["ms"] == 12);
    CHECK(silent["reference_programs"][1]["call"].is_null());
}

TEST_CASE("the explanation has sentences for the limiter of a time and for a missing time",
          "[explain][sentences]") {
    ModelledCall call;
    call.time.ms = 2;
    call.rounds.assign(1, {.work = 1, .launches = 1});
    call.launches = {counted_launch(2, {})};
    call.launches.front().time = grader::ModelledTime{2, "dram", {{"dram", 1.9}}};
    ExplainedTime time{sundial};
    time.program = {"", {}, call};
    time.compared = {{"baseline", grader::messages::no_modelled_kernel, {}},
                     {"solution", grader::messages::did_not_compile, {}}};
    const json document = grader::to_json(time);
    CHECK(document["why_none"] == "");
    CHECK(document["call"]["limited_by"] ==
          "The model says that k is limited by DRAM, which is busy for 95 % of its time.");
    CHECK(document["reference_programs"][0]["why_none"] ==
          "it launches no kernel at the modelled size whose time can be modelled");
    CHECK(document["reference_programs"][1]["why_none"] == "it does not compile");
    time.program.why_none = grader::verbatim("there are no times of the sundial");
    CHECK(grader::to_json(time)["why_none"] == "there are no times of the sundial");
}

TEST_CASE("a document with times matches its schema", "[explain][slow]") {
    if (!can_check_schemas()) SKIP("valijson is not installed; type: scripts/setup tests");
    const fs::path root = timed_course("schema");
    const grader::Course course(root, FIXTURE_MODULES);
    const ExplainedTime time = time_in(root);
    const grader::CountedRun run;
    const json document = grader::to_json(
        grader::Explanation{course.lab("01_scale"), root / "labs/01_scale/student.cu", run, time});
    const json schema =
        json::parse(harness::read(fs::path(KERNELSMITH_SOURCE_DIR) / "docs/explain.schema.json"));
    CHECK(schema_violations(schema, document).empty());
    json broken = document;
    broken["time"]["call"].erase("limiter");
    CHECK_FALSE(schema_violations(schema, broken).empty());
}

TEST_CASE("operations are summed over all parts of the GPU and shared DRAM bytes counted once",
          "[modelled]") {
    ModelledCall call;
    call.time.ms = 60;
    call.parts = 4;
    call.memory_parts = 2;
    call.rounds.assign(2, {.work = 3, .launches = 1});
    call.whole = 1.5;
    call.launches = {counted_launch(8, {{"smsp__sass_thread_inst_executed_op_fp32_pred_on.sum", 100},
                                        {"smsp__sass_thread_inst_executed_op_integer_pred_on.sum", 20},
                                        {"smsp__sass_thread_inst_executed_op_memory_pred_on.sum", 7},
                                        {"dram__bytes_read.sum", 64}}),
                     counted_launch(2, {{"smsp__sass_thread_inst_executed_op_bit_pred_on.sum", 3},
                                        {"dram__bytes_write.sum", 36}})};
    CHECK_THAT(grader::operations_of(call), WithinRel(123.0 * 4 * 1.5 * 3));
    CHECK_THAT(grader::dram_bytes_of(call), WithinRel(100.0 * 2 * 1.5 * 3));
    const std::vector<grader::CallTerm> terms = grader::terms_of(call);
    REQUIRE(terms.size() == 2);
    CHECK(terms[0].name == "dram");
    CHECK_THAT(terms[0].ms, WithinRel(5 * 1.5 * 3));
    // Each of the two is launched once, however many rounds it represents.
    CHECK(terms[1].name == "launch");
    CHECK_THAT(terms[1].ms, WithinRel(2 * 1.5));
}
