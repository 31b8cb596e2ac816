#pragma once

/// @file
/// Remembers what single accesses asked for, lane by lane, beside what was counted of them. Whoever draws an access has
/// its addresses from here, and its sectors and wavefronts from the counters.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "counters/counters.h"
#include "memory/access.h"

namespace simulator {

/// Of each instruction, so many executions by a warp are remembered: the first ones.
inline constexpr std::uint32_t max_recorded_executions = 4;
/// Of a launch, the accesses of so many blocks.
inline constexpr std::size_t max_recorded_blocks = 8;
/// Of a warp, about so many accesses. A kernel with more memory instructions than a quarter of that has fewer executions
/// of each remembered, but one of all.
inline constexpr std::size_t target_recorded_per_warp = 512;

/// How many executions of each instruction are remembered in a kernel with so many memory instructions.
std::uint32_t recorded_executions(std::size_t memory_instructions);

/// An access that was remembered.
struct RecordedAccess {
    WarpId place = {};                       ///< whose it is
    std::uint32_t order = 0;                 ///< among those remembered of its warp, from 0
    std::uint32_t op = 0;                    ///< index in Kernel::code
    std::uint32_t execution = 0;             ///< of the instruction by this warp in this space, from 1
    MemorySpace space = MemorySpace::global; ///< where it goes
    AccessKind kind = AccessKind::load;      ///< what it does
    std::uint32_t bytes = 0;            ///< a lane, as it was counted: see CountedKernel::shared_load_bytes
    Mask mask = 0;                      ///< lanes that take part
    std::uint64_t sectors = 0;          ///< that were counted of it, where its space has sectors
    std::uint64_t wavefronts = 0;       ///< that were counted of it, where its space has banks
    std::uint64_t wavefronts_ideal = 0; ///< of these, what it would have taken without bank conflicts
    std::array<Address, warp_size> addresses = {}; ///< of the lanes that take part; 0 for others
};

/// Remembers the accesses of some blocks of a launch, on one core.
class AccessRecorder {
public:
    /// Nothing is remembered yet. @p blocks are linear, @p executions as recorded_executions() says.
    AccessRecorder(std::vector<std::uint64_t> blocks, std::uint32_t executions);

    /// Whether accesses of this block are remembered.
    [[nodiscard]] bool records_block(std::uint64_t block) const;
    /// Has @p counters count an access whose addresses are spelled out, and remembers it with what that added. What
    /// became part of another access is none by itself.
    void count(const Access& access, Counters& counters);
    /// All that was remembered, by block, warp and order. Not to be asked for twice.
    std::vector<RecordedAccess> take();

private:
    using ExecutionKey = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, MemorySpace>;
    using WarpKey = std::tuple<std::uint64_t, std::uint32_t>;

    std::vector<std::uint64_t> blocks_;
    std::uint32_t executions_;
    std::map<ExecutionKey, std::uint32_t> executed_; ///< by block, warp, op and space
    std::map<WarpKey, std::uint32_t> recorded_;      ///< how many, by block and warp
    std::vector<RecordedAccess> accesses_;
};

/// Puts what several cores remembered in the order of blocks, warps and executions.
void sort_recorded(std::vector<RecordedAccess>& accesses);

} // namespace simulator
