#include "gpu/derived_time.h"

#include <algorithm>

#include <fmt/core.h>

namespace simulator {
namespace {

/// A value that changes by the same factor as another one.
struct Proportion {
    std::string_view key;
    std::string_view to;
};

constexpr Proportion proportions[] = {
    {"latency.dram", "clock_mhz"},
    {"launch.blocks_per_us", "clock_mhz"},
    {"model.l2_latency", "latency.l2_hit"},
    {"model.l2_spread", "latency.l2_hit"},
    {"model.dram_latency", "latency.dram"},
    {"model.dram_spread", "latency.dram"},
    {"l2.random_lines_per_ns", "l2.read_gb_s"},
    {"model.l2_write_gb_s", "l2.read_gb_s"},
    {"model.l2_partial_per_ns", "l2.read_gb_s"},
    {"model.l2_fill_per_ns", "l2.read_gb_s"},
    {"model.atomic_sectors_per_ns", "l2.read_gb_s"},
    {"dram.write_gb_s", "dram.read_gb_s"},
    {"dram.copy_gb_s", "dram.read_gb_s"},
};

/// Returns the number of channels of DRAM, each of which has its own open pages. HBM3 has pseudo-channels of 32
/// bits, and a bus of at least 1024 bits; GDDR6 has channels of 16 bits. Other generations are treated alike,
/// although pseudo-channels of HBM2 have 64 bits and channels of GDDR7 have 8.
double channels(const Device& device) {
    constexpr std::uint32_t least_hbm_bits = 1024;
    const double channel_bits = device.memory_bus_bits >= least_hbm_bits ? 32 : 16;
    return device.memory_bus_bits / channel_bits;
}

/// The times of a device that come from its own file or are derived.
class Derivation {
public:
    Derivation(const TimeValues& given, const Device& device, const TimeValues& base,
               const Device& base_device)
        : given_(given), device_(device), base_(base), base_device_(base_device) {}

    [[nodiscard]] double value(std::string_view key) const {
        const auto found = given_.find(key);
        return found != given_.end() ? found->second.number : derived(key);
    }

private:
    [[nodiscard]] double base(std::string_view key) const { return base_.find(key)->second.number; }
    [[nodiscard]] double factor(std::string_view key) const { return value(key) / base(key); }

    [[nodiscard]] double derived(std::string_view key) const {
        const auto* const proportion = std::ranges::find(proportions, key, &Proportion::key);
        if (proportion != std::end(proportions)) return base(key) * factor(proportion->to);
        if (key == "latency.global_atomic")
            return base(key) + (value("latency.l2_hit") - base("latency.l2_hit"));
        if (key == "l2.read_gb_s") {
            const double sms = double{1} * device_.multiprocessors / base_device_.multiprocessors;
            return base(key) * sms * factor("clock_mhz");
        }
        if (key == "dram.read_gb_s") return base(key) * device_.dram_gb_s / base_device_.dram_gb_s;
        if (key == "copy.memset_gb_s") return value("dram.write_gb_s");
        if (key == "model.dram_page_ps") return base(key) * channels(base_device_) / channels(device_);
        if (key == "model.speedup_error") return std::max(base(key), least_derived_error);
        return base(key);
    }

    const TimeValues& given_;
    const Device& device_;
    const TimeValues& base_;
    const Device& base_device_;
};

} // namespace

void derive_times(TimeValues& values, const Device& device, const TimeValues& base, const Device& base_device,
                  std::span<const std::string_view> keys) {
    const TimeValues given = values;
    const Derivation derivation(given, device, base, base_device);
    for (const std::string_view key : keys)
        values.try_emplace(std::string(key),
                           TimeValue{derivation.value(key), fmt::format("derived from {}", base_device.id)});
}

} // namespace simulator
