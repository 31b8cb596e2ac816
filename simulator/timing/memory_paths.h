#pragma once

/// @file
/// The part of the memory system that belongs to one SM: L1, the banks of shared memory, the constant
/// cache, and the paths to and from L2. L2 and DRAM only have a latency here.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "counters/instruction_trace.h"
#include "counters/l2.h"
#include "gpu/device_time.h"
#include "timing/constant_cache.h"
#include "timing/kernel_facts.h"
#include "timing/queue_limit.h"
#include "timing/server.h"

namespace simulator::timing {

/// Origin of an access.
struct Requester {
    std::uint32_t warp = 0;        ///< index of the warp on the SM
    std::uint32_t instruction = 0; ///< index of the instruction in the kernel
};

/// The memory paths of one SM.
class MemoryPaths {
public:
    /// @p dram_share has, per instruction, the fraction of its L2 accesses that wait for DRAM. @p
    /// constant_lines is the number of different lines of constants that are read. If @p limited_queues, the
    /// queues to L2 have limits. @p time and the array of @p dram_share must outlive this object.
    MemoryPaths(const DeviceTime& time, std::span<const double> dram_share, std::size_t constant_lines,
                bool limited_queues = false);

    /// Returns when the data of an access arrive that @p requester issues at @p now with instruction @p op;
    /// @p now if no warp waits for them.
    Ticks access(const AccessCost& cost, const OpFacts& op, Requester requester, Ticks now);
    /// Returns when the spilled registers that @p op loads arrive.
    Ticks spilled(const OpFacts& op, Ticks now);
    /// Returns the end of a CAS-loop round that begins at @p now. access() adds nothing to the rounds.
    Ticks round(const AccessCost& cost, Ticks now);

    /// Returns when all requests have been served.
    [[nodiscard]] Ticks free() const {
        return std::max({data_.free(), constants_.free(), constant_cache_.free(), matching_.free(),
                         incoming_.free(), outgoing_.free()});
    }
    /// Returns how long L1 and the banks of shared memory were busy.
    [[nodiscard]] Ticks data() const { return data_.busy(); }
    /// Returns how long the path from L2 was busy.
    [[nodiscard]] Ticks incoming() const { return incoming_.busy(); }
    /// Returns how long the path to L2 was busy.
    [[nodiscard]] Ticks outgoing() const { return outgoing_.busy(); }

private:
    Ticks shared(const AccessCost& cost, Ticks now);
    Ticks constant(const AccessCost& cost, const OpFacts& op, std::uint32_t warp, Ticks now);
    Ticks matched(const AccessCost& cost, Ticks now);
    Ticks global(const AccessCost& cost, std::uint32_t number, Ticks now);
    [[nodiscard]] Ticks atomic_delay(const AccessCost& cost) const;
    double latency_of_last(double lines);
    bool comes_from_dram(std::uint32_t number);

    const DeviceTime& time_;
    std::span<const double> dram_share_;
    std::vector<double> debt_; // by instruction, see comes_from_dram()
    std::uint64_t random_state_ = 0;
    Server data_;
    Server constants_;
    ConstantCache constant_cache_;
    Server matching_;
    Server incoming_;
    Server outgoing_;
    QueueLimit reads_;
    QueueLimit writes_;
};

} // namespace simulator::timing
