#pragma once

/// @file
/// Times the launches of a program: decides which blocks are traced, and estimates the time of each launch.

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

/// Times launches on one GPU.
class Timekeeper {
public:
    /// Times launches on @p device, which may be a part of a GPU; @p time describes the whole GPU. The
    /// sampled blocks are drawn with @p seed; with 0 they are the first ones. @p suggestions: also estimates
    /// what would make a launch faster.
    Timekeeper(const Device& device, const DeviceTime& time, std::uint64_t seed, bool suggestions);

    /// Requests the instruction trace that time_of() needs. If a program repeats a launch often, not all of
    /// its launches are traced; the others reuse the SM time of the last one.
    void prepare(LaunchRequest& request);
    /// Returns the time of a launch that was prepared and has ended, with counters. @p code is the SASS of
    /// its kernel.
    LaunchTime time_of(const LaunchRequest& request, LaunchResult& result, const LaunchFacts& facts,
                       const sass::SassProgram& code);

private:
    const Device& device_;
    DeviceTime time_;
    std::mt19937_64 seeds_; ///< yields one seed per launch
    bool is_random_;
    bool suggestions_;
    /// A kernel and its launch configuration.
    using Shape = std::tuple<std::shared_ptr<const Kernel>, std::array<std::uint32_t, 6>, std::uint32_t>;
    /// History of launches with one configuration.
    struct ShapeHistory {
        std::uint32_t launches = 0; ///< traced launches
        double instructions = 0;    ///< SASS instructions of the last traced launch
        SmTime sm = {};             ///< SM time of the last traced launch
    };
    static Shape shape_of(const LaunchRequest& request);

    std::map<std::shared_ptr<const Kernel>, std::shared_ptr<const KernelFacts>> kernels_;
    std::map<Shape, ShapeHistory> known_;
    std::uint64_t steps_ = 0; ///< instructions replayed so far
};

} // namespace simulator::timing
