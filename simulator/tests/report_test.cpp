#include <algorithm>
#include <array>
#include <sstream>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "finding_messages/memory_messages.h"
#include "finding_messages/race_messages.h"
#include "report/report.h"

using namespace simulator;
using nlohmann::json;

namespace {

namespace race_messages = kernelsmith::race_messages;

LaunchRecord launch() {
    LaunchRecord record;
    record.kernel = "transform(float*)";
    record.mangled = "_Z9transformPf";
    KernelResources resources;
    resources.registers = 38;
    resources.static_shared = 64;
    resources.local_bytes = 16;
    resources.spill_stores = 4;
    resources.spill_loads = 4;
    resources.registers_known = true;
    record.facts = launch_facts(device_named("h200"), resources, {2, 3, 4}, {256, 1, 1}, 128, {});
    Counters counters(device_named("h200"), {.ops = 2});
    counters.tallies[0].warps = 5;
    counters.tallies[1].warps = 3;
    const std::vector<CountedOp> ops = {{.form = ptx::Form::add_f32, .file = 1, .line = 12},
                                        {.form = ptx::Form::ret}};
    record_counters(record, counters, ops, std::vector<std::string>{"", "scale.cu"});
    return record;
}

std::string written(const LaunchLog& log, std::span<const Finding> findings = {}) {
    std::ostringstream out;
    write_report(out, {"h200", "./scale"}, log, findings);
    return out.str();
}

} // namespace

TEST_CASE("A report without launches is valid JSON", "[simulator][report]") {
    const json report = json::parse(written({}));
    CHECK(report == json{{"format", 1},
                         {"device", "h200"},
                         {"program", "./scale"},
                         {"images", json::array()},
                         {"launches", json::array()},
                         {"findings", json::array()}});
}

TEST_CASE("A report states that the instruction limit was exceeded also in one of several processes",
          "[simulator][report]") {
    std::ostringstream out;
    write_report(out, {.device = "h200", .program = "./scale", .over_limit = true}, LaunchLog{}, {});
    CHECK(json::parse(out.str())["instruction_limit_exceeded"] == true);
    const std::array<std::string, 2> reports = {written({}), out.str()};
    std::ostringstream merged;
    write_merged(merged, reports);
    CHECK(json::parse(merged.str())["instruction_limit_exceeded"] == true);
}

TEST_CASE("A launch is reported with its shape, resources, counters and lines", "[simulator][report]") {
    LaunchLog log;
    log.add(launch());
    const json report = json::parse(written(log))["launches"].at(0);
    CHECK(report["kernel"] == "transform(float*)");
    CHECK(report["mangled"] == "_Z9transformPf");
    CHECK(report["grid"] == json{2, 3, 4});
    CHECK(report["block"] == json{256, 1, 1});
    CHECK(report["dynamic_shared"] == 128);
    CHECK(report["order"] == "parallel");
    CHECK(report["order_reason"] == "");
    CHECK(report["status"] == "ok");
    CHECK(report["registers"] == 38);
    CHECK(report["static_shared"] == 64);
    CHECK(report["local_bytes"] == 16);
    CHECK(report["spill_bytes"] == 8);
    CHECK(report["occupancy"] ==
          json{{"theoretical", 0.75}, {"achieved", 0.125}, {"limiter", "registers"}, {"blocks_per_sm", 6}});
    CHECK(report["counters"]["smsp__inst_executed.sum"] == 8);
    CHECK(report["counters"]["smsp__inst_executed.sum"].is_number_integer());
    CHECK(report["counters"]["occupancy"] == 0.75);
    CHECK(report["counters"]["kernelsmith__theoretical_occupancy.ratio"] == 0.75);
    CHECK(report["counters"]["global_atomics"] == 0);
    REQUIRE(report["lines"].size() == 1);
    CHECK(report["lines"][0]["file"] == "scale.cu");
    CHECK(report["lines"][0]["line"] == 12);
    CHECK(report["lines"][0]["counters"]["smsp__inst_executed.sum"] == 5);
    CHECK_FALSE(report["lines"][0]["counters"].contains("global_atomics"));
}

