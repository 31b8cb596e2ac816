#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "counters/metrics.h"

using namespace simulator;
using Catch::Approx;

namespace {

using Values = std::vector<MetricValue>;

/// Returns a metric's value among others; nullopt if it has none.
std::optional<double> value(const Values& values, std::string_view name) {
    const Metric* const metric = find_metric(name);
    REQUIRE(metric != nullptr);
    for (const auto [index, number] : values)
        if (&metrics()[index] == metric) return number;
    return std::nullopt;
}

/// Returns the sums of one instruction.
Sums sums_of(ptx::Form form, const Tally& tally, MemorySpace space = MemorySpace::global,
             const MemoryTally& memory = {}) {
    std::array<MemoryTally, counted_spaces> spaces = {};
    spaces[static_cast<std::size_t>(space)] = memory;
    Sums sums;
    sums.add({.form = form}, tally, spaces);
    return sums;
}

} // namespace

TEST_CASE("Names and short names of metrics are unique", "[simulator][counters]") {
    std::set<std::string_view> names;
    for (const Metric& metric : metrics()) {
        INFO(metric.name);
        CHECK(names.insert(metric.name).second);
        if (!metric.alias.empty()) CHECK(names.insert(metric.alias).second);
        CHECK_FALSE(metric.meaning.empty());
        CHECK_FALSE(metric.unit.empty());
        CHECK(find_metric(metric.name) == &metric);
        // In Nsight Compute, the suffix of a name says how the units' counts are combined.
        CHECK((metric.name.find('.') != std::string_view::npos || metric.of_launch));
    }
    CHECK(find_metric("") == nullptr);
    CHECK(find_metric("sectors") == nullptr);
}

TEST_CASE("Gates have the counters that they require", "[simulator][counters]") {
    for (const std::string_view alias :
         {"sectors_per_request", "sector_efficiency", "active_lanes", "occupancy", "achieved_occupancy",
          "bank_conflicts", "global_atomics", "lanes_per_atomic_address", "barriers", "spill_bytes",
          "local_bytes", "registers", "divergent_branches", "l1_hit_rate", "l2_hit_rate"}) {
        INFO(alias);
        CHECK(find_metric(alias) != nullptr);
    }
}

TEST_CASE("Thread instructions are warp instructions times 32 less inactive and predicated-off lanes",
          "[simulator][counters]") {
    const Values values =
        line_values(sums_of(ptx::Form::add_f32, {.warps = 10, .inactive = 64, .predicated_off = 32}));
    CHECK(value(values, "smsp__inst_executed.sum") == 10);
    CHECK(value(values, "smsp__thread_inst_executed.sum") == 256);
    CHECK(value(values, "smsp__thread_inst_executed_pred_on.sum") == 224);
    CHECK(value(values, "active_lanes") == Approx(25.6));
    CHECK(value(values, "smsp__sass_thread_inst_executed_op_fp32_pred_on.sum") == 224);
    CHECK(value(values, "kernelsmith__inst_executed_op_fp32.sum") == 10);
    CHECK_FALSE(value(values, "smsp__sass_thread_inst_executed_op_integer_pred_on.sum").has_value());
}

TEST_CASE("Branches are counted as divergent or uniform", "[simulator][counters]") {
    const Values values = line_values(sums_of(ptx::Form::bra, {.warps = 8, .divergent = 2}));
    CHECK(value(values, "divergent_branches") == 2);
    CHECK(value(values, "smsp__sass_branch_targets_threads_uniform.sum") == 6);
    CHECK(value(values, "smsp__sass_average_branch_targets_threads_uniform.pct") == 75);
    CHECK_FALSE(
        value(line_values(sums_of(ptx::Form::ret, {.warps = 8})), "smsp__inst_executed_op_branch.sum"));
}

TEST_CASE("Barriers of a block are counted and warp barriers are not", "[simulator][counters]") {
    CHECK(value(line_values(sums_of(ptx::Form::bar_sync, {.warps = 8})), "barriers") == 8);
    CHECK_FALSE(value(line_values(sums_of(ptx::Form::bar_warp_sync, {.warps = 8})), "barriers"));
}

TEST_CASE("Thread loads count the lanes with a true predicate in each memory space",
          "[simulator][counters]") {
    const Values values =
        line_values(sums_of(ptx::Form::ld_const, {.warps = 10, .inactive = 64, .predicated_off = 32}));
    CHECK(value(values, "kernelsmith__threads_mem_const_op_ld.sum") == 224);
    CHECK_FALSE(value(values, "kernelsmith__threads_mem_global_op_ld.sum"));
    CHECK(value(line_values(sums_of(ptx::Form::ld_shared, {.warps = 1}, MemorySpace::shared,
                                    {.requests = 1, .lanes = 32})),
                "kernelsmith__threads_mem_shared_op_ld.sum") == 32);
    CHECK(value(line_values(sums_of(ptx::Form::ld_global, {.warps = 1}, MemorySpace::global,
                                    {.requests = 1, .lanes = 7})),
                "kernelsmith__threads_mem_global_op_ld.sum") == 7);
}

