// Whether a GPU is shown the program that was counted.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/steps/counted_on_device.h"

using Catch::Matchers::ContainsSubstring;
using grader::difference;
using grader::Launch;

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

TEST_CASE("who launches the same on a device as on the simulator is not troubled", "[technique]") {
    CHECK(difference({seen_launch("a", 8, 256), seen_launch("b", 1, 32, 3)},
                     {seen_launch("b", 1, 32, 3), seen_launch("a", 8, 256)}, true)
              .empty());
    CHECK(difference({}, {}, true).empty());
}

TEST_CASE("another kernel, shape or number on the device is told", "[technique]") {
    const std::vector<Launch> counted = {seen_launch("a", 8, 256)};
    CHECK_THAT(difference(counted, {seen_launch("a", 8, 256), seen_launch("b", 1, 1)}, true),
               ContainsSubstring("On the GPU it launches b with 1 x 1 x 1 threads a block"));
    CHECK_THAT(difference(counted, {seen_launch("a", 16, 128)}, true),
               ContainsSubstring("a with 128 x 1 x 1"));
    CHECK_FALSE(difference(counted, {seen_launch("a", 8, 256, 2)}, true).empty());
    CHECK_THAT(difference(counted, {}, true), ContainsSubstring("On the simulator it launches a"));
}

TEST_CASE("on another device than the simulated one a program may choose its shapes, and not its kernels",
          "[technique]") {
    const std::vector<Launch> counted = {seen_launch("a", 132, 1024)};
    CHECK(difference(counted, {seen_launch("a", 46, 512, 2), seen_launch("a", 1, 32)}, false).empty());
    CHECK_THAT(difference(counted, {seen_launch("b", 132, 1024)}, false),
               ContainsSubstring("it launches b,"));
}
