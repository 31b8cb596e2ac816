#include "machine/handlers/memory.h"

#include <bit>

#include <fmt/format.h>

namespace simulator {
namespace {

// Finds what lies in one piece of memory, without asking lane by lane.
bool place_together(Warp& warp, const Op* op, MemorySpace space, AccessKind kind, std::uint32_t bytes,
                    const Addresses& addresses, Places& places) {
    if (!addresses.aligned(bytes)) return false;
    Core& core = warp.core();
    places.together = true;
    switch (space) {
        case MemorySpace::global:
        case MemorySpace::constant: {
            const Stretch* const stretch =
                core.stretch(core.kernel().index_of(op), addresses.begin(), addresses.end());
            if (stretch == nullptr || (stretch->read_only && kind != AccessKind::load)) return false;
            places.base = reinterpret_cast<std::byte*>(stretch->host);
            return true;
        }
        case MemorySpace::shared:
            places.base = warp.block().shared();
            return addresses.end() <= core.shared_bytes();
        case MemorySpace::param:
            places.base = const_cast<std::byte*>(core.request().parameters.data());
            return addresses.end() <= core.request().parameters.size() && kind == AccessKind::load;
        case MemorySpace::local: break;
    }
    places.together = false;
    if (addresses.end() > core.local_bytes()) return false;
    for (std::size_t lane = 0; lane < warp_size; ++lane)
        places.at[lane] = warp.local() + lane * core.local_bytes() + addresses[lane];
    return true;
}

bool place_together(Warp& warp, const Op* op, const Access& access, const Addresses& addresses, Places& places) {
    return place_together(warp, op, access.space, access.kind, access.bytes, addresses, places);
}

// The bytes of one lane, or null.
std::byte* place_of_lane(Warp& warp, const Access& access, std::size_t lane) {
    const Address address = access.addresses[lane];
    Core& core = warp.core();
    if ((address & (access.bytes - 1)) != 0) return nullptr;
    switch (access.space) {
        case MemorySpace::global:
        case MemorySpace::constant: {
            const Allocation* const allocation = core.launch().memory.find(address);
            if (allocation == nullptr || address + access.bytes > allocation->end()) return nullptr;
            if (allocation->origin == Origin::constant && access.kind != AccessKind::load) return nullptr;
            return allocation->host + (address - allocation->begin);
        }
        case MemorySpace::shared:
            if (address >= core.shared_bytes() || address + access.bytes > core.shared_bytes())
                return nullptr;
            return warp.block().shared() + address;
        case MemorySpace::local:
            if (address >= core.local_bytes() || address + access.bytes > core.local_bytes()) return nullptr;
            return warp.local() + lane * core.local_bytes() + address;
        case MemorySpace::param: return nullptr;
    }
    return nullptr;
}

void stop_at(Warp& warp, const Op* op, const Access& access, Mask culprit) {
    const int lane = std::countr_zero(culprit);
    const bool misaligned = (access.addresses[lane] & (access.bytes - 1)) != 0;
    warp.fault(misaligned ? FaultKind::misaligned_address : FaultKind::illegal_address,
               misaligned ? FindingKind::misaligned : FindingKind::out_of_bounds, op, culprit,
               describe(access, lane), {}, access.addresses[lane]);
}

void admit_lane_by_lane(Warp& warp, const Op* op, const Access& access, Places& places) {
    places.together = false;
    for (Mask rest = places.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        places.at[lane] = place_of_lane(warp, access, lane);
        if (places.at[lane] != nullptr) continue;
        const Mask culprit = Mask{1} << lane;
        if (warp.core().observer() == nullptr) {
            stop_at(warp, op, access, culprit);
            places.mask = 0;
            return;
        }
        warp.core().refused(op, warp, access, culprit, false);
        places.mask &= ~culprit;
    }
}

// What an observer has refused is left out. Returns whether nothing was.
bool pass(Warp& warp, const Op* op, const Access& access, const Judgement& judgement, Places& places) {
    const Mask refused = judgement.refused & access.mask;
    if (refused == 0) return true;
    warp.core().refused(op, warp, access, refused, judgement.stop);
    places.mask = judgement.stop ? 0 : places.mask & ~refused;
    admit_lane_by_lane(warp, op, access, places);
    return false;
}

} // namespace

bool admit_unwatched(Warp& warp, const Op* op, MemorySpace space, AccessKind kind, std::uint32_t bytes, Mask mask,
                     const Addresses& addresses, Places& places) {
    if (warp.core().attentive() || !place_together(warp, op, space, kind, bytes, addresses, places)) return false;
    places.mask = mask;
    if (MemoryFlags::of(op).strength != Strength::weak) warp.polled();
    return true;
}

void admit(Warp& warp, const Op* op, Access& access, Addresses& addresses, Places& places) {
    Core& core = warp.core();
    places.mask = access.mask;
    if (core.attentive()) addresses.spell_out();
    const bool watched = access.space != MemorySpace::constant && access.space != MemorySpace::param;
    if (core.observer() != nullptr && watched &&
        !pass(warp, op, access, core.observer()->access(access), places))
        return;
    if (!place_together(warp, op, access, addresses, places)) {
        addresses.spell_out();
        admit_lane_by_lane(warp, op, access, places);
        if (places.mask == 0) return;
    }
    if (watched) core.count(access);
    if (access.strength != Strength::weak || access.kind == AccessKind::atomic) warp.polled();
}

void admit_copy(Warp& warp, const Op* op, Access& access, Addresses& addresses, Places& places) {
    Core& core = warp.core();
    places.mask = access.mask;
    addresses.spell_out();
    if (core.observer() != nullptr && !pass(warp, op, access, core.observer()->copy_started(access), places))
        return;
    if (!place_together(warp, op, access, addresses, places)) admit_lane_by_lane(warp, op, access, places);
    if (places.mask != 0) core.count(access);
}

std::string describe(const Access& access, int lane) {
    static constexpr const char* spaces[] = {"global", "shared", "local", "constant", "parameter"};
    static constexpr const char* verbs[] = {"reads", "writes", "updates"};
    const Address address = access.addresses[lane];
    const bool misaligned = (address & (access.bytes - 1)) != 0;
    return fmt::format("{} {} bytes at {:#x} in {} memory, {}", verbs[static_cast<int>(access.kind)],
                       access.bytes, address, spaces[static_cast<int>(access.space)],
                       misaligned ? fmt::format("which is not a multiple of {}", access.bytes)
                                  : "which nobody has allocated");
}

} // namespace simulator
