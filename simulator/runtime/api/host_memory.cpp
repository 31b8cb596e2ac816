// Host memory that kernels reach, and what a pointer is.

#include "runtime/api/entry.h"
#include "runtime/pointers.h"

using namespace simulator::runtime;
using simulator::Address;
using simulator::Allocation;
using simulator::Origin;

namespace {

bool is_host(const Allocation* allocation) {
    return allocation != nullptr &&
           (allocation->origin == Origin::pinned || allocation->origin == Origin::registered);
}

void describe(const Allocation& allocation, const void* pointer, cudaPointerAttributes& attributes) {
    void* const same = const_cast<void*>(pointer);
    attributes.device = 0;
    attributes.devicePointer = same;
    attributes.type = allocation.origin == Origin::managed ? cudaMemoryTypeManaged
                      : is_host(&allocation)               ? cudaMemoryTypeHost
                                                           : cudaMemoryTypeDevice;
    attributes.hostPointer = attributes.type == cudaMemoryTypeDevice ? nullptr : same;
}

} // namespace

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        constexpr unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped |
                                   cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
        require(pointer != nullptr && bytes != 0 && (flags & ~known) == 0);
        const Address begin = address_of(pointer);
        require(bytes <= UINT64_MAX - begin);
        require(runtime.memory.find(begin) == nullptr && runtime.memory.find(begin + bytes - 1) == nullptr,
                cudaErrorHostMemoryAlreadyRegistered);
        runtime.memory.adopt(pointer, bytes, Origin::registered, runtime.site_of("cudaHostRegister", caller));
    });
}

cudaError_t cudaHostUnregister(void* pointer) {
    const void* caller = CALLER;
    return answer(Need::idle_gpu, [&](Runtime& runtime) {
        require(pointer != nullptr);
        const Allocation* allocation = runtime.memory.find(address_of(pointer));
        require(allocation != nullptr && allocation->origin == Origin::registered &&
                    allocation->begin == address_of(pointer),
                cudaErrorHostMemoryNotRegistered);
        runtime.when_idle([begin = allocation->begin, site = runtime.site_of("cudaHostUnregister", caller)](
                              Runtime& idle) { idle.release(begin, site); });
    });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(device != nullptr && flags == 0 && is_host(runtime.memory.find(address_of(host))));
        *device = host;
    });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(flags != nullptr && is_host(runtime.memory.find(address_of(host))));
        // Where host and device share addresses, all of it is both, whatever was asked for.
        *flags = cudaHostAllocPortable | cudaHostAllocMapped;
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(attributes != nullptr);
        *attributes = {};
        const Allocation* const allocation = runtime.memory.find(address_of(pointer));
        if (allocation != nullptr && allocation->origin != Origin::heap) {
            describe(*allocation, pointer, *attributes);
            return;
        }
        attributes->type = cudaMemoryTypeUnregistered;
        attributes->device = cudaInvalidDeviceId;
        attributes->hostPointer = const_cast<void*>(pointer);
    });
}

cudaError_t cudaMemGetInfo(std::size_t* available, std::size_t* total) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(available != nullptr && total != nullptr);
        *available = runtime.memory.available();
        *total = runtime.memory.capacity();
    });
}
