#pragma once

/// @file
/// What a process launched, and what was counted.

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "counters/metrics.h"
#include "message/message.h"
#include "report/launch_time.h"

namespace simulator {

/// What was counted of a source line.
struct LineRecord {
    std::string file;                                     ///< its path, as the compiler was given it
    std::uint32_t line = 0;                               ///< 1-based
    std::vector<MetricValue> counters = {};               ///< those that are not zero
    std::vector<std::string_view> memory_operations = {}; ///< as LineSums has them: "st_global"
};

/// One access of one warp, remembered by a AccessRecorder.
struct AccessRecord {
    std::string file = {};                   ///< of the instruction, as the compiler was given it
    std::uint32_t line = 0;                  ///< 1-based; 0: unknown
    std::string instruction = {};            ///< the PTX
    std::uint32_t op = 0;                    ///< which instruction of the kernel
    MemorySpace space = MemorySpace::global; ///< where it goes
    AccessKind kind = AccessKind::load;      ///< what it does
    std::uint32_t bytes = 0;                 ///< a lane
    std::array<std::uint32_t, 3> block = {}; ///< of the grid
    std::uint32_t warp = 0;                  ///< of the block
    std::uint32_t execution = 0;             ///< of the instruction by this warp, from 1
    std::uint32_t order = 0;                 ///< among the warp's recorded accesses, from 0
    kernelsmith::Message buffer = {}; ///< call or named_memory of memory_messages; empty: none is known
    std::optional<std::uint64_t> buffer_bytes = {};     ///< its size
    std::optional<std::uint64_t> buffer_at = {};        ///< in the block's shared memory
    std::optional<std::uint64_t> misaligned = {};       ///< of other memory: its address modulo 256
    std::optional<std::uint64_t> sectors = {};          ///< counted of it, in global and local memory
    std::optional<std::uint64_t> wavefronts = {};       ///< counted of it, in shared memory
    std::optional<std::uint64_t> wavefronts_ideal = {}; ///< the same without bank conflicts
    /// Of each lane that takes part, bytes from the beginning of the buffer or, in shared and local memory, of that.
    std::array<std::optional<std::int64_t>, warp_size> lanes = {};
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
    std::vector<MetricValue> counters = {};  ///< empty: counting was off, or a fault left it to chance
    std::vector<LineRecord> lines = {};      ///< by file and line
    std::optional<LaunchTime> time = {};     ///< none: it was not asked for, or nothing was counted
    std::vector<AccessRecord> accesses = {}; ///< empty: none were asked for of this launch
};

/// Adds to a record what was counted: @p ops says what the instructions are, @p files the names of their
/// files.
void record_counters(LaunchRecord& record, const Counters& counters, std::span<const CountedOp> ops,
                     std::span<const std::string> files);

/// The launches of a process. Safe to use from several threads.
class LaunchLog {
public:
    /// A program may launch without end; its log does not grow so.
    static constexpr std::size_t max_launches = 10'000;
    /// Lines of all launches together. A launch that would make them more is kept without its lines.
    static constexpr std::size_t max_lines = 50'000;
    /// Accesses of all launches together. A launch that would make them more is kept without its accesses.
    static constexpr std::size_t max_accesses = 200'000;

    /// Adds a launch, or only counts it when there are too many.
    void add(LaunchRecord record);

    /// In the order in which they were added.
    [[nodiscard]] std::vector<LaunchRecord> launches() const;
    /// How many were only counted.
    [[nodiscard]] std::size_t dropped() const;
    /// How many of launches() are without their lines.
    [[nodiscard]] std::size_t without_lines() const;
    /// How many of launches() are without their accesses.
    [[nodiscard]] std::size_t without_accesses() const;

private:
    mutable std::mutex mutex_;
    std::vector<LaunchRecord> launches_;
    std::size_t lines_ = 0;
    std::size_t dropped_ = 0;
    std::size_t without_lines_ = 0;
    std::size_t accesses_ = 0;
    std::size_t without_accesses_ = 0;
};

} // namespace simulator
