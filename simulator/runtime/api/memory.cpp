// Allocation and deallocation.

#include <cstdint>

#include "finding_messages/call_messages.h"
#include "finding_messages/order_messages.h"
#include "program/call_site.h"
#include "runtime/api/entry.h"
#include "runtime/calls.h"
#include "runtime/copy.h"
#include "runtime/explain_address.h"
#include "runtime/graph_memory.h"
#include "runtime/memory.h"
#include "runtime/order_check.h"
#include "runtime/pointers.h"
#include "runtime/pools.h"
#include "runtime/program_report.h"
#include "runtime/streams.h"
#include "runtime/submit.h"
#include "runtime/uses.h"

namespace call_messages = kernelsmith::call_messages;
namespace order_messages = kernelsmith::order_messages;
using namespace simulator::runtime;
using simulator::Address;
using simulator::Allocation;
using simulator::AllocationOrigin;
using simulator::Finding;
using simulator::FindingKind;
using simulator::FreeResult;
using simulator::MessageKind;

namespace {

void* allocate(Runtime& runtime, std::size_t bytes, AllocationOrigin origin, const char* function,
               const void* caller) {
    if (bytes == 0) {
        return nullptr;
    }
    const Allocation* allocation =
        runtime.memory().device.allocate(bytes, origin, runtime.calls().site_of(function, caller));
    require(allocation != nullptr, cudaErrorMemoryAllocation);
    return pointer_to(allocation->begin);
}

void* allocate_pitched(Runtime& runtime, std::size_t width, std::size_t rows, std::size_t& pitch,
                       const char* function, const void* caller) {
    pitch = pitch_of(width);
    require(rows == 0 || pitch <= SIZE_MAX / rows, cudaErrorMemoryAllocation);
    return allocate(runtime, pitch * rows, AllocationOrigin::device, function, caller);
}

struct InvalidFree {
    FindingKind kind;
    MessageKind what;
    MessageKind advice;
};

InvalidFree explain(FreeResult result) {
    switch (result) {
        case FreeResult::already_freed:
            return {FindingKind::double_free, call_messages::host_frees_twice,
                    call_messages::clear_freed_pointer};
        case FreeResult::inside:
            return {FindingKind::invalid_free, call_messages::host_frees_inside_allocation,
                    call_messages::free_allocated_pointer};
        case FreeResult::freed: // by a function for another kind of memory
            return {FindingKind::invalid_free, call_messages::host_frees_by_other_function,
                    call_messages::free_by_matching_function};
        case FreeResult::unknown: break;
    }
    return {FindingKind::invalid_free, call_messages::host_frees_unallocated,
            call_messages::free_allocated_pointer};
}

[[noreturn]] void refuse_free(Runtime& runtime, FreeResult result, Address address, const void* caller) {
    const InvalidFree wrong = explain(result);
    Finding finding;
    finding.kind = wrong.kind;
    finding.place = host_code_place(caller);
    finding.address = address;
    finding.what = wrong.what;
    finding.where = explain_address(runtime.memory().device, address);
    finding.advice = wrong.advice;
    runtime.report().findings.add(std::move(finding));
    throw ApiError(cudaErrorInvalidValue);
}

bool is_device(AllocationOrigin origin) {
    return origin == AllocationOrigin::device || origin == AllocationOrigin::async ||
           origin == AllocationOrigin::managed;
}

bool is_pinned(AllocationOrigin origin) { return origin == AllocationOrigin::pinned; }

/// Rejects a free of memory whose kind @p freed_here does not accept, and adds a finding.
void check_kind(Runtime& runtime, Address address, const void* caller, bool (*freed_here)(AllocationOrigin)) {
    const Allocation* allocation = runtime.memory().device.find(address);
    if (allocation != nullptr && allocation->begin == address && !freed_here(allocation->origin)) {
        refuse_free(runtime, FreeResult::freed, address, caller);
    }
}

void release(Runtime& runtime, void* pointer, const char* function, const void* caller,
             bool (*freed_here)(AllocationOrigin)) {
    if (pointer == nullptr) {
        return;
    }
    const Address address = address_of(pointer);
    check_kind(runtime, address, caller, freed_here);
    const Allocation* const allocation = runtime.memory().device.find(address);
    const std::uint32_t number = allocation == nullptr ? 0 : allocation->id;
    FreeResult result = FreeResult::unknown;
    runtime.calls().when_idle([&, site = runtime.calls().site_of(function, caller)](Runtime& idle) {
        result = release(idle, address, site);
    });
    if (result != FreeResult::freed) {
        refuse_free(runtime, result, address, caller);
    }
    runtime.memory().advice.forget(number);
}

/// Frees in stream order, because earlier work may still use the memory.
void release_in_order(Runtime& runtime, void* pointer, cudaStream_t stream, const void* caller) {
    if (pointer == nullptr) {
        return;
    }
    if (Capture* const capture = runtime.streams().captures.of(stream)) {
        Captures::add(*capture, stream, free_node(runtime, capture->graph, pointer, "cudaFreeAsync", caller));
        return;
    }
    const Address address = address_of(pointer);
    check_kind(runtime, address, caller, is_device);
    const Allocation* const allocation = runtime.memory().device.find(address);
    const std::uint32_t number = allocation == nullptr ? 0 : allocation->id;
    const FreeResult result = runtime.memory().device.announce_release(address);
    if (result != FreeResult::freed) {
        refuse_free(runtime, result, address, caller);
    }
    runtime.memory().advice.forget(number);
    submit(runtime, stream, cudaGraphNodeTypeMemFree,
           [address, site = runtime.calls().site_of("cudaFreeAsync", caller)](Runtime& later) {
               record_use_of_allocation(later, address, "cudaFreeAsync", order_messages::frees_memory,
                                        site.caller);
               release(later, address, site);
           });
}

/// Allocates in stream order: at once, or in each launch of a node if the stream is captured.
void* allocate_in_order(Runtime& runtime, std::size_t bytes, cudaStream_t stream, const char* function,
                        const void* caller) {
    runtime.streams().check(stream);
    Capture* const capture = runtime.streams().captures.of(stream);
    if (capture == nullptr || bytes == 0) {
        void* const pointer = allocate(runtime, bytes, AllocationOrigin::async, function, caller);
        if (runtime.order_check().work_order() != nullptr && bytes != 0) {
            submit(runtime, stream, cudaGraphNodeTypeMemAlloc, [=](Runtime& later) {
                record_use_of_allocation(later, address_of(pointer), function,
                                         order_messages::allocates_memory, caller);
            });
        }
        return pointer;
    }
    cudaMemAllocNodeParams params = {};
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location.type = cudaMemLocationTypeDevice;
    params.bytesize = bytes;
    Captures::add(*capture, stream, alloc_node(runtime, params, function, caller));
    return params.dptr;
}

} // namespace

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().captures.forbid_unsafe();
        require(pointer != nullptr);
        *pointer = allocate(runtime, bytes, AllocationOrigin::device, "cudaMalloc", caller);
    });
}

