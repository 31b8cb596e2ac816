#pragma once

/// @file
/// A warp: 32 threads that execute together while they are at the same instruction.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/kernel.h"
#include "machine/cycle_detector.h"
#include "machine/shuffle_definedness.h"
#include "memory/access.h"
#include "message/message.h"

namespace simulator {

class Block;
class Core;
enum class FaultKind : std::uint8_t;
enum class FindingKind : std::uint8_t;

struct GroupOp;

/// Registers of one call of a function, for 32 lanes. Lanes that have diverged may have different frames.
struct Frame {
    const FunctionLayout* layout = nullptr; ///< layout of the called function
    AlignedBytes registers = {};            ///< zeros when the call begins
    std::uint32_t local_begin = 0; ///< offset of the function's local memory in each thread's local memory
    std::uint32_t stack_used = 0;  ///< stack bytes of the calls up to this one
    Frame* caller = nullptr;       ///< the caller's frame; null for the kernel's own
    const Op* call = nullptr;      ///< the call instruction in the caller; null for the kernel's own frame
    Mask expected = 0; ///< lanes that must return to complete the call, without those that exit the kernel
    Mask returned = 0; ///< lanes of `expected` that have returned and wait after the call for the others
};

/// A read of memory that other threads may change.
struct Poll {
    std::uint32_t op = 0;                    ///< index in Kernel::code
    MemorySpace space = MemorySpace::global; ///< memory space of the read
    std::uint32_t bytes = 0;                 ///< per lane; 0: nothing was read
    Address address = 0;                     ///< address of the first lane
    Mask mask = 0;                           ///< lanes that read
    Address address_hash = 0;                ///< hash of the addresses of all lanes

    /// Returns whether two polls have the same instruction, lanes and addresses.
    friend bool operator==(const Poll&, const Poll&) = default;
};

/// Returns the poll for @p access.
inline Poll poll_of(const Access& access) {
    Poll poll = {access.op, access.space, access.bytes, access.addresses[std::countr_zero(access.mask)],
                 access.mask};
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1)
        poll.address_hash = poll.address_hash * 31 + access.addresses[std::countr_zero(rest)];
    return poll;
}

/// Lanes for which a path no longer waits at reconvergence points.
struct SkippedLanes {
    Mask lanes = 0; ///< lanes of other paths
    std::uint32_t order =
        0; ///< a lane is skipped only while it is in a basic block ordered before this one, see OpInfo::order
};

/// A path of the warp: lanes at the same instruction of the same call, with their active mask.
struct Path {
    /// Ready, or the event for which the path waits.
    enum class State : std::uint8_t { ready, at_barrier, for_lanes, at_reconvergence_point };

    const Op* op = nullptr;             ///< next instruction, or the one it waits at
    Mask mask = 0;                      ///< the active mask
    Frame* frame = nullptr;             ///< frame of the call that it executes
    SkippedLanes skipped = {};          ///< lanes for which it does not wait at reconvergence points
    State state = State::ready;         ///< ready: it runs when next_path() selects it
    std::uint8_t barrier = 0;           ///< barrier number, with State::at_barrier
    bool yielded_while_polling = false; ///< it polls memory and has yielded to other paths
    bool resumed_after_yield = false;   ///< it yielded before its next op, see Warp::yield_before_atomic()
    std::uint64_t changes = 0; ///< Core::changes() when it yielded, see Warp::yield_before_mbarrier_test()
    Mask group_lanes = 0;      ///< lanes for which it waits, with State::for_lanes
    const GroupOp* group_op = nullptr; ///< operation that it executes together with the lanes `group_lanes`
};

/// State of a warp or a block after it has run.
enum class Progress : std::uint8_t {
    waiting,  ///< it waits for other threads, possibly forever
    polling,  ///< it has yielded, because it polls memory or before an atomic
    finished, ///< all threads have left the kernel
    faulted,
};