TEST_CASE("Unknown properties of a launch are null", "[simulator][report]") {
    LaunchRecord record;
    record.in_order = true;
    record.order_reason = "its blocks wait for each other";
    record.status = "cudaErrorIllegalAddress";
    LaunchLog log;
    log.add(record);
    const json report = json::parse(written(log))["launches"].at(0);
    CHECK(report["registers"].is_null());
    CHECK(report["spill_bytes"].is_null());
    CHECK(report["order"] == "in order");
    CHECK(report["order_reason"] == "its blocks wait for each other");
    CHECK(report["status"] == "cudaErrorIllegalAddress");
    CHECK(report["counters"] == json::object());
}

TEST_CASE("Accesses are reported with their lanes", "[simulator][report]") {
    LaunchRecord record;
    AccessRecord access;
    access.file = "scale.cu";
    access.line = 12;
    access.instruction = "ld.global.f32 %f1, [%rd1];";
    access.op = 7;
    access.bytes = 4;
    access.block = {1, 2, 0};
    access.warp = 3;
    access.execution = 2;
    access.order = 5;
    access.buffer = {kernelsmith::memory_messages::call, {{"function", "cudaMalloc"}, {"number", 1}}};
    access.buffer_bytes = 4000;
    access.misaligned = 16;
    access.sectors = 2;
    access.lanes[0] = 0;
    access.lanes[31] = 124;
    record.accesses = {access};
    LaunchLog log;
    log.add(record);
    log.add({});
    const json launches = json::parse(written(log))["launches"];
    json lanes = json::array();
    for (int lane = 0; lane < 32; ++lane) lanes.push_back(nullptr);
    lanes[0] = 0;
    lanes[31] = 124;
    CHECK(launches.at(0)["accesses"] ==
          json::array({json{{"file", "scale.cu"},
                            {"line", 12},
                            {"instruction", "ld.global.f32 %f1, [%rd1];"},
                            {"op", 7},
                            {"space", "global"},
                            {"kind", "load"},
                            {"bytes", 4},
                            {"block", {1, 2, 0}},
                            {"warp", 3},
                            {"execution", 2},
                            {"order", 5},
                            {"buffer", {{"kind", "call"}, {"function", "cudaMalloc"}, {"number", 1}}},
                            {"buffer_bytes", 4000},
                            {"buffer_at", nullptr},
                            {"misaligned", 16},
                            {"sectors", 2},
                            {"wavefronts", nullptr},
                            {"wavefronts_ideal", nullptr},
                            {"lanes", lanes}}}));
    CHECK_FALSE(launches.at(1).contains("accesses"));
}

TEST_CASE("A log bounds its accesses and reports how many launches lack them", "[simulator][report]") {
    LaunchRecord record;
    record.accesses.resize(LaunchLog::max_accesses / 2 + 1);
    LaunchLog log;
    log.add(record);
    log.add(record);
    CHECK(log.launches()[0].accesses.size() == record.accesses.size());
    CHECK(log.launches()[1].accesses.empty());
    CHECK(log.without_accesses() == 1);
    const std::vector<std::string> reports = {
        R"({"format":1,"device":"h200","program":"a","images":[],)"
        R"("launches":[],"findings":[],"launches_without_accesses":1})"};
    std::ostringstream merged;
    write_merged(merged, reports);
    CHECK(json::parse(merged.str())["launches_without_accesses"] == 1);
}

TEST_CASE("A report describes its counters on request", "[simulator][report]") {
    std::ostringstream out;
    write_report(out, {.device = "h200", .program = "./scale", .explain_counters = true}, LaunchLog{}, {});
    const json counters = json::parse(out.str())["counters"];
    REQUIRE(counters.size() == metrics().size());
    CHECK(counters[0] == json{{"name", "smsp__inst_executed.sum"},
                              {"alias", ""},
                              {"unit", "inst"},
                              {"meaning", "Instructions executed by warps"}});
    std::ostringstream merged;
    const std::vector<std::string> reports = {out.str(), out.str()};
    write_merged(merged, reports);
    CHECK(json::parse(merged.str())["counters"] == counters);
}

