#pragma once

/// @file
/// One core of the host, running blocks of a launch.

#include <cstdint>
#include <memory>
#include <span>

#include "machine/block.h"
#include "machine/core_incidents.h"
#include "machine/core_instrumentation.h"
#include "machine/core_memory.h"
#include "machine/launch_state.h"

namespace simulator {

/// A core of the host that runs blocks: it decides which block runs next and when blocks that poll are deadlocked. Its parts
/// take notes, reach memory, and pass on what goes wrong.
class Core {
public:
    /// A core that takes part in @p launch, which has to outlive it.
    explicit Core(LaunchState& launch)
        : launch_(launch), instrumentation_(launch), memory_(launch), incidents_(launch) {}

    /// Runs blocks one after the other until none is left.
    void run();
    /// Runs blocks in order; when the ones under way only spin, one more is begun, as far as a GPU holds them
    /// at once. When one lets others take first, all are.
    void run_in_order();

    // For blocks, warps and handlers.

    /// What this core shares with the others.
    [[nodiscard]] LaunchState& launch() const { return launch_; }
    /// The kernel that runs.
    [[nodiscard]] const Kernel& kernel() const { return launch_.kernel; }
    /// Its grid and its arguments.
    [[nodiscard]] const LaunchRequest& request() const { return launch_.request; }
    /// Receives every step; null where the launch has no such observer.
    [[nodiscard]] Observer* listener() const { return launch_.listener; }
    /// Counters, recorder, stepper.
    [[nodiscard]] CoreInstrumentation& instrumentation() { return instrumentation_; }
    /// Where addresses lie, and the heap of kernels.
    [[nodiscard]] CoreMemory& memory() { return memory_; }
    /// Faults, and what the observer hears of.
    [[nodiscard]] CoreIncidents& incidents() { return incidents_; }

    /// A block begins.
    void block_started(const Block& block);
    /// Memory has got another content, or threads or the clock have got on: a polling loop may see
    /// something new.
    void changed() { ++changes_; }
    /// How often that was.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    /// The block under way lets the others take first.
    void note_yield() { yielded_ = true; }
    /// A warp has executed @p instructions in loops that poll memory.
    void add_polling_instructions(std::uint64_t instructions) { polling_instructions_ += instructions; }

private:
    void switch_to(std::uint64_t block);
    void finish(Block& block);
    /// Called after each round over the blocks under way in which some spun. When they would do so for
    /// ever, the first one is stopped, and false.
    bool check_livelock(std::span<const std::unique_ptr<Block>> blocks);
    /// Lets other work run, which may change what the blocks poll. False where there is none.
    bool yield_to_other_work(bool livelocked);

    LaunchState& launch_;
    CoreInstrumentation instrumentation_;
    CoreMemory memory_;
    CoreIncidents incidents_;
    bool yielded_ = false; ///< some block, since new ones were begun
    std::uint64_t changes_ = 1;
    std::uint64_t seen_changes_ = 1;
    std::uint64_t idle_rounds_ = 0;          ///< of spinning, since something changed
    std::uint64_t polling_instructions_ = 0; ///< instructions in them
};

} // namespace simulator
