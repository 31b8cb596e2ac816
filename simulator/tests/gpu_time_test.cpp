#include <stdexcept>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "gpu/device.h"
#include "gpu/device_texts.h"
#include "gpu/device_time.h"
#include "gpu/time_file.h"

namespace {

using namespace simulator;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Catch::Matchers::WithinRel;

std::string times_of_h200() {
    for (const DeviceText& text : time_texts())
        if (text.id == "h200") return std::string(text.toml);
    return {};
}

/// The H200's times with one part of the text replaced.
std::string with_change(const std::string& from, const std::string& to) {
    std::string text = times_of_h200();
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

DeviceTime read(const std::string& text) {
    const DeviceText file{"test", text};
    return read_device_time("test", {&file, 1});
}

void check_times_refused(const std::string& text, const std::string& complaint) {
    CHECK_THROWS_MATCHES(read(text), std::invalid_argument,
                         MessageMatches(ContainsSubstring("test") && ContainsSubstring(complaint)));
}

double latency_of(const DeviceTime& time, Unit unit) { return time.latency[static_cast<std::size_t>(unit)]; }
double rate_of(const DeviceTime& time, Unit unit) { return time.rate[static_cast<std::size_t>(unit)]; }

TEST_CASE("the timing file of each device matches the device's clock and bandwidth", "[time]") {
    CHECK(device_time_names() == device_names());
    const std::string name = GENERATE(from_range(device_time_names()));
    INFO(name);
    const std::optional<DeviceTime> time = device_time_named(name);
    REQUIRE(time);
    const Device device = device_named(name);
    CHECK(time->measured == (name == "h200"));
    CHECK_THAT(time->clock_ghz * 1000, WithinRel(double{1} * device.clock_mhz, 0.01));
    CHECK(time->dram_read_gb_s < device.dram_gb_s);
    CHECK(time->dram_copy_gb_s < time->dram_read_gb_s);
    CHECK(time->l2_gb_s > time->dram_read_gb_s);
    CHECK(time->dram_write_gb_s < device.dram_gb_s);
    CHECK(time->l1_latency < time->l2_latency);
    CHECK(time->l2_latency < time->dram_latency);
    CHECK(time->parts == 1);
}

TEST_CASE("the H200's times are read from its timing file without a change", "[time]") {
    const DeviceTime time = device_time_named("h200").value();
    CHECK_THAT(time.clock_ghz, WithinRel(1.9773, 1e-9));
    CHECK(latency_of(time, Unit::alu) == 4.0383);
    CHECK(latency_of(time, Unit::fma_heavy) == 4.0385);
    CHECK(latency_of(time, Unit::conversion) == 12);
    CHECK(latency_of(time, Unit::none) == 4);
    CHECK(rate_of(time, Unit::fma) == 3.9307);
    CHECK(rate_of(time, Unit::fp16) == 4);
    CHECK(rate_of(time, Unit::lsu) == 0.9987);
    CHECK(rate_of(time, Unit::branch) == 1.3);
    CHECK_THAT(time.shared_atomic_lane_cycles, WithinRel(1, 0.01));
    CHECK(time.dram_read_gb_s == 4629.5);
    CHECK(time.l2_latency == 257);
    CHECK(time.block_start == 0);
}

TEST_CASE("a device without a file has no times", "[time]") {
    for (const char* name : {"l4000", "abacus", ""}) CHECK_FALSE(device_time_named(name).has_value());
}

TEST_CASE("a file of times is read strictly", "[time]") {
    const std::string slot = "slot = [1.05, \"fitted to the kernels of simulator/evidence/proof\"]";
    CHECK_NOTHROW(read(times_of_h200()));
    check_times_refused(with_change(slot, ""), "time.model.slot is missing");
    check_times_refused(with_change("clock_mhz", "clock_ghz"), "time.clock_mhz is missing");
    check_times_refused(with_change(slot, "slot = 1.05"), "time.model.slot must be");
    check_times_refused(with_change(slot, "slot = [1.05]"), "time.model.slot must be");
    check_times_refused(with_change(slot, "slot = [\"1.05\", \"guessed\"]"), "time.model.slot must be");
    check_times_refused(with_change(slot, "slot = [1.05, \"\"]"), "time.model.slot must name its source");
    check_times_refused(with_change(slot, "slot = [1.05, 1]"), "time.model.slot must name its source");
    check_times_refused(with_change(slot, "slot = [-1.05, \"guessed\"]"), "time.model.slot is out of range");
    check_times_refused(with_change(slot, "slot = [0.0, \"guessed\"]"), "time.model.slot is out of range");
    check_times_refused(with_change(slot, "slot = [inf, \"guessed\"]"), "time.model.slot is out of range");
    check_times_refused(with_change(slot, "slot = [nan, \"guessed\"]"), "time.model.slot is out of range");
    check_times_refused(with_change(slot, "slot = ["), "line ");
    check_times_refused("[times]\n", "times is unknown");
    check_times_refused("", "time is missing");
}

TEST_CASE("a file of times may have values that the model does not need, with their sources", "[time]") {
    CHECK_NOTHROW(read(with_change("[time.model]", "[time.new]\nkey = [2, \"guessed\"]\n[time.model]")));
    check_times_refused(with_change("popc = [17.01, \"measured\"]", "popc = 17.01"),
                        "time.latency.popc must be");
}

} // namespace
