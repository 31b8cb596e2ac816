#include <stdexcept>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "gpu/device.h"
#include "gpu/device_file.h"
#include "gpu/device_texts.h"

using namespace simulator;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

std::string text_of_h200() {
    for (const DeviceText& text : device_texts())
        if (text.id == "h200") return std::string(text.toml);
    return {};
}

/// The H200's text with one part replaced.
std::string changed(const std::string& from, const std::string& to) {
    std::string text = text_of_h200();
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

void check_refused(const std::string& text, const std::string& complaint) {
    CHECK_THROWS_MATCHES(read_device("test", text), std::invalid_argument,
                         MessageMatches(ContainsSubstring(complaint)));
}

} // namespace

TEST_CASE("The limits in every device file are consistent", "[simulator][model]") {
    const std::string name = GENERATE(from_range(device_names()));
    INFO(name);
    const Device device = device_named(name);
    CHECK(device.id == name);
    CHECK(device.name.ends_with(" (simulated)"));
    CHECK(device.shared_per_sm < device.l1_shared_bytes);
    CHECK(device.shared_per_block <= device.shared_per_block_optin);
    CHECK(device.shared_per_block_optin + device.shared_reserved_per_block == device.shared_per_sm);
    CHECK(device.registers_per_block <= device.registers_per_sm);
    // Two transfers per cycle, and the rounding of a data sheet.
    const double peak = 2.0 * device.memory_clock_mhz * 1e6 * device.memory_bus_bits / 8 / 1e9;
    const double transfers = device.dram_gb_s / peak;
    CHECK((transfers > 0.95 && transfers < 1.05));
}

TEST_CASE("The H200's file has the values of the measured GPU", "[simulator][model]") {
    const Device device = device_named("h200");
    CHECK(device.capability() == 90);
    CHECK(device.multiprocessors == 132);
    CHECK(device.clock_mhz == 1980);
    CHECK(device.l2_bytes == 60 << 20);
    CHECK(device.l1_shared_bytes == 256 << 10);
    CHECK(device.shared_per_block_optin == 227 << 10);
}

TEST_CASE("An unknown device name is rejected with the list of known ones", "[simulator][model]") {
    CHECK_THROWS_MATCHES(device_named("h2000"), std::invalid_argument,
                         MessageMatches(ContainsSubstring("h2000") &&
                                        ContainsSubstring("a10, a100, b200, h100, h200")));
}

TEST_CASE("A device's file is read strictly", "[simulator][model]") {
    CHECK_NOTHROW(read_device("test", text_of_h200()));
    check_refused(changed("clock_mhz = 1980\n", ""), "clock_mhz is missing");
    check_refused(changed("clock_mhz = 1980", "clock_mhz = 1980\nclocks = 1"), "clocks is unknown");
    check_refused(changed("clock_mhz = 1980", "clock_mhz = 1980.0"), "clock_mhz has the wrong type");
    check_refused(changed("clock_mhz = 1980", "clock_mhz = 0"), "clock_mhz is out of range");
    check_refused(changed("clock_mhz = 1980", "clock_mhz = -1"), "clock_mhz is out of range");
    check_refused(changed("clock_mhz = 1980", "clock_mhz = 4_294_967_296"), "clock_mhz is out of range");
    check_refused(changed("[9, 0]", "[9]"), "capability must be");
    check_refused(changed("[9, 0]", "9.0"), "capability must be");
    check_refused(changed("4800.0", "-1.0"), "dram_gb_s is out of range");
    check_refused(changed("4800.0", "nan"), "dram_gb_s is out of range");
    check_refused(changed("dram_gb_s = 4800.0", "dram_gb_s ="), "line 9");
}
