// From the simulator's report to the quantities that gates bound.

#include "grading/inspect/observation.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <nlohmann/json.hpp>

#include "finding_messages/memory_messages.h"
#include "grading/inspect/buffer_names.h"
#include "grading/inspect/evaluate.h"
#include "grading/inspect/line_costs.h"
#include "testing/facts.h"
#include "testing/simulated.h"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;
using facts::MatchesPattern;
using grader::evaluate;
using grader::find_quantity;
using grader::Message;
using grader::MessageKind;
using grader::Observation;
using grader::read_observation;
using nlohmann::json;

namespace {

using namespace kernelsmith::memory_messages;

/// Returns the message about memory that call @p number of cudaMalloc allocated.
template <class Bytes, class Number>
Message given(Bytes bytes, Number number, const std::string& caller = {}) {
    return {allocation,
            {{"bytes", bytes},
             {"call", Message(call, {{"function", "cudaMalloc"}, {"number", number}, {"caller", caller}})}}};
}

Message buffer_called(std::size_t bytes, const char* name) {
    return {kernelsmith::memory_messages::buffer, {{"bytes", bytes}, {"name", name}}};
}

double value_of(const char* counter, const Observation& seen) {
    return evaluate(*find_quantity(counter), seen.launches);
}

} // namespace

TEST_CASE("findings name memory by the lab's buffer", "[observation]") {
    kernelsmith::Layout layout;
    layout.buffers = {{.name = "in", .shape = {5}},
                      {.name = "out", .shape = {5}, .misalignment = 4},
                      {.name = "none"}};
    layout.buffers[2].shape = {0};
    const auto named = [&](const Message& where) {
        Observation seen;
        seen.findings.emplace_back();
        seen.findings[0].where = where;
        name_buffers(seen, layout);
        return seen.findings[0].where;
    };
    const auto in_memory = [](MessageKind kind, const Message& memory) {
        return Message(kind, {{"memory", memory}});
    };
    CHECK(named(in_memory(byte_of, given(20, 1))) == in_memory(byte_of, buffer_called(20, "in")));
    CHECK(named(in_memory(right_after, given(20, 1, "main.cu:4"))) ==
          in_memory(right_after, buffer_called(20, "in")));
    const Message free(call, {{"function", "cudaFree"}, {"number", 1}, {"caller", "k.so+0x12"}});
    Message out = buffer_called(24, "out");
    out.add({"from", std::size_t{4}});
    CHECK(named({freed, {{"place", in_memory(byte_of, given(24, 2, "b(void*, int)"))}, {"call", free}}}) ==
          Message(freed, {{"place", in_memory(byte_of, out)}, {"call", free}}));
    CHECK(named(in_memory(right_after, given(1, 3))) == in_memory(right_after, buffer_called(1, "none")));
    const Message own(own_allocation, {{"bytes", 8}, {"function", "cudaMalloc"}, {"number", 2}});
    CHECK(named(in_memory(byte_of, given(8, 5, "k.so+0x12"))) == in_memory(byte_of, own));
    CHECK(named(given(20, 1)) == buffer_called(20, "in"));
    // All memory that a message describes.
    CHECK(named({byte_of, {{"memory", std::vector{given(20, 1), given(8, 5)}}}}) ==
          Message(byte_of, {{"memory", std::vector{buffer_called(20, "in"), own}}}));
    // Code allocated memory before the runner did.
    CHECK(named(in_memory(byte_of, given(8, 1))) == in_memory(byte_of, given(8, 1)));
    CHECK(named(no_allocation_near) == no_allocation_near);
}

TEST_CASE("memory that is not one of the lab's buffers keeps its description", "[observation]") {
    kernelsmith::Layout layout;
    layout.buffers = {{.name = "in", .shape = {5}}};
    for (const Message& odd :
         {Message(allocation,
                  {{"bytes", 20}, {"call", Message(call, {{"function", "cudaMallocAsync"}, {"number", 1}})}}),
          Message(allocation, {{"bytes", 20}, {"call", Message(call, {{"function", "cudaMalloc"}})}}),
          Message(allocation, {{"bytes", 20}}), given(20, 0), given(20, -1), given(20, 1e23),
          given(20, std::nan("")), given(-20, 1), given(1e23, 1), given(1e23, 5),
          Message(named_memory, {{"name", "the 20 bytes allocated by cudaMalloc number 1"}})}) {
        Observation seen;
        seen.findings.emplace_back();
        seen.findings[0].where = odd;
        name_buffers(seen, layout);
        CHECK(json(seen.findings[0].where).dump() == json(odd).dump());
    }
}

