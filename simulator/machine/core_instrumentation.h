#pragma once

/// @file
/// Notes that one core of the host takes of a launch: counters, single accesses, steps.

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

/// Counts what warps execute and, where that is asked for, remembers accesses, steps, and which block waits for which.
class CoreInstrumentation {
public:
    /// Of a core that takes part in @p launch, which has to outlive it.
    explicit CoreInstrumentation(LaunchState& launch);

    /// Whether instructions and accesses are counted.
    [[nodiscard]] bool counting() const { return counting_; }
    /// Whether what @p warp executes is printed.
    [[nodiscard]] bool tracing(const Warp& warp) const;
    /// One for each instruction of the kernel, by its index.
    [[nodiscard]] Tally* tallies() { return counters_.tallies.data(); }
    /// What this core has counted, those tallies included.
    [[nodiscard]] Counters& counters() { return counters_; }
    /// Whether each access of the block under way has to be looked at with all its addresses.
    [[nodiscard]] bool watches_accesses() const { return watches_accesses_; }
    /// Counts a memory access, where counting is on, and remembers it where that is asked for. All its addresses are
    /// spelled out where watches_accesses().
    void count(const Access& access) {
        if (stepping_)
            stepper_->count(access, counters_, recording_ ? &*recorder_ : nullptr);
        else if (recording_)
            recorder_->count(access, counters_);
        else if (counting_)
            counters_.count(access);
    }
    /// Counts a branch whose lanes disagreed.
    void diverged(const Op* op) {
        if (counting_) ++counters_.tallies[launch_.kernel.index_of(op)].divergent;
    }
    /// Remembers the steps of the block under way; null: they are not remembered.
    [[nodiscard]] TraceRecorder* stepper() { return stepping_ ? &*stepper_ : nullptr; }
    /// Notes which of the blocks wait for others, where they take turns: a strong access, or a load in a loop that waits.
    void record_block_wait(const Access& access);
    /// A warp has executed about @p instructions more. Whether the block under way has exceeded
    /// MachineSettings::instruction_limit.
    bool is_over_limit(std::uint64_t instructions);

    // For the core.

    /// Block @p block runs from here on.
    void switch_to(std::uint64_t block);
    /// A block begins: its L1 is cold.
    void start_block() { counters_.start_block(); }
    /// Adds to a block the instructions that were executed since the last time.
    void charge(Block& block);
    /// Instructions since this was last called, where their number is limited; 0 otherwise.
    std::uint64_t take_instructions();

    // For the machine, when the launch is over.

    /// The accesses that it has remembered. Not to be asked for twice.
    [[nodiscard]] std::vector<RecordedAccess> take_recorded() {
        return recorder_ ? recorder_->take() : std::vector<RecordedAccess>();
    }
    /// The steps that it has remembered. Not to be asked for twice.
    [[nodiscard]] std::vector<BlockTrace> take_steps() {
        return stepper_ ? stepper_->take() : std::vector<BlockTrace>();
    }
    /// Which of the blocks wait for others.
    [[nodiscard]] const BlockWaits& waits() const { return block_waits_.result(); }

private:
    [[nodiscard]] bool is_grid_barrier(const Access& access) const;
    [[nodiscard]] std::uint64_t counted_instructions() const;

    LaunchState& launch_;
    Counters counters_;
    const bool counting_;
    std::optional<AccessRecorder> recorder_; ///< none: the launch records no accesses, or counts nothing
    bool recording_ = false;                 ///< the accesses of the block under way
    std::optional<TraceRecorder> stepper_;   ///< none: the launch records no steps, or counts nothing
    bool stepping_ = false;                  ///< the steps of the block under way
    bool watches_accesses_ = false;          ///< the block under way
    BlockWaitRecorder block_waits_;
    std::uint64_t taken_instructions_ = 0;     ///< in trails so far, where their number is limited
    std::uint64_t charged_instructions_ = 0;   ///< to blocks so far
    std::uint64_t unchecked_instructions_ = 0; ///< about, since they were compared with the limit
};

} // namespace simulator
