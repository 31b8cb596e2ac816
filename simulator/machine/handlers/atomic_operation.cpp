#include "machine/handlers/atomic_operation.h"

#include "machine/handlers/space.h"

namespace simulator {
namespace {

/// Performs @p operation on @p addresses in @p space.
const Op* perform(const AtomicOperation& operation, Warp& warp, const Op* op, Mask mask, MemorySpace space,
                  Addresses& addresses) {
    Access access = access_of(warp, op, space, AccessKind::atomic, operation.bytes, mask, addresses);
    access.polls = MemoryFlags::of(op).polls;
    if (access.polls) {
        addresses.materialize();
        access.again = warp.repeats_last_poll(access);
        access.idle_lanes = warp.take_idle_lanes();
    }
    LanePointers pointers;
    admit(warp, access, addresses, pointers);
    if (access.polls) warp.record_awaited_read(access);
    if (warp.core().incidents().stopped()) return nullptr;
    const int address_slot = operation.address_slot();
    const AtomicLanes lanes{mask,
                            access.addresses,
                            pointers,
                            warp.lanes(op->slots[address_slot + 1]),
                            warp.lanes(op->slots[address_slot + operation.sources]),
                            operation.returns ? warp.lanes(op->slots[0]) : nullptr,
                            warp.core().launch().is_single_core || space != MemorySpace::global};
    const bool may_sum = !lanes.is_single_core && operation.sums_first != nullptr && !access.result_used &&
                         pointers.has_common_base && pointers.mask == access.mask;
    const auto apply = may_sum                        ? operation.sums_first
                       : space == MemorySpace::global ? operation.in_global
                                                      : operation.elsewhere;
    if (apply(lanes)) warp.core().note_change();
    return op + 1;
}

/// Addresses of atomics mostly depend on data, so the pattern of the last execution is not checked.
void find_new_addresses(Addresses& addresses, const Warp& warp, const Op* op,
                        const AtomicOperation& operation, Mask mask) {
    if (mask == all_lanes)
        addresses.find<true>(warp, op, operation.address_slot(), mask, operation.bytes);
    else
        addresses.find<false>(warp, op, operation.address_slot(), mask, operation.bytes);
}

/// Whether the warp yields to the other blocks before it reads a result.
bool yields(const AtomicOperation& operation, Warp& warp, const Op* op, Mask mask) {
    return operation.returns && MemoryFlags::of(op).result_used && warp.yield_before_atomic(op, mask);
}

} // namespace

const Op* run_atomic(const AtomicOperation& operation, Warp& warp, const Op* op, Mask mask,
                     MemorySpace space) {
    if (space == MemorySpace::global && yields(operation, warp, op, mask)) return nullptr;
    Addresses addresses;
    find_new_addresses(addresses, warp, op, operation, mask);
    return perform(operation, warp, op, mask, space, addresses);
}

const Op* run_generic_atomic(const AtomicOperation& operation, Warp& warp, const Op* op, Mask mask) {
    if (yields(operation, warp, op, mask)) return nullptr;
    Addresses addresses;
    find_new_addresses(addresses, warp, op, operation, mask);
    return for_each_space(op, mask, operation.bytes, addresses,
                          [&](Mask lanes, MemorySpace space, Addresses& there) {
                              return perform(operation, warp, op, lanes, space, there);
                          });
}

} // namespace simulator
