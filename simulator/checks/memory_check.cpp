#include "checks/memory_check.h"

#include "counters/lanes.h"
#include "finding_messages/access_messages.h"
#include "finding_messages/memory_messages.h"

namespace simulator::checks {

namespace access_messages = kernelsmith::access_messages;
namespace memory_messages = kernelsmith::memory_messages;

namespace {

/// Addresses below this bound result from adding an index to a null pointer.
constexpr Address null_page = 64 * 1024;

/// Returns whether the operating system may assign an address to a program.
bool may_be_host_address(Address address) { return address >= 0x1'0000'0000 && address < 0x8000'0000'0000; }

Mask misaligned_lanes(const Access& access) {
    Mask lanes = 0;
    for_each_lane(access.mask, [&](unsigned lane) {
        if (access.addresses[lane] % access.bytes != 0) lanes |= Mask{1} << lane;
    });
    return lanes;
}

bool contains_range(const Allocation* allocation, Address address, std::uint64_t bytes) {
    return allocation != nullptr && address >= allocation->begin && bytes <= allocation->end() - address &&
           address < allocation->end();
}

/// Describes an access and its error.
Message access_message(MessageKind kind, const Access& access) {
    return {kind, {{"access", access_of(access.kind, access.bytes)}}};
}

} // namespace

void MemoryCheck::start_launch(const LaunchStart& launch) {
    last_owner_.assign(launch.ops, nullptr);
    grid_ = launch.grid;
    block_ = launch.block;
    shared_bytes_ = launch.shared_bytes;
    reserved_shared_ = launch.reserved_shared;
    local_bytes_ = launch.local_bytes;
    intended_.assign(launch.ops, {});
    for (std::uint32_t op = 0; launch.bounds && op < launch.ops; ++op) {
        const std::optional<AddressBounds> bounds = launch.bounds(op);
        if (!bounds) continue;
        if (bounds->space == MemorySpace::shared)
            intended_[op] = {nullptr, bounds->begin, bounds->begin + bounds->bytes};
        else
            intended_[op].allocation = describer_->memory().find(bounds->begin);
    }
}

Mask MemoryCheck::check_access(const Access& access, const Extent& extent, Owners& owners) {
    Mask refused = extent.aligned ? 0 : misaligned_lanes(access);
    for_each_lane(refused, [&](unsigned lane) { report_misaligned(access, lane); });
    if (access.space == MemorySpace::global || access.space == MemorySpace::constant)
        return refused | check_global(access, extent, owners);

    const std::uint32_t limit = access.space == MemorySpace::shared ? shared_bytes_ : local_bytes_;
    if (access.bytes > limit || extent.last > limit - access.bytes) {
        const Mask outside = lanes_outside(access, limit);
        for_each_lane(outside & ~refused, [&](unsigned lane) { report_limit(access, lane, limit); });
        return refused | outside;
    }
    if (access.space == MemorySpace::shared) check_shared(access, extent);
    return refused;
}

template <class FindObjects>
void MemoryCheck::report_wrong_object(const Access& access, unsigned lane, const FindObjects& find_objects) {
    reporter_->report(FindingKind::out_of_bounds, access.op, [&](Finding& finding) {
        const WrongObject wrong_object = find_objects();
        set_thread(finding, access, lane);
        finding.address = access.addresses[lane];
        finding.what = access_message(access_messages::outside_of_its_object, access);
        finding.what.add({"memory", wrong_object.intended});
        finding.where = wrong_object.actual;
        finding.advice = access_messages::find_index_outside_of_object;
    });
}

// Checks an access inside the block's shared memory against the variable that it is intended for. The access
// is executed, as on a GPU.
void MemoryCheck::check_shared(const Access& access, const Extent& extent) {
    const IntendedObject& intended = intended_[access.op];
    const auto inside = [&](std::uint64_t first, std::uint64_t last) {
        return first >= intended.shared_begin && last + access.bytes <= intended.shared_end;
    };
    if (intended.shared_end == 0 || inside(extent.first, extent.last)) return;
    for_each_lane(access.mask, [&](unsigned lane) {
        const Address offset = access.addresses[lane];
        if (!inside(offset, offset))
            report_wrong_object(access, lane, [&] {
                return WrongObject{reporter_->shared_variable(intended.shared_begin),
                                   reporter_->describe_shared_byte(offset)};
            });
    });
}

// Checks an access to live global memory against the allocation of the kernel's pointer argument.
Mask MemoryCheck::check_global(const Access& access, const Extent& extent, Owners& owners) {
    const Mask refused = find_owners(access, extent, owners);
    const Allocation* const intended = intended_[access.op].allocation;
    if (intended == nullptr || owners.common == intended) return refused;
    for_each_lane(access.mask & ~refused, [&](unsigned lane) {
        const Allocation& owner = owners.of(lane);
        if (&owner != intended)
            report_wrong_object(access, lane, [&] {
                return WrongObject{describer_->name(*intended),
                                   describer_->inside(owner, access.addresses[lane])};
            });
    });
    return refused;
}

Mask MemoryCheck::find_owners(const Access& access, const Extent& extent, Owners& owners) {
    const Allocation*& last = last_owner_[access.op];
    const bool writes = access.kind != AccessKind::load;
    const std::uint64_t span = extent.span(access);
    if (!contains_range(last, extent.first, span)) last = describer_->memory().find(extent.first);
    if (contains_range(last, extent.first, span) && !(writes && last->origin == AllocationOrigin::constant)) {
        owners.common = last;
        return 0;
    }
    Mask refused = 0;
    bool common = true;
    const Allocation* any = nullptr;
    for_each_lane(access.mask, [&](unsigned lane) {
        const Address address = access.addresses[lane];
        if (!contains_range(last, address, access.bytes)) last = describer_->memory().find(address);
        if (!contains_range(last, address, access.bytes) ||
            (writes && last->origin == AllocationOrigin::constant)) {
            refused |= Mask{1} << lane;
            if (address % access.bytes == 0) report_global(access, lane, last);
            return;
        }
        common = common && (any == nullptr || any == last);
        any = last;
        owners.each[lane] = last;
    });
    if (common) owners.common = any;
    return refused;
}

Mask MemoryCheck::lanes_outside(const Access& access, std::uint64_t limit) const {
    Mask outside = 0;
    for_each_lane(access.mask, [&](unsigned lane) {
        const Address offset = access.addresses[lane];
        if (offset >= limit || access.bytes > limit - offset) outside |= Mask{1} << lane;
    });
    return outside;
}

void MemoryCheck::report_global(const Access& access, unsigned lane, const Allocation* owner) {
    const Address address = access.addresses[lane];
    const DeviceMemory& memory = describer_->memory();
    const Allocation* nearest = owner != nullptr ? owner : memory.nearest(address);
    const bool inside = nearest != nullptr && address >= nearest->begin && address < nearest->end();
    const FindingKind kind =
        address < null_page        ? FindingKind::null_pointer
        : inside && !nearest->live ? FindingKind::use_after_free
        : inside && nearest->origin == AllocationOrigin::constant &&
                contains_range(nearest, address, access.bytes)
            ? FindingKind::constant_write
        : nearest == nullptr && !memory.is_device_address(address) && may_be_host_address(address)
            ? FindingKind::host_pointer
            : FindingKind::out_of_bounds;
    reporter_->report(kind, access.op, [&](Finding& finding) {
        set_thread(finding, access, lane);
        finding.address = address;
        switch (kind) {
            case FindingKind::null_pointer:
                finding.what = access_message(access_messages::through_null_pointer, access);
                finding.where = {memory_messages::byte_from_address_0, {{"offset", address}}};
                finding.advice = access_messages::set_pointer_and_check_allocation;
                break;
            case FindingKind::use_after_free:
                finding.what = access_message(access_messages::to_freed_memory, access);
                finding.where = describer_->freed(*nearest, address);
                finding.advice = nearest->origin == AllocationOrigin::heap
                                     ? access_messages::free_after_last_thread
                                     : access_messages::free_after_last_kernel;
                break;
            case FindingKind::constant_write:
                finding.what = access_message(access_messages::to_constant_memory, access);
                finding.where = describer_->inside(*nearest, address);
                finding.advice = access_messages::set_constants_from_host;
                break;
            case FindingKind::host_pointer:
                finding.what = access_message(access_messages::to_host_memory, access);
                finding.where = memory_messages::host_address;
                finding.advice = access_messages::copy_to_device_memory;
                break;
            default: describe_outside(finding, access, address); break;
        }
    });
}

void MemoryCheck::describe_outside(Finding& finding, const Access& access, Address address) const {
    const Allocation* nearest = describer_->memory().find(address);
    if (nearest == nullptr) nearest = describer_->memory().nearest(address);
    if (nearest == nullptr) {
        finding.what = access_message(access_messages::to_unallocated_memory, access);
        finding.where = memory_messages::no_allocation_near;
        finding.advice = access_messages::set_pointer_and_index;
        return;
    }
    finding.where = describer_->outside(*nearest, address);
    if (address < nearest->begin) {
        finding.what = access_message(nearest->live ? access_messages::before_the_beginning
                                                    : access_messages::before_freed_memory,
                                      access);
        finding.advice = access_messages::find_negative_index;
        return;
    }
    finding.what =
        access_message(nearest->live ? access_messages::past_the_end : access_messages::past_freed_memory,
                       access);
    if (address < nearest->end())
        finding.where = {memory_messages::last_bytes_past_end,
                         {{"beyond", address + access.bytes - nearest->end()},
                          {"bytes", access.bytes},
                          {"memory", describer_->name(*nearest)}}};
    // The size of a declared array does not follow from the number of threads, and vice versa.
    const bool has_own_size =
        nearest->origin == AllocationOrigin::constant || nearest->origin == AllocationOrigin::variable;
    const std::uint64_t number = number_in_grid(*finding.block, *finding.thread);
    const bool is_tail = !has_own_size && number > 0 && (address - nearest->begin) / access.bytes <= number;
    finding.advice = is_tail ? access_messages::guard_last_block : access_messages::compare_index_with_count;
}

/// Returns the index of a thread in the grid in row-major order, x fastest, then y.
std::uint64_t MemoryCheck::number_in_grid(const Coordinates& block, const Coordinates& thread) const {
    const std::uint64_t x = std::uint64_t{block.x} * block_.x + thread.x;
    const std::uint64_t y = std::uint64_t{block.y} * block_.y + thread.y;
    const std::uint64_t z = std::uint64_t{block.z} * block_.z + thread.z;
    return (z * grid_.y * block_.y + y) * grid_.x * block_.x + x;
}

void MemoryCheck::report_limit(const Access& access, unsigned lane, std::uint32_t limit) {
    const bool shared = access.space == MemorySpace::shared;
    // Offsets in messages start after CUDA's reserved bytes, because the program only knows its own memory.
    const std::uint32_t begin = shared ? reserved_shared_ : 0;
    const Address offset = access.addresses[lane] - begin;
    limit -= begin;
    reporter_->report(FindingKind::out_of_bounds, access.op, [&](Finding& finding) {
        set_thread(finding, access, lane);
        finding.address = access.addresses[lane];
        finding.what = access_message(shared ? access_messages::outside_of_shared_memory
                                             : access_messages::outside_of_local_memory,
                                      access);
        // A negative index appears as an offset near the top of 32 bits, or of 64.
        const std::int64_t distance = static_cast<std::int32_t>(offset);
        if (distance < 0)
            finding.where = {memory_messages::before_block_or_thread_memory, {{"bytes", -distance}}};
        else
            finding.where = {shared ? memory_messages::past_shared_memory
                                    : memory_messages::past_local_memory,
                             {{"offset", offset}, {"bytes", limit}}};
        finding.advice = !shared      ? access_messages::find_index_outside_of_local_array
                         : limit == 0 ? access_messages::pass_shared_memory_size
                                      : access_messages::compare_index_with_array_size;
    });
}

void MemoryCheck::report_misaligned(const Access& access, unsigned lane) {
    const Address address = access.addresses[lane];
    reporter_->report(FindingKind::misaligned, access.op, [&](Finding& finding) {
        set_thread(finding, access, lane);
        finding.address = address;
        finding.what = access_message(access_messages::misaligned_access, access);
        finding.what.add({"alignment", access.bytes});
        if (access.space == MemorySpace::shared) finding.where = reporter_->describe_shared_byte(address);
        if (access.space == MemorySpace::global || access.space == MemorySpace::constant) {
            const Allocation* owner = describer_->memory().find(address);
            if (owner != nullptr) finding.where = describer_->inside(*owner, address);
        }
        finding.advice = access_messages::align_for_larger_type;
    });
}

void MemoryCheck::set_thread(Finding& finding, const Access& access, unsigned lane) const {
    finding.block = reporter_->block(access.place.block);
    finding.thread = reporter_->thread(access.place.warp * 32 + lane);
}

} // namespace simulator::checks