TEST_CASE("recorded accesses name the buffer and are relative to its start", "[observation]") {
    kernelsmith::Layout layout;
    layout.buffers = {{.name = "in", .shape = {5}}, {.name = "out", .shape = {5}, .misalignment = 4}};
    const auto named = [&](const Message& buffer, std::size_t bytes) {
        Observation seen;
        grader::ObservedAccess& access = seen.launches.emplace_back().accesses.emplace_back();
        access.buffer = buffer;
        access.buffer_bytes = bytes;
        access.lanes = {4, 12};
        name_buffers(seen, layout);
        return access;
    };
    const auto call_number = [](int number) {
        return Message(call, {{"function", "cudaMalloc"}, {"number", number}});
    };
    const grader::ObservedAccess out = named(call_number(2), 24);
    CHECK(out.buffer == Message(named_memory, {{"name", "out"}}));
    CHECK(out.buffer_bytes == 20);
    CHECK(out.misaligned == 4);
    CHECK(out.lanes == std::vector<std::optional<std::int64_t>>{0, 8});
    CHECK(named(call_number(3), 24).buffer == Message(own_call, {{"function", "cudaMalloc"}, {"number", 1}}));
    CHECK(named(call_number(1), 24).buffer == call_number(1)); // another size
    const Message shared(shared_variable, {{"name", "tile"}});
    CHECK(named(shared, 24).buffer == shared);
}

TEST_CASE("a simulator report is read completely", "[observation]") {
    json report = simulated::finding("shared_race", 12);
    report["findings"][0]["other"] = {
        {"kind", "wrote_it"},
        {"thread", {{"kind", "other_thread"}, {"thread", {{"kind", "coordinates"}, {"x", 1}}}}}};
    report["findings"][0]["other_file"] = "/course/lab.h";
    report["findings"][0]["other_line"] = 40;
    report["launches"].push_back(simulated::launch("scale_all", 8, 128, 0.5));
    const Observation seen = read_observation(report);
    REQUIRE(seen.launches.size() == 1);
    CHECK(seen.launches[0].kernel == "scale_all");
    CHECK(seen.launches[0].block == std::array<unsigned, 3>{256, 1, 1});
    CHECK(seen.launches[0].limiter == "registers");
    CHECK(seen.launches[0].counts.at("occupancy.theoretical") == 0.5);
    CHECK(seen.launches[0].counts.at("registers") == 38);
    REQUIRE(seen.launches[0].lines.size() == 1);
    CHECK(seen.launches[0].lines[0].line == 9);
    REQUIRE(seen.findings.size() == 1);
    CHECK(seen.findings[0].kind == "shared_race");
    CHECK(seen.findings[0].failure);
    CHECK(seen.findings[0].line == 12);
    CHECK(seen.findings[0].count == 3);
    CHECK(seen.findings[0].other_line == 40);
    CHECK_THAT(seen.findings[0].what, MatchesPattern("past_the_end access=writes & writes bytes=4"));
    CHECK_THAT(seen.findings[0].where,
               MatchesPattern("bytes_after bytes=0 & allocation bytes=20 & call number=2"));
    CHECK_THAT(seen.findings[0].other, MatchesPattern("wrote_it thread=other_thread & coordinates x=1"));
}

