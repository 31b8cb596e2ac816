#include <array>
#include <bit>

#include "machine/core.h"
#include "machine/handlers/elementwise.h"
#include "machine/handlers/groups.h"
#include "machine/handlers/select.h"

// Shuffles, votes and other exchanges between the lanes of a warp. All lanes that a mask names must arrive at
// the instruction with this mask; they execute it when the last one has arrived.

namespace simulator {
namespace {

template <class T> constexpr SlotKind value_of = sizeof(T) == 8 ? SlotKind::wide : SlotKind::word;

// Runs Exchange::run(warp, op, group) when all lanes of the mask in slot Exchange::mask_slot have arrived.
template <class Exchange> struct GroupHandler {
    static constexpr GroupOp what = {Exchange::function, &Exchange::run, Exchange::slots, Exchange::results};

    static const Op* run(Warp& warp, const Op* op, Mask mask) {
        const Slot masks = op->slots[Exchange::mask_slot];
        if (!is_complete_group(warp, mask, masks)) return execute_in_groups(warp, op, mask, masks, what);
        Exchange::run(warp, op, mask);
        return op + 1;
    }
    static Handlers handlers() { return {&run, &run}; }
};

template <class Each> void each_lane(Mask mask, Each each) {
    for (Mask rest = mask; rest != 0; rest &= rest - 1) each(std::countr_zero(rest));
}

enum class Direction { up, down, butterfly, index };

// Slots: result, whether the source lane is in range, value, distance or lane, clamp and segment mask, lanes.
template <Direction direction> struct Shuffle {
    static constexpr int mask_slot = 5;
    static constexpr decltype(GroupOp::slots) slots = {SlotKind::word, SlotKind::predicate, SlotKind::word,
                                                       SlotKind::word, SlotKind::word,      SlotKind::word};
    static constexpr std::size_t results = 2;
    static constexpr const char* function = direction == Direction::up          ? "__shfl_up_sync"
                                            : direction == Direction::down      ? "__shfl_down_sync"
                                            : direction == Direction::butterfly ? "__shfl_xor_sync"
                                                                                : "__shfl_sync";

    struct Source {
        int lane;
        bool in_range; // otherwise the source is the lane itself
    };
    static Source source_of(int lane, std::uint32_t b, std::uint32_t c) {
        const int segment = static_cast<int>(c >> 8 & 31);
        const int clamp = static_cast<int>(c & 31);
        const int distance = static_cast<int>(b & 31);
        const int last = (lane & segment) | (clamp & ~segment);
        int source = (lane & segment) | (distance & ~segment);
        if constexpr (direction == Direction::up) source = lane - distance;
        if constexpr (direction == Direction::down) source = lane + distance;
        if constexpr (direction == Direction::butterfly) source = lane ^ distance;
        const bool in_range = direction == Direction::up ? source >= last : source <= last;
        return {in_range ? source : lane, in_range};
    }

    // For an observer, which must know the source of each value.
    [[gnu::noinline]] static void record_exchange(Warp& warp, Mask mask, const std::uint32_t* b,
                                                  const std::uint32_t* c) {
        std::array<int, warp_size> sources;
        for (int lane = 0; lane < warp_size; ++lane)
            sources[static_cast<std::size_t>(lane)] = source_of(lane, b[lane], c[lane]).lane;
        warp.shuffle_definedness.exchange(mask, sources);
    }

    static void run(Warp& warp, const Op* op, Mask mask) {
        alignas(64) std::uint32_t values[warp_size];
        std::memcpy(values, warp.lanes(op->slots[2]), sizeof values);
        const auto* const b = reinterpret_cast<const std::uint32_t*>(warp.lanes(op->slots[3]));
        const auto* const c = reinterpret_cast<const std::uint32_t*>(warp.lanes(op->slots[4]));
        auto* const result = reinterpret_cast<std::uint32_t*>(warp.lanes(op->slots[0]));
        alignas(64) std::uint32_t chosen[warp_size];
        Mask in_range = 0;
        for (int lane = 0; lane < warp_size; ++lane) {
            const Source source = source_of(lane, b[lane], c[lane]);
            chosen[lane] = values[source.lane];
            in_range |= static_cast<Mask>(source.in_range) << lane;
        }
        if (warp.core().observer() != nullptr) record_exchange(warp, mask, b, c);
        if (mask == all_lanes)
            std::memcpy(result, chosen, sizeof chosen);
        else
            each_lane(mask, [&](int lane) { result[lane] = chosen[lane]; });
        warp.set_predicate(op->slots[1], mask, in_range);
    }
};

enum class VoteMode { all, any, uniform };

template <VoteMode mode> struct Vote {
    static constexpr int mask_slot = 2;
    static constexpr decltype(GroupOp::slots) slots = {SlotKind::predicate, SlotKind::predicate,
                                                       SlotKind::word};
    static constexpr std::size_t results = 1;
    static constexpr const char* function = mode == VoteMode::any   ? "__any_sync"
                                            : mode == VoteMode::all ? "__all_sync"
                                                                    : "__uni_sync";

    static void run(Warp& warp, const Op* op, Mask mask) {
        const Mask holds = warp.predicate(op, 1) & mask;
        const bool answer = mode == VoteMode::any   ? holds != 0
                            : mode == VoteMode::all ? holds == mask
                                                    : holds == 0 || holds == mask;
        warp.set_predicate(op->slots[0], mask, answer ? all_lanes : 0);
    }
};

void broadcast(Warp& warp, const Op* op, Mask mask, std::uint32_t value) {
    std::byte* const result = warp.lanes(op->slots[0]);
    each_lane(mask, [&](int lane) { write_lane<std::uint32_t>(result, lane, value); });
}

struct Ballot {
    static constexpr int mask_slot = 2;
    static constexpr decltype(GroupOp::slots) slots = {SlotKind::word, SlotKind::predicate, SlotKind::word};
    static constexpr std::size_t results = 1;
    static constexpr const char* function = "__ballot_sync";
    static void run(Warp& warp, const Op* op, Mask mask) {
        broadcast(warp, op, mask, warp.predicate(op, 1) & mask);
    }
};

template <class T> struct MatchAny {
    static constexpr int mask_slot = 2;
    static constexpr decltype(GroupOp::slots) slots = {SlotKind::word, value_of<T>, SlotKind::word};
    static constexpr std::size_t results = 1;
    static constexpr const char* function = "__match_any_sync";

    static void run(Warp& warp, const Op* op, Mask mask) {
        alignas(64) T values[warp_size];
        std::memcpy(values, warp.lanes(op->slots[1]), sizeof values);
        std::uint16_t different = 0;
        for (Mask rest = mask; rest != 0; ++different) {
            const T value = values[std::countr_zero(rest)];
            Mask same = 0;
            each_lane(rest, [&](int lane) { same |= static_cast<Mask>(values[lane] == value) << lane; });
            broadcast(warp, op, same, same);
            rest &= ~same;
        }
        Core& core = warp.core();
        if (TraceRecorder* const trace_recorder = core.instrumentation().trace_recorder())
            trace_recorder->record_match({warp.block().linear_index(), warp.index()},
                                         core.kernel().index_of(op), different);
    }
};

template <class T> struct MatchAll {
    static constexpr int mask_slot = 3;
    static constexpr decltype(GroupOp::slots) slots = {SlotKind::word, SlotKind::predicate, value_of<T>,
                                                       SlotKind::word};
    static constexpr std::size_t results = 2;
    static constexpr const char* function = "__match_all_sync";

    static void run(Warp& warp, const Op* op, Mask mask) {
        const std::byte* const values = warp.lanes(op->slots[2]);
        const T first = read_lane<T>(values, std::countr_zero(mask));
        bool same = true;
        each_lane(mask, [&](int lane) { same = same && read_lane<T>(values, lane) == first; });
        broadcast(warp, op, mask, same ? mask : 0);
        warp.set_predicate(op->slots[1], mask, same ? all_lanes : 0);
    }
};

template <class T, class Combine> struct Reduce {
    static constexpr int mask_slot = 2;
    static constexpr decltype(GroupOp::slots) slots = {SlotKind::word, SlotKind::word, SlotKind::word};
    static constexpr std::size_t results = 1;
    static constexpr const char* function = "one of the __reduce functions";

    static void run(Warp& warp, const Op* op, Mask mask) {
        const std::byte* const values = warp.lanes(op->slots[1]);
        T total = read_lane<T>(values, std::countr_zero(mask));
        each_lane(mask & (mask - 1), [&](int lane) { total = Combine{}(total, read_lane<T>(values, lane)); });
        broadcast(warp, op, mask, static_cast<std::uint32_t>(total));
    }
};

template <class T, class Combine> Handlers reduce(Combine) {
    return GroupHandler<Reduce<T, Combine>>::handlers();
}

const Op* active_lanes(Warp& warp, const Op* op, Mask mask) {
    broadcast(warp, op, mask, mask);
    return op + 1;
}

} // namespace

Handlers select_shfl(const Decoding& decoding) {
    if (decoding.has(ptx::Word::up)) return GroupHandler<Shuffle<Direction::up>>::handlers();
    if (decoding.has(ptx::Word::down)) return GroupHandler<Shuffle<Direction::down>>::handlers();
    if (decoding.has(ptx::Word::bfly)) return GroupHandler<Shuffle<Direction::butterfly>>::handlers();
    return GroupHandler<Shuffle<Direction::index>>::handlers();
}

Handlers select_vote(const Decoding& decoding) {
    if (decoding.has(ptx::Word::all)) return GroupHandler<Vote<VoteMode::all>>::handlers();
    if (decoding.has(ptx::Word::any)) return GroupHandler<Vote<VoteMode::any>>::handlers();
    return GroupHandler<Vote<VoteMode::uniform>>::handlers();
}

Handlers select_vote_ballot(const Decoding&) { return GroupHandler<Ballot>::handlers(); }

Handlers select_match_any(const Decoding& decoding) {
    return ptx::bytes_of(decoding.type()) == 8 ? GroupHandler<MatchAny<std::uint64_t>>::handlers()
                                               : GroupHandler<MatchAny<std::uint32_t>>::handlers();
}

Handlers select_match_all(const Decoding& decoding) {
    return ptx::bytes_of(decoding.type()) == 8 ? GroupHandler<MatchAll<std::uint64_t>>::handlers()
                                               : GroupHandler<MatchAll<std::uint32_t>>::handlers();
}

Handlers select_activemask(const Decoding&) { return {&active_lanes, &active_lanes}; }

Handlers select_redux_integer(const Decoding& decoding) {
    const auto with = [&]<class T>() {
        if (decoding.has(ptx::Word::min)) return reduce<T>([](T a, T b) { return a < b ? a : b; });
        if (decoding.has(ptx::Word::max)) return reduce<T>([](T a, T b) { return a > b ? a : b; });
        return reduce<std::uint32_t>([](std::uint32_t a, std::uint32_t b) { return a + b; });
    };
    return decoding.type() == ptx::Word::s32 ? with.template operator()<std::int32_t>()
                                             : with.template operator()<std::uint32_t>();
}

Handlers select_redux_bits(const Decoding& decoding) {
    using U = std::uint32_t;
    if (decoding.has(ptx::Word::and_)) return reduce<U>([](U a, U b) { return a & b; });
    if (decoding.has(ptx::Word::or_)) return reduce<U>([](U a, U b) { return a | b; });
    return reduce<U>([](U a, U b) { return a ^ b; });
}

} // namespace simulator
