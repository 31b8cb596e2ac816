#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "gpu/derived_time.h"
#include "gpu/device.h"
#include "gpu/device_texts.h"
#include "gpu/device_time.h"
#include "gpu/time_file.h"

namespace {

using namespace simulator;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Catch::Matchers::WithinRel;

/// The H200's times, and other files.
struct Files {
    std::vector<DeviceText> texts;

    explicit Files(std::vector<DeviceText> others) : texts(std::move(others)) {
        for (const DeviceText& text : time_texts())
            if (text.id == "h200") texts.push_back(text);
    }
};

DeviceTime derived(std::string_view device, const std::string& toml) {
    return read_device_time(device, Files({{device, toml}}).texts);
}

/// The times of an L4 at the H200's clock rate, with further text after the clock.
DeviceTime l4_with(const std::string& more) {
    return derived("l4", "derived_from = \"h200\"\n[time]\nclock_mhz = [1977.3, \"assumed\"]\n" + more);
}

void check_files_refused(std::vector<DeviceText> texts, const std::string& complaint) {
    const std::string_view first = texts.front().id;
    CHECK_THROWS_MATCHES(read_device_time(first, Files(std::move(texts)).texts), std::invalid_argument,
                         MessageMatches(ContainsSubstring(complaint)));
}

constexpr std::string_view from_h200 =
    "derived_from = \"h200\"\n[time]\nclock_mhz = [2040, \"data sheet\"]\n";

TEST_CASE("a derived file that gives only the clock has its base's times per SM and on the host", "[time]") {
    const DeviceTime h200 = device_time_named("h200").value();
    const DeviceTime l4 = derived("l4", std::string(from_h200));
    CHECK_FALSE(l4.measured);
    CHECK_THAT(l4.clock_ghz, WithinRel(2.04, 1e-9));
    CHECK(l4.latency == h200.latency);
    CHECK(l4.rate == h200.rate);
    for (double DeviceTime::*unchanged : {&DeviceTime::shared_latency,
                                          &DeviceTime::shared_atomic_latency,
                                          &DeviceTime::shared_atomic_lane_cycles,
                                          &DeviceTime::l1_latency,
                                          &DeviceTime::l1_lines_per_cycle,
                                          &DeviceTime::global_atomic_latency,
                                          &DeviceTime::l2_latency,
                                          &DeviceTime::l2_spread,
                                          &DeviceTime::l2_read_sectors_per_cycle,
                                          &DeviceTime::l2_changed_requests,
                                          &DeviceTime::slot,
                                          &DeviceTime::constant_miss,
                                          &DeviceTime::launch_us,
                                          &DeviceTime::call_us,
                                          &DeviceTime::host_launch_us,
                                          &DeviceTime::to_host_gb_s,
                                          &DeviceTime::small_to_device_us,
                                          &DeviceTime::memset_us,
                                          &DeviceTime::host_work_ns_per_byte,
                                          &DeviceTime::grid_barrier_us})
        CHECK(l4.*unchanged == h200.*unchanged);
}

TEST_CASE("a file derived from a device of the same size and clock has the base's times", "[time]") {
    const DeviceTime h200 = device_time_named("h200").value();
    const DeviceTime twin =
        derived("h100", "derived_from = \"h200\"\n[time]\nclock_mhz = [1977.3, \"as h200\"]\n");
    CHECK(twin.l2_gb_s == h200.l2_gb_s);
    CHECK(twin.l2_write_gb_s == h200.l2_write_gb_s);
    CHECK(twin.dram_latency == h200.dram_latency);
    CHECK(twin.blocks_per_us == h200.blocks_per_us);
}

TEST_CASE("the latency of DRAM is derived as constant in nanoseconds", "[time]") {
    const DeviceTime l4 = derived("l4", std::string(from_h200));
    CHECK_THAT(l4.dram_latency, WithinRel(590 * 2040 / 1977.3, 1e-9));
    CHECK_THAT(l4.dram_spread, WithinRel(105 * 2040 / 1977.3, 1e-9));
    const DeviceTime given = l4_with("[time.latency]\ndram = [347.345, \"half of 694.69\"]\n");
    CHECK_THAT(given.dram_latency, WithinRel(295, 1e-9));
    CHECK_THAT(given.dram_spread, WithinRel(52.5, 1e-9));
}

TEST_CASE("latencies of L2 are derived in proportion to a hit, and those of atomics by the difference",
          "[time]") {
    const DeviceTime l4 = l4_with("[time.latency]\nl2_hit = [141.21, \"half of 282.42\"]\n");
    CHECK_THAT(l4.l2_latency, WithinRel(128.5, 1e-9));
    CHECK_THAT(l4.l2_spread, WithinRel(12.5, 1e-9));
    CHECK_THAT(l4.global_atomic_latency, WithinRel(389.13 - 141.21, 1e-9));
}

TEST_CASE("the bandwidth of L2 is derived by SMs and clock, and its other rates by that", "[time]") {
    // 58 of the H200's 132 SMs.
    CHECK_THAT(derived("l4", std::string(from_h200)).l2_gb_s,
               WithinRel(9871.8 * 58 / 132 * 2040 / 1977.3, 1e-9));
    const DeviceTime l4 = l4_with("[time.l2]\nread_gb_s = [987.18, \"a tenth\"]\n");
    CHECK(l4.l2_gb_s == 987.18);
    CHECK_THAT(l4.l2_lines_per_ns, WithinRel(15.741, 1e-9));
    CHECK_THAT(l4.l2_write_gb_s, WithinRel(420.32, 1e-9));
    CHECK_THAT(l4.l2_partial_per_ns, WithinRel(6.4, 1e-9));
    CHECK_THAT(l4.l2_fill_per_ns, WithinRel(2.5, 1e-9));
    CHECK_THAT(l4.atomic_sectors_per_ns, WithinRel(10.5, 1e-9));
}

TEST_CASE("the bandwidth of DRAM is derived by the data sheets, and that of writes by that of reads",
          "[time]") {
    // 300 of the H200's 4800 GB/s.
    const DeviceTime by_data_sheet = l4_with("");
    CHECK_THAT(by_data_sheet.dram_read_gb_s, WithinRel(4629.5 / 16, 1e-9));
    CHECK_THAT(by_data_sheet.dram_write_gb_s, WithinRel(4642.9 / 16, 1e-9));
    CHECK_THAT(by_data_sheet.dram_copy_gb_s, WithinRel(4257.6 / 16, 1e-9));
    CHECK(by_data_sheet.memset_gb_s == by_data_sheet.dram_write_gb_s);
    const DeviceTime given = l4_with("[time.dram]\nread_gb_s = [231.475, \"a twentieth\"]\n");
    CHECK_THAT(given.dram_write_gb_s, WithinRel(232.145, 1e-9));
    CHECK_THAT(given.dram_copy_gb_s, WithinRel(212.88, 1e-9));
    CHECK_THAT(given.memset_gb_s, WithinRel(232.145, 1e-9));
}

TEST_CASE("the cost of a DRAM page is derived by channels, wider ones in HBM than in GDDR", "[time]") {
    // 6144 bits of the H200 are 192 channels, 192 bits of the L4 are 12, 5120 bits of the H100 are 160.
    CHECK_THAT(l4_with("").dram_page_ps, WithinRel(160, 1e-9));
    CHECK_THAT(derived("h100", std::string(from_h200)).dram_page_ps, WithinRel(12, 1e-9));
}

TEST_CASE("the rate of block starts is derived by the clock", "[time]") {
    CHECK_THAT(derived("l4", std::string(from_h200)).blocks_per_us, WithinRel(1649.9 * 2040 / 1977.3, 1e-9));
}

TEST_CASE("a derived speedup has an error of at least 40 %", "[time]") {
    CHECK(device_time_named("h200")->speedup_error < least_derived_error);
    CHECK(l4_with("").speedup_error == 0.4);
    CHECK(l4_with("[time.model]\nspeedup_error = [0.5, \"assumed\"]\n").speedup_error == 0.5);
    const std::string l40 = std::string(from_h200) + "[time.model]\nspeedup_error = [0.5, \"assumed\"]\n";
    const std::string l4 = "derived_from = \"l40\"\n[time]\nclock_mhz = [2040, \"data sheet\"]\n";
    CHECK(read_device_time("l4", Files({{"l4", l4}, {"l40", l40}}).texts).speedup_error == 0.5);
}

TEST_CASE("derived times are not measured ones, whatever the source of the clock", "[time]") {
    CHECK_FALSE(
        derived("l4", "derived_from = \"h200\"\n[time]\nclock_mhz = [2040, \"measured\"]\n").measured);
}

TEST_CASE("times are derived from derived times", "[time]") {
    const std::string l40 = std::string(from_h200) + "[time.latency]\nl1_hit = [36, \"published\"]\n"
                                                     "dram = [600, \"published\"]\n";
    const std::string l4 = "derived_from = \"l40\"\n[time]\nclock_mhz = [1020, \"half\"]\n";
    const DeviceTime time = read_device_time("l4", Files({{"l4", l4}, {"l40", l40}}).texts);
    CHECK(time.l1_latency == 36);
    CHECK_THAT(time.dram_latency, WithinRel(590 * 300 / 694.69, 1e-9));
    // Of the L40's 142 SMs, which have 142/132 of the H200's bandwidth.
    CHECK_THAT(time.l2_gb_s, WithinRel(9871.8 * 58 / 132 * 1020 / 1977.3, 1e-9));
}

TEST_CASE("a base that is missing, unknown or the file itself is named in the error", "[time]") {
    check_files_refused({{"l4", "derived_from = \"l40\"\n[time]\nclock_mhz = [2040, \"data sheet\"]\n"}},
                        "Times of l4: derived_from is l40, which has no times.");
    check_files_refused({{"l4", "derived_from = 4\n[time]\nclock_mhz = [2040, \"data sheet\"]\n"}},
                        "Times of l4: derived_from must be the name of a device.");
    check_files_refused({{"l4", "derived_from = \"l4\"\n[time]\nclock_mhz = [2040, \"data sheet\"]\n"}},
                        "Times of l4: derived_from is a cycle: l4, l4.");
    check_files_refused({{"l4", "derived_from = \"l40\"\n[time]\nclock_mhz = [2040, \"data sheet\"]\n"},
                         {"l40", "derived_from = \"l4\"\n[time]\nclock_mhz = [2490, \"data sheet\"]\n"}},
                        "Times of l40: derived_from is a cycle: l4, l40, l4.");
    check_files_refused({{"abacus", from_h200}}, "abacus");
}

TEST_CASE("a base without a value that a rule needs is named with the key", "[time]") {
    std::string base(Files({}).texts.front().toml);
    const std::string l2_hit = "\nl2_hit = ";
    base.replace(base.find(l2_hit), l2_hit.size(), "\nl2_of_another_name = ");
    const std::string l4 = "derived_from = \"l40\"\n[time]\nclock_mhz = [2040, \"data sheet\"]\n";
    check_files_refused({{"l4", l4}, {"l40", base}}, "Times of l40: time.latency.l2_hit is missing.");
}

TEST_CASE("a derived file is read strictly", "[time]") {
    const auto refused = [](const std::string& toml, const std::string& complaint) {
        check_files_refused({{"l4", toml}}, "Times of l4: " + complaint);
    };
    const std::string known(from_h200);
    refused(known + "[time.l2]\nread_gbs = [1, \"guessed\"]\n", "time.l2.read_gbs is unknown.");
    refused(known + "[time.latency]\npopc = [17, \"guessed\"]\n", "time.latency.popc is unknown.");
    refused(known + "[times]\n", "times is unknown.");
    refused(known + "[time.l2]\nread_gb_s = [0, \"guessed\"]\n", "time.l2.read_gb_s is out of range.");
    refused(known + "[time.l2]\nread_gb_s = [1, \"\"]\n", "time.l2.read_gb_s must name its source");
    refused("derived_from = \"h200\"\n[time.l2]\nread_gb_s = [1, \"guessed\"]\n",
            "time.clock_mhz is missing.");
    refused("derived_from = \"h200\"\n", "time is missing");
}

} // namespace
