#pragma once

/// @file
/// What a process launched, and what was counted.

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "observe/metrics.h"

namespace simulator {

/// What was counted of a source line.
struct LineRecord {
    std::string file;                       ///< its path, as the compiler was given it
    std::uint32_t line = 0;                 ///< 1-based
    std::vector<MetricValue> counters = {}; ///< those that are not zero
};

/// One launch.
struct LaunchRecord {
    std::string kernel = {};       ///< demangled
    std::string mangled = {};      ///< the kernel's name in the PTX
    LaunchFacts facts = {};        ///< what is known without counting
    bool in_order = false;         ///< blocks ran one after the other
    std::string order_reason = {}; ///< why they did; empty where they ran beside each other
    std::string not_counted = {}; ///< why there are no counters; empty: there are, or they were not asked for
    std::string status = "ok";    ///< or the name of the error that it ended with
    std::vector<MetricValue> counters = {}; ///< empty: counting was off, or a fault left it to chance
    std::vector<LineRecord> lines = {};     ///< by file and line
};

/// Adds to a record what was counted: @p ops says what the instructions are, @p files the names of their
/// files.
void record_counters(LaunchRecord& record, const Counters& counters, std::span<const CountedOp> ops,
                     std::span<const std::string> files);

/// The launches of a process. Safe to use from several threads.
class LaunchLog {
public:
    /// A program may launch without end; its log does not grow so.
    static constexpr std::size_t most_launches = 10'000;
    /// Lines of all launches together. A launch that would make them more is kept without its lines.
    static constexpr std::size_t most_lines = 50'000;

    /// Adds a launch, or only counts it when there are too many.
    void add(LaunchRecord record);

    /// In the order in which they were added.
    [[nodiscard]] std::vector<LaunchRecord> launches() const;
    /// How many were only counted.
    [[nodiscard]] std::size_t dropped() const;
    /// How many of launches() are without their lines.
    [[nodiscard]] std::size_t without_lines() const;

private:
    mutable std::mutex mutex_;
    std::vector<LaunchRecord> launches_;
    std::size_t lines_ = 0;
    std::size_t dropped_ = 0;
    std::size_t without_lines_ = 0;
};

} // namespace simulator
