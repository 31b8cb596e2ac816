#include <bit>
#include <cstring>
#include <optional>

#include "finding_messages/machine_messages.h"
#include "machine/handlers/elementwise.h"
#include "machine/handlers/memory.h"
#include "machine/handlers/space.h"

// mbarrier objects in shared memory, on which cuda::barrier and cuda::pipeline are built. Arriving and
// testing for completion are separate steps, so threads can work in between. The object is opaque to
// programs. Here it holds the pending arrivals, the arrivals per phase, and the phase number.

namespace simulator {

namespace machine_messages = kernelsmith::machine_messages;

namespace {

struct MemoryBarrier {
    static constexpr int count_bits = 20; // limit of PTX
    static constexpr std::uint32_t max_count = (1U << count_bits) - 1;

    std::uint32_t pending = 0;
    std::uint32_t expected = 0;
    std::uint32_t phase = 0;

    static MemoryBarrier of(std::uint64_t word) {
        return {static_cast<std::uint32_t>(word) & max_count,
                static_cast<std::uint32_t>(word >> count_bits) & max_count,
                static_cast<std::uint32_t>(word >> 2 * count_bits)};
    }
    [[nodiscard]] std::uint64_t word() const {
        return std::uint64_t{phase} << 2 * count_bits | std::uint64_t{expected} << count_bits | pending;
    }
};

// Bytes of an mbarrier object.
constexpr std::uint32_t mbarrier_bytes = 8;

struct MbarrierError {
    Message what;
    Message advice;
};

// Stops the kernel and returns false.
bool fail(Warp& warp, const Op* op, int lane, MbarrierError error) {
    warp.fault(FaultKind::trap, FindingKind::trap, op, Mask{1} << lane, std::move(error.what),
               std::move(error.advice));
    return false;
}

// Calls @p each(lane, bytes, offset) for the lanes with a valid barrier, one after the other, until a call
// returns false. @p prepare completes the access for checks and counters; it returns false to postpone the
// operation.
template <class Prepare, class Each> const Op* each_barrier(Warp& warp, const Op* op, Mask mask, int slot,
                                                            AccessKind kind, Prepare prepare, Each each) {
    Addresses addresses;
    addresses.find<false>(warp, op, slot, mask, mbarrier_bytes);
    const auto at = [&](Mask lanes, MemorySpace space, Addresses& there) -> const Op* {
        if (space != MemorySpace::shared) {
            fail(warp, op, std::countr_zero(lanes),
                 {machine_messages::mbarrier_outside_of_shared_memory,
                  machine_messages::declare_mbarrier_shared});
            return nullptr;
        }
        Access access = access_of(warp, op, space, kind, mbarrier_bytes, lanes, there);
        if (!prepare(access)) return nullptr;
        LanePointers pointers;
        admit_uncounted(warp, access, there, pointers);
        warp.record_poll(access);
        if (warp.core().incidents().stopped()) return nullptr;
        for (Mask rest = pointers.mask; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
            std::byte* const bytes =
                pointers.has_common_base ? pointers.base + there[lane] : pointers.at[lane];
            if (!each(static_cast<int>(lane), bytes, there[lane])) return nullptr;
        }
        return op + 1;
    };
    const auto* const named = warp.core().kernel().instruction_at(warp.core().kernel().index_of(op));
    if (named->has(ptx::Word::shared) || named->has(ptx::Word::shared_cta))
        return at(mask, MemorySpace::shared, addresses);
    return for_each_space(op, mask, mbarrier_bytes, addresses, at);
}

MemoryBarrier read_barrier(const std::byte* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return MemoryBarrier::of(word);
}

void write_barrier(Warp& warp, std::byte* bytes, const MemoryBarrier& barrier) {
    const std::uint64_t word = barrier.word();
    std::memcpy(bytes, &word, sizeof word);
    warp.core().note_change();
}

// Slots: barrier, expected arrivals per phase.
const Op* initialize(Warp& warp, const Op* op, Mask mask) {
    constexpr std::size_t stride = 16; // bytes per lane in Access::values
    alignas(16) std::byte values[warp_size * stride] = {};
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const auto count = read_lane<std::uint32_t>(warp.lanes(op->slots[1]), lane);
        if (count == 0 || count > MemoryBarrier::max_count) {
            fail(warp, op, lane,
                 {{machine_messages::invalid_mbarrier_count, {{"count", count}}},
                  {machine_messages::mbarrier_count_limits, {{"most", MemoryBarrier::max_count}}}});
            return nullptr;
        }
        const std::uint64_t word = MemoryBarrier{count, count, 0}.word();
        std::memcpy(values + static_cast<std::size_t>(lane) * stride, &word, sizeof word);
    }
    return each_barrier(
        warp, op, mask, 0, AccessKind::store,
        [&](Access& access) {
            access.values = values;
            return true;
        },
        [&](int lane, std::byte* bytes, Address) {
            write_barrier(warp, bytes, read_barrier(values + static_cast<std::size_t>(lane) * stride));
            return true;
        });
}

// An arrival only releases: it publishes the thread's writes. Acquiring is the purpose of waiting.
bool only_releases(Access& access) {
    access.result_used = false;
    return true;
}

// The last thread that leaves a cuda::pipeline invalidates its barrier. It knows from a counter that it is
// the last, but the counter does not order the other threads' operations. So this counts as an atomic
// operation like theirs, not as a store.
const Op* invalidate(Warp& warp, const Op* op, Mask mask) {
    return each_barrier(warp, op, mask, 0, AccessKind::atomic, &only_releases,
                        [&](int, std::byte* bytes, Address) {
                            write_barrier(warp, bytes, {});
                            return true;
                        });
}

std::optional<MbarrierError> arrival_error(const MemoryBarrier& barrier, std::uint32_t count,
                                           bool may_complete) {
    if (barrier.expected == 0)
        return MbarrierError{machine_messages::uninitialized_mbarrier, machine_messages::initialize_mbarrier};
    if (count > barrier.pending - (may_complete ? 0 : 1))
        return MbarrierError{{machine_messages::too_many_arrivals,
                              {{"count", count}, {"pending", barrier.pending}}},
                             may_complete ? machine_messages::initialize_for_all_arrivals
                                          : machine_messages::leave_one_arrival};
    return std::nullopt;
}

void mark_phase(const Warp& warp, PhaseEvent what, Address barrier, std::uint32_t phase) {
    if (TraceRecorder* const trace_recorder = warp.core().instrumentation().trace_recorder())
        trace_recorder->mark_phase({warp.block().linear_index(), warp.index()}, what,
                                   static_cast<std::uint32_t>(barrier), phase);
}

void arrive(MemoryBarrier& barrier, std::uint32_t count) {
    barrier.pending -= count;
    if (barrier.pending != 0) return;
    barrier.pending = barrier.expected;
    ++barrier.phase;
}

// Slots: old state, barrier, number of arrivals. Without the latter it is one.
template <bool leaves, bool counted, bool may_complete>
const Op* arrive(Warp& warp, const Op* op, Mask mask) {
    return each_barrier(warp, op, mask, 1, AccessKind::atomic, &only_releases,
                        [&](int lane, std::byte* bytes, Address address) {
                            const auto count =
                                counted ? read_lane<std::uint32_t>(warp.lanes(op->slots[2]), lane) : 1U;
                            MemoryBarrier barrier = read_barrier(bytes);
                            if (const auto error = arrival_error(barrier, count, may_complete))
                                return fail(warp, op, lane, *error);
                            write_lane<std::uint64_t>(warp.lanes(op->slots[0]), lane, barrier.word());
                            mark_phase(warp, PhaseEvent::arrives, address, barrier.phase);
                            if constexpr (leaves) barrier.expected -= count;
                            arrive(barrier, count);
                            write_barrier(warp, bytes, barrier);
                            return true;
                        });
}

template <bool leaves> Handlers arriving(const Decoding& decoding) {
    const bool may_complete = !decoding.has(ptx::Word::no_complete);
    const bool counted = decoding.instruction.operands[2].kind != ptx::Operand::Kind::none;
    const Handler handler = !counted       ? &arrive<leaves, false, true>
                            : may_complete ? &arrive<leaves, true, true>
                                           : &arrive<leaves, true, false>;
    return {handler, handler};
}

// Arrives when the thread's earlier copies are complete, which is immediate here. Unless this counts as one
// of the expected arrivals (noinc), one more is expected, so that the phase is unchanged.
template <bool counts> const Op* arrive_with_copies(Warp& warp, const Op* op, Mask mask) {
    const auto release_copies = [&](Access& access) {
        if (Observer* const observer = warp.core().observer())
            observer->copies_tracked(access.place, access.mask, access.addresses);
        return only_releases(access);
    };
    return each_barrier(warp, op, mask, 0, AccessKind::atomic, release_copies,
                        [&](int lane, std::byte* bytes, Address address) {
                            MemoryBarrier barrier = read_barrier(bytes);
                            if (const auto error = arrival_error(barrier, counts ? 1 : 0, true))
                                return fail(warp, op, lane, *error);
                            mark_phase(warp, PhaseEvent::arrives, address, barrier.phase);
                            if constexpr (counts) {
                                arrive(barrier, 1);
                                write_barrier(warp, bytes, barrier);
                            }
                            return true;
                        });
}

// Slots: whether the phase is complete, barrier, phase: the state from an arrival, or the parity of the phase
// number. The time limit of a wait makes no difference, because a waiting warp yields to others.
template <bool by_parity> const Op* test(Warp& warp, const Op* op, Mask mask) {
    const std::byte* const phase_operands = warp.lanes(op->slots[2]);
    const auto is_complete = [&](int lane, const std::byte* bytes) {
        const std::uint32_t phase = read_barrier(bytes).phase;
        return by_parity ? phase % 2 != read_lane<std::uint32_t>(phase_operands, lane)
                         : phase != MemoryBarrier::of(read_lane<std::uint64_t>(phase_operands, lane)).phase;
    };
    // An address outside of shared memory is reported when the access is admitted.
    const auto can_continue = [&](int lane, Address address) {
        const bool there =
            address % mbarrier_bytes == 0 && address + mbarrier_bytes <= warp.core().launch().shared_bytes;
        return !there || is_complete(lane, warp.block().shared() + address);
    };
    const auto some_go_on = [&](const Access& access) {
        for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            if (can_continue(lane, access.addresses[lane])) return true;
        }
        return !warp.yield_before_mbarrier_test(op, mask);
    };
    Mask complete = 0;
    const auto ask = [&](int lane, const std::byte* bytes, Address address) {
        const bool done = is_complete(lane, bytes);
        if (done) {
            mark_phase(warp, PhaseEvent::waits, address, read_barrier(bytes).phase - 1);
            if (Observer* const observer = warp.core().observer())
                observer->phase_completed(warp.block().linear_index(), address);
        }
        complete |= Mask{done} << lane;
        return true;
    };
    const Op* const next = each_barrier(warp, op, mask, 1, AccessKind::load, some_go_on, ask);
    if (next != nullptr) warp.set_predicate(op->slots[0], mask, complete);
    return next;
}

} // namespace

