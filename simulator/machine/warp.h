#pragma once

/// @file
/// 32 threads that execute together as far as they agree on where they are.

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

/// The registers of one call of a function, for 32 lanes. Lanes that went different ways may have different
/// frames.
struct Frame {
    const FunctionLayout* layout = nullptr; ///< of the function
    AlignedBytes registers = {};            ///< zeros when the call begins
    std::uint32_t local_begin = 0;          ///< where the function's local memory begins in each thread's
    std::uint32_t stack_used = 0;           ///< by the calls up to this one
    Frame* caller = nullptr;                ///< null: the kernel's own
    const Op* call = nullptr;               ///< in the caller; null for the kernel's own
    Mask expected = 0; ///< of a call: lanes that have to return; those that leave the kernel are taken out
    Mask returned = 0; ///< of these, who waits for the others, to go on behind the call together
};

/// A read of memory that others change.
struct Poll {
    std::uint32_t op = 0;                    ///< index in Kernel::code
    MemorySpace space = MemorySpace::global; ///< whose memory
    std::uint32_t bytes = 0;                 ///< of one lane; 0: nothing was read
    Address address = 0;                     ///< of its first lane
    Mask mask = 0;                           ///< its lanes
    Address all = 0;                         ///< their addresses, mixed into one number

    /// Whether both are of the same instruction and addresses.
    friend bool operator==(const Poll&, const Poll&) = default;
};

/// The read that @p access is.
inline Poll poll_of(const Access& access) {
    Poll poll = {access.op, access.space, access.bytes, access.addresses[std::countr_zero(access.mask)],
                 access.mask};
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1)
        poll.all = poll.all * 31 + access.addresses[std::countr_zero(rest)];
    return poll;
}

/// Lanes that a path has stopped waiting for.
struct SkippedLanes {
    Mask lanes = 0;          ///< of other paths
    std::uint32_t order = 0; ///< as long as they are in a basic block in front of this one, see OpInfo::order
};

/// Lanes that are at one place.
struct Path {
    /// What it waits for.
    enum class State : std::uint8_t { ready, at_barrier, for_lanes, at_reconvergence_point };

    const Op* op = nullptr;           ///< next instruction, or the one it waits at
    Mask mask = 0;                    ///< its lanes
    Frame* frame = nullptr;           ///< of the function that it is in
    SkippedLanes skipped = {};        ///< whom it does not wait for where paths meet
    State state = State::ready;       ///< ready: it runs when its turn comes
    std::uint8_t barrier = 0;         ///< which, while at one
    bool spins = false;               ///< it has given way because it polls memory, and has not run since
    bool resumed_after_yield = false; ///< it has let others come first, see Warp::yield_before_atomic()
    std::uint64_t changes =
        0;           ///< Core::changes() when it let others arrive, see Warp::yield_before_mbarrier_test()
    Mask wanted = 0; ///< the lanes it waits for
    const GroupOp* group_op = nullptr; ///< what it will do with them
};

/// How a warp or a block stands after it has run.
enum class Progress : std::uint8_t {
    waiting,  ///< for other threads, or for nothing that can come
    spinning, ///< it polls memory
    finished, ///< all threads have left
    faulted,
};

/// A warp of a block.
///
/// Control flow: a branch on which lanes disagree splits the path in two. One path runs at a time. Where several
/// ways come together it waits for the paths of the same call that are further behind, in the order of basic
/// blocks that ControlFlow tells, and takes in those that are at the same place. So lanes meet as early as they can,
/// and nobody who leaves on a way of his own keeps the others apart.
///
/// A path gives way when it is done, waits, or has spun for a while polling memory. When all that are left to run
/// spin, those that wait for them at a meeting go on without them, because they may hold what the others wait
/// for. So a lock between the lanes of a warp makes progress.
class Warp {
public:
    /// Warp @p index of @p block, whose lanes start() says. Both have to outlive it.
    Warp(Block& block, Core& core, std::uint32_t index);
    Warp(const Warp&) = delete;
    Warp& operator=(const Warp&) = delete;
    ~Warp();

    /// Starts anew with the lanes @p lanes.
    void start(Mask lanes);
    /// Runs until it has to give way.
    Progress run();
    /// Whether some lanes could go on.
    [[nodiscard]] bool ready() const;
    /// How many cycles it has run so far, up to the last loop.
    [[nodiscard]] std::uint64_t cycles() const;
    /// Whether all lanes have left.
    [[nodiscard]] bool finished() const { return exited_ == lanes_; }

    // Values, for handlers.

