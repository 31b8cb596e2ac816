// Comparison of the program that runs on a GPU with the one that was counted.

#include <catch2/catch_test_macros.hpp>

#include "grading/steps/counted_on_device.h"
#include "testing/facts.h"

using facts::MatchesPattern;
using grader::Launch;
using grader::launch_difference;

namespace {

Launch seen_launch(const char* symbol, unsigned blocks, unsigned threads, std::size_t count = 1) {
    Launch launch;
    launch.kernel = symbol;
    launch.symbol = symbol;
    launch.grid = {blocks, 1, 1};
    launch.block = {threads, 1, 1};
    launch.count = count;
    return launch;
}

} // namespace

TEST_CASE("the same launches on a device and on the simulator are not reported", "[technique]") {
    CHECK(launch_difference({seen_launch("a", 8, 256), seen_launch("b", 1, 32, 3)},
                            {seen_launch("b", 1, 32, 3), seen_launch("a", 8, 256)}, true)
              .empty());
    CHECK(launch_difference({}, {}, true).empty());
}

TEST_CASE("another kernel or shape or number of launches on the device is reported", "[technique]") {
    const std::vector<Launch> counted = {seen_launch("a", 8, 256)};
    CHECK_THAT(launch_difference(counted, {seen_launch("a", 8, 256), seen_launch("b", 1, 1)}, true),
               MatchesPattern("more_on_gpu & launch_in_shape kernel=b x=1 y=1 z=1"));
    CHECK_THAT(launch_difference(counted, {seen_launch("a", 16, 128)}, true),
               MatchesPattern("launch_in_shape kernel=a x=128 y=1 z=1"));
    CHECK_FALSE(launch_difference(counted, {seen_launch("a", 8, 256, 2)}, true).empty());
    CHECK_THAT(launch_difference(counted, {}, true),
               MatchesPattern("less_on_gpu & launch_in_shape kernel=a"));
}

TEST_CASE("a program may choose other launch shapes but not other kernels on an unsimulated device",
          "[technique]") {
    const std::vector<Launch> counted = {seen_launch("a", 132, 1024)};
    CHECK(launch_difference(counted, {seen_launch("a", 46, 512, 2), seen_launch("a", 1, 32)}, false).empty());
    const grader::Message other = launch_difference(counted, {seen_launch("b", 132, 1024)}, false);
    CHECK_THAT(other, MatchesPattern("more_on_gpu & launch_in_shape kernel=b"));
    CHECK(other.message("launch").find("x") == nullptr);
}
