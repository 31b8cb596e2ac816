// Interprocess memory and events (cudaIpc*): one process creates a handle, and another one opens it.

#include <cstring>
#include <map>
#include <type_traits>

#include "checks/global_shadow.h"
#include "runtime/api/entry.h"
#include "runtime/calls.h"
#include "runtime/memory.h"
#include "runtime/pointers.h"
#include "runtime/streams.h"

using namespace simulator::runtime;
using simulator::Address;
using simulator::Allocation;
using simulator::AllocationOrigin;
using simulator::IpcMemory;
using simulator::IpcRange;

namespace {

// Magic numbers that distinguish a handle from other bytes.
constexpr std::uint64_t memory_handle_magic = 0x79726f6d656d2e6b;
constexpr std::uint64_t event_handle_magic = 0x73746e6576652e6b;

/// Contents of a memory handle.
struct MemoryHandle {
    std::uint64_t magic;
    IpcRange piece;
    std::uint64_t bytes; ///< requested bytes
};

/// Contents of an event handle.
struct EventHandle {
    std::uint64_t magic;
    std::uint32_t number;
};

/// Decodes a handle. Rejects a handle with another magic number with @p error.
template <class Contents, class Handle>
Contents decoded_handle(const Handle& handle, std::uint64_t magic, cudaError_t error) {
    static_assert(sizeof(Contents) <= sizeof(Handle) && std::is_trivially_copyable_v<Contents>);
    Contents inside;
    std::memcpy(&inside, &handle, sizeof inside);
    require(inside.magic == magic, error);
    return inside;
}

/// A memory range that was opened, once or several times.
struct OpenedMemory {
    IpcRange piece;
    std::byte* pages;
    unsigned times;
};
std::map<Address, OpenedMemory> opened;

/// Exports an allocation to other processes, unless it is exported already. For the thread that owns the
/// device.
IpcRange export_pages(Runtime& idle, const Allocation& allocation) {
    if (const auto known = idle.memory().exported.find(allocation.id);
        known != idle.memory().exported.end()) {
        return known->second;
    }
    const auto piece =
        idle.memory().common.export_pages(allocation.host,
                                          simulator::DeviceMemory::backing_bytes(allocation.bytes));
    require(piece.has_value(), cudaErrorMemoryAllocation);
    // Writes of other processes are invisible to the checks, so all bytes count as written.
    idle.shadow().written(allocation.begin, allocation.bytes);
    return idle.memory().exported[allocation.id] = *piece;
}

/// Forgets ranges that cudaDeviceReset has freed.
void forget_freed(const Runtime& runtime) {
    std::erase_if(opened, [&](const auto& entry) {
        const Allocation* const allocation = runtime.memory().device.find(entry.first);
        const bool there = allocation != nullptr && allocation->origin == AllocationOrigin::opened &&
                           allocation->host == entry.second.pages;
        if (!there) {
            IpcMemory::close(entry.second.pages, entry.second.piece);
        }
        return !there;
    });
}

Address open(Runtime& runtime, const MemoryHandle& handle, const void* caller) {
    forget_freed(runtime);
    for (auto& [address, one] : opened) {
        if (one.piece.offset == handle.piece.offset) {
            ++one.times;
            return address;
        }
    }
    // The padding after the end must also be mapped, because it may be read.
    require(handle.bytes != 0 && handle.bytes <= handle.piece.bytes &&
                simulator::DeviceMemory::backing_bytes(handle.bytes) <= handle.piece.bytes,
            cudaErrorInvalidResourceHandle);
    std::byte* const pages = runtime.memory().common.open(handle.piece);
    require(pages != nullptr, cudaErrorInvalidResourceHandle);
    const Allocation* const allocation =
        runtime.memory().device.attach(pages, handle.bytes, AllocationOrigin::opened,
                                       runtime.calls().site_of("cudaIpcOpenMemHandle", caller));
    require(allocation != nullptr, cudaErrorMemoryAllocation);
    opened[allocation->begin] = {handle.piece, pages, 1};
    return allocation->begin;
}

} // namespace

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* pointer) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(handle != nullptr);
        MemoryHandle inside{memory_handle_magic, {}, 0};
        // Earlier work of a stream may free the allocation.
        runtime.calls().when_idle([&](Runtime& idle) {
            const Allocation* const allocation = idle.memory().device.find(address_of(pointer));
            require(allocation != nullptr && allocation->origin == AllocationOrigin::device);
            inside.piece = export_pages(idle, *allocation);
            inside.bytes = allocation->bytes;
        });
        *handle = {};
        std::memcpy(handle, &inside, sizeof inside);
    });
}

cudaError_t cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t handle, unsigned flags) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(pointer != nullptr && flags == cudaIpcMemLazyEnablePeerAccess);
        const auto inside = decoded_handle<MemoryHandle>(handle, memory_handle_magic, cudaErrorInvalidValue);
        require(!runtime.memory().common.is_own(inside.piece), cudaErrorDeviceUninitialized);
        *pointer = pointer_to(open(runtime, inside, caller));
    });
}

cudaError_t cudaIpcCloseMemHandle(void* pointer) {
    const void* caller = CALLER;
    return answer(Need::idle_gpu, [&](Runtime& runtime) {
        forget_freed(runtime);
        const auto found = opened.find(address_of(pointer));
        require(found != opened.end());
        if (--found->second.times != 0) {
            return;
        }
        const OpenedMemory last = found->second;
        opened.erase(found);
        runtime.calls().when_idle([&, site = runtime.calls().site_of("cudaIpcCloseMemHandle", caller)](
                                      Runtime& idle) { release(idle, address_of(pointer), site); });
        IpcMemory::close(last.pages, last.piece);
    });
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(handle != nullptr);
        const Event& found = runtime.streams().events.at(event);
        // A process that opened an event cannot export it.
        require(found.common.has_value() && runtime.memory().common.is_own_event(*found.common),
                cudaErrorInvalidResourceHandle);
        const EventHandle inside{event_handle_magic, *found.common};
        *handle = {};
        std::memcpy(handle, &inside, sizeof inside);
    });
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(event != nullptr);
        const cudaError_t unknown = cudaErrorMapBufferObjectFailed;
        const auto inside = decoded_handle<EventHandle>(handle, event_handle_magic, unknown);
        require(runtime.memory().common.event(inside.number) != nullptr, unknown);
        require(!runtime.memory().common.is_own_event(inside.number), cudaErrorDeviceUninitialized);
        *event = runtime.streams().events.add(
            {.flags = cudaEventDisableTiming | cudaEventInterprocess, .common = inside.number});
    });
}
