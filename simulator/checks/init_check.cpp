#include "checks/init_check.h"

#include "counters/lanes.h"
#include "finding_messages/initialization_messages.h"
#include "finding_messages/memory_messages.h"

namespace simulator::checks {

namespace initialization_messages = kernelsmith::initialization_messages;
namespace memory_messages = kernelsmith::memory_messages;

namespace {

/// Handles all lanes together if they access one range. Returns false if lanes must be checked one by one.
bool check_all_lanes(const Access& access, Mask mask, const Extent& extent, WrittenBits& bits,
                     Address begin) {
    constexpr std::uint64_t max_scanned_bytes = 2048;
    if (mask != access.mask || access.kind == AccessKind::atomic) return false;
    const std::uint64_t span = extent.span(access);
    const std::uint64_t offset = extent.first - begin;
    if (access.kind == AccessKind::load) return span <= max_scanned_bytes && bits.all(offset, span);
    if (access.shape == Shape::scattered) return false;
    bits.set(offset, span);
    return true;
}

/// Returns whether an access depends on the old value.
bool uses_old_value(const Access& access) { return access.kind != AccessKind::store && !access.overwrites; }

/// Describes an access to @p bytes bytes, of which @p missing are uninitialized.
Message uninitialized(AccessKind kind, std::uint64_t bytes, unsigned missing) {
    Message message(initialization_messages::uninitialized_memory, {{"access", access_of(kind, bytes)}});
    if (missing != bytes) message.add({"missing", missing});
    return message;
}

} // namespace

void InitCheck::start_launch(const LaunchStart& launch) {
    shared_bytes_ = launch.shared_bytes;
    reserved_shared_ = launch.reserved_shared;
    local_bytes_ = launch.local_bytes;
    threads_ = launch.threads();
    shared_.clear();
    local_.clear();
}

void InitCheck::finish_launch() {
    while (!early_.empty()) ordered(early_.begin()->first);
}

void InitCheck::start_block(std::uint64_t block) {
    shared_.insert_or_assign(block, WrittenBits(shared_bytes_)).first->second.set(0, reserved_shared_);
    local_.insert_or_assign(block, LocalMemory{local_bytes_, WrittenBits(threads_ * local_bytes_)});
}

void InitCheck::finish_block(std::uint64_t block) {
    ordered(block);
    shared_.erase(block);
    local_.erase(block);
}

void InitCheck::ordered(std::uint64_t block) {
    auto early = early_.extract(block);
    if (early.empty()) return;
    for (const EarlyRead& read : early.mapped().take()) report_early(block, read);
}

void InitCheck::warp_ordered(WarpId place) {
    const auto early = early_.find(place.block);
    if (early != early_.end()) early->second.warp_ordered(place.warp);
}

void InitCheck::shared_access(const Access& access, Mask mask, const Extent& extent) {
    WrittenBits& bits = shared_.at(access.place.block);
    if (early_.empty() && check_all_lanes(access, mask, extent, bits, 0)) return;
    for_each_lane(mask, [&](unsigned lane) { check_shared_lane(access, lane, bits); });
}

void InitCheck::global_access(const Access& access, Mask mask, const Extent& extent, const Owners& owners) {
    if (owners.common != nullptr) {
        WrittenBits* bits = shadow_->bits(*owners.common);
        if (bits == nullptr || check_all_lanes(access, mask, extent, *bits, owners.common->begin)) return;
    }
    const Allocation* last = nullptr;
    WrittenBits* bits = nullptr;
    for_each_lane(mask, [&](unsigned lane) {
        const Allocation& owner = owners.of(lane);
        if (&owner != last) bits = shadow_->bits(owner);
        last = &owner;
        if (bits != nullptr) check_lane(access, lane, *bits, owner.begin);
    });
}

Mask InitCheck::local_access(const Access& access, Mask mask) {
    LocalMemory& local = local_.at(access.place.block);
    Mask uninitialized_lanes = 0;
    for_each_lane(mask, [&](unsigned lane) {
        const std::uint64_t begin = local.begin_of(access.place.warp, lane);
        if (access.kind != AccessKind::load)
            check_lane(access, lane, local.bits, Address{0} - begin);
        else if (local.bits.get(begin + access.addresses[lane], access.bytes) == 0)
            uninitialized_lanes |= Mask{1} << lane;
    });
    return uninitialized_lanes;
}

void InitCheck::local_changed(WarpId place, Mask mask, std::uint32_t begin, std::uint32_t bytes,
                              bool written) {
    LocalMemory& local = local_.at(place.block);
    for_each_lane(mask, [&](unsigned lane) {
        const std::uint64_t first = local.begin_of(place.warp, lane) + begin;
        if (written)
            local.bits.set(first, bytes);
        else
            local.bits.clear(first, bytes);
    });
}

void InitCheck::uninitialized_used(WarpId place, std::uint32_t op, unsigned lane, UninitializedSource source,
                                   std::string_view name) {
    const bool absent = source == UninitializedSource::inactive_lane;
    const FindingKind kind = absent ? FindingKind::inactive_lane : FindingKind::uninitialized;
    reporter_->report(kind, op, [&](Finding& finding) {
        finding.block = reporter_->block(place.block);
        finding.thread = reporter_->thread(place.warp * 32 + lane);
        if (absent) {
            finding.what = initialization_messages::shuffle_from_inactive_lane;
            finding.advice = initialization_messages::let_all_lanes_shuffle;
            return;
        }
        if (source == UninitializedSource::local_memory) {
            finding.what = initialization_messages::uninitialized_local_variable;
            finding.advice = initialization_messages::initialize_array;
            return;
        }
        finding.what = initialization_messages::uninitialized_register;
        finding.where = {memory_messages::ptx_register, {{"name", name}}};
        finding.advice = initialization_messages::initialize_variable;
    });
}

void InitCheck::check_lane(const Access& access, unsigned lane, WrittenBits& bits, Address begin) {
    const std::uint64_t offset = access.addresses[lane] - begin;
    if (bits.all_of_element(offset, access.bytes)) return;
    if (uses_old_value(access)) {
        const int written = std::popcount(bits.get(offset, access.bytes));
        report(access, lane, static_cast<unsigned>(access.bytes - written));
    }
    if (access.kind != AccessKind::load) bits.set(offset, access.bytes);
}

void InitCheck::check_shared_lane(const Access& access, unsigned lane, WrittenBits& bits) {
    const Address address = access.addresses[lane];
    if (bits.all_of_element(address, access.bytes)) return;
    const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << access.bytes) - 1);
    const std::uint32_t missing = all & ~static_cast<std::uint32_t>(bits.get(address, access.bytes));
    const std::uint32_t thread = access.place.warp * 32 + lane;
    const bool strong = access.kind == AccessKind::atomic || access.strength != Strength::weak;
    if (uses_old_value(access))
        early_[access.place.block].add({.op = access.op,
                                        .thread = thread,
                                        .address = address,
                                        .kind = access.kind,
                                        .strong = strong,
                                        .bytes = access.bytes,
                                        .missing = missing});
    if (access.kind == AccessKind::load) return;
    bits.set(address, access.bytes);
    const auto early = early_.find(access.place.block);
    if (early != early_.end()) early->second.written({thread, access.op}, address, missing, strong);
}

