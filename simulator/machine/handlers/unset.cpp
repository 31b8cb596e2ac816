#include <array>
#include <bit>

#include "analysis/unset.h"
#include "machine/core.h"
#include "machine/warp.h"

// Follows registers without a value, around the instructions that decoding has marked.

namespace simulator {
namespace {

// What is known of a register in a frame, and begins as zeros: no lane has set it.
struct Shadow {
    alignas(64) Mask set;                        // lanes in which it has a value
    alignas(64) std::uint32_t origin[warp_size]; // of the others
};
static_assert(sizeof(Shadow) == Watch::shadow_bytes);

// An origin is 0 where nothing was ever set. Else it says who first computed without a value or loaded what
// nobody wrote: the index of the watch, and which of its operands had none. With the top bit the value has
// only been copied since, which may be stored.
constexpr std::uint32_t copied_bit = 0x8000'0000;
constexpr std::uint32_t outside = Watch::most_operands - 1; // in place of an operand: memory, another lane

std::uint32_t origin_of(std::uint32_t watch, std::size_t operand) {
    return 1 + watch * static_cast<std::uint32_t>(Watch::most_operands) + static_cast<std::uint32_t>(operand);
}

bool is_copy(std::uint32_t origin) { return origin == 0 || (origin & copied_bit) != 0; }

// The lanes of a result that have no value, and why.
struct Unset {
    Mask lanes = 0;
    std::array<std::uint32_t, warp_size> origin = {};
};

Shadow& shadow_at(const Warp& warp, std::uint32_t offset) {
    return *reinterpret_cast<Shadow*>(warp.base[0] + offset);
}

class Following {
public:
    Following(Warp& warp, const Op* op, Mask mask)
        : warp_(warp), kernel_(warp.core().kernel()), index_(op->extra), watch_(kernel_.watches[op->extra]),
          mask_(mask) {}

    // What happens to values when the instruction is executed, by the lanes whose guard holds.
    void pass_on() {
        find_unset();
        obey_guard();
        if (watch_.rule == UnsetRule::shuffles) warp_.shuffled.offer(mask_);
        if (any_ == 0) return mark({});
        for (std::size_t n = 0; n < watch_.operands.size(); ++n) tell_use(n);
        mark(result());
    }

    // The lanes @p unread have loaded what nobody wrote.
    void take_loaded(Mask unread) {
        obey_guard();
        Unset result;
        result.lanes = unread & mask_;
        result.origin.fill(origin_of(index_, outside) | copied_bit);
        mark(result);
    }

    // Lanes have taken from others what has no value there.
    void take_shuffled(const Shuffled& shuffled) {
        obey_guard();
        Unset result;
        result.lanes = shuffled.taken() & mask_;
        for (unsigned lane = 0; lane < warp_size; ++lane) {
            const std::uint32_t origin = shuffled.origin(lane);
            result.origin[lane] = origin == Shuffled::absent ? origin_of(index_, outside) : origin;
        }
        mark_at(watch_.results.front(), result);
    }

private:
    void find_unset() {
        for (std::size_t n = 0; n < watch_.operands.size(); ++n) {
            const std::uint32_t shadow = watch_.operands[n].shadow;
            unset_[n] = shadow == Watch::no_shadow ? 0 : mask_ & ~shadow_at(warp_, shadow).set;
            any_ |= unset_[n];
        }
    }

    // The guard's own value is needed by all lanes; those of other operands only where it holds.
    void obey_guard() {
        if (watch_.guard == Op::unguarded) return;
        const Mask holds = warp_.predicate({watch_.guard & ~Op::guard_negated});
        mask_ &= (watch_.guard & Op::guard_negated) != 0 ? ~holds : holds;
        for (std::size_t n = 0; n < watch_.operands.size(); ++n)
            if (watch_.operands[n].use != UnsetUse::guard) unset_[n] &= mask_;
    }

    void tell_use(std::size_t n) {
        const WatchedOperand& operand = watch_.operands[n];
        for (Mask rest = unset_[n]; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            const std::uint32_t origin = shadow_at(warp_, operand.shadow).origin[lane];
            if (operand.use == UnsetUse::offered) warp_.shuffled.offer_unset(lane, origin);
            if (is_told(operand.use, origin)) tell(origin == 0 ? origin_of(index_, n) : origin, lane);
        }
    }

    [[nodiscard]] bool is_told(UnsetUse use, std::uint32_t origin) const {
        switch (use) {
            case UnsetUse::needed:
            case UnsetUse::guard: return true;
            case UnsetUse::stored: return !is_copy(origin);
            // A sum over some lanes of a warp leaves nonsense in most of them, also as a function's result.
            case UnsetUse::kept: return !is_copy(origin) && source_of(origin) != UnsetSource::absent_lane;
            case UnsetUse::passed:
            case UnsetUse::offered:
            case UnsetUse::ignored: break;
        }
        return false;
    }

    [[nodiscard]] const Watch& first_of(std::uint32_t origin) const {
        return kernel_.watches[((origin & ~copied_bit) - 1) / Watch::most_operands];
    }

    [[nodiscard]] UnsetSource source_of(std::uint32_t origin) const {
        if (((origin & ~copied_bit) - 1) % Watch::most_operands != outside) return UnsetSource::variable;
        return first_of(origin).rule == UnsetRule::shuffles ? UnsetSource::absent_lane
                                                            : UnsetSource::local_memory;
    }

