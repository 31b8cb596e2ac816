#pragma once

/// @file
/// The lock that a call of the program holds, and functions that wait for the device without it.

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

/// Calls of the program. They are executed one at a time, except while they wait for the device. The
/// caller of each function except await_common_event() must hold the lock.
class Calls {
public:
    /// @p runtime must outlive this object.
    explicit Calls(Runtime& runtime) : runtime_(runtime) {}

    /// Held by every call while it does not wait for the device, and never by work of the device. A thread
    /// locks it before any other lock of the runtime. Timed, because the end of the program does not wait
    /// forever.
    std::timed_mutex mutex;

    /// Returns the site of a call of @p function that allocates or frees, with its number among the
    /// calls of that function.
    CallSite site_of(const char* function, const void* caller) {
        return {caller, ++numbers_[function], function};
    }

    /// Waits for a task, without the lock.
    void wait(const TaskPtr& task);
    /// Waits likewise for a task that this call has added, and rethrows an exception of its work.
    void wait_for_own(const TaskPtr& task);
    /// Has @p work executed after all pending work, and waits for it without the lock.
    void when_idle(Work work);
    /// Waits for all pending work, without the lock.
    void wait_for_all();
    /// Waits, without the lock, until the queue has space. So the program cannot submit work without bound.
    void throttle_program();
    /// Waits, without the lock, until @p records records of an event that other processes also use are
    /// complete.
    void wait_for_common_event(const IpcEvent& event, std::uint64_t records);
    /// Waits likewise on a thread that does not hold the lock.
    void await_common_event(const IpcEvent& event, std::uint64_t records) const;
    /// Delivers the output of kernels and the fault of the device, because the program has synchronized.
    /// Returns the fault.
    cudaError_t deliver_output_and_fault();

private:
    Runtime& runtime_;
    std::map<std::string_view, std::uint32_t> numbers_; ///< calls per function so far; guarded by mutex
};

} // namespace simulator::runtime
