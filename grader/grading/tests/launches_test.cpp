// Every way to launch a kernel and to copy memory through the CUDA runtime, on the simulator as far as it
// supports them, and on a GPU if there is one.

#include <cstddef>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "grading/channel/launch.h"
#include "grading/messages/counts.h"
#include "grading/runner/next_function.h"
#include "grading/toolchain/toolchain.h"
#include "launch_variants.h"
#include "testing/bench.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using facts::MatchesPattern;
using grader::Defines;
using grader::Launch;
using grader::LaunchLog;
using launch_variants::gpu;
using launch_variants::per_thread;
using launch_variants::simulator;
using launch_variants::VariantRunner;

/// Number of launches by kernel.
using Kernels = std::map<std::string, std::size_t>;

/// A function of fixtures/cuda/ways.cu, and the launches and copies that must be observed in one call.
struct Way {
    std::string entry;
    Kernels kernels;
    double copied_bytes = 0;
};

const std::vector<Way> everywhere = {
    {"nothing", {}},
    {"chevrons", {{"add_one", 1}}},
    {"chevrons_in_a_stream", {{"add_one", 1}}},
    {"by_name", {{"add_one", 1}}},
    {"with_attributes", {{"add_one", 1}}},
    {"cooperative", {{"add_one", 1}}},
    {"twice_in_one_shape_and_once_in_another", {{"add_one", 3}}},
    {"captured_and_launched_twice", {{"add_one", 2}, {"add_two", 2}}},
    {"captured_and_not_launched", {}},
    {"captured_by_two_streams", {{"add_one", 1}, {"add_two", 1}}},
    {"captured_copies_launched_three_times", {}, 6 * 1024},
    {"a_clone_of_a_capture", {{"add_one", 1}}},
    {"a_graph_updated_to_another_one", {{"add_two", 1}}},
    {"made_of_nodes", {{"add_one", 2}}, 2 * 1024},
    {"made_of_nodes_with_parameters_to_instantiate", {{"add_one", 1}}},
    {"a_graph_in_a_graph", {{"add_one", 1}}, 1024},
    {"a_node_changed_to_another_kernel", {{"add_two", 1}}},
    {"a_node_changed_in_general", {{"add_two", 1}}},
    {"a_copy_changed_to_half", {}, 512},
    {"a_node_switched_off", {{"add_two", 1}}},
    {"copy_to_the_device", {}, 1024},
    {"copy_to_the_host", {}, 1024},
    {"copy_by_addresses", {}, 1024},
    {"copy_on_the_device", {}},
    {"copy_on_the_host", {}},
    {"copy_in_a_stream", {}, 1024},
    {"copy_in_the_default_stream", {}, 1024},
    {"copy_rows", {}, 1024},
    {"copy_rows_in_a_stream", {}, 1024},
    {"copy_a_box", {}, 1024},
    {"copy_a_box_by_addresses", {}, 1024},
    {"copy_a_box_in_a_stream", {}, 1024},
    {"copy_between_devices", {}},
    {"copy_between_devices_in_a_stream", {}},
    {"copy_to_a_variable", {}, 1024},
    {"copy_from_a_variable", {}, 1024},
    {"copy_to_a_variable_in_a_stream", {}, 1024},
    {"copy_from_a_variable_in_a_stream", {}, 1024},
    {"copy_to_an_array", {}, 1024},
    {"copy_to_an_array_in_a_stream", {}, 1024},
    {"copy_from_an_array", {}, 1024},
    {"copy_from_an_array_in_a_stream", {}, 1024},
    // Its bytes move without a copy, and are not counted.
    {"memory_that_both_sides_use", {{"add_one", 1}}},
};

const std::vector<Way> only_on_a_gpu = {
    {"copy_a_box_into_an_array", {}, 1024},       {"copy_from_the_host_as_between_devices", {}, 1024},
    {"copy_a_box_between_devices", {}, 2 * 1024}, {"copy_a_batch", {}, 1024},
    {"copy_a_batch_of_boxes", {}, 1024},
};

/// Calls each of @p wanted and checks the launches and copies observed.
void check_seen(VariantRunner& launch_variants, const std::vector<Way>& wanted) {
    for (const Way& way : wanted) {
        INFO(way.entry);
        double copied_bytes = 0;
        CHECK_NOTHROW(copied_bytes = launch_variants.call(way.entry));
        Kernels kernels;
        for (const Launch& launch : launch_variants.log().launches) kernels[launch.kernel] += launch.count;
        CHECK(kernels == way.kernels);
        CHECK(copied_bytes == way.copied_bytes);
        CHECK(launch_variants.log().kept);
        CHECK(launch_variants.log().dropped == 0);
        CHECK(launch_variants.log().unread_nodes == 0);
    }
}

/// Returns the symbols that `nm` lists for @p file with @p option.
std::set<std::string> symbols(const fs::path& file, const std::string& option) {
    const harness::RunResult ran = harness::run({"/usr/bin/env", "nm", "-D", option, file.string()});
    REQUIRE(ran.status == 0);
    std::set<std::string> names;
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) {
        const std::string name = line.substr(line.rfind(' ') + 1);
        names.insert(name.substr(0, name.find('@')));
    }
    return names;
}

Launch launched(const std::string& symbol, unsigned blocks, std::size_t count, double warp_instructions = 0) {
    Launch launch;
    launch.kernel = launch.symbol = symbol;
    launch.grid = {blocks, 1, 1};
    launch.block = {256, 1, 1};
    launch.count = count;
    launch.warp_instructions = warp_instructions;
    return launch;
}

grader::Message gap_of(const LaunchLog& log) {
    const std::optional<grader::LaunchLogGap> gap = log.gap();
    return gap ? gap->what : grader::Message();
}

} // namespace

