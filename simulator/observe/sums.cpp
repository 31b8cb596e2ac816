#include "observe/sums.h"

#include <stdexcept>

namespace simulator {
namespace {

bool is_branch(ptx::Form form) { return form == ptx::Form::bra || form == ptx::Form::brx; }

bool is_barrier(ptx::Form form) {
    switch (form) {
        case ptx::Form::bar_sync:
        case ptx::Form::bar_arrive:
        case ptx::Form::bar_red_popc:
        case ptx::Form::bar_red_pred:
        case ptx::Form::barrier_sync:
        case ptx::Form::barrier_arrive:
        case ptx::Form::barrier_red_popc:
        case ptx::Form::barrier_red_pred: return true;
        default: return false;
    }
}

} // namespace

void Sums::add(const CountedOp& op, const Tally& tally, std::span<const MemoryTally, counted_spaces> spaces) {
    all += tally;
    groups[static_cast<std::size_t>(ptx::row_of(op.form).group)] += tally;
    if (is_branch(op.form)) branches += tally;
    if (is_barrier(op.form)) barriers += tally;
    if (op.form == ptx::Form::ld_const) constant_loads += tally;
    for (std::size_t space = 0; space < counted_spaces; ++space)
        memory[space][static_cast<std::size_t>(spaces[space].kind)] += spaces[space];
}

LaunchSums add_up(const Counters& counters, std::span<const CountedOp> ops) {
    if (ops.size() != counters.tallies.size())
        throw std::invalid_argument("As many instructions as tallies.");
    LaunchSums sums;
    for (std::uint32_t op = 0; op < ops.size(); ++op) {
        const Tally& tally = counters.tallies[op];
        if (!ops[op].written || tally.warps == 0) continue;
        const auto spaces =
            std::span(counters.memory).subspan(tally_index(op, MemorySpace::global)).first<counted_spaces>();
        sums.launch.add(ops[op], tally, spaces);
        if (ops[op].line != 0) sums.lines[{ops[op].file, ops[op].line}].add(ops[op], tally, spaces);
    }
    return sums;
}

} // namespace simulator
