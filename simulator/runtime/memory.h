#pragma once

/// @file
/// The memory that the program and the device use.

#include <cstdint>
#include <map>
#include <mutex>

#include "memory/device_heap.h"
#include "memory/device_memory.h"
#include "memory/ipc_memory.h"
#include "memory/registered_pages.h"
#include "runtime/memory_advice.h"

namespace simulator::runtime {

class Program;
class Runtime;
struct Environment;

/// Memory of the device, and what the program has registered or shares.
struct Memory {
    /// @p capacity: bytes of the modelled GPU.
    Memory(std::uint64_t capacity, const Environment& environment);

    DeviceMemory device;        ///< of the modelled GPU; has a lock of its own
    RegisteredPages registered; ///< of the program's memory; guarded by Calls::mutex
    MemoryAdvice advice;        ///< about managed memory; guarded by Calls::mutex
    IpcMemory common;           ///< of several devices; has a lock of its own
    std::map<std::uint32_t, IpcRange>
        exported; ///< to other devices, by id; only for the thread that has the device
    /// Kernels allocate from it. Only for the thread that has the device; its limit changes only under Calls::mutex as well.
    DeviceHeap heap{device};
    std::mutex
        host_changes_mutex; ///< held while the program is told what it may touch, so that it hears it in order
};

/// Frees device memory. Only for the thread that has the device.
FreeResult release(Runtime& runtime, Address address, CallSite where);

/// Tells @p program what the host may touch, or no longer; null: no thread of the program waits for it. From any thread.
void send_host_changes(Runtime& runtime, Program* program);

} // namespace simulator::runtime
