// Comparison of the simulator's counts with a GPU's.

#include <fstream>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/records/counters/comparison.h"
#include "authoring/records/counters/profiler.h"
#include "authoring/records/counters/throughputs.h"
#include "base/files.h"
#include "course/manifest.h"

using Catch::Matchers::ContainsSubstring;
using namespace grader;

namespace {

const std::string loads = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
const std::string atomics = "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum";
const std::string registers = "launch__registers_per_thread";

std::vector<BuildCounts> one_kernel(double loads_counted, double atomics_counted) {
    return {{"solution", {{"scale", 1, {{loads, loads_counted}, {atomics, atomics_counted}}}}}};
}

CounterReason reason(const std::string& counter) { return {"04_lab", {}, {}, {counter}, "It is so."}; }

} // namespace

TEST_CASE("kernel names of different tools are normalized to the same name", "[counters]") {
    CHECK(plain_kernel_name("void scale<(int)4, float>(float *, int)") == "scale<4,float>");
    CHECK(plain_kernel_name("scale<4, float>") == "scale<4,float>");
    CHECK(plain_kernel_name("multiply<true>(Args)") == plain_kernel_name("void multiply<1>(Args)"));
    CHECK(plain_kernel_name("multiply<(bool)0>(Args)") == plain_kernel_name("multiply<false>"));
    CHECK(plain_kernel_name("wide<Tile<128, -1> >") == plain_kernel_name("wide<Tile<(int)128, (int)-1>>"));
    CHECK(plain_kernel_name("trueness") == "trueness");
    // Names as Nsight Compute prints them, and the actual names.
    CHECK(plain_kernel_name("global(int *)") == plain_kernel_name("outer::global(int*)"));
    CHECK(plain_kernel_name("void b::te<int, 3, 1>(T1 *, b::S)") ==
          plain_kernel_name("void a::b::te<int, 3, true>(int*, a::b::S)"));
    CHECK(plain_kernel_name("void <unnamed>::tem<<unnamed>::T<4>>(int *)") ==
          plain_kernel_name("void (anonymous namespace)::tem<(anonymous namespace)::T<4> >(int*)"));
    CHECK(plain_kernel_name("a::<unnamed>::deep(int *)") ==
          plain_kernel_name("a::(anonymous namespace)::deep(int*)"));
    CHECK(plain_kernel_name("void <unnamed>::tem<b::S>(int *)") == "tem<S>");
}

TEST_CASE("a profiler's table is read", "[counters]") {
    const std::vector<ObservedLaunch> launches =
        read_profile("==PROF== Connected to process 1\n"
                     "\"ID\",\"Process ID\",\"Kernel Name\",\"" +
                     loads + "\",\"" + registers +
                     "\"\n"
                     "\"\",\"\",\"\",\"request\",\"register/thread\"\n"
                     "\"0\",\"17\",\"void scale<(int)4>(float *, int)\",\"1,056\",\"16\"\n"
                     "\"1\",\"17\",\"add(int *)\",\"0\",\"20\"\n");
    REQUIRE(launches.size() == 2);
    CHECK(launches[0].kernel == "void scale<(int)4>(float *, int)");
    CHECK(launches[0].counts == Counts{{loads, 1056}, {registers, 16}});
    CHECK(launches[1].counts.at(registers) == 20);
    CHECK(read_profile("==ERROR== No kernels were profiled.\n").empty());
}

