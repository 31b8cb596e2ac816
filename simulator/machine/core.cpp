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
        switch_to(*next);
        block.start(*next);
        Progress progress = block.run();
        while (progress == Progress::polling)
            progress = check_livelock(one) ? block.run() : Progress::faulted;
        if (progress == Progress::faulted) {
            incidents_.forget_fault();
            // Report the incidents that occurred before the fault as well.
            launch_.finish(*next, {.incidents = std::move(block.incidents()),
                                   .instructions = instrumentation_.take_instructions()});
            continue;
        }
        instrumentation_.charge(block);
        finish(block);
    }
}

void Core::run_in_order() {
    const std::uint64_t max_resident_blocks =
        std::max<std::uint64_t>(1, std::uint64_t{request().resident_blocks} * launch_.device.multiprocessors);
    std::vector<std::unique_ptr<Block>> running;
    std::vector<std::unique_ptr<Block>> idle;
    std::uint64_t wanted = 1;
    for (;;) {
        bool all_resident = running.size() >= max_resident_blocks;
        // A block that yields lets blocks that have not run yet go first.
        std::size_t next_to_run = 0;
        if (std::exchange(yielded_, false)) {
            wanted = max_resident_blocks;
            next_to_run = running.size();
        }
        while (running.size() < std::min(wanted, max_resident_blocks)) {
            const std::optional<std::uint64_t> next = launch_.take_block();
            if (!next) {
                all_resident = true;
                break;
            }
            switch_to(*next);
            if (idle.empty()) idle.push_back(std::make_unique<Block>(*this));
            running.push_back(std::move(idle.back()));
            idle.pop_back();
            running.back()->start(*next);
        }
        if (running.empty()) return;
        // If a round finishes none of the resident blocks, twice as many may run.
        wanted = 2 * running.size();
        if (next_to_run == running.size()) next_to_run = 0;
        for (std::size_t n = next_to_run; n < running.size();) {
            switch_to(running[n]->linear_index());
            const Progress progress = running[n]->run();
            instrumentation_.charge(*running[n]);
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
        if (all_resident && !running.empty() && !check_livelock(running)) return;
    }
}

bool Core::check_livelock(std::span<const std::unique_ptr<Block>> blocks) {
    // Hashing the state takes time, so it is done in every other round. As long as memory does not change,
    // each state determines the next, so a state that repeats among the hashed rounds recurs forever.
    constexpr std::uint64_t rounds_between_checks = 2;
    // A polling loop that counts its iterations never repeats its state, so repeats_state() cannot detect it.
    // Bound all warps' polling together by four times the instruction limit of one warp.
    constexpr std::uint64_t polling_limit_factor = 4;
    if (changes_ != seen_changes_) idle_rounds_ = polling_instructions_ = 0;
    seen_changes_ = changes_;
    if (++idle_rounds_ % rounds_between_checks != 0) return true;
    bool livelocked = true;
    for (const std::unique_ptr<Block>& block : blocks)
        livelocked = block->repeats_state(idle_rounds_ == rounds_between_checks) && livelocked;
    const bool too_long =
        polling_instructions_ / polling_limit_factor > launch_.settings.warp_instruction_limit;
    // A loop whose end does not depend on such a read is only long, see Warp::waited().
    const bool waits = std::ranges::any_of(blocks, [](const std::unique_ptr<Block>& block) {
        return block->waits_for_others();
    });
    if ((waits || livelocked || too_long) && yield_to_other_work(livelocked)) return true;
    if (livelocked)
        blocks.front()->report_livelock();
    else if (too_long)
        blocks.front()->report_polling_budget(polling_instructions_);
    else
        return true;
    return false;
}

bool Core::yield_to_other_work(bool livelocked) {
    // When blocks run in parallel, only shared memory is polled, and no other work can write it.
    if (!launch_.in_order || !request().yield_to_other_work) return false;
    const YieldResult yield_result = request().yield_to_other_work(livelocked);
    if (yield_result == YieldResult::no_writer) return false;
    launch_.waited_for_other_work = true;
    // The other work may have freed memory, so the cached mappings are invalid.
    memory_.invalidate_mappings();
    idle_rounds_ = 0;
    if (yield_result == YieldResult::progressed) polling_instructions_ = 0;
    return true;
}

void Core::block_started(const Block& block) {
    instrumentation_.start_block();
    if (observer() != nullptr) observer()->block_started(block.linear_index(), block.shared());
}

void Core::switch_to(std::uint64_t block) {
    incidents_.switch_to(block);
    instrumentation_.switch_to(block);
}

void Core::finish(Block& block) {
    note_change();
    if (observer() != nullptr) observer()->block_finished(block.linear_index());
    launch_.finish(block.linear_index(),
                   {std::move(block.printed()), instrumentation_.counters().take_l2_requests(),
                    std::move(block.incidents()), block.cycles(), block.executed(),
                    instrumentation_.take_instructions()});
}

} // namespace simulator
