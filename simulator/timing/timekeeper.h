#pragma once

/// @file
/// Follows the launches of a program: which steps of which have to be remembered, and how long each takes.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <tuple>
#include <vector>

#include "counters/metrics.h"
#include "gpu/device_time.h"
#include "machine/launch.h"
#include "report/launch_time.h"
#include "sass/sass_program.h"
#include "timing/launch_time.h"
#include "timing/timed_launch.h"

namespace simulator::timing {

/// The times of launches on one GPU.
class Timekeeper {
public:
    /// Of @p device, or of the part of a GPU that it is; @p time are the numbers of the whole one. The followed blocks
    /// are drawn from @p seed; with 0 they are the first ones. @p remedies: also estimates what would make a launch faster.
    Timekeeper(const Device& device, const DeviceTime& time, std::uint64_t seed, bool remedies);

    /// Asks for the steps that time_of() needs. Of a program that launches the same again and again, not all launches can be
    /// followed; the SMs of the others are taken to go on as before.
    void prepare(LaunchRequest& request);
    /// How long a launch takes that was prepared and has ended, with counters. @p code is what ptxas made of its kernel.
    LaunchTime time_of(const LaunchRequest& request, LaunchResult& result, const LaunchFacts& facts,
                       const sass::SassProgram& code);

private:
    const Device& device_;
    DeviceTime time_;
    std::mt19937_64 seeds_; ///< one per launch
    bool is_random_;
    bool remedies_;
    /// A kernel and its shape.
    using Shape = std::tuple<std::shared_ptr<const Kernel>, std::array<std::uint32_t, 6>, std::uint32_t>;
    /// What is known of launches of one shape.
    struct ShapeHistory {
        std::uint32_t launches = 0; ///< that were followed
        double instructions = 0;    ///< of the last one
        SmTime sm = {};             ///< the same
    };
    static Shape shape_of(const LaunchRequest& request);

    std::map<std::shared_ptr<const Kernel>, std::shared_ptr<const KernelFacts>> kernels_;
    std::map<Shape, ShapeHistory> known_;
    std::uint64_t steps_ = 0; ///< that were gone through
};

} // namespace simulator::timing