TEST_CASE("the busiest unit limits a kernel and latency limits an idle one", "[counters]") {
    const auto launch = [](double ns, double sm, double l1, double l2, double dram) {
        ObservedLaunch seen;
        seen.kernel = "k(int*)";
        seen.counts = {{Throughputs::duration_ns, ns},
                       {Throughputs::sm, sm},
                       {Throughputs::l1, l1},
                       {Throughputs::l2, l2},
                       {Throughputs::dram, dram}};
        return seen;
    };
    CHECK(limit_of(launch(1, 61, 20, 30, 40).counts) == "sm");
    CHECK(limit_of(launch(1, 61, 70, 30, 40).counts) == "l1");
    CHECK(limit_of(launch(1, 20, 20, 91, 89).counts) == "memory");
    CHECK(limit_of(launch(1, 59, 60, 60, 60).counts) == "latency");
    // A launch that takes three times as long has three times the weight.
    const std::vector<KernelCounts> kernels =
        throughputs_by_kernel({launch(100, 0, 0, 0, 80), launch(300, 80, 0, 0, 0)});
    REQUIRE(kernels.size() == 1);
    CHECK(kernels[0].launches == 2);
    CHECK(kernels[0].counts == Counts{{Throughputs::duration_ns, 400},
                                      {Throughputs::sm, 60},
                                      {Throughputs::l1, 0},
                                      {Throughputs::l2, 0},
                                      {Throughputs::dram, 20}});
}

TEST_CASE("each limiter of the model has a name in Nsight Compute's terms", "[counters]") {
    CHECK(limit_named("issue") == "sm");
    CHECK(limit_named("unit_fma") == "sm");
    CHECK(limit_named("to_l2") == "l1");
    CHECK(limit_named("dram") == "memory");
    CHECK(limit_named("atomics") == "memory");
    for (const char* waits : {"latency", "same_address", "block_start", "chain", "launch"})
        CHECK(limit_named(waits) == "latency");
}

TEST_CASE("counters of several launches of a kernel are summed but its registers are not", "[counters]") {
    ObservedLaunch launch;
    launch.kernel = "scale<4>(float*)";
    launch.counts = {{loads, 10}, {registers, 16}, {atomics, 0}, {"smsp__inst_executed.sum", 99}};
    const std::vector<KernelCounts> kernels = by_kernel({launch, launch});
    REQUIRE(kernels.size() == 1);
    CHECK(kernels[0].launches == 2);
    CHECK(kernels[0].counts == Counts{{loads, 20}, {registers, 16}});
}

TEST_CASE("counts within their tolerance are not reported", "[counters]") {
    CHECK(compare_counters(one_kernel(1000, 5), one_kernel(1000, 5), {}).faults.empty());
    CHECK(compare_counters(one_kernel(1010, 5), one_kernel(1000, 5), {}).faults.empty());
    CHECK(compare_counters(one_kernel(990, 5), one_kernel(1000, 5), {}).faults.empty());
}

TEST_CASE("a larger difference needs a reason and a reason needs a difference", "[counters]") {
    const CounterComparison bare = compare_counters(one_kernel(1011, 5), one_kernel(1000, 5), {});
    REQUIRE(bare.faults.size() == 1);
    CHECK_THAT(bare.faults[0],
               ContainsSubstring(loads + " of scale is 1011 on the simulator and 1000 on the GPU"));
    CHECK(compare_counters(one_kernel(1000, 5), one_kernel(1000, 6), {}).faults.size() == 1);
    CHECK(compare_counters(one_kernel(1011, 5), one_kernel(1000, 5), {reason(loads)}).faults.empty());
    CHECK(compare_counters(one_kernel(1011, 5), one_kernel(1000, 5), {reason(atomics)}).faults.size() == 2);
    const CounterComparison idle =
        compare_counters(one_kernel(1000, 5), one_kernel(1000, 5), {reason(loads)});
    REQUIRE(idle.faults.size() == 1);
    CHECK_THAT(idle.faults[0], ContainsSubstring("no longer explains"));
    CHECK(compare_counters(one_kernel(1000, 5), one_kernel(1000, 5), {reason(loads)},
                           grader::ComparisonScope::sample)
              .faults.empty());
    CounterReason elsewhere = reason(loads);
    elsewhere.builds = {"baseline"};
    CHECK(compare_counters(one_kernel(1011, 5), one_kernel(1000, 5), {elsewhere}).faults.size() == 2);
}

