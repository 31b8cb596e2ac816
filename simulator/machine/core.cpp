#include "machine/core.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace simulator {

void Core::run() {
    const std::array one = {std::make_unique<Block>(*this)};
    Block& block = *one.front();
    while (const std::optional<std::uint64_t> next = launch_.take_block()) {
        turn_to(*next);
        block.start(*next);
        Progress progress = block.run();
        while (progress == Progress::spinning) progress = may_spin_on(one) ? block.run() : Progress::faulted;
        if (progress == Progress::faulted) {
            incidents_.forget_fault();
            // What went wrong before is told too.
            launch_.finish(*next, {.incidents = std::move(block.incidents()),
                                   .instructions = notes_.take_instructions()});
            continue;
        }
        notes_.charge(block);
        finish(block);
    }
}

void Core::run_in_order() {
    const std::uint64_t at_once =
        std::max<std::uint64_t>(1, std::uint64_t{request().resident_blocks} * launch_.device.multiprocessors);
    std::vector<std::unique_ptr<Block>> running;
    std::vector<std::unique_ptr<Block>> idle;
    std::uint64_t wanted = 1;
    for (;;) {
        bool all_there = running.size() >= at_once;
        // Whoever gives a turn gives it to those that have not had any.
        std::size_t next_to_run = 0;
        if (std::exchange(gave_turn_, false)) {
            wanted = at_once;
            next_to_run = running.size();
        }
        while (running.size() < std::min(wanted, at_once)) {
            const std::optional<std::uint64_t> next = launch_.take_block();
            if (!next) {
                all_there = true;
                break;
            }
            turn_to(*next);
            if (idle.empty()) idle.push_back(std::make_unique<Block>(*this));
            running.push_back(std::move(idle.back()));
            idle.pop_back();
            running.back()->start(*next);
        }
        if (running.empty()) return;
        // When a round over those under way brings none to its end, twice as many may.
        wanted = 2 * running.size();
        if (next_to_run == running.size()) next_to_run = 0;
        for (std::size_t n = next_to_run; n < running.size();) {
            turn_to(running[n]->linear());
            const Progress progress = running[n]->run();
            notes_.charge(*running[n]);
            if (progress == Progress::faulted) return;
            if (progress != Progress::finished) {
                ++n;
                continue;
            }
            finish(*running[n]);
            if (launch_.stopped()) return;
            idle.push_back(std::move(running[n]));
            running.erase(running.begin() + static_cast<std::ptrdiff_t>(n));
            wanted = std::max<std::uint64_t>(1, running.size());
        }
        if (all_there && !running.empty() && !may_spin_on(running)) return;
    }
}

bool Core::may_spin_on(std::span<const std::unique_ptr<Block>> blocks) {
    // Looking closer takes time, so it is done in every other round. What is seen there follows from what was
    // seen the last time, as long as nobody changes memory: warps that go round then do in all rounds.
    constexpr std::uint64_t look = 2;
    // Who counts how often it has looked is never where it was before: all warps together may do that so many
    // times as long as one warp may run.
    constexpr std::uint64_t budgets = 4;
    if (changes_ != seen_changes_) idle_rounds_ = spun_ = 0;
    seen_changes_ = changes_;
    if (++idle_rounds_ % look != 0) return true;
    bool for_ever = true;
    for (const std::unique_ptr<Block>& block : blocks)
        for_ever = block->goes_round(idle_rounds_ == look) && for_ever;
    const bool too_long = spun_ / budgets > launch_.settings.budget;
    // A loop that only reads what others may change is just long.
    const bool waits = std::ranges::any_of(blocks, [](const std::unique_ptr<Block>& block) {
        return block->waits_for_others();
    });
    if ((waits || for_ever || too_long) && others_get_on(for_ever)) return true;
    if (for_ever)
        blocks.front()->spins_for_ever();
    else if (too_long)
        blocks.front()->spins_too_long(spun_);
    else
        return true;
    return false;
}

bool Core::others_get_on(bool for_ever) {
    // What is polled where blocks run beside each other lies in shared memory, which nobody else reaches.
    if (!launch_.in_order || !request().let_others_on) return false;
    const Outside outside = request().let_others_on(for_ever);
    if (outside == Outside::nobody) return false;
    launch_.waited_outside = true;
    // What they have freed is not found any more by what is remembered.
    memory_.forget_stretches();
    idle_rounds_ = 0;
    if (outside == Outside::got_on) spun_ = 0;
    return true;
}

void Core::block_started(const Block& block) {
    notes_.start_block();
    if (listener() != nullptr) listener()->block_started(block.linear(), block.shared());
}

void Core::turn_to(std::uint64_t block) {
    incidents_.switch_to(block);
    notes_.switch_to(block);
}

void Core::finish(Block& block) {
    changed();
    if (listener() != nullptr) listener()->block_finished(block.linear());
    launch_.finish(block.linear(), {std::move(block.printed()), notes_.counters().take_l2_requests(),
                                    std::move(block.incidents()), block.clocks(), block.executed(),
                                    notes_.take_instructions()});
}

} // namespace simulator
