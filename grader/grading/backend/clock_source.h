#pragma once

/// @file
/// How fast a device runs now, and what holds it back: asked for beside what is timed, never within.

#include <optional>

namespace grader {

/// What can hold a GPU's clock back, as bits. The numbers are NVML's.
enum Slowdown : unsigned {
    power_cap = 0x04,         ///< the board draws as much power as it may
    hardware_slowdown = 0x08, ///< the board's own protection halves the clock, or worse
    driver_thermal = 0x20,    ///< too warm, as the driver sees it
    hardware_thermal = 0x40,  ///< too hot, as the board sees it
    power_brake = 0x80,       ///< whatever feeds the machine asks for less
};

/// One look at a device's clocks.
struct ClockReading {
    unsigned sm_mhz = 0;    ///< of the multiprocessors; 0: unknown
    unsigned slowdowns = 0; ///< bits of Slowdown
};

/// Tells of one device's clocks.
class ClockSource {
public:
    virtual ~ClockSource() = default;

    /// The clocks now. Nothing where the device does not say.
    virtual std::optional<ClockReading> read() = 0;
};

} // namespace grader
