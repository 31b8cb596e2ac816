#include "gpu/time_file.h"

#include <cmath>
#include <map>
#include <stdexcept>

#include <fmt/core.h>
#include <toml++/toml.h>

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

/// All values of a file, by their keys below `time`.
class TimeValues {
public:
    TimeValues(std::string_view id, const toml::table& file) : id_(id) {
        for (const auto& [key, node] : file)
            if (key.str() != root) fail(key.str(), "is unknown");
        const toml::table* const time = file[root].as_table();
        if (time == nullptr) fail(root, "is missing, or no table");
        for (const auto& [key, node] : *time) {
            const toml::table* const table = node.as_table();
            if (table == nullptr) {
                add(std::string(key.str()), node);
                continue;
            }
            for (const auto& [inner, value] : *table)
                add(fmt::format("{}.{}", key.str(), inner.str()), value);
        }
    }

    /// Returns a number that the model needs.
    [[nodiscard]] double number(std::string_view key, ValueRange range = ValueRange::positive) const {
        const double number = value(key).number;
        if (number == 0 && range == ValueRange::positive) fail(named(key), "is out of range");
        return number;
    }
    [[nodiscard]] std::string_view source(std::string_view key) const { return value(key).source; }

private:
    struct Value {
        double number = 0;
        std::string source;
    };
    static constexpr std::string_view root = "time";

    [[nodiscard]] const Value& value(std::string_view key) const {
        const auto found = values_.find(key);
        if (found == values_.end()) fail(named(key), "is missing");
        return found->second;
    }

    void add(const std::string& key, const toml::node& node) {
        const toml::array* const pair = node.as_array();
        if (pair == nullptr || pair->size() != 2 || !pair->get(0)->is_number())
            fail(named(key), "must be [number, \"source\"]");
        const double number = pair->get(0)->value<double>().value();
        const auto source = pair->get(1)->value_exact<std::string>();
        if (!source || source->empty()) fail(named(key), "must name its source: [number, \"source\"]");
        if (!std::isfinite(number) || number < 0) fail(named(key), "is out of range");
        values_.emplace(key, Value{number, *source});
    }

    static std::string named(std::string_view key) { return fmt::format("{}.{}", root, key); }
    [[noreturn]] void fail(std::string_view key, std::string_view what) const {
        throw std::invalid_argument(fmt::format("Times of {}: {} {}.", id_, key, what));
    }

    std::string_view id_;
    std::map<std::string, Value, std::less<>> values_;
};

toml::table parse_times(std::string_view id, std::string_view text) {
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw std::invalid_argument(
            fmt::format("Times of {}: line {}: {}.", id, error.source().begin.line, error.description()));
    }
}

} // namespace

DeviceTime read_device_time(std::string_view id, std::string_view toml) {
    const TimeValues values(id, parse_times(id, toml));
    DeviceTime time;
    time.measured = values.source("clock_mhz") == "measured";
    constexpr double mhz = 1e-3; // in GHz
    time.clock_ghz = values.number("clock_mhz") * mhz;
    for (std::size_t unit = 0; unit < unit_count; ++unit) {
        time.latency[unit] = values.number(latency_keys[unit]);
        time.rate[unit] = values.number(rate_keys[unit]);
    }
    // All 32 lanes of the measured instruction access the same word, one after the other.
    time.shared_atomic_lane_cycles = 1 / (32 * values.number("shared_atomic.same_32"));
    for (const Member& each : members) time.*each.member = values.number(each.key, each.range);
    return time;
}

} // namespace simulator