TEST_CASE("A finding is reported with all that is known of it", "[simulator][report]") {
    Finding race;
    race.kind = FindingKind::shared_race;
    race.place = {
        .kernel = "sum(int*)", .function = "add", .file = "sum.cu", .line = 3, .instruction = "st.shared"};
    race.block = Coordinates{1, 2, 3};
    race.thread = Coordinates{31, 0, 0};
    race.address = 0x1f;
    race.what = {race_messages::lost_update, {{"who", Message(race_messages::lane_of_the_warp)}}};
    race.where = {kernelsmith::memory_messages::shared_byte, {{"offset", 31}, {"name", "tile"}}};
    race.other_place = CodePlace{.file = "sum.cu", .line = 5};
    race.other = race_messages::read_it;
    race.advice = race_messages::put_barrier_between;
    race.count = 7;
    Finding leak;
    leak.kind = FindingKind::leak;
    const std::vector<Finding> findings = {race, leak};
    const json report = json::parse(written({}, findings))["findings"];
    REQUIRE(report.size() == 2);
    CHECK(report[0] == json{{"kind", "shared_race"},
                            {"failure", true},
                            {"kernel", "sum(int*)"},
                            {"function", "add"},
                            {"file", "sum.cu"},
                            {"line", 3},
                            {"instruction", "st.shared"},
                            {"block", {1, 2, 3}},
                            {"thread", {31, 0, 0}},
                            {"address", "0x1f"},
                            {"what", {{"kind", "lost_update"}, {"who", {{"kind", "lane_of_the_warp"}}}}},
                            {"where", {{"kind", "shared_byte"}, {"offset", 31}, {"name", "tile"}}},
                            {"other", {{"kind", "read_it"}}},
                            {"other_file", "sum.cu"},
                            {"other_line", 5},
                            {"advice", {{"kind", "put_barrier_between"}}},
                            {"page", "docs/findings/shared_race.md"},
                            {"count", 7}});
    CHECK(report[1]["kind"] == "leak");
    CHECK(report[1]["what"].is_null());
    CHECK(report[1]["advice"].is_null());
    CHECK_FALSE(report[1].contains("block"));
    CHECK_FALSE(report[1].contains("other_line"));
}

TEST_CASE("Names that are not UTF-8 do not invalidate the report", "[simulator][report]") {
    LaunchRecord record;
    record.kernel = "caf\xe9";
    LaunchLog log;
    log.add(record);
    CHECK(json::parse(written(log))["launches"][0]["kernel"] == "caf\xef\xbf\xbd");
}

TEST_CASE("The launch log counts launches beyond its limit without keeping them", "[simulator][report]") {
    LaunchLog log;
    for (std::size_t n = 0; n < LaunchLog::max_launches + 5; ++n) log.add({});
    CHECK(log.launches().size() == LaunchLog::max_launches);
    CHECK(log.dropped() == 5);
    const std::string text = written(log);
    CHECK(json::parse(text)["launches_dropped"] == 5);
    CHECK(std::count(text.begin(), text.end(), '\n') > static_cast<std::ptrdiff_t>(LaunchLog::max_launches));
}

TEST_CASE("Launches beyond the limit of lines are kept without them", "[simulator][report]") {
    LaunchLog log;
    LaunchRecord record;
    record.lines.resize(LaunchLog::max_lines - 1);
    log.add(record);
    log.add(record);
    record.lines.resize(1);
    log.add(record);
    const auto launches = log.launches();
    CHECK(launches[0].lines.size() == LaunchLog::max_lines - 1);
    CHECK(launches[1].lines.empty());
    CHECK(launches[2].lines.size() == 1);
    CHECK(log.without_lines() == 1);
    LaunchLog other;
    record.lines.resize(LaunchLog::max_lines + 1);
    other.add(record);
    CHECK(json::parse(written(other))["launches_without_lines"] == 1);
    CHECK_FALSE(json::parse(written(LaunchLog())).contains("launches_without_lines"));
}
