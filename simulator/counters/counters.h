#pragma once

/// @file
/// Counters of a running kernel: one Counters for each core that runs blocks, added up after the launch.

#include <cstdint>
#include <memory>
#include <vector>

#include "counters/banks.h"
#include "counters/l2.h"
#include "counters/tally.h"
#include "gpu/device.h"
#include "memory/access.h"

namespace simulator {

/// Facts of a kernel that counting depends on.
struct CountedKernel {
    std::size_t ops = 0;               ///< number of instructions, and length of the tallies
    std::uint32_t resident_blocks = 1; ///< blocks per SM at once, which share its L1
    std::uint32_t l1_bytes =
        0; ///< L1 bytes per SM that remain next to shared memory: see Occupancy::l1_bytes
    /// Bytes per lane of each instruction's shared-memory load after ptxas has merged neighbouring loads: 8
    /// or 16 for the first of them, 0 for loads that were merged into an earlier one, unmerged for all
    /// others. Empty if none were merged.
    std::vector<std::uint8_t> shared_load_bytes = {};
    static constexpr std::uint8_t unmerged = 255; ///< marks loads with the bytes of their access
};

/// Counts the blocks that one core runs.
class Counters {
public:
    /// Starts with zero counts. start_block() must be called before count().
    Counters(const Device& device, const CountedKernel& kernel);
    /// A moved-from object may only be assigned to or destroyed.
    Counters(Counters&&) noexcept;
    /// Leaves the source in a state in which it may only be assigned to or destroyed.
    Counters& operator=(Counters&&) noexcept;
    ~Counters();

    /// Executions per instruction; the machine increments them.
    std::vector<Tally> tallies;
    /// Memory accesses per instruction and space: see tally_index().
    std::vector<MemoryTally> memory;

    /// Starts a block. The L1 of its SM is cold, so that counts do not depend on which core runs which block.
    /// The block gets its share of the L1 that the SM's resident blocks divide.
    void start_block();
    /// Counts an access to global, local or shared memory. Access::shape and Access::pattern only make this
    /// faster.
    void count(const Access& access);
    /// Returns whether an access can be counted without its addresses, because one with the same pattern came
    /// before.
    [[nodiscard]] bool can_count_without_addresses(const Access& access) const;
    /// Returns the block's requests to L2; call it once, when the block has ended.
    std::vector<L2Request> take_l2_requests();

    /// Adds another core's counts.
    void add(const Counters& other);

private:
    struct Model;
    class Traffic;

    void count_global(const Access& access, MemoryTally& tally);
    void count_load(const Access& access, MemoryTally& tally);
    void count_poll(const Access& access, const MemoryTally& tally, const RepeatedRequests& repeated);
    void count_store(const Access& access, MemoryTally& tally);
    void count_atomic(const Access& access, MemoryTally& tally);
    void count_local(const Access& access, MemoryTally& tally);
    void count_shared(const Access& access, MemoryTally& tally);
    Wavefronts passes(const Access& access, std::uint32_t bytes);

    std::unique_ptr<Model> model_;
    std::vector<L2Request> requests_;
};

} // namespace simulator
