#include "client/accepted_launches.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <initializer_list>

namespace {

using simulator::client::AcceptedLaunches;
using simulator::protocol::LaunchMessage;
using simulator::protocol::Reader;
using simulator::protocol::Writer;

/// Returns the device's reply for a kernel with this parameter layout.
Writer answer(std::uint32_t bytes,
              std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> parameters) {
    Writer out;
    out.put(bytes);
    out.put(static_cast<std::uint32_t>(parameters.size()));
    for (const auto& [offset, size] : parameters) {
        out.put(offset);
        out.put(size);
    }
    return out;
}

LaunchMessage launch_in(std::uint64_t function, std::uint32_t grid) {
    LaunchMessage launch{};
    launch.function = function;
    launch.grid = {grid, 1, 1};
    launch.block = {32, 1, 1};
    return launch;
}

TEST_CASE("kernel arguments are packed at the offsets of their parameters", "[client]") {
    AcceptedLaunches accepted;
    const Writer said = answer(28, {{0, 1}, {8, 8}, {16, 12}});
    accepted.add(launch_in(1, 1), Reader(said.data()), accepted.epoch());
    char letter = 'x';
    double number = 1.5;
    int triple[3] = {1, 2, 3};
    void* const arguments[] = {&letter, &number, triple};
    Writer out;
    REQUIRE(accepted.pack(launch_in(1, 1), arguments, out));
    const auto packed = out.data().subspan(sizeof(LaunchMessage));
    REQUIRE(packed.size() == 28);
    CHECK(packed[0] == std::byte{'x'});
    CHECK(std::memcmp(packed.data() + 8, &number, 8) == 0);
    CHECK(std::memcmp(packed.data() + 16, triple, 12) == 0);
}

TEST_CASE("a cached acceptance applies only to the same kernel and shape and stream", "[client]") {
    AcceptedLaunches accepted;
    const Writer said = answer(0, {});
    Writer out;
    CHECK_FALSE(accepted.pack(launch_in(1, 1), nullptr, out));
    accepted.add(launch_in(1, 1), Reader(said.data()), accepted.epoch());
    CHECK(accepted.pack(launch_in(1, 1), nullptr, out));
    CHECK_FALSE(accepted.pack(launch_in(1, 2), nullptr, out));
    CHECK_FALSE(accepted.pack(launch_in(2, 1), nullptr, out));
    LaunchMessage elsewhere = launch_in(1, 1);
    elsewhere.stream = 7;
    CHECK_FALSE(accepted.pack(elsewhere, nullptr, out));
}

TEST_CASE("forgetting accepted launches also discards replies to earlier requests", "[client]") {
    AcceptedLaunches accepted;
    const Writer said = answer(0, {});
    Writer out;
    accepted.add(launch_in(1, 1), Reader(said.data()), accepted.epoch());
    const std::uint64_t before = accepted.epoch();
    accepted.forget();
    CHECK_FALSE(accepted.pack(launch_in(1, 1), nullptr, out));
    accepted.add(launch_in(1, 1), Reader(said.data()), before);
    CHECK_FALSE(accepted.pack(launch_in(1, 1), nullptr, out));
    accepted.add(launch_in(1, 1), Reader(said.data()), accepted.epoch());
    CHECK(accepted.pack(launch_in(1, 1), nullptr, out));
}

} // namespace
