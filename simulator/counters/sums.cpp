#include "counters/sums.h"

#include <stdexcept>

namespace simulator {
namespace {

/// Returns the executions by threads whose guard was true.
std::uint64_t threads_of(const Tally& tally) {
    return tally.warps * warp_size - tally.inactive - tally.predicated_off;
}

/// Returns whether an instruction accesses memory that threads share, or orders such accesses.
bool is_memory_operation(ptx::Form form) {
    const ptx::Meaning& meaning = ptx::meaning_of(form);
    if (meaning.space == ptx::AddressSpace::param || meaning.space == ptx::AddressSpace::constant)
        return false;
    return meaning.effect >= ptx::Effect::load && meaning.effect <= ptx::Effect::fence &&
           meaning.effect != ptx::Effect::exchange;
}

} // namespace

void Sums::add(const CountedOp& op, const Tally& tally, std::span<const MemoryTally, counted_spaces> spaces) {
    all += tally;
    const ptx::Meaning& meaning = ptx::meaning_of(op.form);
    groups[static_cast<std::size_t>(ptx::row_of(op.form).group)] += tally;
    pipes[static_cast<std::size_t>(meaning.pipe)] += tally;
    if (meaning.effect == ptx::Effect::branch) branches += tally;
    if (meaning.effect == ptx::Effect::block_barrier || op.waits_for_phase) barriers += tally;
    if (meaning.effect == ptx::Effect::load && meaning.space == ptx::AddressSpace::constant)
        constant_loads += tally;
    if (op.waits_for_loads) load_waits += tally;
    if (op.overlaps_load && ptx::row_of(op.form).group == ptx::Group::fp32) fp32_overlapping_loads += tally;
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
        if (ops[op].line == 0) continue;
        LineSums& line = sums.lines[{ops[op].file, ops[op].line}];
        line.counts.add(ops[op], tally, spaces);
        if (is_memory_operation(ops[op].form) && threads_of(tally) != 0)
            line.memory_operations.insert(ops[op].form);
    }
    return sums;
}

} // namespace simulator
