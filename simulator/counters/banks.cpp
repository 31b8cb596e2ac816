#include "counters/banks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace simulator {
namespace {

constexpr std::uint32_t banks = 32;

/// Returns whether each lane of the mask has the address of its partner, the lane whose number differs by @p
/// bit, unless the partner is inactive.
bool paired(const Address* addresses, Mask mask, int bit) {
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const int partner = lane ^ bit;
        if ((mask >> partner & 1) != 0 && addresses[partner] != addresses[lane]) return false;
    }
    return true;
}

int passes_of_access(const Access& access, std::uint32_t bytes) {
    const int passes = passes_of(bytes);
    if (passes == 1 || access.kind != AccessKind::load || access.shape == Shape::consecutive) return passes;
    const bool merged = access.shape == Shape::uniform || paired(access.addresses, access.mask, 1) ||
                        paired(access.addresses, access.mask, 2);
    return merged ? passes / 2 : passes;
}

/// Returns whether no bank has two different words of a pass: true for most passes of most programs.
bool conflict_free(const Address* addresses, Mask lanes, std::uint32_t words) {
    std::array<std::uint32_t, banks> held;
    Mask busy = 0;
    for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto first = static_cast<std::uint32_t>(addresses[std::countr_zero(rest)] >> 2);
        for (std::uint32_t word = first; word < first + words; ++word) {
            const std::uint32_t bank = word % banks;
            if ((busy >> bank & 1) != 0 && held[bank] != word) return false;
            held[bank] = word;
            busy |= 1U << bank;
        }
    }
    return true;
}

/// Returns the number of words of the busiest bank. Without @p merge, every lane counts.
std::uint32_t busiest_bank(const Address* addresses, Mask lanes, std::uint32_t words, bool merge,
                           LaneSet& set) {
    std::array<std::uint8_t, banks> load = {};
    std::uint32_t max_words = 0;
    set.clear();
    for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto first = static_cast<std::uint32_t>(addresses[std::countr_zero(rest)] >> 2);
        for (std::uint32_t word = first; word < first + words; ++word) {
            if (merge && std::exchange(set[word], 1) != 0) continue;
            max_words = std::max<std::uint32_t>(max_words, ++load[word % banks]);
        }
    }
    return max_words;
}

// Returns the wavefronts of all passes, with one memory access per lane.
Wavefronts of_passes(const Access& access, std::uint32_t bytes, LaneSet& set) {
    const int passes = passes_of_access(access, bytes);
    const bool merge = access.kind != AccessKind::atomic || access.lowering == AtomicLowering::popc_inc ||
                       access.lowering == AtomicLowering::warp_aggregated;
    if (access.shape == Shape::consecutive ||
        (access.shape == Shape::uniform && merge && access.mask == all_lanes))
        return {static_cast<std::uint32_t>(passes), static_cast<std::uint32_t>(passes)};

    const std::uint32_t words = std::max(bytes / 4, 1U);
    Wavefronts all;
    for (int pass = 0; pass < passes; ++pass) {
        const Mask lanes = access.mask & lanes_of_pass(pass, passes);
        if (lanes == 0) continue;
        ++all.ideal;
        all.taken += words == 1 && in_different_banks(access.addresses, lanes) ? 1
                     : merge && conflict_free(access.addresses, lanes, words)
                         ? 1
                         : busiest_bank(access.addresses, lanes, words, merge, set);
    }
    return all;
}

} // namespace

Wavefronts wavefronts(const Access& access, std::uint32_t bytes, LaneSet& set) {
    Wavefronts all = of_passes(access, bytes, set);
    if (access.lowering == AtomicLowering::compare_and_swap) {
        all.ideal += all.taken;
        all.taken *= 2;
    }
    return all;
}

} // namespace simulator
