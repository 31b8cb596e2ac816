#include "observe/checks/init_check.h"

#include <bit>

#include <fmt/format.h>

namespace simulator::checks {

namespace {

/// Does all lanes at once where they go to one piece of memory. False: they have to be looked at one by one.
bool pass_together(const Access& access, Mask mask, const Extent& extent, WrittenBits& bits, Address begin) {
    constexpr std::uint64_t worth_looking_through = 2048;
    if (mask != access.mask || access.kind == AccessKind::atomic) return false;
    const std::uint64_t span = extent.span(access);
    const std::uint64_t offset = extent.first - begin;
    if (access.kind == AccessKind::load) return span <= worth_looking_through && bits.all(offset, span);
    if (access.shape == Shape::scattered) return false;
    bits.set(offset, span);
    return true;
}

} // namespace

void InitCheck::start_launch(const LaunchStart& launch) {
    shared_bytes_ = launch.shared_bytes;
    shared_.clear();
}

void InitCheck::start_block(std::uint64_t block) {
    shared_.insert_or_assign(block, WrittenBits(shared_bytes_));
}

void InitCheck::shared_access(const Access& access, Mask mask, const Extent& extent) {
    WrittenBits& bits = shared_.at(access.place.block);
    if (pass_together(access, mask, extent, bits, 0)) return;
    for (; mask != 0; mask &= mask - 1)
        look_at(access, static_cast<unsigned>(std::countr_zero(mask)), bits, 0);
}

void InitCheck::global_access(const Access& access, Mask mask, const Extent& extent, const Owners& owners) {
    if (owners.common != nullptr) {
        WrittenBits* bits = shadow_->bits(*owners.common);
        if (bits == nullptr || pass_together(access, mask, extent, *bits, owners.common->begin)) return;
    }
    const Allocation* last = nullptr;
    WrittenBits* bits = nullptr;
    for (; mask != 0; mask &= mask - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(mask));
        const Allocation& owner = owners.of(lane);
        if (&owner != last) bits = shadow_->bits(owner);
        last = &owner;
        if (bits != nullptr) look_at(access, lane, *bits, owner.begin);
    }
}

void InitCheck::look_at(const Access& access, unsigned lane, WrittenBits& bits, Address begin) {
    const std::uint64_t offset = access.addresses[lane] - begin;
    if (bits.all_of_element(offset, access.bytes)) return;
    if (access.kind != AccessKind::store) {
        const int written = std::popcount(bits.get(offset, access.bytes));
        report(access, lane, static_cast<unsigned>(access.bytes - written));
    }
    if (access.kind != AccessKind::load) bits.set(offset, access.bytes);
}

void InitCheck::report(const Access& access, unsigned lane, unsigned missing) {
    const Address address = access.addresses[lane];
    const bool shared = access.space == MemorySpace::shared;
    reporter_->report(FindingKind::uninitialized, access.op, [&](Finding& finding) {
        finding.block = reporter_->block(access.place.block);
        finding.thread = reporter_->thread(access.place.warp * 32 + lane);
        finding.address = address;
        const char* verb = access.kind == AccessKind::load ? "reads" : "atomically changes";
        finding.what = missing == access.bytes
                           ? fmt::format("{} {} that nobody has written", verb, bytes_text(access.bytes))
                           : fmt::format("{} {}, {} of which nobody has written", verb,
                                         bytes_text(access.bytes), missing);
        finding.where = shared ? reporter_->shared_place(address)
                               : where_->inside(*where_->memory().find(address), address);
        finding.advice = shared
                             ? "Shared memory starts with whatever was there before: every element has to be "
                               "written before it is read."
                             : "cudaMalloc does not clear memory: fill it with cudaMemcpy, cudaMemset or a "
                               "kernel before it is read.";
    });
}

} // namespace simulator::checks