Handlers select_mbarrier_init(const Decoding&) { return {&initialize, &initialize}; }
Handlers select_mbarrier_inval(const Decoding&) { return {&invalidate, &invalidate}; }
Handlers select_mbarrier_arrive(const Decoding& decoding) { return arriving<false>(decoding); }
Handlers select_mbarrier_arrive_drop(const Decoding& decoding) { return arriving<true>(decoding); }
Handlers select_mbarrier_test_wait(const Decoding&) { return {&test<false>, &test<false>}; }
Handlers select_mbarrier_test_wait_parity(const Decoding&) { return {&test<true>, &test<true>}; }
Handlers select_mbarrier_try_wait(const Decoding&) { return {&test<false>, &test<false>}; }
Handlers select_mbarrier_try_wait_parity(const Decoding&) { return {&test<true>, &test<true>}; }

Handlers select_mbarrier_pending_count(const Decoding&) {
    return elementwise<std::uint32_t, std::uint64_t>(
        [](std::uint64_t state) { return MemoryBarrier::of(state).pending; });
}

Handlers select_cp_async_mbarrier_arrive(const Decoding& decoding) {
    const Handler handler =
        decoding.has(ptx::Word::noinc) ? &arrive_with_copies<true> : &arrive_with_copies<false>;
    return {handler, handler};
}

} // namespace simulator
