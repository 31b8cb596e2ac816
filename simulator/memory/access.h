#pragma once

/// @file
/// One memory instruction of one warp, as the machine tells its observers.

#include <cstddef>
#include <cstdint>

#include "memory/device_memory.h"

namespace simulator {

/// One bit a lane.
using Mask = std::uint32_t;

/// Lanes of a warp.
inline constexpr int warp_size = 32;
/// Every lane.
inline constexpr Mask all_lanes = ~Mask{0};

/// The memory that an access goes to, generic addresses already resolved.
enum class MemorySpace : std::uint8_t { global, shared, local, constant, param };

/// What an access does.
enum class AccessKind : std::uint8_t { load, store, atomic };

/// What an access promises to other threads.
enum class Strength : std::uint8_t {
    weak,    ///< an ordinary access
    strong,  ///< volatile or relaxed: may be polled, orders nothing
    acquire, ///< what the other thread did before its release is seen from here on
    release, ///< what this thread did is seen by whoever reads this
    acq_rel, ///< acquire and release
};

/// How far a fence or a strong access reaches: its scope.
enum class MemoryScope : std::uint8_t {
    block,  ///< `__threadfence_block`, `atomicAdd_block`
    device, ///< `__threadfence` and `__threadfence_system`, other atomics, volatile
};

/// How machine code does an atomic, which decides what lanes that meet on one word cost.
enum class AtomicLowering : std::uint8_t {
    serialized, ///< one after the other
    popc_inc, ///< 1 is added and nobody asks what was there: shared memory counts lanes, all of a word at once
    warp_aggregated,  ///< the warp sums up first, and one lane goes to memory
    compare_and_swap, ///< compare-and-swap: in turn, and shared memory takes two passes for each
    float_add, ///< numbers with a fraction are added: in turn; on one word L2 takes longer for each, and for shared memory it is
               ///< a loop, see cas_loop()
};

/// How the addresses of a warp lie to each other: what fast paths ask first.
enum class Shape : std::uint8_t {
    scattered,   ///< anything
    uniform,     ///< all lanes of the mask have one address
    consecutive, ///< all 32 lanes; each address is its predecessor's plus Access::bytes
};

/// A warp in a grid.
struct WarpId {
    std::uint64_t block = 0; ///< linear
    std::uint32_t warp = 0;  ///< in the block
};

/// A memory instruction as a warp executes it. All lanes of the mask access the same space.
struct Access {
    WarpId place;                            ///< of the warp
    std::uint32_t op = 0;                    ///< index in Kernel::code, which knows line and text
    MemorySpace space = MemorySpace::global; ///< where all of its lanes go
    AccessKind kind = AccessKind::load;      ///< what it does
    Strength strength = Strength::weak;      ///< what it promises
    Shape shape = Shape::scattered;          ///< Shape::scattered is never wrong, only slow
    std::uint8_t bytes = 4;                  ///< a lane, all elements of a vector together
    /// Of scattered addresses in all lanes: the same number when the instruction, on the same core, has asked
    /// for addresses that lay to each other as these do. 0: that is not known.
    std::uint32_t pattern = 0;
    Mask mask = 0;     ///< lanes that take part
    Address begin = 0; ///< the lowest address. Shared and local memory: offset
    /// 32, of which only those of the mask mean anything. Where the shape is a rule, only observers have
    /// them.
    const Address* addresses = nullptr;
    /// What a store will write: 32 times 16 bytes, of which the first Access::bytes count. Null for others.
    const std::byte* values = nullptr;
    AtomicLowering lowering = AtomicLowering::serialized; ///< for atomics
    bool result_used = true;                 ///< for atomics: false when nobody reads what was there before
    MemoryScope scope = MemoryScope::device; ///< of a strong access: for which other threads it is one
    bool overwrites = false;                 ///< for atomics: what was there before has no effect on anything
    /// For volatile loads: the value is computed with and stored, but decides nothing, so the thread can't be
    /// waiting for it.
    bool samples = false;
    /// Whether it may be one half of reading, changing and writing back: of a strong load, that the value may go
    /// into what a strong store writes; of a strong store, that the value may come from a strong load.
    bool updates = false;
    /// Whether it is a load in a loop that waits for what others write.
    bool polls = false;
    /// Of such a load: its warp's last one asked for the same.
    bool again = false;
    /// Of such a load: lanes that had nothing to do, over all instructions since its warp's last one.
    std::uint32_t idle_lanes = 0;
};

} // namespace simulator
