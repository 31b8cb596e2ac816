#pragma once

/// @file
/// One core of the host, running blocks of a launch.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "counters/block_waits.h"
#include "counters/recorder.h"
#include "counters/steps.h"
#include "machine/block.h"
#include "machine/incidents.h"
#include "machine/launch.h"
#include "machine/pattern.h"
#include "machine/special.h"

namespace simulator {

/// What a block leaves behind that has to be put in the order of the blocks.
struct BlockTrail {
    std::string printed = {};       ///< what its threads printed
    std::vector<L2Request> l2 = {}; ///< what it asked of L2, in order
    Incidents incidents = {};       ///< what went wrong and has not been told yet
    std::uint64_t clocks = 0;       ///< for how long its longest warp ran
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
    void finish(std::uint64_t block, BlockTrail trail);
    /// Tells the observer what went wrong so far in a block that goes on, when it is this block's turn, and
    /// clears it.
    void hand_over(std::uint64_t block, Incidents& incidents);
    /// Stops the launch. Of several faults, that of the lowest block counts, as if blocks ran one after the
    /// other.
    void stop(Fault fault);
    /// The launch goes on, and ends with this fault unless another one comes before it or stops the launch.
    void note(Fault fault);
    /// The launch cannot go on: all cores stop. Called where an exception must not go further.
    void give_up(std::exception_ptr because) noexcept;
    /// Throws what a core has given up for, if one has.
    void rethrow() const;
    /// Whether block @p block need not be continued.
    [[nodiscard]] bool pointless(std::uint64_t block) const {
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
        return limited && !waited_outside && executed_before() + instructions > settings.instruction_limit;
    }
    /// The fault that stops the launch in @p block then.
    [[nodiscard]] Fault over_limit(std::uint64_t block) const;
    /// For how many clocks that block ran which ran longest.
    [[nodiscard]] std::uint64_t clocks() const { return clocks_; }

    const LaunchRequest& request;     ///< as it was asked for
    const Kernel& kernel;             ///< that of the request
    const Device& device;             ///< the modelled GPU
    DeviceMemory& memory;             ///< nothing is allocated or freed in it meanwhile
    const MachineSettings& settings;  ///< of the machine
    Observer* const observer;         ///< may be null
    Observer* const listener;         ///< the same, if it hears everything
    const ThreadPlaces threads;       ///< `threadIdx`, the same in every block
    const std::uint32_t local_bytes;  ///< a thread
    const std::uint32_t shared_bytes; ///< a block
    bool in_order = false;            ///< blocks begin one after the other, on one core
    bool waited_outside = false;      ///< see LaunchResult
    bool alone = true;                ///< one core only: nobody else touches memory meanwhile
    const bool tracing;               ///< whether this is a kernel that MachineSettings::trace means
    const std::uint64_t begins_at;    ///< the GPU's time in nanoseconds, for all blocks the same
    const bool limited;               ///< whether MachineSettings::instruction_limit holds

private:
    void take_effect(std::uint64_t block, const BlockTrail& trail);
    void keep_lowest(Fault fault);
    void tell(std::uint64_t block, const Incidents& incidents);
    void print(const std::string& text);

    L2& l2_;
    std::atomic<std::uint64_t> next_block_ = 0;
    std::atomic<std::uint64_t> fault_block_ = ~std::uint64_t{0};
    std::atomic<std::uint64_t> executed_;
    std::mutex mutex_;
    std::condition_variable caught_up_;
    std::uint64_t next_trail_ = 0;
    std::map<std::uint64_t, BlockTrail> early_;
    std::string printed_;
    bool print_full_ = false;
    std::optional<Fault> fault_; ///< that stopped the launch
    std::optional<Fault> noted_;
    std::exception_ptr failure_;
    std::vector<MemoryTally> l2_tallies_;
    std::uint64_t clocks_ = 0;
    std::vector<BlockWork> work_;
};

/// A stretch of device memory and where its bytes are: what an instruction touched last, it most likely
/// touches next.
struct Stretch {
    Address begin = 1;       ///< above the end as long as nothing has been looked up
    Address end = 0;         ///< behind the last byte
    std::ptrdiff_t host = 0; ///< add it to an address
    bool read_only = false;  ///< constant memory
};

/// A core of the host that runs blocks, with what it counts.
class Core {
public:
    /// A core that takes part in @p launch, which has to outlive it.
    explicit Core(LaunchState& launch);

