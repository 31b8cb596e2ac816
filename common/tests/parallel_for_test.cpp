#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "kernelsmith/parallel_for.h"

TEST_CASE("parallel_for visits each index once for ranges of any length", "[parallel_for]") {
    const std::uint64_t length = GENERATE(0, 1, 2, 7, 1000, 1001);
    const std::uint64_t least = GENERATE(1, 3, 1000);
    CAPTURE(length, least);
    std::vector<std::atomic<int>> visits(length);
    kernelsmith::parallel_for(length, least, [&](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t i = first; i < end; ++i) ++visits[i];
    });
    for (const std::atomic<int>& visit : visits) CHECK(visit == 1);
}

TEST_CASE("the caller runs a range too short for a thread", "[parallel_for]") {
    const std::thread::id caller = std::this_thread::get_id();
    std::thread::id worker;
    kernelsmith::parallel_for(999, 1000,
                              [&](std::uint64_t, std::uint64_t) { worker = std::this_thread::get_id(); });
    CHECK(worker == caller);
}
