#include <array>
#include <bit>

#include "analysis/definedness.h"
#include "machine/core.h"
#include "machine/warp.h"

// Definedness tracking (as in Memcheck): shadow ops around the instructions that decoding has marked.

namespace simulator {
namespace {

// Shadow of a register in a frame. It starts as zeros: undefined in all lanes.
struct Shadow {
    alignas(64) Mask defined;                    // lanes in which the register is defined
    alignas(64) std::uint32_t origin[warp_size]; // origin of the undefined value in each other lane
};
static_assert(sizeof(Shadow) == ShadowOp::shadow_bytes);

// Origin 0: from a register that was never written. Otherwise it identifies the instruction that first
// computed with an undefined value, loaded uninitialized memory or read an inactive lane: the index of its
// shadow op, and its undefined operand. Top bit set, or 0: loaded or read, and since then only copied; a
// store of such a value is not reported.
constexpr std::uint32_t copied_bit = 0x8000'0000;
constexpr std::uint32_t outside_operand =
    ShadowOp::max_operands - 1; // instead of an operand index: memory, another lane

std::uint32_t origin_of(std::uint32_t shadow_op, std::size_t operand) {
    return 1 + shadow_op * static_cast<std::uint32_t>(ShadowOp::max_operands) +
           static_cast<std::uint32_t>(operand);
}

bool is_copy(std::uint32_t origin) { return origin == 0 || (origin & copied_bit) != 0; }

// The undefined lanes of a result, and their origins.
struct UndefinedLanes {
    Mask lanes = 0;
    std::array<std::uint32_t, warp_size> origin = {};
};

Shadow& shadow_at(const Warp& warp, std::uint32_t offset) {
    return *reinterpret_cast<Shadow*>(warp.base[0] + offset);
}

class DefinednessPropagation {
public:
    DefinednessPropagation(Warp& warp, const Op* op, Mask mask)
        : warp_(warp), kernel_(warp.core().kernel()), index_(op->extra),
          shadow_op_(kernel_.shadow_ops[op->extra]), mask_(mask) {}

    // Propagates definedness through the instruction, in the lanes whose guard holds.
    void propagate() {
        find_undefined();
        apply_guard();
        if (shadow_op_.rule == DefinednessRule::shuffles) warp_.shuffle_definedness.offer_defined(mask_);
        if (any_ == 0) return set_shadows({});
        for (std::size_t n = 0; n < shadow_op_.operands.size(); ++n) report_use(n);
        set_shadows(result());
    }

    // Marks the lanes @p uninitialized_lanes of a load as undefined.
    void propagate_load(Mask uninitialized_lanes) {
        apply_guard();
        UndefinedLanes result;
        result.lanes = uninitialized_lanes & mask_;
        result.origin.fill(origin_of(index_, outside_operand) | copied_bit);
        set_shadows(result);
    }

    // Marks lanes undefined that have received undefined values in a shuffle.
    void propagate_shuffle(const ShuffleDefinedness& shuffle_definedness) {
        apply_guard();
        UndefinedLanes result;
        result.lanes = shuffle_definedness.undefined_lanes() & mask_;
        for (unsigned lane = 0; lane < warp_size; ++lane) {
            const std::uint32_t origin = shuffle_definedness.origin(lane);
            result.origin[lane] =
                origin == ShuffleDefinedness::inactive_lane ? origin_of(index_, outside_operand) : origin;
        }
        set_shadow(shadow_op_.results.front(), result);
    }

private:
    void find_undefined() {
        for (std::size_t n = 0; n < shadow_op_.operands.size(); ++n) {
            const std::uint32_t shadow = shadow_op_.operands[n].shadow;
            undefined_[n] = shadow == ShadowOp::no_shadow ? 0 : mask_ & ~shadow_at(warp_, shadow).defined;
            any_ |= undefined_[n];
        }
    }

