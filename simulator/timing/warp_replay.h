#pragma once

/// @file
/// Trace-driven replay of one warp: its next instruction, and when the operands are ready.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "counters/instruction_trace.h"
#include "timing/kernel_facts.h"
#include "timing/server.h"

namespace simulator::timing {

/// A warp that replays its trace. Basic blocks that it executed completely are replayed in SASS order.
/// Blocks that it left early, or whose trace is incomplete, are replayed in the recorded order.
class WarpReplay {
public:
    /// Starts at @p now with @p steps of @p kernel, which both must outlive this object.
    void begin(const KernelFacts& kernel, const WarpTrace& steps, Ticks now);

    /// Returns whether the whole trace has been replayed.
    [[nodiscard]] bool ended() const { return at_ >= steps_->ops.size(); }
    /// Returns the next instruction, an index in KernelFacts::ops. Must not be called at the end.
    [[nodiscard]] std::uint32_t number() const { return steps_->ops[step()] & ~WarpTrace::predicated_off; }
    /// Returns whether its guard is false for all lanes.
    [[nodiscard]] bool skipped() const { return (steps_->ops[step()] & WarpTrace::predicated_off) != 0; }
    /// Returns its memory accesses.
    [[nodiscard]] std::span<const AccessCost> costs() const;
    /// Returns when its operands are ready.
    [[nodiscard]] Ticks operands() const;
    /// Returns when its operands and the groups of asynchronous copies that it waits for are ready.
    [[nodiscard]] Ticks awaited() const;

    /// Returns when the asynchronous copies so far have completed.
    [[nodiscard]] Ticks copies() const { return copies_; }

    /// Completes the instruction, whose results are ready at @p done, and advances to the next one.
    void finish(Ticks done);

private:
    [[nodiscard]] std::size_t step() const {
        return at_ + (plan_ == nullptr ? in_plan_ : plan_->ops[in_plan_].step);
    }
    [[nodiscard]] bool is_step(std::size_t step, std::uint32_t number) const;
    void enter_segment();
    void note_copies(const OpFacts& op, Ticks done);

    const KernelFacts* kernel_ = nullptr;
    const WarpTrace* steps_ = nullptr;
    std::size_t at_ = 0;         // first step of the plan
    std::size_t cost_ = 0;       // index of the first cost of that step or a later one
    const Plan* plan_ = nullptr; // null: recorded order
    std::uint32_t in_plan_ = 0;  // instructions of the plan that are complete
    std::uint32_t length_ = 0;   // steps until the next plan
    std::vector<Ticks> planned_; // when the results of the plan are ready
    std::vector<Ticks> ready_;   // by register
    std::vector<Ticks> groups_;  // when committed groups of copies complete
    Ticks copies_ = 0;           // when the copies of the open group complete
};

} // namespace simulator::timing
