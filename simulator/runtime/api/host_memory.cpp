// Host memory that kernels can access, and pointer attributes.

#include <vector>

#include "runtime/api/entry.h"
#include "runtime/calls.h"
#include "runtime/memory.h"
#include "runtime/pointers.h"

using namespace simulator::runtime;
using simulator::Address;
using simulator::Allocation;
using simulator::AllocationOrigin;
using simulator::FreeResult;
using simulator::PageMapping;
using simulator::RegisteredPages;

namespace {

// End of the address space of a host program.
constexpr Address highest_address = Address{1} << 47;

bool is_host(const Allocation* allocation) {
    return allocation != nullptr && (allocation->origin == AllocationOrigin::pinned ||
                                     allocation->origin == AllocationOrigin::registered);
}

void describe(const Allocation& allocation, const void* pointer, cudaPointerAttributes& attributes) {
    void* const same = const_cast<void*>(pointer);
    attributes.device = 0;
    attributes.devicePointer = same;
    attributes.type = allocation.origin == AllocationOrigin::managed ? cudaMemoryTypeManaged
                      : is_host(&allocation)                         ? cudaMemoryTypeHost
                                                                     : cudaMemoryTypeDevice;
    attributes.hostPointer = attributes.type == cudaMemoryTypeDevice ? nullptr : same;
}

/// Replaces shared pages of the program by private ones.
void unshare(Runtime& runtime, Address begin, std::byte* view, std::size_t bytes) {
    RegisteredPages::close_view(view, bytes);
    for (const PageMapping& run : runtime.memory().registered.remove(begin, bytes)) {
        current_call().program->unshare(run.program_address, run.bytes);
        runtime.memory().registered.punch_hole(run);
    }
}

/// Shares pages with the program, and returns their address in the device process. Rejects pages that cannot
/// be shared.
std::byte* share(Runtime& runtime, Address begin, std::size_t bytes) {
    Program* const program = current_call().program;
    require(program != nullptr, cudaErrorNotSupported);
    require(runtime.memory().registered.has_room(bytes), cudaErrorMemoryAllocation);
    std::vector<PageMapping> shared_address;
    const auto undo = [&] {
        for (const PageMapping& done : shared_address) {
            program->unshare(done.program_address, done.bytes);
        }
        runtime.memory().registered.remove(begin, bytes);
    };
    for (const PageMapping& run : runtime.memory().registered.add(begin, bytes)) {
        if (!program->share(run.program_address, run.shared_address, run.bytes)) {
            undo();
            refuse_unsupported("cudaHostRegister of memory that cannot be shared between processes");
        }
        shared_address.push_back(run);
    }
    std::byte* const view = runtime.memory().registered.view(begin, bytes);
    if (view == nullptr) {
        undo();
        throw ApiError(cudaErrorMemoryAllocation);
    }
    return view;
}

} // namespace

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        constexpr unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped |
                                   cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
        require(pointer != nullptr && bytes != 0 && (flags & ~known) == 0);
        const Address begin = address_of(pointer);
        require(begin < highest_address && bytes <= highest_address - begin);
        require(!runtime.memory().device.overlaps_allocation(begin, bytes),
                cudaErrorHostMemoryAlreadyRegistered);
        // The program's own memory never overlaps the ranges that it shares with the device.
        require(begin >= simulator::heap_range_end || begin + bytes <= simulator::pinned_range_begin);
        std::byte* const view = share(runtime, begin, bytes);
        runtime.memory().device.adopt(begin, view, bytes, AllocationOrigin::registered,
                                      runtime.calls().site_of("cudaHostRegister", caller));
    });
}

cudaError_t cudaHostUnregister(void* pointer) {
    const void* caller = CALLER;
    return answer(Need::idle_gpu, [&](Runtime& runtime) {
        require(pointer != nullptr);
        const Allocation* allocation = runtime.memory().device.find(address_of(pointer));
        require(allocation != nullptr && allocation->origin == AllocationOrigin::registered &&
                    allocation->begin == address_of(pointer),
                cudaErrorHostMemoryNotRegistered);
        std::byte* const view = allocation->host;
        const std::size_t bytes = allocation->bytes;
        FreeResult result = FreeResult::unknown;
        runtime.calls().when_idle(
            [&, begin = allocation->begin, site = runtime.calls().site_of("cudaHostUnregister", caller)](
                Runtime& idle) { result = release(idle, begin, site); });
        // Another thread may have been first.
        require(result == FreeResult::freed, cudaErrorHostMemoryNotRegistered);
        unshare(runtime, address_of(pointer), view, bytes);
    });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(device != nullptr && flags == 0 && is_host(runtime.memory().device.find(address_of(host))));
        *device = host;
    });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(flags != nullptr && is_host(runtime.memory().device.find(address_of(host))));
        // With unified addressing, all pinned memory is portable and mapped, whatever the program requested.
        *flags = cudaHostAllocPortable | cudaHostAllocMapped;
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(attributes != nullptr);
        *attributes = {};
        const Allocation* const allocation = runtime.memory().device.find(address_of(pointer));
        if (allocation != nullptr && allocation->origin != AllocationOrigin::heap) {
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
        *available = runtime.memory().device.available();
        *total = runtime.memory().device.capacity();
    });
}