    void tell(std::uint32_t origin, unsigned lane) {
        const Watch& first = first_of(origin);
        const UnsetSource source = source_of(origin);
        const std::uint32_t operand = ((origin & ~copied_bit) - 1) % Watch::most_operands;
        const ptx::Function& function = *kernel_.functions[kernel_.info[first.op].function].source;
        const std::string_view name = source == UnsetSource::variable
                                          ? function.registers[first.operands[operand].reg].name
                                          : std::string_view();
        warp_.core().listener()->unset_used({warp_.block().linear(), warp_.index()}, first.op, lane, source,
                                            name);
    }

    Unset result() {
        switch (watch_.rule) {
            case UnsetRule::computes: return computed();
            case UnsetRule::chooses: return chosen();
            case UnsetRule::copies:
            case UnsetRule::ands:
            case UnsetRule::ors: return copied();
            case UnsetRule::sets:
            case UnsetRule::loads:
            case UnsetRule::shuffles: break;
        }
        return {};
    }

    // One operand of a lane takes the blame, a computed one before copies. Where @p computes, the result is a
    // computed value from here on.
    void blame(Unset& result, std::size_t n, Mask lanes, bool computes) {
        for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            std::uint32_t origin = shadow_at(warp_, watch_.operands[n].shadow).origin[lane];
            const bool known = (result.lanes >> lane & 1) != 0;
            if (known && (is_copy(origin) || !is_copy(result.origin[lane]))) continue;
            if (computes) origin = origin == 0 ? origin_of(index_, n) : origin & ~copied_bit;
            result.origin[lane] = origin;
        }
        result.lanes |= lanes;
    }

    Unset computed() {
        Unset result;
        for (std::size_t n = 0; n < watch_.operands.size(); ++n)
            if (watch_.operands[n].use == UnsetUse::passed) blame(result, n, unset_[n], true);
        return result;
    }

    // `d = q ? a : b`
    Unset chosen() {
        Unset result;
        const WatchedOperand& selector = watch_.operands[2];
        const Mask first = value_of(selector) & ~unset_[2];
        const Mask second = ~value_of(selector) & ~unset_[2];
        blame(result, 0, unset_[0] & first, false);
        blame(result, 1, unset_[1] & second, false);
        blame(result, 2, unset_[2], true);
        return result;
    }

    // A word of which some bits have a value and others not counts as set, unless the others were computed.
    Unset copied() {
        Unset result;
        Mask some_set = 0;
        for (std::size_t n = 0; n < watch_.operands.size(); ++n) {
            const WatchedOperand& operand = watch_.operands[n];
            if (operand.use != UnsetUse::passed || operand.constant) continue;
            if (operand.lane_bytes != 0) some_set |= ~unset_[n];
            blame(result, n, unset_[n], false);
        }
        for (Mask rest = result.lanes & some_set; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            if (is_copy(result.origin[lane])) result.lanes &= ~(Mask{1} << lane);
        }
        result.lanes &= ~settled();
        return result;
    }

    // Lanes in which one operand decides the result of `and` or `or`, whatever the other is. A whole number
    // that is not 0 counts as true: it may be a bool.
    [[nodiscard]] Mask settled() const {
        if (watch_.rule != UnsetRule::ands && watch_.rule != UnsetRule::ors) return 0;
        Mask lanes = 0;
        for (std::size_t n = 0; n < watch_.operands.size(); ++n) {
            if (watch_.operands[n].use != UnsetUse::passed || watch_.operands[n].constant) continue;
            const Mask value = value_of(watch_.operands[n]);
            lanes |= (watch_.rule == UnsetRule::ands ? ~value : value) & ~unset_[n];
        }
        return lanes;
    }

    // Lanes in which an operand is true, or not 0.
    [[nodiscard]] Mask value_of(const WatchedOperand& operand) const {
        const std::byte* const lanes = warp_.lanes(operand.value);
        if (operand.lane_bytes == 0) {
            const Mask value = warp_.predicate(operand.value);
            return operand.negated ? ~value : value;
        }
        Mask value = 0;
        for (unsigned lane = 0; lane < warp_size; ++lane) {
            const bool is_set = operand.lane_bytes == 8
                                    ? reinterpret_cast<const std::uint64_t*>(lanes)[lane] != 0
                                    : reinterpret_cast<const std::uint32_t*>(lanes)[lane] != 0;
            value |= Mask{is_set} << lane;
        }
        return value;
    }

    void mark(const Unset& result) {
        for (const std::uint32_t offset : watch_.results) mark_at(offset, result);
    }

    void mark_at(std::uint32_t offset, const Unset& result) {
        Shadow& shadow = shadow_at(warp_, offset);
        shadow.set = (shadow.set & ~mask_) | (mask_ & ~result.lanes);
        for (Mask rest = result.lanes & mask_; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            shadow.origin[lane] = result.origin[lane];
        }
    }

    Warp& warp_;
    const Kernel& kernel_;
    const std::uint32_t index_;
    const Watch& watch_;
    Mask mask_;
    std::array<Mask, Watch::most_operands> unset_ = {};
    Mask any_ = 0;
};

const Op* in_front(Warp& warp, const Op* op, Mask mask) {
    if (warp.core().listener() == nullptr) return op + 1;
    Following(warp, op, mask).pass_on();
    warp.unread = 0;
    return op + 1;
}

const Op* behind(Warp& warp, const Op* op, Mask mask) {
    if (warp.core().kernel().watches[op->extra].rule == UnsetRule::shuffles) {
        if ((warp.shuffled.taken() & mask) != 0) Following(warp, op, mask).take_shuffled(warp.shuffled);
    } else if (warp.unread != 0) {
        Following(warp, op, mask).take_loaded(warp.unread);
    }
    return op + 1;
}

} // namespace

Handlers watch_handlers(bool is_behind) {
    const Handler handler = is_behind ? &behind : &in_front;
    return {handler, handler};
}

} // namespace simulator