    // All lanes use the guard itself; the other operands are used only where the guard holds.
    void apply_guard() {
        if (shadow_op_.guard == Op::unguarded) return;
        const Mask holds = warp_.predicate({shadow_op_.guard & ~Op::guard_negated});
        mask_ &= (shadow_op_.guard & Op::guard_negated) != 0 ? ~holds : holds;
        for (std::size_t n = 0; n < shadow_op_.operands.size(); ++n)
            if (shadow_op_.operands[n].use != DefinednessUse::guard) undefined_[n] &= mask_;
    }

    void report_use(std::size_t n) {
        const ShadowOperand& operand = shadow_op_.operands[n];
        for (Mask rest = undefined_[n]; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            const std::uint32_t origin = shadow_at(warp_, operand.shadow).origin[lane];
            if (operand.use == DefinednessUse::offered)
                warp_.shuffle_definedness.offer_undefined(lane, origin);
            if (is_reported(operand.use, origin)) report(origin == 0 ? origin_of(index_, n) : origin, lane);
        }
    }

    [[nodiscard]] bool is_reported(DefinednessUse use, std::uint32_t origin) const {
        switch (use) {
            case DefinednessUse::needed:
            case DefinednessUse::guard: return true;
            case DefinednessUse::stored: return !is_copy(origin);
            // A reduction over some lanes of a warp leaves meaningless values in most of them, also as a
            // function's result.
            case DefinednessUse::kept:
                return !is_copy(origin) && source_of(origin) != UninitializedSource::inactive_lane;
            case DefinednessUse::propagated:
            case DefinednessUse::offered:
            case DefinednessUse::ignored: break;
        }
        return false;
    }

    [[nodiscard]] const ShadowOp& origin_op(std::uint32_t origin) const {
        return kernel_.shadow_ops[((origin & ~copied_bit) - 1) / ShadowOp::max_operands];
    }

    [[nodiscard]] UninitializedSource source_of(std::uint32_t origin) const {
        if (((origin & ~copied_bit) - 1) % ShadowOp::max_operands != outside_operand)
            return UninitializedSource::variable;
        return origin_op(origin).rule == DefinednessRule::shuffles ? UninitializedSource::inactive_lane
                                                                   : UninitializedSource::local_memory;
    }

    void report(std::uint32_t origin, unsigned lane) {
        const ShadowOp& first = origin_op(origin);
        const UninitializedSource source = source_of(origin);
        const std::uint32_t operand = ((origin & ~copied_bit) - 1) % ShadowOp::max_operands;
        const ptx::Function& function = *kernel_.functions[kernel_.info[first.op].function].source;
        const std::string_view name = source == UninitializedSource::variable
                                          ? function.registers[first.operands[operand].reg].name
                                          : std::string_view();
        warp_.core().observer()->uninitialized_used({warp_.block().linear_index(), warp_.index()}, first.op,
                                                    lane, source, name);
    }

    UndefinedLanes result() {
        switch (shadow_op_.rule) {
            case DefinednessRule::computes: return computed();
            case DefinednessRule::selects: return chosen();
            case DefinednessRule::copies:
            case DefinednessRule::ands:
            case DefinednessRule::ors: return copied();
            case DefinednessRule::defines:
            case DefinednessRule::loads:
            case DefinednessRule::shuffles: break;
        }
        return {};
    }

    // Stores the origin of one undefined operand per lane, preferring a computed one to copies. With
    // @p computes, the result counts as computed from here on.
    void merge_origin(UndefinedLanes& result, std::size_t n, Mask lanes, bool computes) {
        for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            std::uint32_t origin = shadow_at(warp_, shadow_op_.operands[n].shadow).origin[lane];
            const bool known = (result.lanes >> lane & 1) != 0;
            if (known && (is_copy(origin) || !is_copy(result.origin[lane]))) continue;
            if (computes) origin = origin == 0 ? origin_of(index_, n) : origin & ~copied_bit;
            result.origin[lane] = origin;
        }
        result.lanes |= lanes;
    }

    UndefinedLanes computed() {
        UndefinedLanes result;
        for (std::size_t n = 0; n < shadow_op_.operands.size(); ++n)
            if (shadow_op_.operands[n].use == DefinednessUse::propagated)
                merge_origin(result, n, undefined_[n], true);
        return result;
    }

