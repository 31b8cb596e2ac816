#pragma once

/// @file
/// A launch under way, as all cores share it.

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

/// What a block leaves behind that has to be put in the order of the blocks.
struct BlockEffects {
    std::string printed = {};       ///< what its threads printed
    std::vector<L2Request> l2 = {}; ///< what it asked of L2, in order
    Incidents incidents = {};       ///< what went wrong and has not been told yet
    std::uint64_t cycles = 0;       ///< for how long its longest warp ran
    std::uint64_t executed = 0;     ///< Block::executed()
    std::uint64_t instructions = 0; ///< by its core since its last trail; 0 unless LaunchState::limited
};

/// A launch under way: what all cores share.
class LaunchState {
public:
    /// All of what is given has to outlive it; @p observer may be null.
    /// @param executed instructions by the launches before it
    LaunchState(const LaunchRequest& request, const Device& device, DeviceMemory& memory, L2& l2,
                const MachineSettings& settings, Observer* observer, std::uint64_t begins_at,
                std::uint64_t executed);

    /// The next block nobody has started; none when all have been, or a fault makes the rest pointless.
    std::optional<std::uint64_t> take_block();
    /// A block that has ended, if by a fault, after stop(). Trails take effect in the order of the blocks,
    /// whoever ends first; those of blocks above the one that stopped the launch do not.
    void finish(std::uint64_t block, BlockEffects effects);
    /// Tells the observer what went wrong so far in a block that goes on, when it is this block's turn, and
    /// clears it.
    void report_in_block_order(std::uint64_t block, Incidents& incidents);
    /// Stops the launch. Of several faults, that of the lowest block counts, as if blocks ran one after the
    /// other.
    void stop(Fault fault);
    /// The launch goes on, and ends with this fault unless another one comes before it or stops the launch.
    void note_fault(Fault fault);
    /// The launch cannot go on: all cores stop. Called where an exception must not go further.
    void give_up(std::exception_ptr because) noexcept;
    /// Throws what a core has given up for, if one has.
    void rethrow() const;
    /// Whether block @p block need not be continued.
    [[nodiscard]] bool is_past_fault(std::uint64_t block) const {
        return fault_block_.load(std::memory_order_relaxed) < block;
    }
    /// Whether some blocks have not begun.
    [[nodiscard]] bool blocks_left() const {
        return next_block_.load(std::memory_order_relaxed) < request.grid.count();
    }
    /// Whether a fault ended the launch before all blocks were through.
    [[nodiscard]] bool stopped() const { return fault_.has_value(); }
    /// The fault that stopped the launch, or else the first one noted.
    [[nodiscard]] const std::optional<Fault>& fault() const { return fault_ ? fault_ : noted_; }
    /// What the kernel printed, block after block, when all have ended. Not to be asked for twice.
    [[nodiscard]] std::string take_printed() { return std::move(printed_); }
    /// By instruction, the sectors that L2 had.
    [[nodiscard]] const std::vector<MemoryTally>& l2_tallies() const { return l2_tallies_; }
    /// For how long the warps of each block ran; shorter where blocks did not end.
    [[nodiscard]] std::vector<BlockWork> take_work() { return std::move(work_); }
    /// Instructions that all launches have executed before the first block of this one that has not taken effect; 0 unless
    /// `limited`.
    [[nodiscard]] std::uint64_t executed_before() const { return executed_.load(std::memory_order_relaxed); }
    /// Whether a block that has executed @p instructions exceeds MachineSettings::instruction_limit. Blocks count in their
    /// order, so the block that the launch stops at, and whether it does, is the same on any number of cores.
    [[nodiscard]] bool is_over_limit(std::uint64_t instructions) const {
        return limited && !waited_for_other_work &&
               executed_before() + instructions > settings.instruction_limit;
    }
    /// The fault that stops the launch in @p block then.
    [[nodiscard]] Fault over_limit(std::uint64_t block) const;
    /// For how many cycles that block ran which ran longest.
    [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
    /// Whether blocks take from counters by turns.
    [[nodiscard]] bool is_round_robin() const { return in_order && request.round_robin_blocks; }

    const LaunchRequest& request;       ///< as it was asked for
    const Kernel& kernel;               ///< that of the request
    const Device& device;               ///< the modelled GPU
    DeviceMemory& memory;               ///< nothing is allocated or freed in it meanwhile
    const MachineSettings& settings;    ///< of the machine
    Observer* const observer;           ///< may be null
    Observer* const listener;           ///< the same, if it hears everything
    const ThreadIndices threads;        ///< `threadIdx`, the same in every block
    const std::uint32_t local_bytes;    ///< a thread
    const std::uint32_t shared_bytes;   ///< a block
    bool in_order = false;              ///< blocks begin one after the other, on one core
    bool waited_for_other_work = false; ///< see LaunchResult
    bool is_single_core = true;         ///< one core only: nobody else touches memory meanwhile
    const bool tracing;                 ///< whether this is a kernel that MachineSettings::trace means
    const std::uint64_t begins_at;      ///< the GPU's time in nanoseconds, for all blocks the same
    const bool limited;                 ///< whether MachineSettings::instruction_limit holds

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
    std::optional<Fault> fault_; ///< that stopped the launch
    std::optional<Fault> noted_;
    std::exception_ptr failure_;
    std::vector<MemoryTally> l2_tallies_;
    std::uint64_t cycles_ = 0;
    std::vector<BlockWork> work_;
};

} // namespace simulator
