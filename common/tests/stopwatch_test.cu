#include "kernelsmith/stopwatch.h"

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "gpu.h"

using kernelsmith::Stopwatch;

namespace {

/// A wait of the host's between two events counts: the GPU has nothing to do meanwhile.
void wait_ms(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

__global__ void nothing() {}

bool on_simulator() { return std::getenv("KERNELSMITH_SIMULATOR_DEVICE") != nullptr; }

} // namespace

TEST_CASE("the median of several times, each behind what prepares it", "[stopwatch]") {
    require_gpu();
    Stopwatch watch(3, 1024);
    int prepared = 0;
    int done = 0;
    const float ms = watch.median_ms([&] { ++prepared; },
                                     [&] {
                                         CHECK(prepared == done + 1);
                                         wait_ms(++done == 1 ? 50 : 2);
                                     });
    CHECK(done == (on_simulator() ? 1 : 3));
    CHECK(prepared == done);
    if (!on_simulator()) CHECK(ms < 40.0f); // the one of 50 is not the median
}

TEST_CASE("what takes long is done once", "[stopwatch]") {
    require_gpu();
    Stopwatch watch(5, 0);
    int done = 0;
    const float ms = watch.median_ms([&] {
        ++done;
        wait_ms(120);
    });
    CHECK(done == 1);
    CHECK(ms > 100.0f);
}

TEST_CASE("a launch that is refused is told, not timed", "[stopwatch]") {
    require_gpu();
    Stopwatch watch;
    CHECK_THROWS_AS(watch.median_ms([] { nothing<<<1, 4096>>>(); }), kernelsmith::CudaError);
}
