#pragma once

/// @file
/// Times of a GPU that was not measured, from those of a similar one: the rules for values that its file omits.
///
/// | value | rule |
/// |---|---|
/// | latencies in cycles, rates per cycle and SM | unchanged: SMs of one family are alike |
/// | `latency.dram` | by the clock, since its duration is unchanged |
/// | `model.l2_latency`, `model.l2_spread` | by `latency.l2_hit` |
/// | `model.dram_latency`, `model.dram_spread` | by `latency.dram` |
/// | `latency.global_atomic` | as many cycles above `latency.l2_hit` |
/// | `l2.read_gb_s` | by the number of SMs and the clock |
/// | other rates of L2 | by `l2.read_gb_s` |
/// | `dram.read_gb_s` | by the bandwidths of the data sheets |
/// | `dram.write_gb_s`, `dram.copy_gb_s` | by `dram.read_gb_s` |
/// | `copy.memset_gb_s` | `dram.write_gb_s` |
/// | `model.dram_page_ps` | by the number of channels: they open pages at the same time |
/// | `launch.blocks_per_us` | by the clock |
/// | launches, and what the host does | unchanged |
/// | `model.speedup_error` | 0.4, or more if it is more |
///
/// `clock_mhz` is not derived. A rule uses the values that the file gives, so a file that gives
/// `l2.read_gb_s` also changes the other rates of L2.

#include <span>
#include <string_view>

#include "gpu/device.h"
#include "gpu/time_values.h"

namespace simulator {

/// The least `model.speedup_error` of times that are derived.
inline constexpr double least_derived_error = 0.4;

/// Adds each of @p keys that @p values lacks: the times of @p device, derived from @p base, those of
/// @p base_device, which has all keys.
void derive_times(TimeValues& values, const Device& device, const TimeValues& base, const Device& base_device,
                  std::span<const std::string_view> keys);

} // namespace simulator
