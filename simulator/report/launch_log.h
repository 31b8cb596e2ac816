#pragma once

/// @file
/// The launches of a process and their counts.

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

/// Counts of a source line.
struct LineRecord {
    std::string file;                                     ///< path as given to the compiler
    std::uint32_t line = 0;                               ///< 1-based
    std::vector<MetricValue> counters = {};               ///< counters that are not zero
    std::vector<std::string_view> memory_operations = {}; ///< same as in LineSums: "st_global"
};

/// One access of one warp, recorded by an AccessRecorder.
struct AccessRecord {
    std::string file = {};                   ///< file of the instruction, as given to the compiler
    std::uint32_t line = 0;                  ///< 1-based; 0: unknown
    std::string instruction = {};            ///< PTX of the instruction
    std::uint32_t op = 0;                    ///< index of the instruction in the kernel
    MemorySpace space = MemorySpace::global; ///< accessed space
    AccessKind kind = AccessKind::load;      ///< load, store or atomic
    std::uint32_t bytes = 0;                 ///< bytes per lane
    std::array<std::uint32_t, 3> block = {}; ///< coordinates in the grid
    std::uint32_t warp = 0;                  ///< index in the block
    std::uint32_t execution = 0;      ///< number of this execution of the instruction by this warp, from 1
    std::uint32_t order = 0;          ///< position among the warp's recorded accesses, from 0
    kernelsmith::Message buffer = {}; ///< call or named_memory of memory_messages; empty: unknown
    std::optional<std::uint64_t> buffer_bytes = {};     ///< size of the buffer
    std::optional<std::uint64_t> buffer_at = {};        ///< offset in the block's shared memory
    std::optional<std::uint64_t> misaligned = {};       ///< address modulo 256 of a buffer in other memory
    std::optional<std::uint64_t> sectors = {};          ///< counted sectors, in global and local memory
    std::optional<std::uint64_t> wavefronts = {};       ///< counted wavefronts, in shared memory
    std::optional<std::uint64_t> wavefronts_ideal = {}; ///< counted wavefronts without bank conflicts
    /// Offsets of participating lanes in bytes, from the beginning of the buffer or, in shared and local
    /// memory, of that memory.
    std::array<std::optional<std::int64_t>, warp_size> lanes = {};
};

/// Record of one launch.
struct LaunchRecord {
    std::string kernel = {};       ///< demangled name
    std::string mangled = {};      ///< mangled name in the PTX
    LaunchFacts facts = {};        ///< facts known without counting
    bool in_order = false;         ///< blocks ran sequentially
    std::string order_reason = {}; ///< reason for that; empty if blocks ran in parallel
    /// Reason why counters are missing; empty: they exist, were not requested, or a fault prevented them.
    std::string not_counted = {};
    std::string status = "ok"; ///< "ok", or the name of the error that the launch ended with
    /// Empty: counting was off, or a fault or the reason in `not_counted` made the counts depend on chance.
    std::vector<MetricValue> counters = {};
    std::vector<LineRecord> lines = {};      ///< sorted by file and line; empty also beyond max_lines
    std::optional<LaunchTime> time = {};     ///< nullopt: not requested, or nothing was counted
    std::vector<AccessRecord> accesses = {}; ///< empty: not requested, not counted, or beyond max_accesses
};

/// Adds counts to a record. @p ops describes the instructions, @p files names their files.
void record_counters(LaunchRecord& record, const Counters& counters, std::span<const CountedOp> ops,
                     std::span<const std::string> files);

/// The launches of a process. Thread-safe.
class LaunchLog {
public:
    /// Maximum number of launches with a record: bounds the log of a program that launches forever.
    static constexpr std::size_t max_launches = 10'000;
    /// Maximum number of lines of all launches together. A launch that would exceed it is recorded without
    /// its lines.
    static constexpr std::size_t max_lines = 50'000;
    /// Maximum number of accesses of all launches together. A launch that would exceed it is recorded without
    /// its accesses.
    static constexpr std::size_t max_accesses = 200'000;

    /// Adds a launch, or only counts it if max_launches are recorded.
    void add(LaunchRecord record);

    /// Returns the records in the order in which they were added.
    [[nodiscard]] std::vector<LaunchRecord> launches() const;
    /// Returns the number of launches that were only counted.
    [[nodiscard]] std::size_t dropped() const;
    /// Returns the number of launches() without their lines.
    [[nodiscard]] std::size_t without_lines() const;
    /// Returns the number of launches() without their accesses.
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
