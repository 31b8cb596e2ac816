#include <bit>

#include "finding_messages/machine_messages.h"
#include "machine/core.h"
#include "machine/handlers/elementwise.h"
#include "machine/handlers/groups.h"
#include "machine/handlers/select.h"

// Barriers of the block and of the warp, and fences.

namespace simulator {

namespace machine_messages = kernelsmith::machine_messages;

namespace {

constexpr std::uint32_t barriers_per_block = 16;

// Returns the barrier's number or the thread count, which must be equal in all lanes.
std::uint32_t uniform_operand(const Warp& warp, const Op* op, int slot, Mask mask) {
    return read_lane<std::uint32_t>(warp.lanes(op->slots[slot]), std::countr_zero(mask));
}

const Op* report_invalid_barrier(Warp& warp, const Op* op, Mask mask, std::uint32_t id,
                                 std::uint32_t threads) {
    const bool number = id >= barriers_per_block;
    return warp.fault(FaultKind::trap, FindingKind::trap, op, mask,
                      number ? Message(machine_messages::invalid_barrier_number, {{"number", id}})
                             : Message(machine_messages::invalid_barrier_count, {{"threads", threads}}));
}

// first: the slot of the barrier's number; counted: a thread count follows; voting: then a predicate.
template <int first, bool counted, bool voting, bool waits> struct Barrier {
    static const Op* run(Warp& warp, const Op* op, Mask mask) {
        const std::uint32_t id = uniform_operand(warp, op, first, mask);
        const std::uint32_t threads = counted ? uniform_operand(warp, op, first + 1, mask) : 0;
        if (id >= barriers_per_block || threads % warp_size != 0)
            return report_invalid_barrier(warp, op, mask, id, threads);
        const Mask holds = voting ? warp.predicate(op, first + 2) : 0;
        Block& block = warp.block();
        if constexpr (waits) {
            const Mask others = warp.active & ~mask;
            warp.park_at_barrier(op, mask, static_cast<std::uint8_t>(id));
            block.arrive(warp, op, mask, static_cast<std::uint8_t>(id), threads, holds, waits);
            return warp.continue_path(op, others);
        } else {
            block.arrive(warp, op, mask, static_cast<std::uint8_t>(id), threads, holds, waits);
            return op + 1;
        }
    }
};

template <int first, bool voting, bool waits> Handlers barrier(const Decoding& decoding) {
    const bool counted = decoding.instruction.operands[first + 1].kind != ptx::Operand::Kind::none;
    const Handler handler =
        counted ? &Barrier<first, true, voting, waits>::run : &Barrier<first, false, voting, waits>::run;
    return {handler, handler};
}

void report_warp_barrier(Warp& warp, const Op*, Mask group) {
    if (Observer* const observer = warp.core().observer())
        observer->warp_barrier({warp.block().linear_index(), warp.index()}, group);
}

constexpr GroupOp syncwarp = {"__syncwarp", &report_warp_barrier, {}, 0};

const Op* warp_barrier(Warp& warp, const Op* op, Mask mask) {
    const Slot masks = op->slots[0];
    if (!is_complete_group(warp, mask, masks)) return execute_in_groups(warp, op, mask, masks, syncwarp);
    report_warp_barrier(warp, op, mask);
    return op + 1;
}

// Threads run one after the other and see each other's writes anyway: only an observer needs the fences.
template <MemoryScope scope> const Op* memory_fence(Warp& warp, const Op* op, Mask mask) {
    if (Observer* const observer = warp.core().observer())
        observer->fence({warp.block().linear_index(), warp.index()}, mask, scope);
    return op + 1;
}

Handlers fence(const Decoding& decoding) {
    const Handler handler =
        decoding.has(ptx::Word::cta) ? &memory_fence<MemoryScope::block> : &memory_fence<MemoryScope::device>;
    return {handler, handler};
}

} // namespace

Handlers select_bar_sync(const Decoding& decoding) { return barrier<0, false, true>(decoding); }
Handlers select_bar_arrive(const Decoding& decoding) { return barrier<0, false, false>(decoding); }
Handlers select_bar_red_popc(const Decoding& decoding) { return barrier<1, true, true>(decoding); }
Handlers select_bar_red_pred(const Decoding& decoding) { return barrier<1, true, true>(decoding); }
Handlers select_barrier_sync(const Decoding& decoding) { return barrier<0, false, true>(decoding); }
Handlers select_barrier_arrive(const Decoding& decoding) { return barrier<0, false, false>(decoding); }
Handlers select_barrier_red_popc(const Decoding& decoding) { return barrier<1, true, true>(decoding); }
Handlers select_barrier_red_pred(const Decoding& decoding) { return barrier<1, true, true>(decoding); }
Handlers select_bar_warp_sync(const Decoding&) { return {&warp_barrier, &warp_barrier}; }
Handlers select_membar(const Decoding& decoding) { return fence(decoding); }
Handlers select_fence(const Decoding& decoding) { return fence(decoding); }

} // namespace simulator
