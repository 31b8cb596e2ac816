#include "kernelsmith/stopwatch.h"

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "gpu.h"

using kernelsmith::Stopwatch;

namespace {

/// Waits on the host. A wait between two events counts, because the GPU is idle meanwhile.
void wait_ms(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

__global__ void nothing() {}

bool on_simulator() { return std::getenv("KERNELSMITH_SIMULATOR_DEVICE") != nullptr; }

} // namespace

TEST_CASE("the median of several times is taken and each run comes after its preparation", "[stopwatch]") {
    require_gpu();
    Stopwatch watch(3, 1024);
    int prepared = 0;
    int done = 0;
    float first = 0; // duration of the first execution, which waits longest
    const float ms = watch.median_ms([&] { ++prepared; },
                                     [&] {
                                         CHECK(prepared == done + 1);
                                         const auto begin = std::chrono::steady_clock::now();
                                         wait_ms(++done == 1 ? 50 : 2);
                                         const std::chrono::duration<float, std::milli> took =
                                             std::chrono::steady_clock::now() - begin;
                                         if (done == 1) first = took.count();
                                     });
    CHECK(prepared == done);
    if (on_simulator()) CHECK(done == 1);
    // On a busy machine even the first execution may take too long to be repeated.
    const bool again = done > 1;
    CHECK((again || on_simulator() || ms > 100.0f));
    if (again) CHECK(done == 3);
    if (again) CHECK(ms < first);
}

TEST_CASE("a long measurement runs once", "[stopwatch]") {
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

TEST_CASE("a refused launch is reported and not timed", "[stopwatch]") {
    require_gpu();
    Stopwatch watch;
    CHECK_THROWS_AS(watch.median_ms([] { nothing<<<1, 4096>>>(); }), kernelsmith::CudaError);
}
