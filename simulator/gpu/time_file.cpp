#include "gpu/time_file.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "gpu/derived_time.h"
#include "gpu/device.h"
#include "gpu/time_values.h"

namespace simulator {
namespace {

/// Valid range of a number that the model needs.
enum class ValueRange {
    positive,     ///< zero would mean an infinite or a zero time
    not_negative, ///< zero means that it costs nothing
};

/// A member of DeviceTime with the key that it is read from.
struct Member {
    std::string_view key; ///< below `time`
    double DeviceTime::*member;
    ValueRange range = ValueRange::positive;
};

constexpr Member members[] = {
    {"latency.shared_load", &DeviceTime::shared_latency},
    {"latency.shared_atomic", &DeviceTime::shared_atomic_latency},
    {"latency.l1_hit", &DeviceTime::l1_latency},
    {"latency.global_atomic", &DeviceTime::global_atomic_latency},
    {"l1.lines", &DeviceTime::l1_lines_per_cycle},
    {"l2.read_gb_s", &DeviceTime::l2_gb_s},
    {"l2.random_lines_per_ns", &DeviceTime::l2_lines_per_ns},
    {"dram.read_gb_s", &DeviceTime::dram_read_gb_s},
    {"dram.write_gb_s", &DeviceTime::dram_write_gb_s},
    {"dram.copy_gb_s", &DeviceTime::dram_copy_gb_s},
    {"launch.blocks_per_us", &DeviceTime::blocks_per_us},
    {"copy.pageable_to_host_gb_s", &DeviceTime::to_host_gb_s},
    {"copy.pageable_to_device_gb_s", &DeviceTime::to_device_gb_s},
    {"copy.small_to_device_us", &DeviceTime::small_to_device_us, ValueRange::not_negative},
    {"copy.memset_gb_s", &DeviceTime::memset_gb_s},
    {"model.slot", &DeviceTime::slot},
    {"model.predicate_latency", &DeviceTime::predicate_latency},
    {"model.warp_gap", &DeviceTime::warp_gap, ValueRange::not_negative},
    {"model.branch", &DeviceTime::branch, ValueRange::not_negative},
    {"model.taken_branch", &DeviceTime::taken_branch, ValueRange::not_negative},
    {"model.barrier_latency", &DeviceTime::barrier_latency, ValueRange::not_negative},
    {"model.block_start", &DeviceTime::block_start, ValueRange::not_negative},
    {"model.warp_start", &DeviceTime::warp_start, ValueRange::not_negative},
    {"model.shared_swap_turn", &DeviceTime::shared_cas_round_cycles},
    {"model.shared_swap_latency", &DeviceTime::shared_cas_round_latency},
    {"model.constant_turn", &DeviceTime::constant_address_cycles, ValueRange::not_negative},
    {"model.constant_latency", &DeviceTime::constant_latency, ValueRange::not_negative},
    {"model.constant_miss", &DeviceTime::constant_miss, ValueRange::not_negative},
    {"model.constant_fetch", &DeviceTime::constant_fetch_cycles, ValueRange::not_negative},
    {"model.constant_lines", &DeviceTime::constant_lines},
    {"model.match_cycles", &DeviceTime::match_cycles, ValueRange::not_negative},
    {"model.match_value", &DeviceTime::match_value, ValueRange::not_negative},
    {"model.missed_sectors_per_cycle", &DeviceTime::l2_read_sectors_per_cycle},
    {"model.written_sectors_per_cycle", &DeviceTime::l2_write_sectors_per_cycle},
    {"model.l2_latency", &DeviceTime::l2_latency},
    {"model.l2_spread", &DeviceTime::l2_spread, ValueRange::not_negative},
    {"model.dram_latency", &DeviceTime::dram_latency},
    {"model.dram_spread", &DeviceTime::dram_spread, ValueRange::not_negative},
    {"model.l2_write_gb_s", &DeviceTime::l2_write_gb_s},
    {"model.l2_partial_per_ns", &DeviceTime::l2_partial_per_ns},
    {"model.l2_changed_requests", &DeviceTime::l2_changed_requests, ValueRange::not_negative},
    {"model.l2_fill_per_ns", &DeviceTime::l2_fill_per_ns},
    {"model.atomic_sectors_per_ns", &DeviceTime::atomic_sectors_per_ns},
    {"model.dram_page_ps", &DeviceTime::dram_page_ps, ValueRange::not_negative},
    {"model.grid_barrier_us", &DeviceTime::grid_barrier_us, ValueRange::not_negative},
    {"model.reads_in_flight", &DeviceTime::reads_in_flight},
    {"model.writes_in_flight", &DeviceTime::writes_in_flight},
    {"model.block_spread", &DeviceTime::block_spread, ValueRange::not_negative},
    {"model.launch_us", &DeviceTime::launch_us, ValueRange::not_negative},
    {"model.call_us", &DeviceTime::call_us, ValueRange::not_negative},
    {"model.host_launch_us", &DeviceTime::host_launch_us, ValueRange::not_negative},
    {"model.host_first_us", &DeviceTime::host_first_copy_us, ValueRange::not_negative},
    {"model.host_wait_us", &DeviceTime::host_wait_us, ValueRange::not_negative},
    {"model.memset_us", &DeviceTime::memset_us, ValueRange::not_negative},
    {"model.host_work_ns_per_byte", &DeviceTime::host_work_ns_per_byte, ValueRange::not_negative},
    {"model.sharpness", &DeviceTime::sharpness},
    {"model.speedup_error", &DeviceTime::speedup_error},
};

using UnitKeys = std::array<std::string_view, unit_count>;

// In the order of Unit.
constexpr UnitKeys latency_keys = {
    "latency.alu",       "latency.fma",          "latency.fma_wide",         "latency.fp16",
    "latency.fp64",      "latency.xu",           "model.latency_conversion", "model.latency_lsu",
    "model.latency_tex", "model.latency_branch", "model.latency_uniform",    "model.latency_tensor",
    "model.latency_none"};
constexpr UnitKeys rate_keys = {"rate.alu",          "rate.fma",           "rate.fma_wide",
                                "model.rate_fp16",   "rate.fp64",          "rate.xu",
                                "rate.conversion",   "rate.shuffle",       "model.rate_tex",
                                "model.rate_branch", "model.rate_uniform", "model.rate_tensor",
                                "model.rate_none"};

/// Keys of the other values that the model needs: the clock rate, and that of atomics of 32 lanes on one word.
constexpr std::string_view clock_key = "clock_mhz";
constexpr std::string_view same_word_key = "shared_atomic.same_32";
/// Keys that only the rules of derived_time.h need.
constexpr std::string_view rule_keys[] = {"latency.l2_hit", "latency.dram"};

/// Returns the keys that a derived file may give. A misspelt key would have no effect, because the value that it
/// is meant for would be derived.
const std::vector<std::string_view>& derivable_keys() {
    static const std::vector<std::string_view> keys = [] {
        std::vector<std::string_view> all = {clock_key, same_word_key};
        all.insert(all.end(), std::begin(rule_keys), std::end(rule_keys));
        all.insert(all.end(), latency_keys.begin(), latency_keys.end());
        all.insert(all.end(), rate_keys.begin(), rate_keys.end());
        for (const Member& each : members) all.push_back(each.key);
        return all;
    }();
    return keys;
}

/// The values of a device, of which the model needs some.
class NeededValues {
public:
    NeededValues(std::string_view id, const TimeValues& values) : id_(id), values_(values) {}