TEST_CASE("every launch and copy on the simulator is logged", "[launches]") {
    VariantRunner launch_variants(simulator());
    check_seen(launch_variants, everywhere);
}

TEST_CASE("every launch and copy is logged with per-thread default streams", "[launches]") {
    VariantRunner launch_variants(simulator(), per_thread);
    // The test would prove nothing if it called the ordinary functions.
    const std::set<std::string> called = symbols(launch_variants.object(), "--undefined-only");
    for (const char* name : {"__cudaLaunchKernel_ptsz", "cudaLaunchCooperativeKernel_ptsz",
                             "cudaMemcpy3D_ptds", "cudaMemcpy2D_ptds", "cudaStreamEndCapture_ptsz"})
        CHECK(called.contains(name));
    check_seen(launch_variants, everywhere);
}

TEST_CASE("every launch and copy on a GPU is logged", "[launches][gpu]") {
    for (const Defines& defines : {Defines{}, per_thread}) {
        VariantRunner launch_variants(gpu(), defines);
        check_seen(launch_variants, everywhere);
        check_seen(launch_variants, only_on_a_gpu);
        launch_variants.call("a_condition_in_a_graph");
        CHECK_THAT(gap_of(launch_variants.log()), MatchesPattern("unread_nodes nodes=1"));
    }
}

TEST_CASE("a log that overflowed or is empty says so", "[launches][slow]") {
    VariantRunner launch_variants(simulator());
    launch_variants.call("in_more_shapes_than_a_log_holds");
    CHECK(launch_variants.log().launches.size() == 8192);
    CHECK(launch_variants.log().dropped == 33 * 250 - 8192);
    CHECK_THAT(gap_of(launch_variants.log()), MatchesPattern("too_many_shapes most=8192"));
    launch_variants.call("nothing");
    CHECK(gap_of(launch_variants.log()).is(grader::messages::no_launch_seen));
    launch_variants.call("captured_and_not_launched");
    CHECK(gap_of(launch_variants.log()).is(grader::messages::no_launch_seen));
    launch_variants.call("chevrons");
    CHECK(gap_of(launch_variants.log()).empty());
}

TEST_CASE("the runner intercepts every launch and copy function of the CUDA runtime", "[launches]") {
    const fs::path runtime = grader::find_toolkit().libraries / "libcudart.so.13";
    const std::set<std::string> seen = symbols(bench::places().programs / "runner", "--defined-only");
    const std::regex concerned(
        "_*cudaLaunch.*Kernel.*|cudaMemcpy.*|cudaMemset.*|cudaGraphLaunch.*|cudaGraphInstantiate.*|"
        "cudaGraphExecUpdate|cudaGraphNodeSetEnabled|"
        "cudaGraphExec.*NodeSetParams.*|cudaStreamBeginCapture.*");
    // Such nodes neither launch nor copy.
    const std::regex harmless("cudaGraphExec(EventRecord|EventWait|ExternalSemaphores.*|Host)Node.*");
    std::size_t found = 0;
    for (const std::string& name : symbols(runtime, "--defined-only")) {
        if (!std::regex_match(name, concerned) || std::regex_match(name, harmless)) continue;
        INFO(name);
        CHECK(seen.contains(name));
        ++found;
    }
    CHECK(found >= 80);
}

TEST_CASE("a function that a runtime does not have is refused and not called", "[launches]") {
    const auto missing = runner::next_function<cudaError_t(int, const void*)>("cudaNobodyHasThis");
    CHECK(missing(1, nullptr) == cudaErrorNotSupported);
}

TEST_CASE("launch logs of several calls are merged", "[launches]") {
    LaunchLog all;
    CHECK(gap_of(all).empty()); // a device without kernels
    const LaunchLog one{{launched("a", 1, 2)}, 0, 0, false, true};
    all.add(one);
    all.add(one);
    REQUIRE(all.launches.size() == 1);
    CHECK(all.launches[0].count == 2);
    all.add({{launched("b", 1, 1), launched("a", 2, 1)}, 0, 0, false, true});
    CHECK(all.launches.size() == 3);
    CHECK(gap_of(all).empty());
    // One call of several that launched nothing, or too many shapes, is enough.
    LaunchLog has_silent_call = all;
    has_silent_call.add({{}, 0, 0, true, true});
    has_silent_call.add(one);
    CHECK(gap_of(has_silent_call).is(grader::messages::no_launch_seen));
    all.add({{launched("a", 1, 2)}, 5, 0, false, true});
    CHECK_THAT(gap_of(all), MatchesPattern("too_many_shapes most=8192"));
}

TEST_CASE("the main kernel is the one that executes most", "[launches]") {
    CHECK(grader::main_launch({}) == nullptr);
    // Without counts: the most threads, all launches of a shape together.
    const std::vector<Launch> timed = {launched("clear", 400, 1), launched("work", 50, 10),
                                       launched("work", 20, 1)};
    CHECK(grader::main_launch(timed) == &timed[1]);
    CHECK(grader::main_launch({timed[0], timed[2]})->symbol == "clear");
    // With counts these decide, however large the grids are at the timed size.
    const std::vector<Launch> counted = {launched("clear", 4, 1, 100), launched("work", 1, 1, 5000)};
    CHECK(grader::main_launch({timed[0], timed[2]}, counted)->symbol == "work");
    const std::vector<Launch> first_two = grader::main_launches({timed[0], timed[2], timed[1]}, counted, 2);
    REQUIRE(first_two.size() == 2);
    CHECK(first_two[0].grid[0] == 20);
    CHECK(first_two[1].grid[0] == 50);
}