TEST_CASE("Sectors per request are computed over loads and stores together", "[simulator][counters]") {
    Sums sums = sums_of(ptx::Form::ld_global, {.warps = 2}, MemorySpace::global,
                        {.requests = 2,
                         .lanes = 64,
                         .bytes = 256,
                         .sectors = 8,
                         .l1_hits = 2,
                         .l2_sectors = 6,
                         .l2_hits = 3});
    const Sums stores = sums_of(ptx::Form::st_global, {.warps = 1}, MemorySpace::global,
                                {.requests = 1,
                                 .lanes = 32,
                                 .bytes = 128,
                                 .sectors = 32,
                                 .l2_sectors = 32,
                                 .l2_hits = 32,
                                 .kind = RequestKind::store});
    sums.memory[0][1] = stores.memory[0][1];
    const Values values = line_values(sums);
    CHECK(value(values, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum") == 2);
    CHECK(value(values, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio") == 4);
    CHECK(value(values, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio") == 32);
    CHECK(value(values, "sectors_per_request") == Approx(40.0 / 3));
    CHECK(value(values, "sector_efficiency") == Approx(384.0 / (40 * 32)));
    CHECK(value(values, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct") == 100);
    CHECK(value(values, "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum") == 1024);
    CHECK(value(values, "l1_hit_rate") == Approx(100 * 2.0 / 40));
    CHECK(value(values, "l2_hit_rate") == Approx(100 * 35.0 / 38));
    CHECK(value(values, "lts__t_sectors.sum") == 38);
}

TEST_CASE("Atomics are distinguished by whether their result is used", "[simulator][counters]") {
    const Values values = line_values(sums_of(ptx::Form::atom_add, {.warps = 4}, MemorySpace::global,
                                              {.requests = 4,
                                               .lanes = 128,
                                               .sectors = 4,
                                               .same_address = 100,
                                               .addresses = 16,
                                               .kind = RequestKind::reduction}));
    CHECK(value(values, "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum") == 4);
    CHECK_FALSE(value(values, "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"));
    CHECK(value(values, "global_atomics") == 4);
    CHECK(value(values, "kernelsmith__threads_mem_global_op_atomic.sum") == 128);
    CHECK(value(values, "kernelsmith__addresses_mem_global_op_atomic.sum") == 16);
    CHECK(value(values, "lanes_per_atomic_address") == 8);
    CHECK(value(values, "kernelsmith__most_lanes_per_address_mem_global_op_atomic.ratio") == 25);
    CHECK_FALSE(value(values, "sectors_per_request"));
}

TEST_CASE("Bank conflicts are the wavefronts beyond the ideal number", "[simulator][counters]") {
    const Values values = line_values(sums_of(ptx::Form::ld_shared, {.warps = 4}, MemorySpace::shared,
                                              {.requests = 4, .wavefronts = 20, .wavefronts_ideal = 8}));
    CHECK(value(values, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum") == 20);
    CHECK(value(values, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum") == 12);
    CHECK(value(values, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum") == 12);
    CHECK(value(values, "bank_conflicts") == 3);
}

TEST_CASE("The metrics of a launch include its resources and counters that are zero",
          "[simulator][counters]") {
    KernelResources resources;
    resources.registers = 64;
    resources.spill_stores = 8;
    resources.spill_loads = 12;
    resources.registers_known = true;
    const LaunchFacts facts = launch_facts(device_named("h200"), resources, {132, 4, 2}, {16, 16, 1}, 100,
                                           {.read = 64, .written = 32});
    const Values values = launch_values({}, facts);
    CHECK(value(values, "launch__grid_size") == 1056);
    CHECK(value(values, "launch__block_size") == 256);
    CHECK(value(values, "launch__waves_per_multiprocessor") == 2);
    CHECK(value(values, "registers") == 64);
    CHECK(value(values, "launch__registers_per_thread") == 64);
    CHECK(value(values, "spill_bytes") == 20);
    CHECK(value(values, "occupancy") == 0.5);
    CHECK(value(values, "achieved_occupancy") == 0.5);
    CHECK(value(values, "sm__maximum_warps_per_active_cycle_pct") == 50);
    CHECK(value(values, "launch__occupancy_limit_registers") == 4);
    CHECK(value(values, "launch__shared_mem_per_block_dynamic") == 100);
    CHECK(value(values, "dram__bytes_read.sum") == 64);
    CHECK(value(values, "dram__bytes_write.sum") == 32);
    CHECK(value(values, "global_atomics") == 0);
    CHECK_FALSE(value(values, "sectors_per_request"));
}

TEST_CASE("A launch takes 16 registers per thread at least", "[simulator][counters]") {
    KernelResources resources;
    resources.registers = 10;
    resources.registers_known = true;
    const Values values =
        launch_values({}, launch_facts(device_named("h200"), resources, {1, 1, 1}, {256, 1, 1}, 0, {}));
    CHECK(value(values, "registers") == 10);
    CHECK(value(values, "launch__registers_per_thread") == 16);
}

TEST_CASE("Without SASS the number of registers is unknown", "[simulator][counters]") {
    const Values values =
        launch_values({}, launch_facts(device_named("h200"), {}, {1, 1, 1}, {256, 1, 1}, 0, {}));
    CHECK_FALSE(value(values, "registers"));
    CHECK_FALSE(value(values, "spill_bytes"));
    CHECK_FALSE(value(values, "launch__occupancy_limit_registers"));
    CHECK(value(values, "occupancy") == 1);
}

TEST_CASE("Bytes in flight per SM are its threads' loads divided by their waits", "[simulator][counters]") {
    Counters counters(device_named("h200"), {.ops = 3});
    const std::vector<CountedOp> ops = {
        {.form = ptx::Form::ld_global, .overlaps_load = true},
        {.form = ptx::Form::add_f32, .overlaps_load = true},
        {.form = ptx::Form::add_f32, .waits_for_loads = true},
    };
    for (Tally& tally : counters.tallies) tally.warps = 80;
    counters.tallies[2].inactive = 80 * 16; // half of the lanes are inactive
    counters.tallies[2].warps = 160;        // and execute it later
    counters.tallies[2].inactive *= 2;
    MemoryTally& loads = counters.memory[tally_index(0, MemorySpace::global)];
    loads.bytes = loads.distinct_bytes = std::uint64_t{80} * 32 * 4;
    loads.sectors = loads.l2_sectors = loads.bytes / 32;
    const auto values_of = [&] {
        const KernelResources resources = {.registers = 64, .registers_known = true};
        return launch_values(add_up(counters, ops).launch,
                             launch_facts(device_named("h200"), resources, {10, 1, 1}, {256, 1, 1}, 0, {}));
    };
    Values values = values_of();
    CHECK(value(values, "kernelsmith__thread_load_waits.sum") == 80 * 32);
    CHECK(value(values, "kernelsmith__load_waits_of_sm.sum") ==
          80 * 32 / 1024.0); // four resident blocks of 256 threads
    CHECK(value(values, "bytes_in_flight") == 4096);
    CHECK(value(values, "overlapped_arithmetic") == 0.5);
    // Repeated loads that hit in L1.
    loads += loads;
    loads.l2_sectors /= 2;
    CHECK(value(values_of(), "bytes_in_flight") == 4096);
    // Sectors that are only partly requested.
    loads.l2_sectors *= 64;
    CHECK(value(values_of(), "bytes_in_flight") == 8192);
}

TEST_CASE("Counts are added up by line", "[simulator][counters]") {
    Counters counters(device_named("h200"), {.ops = 5});
    const std::vector<CountedOp> ops = {{.form = ptx::Form::add_f32, .line = 7},
                                        {.form = ptx::Form::ld_global, .line = 7},
                                        {.form = ptx::Form::add_f32, .file = 1, .line = 7},
                                        {.form = ptx::Form::ret},
                                        {.form = ptx::Form::bra, .written = false, .line = 7}};
    for (std::size_t op = 0; op < ops.size(); ++op) counters.tallies[op].warps = std::uint64_t{1} << op;
    counters.memory[tally_index(1, MemorySpace::global)].requests = 2;
    counters.tallies[0].predicated_off = 32; // its guard was false for every thread
    const LaunchSums sums = add_up(counters, ops);
    CHECK(sums.launch.all.warps == 1 + 2 + 4 + 8);
    REQUIRE(sums.lines.size() == 2);
    CHECK(sums.lines.at({0, 7}).counts.all.warps == 1 + 2);
    CHECK(sums.lines.at({0, 7}).counts.of(MemorySpace::global, RequestKind::load).requests == 2);
    CHECK(sums.lines.at({1, 7}).counts.all.warps == 4);
    CHECK(sums.lines.at({0, 7}).memory_operations == std::set{ptx::Form::ld_global});
    CHECK_THROWS_AS(add_up(counters, std::span(ops).first(2)), std::invalid_argument);
}

TEST_CASE("docs/counters.md is generated from the table of metrics", "[simulator][counters]") {
    const auto file = std::filesystem::path(KERNELSMITH_SOURCE_DIR) / "docs/counters.md";
    INFO(file.string() << " is made from the table: KERNELSMITH_APPROVE=1 in the environment writes it anew");
    if (const char* approve = std::getenv("KERNELSMITH_APPROVE");
        approve != nullptr && std::string_view(approve) == "1")
        std::ofstream(file, std::ios::binary) << metrics_page();
    std::ifstream stored(file, std::ios::binary);
    REQUIRE(stored.is_open());
    std::ostringstream page;
    page << stored.rdbuf();
    CHECK(metrics_page() == page.str());
}
