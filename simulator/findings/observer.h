#pragma once

/// @file
/// Events that the machine reports to the checks.

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

/// Source of an uninitialized value that a thread uses.
enum class UninitializedSource : std::uint8_t {
    variable,      ///< an uninitialized local variable in a register
    local_memory,  ///< an uninitialized local variable in local memory
    inactive_lane, ///< a shuffle took it from an inactive lane
};

/// Verdict on an access, before it is executed.
struct AccessVerdict {
    Mask refused = 0;  ///< lanes whose access must not be executed: a load returns 0, a store is dropped
    bool stop = false; ///< end the kernel with an error, as a GPU does
    /// Lanes whose load from local memory finds only bytes that the thread has not written.
    Mask uninitialized_lanes = 0;
};

/// The bytes that an instruction may access, derived from what its address is computed from.
struct AddressBounds {
    MemorySpace space = MemorySpace::global; ///< global or shared
    std::uint64_t begin = 0; ///< shared: byte offset of the variable; global: value of the pointer
    std::uint64_t bytes = 0; ///< shared: size of the variable; global: 0, unknown
};

/// Parameters of a launch. The functions are only called while the launch runs.
struct LaunchStart {
    Coordinates grid = {1, 1, 1};   ///< blocks
    Coordinates block = {1, 1, 1};  ///< threads per block
    std::uint32_t shared_bytes = 0; ///< bytes per block, static and dynamic
    /// Bytes of these, at the beginning, that CUDA reserves; they are zero.
    std::uint32_t reserved_shared = 0;
    std::uint32_t local_bytes = 0; ///< bytes of local memory per thread, for all frames
    std::uint32_t ops = 0;         ///< number of ops of the kernel, and exclusive bound on every `op`
    /// Whether the code has a fence, or an access that acquires or releases. True is always safe; false lets
    /// the race check record less.
    bool fences = true;
    /// Whether the code has `__syncwarp` or barriers for a part of the block. True is always safe.
    bool partial_barriers = true;
    /// Returns the location of an instruction.
    std::function<CodePlace(std::uint32_t op)> place;
    /// Returns whether an instruction loads through a cache that may not observe writes of the launch:
    /// `ld.global.nc`, a texture. Empty if no instruction does.
    std::function<bool(std::uint32_t op)> read_only = {};
    /// Returns whether a loop contains one of two instructions but not the other; may be empty.
    std::function<bool(std::uint32_t op, std::uint32_t other_op)> loop_separates = {};
    /// Returns the name of the variable in shared memory at an offset, as in "tile", or "". May be empty.
    std::function<std::string(std::uint64_t offset)> shared_name = {};
    /// Returns what the address of an instruction is computed from, if known; may be empty.
    std::function<std::optional<AddressBounds>(std::uint32_t op)> bounds = {};

    /// Returns the number of threads per block.
    [[nodiscard]] std::uint32_t threads() const { return block.x * block.y * block.z; }
};

/// Observes launches. The machine calls it for one launch at a time and never concurrently, but from any of
/// its threads.
class Observer {
public:
    virtual ~Observer() = default;

    /// Returns whether the observer needs every event of threads, and gives verdicts on accesses itself. For
    /// such an observer, blocks run on one core in an order that depends on the program only. Several blocks
    /// may be in progress, one step at a time. Any other observer only receives errors, and has no other
    /// cost.
    [[nodiscard]] virtual bool needs_every_event() const = 0;

    /// Reports the start of a launch, before any of its blocks starts.
    virtual void launch_started(const LaunchStart& launch) = 0;
    /// Reports the end of a launch, even if it failed before launch_started().
    virtual void launch_finished() = 0;

    /// Reports that the kernel has freed a block of its heap, the allocation with this number.
    virtual void heap_freed(std::uint32_t allocation) = 0;

    // Errors. Those of blocks that run in parallel are reported sequentially, in the order of block numbers.

    /// Reports that all lanes of the mask make an invalid access, which the machine does not execute.
    /// Strength, shape and values are not set.
    virtual void invalid_access(const Access& access) = 0;
    /// Reports that a barrier of the whole block is complete without @p absent threads, which exited before
    /// they reached it.
    virtual void divergent_barrier(std::uint64_t block, std::uint32_t op, std::uint32_t absent) = 0;
    /// Reports that threads of a block wait at different barriers of one number, which is undefined in CUDA.
    virtual void mixed_barrier(std::uint64_t block, std::uint32_t op, std::uint32_t other_op) = 0;

    // All other events, only for an observer whose needs_every_event() is true.

    /// Reports the start of a block. @p shared points to the block's shared memory, to compare values with.
    virtual void block_started(std::uint64_t block, const std::byte* shared) = 0;
    /// Reports that all threads of a block have exited. Not called for a block that a fault has stopped.
    virtual void block_finished(std::uint64_t block) = 0;

    /// Reports an access before it is executed, except to parameters. Addresses of global and constant memory
    /// outside of live allocations are included.
    virtual AccessVerdict access(const Access& access) = 0;
    /// Reports a change of local memory without an access: a call passes @p bytes bytes from @p begin on (@p
    /// written), or enters a function whose variables occupy them and are uninitialized.
    virtual void local_changed(WarpId place, Mask mask, std::uint32_t begin, std::uint32_t bytes,
                               bool written) = 0;
    /// Reports that a lane uses an uninitialized value. @p op was the first to compute with it, in the
    /// register @p name, or loaded it from elsewhere, without a name.
    virtual void uninitialized_used(WarpId place, std::uint32_t op, unsigned lane, UninitializedSource source,
                                    std::string_view name) = 0;
    /// Reports the start of an asynchronous copy (cp.async) as two accesses: access() receives the global
    /// load, and this function the shared store. Both are complete at copies_finished(). The lanes of @p load
    /// are those lanes of the store that read anything.
    virtual AccessVerdict copy_started(const Access& store, const Access& load) = 0;
    /// Closes the copies since the last call as one group per lane: `cp.async.commit_group`.
    virtual void copies_grouped(WarpId place, Mask mask) = 0;
    /// Reports that each lane has waited until at most @p pending_groups of its groups are in flight:
    /// `cp.async.wait_group`. `cp.async.wait_all` is copies_grouped() and then this function with 0.
    virtual void copies_finished(WarpId place, Mask mask, std::uint32_t pending_groups) = 0;
    /// Lets the copies of each lane so far arrive at the lane's barrier object in @p barriers (32 elements)
    /// when they complete: `cp.async.mbarrier.arrive`. The arrival itself is the next access().
    virtual void copies_tracked(WarpId place, Mask mask, const Address* barriers) = 0;
    /// Reports that a thread of the block has tested the barrier object at this offset in shared memory and
    /// found the phase complete: the copies that it tracks are complete.
    virtual void phase_completed(std::uint64_t block, Address barrier) = 0;

    /// Reports that a warp arrives at barrier @p number of its block without waiting: `bar.arrive`.
    virtual void barrier_arrived(WarpId place, std::uint32_t number) = 0;
    /// Reports that barrier @p number is complete. All threads of @p warps of the block (if @p whole,
    /// all that have not exited) have waited there; warps that only arrived are not among them.
    virtual void barrier(std::uint64_t block, std::uint32_t number, bool whole,
                         std::span<const std::uint32_t> warps) = 0;
    /// Reports that the lanes of @p mask have synchronized: `__syncwarp`.
    virtual void warp_barrier(WarpId place, Mask mask) = 0;
    /// Reports a fence by the lanes. Access::strength includes fences that are part of an access.
    virtual void fence(WarpId place, Mask mask, MemoryScope scope) = 0;
};

} // namespace simulator