/// A warp of a block.
///
/// Divergence: a branch on which lanes disagree splits the path in two. One path runs at a time. At a
/// reconvergence point, a path waits for the paths of the same call that are still earlier in the weak
/// topological order of ControlFlow, and merges with those that have arrived. So lanes reconverge as early as
/// possible, and a path that leaves the loop or function elsewhere does not delay the others.
///
/// A path yields when it ends, waits, or has polled memory for a time slice; also at yield_before_atomic() and
/// yield_before_mbarrier_test(). If all paths that could run are polling, those that wait for them at a
/// reconvergence point continue without them, because they may hold the lock that is polled. This guarantees
/// forward progress of lanes of a warp that compete for a lock.
class Warp {
public:
    /// Creates warp @p index of @p block; start() sets its lanes. @p block and @p core must outlive it.
    Warp(Block& block, Core& core, std::uint32_t index);
    Warp(const Warp&) = delete;
    Warp& operator=(const Warp&) = delete;
    ~Warp();

    /// Resets the warp to the start of the kernel, with the lanes @p lanes.
    void start(Mask lanes);
    /// Runs until the warp ends, waits, or yields.
    Progress run();
    /// Returns whether a path of the warp can run.
    [[nodiscard]] bool ready() const;
    /// Cycles that it has run so far; exact at backward branches.
    [[nodiscard]] std::uint64_t cycles() const;
    /// Returns whether all lanes have left the kernel.
    [[nodiscard]] bool finished() const { return exited_ == lanes_; }

    // Values, for handlers.

    /// Returns the 32 values of an operand.
    [[nodiscard]] std::byte* lanes(Slot slot) const { return base[slot.bank()] + slot.offset(); }
    /// Returns a predicate operand as a mask.
    [[nodiscard]] Mask predicate(Slot slot) const { return *reinterpret_cast<const Mask*>(lanes(slot)); }
    /// Returns a predicate operand as a mask, negated if it is written `!p`; @p n is its index in Op::slots.
    [[nodiscard]] Mask predicate(const Op* op, int n) const {
        const Mask value = predicate(op->slots[n]);
        return (op->negated >> n & 1) != 0 ? ~value : value;
    }
    /// Writes a predicate in the lanes @p mask.
    void set_predicate(Slot slot, Mask mask, Mask value) const {
        Mask& all = *reinterpret_cast<Mask*>(lanes(slot));
        all = (all & ~mask) | (value & mask);
    }

    std::byte* base[2] = {};      ///< start of each bank: registers of the running path's frame, constants
    Mask active = 0;              ///< lanes of the running path
    Mask carry = 0;               ///< the carry flag of each lane
    Mask uninitialized_lanes = 0; ///< lanes in which loads since the last shadow op read uninitialized memory
    ShuffleDefinedness shuffle_definedness = {}; ///< definedness of the values in the lanes' last shuffles

    // Control flow, for handlers. A returned op is the next to execute; null: the warp cannot continue.

