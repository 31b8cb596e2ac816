#pragma once

/// @file
/// The lock that calls of the program hold, and how a call waits for the device without it.

#include <driver_types.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>

#include "memory/device_memory.h"
#include "runtime/work.h"

namespace simulator {
struct IpcEvent;
}

namespace simulator::runtime {

/// Calls of the program. One at a time is answered, but for those that wait for the device. All functions but
/// await_common_event() are for the thread that holds the lock.
class Calls {
public:
    /// @p runtime outlives it.
    explicit Calls(Runtime& runtime) : runtime_(runtime) {}

    /// Held by every call while it does not wait for the device, and by nothing that the device does. A thread takes it
    /// before any other lock of the runtime. Timed, because the end of the program does not wait for ever.
    std::timed_mutex mutex;

    /// The place of a call of @p function that allocates or frees, numbered among those of that function.
    CallSite site_of(const char* function, const void* caller) {
        return {caller, ++numbers_[function], function};
    }

    /// Waits for a task, without the lock.
    void wait(const TaskPtr& task);
    /// The same for a task that this call has added: throws what its work has thrown.
    void wait_for_own(const TaskPtr& task);
    /// Has @p work done after everything that there is to do, and waits for it without the lock.
    void when_idle(Work work);
    /// Waits for everything that there is to do, without the lock.
    void wait_for_all();
    /// Lets the program go on after what it has asked for: not while too much is left to do. Without the lock.
    void throttle_program();
    /// Waits, without the lock, until @p records records of an event that other processes use, too, are done.
    void wait_for_common_event(const IpcEvent& event, std::uint64_t records);
    /// The same for a thread that does not hold the lock.
    void await_common_event(const IpcEvent& event, std::uint64_t records) const;
    /// The program has waited for the device: it gets what kernels have printed. Returns what went wrong on the device.
    cudaError_t deliver_output_and_fault();

private:
    Runtime& runtime_;
    std::map<std::string_view, std::uint32_t>
        numbers_; ///< of the calls of each function so far; guarded by mutex
};

} // namespace simulator::runtime
