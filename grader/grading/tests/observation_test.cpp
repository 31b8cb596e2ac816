// From the simulator's report to the quantities that gates bound.

#include "grading/inspect/observation.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <nlohmann/json.hpp>

#include "grading/inspect/buffer_names.h"
#include "grading/inspect/evaluate.h"
#include "grading/inspect/line_costs.h"
#include "testing/simulated.h"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;
using grader::evaluate;
using grader::find_quantity;
using grader::Observation;
using grader::read_observation;
using nlohmann::json;

namespace {

double value_of(const char* counter, const Observation& seen) {
    return evaluate(*find_quantity(counter), seen.launches);
}

} // namespace

TEST_CASE("memory is called by the name of its buffer", "[observation]") {
    kernelsmith::Layout layout;
    layout.buffers = {{.name = "in", .shape = {5}},
                      {.name = "out", .shape = {5}, .misalignment = 4},
                      {.name = "none"}};
    layout.buffers[2].shape = {0};
    const auto named = [&](const std::string& where) {
        Observation seen;
        seen.findings.emplace_back();
        seen.findings[0].where = where;
        name_buffers(seen, layout);
        return seen.findings[0].where;
    };
    CHECK(named("byte 4 of the 20 bytes that cudaMalloc number 1 gave") ==
          "byte 4 of the 20 bytes of \"in\"");
    CHECK(named("right behind the 20 bytes that cudaMalloc number 1 (main.cu:4) gave") ==
          "right behind the 20 bytes of \"in\"");
    CHECK(
        named(
            "byte 9 of the 24 bytes that cudaMalloc number 2 (a::(anonymous namespace)::b(void*, int)) gave; "
            "cudaFree number 1 (k.so+0x12) freed them") ==
        "byte 9 of the 24 bytes that hold \"out\" from byte 4 on; cudaFree number 1 (k.so+0x12) freed them");
    CHECK(named("right behind the 1 byte that cudaMalloc number 3 gave") ==
          "right behind the 1 byte of \"none\"");
    CHECK(named("byte 0 of the 8 bytes that cudaMalloc number 5 (k.so+0x12) gave") ==
          "byte 0 of the 8 bytes that your cudaMalloc number 2 gave");
    CHECK(named("the 20 bytes that cudaMalloc number 1 gave, the 5 bytes that cudaMalloc number 9 (f(int)) "
                "gave") == "the 20 bytes of \"in\", the 5 bytes that your cudaMalloc number 6 gave");
    for (const char* odd : {" that cudaMalloc number ", "the 5 bytes that cudaMalloc number 1 (f",
                            "the  that cudaMalloc number 1 gave",
                            "the 20 bytes that cudaMalloc number 99999999999999999999999 gave"})
        CHECK(named(odd) == odd);
    // Somebody asked for memory before the runner did.
    CHECK(named("byte 0 of the 8 bytes that cudaMalloc number 1 gave") ==
          "byte 0 of the 8 bytes that cudaMalloc number 1 gave");
    CHECK(named("no allocation is anywhere near") == "no allocation is anywhere near");
}

TEST_CASE("a report arrives in its structs", "[observation]") {
    json report = simulated::finding("shared_race", 12);
    report["findings"][0]["other"] = "written by thread (1, 0, 0)";
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
}

TEST_CASE("what is no report is refused", "[observation]") {
    CHECK_THROWS_AS(read_observation(json::object()), json::exception);
    CHECK_THROWS_AS(read_observation(json::array()), json::exception);
    json report = simulated::good_counts();
    report["format"] = 2;
    CHECK_THROWS_AS(read_observation(report), json::exception);
    report = simulated::good_counts();
    report["launches"][0]["counters"]["smsp__inst_executed.sum"] = "many";
    CHECK_THROWS_AS(read_observation(report), json::exception);
}

TEST_CASE("what the simulator does not know is absent, not 0", "[observation]") {
    json report = simulated::good_counts();
    report["launches"][0]["registers"] = nullptr;
    const Observation seen = read_observation(report);
    CHECK(grader::missing_part(*find_quantity("registers"), seen.launches[0]) == "registers");
    // Without registers occupancy would be a guess.
    CHECK(grader::missing_part(*find_quantity("occupancy"), seen.launches[0]) == "occupancy.theoretical");
    CHECK(grader::missing_part(*find_quantity("sectors_per_request"), seen.launches[0]).empty());
}

TEST_CASE("several launches come to one number", "[observation]") {
    json report = simulated::nothing();
    report["launches"].push_back(simulated::launch("large", 4000, 128000, 0.25));
    report["launches"].push_back(simulated::launch("small", 32, 128, 1));
    const Observation seen = read_observation(report);
    // Ratios of sums, so that a small kernel has a small say.
    CHECK_THAT(value_of("sectors_per_128_bytes", seen), WithinRel(4032.0 * 128 / 128128));
    CHECK_THAT(value_of("sectors_per_request", seen), WithinRel(4032.0 / 1001));
    CHECK_THAT(value_of("sector_efficiency", seen), WithinRel(128128.0 / (4032 * 32)));
    // Less than a hundredth of the instructions has none.
    CHECK_THAT(value_of("occupancy", seen), WithinRel(0.25));
    CHECK(value_of("instructions", seen) == 4032);
    CHECK(value_of("active_lanes", seen) == 32);
    CHECK(value_of("registers", seen) == 38);
}

