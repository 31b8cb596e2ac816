#pragma once

/// @file
/// The current clock rates of a device and the reasons that limit them. They are queried before and after
/// timed work, never during it.

#include <optional>

namespace grader {

/// Reasons that can limit a GPU's clock rate, as bits with NVML's values.
enum Slowdown : unsigned {
    power_cap = 0x04,         ///< the board draws its maximum power
    hardware_slowdown = 0x08, ///< the board's hardware protection reduces the clock rate to half or less
    driver_thermal = 0x20,    ///< too warm, as reported by the driver
    hardware_thermal = 0x40,  ///< too hot, as reported by the board
    power_brake = 0x80,       ///< the power supply of the machine requests a reduction
};

/// One reading of a device's clock rates.
struct ClockReading {
    unsigned sm_mhz = 0;    ///< clock rate of the multiprocessors; 0: unknown
    unsigned slowdowns = 0; ///< bits of Slowdown
};

/// Reads the clock rates of one device.
class ClockSource {
public:
    virtual ~ClockSource() = default;

    /// Returns the current clock rates; no value if the device does not report them.
    virtual std::optional<ClockReading> read() = 0;
};

} // namespace grader
