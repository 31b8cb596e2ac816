#pragma once

/// @file
/// Records the first accesses of each instruction in selected blocks: the address of each lane, and the
/// sectors and wavefronts that it added to the counters. Pictures of accesses are drawn from these.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "counters/counters.h"
#include "memory/access.h"

namespace simulator {

/// Number of recorded executions per instruction and warp: the first ones.
inline constexpr std::uint32_t max_recorded_executions = 4;
/// Number of blocks per launch whose accesses are recorded.
inline constexpr std::size_t max_recorded_blocks = 8;
/// Approximate number of recorded accesses per warp. A kernel with more memory instructions than a quarter of
/// this has fewer executions of each recorded, but at least one.
inline constexpr std::size_t target_recorded_per_warp = 512;

/// Returns the number of executions to record per instruction, in a kernel with @p memory_instructions memory
/// instructions.
std::uint32_t recorded_executions(std::size_t memory_instructions);

/// A recorded access.
struct RecordedAccess {
    WarpId place = {};       ///< block and warp
    std::uint32_t order = 0; ///< position among the recorded accesses of its warp, from 0
    std::uint32_t op = 0;    ///< index in Kernel::code
    /// Number of this execution of the instruction by this warp in this space, from 1.
    std::uint32_t execution = 0;
    MemorySpace space = MemorySpace::global; ///< accessed space
    AccessKind kind = AccessKind::load;      ///< load, store or atomic
    std::uint32_t bytes = 0;            ///< bytes per lane as counted: see CountedKernel::shared_load_bytes
    Mask mask = 0;                      ///< participating lanes
    std::uint64_t sectors = 0;          ///< counted sectors, in spaces with sectors
    std::uint64_t wavefronts = 0;       ///< counted wavefronts, in spaces with banks
    std::uint64_t wavefronts_ideal = 0; ///< counted wavefronts without bank conflicts
    std::array<Address, warp_size> addresses = {}; ///< addresses of participating lanes; 0 for others
};

/// Records the accesses of some blocks of a launch, on one core.
class AccessRecorder {
public:
    /// Starts without records. @p blocks are linear indices, @p executions comes from recorded_executions().
    AccessRecorder(std::vector<std::uint64_t> blocks, std::uint32_t executions);

    /// Returns whether accesses of a block are recorded.
    [[nodiscard]] bool records_block(std::uint64_t block) const;
    /// Lets @p counters count an access whose addresses are set, and records it with what it added. An
    /// access that was merged into another one is not recorded.
    void count(const Access& access, Counters& counters);
    /// Returns all records by block, warp and order. Call it only once.
    std::vector<RecordedAccess> take();

private:
    using ExecutionKey = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, MemorySpace>;
    using WarpKey = std::tuple<std::uint64_t, std::uint32_t>;

    std::vector<std::uint64_t> blocks_;
    std::uint32_t executions_;
    std::map<ExecutionKey, std::uint32_t> executed_; ///< per block, warp, op and space
    std::map<WarpKey, std::uint32_t> recorded_;      ///< number of records per block and warp
    std::vector<RecordedAccess> accesses_;
};

/// Sorts the records of several cores by block, warp and order.
void sort_recorded(std::vector<RecordedAccess>& accesses);

} // namespace simulator
