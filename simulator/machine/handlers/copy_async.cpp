#include <bit>
#include <cstring>

#include "machine/handlers/elementwise.h"
#include "machine/handlers/memory.h"
#include "machine/handlers/space.h"

// Asynchronous copies from global to shared memory. Here they complete immediately, and the observer is
// notified when a program may rely on it.

namespace simulator {
namespace {

WarpId place_of(const Warp& warp) { return {warp.block().linear_index(), warp.index()}; }

// Slots: destination in shared memory, source in global memory, bytes to write, bytes to read.
template <bool partly> struct Copy {
    template <bool full> static const Op* run(Warp& warp, const Op* op, Mask mask) {
        const auto bytes = read_lane<std::uint32_t>(warp.lanes(op->slots[2]), std::countr_zero(mask));
        Op source = *op;
        source.offset = static_cast<std::int32_t>(op->extra);
        source.extra = 0;
        source.narrow_address = false;
        Op target = *op;
        target.extra = 0;
        Addresses from;
        Addresses to;
        from.find<full>(warp, &source, 1, mask, bytes);
        to.find<full>(warp, &target, 0, mask, bytes);

        Mask readers = mask;
        if constexpr (partly)
            for (Mask rest = mask; rest != 0; rest &= rest - 1) {
                const int lane = std::countr_zero(rest);
                if (read_lane<std::uint32_t>(warp.lanes(op->slots[3]), lane) == 0)
                    readers &= ~(Mask{1} << lane);
            }
        const std::uint32_t index = warp.core().kernel().index_of(op);
        LanePointers sources;
        Access load = {place_of(warp),
                       index,
                       MemorySpace::global,
                       AccessKind::load,
                       Strength::weak,
                       readers == mask ? from.shape() : Shape::scattered,
                       static_cast<std::uint8_t>(bytes),
                       from.pattern(),
                       readers,
                       from.begin(),
                       from.list(),
                       nullptr};
        if (readers != 0) {
            admit(warp, load, from, sources);
            if (warp.core().incidents().stopped()) return nullptr;
        } else {
            sources.mask = 0;
        }
        load.mask = sources.mask;
        const auto copied = [&](std::size_t lane, std::byte* destination) {
            std::uint32_t kept = (sources.mask >> lane & 1) != 0 ? bytes : 0;
            if constexpr (partly)
                kept = std::min(kept,
                                read_lane<std::uint32_t>(warp.lanes(op->slots[3]), static_cast<int>(lane)));
            if (kept != 0)
                std::memcpy(destination,
                            sources.has_common_base ? sources.base + from[lane] : sources.at[lane], kept);
            std::memset(destination + kept, 0, bytes - kept);
        };
        constexpr std::size_t stride = 16; // bytes per lane in Access::values
        alignas(16) std::byte values[warp_size * stride];
        const bool is_observed = warp.core().observer() != nullptr;
        if (is_observed)
            for (Mask rest = mask; rest != 0; rest &= rest - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
                copied(lane, values + lane * stride);
            }
        Access store = {place_of(warp),
                        index,
                        MemorySpace::shared,
                        AccessKind::store,
                        Strength::weak,
                        to.shape(),
                        static_cast<std::uint8_t>(bytes),
                        to.pattern(),
                        mask,
                        to.begin(),
                        to.list(),
                        is_observed ? values : nullptr};
        LanePointers targets;
        admit_copy(warp, store, load, to, targets);
        if (warp.core().incidents().stopped()) return nullptr;
        warp.core().note_change();
        for (Mask rest = targets.mask; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
            copied(lane, targets.has_common_base ? targets.base + to[lane] : targets.at[lane]);
        }
        return op + 1;
    }
};

const Op* commit(Warp& warp, const Op* op, Mask mask) {
    if (Observer* const observer = warp.core().observer()) observer->copies_grouped(place_of(warp), mask);
    return op + 1;
}

const Op* wait_for_groups(Warp& warp, const Op* op, Mask mask) {
    if (Observer* const observer = warp.core().observer())
        observer->copies_finished(place_of(warp), mask,
                                  read_lane<std::uint32_t>(warp.lanes(op->slots[0]), std::countr_zero(mask)));
    return op + 1;
}

const Op* wait_for_all(Warp& warp, const Op* op, Mask mask) {
    if (Observer* const observer = warp.core().observer()) {
        observer->copies_grouped(place_of(warp), mask);
        observer->copies_finished(place_of(warp), mask, 0);
    }
    return op + 1;
}

} // namespace

Handlers select_cp_async(const Decoding& decoding) {
    if (decoding.instruction.operands[3].kind != ptx::Operand::Kind::none)
        return {&Copy<true>::run<true>, &Copy<true>::run<false>};
    return {&Copy<false>::run<true>, &Copy<false>::run<false>};
}

Handlers select_cp_async_commit(const Decoding&) { return {&commit, &commit}; }
Handlers select_cp_async_wait(const Decoding&) { return {&wait_for_groups, &wait_for_groups}; }
Handlers select_cp_async_wait_all(const Decoding&) { return {&wait_for_all, &wait_for_all}; }

} // namespace simulator
