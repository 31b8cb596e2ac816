#include "machine/handlers/memory.h"

#include <bit>

#include <fmt/core.h>

#include "finding_messages/machine_messages.h"
#include "machine/handlers/space.h"

namespace simulator {

namespace machine_messages = kernelsmith::machine_messages;

namespace {

bool find_common_base(Warp& warp, const Access& access, Addresses& addresses, LanePointers& pointers) {
    return find_common_base(warp, access.op, access.space, access.kind, access.bytes, addresses, pointers);
}

// Returns the host address of a lane's bytes; null if the access is invalid.
std::byte* pointer_of_lane(Warp& warp, const Access& access, std::size_t lane) {
    const Address address = access.addresses[lane];
    Core& core = warp.core();
    if ((address & (access.bytes - 1)) != 0) return nullptr;
    switch (access.space) {
        case MemorySpace::global:
        case MemorySpace::constant: {
            const Allocation* const allocation = core.launch().memory.find(address);
            if (allocation == nullptr || address + access.bytes > allocation->end()) return nullptr;
            if (allocation->origin == AllocationOrigin::constant && access.kind != AccessKind::load)
                return nullptr;
            return allocation->host + (address - allocation->begin);
        }
        case MemorySpace::shared:
            if (address >= core.launch().shared_bytes || address + access.bytes > core.launch().shared_bytes)
                return nullptr;
            return warp.block().shared() + address;
        case MemorySpace::local:
            if (address >= core.launch().local_bytes || address + access.bytes > core.launch().local_bytes)
                return nullptr;
            return warp.local() + lane * core.launch().local_bytes + address;
        case MemorySpace::param: return nullptr;
    }
    return nullptr;
}

// Reports an access that is invalid in all its lanes.
void report_invalid_lanes(Warp& warp, const Access& access) {
    Core& core = warp.core();
    // Only a kernel written in PTX can access its parameters out of bounds, and no check explains that.
    if (core.launch().observer != nullptr && access.space != MemorySpace::param) {
        core.incidents().invalid_access(warp.block(), access);
        return;
    }
    Fault fault = fault_of(access);
    fault.what = describe(access, std::countr_zero(access.mask));
    core.incidents().stop(std::move(fault));
}

// Removes invalid lanes from the mask. Returns whether there were none.
bool admit_lane_by_lane(Warp& warp, const Access& access, LanePointers& pointers) {
    pointers.has_common_base = false;
    Access wrong = access;
    wrong.mask = 0;
    for (Mask rest = pointers.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        pointers.at[lane] = pointer_of_lane(warp, access, lane);
        if (pointers.at[lane] == nullptr) wrong.mask |= Mask{1} << lane;
    }
    if (wrong.mask == 0) return true;
    pointers.mask &= ~wrong.mask;
    report_invalid_lanes(warp, wrong);
    return false;
}

// Removes the lanes that the observer refuses from the mask. Returns whether there were none.
bool apply_judgement(Warp& warp, const Access& access, const AccessVerdict& verdict, LanePointers& pointers) {
    Access refused = access;
    refused.mask &= verdict.refused;
    if (refused.mask == 0) return true;
    warp.core().incidents().refused(refused, verdict.stop);
    pointers.mask = verdict.stop ? 0 : pointers.mask & ~refused.mask;
    admit_lane_by_lane(warp, access, pointers);
    return false;
}

// Calls the observer, and finds the bytes of each lane. Returns whether all lanes are valid.
bool find_bytes(Warp& warp, Access& access, Addresses& addresses, LanePointers& pointers) {
    Core& core = warp.core();
    pointers.mask = access.mask;
    addresses.materialize();
    if (core.observer() != nullptr && access.space != MemorySpace::param) {
        const AccessVerdict verdict = core.observer()->access(access);
        warp.uninitialized_lanes |= verdict.uninitialized_lanes;
        if (!apply_judgement(warp, access, verdict, pointers)) return false;
    }
    return find_common_base(warp, access, addresses, pointers) || admit_lane_by_lane(warp, access, pointers);
}

} // namespace

void find_addresses(Addresses& addresses, const Warp& warp, const Op* op, int slot, Mask mask,
                    std::uint32_t bytes) {
    if (mask == all_lanes)
        addresses.find_by_pattern<true>(warp, op, slot, mask, bytes);
    else
        addresses.find_by_pattern<false>(warp, op, slot, mask, bytes);
}

void count_unobserved(Warp& warp, const Op* op, MemorySpace space, AccessKind kind, std::uint32_t bytes,
                      Mask mask, Addresses& addresses) {
    Counters& counters = warp.core().instrumentation().counters();
    const bool polls = MemoryFlags::of(op).polls;
    if (polls) addresses.materialize();
    Access access = access_of(warp, op, space, kind, bytes, mask, addresses);
    access.polls = polls;
    access.again = polls && warp.repeats_last_poll(access);
    if (polls) access.idle_lanes = warp.take_idle_lanes();
    if (access.shape == Shape::scattered && !counters.can_count_without_addresses(access))
        addresses.materialize();
    counters.count(access);
}

void record_poll_unobserved(Warp& warp, const Op* op, MemorySpace space, AccessKind kind, std::uint32_t bytes,
                            Mask mask, Addresses& addresses) {
    addresses.materialize();
    Access access = access_of(warp, op, space, kind, bytes, mask, addresses);
    access.polls = true;
    access.again = warp.repeats_last_poll(access);
    if (MemoryFlags::of(op).polls)
        warp.record_awaited_read(access);
    else
        warp.record_poll(access);
}

void admit(Warp& warp, Access& access, Addresses& addresses, LanePointers& pointers) {
    if (!find_bytes(warp, access, addresses, pointers)) return;
    warp.core().instrumentation().count(access);
    if (access.polls) return; // the caller records an awaited read
    if (access.strength != Strength::weak || access.kind == AccessKind::atomic) warp.record_poll(access);
}

void admit_uncounted(Warp& warp, Access& access, Addresses& addresses, LanePointers& pointers) {
    find_bytes(warp, access, addresses, pointers);
}

void admit_copy(Warp& warp, Access& access, const Access& load, Addresses& addresses,
                LanePointers& pointers) {
    Core& core = warp.core();
    pointers.mask = access.mask;
    addresses.materialize();
    if (core.observer() != nullptr &&
        !apply_judgement(warp, access, core.observer()->copy_started(access, load), pointers))
        return;
    // Not counted: a GPU counts as stores to shared memory only those of threads.
    if (!find_common_base(warp, access, addresses, pointers)) admit_lane_by_lane(warp, access, pointers);
}

Message describe(const Access& access, int lane) {
    static constexpr std::string_view spaces[] = {"global", "shared", "local", "constant", "parameter"};
    static constexpr MessageKind kinds[] = {machine_messages::wrong_load, machine_messages::wrong_store,
                                            machine_messages::wrong_update};
    const Address address = access.addresses[lane];
    const bool misaligned = (address & (access.bytes - 1)) != 0;
    return {kinds[static_cast<int>(access.kind)],
            {{"bytes", access.bytes},
             {"address", fmt::format("{:#x}", address)},
             {"space", spaces[static_cast<int>(access.space)]},
             {"reason", misaligned
                            ? Message(machine_messages::address_is_misaligned, {{"alignment", access.bytes}})
                            : Message(machine_messages::address_is_unallocated)}}};
}

} // namespace simulator