TEST_CASE("a kernel that only the simulator or only the GPU has is reported", "[counters]") {
    std::vector<BuildCounts> more = one_kernel(1000, 5);
    more[0].kernels.push_back({"add", 1, {}});
    CHECK(compare_counters(more, one_kernel(1000, 5), {}).faults.size() == 1);
    CHECK(compare_counters(one_kernel(1000, 5), more, {}).faults.size() == 1);
    std::vector<BuildCounts> again = one_kernel(1000, 5);
    again[0].kernels[0].launches = 2;
    CHECK(compare_counters(again, one_kernel(1000, 5), {}).faults.size() == 1);
}

TEST_CASE("a build that only the simulator or only the GPU has is reported", "[counters]") {
    std::vector<BuildCounts> more = one_kernel(1000, 5);
    more.push_back({"baseline", {{"scale", 1, {{loads, 7}}}}});
    CHECK(compare_counters(more, one_kernel(1000, 5), {}).faults.size() == 1);
    CHECK(compare_counters(one_kernel(1000, 5), more, {}).faults.size() == 1);
    CHECK(compare_counters(one_kernel(1000, 5), {}, {}).faults.size() == 2);
}

TEST_CASE("a build that was not counted on a GPU needs a reason", "[counters]") {
    std::vector<BuildCounts> simulated = one_kernel(1000, 5);
    simulated.push_back({"baseline", {{"scale", 1, {{loads, 7}}}}});
    CounterReason excuse = reason(loads);
    excuse.counters.clear();
    CHECK(compare_counters(simulated, one_kernel(1000, 5), {excuse}).faults.size() == 2);
    excuse.builds = {"baseline"};
    const CounterComparison excused = compare_counters(simulated, one_kernel(1000, 5), {excuse});
    CHECK(excused.faults.empty());
    CHECK_THAT(counters_table(excused), ContainsSubstring("| `baseline` | `scale` | – / 7 [1] |"));
    CHECK(compare_counters(simulated, simulated, {excuse}).faults.size() == 1);
    CHECK(compare_counters({simulated[1]}, {}, {excuse}).faults.size() == 1);
}

TEST_CASE("a table shows both counts where they differ", "[counters]") {
    const std::string table =
        counters_table(compare_counters(one_kernel(1005, 5), one_kernel(1000, 6), {reason(atomics)}));
    CHECK_THAT(table, ContainsSubstring("| `solution` | `scale` | 1000 / 1005 | 6 / 5 [1] |"));
    CHECK_THAT(table, ContainsSubstring("1. It is so."));
}

TEST_CASE("a record of GPU counters survives a round trip through its file", "[counters]") {
    const TemporaryDirectory scratch;
    const auto file = counters_file(scratch.path(), "h200");
    CHECK(read_counters(file).groups.empty());
    write_counters(file, {"NVIDIA H200", {{"04_lab", one_kernel(7, 3)}}});
    const CountersRecord record = read_counters(file);
    CHECK(record.device == "NVIDIA H200");
    REQUIRE(record.groups.at("04_lab").size() == 1);
    CHECK(record.groups.at("04_lab")[0].kernels.at(0).counts == one_kernel(7, 3)[0].kernels[0].counts);
}

TEST_CASE("reasons are read strictly", "[counters]") {
    const TemporaryDirectory scratch;
    const auto file = scratch.path() / "reasons.toml";
    const auto write = [&](const std::string& text) { std::ofstream(file) << text; };
    CHECK(read_reasons(file, "04_lab").empty());
    write("[[reason]]\ngroup = \"04_lab\"\ncounters = [\"" + loads + "\"]\ntext = \"It is so.\"\n");
    REQUIRE(read_reasons(file, "04_lab").size() == 1);
    CHECK(read_reasons(file, "04_lab")[0].covers("solution", "scale", loads));
    CHECK(read_reasons(file, "05_lab").empty());
    write("[[reason]]\ngroup = \"04_lab\"\ncounters = [\"loads\"]\ntext = \"It is so.\"\n");
    CHECK_THROWS_AS(read_reasons(file, "04_lab"), ManifestError);
    write("[[reason]]\ngroup = \"04_lab\"\nrungs = [\"x\"]\ncounters = []\ntext = \"It is so.\"\n");
    CHECK_THROWS_AS(read_reasons(file, "04_lab"), ManifestError);
}
