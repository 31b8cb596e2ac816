#pragma once

/// @file
/// Counting while a kernel runs: one Counters for each core that runs blocks, added up when the launch is
/// over.

#include <cstdint>
#include <memory>
#include <vector>

#include "counters/banks.h"
#include "counters/l2.h"
#include "counters/tally.h"
#include "gpu/device.h"
#include "memory/access.h"

namespace simulator {

/// What has to be known of a kernel to count it.
struct CountedKernel {
    std::size_t ops = 0;               ///< instructions, and so the length of the tallies
    std::uint32_t resident_blocks = 1; ///< blocks an SM holds at once: they share its L1
    std::uint32_t l1_bytes = 0; ///< what shared memory leaves of the SM's memory, see Occupancy::l1_bytes
    /// For each instruction, the bytes a lane that its load from shared memory has once ptxas has made one
    /// load of neighbours: 8 or 16 for the first of them, 0 for those that became part of an earlier one, unmerged for all
    /// others. Empty where none were merged.
    std::vector<std::uint8_t> shared_load_bytes = {};
    static constexpr std::uint8_t unmerged = 255; ///< the bytes of the access
};

/// Counts the blocks that one core runs.
class Counters {
public:
    /// Nothing is counted yet. To count, a block has to be started.
    Counters(const Device& device, const CountedKernel& kernel);
    /// What is moved from may only be assigned to, or destroyed.
    Counters(Counters&&) noexcept;
    /// The same.
    Counters& operator=(Counters&&) noexcept;
    ~Counters();

    /// By instruction; the machine adds to it.
    std::vector<Tally> tallies;
    /// By instruction and space, see tally_index().
    std::vector<MemoryTally> memory;

    /// A new block starts: its SM's L1 is cold, so that counts do not depend on which core runs what. It has
    /// its share of the L1 that the SM's resident blocks divide among themselves.
    void start_block();
    /// Counts an access to global, local or shared memory. Access::shape and Access::pattern only make it
    /// faster.
    void count(const Access& access);
    /// Whether it can count an access without its addresses, because one like it came before.
    [[nodiscard]] bool can_count_without_addresses(const Access& access) const;
    /// What the block asked of L2; call it once, when the block has ended.
    std::vector<L2Request> take_l2_requests();

    /// Adds another core's counts to these.
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
