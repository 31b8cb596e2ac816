#pragma once

/// @file
/// Instrumentation of one core of the host: counters, recorded accesses, instruction traces.

#include <cstdint>
#include <optional>
#include <vector>

#include "counters/access_recorder.h"
#include "counters/block_waits.h"
#include "counters/instruction_trace.h"
#include "machine/launch_state.h"

namespace simulator {

class Block;
class Warp;

/// Counts what warps execute. If the launch requests it, also records accesses, instruction traces, and which
/// block waits for which.
class CoreInstrumentation {
public:
    /// Creates the instrumentation of a core that takes part in @p launch, which must outlive it.
    explicit CoreInstrumentation(LaunchState& launch);

    /// Returns whether instructions and accesses are counted.
    [[nodiscard]] bool counting() const { return counting_; }
    /// Returns whether the instructions of @p warp are printed, for `--trace`.
    [[nodiscard]] bool tracing(const Warp& warp) const;
    /// Tallies of the kernel's instructions, by index in Kernel::code.
    [[nodiscard]] Tally* tallies() { return counters_.tallies.data(); }
    /// Everything that this core has counted, including tallies().
    [[nodiscard]] Counters& counters() { return counters_; }
    /// Returns whether the addresses of every access of the current block are needed.
    [[nodiscard]] bool watches_accesses() const { return watches_accesses_; }
    /// Counts a memory access, and records it if its block is recorded or traced. If watches_accesses(), the
    /// caller has materialized all its addresses.
    void count(const Access& access) {
        if (is_tracing_)
            trace_recorder_->count(access, counters_, recording_ ? &*recorder_ : nullptr);
        else if (recording_)
            recorder_->count(access, counters_);
        else if (counting_)
            counters_.count(access);
    }
    /// Counts a divergent branch.
    void diverged(const Op* op) {
        if (counting_) ++counters_.tallies[launch_.kernel.index_of(op)].divergent;
    }
    /// Trace recorder of the current block; null if the block is not traced.
    [[nodiscard]] TraceRecorder* trace_recorder() { return is_tracing_ ? &*trace_recorder_ : nullptr; }
    /// With round-robin blocks, records which blocks wait for others. Called for strong accesses and for
    /// loads in polling loops.
    void record_block_wait(const Access& access);
    /// Adds about @p instructions executed by a warp. Returns whether the current block exceeds
    /// MachineSettings::instruction_limit.
    bool is_over_limit(std::uint64_t instructions);

    // For the core.

    /// Makes block @p block the current one.
    void switch_to(std::uint64_t block);
    /// Starts a block with a cold L1.
    void start_block() { counters_.start_block(); }
    /// Adds to @p block the instructions executed since the previous call.
    void charge(Block& block);
    /// Returns the instructions executed since the previous call; 0 if their number is not limited.
    std::uint64_t take_instructions();

    // For the machine, when the launch is over.

    /// Moves the recorded accesses out. Call it once.
    [[nodiscard]] std::vector<RecordedAccess> take_recorded() {
        return recorder_ ? recorder_->take() : std::vector<RecordedAccess>();
    }
    /// Moves the recorded traces out. Call it once.
    [[nodiscard]] std::vector<BlockTrace> take_traces() {
        return trace_recorder_ ? trace_recorder_->take() : std::vector<BlockTrace>();
    }
    /// Waits of blocks for other blocks.
    [[nodiscard]] const BlockWaits& waits() const { return block_waits_.result(); }

private:
    [[nodiscard]] bool is_grid_barrier(const Access& access) const;
    [[nodiscard]] std::uint64_t counted_instructions() const;

    LaunchState& launch_;
    Counters counters_;
    const bool counting_;
    std::optional<AccessRecorder> recorder_;      ///< none: the launch records no accesses, or counts nothing
    bool recording_ = false;                      ///< the current block's accesses are recorded
    std::optional<TraceRecorder> trace_recorder_; ///< none: the launch records no steps, or counts nothing
    bool is_tracing_ = false;                     ///< the current block is traced
    bool watches_accesses_ = false;               ///< see watches_accesses(), for the current block
    BlockWaitRecorder block_waits_;
    std::uint64_t taken_instructions_ = 0;   ///< returned by take_instructions() so far
    std::uint64_t charged_instructions_ = 0; ///< added to blocks by charge() so far
    std::uint64_t unchecked_instructions_ =
        0; ///< approximate number since the last comparison with the limit
};

} // namespace simulator