TEST_CASE("the last hundredth of the instructions has no say in occupancy", "[observation]") {
    const auto occupancy = [](double rest, int tails) {
        json report = simulated::nothing();
        report["launches"].push_back(simulated::launch("large", rest, rest, 0.75));
        for (int n = 0; n < tails; ++n) report["launches"].push_back(simulated::launch("tail", 10, 10, 0));
        return value_of("occupancy", read_observation(report));
    };
    CHECK_THAT(occupancy(1000, 0), WithinRel(0.75));
    CHECK_THAT(occupancy(1000, 1), WithinRel(0.75));
    // Many small ones are not small together.
    CHECK(occupancy(1000, 100) < 0.4);
    CHECK(occupancy(500, 1) < 0.75);
}

TEST_CASE("what a warp asks again while it waits for others is not held against it", "[observation]") {
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
        return evaluate(*find_quantity(counter), seen.launches, {{grader::call_part::items, 32}});
    };
    CHECK(of_items("global_loads_per_item") == 1);
    CHECK(of_items("waiting_lanes_per_item") == 0.5);
    const auto needing = [&](const char* counter) {
        return evaluate(*find_quantity(counter), seen.launches, {{grader::call_part::bytes, 128}});
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
                        {{grader::call_part::bytes, 128}, {grader::call_part::multiply_adds, 16}});
    };
    CHECK(needing("moved_per_needed_byte") == 8);
    CHECK(needing("requests_per_512_bytes") == 16);
    CHECK(needing("sectors_per_multiply_add") == 2);
}

TEST_CASE("two launches have under way what their bytes and waits come to together", "[observation]") {
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
                   {{grader::call_part::items, 2 * value_of("instructions", seen)}}) == 0.5);
}

TEST_CASE("what the problem needs can be held against what was done for it", "[observation]") {
    const Observation seen = read_observation(simulated::good_counts());
    const auto needing = [&](const char* counter, double multiply_adds) {
        return evaluate(*find_quantity(counter), seen.launches,
                        {{grader::call_part::multiply_adds, multiply_adds}});
    };
    CHECK_THAT(needing("sectors_per_multiply_add", 16), WithinRel(4.0 / 16));
    CHECK_THAT(needing("sectors_per_multiply_add", 32), WithinRel(4.0 / 32));
    // Without a load from shared memory none is used well.
    CHECK(needing("multiply_adds_per_shared_load", 16) == 0);
    CHECK(grader::missing_part(*find_quantity("sectors_per_multiply_add"), seen.launches[0]).empty());
}

TEST_CASE("what a call did is held against the items of its problem", "[observation]") {
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
                        {{grader::call_part::items, 64}, {grader::call_part::copied_bytes, 256}});
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
    CHECK(grader::in_words(*find_quantity("loads_per_item"), "interaction") == "loads for each interaction");
    CHECK(grader::in_words(*find_quantity("occupancy"), "interaction") == "theoretical occupancy");
}

TEST_CASE("a ratio of nothing is what harms nobody", "[observation]") {
    const Observation seen = read_observation(simulated::nothing());
    CHECK(value_of("bank_conflicts", seen) == 0);
    CHECK(value_of("sectors_per_128_bytes", seen) == 0);
    CHECK(value_of("sector_efficiency", seen) == 1);
    CHECK(value_of("occupancy", seen) == 0);
}

TEST_CASE("a line costs what keeps its units busy, and the reason is the busiest", "[observation]") {
    const auto reason = [](const grader::Counts& counts) {
        grader::SeenLaunch launch;
        launch.lines.push_back({"student.cu", 3, counts});
        launch.lines.push_back({"lab.h", 4, {{"smsp__inst_executed.sum", 1}}});
        const std::vector<grader::LineCost> lines = grader::line_costs({launch, launch});
        REQUIRE(lines.size() == 2);
        CHECK(lines[0].line == 3); // the costliest first, and launches added up
        CHECK(lines[0].instructions == 2 * counts.at("smsp__inst_executed.sum"));
        CHECK_THAT(lines[0].share + lines[1].share, WithinRel(1.0));
        return grader::reason_of(lines[0]);
    };
    const std::string loads = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
    const std::string asked = "kernelsmith__bytes_distinct_mem_global_op_ld.sum";
    const std::string instructions = "smsp__inst_executed.sum";
    const std::string lanes = "smsp__thread_inst_executed.sum";
    CHECK(reason({{instructions, 10}, {lanes, 320}}) == "mostly instructions, with all lanes at work");
    CHECK_THAT(reason({{instructions, 10}, {lanes, 80}}), ContainsSubstring("8.0 of 32 lanes"));
    CHECK_THAT(reason({{instructions, 10}, {loads, 40}, {asked, 1280}}),
               ContainsSubstring("every byte of it is used"));
    CHECK_THAT(reason({{instructions, 10}, {loads, 320}, {asked, 1280}}),
               ContainsSubstring("32.0 sectors for 128 bytes"));
    CHECK_THAT(reason({{instructions, 10}, {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", 40}}),
               ContainsSubstring("spilled registers"));
    CHECK_THAT(reason({{instructions, 10},
                       {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 320},
                       {"smsp__inst_executed_op_shared_ld.sum", 10},
                       {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", 310}}),
               ContainsSubstring("31.0 bank conflicts a request"));
    CHECK_THAT(reason({{instructions, 10},
                       {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 40},
                       {"smsp__inst_executed_op_shared_atom.sum", 10},
                       {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", 30}}),
               ContainsSubstring("3.0 bank conflicts a request"));
}

TEST_CASE("a quantity reads as a person would write it", "[observation]") {
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

    // Where only the size of PTX's arrays is known, some of which end up in registers, the report has null.
    report["launches"][1]["local_bytes"] = nullptr;
    const Observation unknown = read_observation(report);
    CHECK(grader::missing_part(*find_quantity("local_bytes"), unknown.launches[1]) == "local_bytes");
    CHECK(value_of("local_bytes", unknown) == 8);
}
