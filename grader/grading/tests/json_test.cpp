#include <algorithm>
#include <filesystem>
#include <fstream>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "grading/grade/grade_json.h"
#include "grading/report/grade/json.h"
#include "message/message_json.h"
#include "testing/approval.h"
#include "testing/samples.h"
#include "testing/schema_check.h"

using grader::GradeReport;
using grader::render_json;
using grader::to_json;
using nlohmann::json;

namespace {

json schema() {
    std::ifstream file(std::filesystem::path(KERNELSMITH_SOURCE_DIR) / "docs/report.schema.json");
    REQUIRE(file.is_open());
    return json::parse(file);
}

void need_the_checker() {
    if (!can_check_schemas()) SKIP("valijson is not installed; type: scripts/setup tests");
}
std::vector<std::string> violations(const json& document) { return schema_violations(schema(), document); }

GradeReport report_of(const grader::LabGrade& grade) {
    return {"gpu", "NVIDIA H200", {}, false, true, {{"", {grade}}}};
}

} // namespace

TEST_CASE("the JSON reports equal the approved ones", "[json][sentences]") {
    check_approved("report_single", render_json(samples::single()));
    check_approved("report_class", render_json(samples::class_of_three()));
}

TEST_CASE("every document keeps the schema", "[json]") {
    need_the_checker();
    CHECK(violations(to_json(samples::single())).empty());
    CHECK(violations(to_json(samples::class_of_three())).empty());
    CHECK(violations(to_json(report_of(samples::compile_error()))).empty());
    CHECK(violations(to_json(report_of(samples::too_slow()))).empty());
    CHECK(violations(to_json(report_of(samples::wasteful()))).empty());
    CHECK(violations(to_json(GradeReport{})).empty());
    CHECK(violations(json::parse(render_json(report_of(samples::hostile())))).empty());
}

TEST_CASE("a lab can be read back from a document", "[json]") {
    for (grader::LabGrade grade : {samples::passed(), samples::wrong_output(), samples::wasteful(),
                                   samples::compile_error(), samples::no_gpu()}) {
        grade.cases = grader::CaseCount{7, 11};
        grade.gates = {{"occupancy", "theoretical occupancy", 0.5, false}};
        json document = to_json(report_of(grade))["labs"][0];
        json again = to_json(grader::grade_from_json(document));
        for (const char* skipped : {"counters", "counted", "kernels", "seconds"}) {
            document.erase(skipped);
            again.erase(skipped);
        }
        CHECK(again == document);
    }
    json unknown = to_json(report_of(samples::passed()))["labs"][0];
    unknown["verdict"] = "splendid";
    CHECK_THROWS_AS(grader::grade_from_json(unknown), json::exception);
    CHECK_THROWS_AS(grader::grade_from_json(json::object()), json::exception);
    CHECK_THROWS_AS(grader::grade_from_json(7), json::exception);
}

TEST_CASE("a report has the GPU's clock rate and the reason for throttling", "[json]") {
    grader::LabGrade grade = samples::passed();
    CHECK(to_json(report_of(grade))["labs"][0]["speedup"]["clocks"].is_null());
    grade.speedup->clocks = {1755, 1980, grader::power_cap | grader::driver_thermal, 3};
    const json document = to_json(report_of(grade));
    const json& clocks = document["labs"][0]["speedup"]["clocks"];
    CHECK(clocks["sm_mhz"] == json::array({1755, 1980}));
    CHECK(clocks["slowdowns"] == json::array({"power cap", "thermal slowdown by the driver"}));
    CHECK(clocks["pairs_dropped"] == 3);
    CHECK(to_json(grader::grade_from_json(document["labs"][0]))["speedup"]["clocks"] == clocks);
    need_the_checker();
    CHECK(violations(document).empty());
}

TEST_CASE("every key of the report schema is required except final", "[json]") {
    // With this, a valid document contains exactly the keys in the schema, and perhaps `counts`.
    std::vector<json> pending = {schema()};
    int tables = 0;
    while (!pending.empty()) {
        const json rule = pending.back();
        pending.pop_back();
        if (rule.is_object() && rule.contains("properties")) {
            ++tables;
            std::vector<std::string> named;
            for (const auto& [key, unused] : rule.at("properties").items())
                if (key != "final") named.push_back(key);
            auto required = rule.at("required").get<std::vector<std::string>>();
            std::sort(required.begin(), required.end());
            CHECK(named == required);
            // In addition to its kind, a message has arguments of any name.
            if (named != std::vector<std::string>{"kind"}) CHECK(rule.at("additionalProperties") == false);
        }
        if (rule.is_structured()) pending.insert(pending.end(), rule.begin(), rule.end());
    }
    CHECK(tables == 14);
}

