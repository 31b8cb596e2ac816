#pragma once

/// @file
/// State of a launch in progress, shared by all cores.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machine/incidents.h"
#include "machine/launch.h"
#include "machine/special_registers.h"

namespace simulator {

/// Effects of a block that are applied in the order of the blocks, regardless of which ends first.
struct BlockEffects {
    std::string printed = {};       ///< output of its threads
    std::vector<L2Request> l2 = {}; ///< its requests to L2, in order
    Incidents incidents = {};       ///< incidents not yet reported
    std::uint64_t cycles = 0;       ///< cycles of its longest warp
    std::uint64_t executed = 0;     ///< Block::executed()
    std::uint64_t instructions =
        0; ///< executed by its core since the core's previous finish(); 0 unless LaunchState::limited
};

/// State of a launch in progress that all cores share.
class LaunchState {
public:
    /// Everything passed by reference or pointer must outlive this object; @p observer may be null.
    /// @param begins_at the GPU's time in nanoseconds
    /// @param executed instructions of all earlier launches; 0 unless limited
    LaunchState(const LaunchRequest& request, const Device& device, DeviceMemory& memory, L2& l2,
                const MachineSettings& settings, Observer* observer, std::uint64_t begins_at,
                std::uint64_t executed);

    /// Returns the next block that has not started; empty if all have, or if it is past a fault.
    std::optional<std::uint64_t> take_block();
    /// Called when a block has ended; after stop() if by a fault. Effects are applied in the order of the
    /// blocks, whichever ends first. Effects of blocks above the one that stopped the launch are dropped.
    void finish(std::uint64_t block, BlockEffects effects);
    /// Waits until all lower blocks have ended, then reports and clears the incidents of a block that is
    /// still running.
    void report_in_block_order(std::uint64_t block, Incidents& incidents);
    /// Stops the launch. Of several faults, the one in the lowest block wins, as if blocks ran one after the
    /// other.
    void stop(Fault fault);
    /// Lets the launch continue, and fail at its end with this fault, unless an earlier fault was noted or
    /// one stops it.
    void note_fault(Fault fault);
    /// Stops all cores because of an exception that must not propagate.
    void give_up(std::exception_ptr because) noexcept;
    /// Rethrows the exception passed to give_up(), if any.
    void rethrow() const;
    /// Returns whether block @p block need not be continued, because a lower block has faulted.
    [[nodiscard]] bool is_past_fault(std::uint64_t block) const {
        return fault_block_.load(std::memory_order_relaxed) < block;
    }
    /// Returns whether some blocks have not started.
    [[nodiscard]] bool blocks_left() const {
        return next_block_.load(std::memory_order_relaxed) < request.grid.count();
    }
    /// Returns whether a fault stopped the launch before all blocks finished.
    [[nodiscard]] bool stopped() const { return fault_.has_value(); }
    /// The fault that stopped the launch, or else the first one noted; empty if none.
    [[nodiscard]] const std::optional<Fault>& fault() const { return fault_ ? fault_ : noted_; }
    /// Output of the kernel, block after block, complete when all have ended. Call it once.
    [[nodiscard]] std::string take_printed() { return std::move(printed_); }
    /// Sectors that L2 served, by instruction and memory space.
    [[nodiscard]] const std::vector<MemoryTally>& l2_tallies() const { return l2_tallies_; }
    /// Instructions and cycles of each block whose effects were applied. Call it once.
    [[nodiscard]] std::vector<BlockWork> take_work() { return std::move(work_); }
    /// Instructions of all earlier launches and of the applied effects of this one; 0 unless `limited`.
    [[nodiscard]] std::uint64_t executed_before() const { return executed_.load(std::memory_order_relaxed); }
    /// Returns whether a block that has executed @p instructions exceeds MachineSettings::instruction_limit.
    /// Blocks count in their order. So the block at which the launch stops, if any, does not depend on the
    /// number of cores.
    [[nodiscard]] bool is_over_limit(std::uint64_t instructions) const {
        return limited && !waited_for_other_work &&
               executed_before() + instructions > settings.instruction_limit;
    }
    /// The fault for the instruction limit, in @p block.
    [[nodiscard]] Fault over_limit(std::uint64_t block) const;
    /// Cycles of the block that ran longest.
    [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
    /// Returns whether blocks that execute atomics are scheduled round-robin.
    [[nodiscard]] bool is_round_robin() const { return in_order && request.round_robin_blocks; }

    const LaunchRequest& request;       ///< the request of this launch
    const Kernel& kernel;               ///< the request's kernel
    const Device& device;               ///< the simulated GPU
    DeviceMemory& memory;               ///< allocations change only in the heap, and while the kernel yields
    const MachineSettings& settings;    ///< settings of the machine
    Observer* const observer;           ///< may be null
    Observer* const event_observer;     ///< the observer, if it needs every event; else null
    const ThreadIndices threads;        ///< `threadIdx`, the same in every block
    const std::uint32_t local_bytes;    ///< bytes per thread
    const std::uint32_t shared_bytes;   ///< bytes per block
    bool in_order = false;              ///< blocks start one after the other, on one core
    bool waited_for_other_work = false; ///< see LaunchResult
    bool is_single_core = true;         ///< no other core accesses memory during the launch
    const bool tracing;                 ///< MachineSettings::trace selects this kernel
    const std::uint64_t begins_at;      ///< the GPU's time in nanoseconds, the same for all blocks
    const bool limited;                 ///< MachineSettings::instruction_limit applies

private:
    void apply_effects(std::uint64_t block, const BlockEffects& effects);
    void keep_lowest_fault(Fault fault);
    void report(std::uint64_t block, const Incidents& incidents);
    void print(const std::string& text);

    L2& l2_;
    std::atomic<std::uint64_t> next_block_ = 0;
    std::atomic<std::uint64_t> fault_block_ = ~std::uint64_t{0};
    std::atomic<std::uint64_t> executed_;
    std::mutex mutex_;
    std::condition_variable caught_up_;
    std::uint64_t next_block_to_apply_ = 0;
    std::map<std::uint64_t, BlockEffects> pending_effects_;
    std::string printed_;
    bool print_full_ = false;
    std::optional<Fault> fault_; ///< the fault that stopped the launch
    std::optional<Fault> noted_;
    std::exception_ptr failure_;
    std::vector<MemoryTally> l2_tallies_;
    std::uint64_t cycles_ = 0;
    std::vector<BlockWork> work_;
};

} // namespace simulator
