#pragma once

/// @file
/// A core of the host that runs blocks of a launch.

#include <cstdint>
#include <memory>
#include <span>

#include "machine/block.h"
#include "machine/core_incidents.h"
#include "machine/core_instrumentation.h"
#include "machine/core_memory.h"
#include "machine/launch_state.h"

namespace simulator {

/// A core of the host that runs blocks. It decides which block runs next and detects livelocks of polling
/// blocks. Its members count and record instructions, translate addresses, and report incidents.
class Core {
public:
    /// Creates a core that takes part in @p launch, which must outlive it.
    explicit Core(LaunchState& launch)
        : launch_(launch), instrumentation_(launch), memory_(launch), incidents_(launch) {}

    /// Runs blocks to completion, one at a time, until none is left.
    void run();
    /// Runs blocks in order on one core. If a round over the resident blocks finishes none, it starts more,
    /// up to the number that a GPU holds at once. If a block yields before an atomic, it immediately starts
    /// as many as a GPU holds at once.
    void run_in_order();

    // For blocks, warps and handlers.

    /// State that all cores of the launch share.
    [[nodiscard]] LaunchState& launch() const { return launch_; }
    /// The kernel that this launch runs.
    [[nodiscard]] const Kernel& kernel() const { return launch_.kernel; }
    /// The grid and the arguments of the launch.
    [[nodiscard]] const LaunchRequest& request() const { return launch_.request; }
    /// Observer of every event; null if the launch has no such observer.
    [[nodiscard]] Observer* observer() const { return launch_.event_observer; }
    /// Counters, access recorder and trace recorder of this core.
    [[nodiscard]] CoreInstrumentation& instrumentation() { return instrumentation_; }
    /// Address translation and the kernels' heap.
    [[nodiscard]] CoreMemory& memory() { return memory_; }
    /// Faults, and incidents for the observer.
    [[nodiscard]] CoreIncidents& incidents() { return incidents_; }

    /// Notifies instrumentation and observer that @p block begins.
    void block_started(const Block& block);
    /// Notes progress that a polling loop may observe: memory has changed, a barrier has completed, threads
    /// have left, or a clock has been read.
    void note_change() { ++changes_; }
    /// Number of calls of note_change().
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    /// Notes that the current block yields to the others before an atomic.
    void note_yield() { yielded_ = true; }
    /// Adds the @p instructions of a time slice in which a warp polled, see Warp::record_poll().
    void add_polling_instructions(std::uint64_t instructions) { polling_instructions_ += instructions; }

private:
    void switch_to(std::uint64_t block);
    void finish(Block& block);
    /// Called after each round over the resident blocks that leaves some unfinished, if this core can start
    /// no other block. Returns whether they may continue. On a livelock, or past the limit on polling, it stops
    /// the kernel at the first block, unless it can yield to other work.
    bool check_livelock(std::span<const std::unique_ptr<Block>> blocks);
    /// Runs other work, which may change the memory that the blocks poll. Returns false if no other work
    /// can write that memory. @p livelocked: the state of the blocks has repeated.
    bool yield_to_other_work(bool livelocked);

    LaunchState& launch_;
    CoreInstrumentation instrumentation_;
    CoreMemory memory_;
    CoreIncidents incidents_;
    bool yielded_ = false; ///< a block has called note_yield() in the current round
    std::uint64_t changes_ = 1;
    std::uint64_t seen_changes_ = 1;
    std::uint64_t idle_rounds_ = 0;          ///< rounds with polling blocks since the last change
    std::uint64_t polling_instructions_ = 0; ///< sum of add_polling_instructions() since the last change
};

} // namespace simulator