    [[nodiscard]] double number(std::string_view key, ValueRange range = ValueRange::positive) const {
        const double number = value(key).number;
        if (number == 0 && range == ValueRange::positive) fail_times(id_, full_key(key), "is out of range");
        return number;
    }
    [[nodiscard]] std::string_view source(std::string_view key) const { return value(key).source; }

private:
    [[nodiscard]] const TimeValue& value(std::string_view key) const {
        const auto found = values_.find(key);
        if (found == values_.end()) fail_times(id_, full_key(key), "is missing");
        return found->second;
    }

    std::string_view id_;
    const TimeValues& values_;
};

DeviceTime time_of(std::string_view id, const TimeValues& all) {
    const NeededValues values(id, all);
    DeviceTime time;
    time.measured = values.source(clock_key) == "measured";
    constexpr double mhz = 1e-3; // in GHz
    time.clock_ghz = values.number(clock_key) * mhz;
    for (std::size_t unit = 0; unit < unit_count; ++unit) {
        time.latency[unit] = values.number(latency_keys[unit]);
        time.rate[unit] = values.number(rate_keys[unit]);
    }
    // All 32 lanes of the measured instruction access the same word, one after the other.
    time.shared_atomic_lane_cycles = 1 / (32 * values.number(same_word_key));
    for (const Member& each : members) time.*each.member = values.number(each.key, each.range);
    return time;
}

/// Throws std::invalid_argument unless other times can be derived from @p values.
void check_base(std::string_view id, const TimeValues& values) {
    static_cast<void>(time_of(id, values));
    for (const std::string_view key : rule_keys) static_cast<void>(NeededValues(id, values).number(key));
}

void reject_underivable(std::string_view id, const TimeValues& given) {
    for (const auto& [key, value] : given)
        if (std::ranges::find(derivable_keys(), key) == derivable_keys().end())
            fail_times(id, full_key(key), "is unknown");
    if (!given.contains(clock_key)) fail_times(id, full_key(clock_key), "is missing");
}

/// Returns the values of the last device of @p path, each of whose other devices is derived from the next one.
/// Appends the devices that the last one is derived from.
TimeValues all_values(std::vector<std::string>& path, std::span<const DeviceText> files) {
    const std::string id = path.back();
    TimeText text = parse_times(id, std::ranges::find(files, id, &DeviceText::id)->toml);
    const std::string& base = text.derived_from;
    if (base.empty()) return text.values;
    reject_underivable(id, text.values);
    const bool seen = std::ranges::find(path, base) != path.end();
    path.push_back(base);
    if (seen) fail_times(id, "derived_from", fmt::format("is a cycle: {}", fmt::join(path, ", ")));
    if (std::ranges::find(files, base, &DeviceText::id) == files.end())
        fail_times(id, "derived_from", fmt::format("is {}, which has no times", base));
    const TimeValues base_values = all_values(path, files);
    check_base(base, base_values);
    derive_times(text.values, device_named(id), base_values, device_named(base), derivable_keys());
    return text.values;
}

} // namespace

DeviceTime read_device_time(std::string_view id, std::span<const DeviceText> files) {
    std::vector<std::string> path = {std::string(id)};
    DeviceTime time = time_of(id, all_values(path, files));
    const bool derived = path.size() > 1;
    time.measured = time.measured && !derived;
    return time;
}

TimeValues read_time_values(std::string_view id, std::span<const DeviceText> files) {
    if (std::ranges::find(files, id, &DeviceText::id) == files.end()) fail_times(id, "time", "is missing");
    std::vector<std::string> path = {std::string(id)};
    return all_values(path, files);
}

DeviceTime derive_device_time(const Device& device, TimeValues values, std::string_view base,
                              std::span<const DeviceText> files) {
    const TimeValues base_values = read_time_values(base, files);
    check_base(base, base_values);
    derive_times(values, device, base_values, device_named(base), derivable_keys());
    return time_of(device.id, values);
}

} // namespace simulator
