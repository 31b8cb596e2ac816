#pragma once

/// @file
/// A warp that goes the way it has gone before: which instruction is next, and when what that reads is there.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "counters/instruction_trace.h"
#include "timing/kernel_facts.h"
#include "timing/server.h"

namespace simulator::timing {

/// A warp on its way. Basic blocks that it went through as a whole are gone through in the order of the machine code; those
/// that it left early, or of which only a part was remembered, as they are remembered.
class WarpReplay {
public:
    /// Begins at @p now with steps of a kernel, which both have to outlive this.
    void begin(const KernelFacts& kernel, const WarpTrace& steps, Ticks now);

    /// Whether nothing is left.
    [[nodiscard]] bool ended() const { return at_ >= steps_->ops.size(); }
    /// The next instruction: an index in KernelFacts::ops. Not to be asked for at the end.
    [[nodiscard]] std::uint32_t number() const { return steps_->ops[step()] & ~WarpTrace::predicated_off; }
    /// Whether its guard is false for all lanes.
    [[nodiscard]] bool skipped() const { return (steps_->ops[step()] & WarpTrace::predicated_off) != 0; }
    /// What it asks of memory.
    [[nodiscard]] std::span<const AccessCost> costs() const;
    /// When what it reads is there.
    [[nodiscard]] Ticks operands() const;
    /// The same, and the groups of asynchronous copies that it waits for.
    [[nodiscard]] Ticks awaited() const;

    /// When the asynchronous copies so far have come.
    [[nodiscard]] Ticks copies() const { return copies_; }

    /// What it writes is there at @p done. Then comes the next one.
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
    std::size_t at_ = 0;         // the step with which the plan begins
    std::size_t cost_ = 0;       // the first of that step's costs or of a later one
    const Plan* plan_ = nullptr; // null: steps come as they are remembered
    std::uint32_t in_plan_ = 0;  // how many of it are through
    std::uint32_t length_ = 0;   // of steps, until the next plan
    std::vector<Ticks> planned_; // when the results of the plan are there
    std::vector<Ticks> ready_;   // by register
    std::vector<Ticks> groups_;  // when groups of asynchronous copies have come
    Ticks copies_ = 0;           // when the copies of the open group have come
};

} // namespace simulator::timing
