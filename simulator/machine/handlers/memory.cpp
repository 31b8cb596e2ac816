#include "machine/handlers/memory.h"

#include <bit>

#include <fmt/format.h>

namespace simulator {
namespace {

// Four addresses at a time. Written as vectors because the loops over 32 lanes that say the same make compilers load and
// store each address several times, and this is what memory instructions spend their time on.
using Quad [[gnu::vector_size(4 * sizeof(Address))]] = Address;
using NarrowQuad [[gnu::vector_size(4 * sizeof(std::uint32_t))]] = std::uint32_t;
constexpr int quads = warp_size / 4;

Quad all_of(Address value) { return Quad{value, value, value, value}; }
Address any_bit(Quad value) { return value[0] | value[1] | value[2] | value[3]; }

// What tells the shape of 32 addresses.
struct Survey {
    Survey(Address start, std::uint32_t bytes)
        : first(all_of(start)), expected(first + Quad{0, bytes, 2 * Address{bytes}, 3 * Address{bytes}}),
          step(all_of(4 * Address{bytes})) {}

    void see(Quad addresses) {
        differs |= addresses ^ first;
        strays |= addresses ^ expected;
        bits |= addresses;
        expected += step;
    }
    Quad first;
    Quad expected; // of the next four, if addresses follow each other
    Quad step;
    Quad differs = {};
    Quad strays = {};
    Quad bits = {};
};

// No address that means anything has its top bit set, so signed comparisons, which vectorize, will do.
void find_limits(Addresses& found, std::uint32_t bytes) {
    auto lowest = static_cast<std::int64_t>(found.at[0]);
    auto highest = lowest;
#pragma GCC ivdep
    for (int lane = 0; lane < warp_size; ++lane) {
        const auto address = static_cast<std::int64_t>(found.at[lane]);
        lowest = address < lowest ? address : lowest;
        highest = address > highest ? address : highest;
    }
    found.shape = Shape::scattered;
    found.begin = static_cast<Address>(lowest);
    found.end = static_cast<Address>(highest) + bytes;
}

void conclude(const Survey& survey, Addresses& found, std::uint32_t bytes) {
    found.bits = any_bit(survey.bits);
    const bool uniform = any_bit(survey.differs) == 0;
    if (!uniform && any_bit(survey.strays) != 0) {
        find_limits(found, bytes);
        return;
    }
    found.shape = uniform ? Shape::uniform : Shape::consecutive;
    found.begin = found.at[0];
    found.end = found.at[warp_size - 1] + bytes;
}

template <class From> [[gnu::always_inline]] inline Quad widened(const From* from) {
    if constexpr (sizeof(From) == sizeof(Address))
        return *reinterpret_cast<const Quad*>(from);
    else
        return __builtin_convertvector(*reinterpret_cast<const NarrowQuad*>(from), Quad);
}

// Adds the offset to 32 bases, and surveys all in the same pass where @p full.
template <class Base, bool full> [[gnu::always_inline]] inline void
add_offset(const std::byte* lanes, Address offset, std::uint32_t bytes, Addresses& found) {
    const auto* const base = reinterpret_cast<const Base*>(lanes);
    auto* const to = reinterpret_cast<Quad*>(found.at);
    Survey survey(base[0] + offset, bytes);
    for (int n = 0; n < quads; ++n) {
        const Quad addresses = widened(base + 4 * n) + all_of(offset);
        to[n] = addresses;
        if constexpr (full) survey.see(addresses);
    }
    if constexpr (full) conclude(survey, found, bytes);
}

// What lies in one piece of memory, found without asking lane by lane.
bool admit_together(Warp& warp, const Access& access, const Addresses& addresses, Places& places) {
    if ((addresses.bits & (access.bytes - 1)) != 0) return false;
    Core& core = warp.core();
    switch (access.space) {
        case MemorySpace::global:
        case MemorySpace::constant: {
            const Stretch* const stretch = core.stretch(access.op, addresses.begin, addresses.end);
            if (stretch == nullptr || (stretch->read_only && access.kind != AccessKind::load)) return false;
            places.together = true;
            places.base = reinterpret_cast<std::byte*>(stretch->host);
            return true;
        }
        case MemorySpace::shared:
            places.together = true;
            places.base = warp.block().shared();
            return addresses.end <= core.shared_bytes();
        case MemorySpace::param:
            places.together = true;
            places.base = const_cast<std::byte*>(core.request().parameters.data());
            return addresses.end <= core.request().parameters.size() && access.kind == AccessKind::load;
        case MemorySpace::local: break;
    }
    places.together = false;
    if (addresses.end > core.local_bytes()) return false;
    for (std::size_t lane = 0; lane < warp_size; ++lane)
        places.at[lane] = warp.local() + lane * core.local_bytes() + addresses.at[lane];
    return true;
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

template <bool full> void survey(Addresses& found, Mask mask, std::uint32_t bytes) {
    if constexpr (full) {
        Survey all(found.at[0], bytes);
        for (int n = 0; n < quads; ++n) all.see(reinterpret_cast<const Quad*>(found.at)[n]);
        conclude(all, found, bytes);
    } else {
        const Address first = found.at[std::countr_zero(mask)];
        Address lowest = first;
        Address highest = first;
        Address bits = 0;
        for (Mask rest = mask; rest != 0; rest &= rest - 1) {
            const Address address = found.at[std::countr_zero(rest)];
            lowest = address < lowest ? address : lowest;
            highest = address > highest ? address : highest;
            bits |= address;
        }
        found.shape = lowest == highest ? Shape::uniform : Shape::scattered;
        found.begin = lowest;
        found.end = highest + bytes;
        found.bits = bits;
    }
}

template <bool full> void find_addresses(const Warp& warp, const Op* op, int slot, Mask mask,
                                         std::uint32_t bytes, Addresses& found) {
    auto offset = static_cast<Address>(op->offset);
    if ((op->extra & 1) != 0) offset += warp.frame().local_begin;
    const std::byte* const base = warp.lanes(op->slots[slot]);
    if (op->narrow_address)
        add_offset<std::uint32_t, full>(base, offset, bytes, found);
    else
        add_offset<Address, full>(base, offset, bytes, found);
    if constexpr (!full) survey<false>(found, mask, bytes);
}

template void survey<true>(Addresses&, Mask, std::uint32_t);
template void survey<false>(Addresses&, Mask, std::uint32_t);
template void find_addresses<true>(const Warp&, const Op*, int, Mask, std::uint32_t, Addresses&);
template void find_addresses<false>(const Warp&, const Op*, int, Mask, std::uint32_t, Addresses&);

void admit(Warp& warp, const Op* op, Access& access, const Addresses& addresses, Places& places) {
    Core& core = warp.core();
    places.mask = access.mask;
    const bool watched = access.space != MemorySpace::constant && access.space != MemorySpace::param;
    if (core.observer() != nullptr && watched &&
        !pass(warp, op, access, core.observer()->access(access), places))
        return;
    if (!admit_together(warp, access, addresses, places)) {
        admit_lane_by_lane(warp, op, access, places);
        if (places.mask == 0) return;
    }
    if (watched) core.count(access);
    if (access.strength != Strength::weak || access.kind == AccessKind::atomic) warp.polled();
}

void admit_copy(Warp& warp, const Op* op, Access& access, const Addresses& addresses, Places& places) {
    Core& core = warp.core();
    places.mask = access.mask;
    if (core.observer() != nullptr && !pass(warp, op, access, core.observer()->copy_started(access), places))
        return;
    if (!admit_together(warp, access, addresses, places)) admit_lane_by_lane(warp, op, access, places);
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
