#pragma once

/// @file
/// What an SM has of the way to memory: L1 and the banks of shared memory, constants, and the paths from L2 and to it. What lies
/// behind them only has a latency here.

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
#include "timing/server.h"

namespace simulator::timing {

/// Who asks for something.
struct Requester {
    std::uint32_t warp = 0;        ///< by its place on the SM
    std::uint32_t instruction = 0; ///< of the kernel
};

/// The way to memory of one SM.
class MemoryPaths {
public:
    /// @p dram_share says by instruction how many of its accesses that go to L2 wait for DRAM, @p constant_lines how many lines of
    /// constants are read in all. The first two have to outlive it.
    MemoryPaths(const DeviceTime& time, std::span<const double> dram_share, std::size_t constant_lines)
        : time_(time), dram_share_(dram_share), debt_(dram_share.size()),
          constant_cache_(time, constant_lines) {}

    /// When what @p requester, whose instruction is @p op, asked for at @p now is there; @p now where nobody waits for it.
    Ticks access(const AccessCost& cost, const OpFacts& op, Requester requester, Ticks now);
    /// The same for registers that ran out.
    Ticks spilled(const OpFacts& op, Ticks now);
    /// When a round of an atomic that loops is over, which begins at @p now. access() has nothing to add to its rounds.
    Ticks round(const AccessCost& cost, Ticks now);

    /// When all that was asked for has been served.
    [[nodiscard]] Ticks free() const {
        return std::max({data_.free(), constants_.free(), constant_cache_.free(), matching_.free(),
                         incoming_.free(), outgoing_.free()});
    }
    /// For how long L1 and the banks were busy.
    [[nodiscard]] Ticks data() const { return data_.busy(); }
    /// The same of the path from L2.
    [[nodiscard]] Ticks incoming() const { return incoming_.busy(); }
    /// The same of the path to L2.
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
};

} // namespace simulator::timing
