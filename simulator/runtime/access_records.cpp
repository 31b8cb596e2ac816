#include "runtime/access_records.h"

#include <algorithm>
#include <bit>

#include "analysis/kernel.h"
#include "finding_messages/memory_messages.h"

namespace simulator::runtime {

namespace memory_messages = kernelsmith::memory_messages;

namespace {

/// Alignment of all allocations on a GPU, and so of lines and sectors.
constexpr Address base_alignment = 256;

Address lowest(const RecordedAccess& access) {
    Address lowest = ~Address{0};
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
        lowest = std::min(lowest, access.addresses[static_cast<std::size_t>(std::countr_zero(rest))]);
    }
    return lowest;
}

Message named(const std::string& name) {
    return name.empty() ? Message() : Message(memory_messages::named_memory, {{"name", name}});
}

Message buffer_of(const Allocation& allocation) {
    if (!allocation.name.empty()) {
        return named(demangled(allocation.name));
    }
    return {memory_messages::call,
            {{"function", allocation.allocated.function}, {"number", allocation.allocated.number}}};
}

/// Writes the memory object that @p access refers to. Returns the base address of the lanes' offsets.
Address describe_memory(AccessRecord& record, const RecordedAccess& access, const Kernel& kernel,
                        const DeviceMemory& memory) {
    const Address first = lowest(access);
    if (access.space == MemorySpace::shared) {
        if (const SharedVariable* const variable = kernel.shared_variable(first)) {
            record.buffer = named(kernel.shared_name(first));
            record.buffer_bytes = variable->bytes;
            record.buffer_at = variable->offset;
        }
        return 0;
    }
    if (access.space == MemorySpace::local) {
        return 0;
    }
    const Allocation* const allocation = memory.find(first);
    if (allocation == nullptr) {
        return first - first % base_alignment;
    }
    record.buffer = buffer_of(*allocation);
    record.buffer_bytes = allocation->bytes;
    record.misaligned = allocation->begin % base_alignment;
    return allocation->begin;
}

AccessRecord access_record(const LaunchRequest& request, const RecordedAccess& access,
                           const DeviceMemory& memory) {
    const Kernel& kernel = *request.kernel;
    const CodePlace place = place_of(kernel, access.op);
    const Coordinates block = request.grid.at(access.place.block);
    AccessRecord record;
    record.file = place.file;
    record.line = place.line;
    record.instruction = place.instruction;
    record.op = access.op;
    record.space = access.space;
    record.kind = access.kind;
    record.bytes = access.bytes;
    record.block = {block.x, block.y, block.z};
    record.warp = access.place.warp;
    record.execution = access.execution;
    record.order = access.order;
    if (access.space == MemorySpace::global || access.space == MemorySpace::local) {
        record.sectors = access.sectors;
    }
    if (access.space == MemorySpace::shared) {
        record.wavefronts = access.wavefronts;
        record.wavefronts_ideal = access.wavefronts_ideal;
    }
    const Address from = describe_memory(record, access, kernel, memory);
    for (std::size_t lane = 0; lane < warp_size; ++lane) {
        if ((access.mask >> lane & 1) != 0) {
            record.lanes[lane] = static_cast<std::int64_t>(access.addresses[lane] - from);
        }
    }
    return record;
}

} // namespace

std::vector<AccessRecord> access_records(const LaunchRequest& request,
                                         const std::vector<RecordedAccess>& accesses,
                                         const DeviceMemory& memory) {
    std::vector<AccessRecord> records;
    records.reserve(accesses.size());
    for (const RecordedAccess& access : accesses) {
        records.push_back(access_record(request, access, memory));
    }
    return records;
}

} // namespace simulator::runtime
