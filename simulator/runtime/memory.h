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

/// Memory of the device, and memory that the program has registered or shares.
struct Memory {
    /// @p capacity: bytes of the modelled GPU.
    Memory(std::uint64_t capacity, const Environment& environment);

    DeviceMemory device;        ///< memory of the modelled GPU; has its own lock
    RegisteredPages registered; ///< registered pages of the program; guarded by Calls::mutex
    MemoryAdvice advice;        ///< about managed memory; guarded by Calls::mutex
    IpcMemory common;           ///< memory that several devices share; has its own lock
    /// Memory exported to other devices, by id. Only for the thread that owns the device.
    std::map<std::uint32_t, IpcRange> exported;
    /// Heap of kernels. Only for the thread that owns the device; its limit changes only under Calls::mutex
    /// as well.
    DeviceHeap heap{device};
    /// Held while changes are sent, so that the program receives them in order.
    std::mutex host_changes_mutex;
};

/// Frees device memory. Only for the thread that owns the device.
FreeResult release(Runtime& runtime, Address address, CallSite where);

/// Sends @p program the changes of host access, in order; null: no thread of the program waits for them.
/// Thread-safe.
void send_host_changes(Runtime& runtime, Program* program);

} // namespace simulator::runtime
