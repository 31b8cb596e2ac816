#include "timing/warp_replay.h"

#include <algorithm>

namespace simulator::timing {

void WarpReplay::begin(const KernelFacts& kernel, const WarpTrace& steps, Ticks now) {
    kernel_ = &kernel;
    steps_ = &steps;
    at_ = cost_ = 0;
    ready_.assign(kernel.registers, now);
    groups_.clear();
    copies_ = now;
    if (!ended()) enter_segment();
}

bool WarpReplay::is_step(std::size_t step, std::uint32_t number) const {
    return step < steps_->ops.size() && (steps_->ops[step] & ~WarpTrace::predicated_off) == number;
}

void WarpReplay::enter_segment() {
    in_plan_ = 0;
    plan_ = nullptr;
    length_ = 1;
    const std::uint32_t first = number();
    const Segment& segment = kernel_->segments[kernel_->ops[first].segment];
    while (length_ < segment.count && is_step(at_ + length_, first + length_)) ++length_;
    if (first != segment.first || length_ != segment.count) return;
    plan_ = &segment.single_round;
    if (!segment.unrolled.ops.empty()) {
        const std::uint32_t all = segment.count * segment.unrolled.rounds;
        std::uint32_t length = length_;
        while (length < all && is_step(at_ + length, first + length % segment.count)) ++length;
        if (length == all) {
            plan_ = &segment.unrolled;
            length_ = all;
        }
    }
    planned_.assign(length_, 0);
}

std::span<const AccessCost> WarpReplay::costs() const {
    const std::vector<AccessCost>& costs = steps_->costs;
    const auto at = [&](std::size_t wanted) {
        return std::lower_bound(costs.begin() + static_cast<std::ptrdiff_t>(cost_), costs.end(), wanted,
                                [](const AccessCost& cost, std::size_t step) { return cost.step < step; });
    };
    return {at(step()), at(step() + 1)};
}

Ticks WarpReplay::operands() const {
    Ticks when = 0;
    if (plan_ == nullptr) {
        for (const std::uint32_t reg : kernel_->ops[number()].reads) when = std::max(when, ready_[reg]);
        return when;
    }
    const PlannedOp& planned = plan_->ops[in_plan_];
    for (const std::uint32_t reg : planned.reads) when = std::max(when, ready_[reg]);
    for (const std::uint32_t before : planned.waits) when = std::max(when, planned_[before]);
    return when;
}

Ticks WarpReplay::awaited() const {
    const OpFacts& op = kernel_->ops[number()];
    if (!op.waits_for_copies || groups_.size() <= op.max_groups_in_flight) return operands();
    return std::max(operands(), groups_[groups_.size() - 1 - op.max_groups_in_flight]);
}

void WarpReplay::note_copies(const OpFacts& op, Ticks done) {
    if (op.closes_group)
        groups_.push_back(copies_);
    else if (op.effect == ptx::Effect::copy)
        copies_ = std::max(copies_, done);
}

void WarpReplay::finish(Ticks done) {
    const OpFacts& op = kernel_->ops[number()];
    note_copies(op, done);
    if (plan_ != nullptr)
        planned_[in_plan_] = done;
    else
        for (const std::uint32_t reg : op.writes) ready_[reg] = done;
    if (++in_plan_ < length_) return;
    if (plan_ != nullptr)
        for (const auto& [reg, writer] : plan_->live_out) ready_[reg] = planned_[writer];
    at_ += length_;
    while (cost_ < steps_->costs.size() && steps_->costs[cost_].step < at_) ++cost_;
    in_plan_ = 0;
    if (!ended()) enter_segment();
}

} // namespace simulator::timing
