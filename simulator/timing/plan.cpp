#include "timing/plan.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "timing/kernel_facts.h"

namespace simulator::timing {

Plan plan_of(std::span<const OpFacts> ops, std::uint32_t unrolled, std::uint32_t rounds) {
    const auto count = static_cast<std::uint32_t>(ops.size());
    // SASS address of each instruction of each iteration.
    std::vector<std::uint32_t> place(std::size_t{count} * rounds);
    std::uint32_t last = 0;
    for (std::uint32_t step = 0; step < place.size(); ++step) {
        const std::vector<std::uint32_t>& own = ops[step % count].cost.addresses;
        const std::size_t round = step / count;
        // If an iteration has several SASS instructions for an op, the last one produces the result.
        const std::size_t each = std::max<std::size_t>(own.size() / unrolled, 1);
        const std::size_t number = (round + 1) * each - 1;
        if (number < own.size()) last = own[number];
        place[step] = last;
    }
    std::vector<std::uint32_t> order(place.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t step) { return place[step]; });

    Plan plan;
    plan.rounds = rounds;
    plan.ops.resize(order.size());
    std::vector<std::uint32_t> at(order.size());
    for (std::uint32_t n = 0; n < order.size(); ++n) at[order[n]] = n;
    std::map<std::uint32_t, std::uint32_t> writer; // register -> index in the plan of its last writer
    for (std::uint32_t step = 0; step < order.size(); ++step) {
        PlannedOp& op = plan.ops[at[step]];
        op.step = step;
        for (const std::uint32_t reg : ops[step % count].reads) {
            const auto known = writer.find(reg);
            if (known == writer.end())
                op.reads.push_back(reg);
            else if (known->second < at[step])
                op.waits.push_back(known->second);
        }
        for (const std::uint32_t reg : ops[step % count].writes) writer[reg] = at[step];
    }
    for (const auto& [reg, op] : writer) plan.live_out.push_back({reg, op});
    return plan;
}

} // namespace simulator::timing