    // `d = q ? a : b`
    UndefinedLanes chosen() {
        UndefinedLanes result;
        const ShadowOperand& selector = shadow_op_.operands[2];
        const Mask first = value_of(selector) & ~undefined_[2];
        const Mask second = ~value_of(selector) & ~undefined_[2];
        merge_origin(result, 0, undefined_[0] & first, false);
        merge_origin(result, 1, undefined_[1] & second, false);
        merge_origin(result, 2, undefined_[2], true);
        return result;
    }

    // A partly defined word counts as defined, unless the undefined bits were computed.
    UndefinedLanes copied() {
        UndefinedLanes result;
        Mask partly_defined = 0;
        for (std::size_t n = 0; n < shadow_op_.operands.size(); ++n) {
            const ShadowOperand& operand = shadow_op_.operands[n];
            if (operand.use != DefinednessUse::propagated || operand.constant) continue;
            if (operand.lane_bytes != 0) partly_defined |= ~undefined_[n];
            merge_origin(result, n, undefined_[n], false);
        }
        for (Mask rest = result.lanes & partly_defined; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            if (is_copy(result.origin[lane])) result.lanes &= ~(Mask{1} << lane);
        }
        result.lanes &= ~determined_lanes();
        return result;
    }

    // Lanes in which one operand alone determines the result of `and` or `or`. A nonzero integer counts as
    // true, because it may be a bool.
    [[nodiscard]] Mask determined_lanes() const {
        if (shadow_op_.rule != DefinednessRule::ands && shadow_op_.rule != DefinednessRule::ors) return 0;
        Mask lanes = 0;
        for (std::size_t n = 0; n < shadow_op_.operands.size(); ++n) {
            if (shadow_op_.operands[n].use != DefinednessUse::propagated || shadow_op_.operands[n].constant)
                continue;
            const Mask value = value_of(shadow_op_.operands[n]);
            lanes |= (shadow_op_.rule == DefinednessRule::ands ? ~value : value) & ~undefined_[n];
        }
        return lanes;
    }

    // Lanes in which an operand is true, or nonzero.
    [[nodiscard]] Mask value_of(const ShadowOperand& operand) const {
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

    void set_shadows(const UndefinedLanes& result) {
        for (const std::uint32_t offset : shadow_op_.results) set_shadow(offset, result);
    }

    void set_shadow(std::uint32_t offset, const UndefinedLanes& result) {
        Shadow& shadow = shadow_at(warp_, offset);
        shadow.defined = (shadow.defined & ~mask_) | (mask_ & ~result.lanes);
        for (Mask rest = result.lanes & mask_; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            shadow.origin[lane] = result.origin[lane];
        }
    }

    Warp& warp_;
    const Kernel& kernel_;
    const std::uint32_t index_;
    const ShadowOp& shadow_op_;
    Mask mask_;
    std::array<Mask, ShadowOp::max_operands> undefined_ = {};
    Mask any_ = 0;
};

const Op* before(Warp& warp, const Op* op, Mask mask) {
    if (warp.core().observer() == nullptr) return op + 1;
    DefinednessPropagation(warp, op, mask).propagate();
    warp.uninitialized_lanes = 0;
    return op + 1;
}

const Op* after(Warp& warp, const Op* op, Mask mask) {
    if (warp.core().kernel().shadow_ops[op->extra].rule == DefinednessRule::shuffles) {
        if ((warp.shuffle_definedness.undefined_lanes() & mask) != 0)
            DefinednessPropagation(warp, op, mask).propagate_shuffle(warp.shuffle_definedness);
    } else if (warp.uninitialized_lanes != 0) {
        DefinednessPropagation(warp, op, mask).propagate_load(warp.uninitialized_lanes);
    }
    return op + 1;
}

} // namespace

Handlers shadow_op_handlers(bool is_after) {
    const Handler handler = is_after ? &after : &before;
    return {handler, handler};
}

} // namespace simulator
