#pragma once

/// @file
/// A memory instruction of one warp, as the machine reports it to its observers.

#include <cstddef>
#include <cstdint>

#include "memory/device_memory.h"

namespace simulator {

/// A set of lanes, one bit per lane.
using Mask = std::uint32_t;

/// Lanes of a warp.
inline constexpr int warp_size = 32;
/// Every lane.
inline constexpr Mask all_lanes = ~Mask{0};

/// Memory space of an access, with generic addresses already resolved.
enum class MemorySpace : std::uint8_t { global, shared, local, constant, param };

/// Operation of an access.
enum class AccessKind : std::uint8_t { load, store, atomic };

/// Memory semantics of an access toward other threads.
enum class Strength : std::uint8_t {
    weak,    ///< an ordinary access
    strong,  ///< volatile or relaxed: may be polled, orders nothing
    acquire, ///< acquires what the other thread did before its release
    release, ///< publishes what this thread did to threads that acquire it
    acq_rel, ///< acquire and release
};

/// Scope of a fence or a strong access.
enum class MemoryScope : std::uint8_t {
    block,  ///< `__threadfence_block`, `atomicAdd_block`
    device, ///< `__threadfence` and `__threadfence_system`, other atomics, volatile
};

/// How ptxas lowers an atomic to SASS, which determines the cost of address conflicts.
enum class AtomicLowering : std::uint8_t {
    serialized,      ///< lanes with an address conflict one after the other
    popc_inc,        ///< adds 1 without using the old value: shared memory counts all lanes of a word at once
    warp_aggregated, ///< the warp reduces first, and one lane accesses memory
    compare_and_swap, ///< serialized, and shared memory takes two passes for each
    float_add,        ///< float addition: serialized; L2 takes longer for each addition to the same word, and
                      ///< in shared memory it is a CAS loop, see cas_loop()
};

/// Pattern of a warp's addresses, which selects fast paths.
enum class Shape : std::uint8_t {
    scattered,   ///< any addresses
    uniform,     ///< all lanes of the mask have the same address
    consecutive, ///< all 32 lanes; each address is its predecessor's plus Access::bytes
};

/// Identifies a warp in a grid.
struct WarpId {
    std::uint64_t block = 0; ///< linear index of the block
    std::uint32_t warp = 0;  ///< index of the warp in its block
};

/// A memory instruction as executed by a warp. All lanes of the mask access the same memory space.
struct Access {
    WarpId place;                            ///< the warp that executes it
    std::uint32_t op = 0;                    ///< index in Kernel::code, which has source line and text
    MemorySpace space = MemorySpace::global; ///< memory space of all its lanes
    AccessKind kind = AccessKind::load;      ///< operation
    Strength strength = Strength::weak;      ///< memory semantics
    Shape shape = Shape::scattered;          ///< Shape::scattered is always correct, but slow
    std::uint8_t bytes = 4;                  ///< per lane, for all elements of a vector together
    /// For scattered addresses in all lanes: a number that is equal if an earlier execution of the
    /// instruction, on the same core, had the same distances between addresses. 0: unknown.
    std::uint32_t pattern = 0;
    Mask mask = 0;     ///< lanes that take part
    Address begin = 0; ///< the lowest address; an offset in shared and local memory
    /// 32 addresses, valid in the lanes of the mask. For regular shapes they are materialized only for
    /// observers.
    const Address* addresses = nullptr;
    /// Values that a store will write: 32 times 16 bytes, of which the first Access::bytes are valid.
    /// Other accesses have null.
    const std::byte* values = nullptr;
    AtomicLowering lowering = AtomicLowering::serialized; ///< how ptxas lowers an atomic
    bool result_used = true;                              ///< false if an atomic's old value is not used
    MemoryScope scope = MemoryScope::device;              ///< scope of a strong access
    bool overwrites = false;                              ///< an atomic's old value has no effect on anything
    /// For volatile loads: the value is computed with and stored, but controls nothing, so the thread cannot
    /// be waiting for it.
    bool samples = false;
    /// Whether the access may be part of a read-modify-write sequence. For a strong load: its value may flow
    /// into a strong store. For a strong store: its value may come from a strong load.
    bool is_read_modify_write = false;
    /// Whether it is a load in a polling loop.
    bool polls = false;
    /// For such a load: the warp's previous poll had the same addresses.
    bool again = false;
    /// For such a load: the number of inactive lanes, summed over all instructions since the warp's previous
    /// poll.
    std::uint32_t idle_lanes = 0;
};

} // namespace simulator