cudaError_t cudaFree(void* pointer) {
    const void* caller = CALLER;
    return answer(Need::idle_gpu, [&](Runtime& runtime) {
        runtime.streams().captures.forbid_unsafe();
        release(runtime, pointer, "cudaFree", caller, is_device);
    });
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(pointer != nullptr);
        *pointer = allocate_in_order(runtime, bytes, stream, "cudaMallocAsync", caller);
    });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(pointer != nullptr && runtime.pools().made.find(pool) != nullptr);
        *pointer = allocate_in_order(runtime, bytes, stream, "cudaMallocFromPoolAsync", caller);
    });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        release_in_order(runtime, pointer, stream, caller);
    });
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().captures.forbid_unsafe();
        require(pointer != nullptr && (flags == cudaMemAttachGlobal || flags == cudaMemAttachHost));
        *pointer = allocate(runtime, bytes, AllocationOrigin::managed, "cudaMallocManaged", caller);
    });
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().captures.forbid_unsafe();
        require(pointer != nullptr && pitch != nullptr);
        *pointer = allocate_pitched(runtime, width, height, *pitch, "cudaMallocPitch", caller);
    });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().captures.forbid_unsafe();
        require(pitched != nullptr);
        require(extent.depth == 0 || extent.height <= SIZE_MAX / extent.depth, cudaErrorMemoryAllocation);
        pitched->ptr = allocate_pitched(runtime, extent.width, extent.height * extent.depth, pitched->pitch,
                                        "cudaMalloc3D", caller);
        pitched->xsize = extent.width;
        pitched->ysize = extent.height;
    });
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().captures.forbid_unsafe();
        require(pointer != nullptr);
        *pointer = allocate(runtime, bytes, AllocationOrigin::pinned, "cudaMallocHost", caller);
    });
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().captures.forbid_unsafe();
        constexpr unsigned known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
        require(pointer != nullptr && (flags & ~known) == 0);
        *pointer = allocate(runtime, bytes, AllocationOrigin::pinned, "cudaHostAlloc", caller);
    });
}

cudaError_t cudaFreeHost(void* pointer) {
    const void* caller = CALLER;
    return answer(Need::idle_gpu, [&](Runtime& runtime) {
        runtime.streams().captures.forbid_unsafe();
        release(runtime, pointer, "cudaFreeHost", caller, is_pinned);
    });
}