    /// Runs blocks one after the other until none is left.
    void run();
    /// Runs blocks in order; when the ones under way only spin, one more is begun, as far as a GPU holds them
    /// at once. When one lets others take first, all are.
    void run_in_order();

    // For warps and handlers.

    /// The kernel that runs.
    [[nodiscard]] const Kernel& kernel() const { return launch_.kernel; }
    /// Its grid and its arguments.
    [[nodiscard]] const LaunchRequest& request() const { return launch_.request; }
    /// What this core shares with the others.
    [[nodiscard]] LaunchState& launch() const { return launch_; }
    /// Who is told what goes wrong, without stopping the kernel; may be null.
    [[nodiscard]] Observer* observer() const { return launch_.observer; }
    /// Who hears of every step; may be null.
    [[nodiscard]] Observer* listener() const { return launch_.listener; }
    /// Local memory of a thread, what calls take included.
    [[nodiscard]] std::uint32_t local_bytes() const { return launch_.local_bytes; }
    /// Shared memory of a block, static and dynamic.
    [[nodiscard]] std::uint32_t shared_bytes() const { return launch_.shared_bytes; }
    /// How many instructions a warp may execute before the kernel is stopped.
    [[nodiscard]] std::uint64_t budget() const { return launch_.settings.budget; }
    /// A warp has executed about @p instructions more. Whether the block under way has exceeded
    /// MachineSettings::instruction_limit.
    bool is_over_limit(std::uint64_t instructions);
    /// Whether instructions and accesses are counted.
    [[nodiscard]] bool counting() const { return counting_; }
    /// Whether no other core runs blocks of the launch.
    [[nodiscard]] bool alone() const { return launch_.alone; }
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
    /// What it has remembered. Not to be asked for twice.
    [[nodiscard]] std::vector<RecordedAccess> take_recorded() {
        return recorder_ ? recorder_->take() : std::vector<RecordedAccess>();
    }
    /// Who remembers the steps of the block under way; null: nobody.
    [[nodiscard]] StepRecorder* stepper() { return stepping_ ? &*stepper_ : nullptr; }
    /// What it has remembered of steps. Not to be asked for twice.
    [[nodiscard]] std::vector<BlockSteps> take_steps() {
        return stepper_ ? stepper_->take() : std::vector<BlockSteps>();
    }
    /// Counts a branch whose lanes disagreed.
    void diverged(const Op* op) {
        if (counting_) ++counters_.tallies[kernel().index_of(op)].divergent;
    }
    /// Where the bytes of [begin, end) are, if one live allocation holds them all; null otherwise. @p op is
    /// whose memory of the last answer is used.
    [[nodiscard]] const Stretch* stretch(std::uint32_t op, Address begin, Address end) {
        const Stretch& last = stretches_[op];
        if (begin >= last.begin && end <= last.end) [[likely]]
            return &last;
        return look_up(op, begin, end);
    }

    /// How the addresses lay that instruction @p op asked for last. Null: that was never asked.
    [[nodiscard]] std::unique_ptr<Pattern>& pattern(std::uint32_t op) { return patterns_[op]; }

    /// A block of the heap for a thread, called for in @p line of the source; 0 where there is no room.
    [[nodiscard]] Address allocate(std::uint64_t bytes, const std::string& line);
    /// Frees one.
    FreeResult release(Address block, const std::string& line);

