#include "kernelsmith/event.h"

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <type_traits>
#include <utility>

#include "gpu.h"
#include "kernelsmith/stream.h"

using kernelsmith::CudaError;
using kernelsmith::Event;
using kernelsmith::Stream;

namespace {

/// Keeps the GPU busy for @p nanoseconds by its own clock.
__global__ void wait(long long nanoseconds) {
    const auto now = [] {
        long long time = 0;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
        return time;
    };
    const long long start = now();
    while (now() - start < nanoseconds) {
    }
}

} // namespace

TEST_CASE("an event can be moved but neither copied nor implicitly converted to its handle", "[event]") {
    STATIC_CHECK_FALSE(std::is_copy_constructible_v<Event>);
    STATIC_CHECK_FALSE(std::is_copy_assignable_v<Event>);
    STATIC_CHECK(std::is_nothrow_move_constructible_v<Event>);
    STATIC_CHECK(std::is_nothrow_move_assignable_v<Event>);
    STATIC_CHECK_FALSE(std::is_convertible_v<Event, cudaEvent_t>);
}

TEST_CASE("two events measure the work between them, in any stream", "[event]") {
    require_gpu();
    Stream stream;
    Event start;
    Event stop;
    const auto begin = std::chrono::steady_clock::now();
    start.record(stream.get());
    wait<<<1, 1, 0, stream.get()>>>(20'000'000);
    CUDA_CHECK_LAUNCH();
    stop.record(stream.get());

    // globaltimer advances in steps of up to a millisecond.
    const float milliseconds = elapsed_ms(start, stop);
    CHECK(milliseconds > 18.0f);
    // The host has waited for all of it.
    const std::chrono::duration<float, std::milli> waited = std::chrono::steady_clock::now() - begin;
    CHECK(milliseconds < waited.count() + 1.0f);
}

TEST_CASE("an event that was never recorded measures nothing", "[event]") {
    require_gpu();
    Event start;
    Event stop;
    stop.record();
    CHECK_THROWS_AS(elapsed_ms(start, stop), CudaError);
}

TEST_CASE("moving an event hands the handle over", "[event]") {
    require_gpu();
    Event first;
    Event other;
    const cudaEvent_t handle = first.get();
    CHECK(handle != nullptr);

    other = std::move(first);
    CHECK(first.get() == nullptr);
    CHECK(other.get() == handle);
    other.record();
    CHECK_NOTHROW(other.synchronize());
    CHECK(cudaEventQuery(other.get()) == cudaSuccess);
}