TEST_CASE("the check against the report schema rejects invalid reports", "[json]") {
    need_the_checker();
    const json good = to_json(samples::single());
    const auto broken = [&](const char* pointer, const json& value) {
        json document = good;
        document[json::json_pointer(pointer)] = value;
        return !violations(document).empty();
    };
    CHECK_FALSE(broken("/format", 3));
    CHECK(broken("/format", 1));
    CHECK(broken("/extra", 1));
    CHECK(broken("/submissions", json::array()));
    CHECK(broken("/labs/0/verdict", "passed"));
    CHECK(broken("/labs/0/score", "70"));
    CHECK(broken("/labs/0/steps/0/extra", 1));
    CHECK(broken("/labs/0/seconds/build", "long"));
    CHECK(broken("/labs/2/kernels/0/block", json::array({32, 32})));
    CHECK(broken("/labs/2/speedup", json::object()));
    CHECK(broken("/labs/2/speedup/pairs", 1.5));

    json shorter = good;
    shorter["labs"][0].erase("seed");
    CHECK_FALSE(violations(shorter).empty());
}

TEST_CASE("the JSON report has numbers and text unchanged", "[json]") {
    const json document = json::parse(render_json(samples::single()));
    CHECK(document["backend"] == "gpu");
    const json& lab = document["labs"][2];
    CHECK(lab["speedup"]["student_ms"] == 0.41204);
    CHECK(lab["speedup"]["case"] == "square_2048");
    CHECK(lab["kernels"][0]["block"] == json::array({32, 32, 1}));
    CHECK(lab["kernels"][0]["launches"] == 31);
    CHECK(lab["seconds"]["build"] == 4.25);
    CHECK(lab["seed"] == "81985529216486895");
    CHECK(document["labs"][1]["speedup"].is_null());
    CHECK(document["labs"][1]["steps"][3]["status"] == "waits");
}

TEST_CASE("counters in the JSON report come with their kernels", "[json]") {
    const json lab = to_json(report_of(samples::wasteful()))["labs"][0];
    CHECK(lab["counters"]["sectors_per_128_bytes"] == 32);
    CHECK(lab["counted"][0]["block"] == json::array({8, 8, 1}));
    CHECK(lab["kernels"][0]["block"] == json::array({16, 16, 1}));
}

TEST_CASE("a step of the JSON report has the sentences of its messages and the replay command",
          "[json][sentences]") {
    const json step = to_json(report_of(samples::wrong_output()))["labs"][0]["steps"][2];
    CHECK(step["message"] == "11 of 12 cases");
    CHECK(step["details"] ==
          json{"case prime (height 997, width 1021): c has 31 of 1,017,937 elements wrong",
               "  c[996][990]  expected -3.2519531  got 0  never written",
               "  c[996][991]  expected  1.8798828  got 0  never written",
               "  c[996][992]  expected  0.0410156  got 0  never written",
               "All of them lie in the last row from column 990 on: a tile that hangs over the edge of the "
               "matrix?",
               "The simulator checked every access (on \"odd\", height 33, width 35) and found:",
               "student.cu:38: out of bounds: reads 4 bytes past the end of an allocation (kernel "
               "tile_kernel<32>)",
               "  38 | tile[threadIdx.y][threadIdx.x] = a[row * width + column];",
               "  right after the 4620 bytes of \"a\"",
               "replay it: grader 04 --seed 81985529216486895 --case prime"});
}

TEST_CASE("the facts of a step in the JSON report are its messages", "[json]") {
    const grader::LabGrade grade = samples::wrong_output();
    const json step = to_json(report_of(grade))["labs"][0]["steps"][2];
    CHECK(step["facts"]["message"] == json(grade.steps[2].message));
    CHECK(step["facts"]["details"] == json(grade.steps[2].details));
    CHECK(step["facts"]["observed"] == json(grade.steps[2].observed));
    CHECK(step["facts"]["replay"] == grade.steps[2].replay);
    CHECK(to_json(report_of(grade))["labs"][0]["steps"][3]["facts"]["message"].is_null());
}

TEST_CASE("bytes that are not UTF-8 are replaced, and nothing throws", "[json][sentences]") {
    const json document = json::parse(render_json(report_of(samples::hostile())));
    const std::string detail = document["labs"][0]["steps"][1]["details"][0];
    CHECK(detail.starts_with("ok \ufffd\ufffd("));
}

TEST_CASE("a document is plain ASCII, so that printing it is safe too", "[json]") {
    const std::string text = render_json(report_of(samples::hostile()));
    CHECK(
        std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c < '\x7f'); }));
    CHECK(text.find("\\u001b[2J") != std::string::npos);
    CHECK(text.find("\\u009b31m") != std::string::npos);
}
