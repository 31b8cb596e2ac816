#pragma once

/// @file
/// What a check hears from the machine.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "findings/finding.h"
#include "memory/access.h"

namespace simulator {

/// Why a value that a thread uses is none.
enum class UninitializedSource : std::uint8_t {
    variable,     ///< a local variable that the thread has not set
    local_memory, ///< the same of one in local memory
    absent_lane,  ///< a shuffle has taken it from a lane that takes no part
};

/// What to do with an access that has been looked at.
struct AccessVerdict {
    Mask refused = 0;  ///< lanes whose access must not happen: a load gives 0, a store is dropped
    bool stop = false; ///< the kernel ends here with an error, as it does on a GPU
    Mask uninitialized_lanes =
        0; ///< lanes whose load from local memory finds nothing that the thread has written
};

/// Where the bytes are that an instruction may reach, by what its address is computed from.
struct AddressBounds {
    MemorySpace space = MemorySpace::global; ///< global or shared
    std::uint64_t begin = 0; ///< the offset of a shared variable; in global memory, the value of the pointer
    std::uint64_t bytes = 0; ///< size of the shared variable
};

/// A launch as it starts. The functions are only called while the launch runs.
struct LaunchStart {
    Coordinates grid = {1, 1, 1};      ///< blocks
    Coordinates block = {1, 1, 1};     ///< threads of a block
    std::uint32_t shared_bytes = 0;    ///< of a block, static and dynamic
    std::uint32_t reserved_shared = 0; ///< of these, so many at the beginning are CUDA's own, and zeros
    std::uint32_t local_bytes = 0;     ///< of local memory that one thread has, all frames together
    std::uint32_t ops = 0;             ///< instructions of the kernel: every op is below
    /// Whether the code has a fence, or an access that acquires or releases. True is always right; false lets
    /// the race check keep less.
    bool fences = true;
    /// Whether the code has `__syncwarp` or barriers for a part of the block. True is always right.
    bool partial_barriers = true;
    /// The place of an instruction.
    std::function<CodePlace(std::uint32_t op)> place;
    /// Whether an instruction loads through a cache that does not see what the launch writes: `ld.global.nc`, a texture; empty
    /// where none does.
    std::function<bool(std::uint32_t op)> read_only = {};
    /// Whether a loop has one of two instructions in it and not the other; may be empty.
    std::function<bool(std::uint32_t op, std::uint32_t other_op)> loop_separates = {};
    /// The variable in shared memory that holds the byte at an offset, as in "tile"; may be empty, and may
    /// give "".
    std::function<std::string(std::uint64_t offset)> shared_name = {};
    /// What the address of an instruction is computed from, where that is known; may be empty.
    std::function<std::optional<AddressBounds>(std::uint32_t op)> bounds = {};

    /// Threads of a block.
    [[nodiscard]] std::uint32_t threads() const { return block.x * block.y * block.z; }
};

/// Listens to a launch. The machine calls it for one launch at a time, and never twice at once, but from any
/// of its threads.
class Observer {
public:
    virtual ~Observer() = default;

    /// Whether it has to hear of every step that threads take, and judges accesses itself. For such an
    /// observer, blocks run on one core, in an order that depends on nothing but the program; several may be
    /// under way, one step of one at a time. Any other one is only told what goes wrong, and costs nothing
    /// else.
    [[nodiscard]] virtual bool needs_every_event() const = 0;

    /// Before any block of it starts.
    virtual void launch_started(const LaunchStart& launch) = 0;
    /// Also after a launch that failed.
    virtual void launch_finished() = 0;

    /// The kernel has freed a block of the heap, the allocation with this number.
    virtual void heap_freed(std::uint32_t allocation) = 0;

    // What goes wrong. Blocks that run beside each other are told of one after the other, by their numbers.

    /// All lanes of the mask do what they must not, as the machine has found, and so it does not happen. Of
    /// strength, shape and values nothing is said.
    virtual void invalid_access(const Access& access) = 0;
    /// All threads that have not left have met at a barrier, which @p absent others never came to.
    virtual void skipped_barrier(std::uint64_t block, std::uint32_t op, std::uint32_t absent) = 0;
    /// Threads of a block wait at different barriers with one number, which CUDA does not define.
    virtual void mixed_barrier(std::uint64_t block, std::uint32_t op, std::uint32_t other_op) = 0;

    // Every step, for an observer that hears everything.

    /// @p shared holds the bytes of the block's shared memory, to compare values with.
    virtual void block_started(std::uint64_t block, const std::byte* shared) = 0;
    /// All its threads have left. A block that a fault has stopped is not told of.
    virtual void block_finished(std::uint64_t block) = 0;

    /// Before the access happens. Called for all but parameters. Addresses of global and constant memory that
    /// lie in no live allocation are included.
    virtual AccessVerdict access(const Access& access) = 0;
    /// Local memory changes without an access: a call hands over @p bytes bytes from @p begin on (@p
    /// written), or begins a function whose variables lie there and hold nothing yet.
    virtual void local_changed(WarpId place, Mask mask, std::uint32_t begin, std::uint32_t bytes,
                               bool written) = 0;
    /// A lane uses a value that nothing has set. @p op was the first to compute with it, in the register @p
    /// name, or brought it from elsewhere, without a name.
    virtual void uninitialized_used(WarpId place, std::uint32_t op, unsigned lane, UninitializedSource source,
                                    std::string_view name) = 0;
    /// Bytes of a copy that runs beside the threads (cp.async), as two accesses: the global load comes through
    /// access(), and the shared store through this, when the copy is started. Both count as done when
    /// copies_finished() is told. The lanes of @p load are those of the store that read anything.
    virtual AccessVerdict copy_started(const Access& store, const Access& load) = 0;
    /// The copies since the last call are a group of each lane: `cp.async.commit_group`.
    virtual void copies_grouped(WarpId place, Mask mask) = 0;
    /// The lanes have waited until at most @p pending_groups of their groups are under way:
    /// `cp.async.wait_group`. `cp.async.wait_all` is copies_grouped() and then this with 0.
    virtual void copies_finished(WarpId place, Mask mask, std::uint32_t pending_groups) = 0;
    /// The copies of each lane so far arrive at the barrier object at its place of @p barriers (32) when they are
    /// done: `cp.async.mbarrier.arrive`. The arrival itself comes through access() next.
    virtual void copies_tracked(WarpId place, Mask mask, const Address* barriers) = 0;
    /// A thread of the block has tested the barrier object at this offset in shared memory, and found that all have arrived: what
    /// it tracks is done.
    virtual void phase_completed(std::uint64_t block, Address barrier) = 0;

    /// A warp has come to barrier @p number of its block and goes on without waiting: `bar.arrive`.
    virtual void barrier_arrived(WarpId place, std::uint32_t number) = 0;
    /// Barrier @p number is complete. All threads of @p warps of the block (all that have not left, when @p whole)
    /// have waited there; warps that only arrived are not among them.
    virtual void barrier(std::uint64_t block, std::uint32_t number, bool whole,
                         std::span<const std::uint32_t> warps) = 0;
    /// The lanes of @p mask have met: `__syncwarp`.
    virtual void warp_barrier(WarpId place, Mask mask) = 0;
    /// The lanes have executed a fence. Access::strength tells of fences that are part of an access.
    virtual void fence(WarpId place, Mask mask, MemoryScope scope) = 0;
};

} // namespace simulator
