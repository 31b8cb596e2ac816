// Managed memory: host and device use it at the same address, so no page migrates. Advice is validated and
// stored, without effect.

#include <algorithm>
#include <cstring>

#include "runtime/api/entry.h"
#include "runtime/memory.h"
#include "runtime/memory_advice.h"
#include "runtime/pointers.h"
#include "runtime/streams.h"

using namespace simulator::runtime;
using simulator::Address;
using simulator::Allocation;
using simulator::AllocationOrigin;

namespace {

const Allocation& managed_at(Runtime& runtime, const void* pointer) {
    const Allocation* allocation = runtime.memory().device.find(address_of(pointer));
    require(allocation != nullptr && allocation->origin == AllocationOrigin::managed);
    return *allocation;
}

/// Returns the allocation that contains a range. Rejects a range that is not within one allocation.
const Allocation& managed_range(Runtime& runtime, const void* pointer, std::size_t bytes) {
    const Allocation& allocation = managed_at(runtime, pointer);
    require(bytes != 0 && bytes <= allocation.end() - address_of(pointer));
    return allocation;
}

/// Returns the processor of a location. Rejects a location that does not exist, with @p otherwise if its
/// number is wrong. There is one GPU, and one node of the host.
Residence residence_of(const cudaMemLocation& location, cudaError_t otherwise) {
    switch (location.type) {
        case cudaMemLocationTypeDevice:
        case cudaMemLocationTypeHostNuma:
            require(location.id == 0, otherwise);
            return {location.type, location.id};
        case cudaMemLocationTypeHostNumaCurrent: return {cudaMemLocationTypeHostNuma, 0};
        case cudaMemLocationTypeHost: return {location.type, 0};
        default: throw ApiError(cudaErrorInvalidValue);
    }
}

void set_accessed_by(Advice& known, const Residence& who, bool is) {
    require(who.type == cudaMemLocationTypeDevice || who.type == cudaMemLocationTypeHost);
    (who.type == cudaMemLocationTypeDevice ? known.accessed_by_device : known.accessed_by_host) = is;
}

void note(Advice& known, cudaMemoryAdvise advice, const cudaMemLocation& location) {
    const auto where = [&] { return residence_of(location, cudaErrorInvalidValue); };
    switch (advice) {
        case cudaMemAdviseSetReadMostly: known.read_mostly = true; return;
        case cudaMemAdviseUnsetReadMostly: known.read_mostly = false; return;
        case cudaMemAdviseSetPreferredLocation: known.preferred = where(); return;
        case cudaMemAdviseUnsetPreferredLocation: known.preferred = {}; return;
        case cudaMemAdviseSetAccessedBy: set_accessed_by(known, where(), true); return;
        case cudaMemAdviseUnsetAccessedBy: set_accessed_by(known, where(), false); return;
    }
    throw ApiError(cudaErrorInvalidValue);
}

/// Returns a device number, cudaCpuDeviceId or cudaInvalidDeviceId.
int number_of(const Residence& residence) {
    switch (residence.type) {
        case cudaMemLocationTypeDevice: return residence.id;
        case cudaMemLocationTypeHost: return cudaCpuDeviceId;
        default: return cudaInvalidDeviceId;
    }
}

void write_number(void* data, std::size_t bytes, int number) {
    require(bytes == sizeof number);
    std::memcpy(data, &number, sizeof number);
}

void write_accessed_by(void* data, std::size_t bytes, const Advice& advice) {
    require(bytes != 0 && bytes % sizeof(int) == 0);
    int* const numbers = static_cast<int*>(data);
    int* const end = numbers + bytes / sizeof(int);
    int* next = numbers;
    if (advice.accessed_by_device) {
        *next++ = 0;
    }
    if (advice.accessed_by_host && next != end) {
        *next++ = cudaCpuDeviceId;
    }
    std::fill(next, end, cudaInvalidDeviceId);
}

void write_attribute(void* data, std::size_t bytes, cudaMemRangeAttribute attribute, const Advice& advice) {
    require(data != nullptr);
    switch (attribute) {
        case cudaMemRangeAttributeReadMostly: return write_number(data, bytes, advice.read_mostly ? 1 : 0);
        case cudaMemRangeAttributeAccessedBy: return write_accessed_by(data, bytes, advice);
        case cudaMemRangeAttributePreferredLocation:
            return write_number(data, bytes, number_of(advice.preferred));
        case cudaMemRangeAttributePreferredLocationType:
            return write_number(data, bytes, advice.preferred.type);
        case cudaMemRangeAttributePreferredLocationId: return write_number(data, bytes, advice.preferred.id);
        case cudaMemRangeAttributeLastPrefetchLocation:
            return write_number(data, bytes, number_of(advice.prefetched));
        case cudaMemRangeAttributeLastPrefetchLocationType:
            return write_number(data, bytes, advice.prefetched.type);
        case cudaMemRangeAttributeLastPrefetchLocationId:
            return write_number(data, bytes, advice.prefetched.id);
    }
    throw ApiError(cudaErrorInvalidValue);
}

} // namespace

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        runtime.streams().captures.forbid_in(stream);
        require(flags == 0);
        const Residence where = residence_of(location, cudaErrorInvalidDevice);
        runtime.memory().advice.change(managed_range(runtime, pointer, bytes), address_of(pointer), bytes,
                                       [&](Advice& known) { known.prefetched = where; });
    });
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.memory().advice.change(managed_range(runtime, pointer, bytes), address_of(pointer), bytes,
                                       [&](Advice& known) { note(known, advice, location); });
    });
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t data_bytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, std::size_t bytes) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        const Allocation& allocation = managed_range(runtime, pointer, bytes);
        write_attribute(data, data_bytes, attribute,
                        runtime.memory().advice.common(allocation, address_of(pointer), bytes));
    });
}

cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* data_bytes, cudaMemRangeAttribute* attributes,
                                      std::size_t count, const void* pointer, std::size_t bytes) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(data != nullptr && data_bytes != nullptr && attributes != nullptr && count != 0);
        const Allocation& allocation = managed_range(runtime, pointer, bytes);
        const Advice advice = runtime.memory().advice.common(allocation, address_of(pointer), bytes);
        for (std::size_t i = 0; i < count; ++i) {
            write_attribute(data[i], data_bytes[i], attributes[i], advice);
        }
    });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes, unsigned flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        runtime.streams().captures.forbid_in(stream);
        require(flags == cudaMemAttachGlobal || flags == cudaMemAttachHost ||
                (flags == cudaMemAttachSingle && stream != nullptr));
        const Allocation& allocation = managed_at(runtime, pointer);
        require(allocation.begin == address_of(pointer) && (bytes == 0 || bytes == allocation.bytes));
    });
}