    /// The 32 values of an operand.
    [[nodiscard]] std::byte* lanes(Slot slot) const { return base[slot.bank()] + slot.offset(); }
    /// A predicate operand as a mask.
    [[nodiscard]] Mask predicate(Slot slot) const { return *reinterpret_cast<const Mask*>(lanes(slot)); }
    /// A predicate operand as a mask, negated where it is written `!p`; @p n is its place in Op::slots.
    [[nodiscard]] Mask predicate(const Op* op, int n) const {
        const Mask value = predicate(op->slots[n]);
        return (op->negated >> n & 1) != 0 ? ~value : value;
    }
    /// Writes the lanes @p mask of a predicate.
    void set_predicate(Slot slot, Mask mask, Mask value) const {
        Mask& all = *reinterpret_cast<Mask*>(lanes(slot));
        all = (all & ~mask) | (value & mask);
    }

    std::byte* base[2] = {};      ///< registers of the running path's frame, constants
    Mask active = 0;              ///< lanes of the running path
    Mask carry = 0;               ///< the carry flag of each lane
    Mask uninitialized_lanes = 0; ///< lanes for which loads since the last watched op found nothing written
    ShuffleDefinedness shuffle_definedness =
        {}; ///< what lanes brought to their last shuffles and took from them

    // Control flow, for handlers. Each returns what to execute next, or null.

    /// The lanes @p taken of the running path go to @p target, the others to the next op.
    const Op* branch(const Op* op, const Op* target, Mask taken);
    /// Each lane of @p mask goes to its own target, the others to the next op.
    const Op* branch_to(const Op* op, const std::array<const Op*, warp_size>& targets, Mask mask);
    /// The op is a place where paths may meet.
    const Op* reconverge(const Op* op) { return paths_.empty() ? op + 1 : reconverge_paths(op); }
    /// The lanes @p mask leave the kernel.
    const Op* exit_lanes(const Op* op, Mask mask);
    /// The lanes @p callers call a function of the kernel. The other lanes of @p mask execute @p op again,
    /// and the rest of the path waits behind the call.
    const Op* call(const Op* op, Mask mask, Mask callers, const FunctionLayout& function,
                   const CallLayout& layout);
    /// The lanes @p mask return to their caller; from the kernel itself they leave.
    const Op* return_to_caller(const Op* op, Mask mask);
    /// The lanes @p mask wait at a barrier of the block, until Block lets them go on behind @p op.
    void park_at_barrier(const Op* op, Mask mask, std::uint8_t barrier);
    /// The lanes @p rest of the running path go on behind @p op; without any, another path does.
    const Op* continue_path(const Op* op, Mask rest);
    /// For an op that all lanes of @p wanted execute together, to which the lanes @p mask have come. The others may
    /// come to another op that does the same. If these are the last ones, all execute it, and those that waited
    /// go on. Otherwise the lanes @p mask wait, and it is false: the handler then lets the running path go_on()
    /// without them.
    [[nodiscard]] bool gather(const Op* op, Mask mask, Mask wanted, const GroupOp& what);
    /// Stops the kernel; the first lane of @p mask is told as the culprit.
    const Op* fault(FaultKind kind, FindingKind finding, const Op* op, Mask mask, kernelsmith::Message what,
                    kernelsmith::Message advice = {}, std::optional<Address> address = {});
    /// The running path reads memory that others change; a path that never does is not suspected of spinning.
    void record_poll() { ++polls_; }
    /// The same, and what it reads: told when it does so for ever.
    void record_poll(const Access& access);
    /// The same, and a loop ends when it finds there what it waits for, see polling_reads().
    void awaited(const Access& access);
    /// Lanes that had nothing to do, over all instructions that were counted since this was last asked.
    [[nodiscard]] std::uint32_t take_idle_lanes() {
        return static_cast<std::uint32_t>(std::exchange(idle_lanes_, 0));
    }
    /// Whether it has last read the same as @p access, of what others change.
    [[nodiscard]] bool repeats_last_poll(const Access& access) const { return poll_ == poll_of(access); }
    /// Tells the observer of local memory that changes without an access: @p piece of the frame at @p
    /// frame_begin.
    void local_changed(Mask mask, std::uint32_t frame_begin, VariableLayout piece, bool written) const;
    /// To be asked before the lanes @p mask execute an atomic whose result is used. On a GPU the blocks that are there take
    /// from a counter by turns. So where LaunchRequest::round_robin_blocks, a warp that has done such an atomic before gives way:
    /// then true, and the path executes @p op again when its turn has come.
    [[nodiscard]] bool yield_before_atomic(const Op* op, Mask mask);
    /// To be asked before the lanes @p mask test an mbarrier whose phase none of them finds complete. A GPU may keep a warp
    /// waiting there, and how often a loop tests in vain is chance. So the path gives way as long as others change anything:
    /// then true, the test does not count, and the path executes @p op again later.
    [[nodiscard]] bool yield_before_mbarrier_test(const Op* op, Mask mask);
    /// The running path sleeps: its warp's clock goes on, and others get their turn soon.
    void sleep(std::uint32_t nanoseconds);
    /// The clock of the SM since the warp has begun: about one an instruction, and what it has slept.
    [[nodiscard]] std::uint64_t clock(const Op* op) const;
    /// The GPU's time in nanoseconds.
    [[nodiscard]] std::uint64_t time(const Op* op) const;