void InitCheck::report_early(std::uint64_t block, const EarlyRead& read) {
    // A late write races with the read, and the race check's finding says more.
    if (read.writer && race_check_on_) return;
    const auto fill = [&](Finding& finding) {
        const auto number = static_cast<std::uint32_t>(block);
        finding.block = reporter_->block(block);
        finding.thread = reporter_->thread(read.thread);
        finding.address = read.address;
        finding.where = reporter_->describe_shared_byte(read.address);
        if (read.writer) {
            finding.what = {initialization_messages::read_before_written,
                            {{"access", access_of(AccessKind::load, read.bytes)}}};
            finding.other_place = reporter_->place(read.writer->op);
            finding.other = {initialization_messages::writes_it_later,
                             {{"thread", reporter_->other_thread({number, read.writer->thread}, number)}}};
            finding.advice = initialization_messages::put_barrier_before_reading;
            return;
        }
        finding.what =
            uninitialized(read.kind, read.bytes, static_cast<unsigned>(std::popcount(read.missing)));
        finding.advice = initialization_messages::write_shared_memory_first;
    };
    reporter_->report(FindingKind::uninitialized, read.op, fill, read.times);
}

void InitCheck::report(const Access& access, unsigned lane, unsigned missing) {
    const Address address = access.addresses[lane];
    const bool local = access.space == MemorySpace::local;
    reporter_->report(FindingKind::uninitialized, access.op, [&](Finding& finding) {
        finding.block = reporter_->block(access.place.block);
        finding.thread = reporter_->thread(access.place.warp * 32 + lane);
        finding.address = address;
        finding.what = uninitialized(access.kind, access.bytes, missing);
        finding.where = local ? Message(memory_messages::local_byte, {{"offset", address}})
                              : describer_->inside(*describer_->memory().find(address), address);
        finding.advice = local ? initialization_messages::write_local_memory_first
                               : initialization_messages::fill_device_memory;
    });
}

} // namespace simulator::checks