TEST_CASE("long texts and deeply nested messages of a simulator report are truncated", "[observation]") {
    json report = simulated::finding("leak", 12);
    report["findings"][0]["where"] = {{"kind", "named_memory"}, {"name", std::string(1 << 20, 'x')}};
    json deep = {{"kind", "reads"}, {"bytes", 4}};
    for (int level = 0; level < 5000; ++level) deep = {{"kind", "byte_of"}, {"memory", std::move(deep)}};
    report["findings"][0]["what"] = std::move(deep);
    const Observation seen = read_observation(report);
    CHECK(seen.findings[0].where.text("name").size() < 10'000);
    CHECK_THAT(seen.findings[0].what, MatchesPattern("byte_of memory=byte_of") && !MatchesPattern("reads"));
}

TEST_CASE("an invalid report is rejected", "[observation]") {
    CHECK_THROWS_AS(read_observation(json::object()), json::exception);
    CHECK_THROWS_AS(read_observation(json::array()), json::exception);
    json report = simulated::good_counts();
    report["format"] = 2;
    CHECK_THROWS_AS(read_observation(report), json::exception);
    report = simulated::good_counts();
    report["launches"][0]["counters"]["smsp__inst_executed.sum"] = "many";
    CHECK_THROWS_AS(read_observation(report), json::exception);
    for (const json& no_message : {json("a text"), json(7), json::array(), json::object()}) {
        report = simulated::finding("leak", 12);
        report["findings"][0]["what"] = no_message;
        CHECK_THROWS_AS(read_observation(report), json::exception);
    }
}

TEST_CASE("a counter unknown to the simulator is absent and not 0", "[observation]") {
    json report = simulated::good_counts();
    report["launches"][0]["registers"] = nullptr;
    const Observation seen = read_observation(report);
    CHECK(grader::missing_part(*find_quantity("registers"), seen.launches[0]) == "registers");
    // Without registers, occupancy would be a guess.
    CHECK(grader::missing_part(*find_quantity("occupancy"), seen.launches[0]) == "occupancy.theoretical");
    CHECK(grader::missing_part(*find_quantity("sectors_per_request"), seen.launches[0]).empty());
}

TEST_CASE("several launches are combined into one value weighted by their work", "[observation]") {
    json report = simulated::nothing();
    report["launches"].push_back(simulated::launch("large", 4000, 128000, 0.25));
    report["launches"].push_back(simulated::launch("small", 32, 128, 1));
    const Observation seen = read_observation(report);
    // Ratios of sums, so that a small kernel has a small weight.
    CHECK_THAT(value_of("sectors_per_128_bytes", seen), WithinRel(4032.0 * 128 / 128128));
    CHECK_THAT(value_of("sectors_per_request", seen), WithinRel(4032.0 / 1001));
    CHECK_THAT(value_of("sector_efficiency", seen), WithinRel(128128.0 / (4032 * 32)));
    // A launch with less than a hundredth of the instructions has no weight.
    CHECK_THAT(value_of("occupancy", seen), WithinRel(0.25));
    CHECK(value_of("instructions", seen) == 4032);
    CHECK(value_of("active_lanes", seen) == 32);
    CHECK(value_of("registers", seen) == 38);
}

TEST_CASE("the last hundredth of the instructions does not affect occupancy", "[observation]") {
    const auto occupancy = [](double rest, int tails) {
        json report = simulated::nothing();
        report["launches"].push_back(simulated::launch("large", rest, rest, 0.75));
        for (int n = 0; n < tails; ++n) report["launches"].push_back(simulated::launch("tail", 10, 10, 0));
        return value_of("occupancy", read_observation(report));
    };
    CHECK_THAT(occupancy(1000, 0), WithinRel(0.75));
    CHECK_THAT(occupancy(1000, 1), WithinRel(0.75));
    // Many small launches together are not small.
    CHECK(occupancy(1000, 100) < 0.4);
    CHECK(occupancy(500, 1) < 0.75);
}

TEST_CASE("repeated polls of a waiting warp are not counted", "[observation]") {
    json report = simulated::good_counts();
    json& counters = report["launches"][0]["counters"];
    counters["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"] = 101;
    counters["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] = 104;
    counters["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"] = 0;
    counters["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"] = 0;
    counters["kernelsmith__bytes_distinct_mem_global_op_ld.sum"] = 128 + 400;
    counters["kernelsmith__bytes_distinct_mem_global_op_st.sum"] = 0;
    counters["kernelsmith__requests_again_mem_global_op_ld.sum"] = 100;
    counters["kernelsmith__sectors_again_mem_global_op_ld.sum"] = 100;
    counters["kernelsmith__bytes_distinct_again_mem_global_op_ld.sum"] = 400;
    counters["kernelsmith__threads_mem_global_op_ld.sum"] = 32 + 100;
    counters["kernelsmith__threads_again_mem_global_op_ld.sum"] = 100;
    counters["kernelsmith__thread_inst_waiting.sum"] = 16 + 3100;
    counters["kernelsmith__thread_inst_waiting_again.sum"] = 3100;
    const Observation seen = read_observation(report);
    CHECK(value_of("sectors_per_request", seen) == 4);
    CHECK(value_of("sectors_per_128_bytes", seen) == 4);
    CHECK(value_of("bytes_per_load", seen) == 128);
    const auto of_items = [&](const char* counter) {
        return evaluate(*find_quantity(counter), seen.launches, {{grader::call_counter::items, 32}});
    };
    CHECK(of_items("global_loads_per_item") == 1);
    CHECK(of_items("waiting_lanes_per_item") == 0.5);
    const auto needing = [&](const char* counter) {
        return evaluate(*find_quantity(counter), seen.launches, {{grader::call_counter::bytes, 128}});
    };
    CHECK(needing("moved_per_needed_byte") == 1);
    CHECK(needing("requests_per_512_bytes") == 4);
}

TEST_CASE("atomics move bytes as loads and stores do", "[observation]") {
    json report = simulated::good_counts();
    json& counters = report["launches"][0]["counters"];
    counters["l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"] = 1;
    counters["l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"] = 20;
    counters["l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"] = 2;
    counters["l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"] = 8;
    const Observation seen = read_observation(report);
    const auto needing = [&](const char* counter) {
        return evaluate(*find_quantity(counter), seen.launches,
                        {{grader::call_counter::bytes, 128}, {grader::call_counter::multiply_adds, 16}});
    };
    CHECK(needing("moved_per_needed_byte") == 8);
    CHECK(needing("requests_per_512_bytes") == 16);
    CHECK(needing("sectors_per_multiply_add") == 2);
}

TEST_CASE("the bytes in flight of two launches follow from the sums of their bytes and waits",
          "[observation]") {
    json report = simulated::good_counts();
    report["launches"].push_back(report["launches"][0]);
    for (const int launch : {0, 1}) {
        json& counters = report["launches"][launch]["counters"];
        counters["kernelsmith__bytes_beyond_l1_mem_global_op_ld.sum"] = 6000;
        counters["kernelsmith__load_waits_of_sm.sum"] = launch == 0 ? 1 : 2;
        counters["smsp__sass_thread_inst_executed_op_fp32_pred_on.sum"] = 100;
        counters["kernelsmith__thread_inst_executed_op_fp32_beside_loads.sum"] = 50 * launch;
    }
    const Observation seen = read_observation(report);
    CHECK(value_of("bytes_in_flight", seen) == 4000);
    CHECK(value_of("overlapped_arithmetic", seen) == 0.25);
    CHECK(evaluate(*find_quantity("instructions_per_item"), seen.launches,
                   {{grader::call_counter::items, 2 * value_of("instructions", seen)}}) == 0.5);
}

TEST_CASE("counters can be divided by the operations that the problem needs", "[observation]") {
    const Observation seen = read_observation(simulated::good_counts());
    const auto needing = [&](const char* counter, double multiply_adds) {
        return evaluate(*find_quantity(counter), seen.launches,
                        {{grader::call_counter::multiply_adds, multiply_adds}});
    };
    CHECK_THAT(needing("sectors_per_multiply_add", 16), WithinRel(4.0 / 16));
    CHECK_THAT(needing("sectors_per_multiply_add", 32), WithinRel(4.0 / 32));
    // Without a load from shared memory, none is used well.
    CHECK(needing("multiply_adds_per_shared_load", 16) == 0);
    CHECK(grader::missing_part(*find_quantity("sectors_per_multiply_add"), seen.launches[0]).empty());
}

TEST_CASE("counters of a call are divided by the items of its problem", "[observation]") {
    json report = simulated::good_counts();
    json& counters = report["launches"][0]["counters"];
    counters["kernelsmith__threads_mem_global_op_ld.sum"] = 32;
    counters["kernelsmith__threads_mem_shared_op_ld.sum"] = 16;
    counters["kernelsmith__threads_mem_global_op_atomic.sum"] = 96;
    counters["kernelsmith__inst_executed_pipe_xu.sum"] = 4;
    counters["kernelsmith__addresses_mem_global_op_atomic.sum"] = 12;
    const Observation seen = read_observation(report);
    const auto an_item = [&](const char* counter) {
        return evaluate(*find_quantity(counter), seen.launches,
                        {{grader::call_counter::items, 64}, {grader::call_counter::copied_bytes, 256}});
    };
    CHECK_THAT(an_item("loads_per_item"), WithinRel(48.0 / 64));
    CHECK_THAT(an_item("global_loads_per_item"), WithinRel(32.0 / 64));
    CHECK_THAT(an_item("global_atomics_per_item"), WithinRel(96.0 / 64));
    CHECK_THAT(an_item("special_functions_per_item"), WithinRel(4.0 * 32 / 64));
    CHECK_THAT(an_item("copied_bytes_per_item"), WithinRel(4.0));
    CHECK_THAT(an_item("lanes_per_atomic_address"), WithinRel(8.0));
    CHECK(an_item("lanes_per_shared_atomic_address") == 0);
    CHECK(grader::missing_part(*find_quantity("copied_bytes_per_item"), seen.launches[0]).empty());
    CHECK(grader::missing_part(*find_quantity("loads_per_item"), seen.launches[0]) ==
          "kernelsmith__threads_mem_const_op_ld.sum");
    CHECK(grader::in_words(*find_quantity("loads_per_item"), "interaction") == "loads per interaction");
    CHECK(grader::in_words(*find_quantity("occupancy"), "interaction") == "theoretical occupancy");
}

TEST_CASE("a ratio whose denominator is zero has a fixed value", "[observation]") {
    const Observation seen = read_observation(simulated::nothing());
    CHECK(value_of("bank_conflicts", seen) == 0);
    CHECK(value_of("sectors_per_128_bytes", seen) == 0);
    CHECK(value_of("sector_efficiency", seen) == 1);
    CHECK(value_of("occupancy", seen) == 0);
}

TEST_CASE("the cost of a line is its units' time and the reason is the busiest unit", "[observation]") {
    const auto reason = [](const grader::Counts& counts) {
        grader::ObservedLaunch launch;
        launch.lines.push_back({"student.cu", 3, counts});
        launch.lines.push_back({"lab.h", 4, {{"smsp__inst_executed.sum", 1}}});
        const std::vector<grader::LineCost> lines = grader::line_costs({launch, launch});
        REQUIRE(lines.size() == 2);
        CHECK(lines[0].line == 3); // the most expensive first, summed over launches
        CHECK(lines[0].instructions == 2 * counts.at("smsp__inst_executed.sum"));
        CHECK_THAT(lines[0].share + lines[1].share, WithinRel(1.0));
        return grader::reason_of(lines[0]);
    };
    const std::string loads = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
    const std::string asked = "kernelsmith__bytes_distinct_mem_global_op_ld.sum";
    const std::string instructions = "smsp__inst_executed.sum";
    const std::string lanes = "smsp__thread_inst_executed.sum";
    CHECK(reason({{instructions, 10}, {lanes, 320}}) == "mostly instructions, with all lanes active");
    CHECK_THAT(reason({{instructions, 10}, {lanes, 80}}), ContainsSubstring("8.0 of 32 lanes"));
    CHECK_THAT(reason({{instructions, 10}, {loads, 40}, {asked, 1280}}),
               ContainsSubstring("every byte of it is used"));
    CHECK_THAT(reason({{instructions, 10}, {loads, 320}, {asked, 1280}}),
               ContainsSubstring("32.0 sectors per 128 bytes"));
    CHECK_THAT(reason({{instructions, 10}, {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", 40}}),
               ContainsSubstring("spilled registers"));
    CHECK_THAT(reason({{instructions, 10},
                       {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 320},
                       {"smsp__inst_executed_op_shared_ld.sum", 10},
                       {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", 310}}),
               ContainsSubstring("31.0 bank conflicts per request"));
    CHECK_THAT(reason({{instructions, 10},
                       {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 40},
                       {"smsp__inst_executed_op_shared_atom.sum", 10},
                       {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", 30}}),
               ContainsSubstring("3.0 bank conflicts per request"));
}

TEST_CASE("quantities are formatted as percentages or with four digits", "[observation]") {
    CHECK(grader::format_quantity(*find_quantity("occupancy"), 0.75) == "75 %");
    CHECK(grader::format_quantity(*find_quantity("sectors_per_request"), 4) == "4");
    CHECK(grader::format_quantity(*find_quantity("sectors_per_request"), 4.03149) == "4.031");
    CHECK(grader::format_quantity(*find_quantity("instructions"), 12345678) == "12345678");
}

TEST_CASE("local memory is that of the kernel with the most", "[observation]") {
    json report = simulated::good_counts();
    CHECK(value_of("local_bytes", read_observation(report)) == 0);
    report["launches"].push_back(simulated::launch("with_an_array", 4, 128, 0.5));
    report["launches"][1]["local_bytes"] = 64;
    report["launches"].push_back(simulated::launch("spills", 4, 128, 0.5));
    report["launches"][2]["local_bytes"] = 8;
    CHECK(value_of("local_bytes", read_observation(report)) == 64);

    // If only the size of PTX's arrays is known, some of which end up in registers, the report has null.
    report["launches"][1]["local_bytes"] = nullptr;
    const Observation unknown = read_observation(report);
    CHECK(grader::missing_part(*find_quantity("local_bytes"), unknown.launches[1]) == "local_bytes");
    CHECK(value_of("local_bytes", unknown) == 8);
}