    // For Block.

    /// Lanes that wait at a barrier go on; those of bar.red get what @p count, the number of threads whose
    /// predicate held, of @p total means for them.
    void release_barrier(std::uint8_t barrier, std::uint32_t count, std::uint32_t total);
    /// Paths that wait for others at a meeting, or behind a call, go on without them. Returns whether there were
    /// any.
    bool release_waiting_paths();
    /// Paths that wait, for the description of a deadlock.
    [[nodiscard]] const std::vector<Path>& paths() const { return paths_; }
    /// What the path has read last that gave way last: the first one of paths() that is ready.
    [[nodiscard]] const Poll& poll() const { return poll_; }
    /// Whether the path that gave way last waited for what others write, or slept. Others only look at what may change.
    [[nodiscard]] bool waited() const { return waited_; }
    /// To be asked again and again while nobody changes memory: whether it has come back to where it was,
    /// with the same values, so that it does the same for ever. @p anew: memory has changed since the last
    /// time.
    [[nodiscard]] bool repeats_state(bool memory_changed);

    /// The block that it is part of.
    [[nodiscard]] Block& block() const { return block_; }
    /// The core that runs it.
    [[nodiscard]] Core& core() const { return core_; }
    /// Its number in the block.
    [[nodiscard]] std::uint32_t index() const { return index_; }
    /// Lanes that exist.
    [[nodiscard]] Mask existing_lanes() const { return lanes_; }
    /// Lanes that have left the kernel.
    [[nodiscard]] Mask exited_lanes() const { return exited_; }
    /// The frame of the running path.
    [[nodiscard]] const Frame& frame() const { return *frame_; }
    /// Where the thread of lane 0 has its own memory; the next lane's follows Core::local_bytes() later.
    [[nodiscard]] std::byte* local() const { return local_.get(); }

private:
    /// What of each step is noted down.
    enum class Instrumentation : std::uint8_t { none, counts, steps, trace };
    template <Instrumentation instrumentation> void step(const Op* op);
    [[nodiscard]] Path running(const Op* op) const { return {op, active, frame_, skipped_}; }
    const Op* resume(const Path& path);
    const Op* next_path();
    const Op* jump(const Op* op, const Op* target);
    const Op* end_slice(const Op* target);
    void take_back(const Op* op, Mask mask);
    [[nodiscard]] std::uint64_t state() const;
    const Op* reconverge_paths(const Op* op);
    [[nodiscard]] std::uint32_t block_order_of(const Op* op) const;
    [[nodiscard]] Mask awaited(const Path& path) const;
    bool release_waiting_paths(Mask lanes);
    void complete_call(Frame* callee);
    bool complete_group(Mask wanted, const GroupOp& what);
    void complete_groups_after_exit();
    Frame* make_frame(const FunctionLayout& layout, std::uint32_t local_begin, std::uint32_t stack_used,
                      Frame* caller);

    Block& block_;
    Core& core_;
    std::uint32_t index_;
    Mask lanes_ = 0;
    Mask exited_ = 0;
    Frame* frame_ = nullptr;    ///< of the running path
    SkippedLanes skipped_ = {}; ///< of the running path
    std::int64_t fuel_ = 0;     ///< instructions until it has to be looked at
    std::int64_t slice_ = 0;    ///< what it had of them in the beginning
    std::uint64_t spent_ = 0;   ///< fuel used up
    std::uint64_t slept_ = 0;   ///< cycles
    std::uint32_t polls_ = 0;
    Poll poll_ = {};
    bool awaits_ = false; ///< the running path, since it was looked at
    bool waited_ = false;
    CycleDetector cycle_detector_;
    bool yielded_ = false;
    bool has_executed_atomic_ = false; ///< it has executed an atomic whose result is used
    bool resumed_after_yield_ = false; ///< the running path, see yield_before_atomic()
    std::uint64_t idle_lanes_ = 0;     ///< since take_idle_lanes()
    std::uint64_t changes_ = 0;        ///< of the running path, see Path::changes
    std::vector<Path> paths_;          ///< all but the running one; the last one that is ready runs next
    std::vector<std::unique_ptr<Frame>> frames_; ///< the kernel's own is the first and stays
    AlignedBytes local_;
};

} // namespace simulator