    /// Branches to @p target with the lanes @p taken of the running path; the others continue with the next
    /// op.
    const Op* branch(const Op* op, const Op* target, Mask taken);
    /// Branches to a target per lane of @p mask; the other lanes continue with the next op.
    const Op* branch_to(const Op* op, const std::array<const Op*, warp_size>& targets, Mask mask);
    /// Merges paths at the reconvergence point @p op, or waits there.
    const Op* reconverge(const Op* op) { return paths_.empty() ? op + 1 : reconverge_paths(op); }
    /// Ends the kernel for the lanes @p mask.
    const Op* exit_lanes(const Op* op, Mask mask);
    /// Calls a function of the kernel with the lanes @p callers. The other lanes of @p mask execute @p op
    /// again, for another function. The rest of the path waits after the call.
    const Op* call(const Op* op, Mask mask, Mask callers, const FunctionLayout& function,
                   const CallLayout& layout);
    /// Returns to the caller with the lanes @p mask; from the kernel itself, the lanes exit.
    const Op* return_to_caller(const Op* op, Mask mask);
    /// Parks the lanes @p mask at a barrier of the block, until release_barrier() lets them continue after
    /// @p op.
    void park_at_barrier(const Op* op, Mask mask, std::uint8_t barrier);
    /// Continues the running path after @p op with the lanes @p rest; if there are none, switches to another
    /// path.
    const Op* continue_path(const Op* op, Mask rest);
    /// Arrives with the lanes @p mask at an op that all lanes of @p group_lanes execute together. The other lanes
    /// may arrive at another op that performs the same operation. Returns true if these were the last lanes:
    /// all have executed it, and those that waited can continue. Otherwise returns false and the lanes
    /// @p mask wait; the handler then calls continue_path() without them.
    [[nodiscard]] bool join_group(const Op* op, Mask mask, Mask group_lanes, const GroupOp& what);
    /// Stops the kernel. The report names the first lane of @p mask.
    const Op* fault(FaultKind kind, FindingKind finding, const Op* op, Mask mask, kernelsmith::Message what,
                    kernelsmith::Message advice = {}, std::optional<Address> address = {});
    /// Counts a strong or atomic access, a polling read or a sleep. A path with none of these in its time
    /// slice does not poll.
    void record_poll() { ++polls_; }
    /// Counts a poll, and keeps what it reads for the report of a livelock.
    void record_poll(const Access& access);
    /// Like record_poll(), for a read whose value decides when a loop ends, see polling_reads().
    void record_awaited_read(const Access& access);
    /// Returns the number of inactive lanes, summed over the instructions counted since the previous call.
    [[nodiscard]] std::uint32_t take_idle_lanes() {
        return static_cast<std::uint32_t>(std::exchange(idle_lanes_, 0));
    }
    /// Returns whether the last poll had the same instruction, lanes and addresses as @p access.
    [[nodiscard]] bool repeats_last_poll(const Access& access) const { return poll_ == poll_of(access); }
    /// Notifies the observer that the variable @p piece of the frame at @p frame_begin changes without an
    /// access, see Observer::local_changed.
    void local_changed(Mask mask, std::uint32_t frame_begin, VariableLayout piece, bool written) const;
    /// Call this before the lanes @p mask execute an atomic whose result is used. On a GPU, the resident
    /// blocks take work from a counter in turn. So with LaunchRequest::round_robin_blocks, a warp that has
    /// executed such an atomic before yields to the other blocks. Then this returns true, and the path
    /// executes @p op again when it is resumed.
    [[nodiscard]] bool yield_before_atomic(const Op* op, Mask mask);
    /// Call this before the lanes @p mask test an mbarrier whose phase is complete for none of them. A GPU
    /// may suspend a warp there, so the number of failed tests is random. The path yields as long as other
    /// threads make changes. Then this returns true, the test does not count, and the path executes @p op
    /// again later.
    [[nodiscard]] bool yield_before_mbarrier_test(const Op* op, Mask mask);
    /// Advances the warp's clock, as if the running path slept. Like a read that decides when a loop ends, it
    /// makes the path yield at the end of its time slice.
    void sleep(std::uint32_t nanoseconds);
    /// The SM's cycle counter at @p op, from the start of the warp: about one cycle per instruction, plus the
    /// cycles that it slept.
    [[nodiscard]] std::uint64_t clock(const Op* op) const;
    /// The GPU's global timer at @p op in nanoseconds.
    [[nodiscard]] std::uint64_t time(const Op* op) const;

    // For Block.