    /// Memory has got another content, or threads or the clock have got on: somebody who spins may see
    /// something new.
    void changed() { ++changes_; }
    /// How often that was.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    /// Whether blocks take from counters by turns.
    [[nodiscard]] bool takes_turns() const { return launch_.in_order && request().take_turns; }
    /// Notes which of the blocks wait for others, where they take turns: a strong access, or a load in a loop that waits.
    void follow(const Access& access);
    /// What has come of that.
    [[nodiscard]] const BlockWaits& waits() const { return block_waits_.found(); }
    /// The block under way lets the others take first.
    void gave_turn() { gave_turn_ = true; }
    /// A warp has executed @p instructions in loops that poll memory.
    void spun(std::uint64_t instructions) { spun_ += instructions; }
    /// Stops the launch.
    void stop(Fault fault);
    /// Whether this core's block caused a fault.
    [[nodiscard]] bool faulted() const { return faulted_; }
    /// Whether the block under way need not go on.
    [[nodiscard]] bool stopped() const { return faulted_ || launch_.pointless(current_); }
    /// The listener has refused all lanes of an access, and told why. The launch fails: at once, or when all
    /// such accesses have been found.
    void refused(const Access& access, bool at_once);

    // From blocks to the observer.

    /// Its L1 is cold from here on.
    void block_started(const Block& block);
    /// The machine has refused all lanes of an access. The launch fails when all such accesses have been
    /// found.
    void wrong_access(Block& block, const Access& access);
    /// A warp has come to barrier @p number and does not wait.
    void barrier_arrived(const Block& block, std::uint32_t warp, std::uint32_t number);
    /// The threads of @p warps (all that have not left, when @p whole) have met at barrier @p number, of which
    /// @p op was the first to be executed. @p absent threads had left before.
    void barrier_met(Block& block, std::uint32_t number, bool whole, std::span<const std::uint32_t> warps,
                     std::uint32_t op, std::uint32_t absent);
    /// Threads come to the barrier @p op, while others wait at @p other with the same number.
    void mixed_barrier(Block& block, std::uint32_t op, std::uint32_t other);
    /// Whether two instructions come from different lines of the source.
    [[nodiscard]] bool different_lines(std::uint32_t a, std::uint32_t b) const;

private:
    [[nodiscard]] bool is_grid_barrier(const Access& access) const;
    void turn_to(std::uint64_t block);
    void finish(Block& block);
    void keep_or_tell(Block& block);
    const Stretch* look_up(std::uint32_t op, Address begin, Address end);
    [[nodiscard]] std::uint64_t counted_instructions() const;
    std::uint64_t take_instructions();
    void charge(Block& block); // with what was executed since the last time
    /// To be asked after each round over the blocks under way in which some spun. When they would do so for
    /// ever, the first one is stopped, and false.
    bool may_spin_on(std::span<const std::unique_ptr<Block>> blocks);
    bool others_get_on(bool for_ever);
    LaunchState& launch_;
    Counters counters_;
    const bool counting_;
    std::optional<Recorder> recorder_;    ///< none: nobody asks for accesses, or nothing is counted
    bool recording_ = false;              ///< the accesses of the block under way
    std::optional<StepRecorder> stepper_; ///< none: nobody asks for steps, or nothing is counted
    bool stepping_ = false;               ///< the steps of the block under way
    bool watches_accesses_ = false;       ///< the block under way
    bool faulted_ = false;
    bool gave_turn_ = false;    ///< some block, since new ones were begun
    std::uint64_t current_ = 0; ///< the block that runs
    BlockWaitRecorder block_waits_;
    std::uint64_t changes_ = 1;
    std::uint64_t seen_changes_ = 1;
    std::uint64_t idle_rounds_ = 0;                  ///< of spinning, since something changed
    std::uint64_t spun_ = 0;                         ///< instructions in them
    std::uint64_t taken_instructions_ = 0;           ///< in trails so far, where their number is limited
    std::uint64_t charged_instructions_ = 0;         ///< to blocks so far
    std::uint64_t unchecked_instructions_ = 0;       ///< about, since they were compared with the limit
    std::vector<Stretch> stretches_;                 ///< by instruction
    std::vector<std::unique_ptr<Pattern>> patterns_; ///< by instruction; null: none was needed yet
};

} // namespace simulator