    /// Resumes the lanes that wait at a barrier. For bar.red, writes the result for @p count threads of
    /// @p total with a true predicate.
    void release_barrier(std::uint8_t barrier, std::uint32_t count, std::uint32_t total);
    /// Resumes paths that wait for others at a reconvergence point or after a call. Returns whether there
    /// were any.
    bool release_waiting_paths();
    /// All paths but the running one, for the description of a deadlock.
    [[nodiscard]] const std::vector<Path>& paths() const { return paths_; }
    /// Last poll of the path that yielded last, which is the first ready one of paths().
    [[nodiscard]] const Poll& poll() const { return poll_; }
    /// Returns whether the path that yielded last waited for a value that others write, or slept. False if
    /// it only read memory that others may change.
    [[nodiscard]] bool waited() const { return waited_; }
    /// Call this repeatedly while memory does not change. Returns whether the warp has returned to an earlier
    /// state with the same values, so that it will repeat it forever. @p memory_changed: memory has changed
    /// since the last call.
    [[nodiscard]] bool repeats_state(bool memory_changed);

    /// The block that this warp belongs to.
    [[nodiscard]] Block& block() const { return block_; }
    /// The core that runs this warp.
    [[nodiscard]] Core& core() const { return core_; }
    /// Index of the warp in its block.
    [[nodiscard]] std::uint32_t index() const { return index_; }
    /// Lanes with a thread; the last warp of a block may have fewer than 32.
    [[nodiscard]] Mask existing_lanes() const { return lanes_; }
    /// Lanes that have left the kernel.
    [[nodiscard]] Mask exited_lanes() const { return exited_; }
    /// Frame of the running path.
    [[nodiscard]] const Frame& frame() const { return *frame_; }
    /// Local memory of lane 0's thread; that of the next lane follows LaunchState::local_bytes later.
    [[nodiscard]] std::byte* local() const { return local_.get(); }

private:
    /// Events to record per instruction.
    enum class Instrumentation : std::uint8_t { none, counts, steps, trace };
    template <Instrumentation instrumentation> void step(const Op* op);
    [[nodiscard]] Path running(const Op* op) const { return {op, active, frame_, skipped_}; }
    const Op* resume(const Path& path);
    const Op* next_path();
    const Op* jump(const Op* op, const Op* target);
    const Op* end_slice(const Op* target);
    void take_back(const Op* op, Mask mask);
    [[nodiscard]] std::uint64_t state_hash() const;
    const Op* reconverge_paths(const Op* op);
    [[nodiscard]] std::uint32_t block_order_of(const Op* op) const;
    [[nodiscard]] Mask awaited_lanes(const Path& path) const;
    bool release_waiting_paths(Mask lanes);
    void complete_call(Frame* callee);
    bool complete_group(Mask group_lanes, const GroupOp& what);
    void complete_groups_after_exit();
    Frame* make_frame(const FunctionLayout& layout, std::uint32_t local_begin, std::uint32_t stack_used,
                      Frame* caller);

    Block& block_;
    Core& core_;
    std::uint32_t index_;
    Mask lanes_ = 0;
    Mask exited_ = 0;
    Frame* frame_ = nullptr;    ///< frame of the running path
    SkippedLanes skipped_ = {}; ///< lanes skipped by the running path
    std::int64_t fuel_ = 0;     ///< instructions until end_slice()
    std::int64_t slice_ = 0;    ///< value of `fuel_` at the start of the time slice
    std::uint64_t spent_ = 0;   ///< instructions executed in earlier slices
    std::uint64_t slept_ = 0;   ///< cycles spent in sleep()
    std::uint32_t polls_ = 0;
    Poll poll_ = {};
    bool awaits_ = false; ///< the running path has called record_awaited_read() or slept in this slice
    bool waited_ = false;
    CycleDetector cycle_detector_;
    bool is_polling_ = false;          ///< a path has yielded in this call of run()
    bool has_executed_atomic_ = false; ///< it has executed an atomic whose result is used
    bool resumed_after_yield_ = false; ///< Path::resumed_after_yield of the running path
    std::uint64_t idle_lanes_ = 0;     ///< since take_idle_lanes()
    std::uint64_t changes_ = 0;        ///< Path::changes of the running path
    std::vector<Path> paths_;          ///< all but the running one; next_path() prefers the last ready one
    std::vector<std::unique_ptr<Frame>> frames_; ///< the kernel's own is the first and permanent
    AlignedBytes local_;
};

} // namespace simulator
