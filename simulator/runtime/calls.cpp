#include "runtime/calls.h"

#include <chrono>
#include <utility>

#include "memory/ipc_memory.h"
#include "program/call.h"
#include "protocol/errors.h"
#include "protocol/futex.h"
#include "runtime/order_check.h"
#include "runtime/printed_text.h"
#include "runtime/runtime.h"
#include "runtime/work_queue.h"

namespace simulator::runtime {

namespace {

/// Releases a lock for the duration of a long wait.
class Unlocked {
public:
    explicit Unlocked(std::timed_mutex& mutex) : mutex_(mutex) { mutex_.unlock(); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;
    ~Unlocked() { mutex_.lock(); }

private:
    std::timed_mutex& mutex_;
};

} // namespace

Call& current_call() {
    thread_local Call call;
    return call;
}

void Calls::wait(const TaskPtr& task) {
    const Unlocked meanwhile(mutex);
    runtime_.queue().wait(task);
    runtime_.order_check().program_has_seen(task);
}

void Calls::wait_for_own(const TaskPtr& task) {
    const Unlocked meanwhile(mutex);
    runtime_.queue().wait_for_own(task);
}

void Calls::when_idle(Work work) {
    const Unlocked meanwhile(mutex);
    WorkQueue& queue = runtime_.queue();
    queue.wait_for_all();
    runtime_.order_check().program_has_seen_all();
    queue.wait_for_own(queue.add_awaited(std::move(work), {}));
}

void Calls::wait_for_all() {
    const Unlocked meanwhile(mutex);
    runtime_.queue().wait_for_all();
    runtime_.order_check().program_has_seen_all();
}

void Calls::throttle_program() {
    const Unlocked meanwhile(mutex);
    runtime_.queue().wait_for_queue_space();
    if (runtime_.order_check().work_order() != nullptr) {
        // The program receives the protected ranges before it continues.
        runtime_.queue().wait_until_no_progress();
    }
}

void Calls::wait_for_common_event(const IpcEvent& event, std::uint64_t records) {
    const Unlocked meanwhile(mutex);
    await_common_event(event, records);
    runtime_.order_check().program_has_seen_all(); // other processes may have
}

void Calls::await_common_event(const IpcEvent& event, std::uint64_t records) const {
    constexpr std::chrono::milliseconds interval{20};
    while (event.done < records && !runtime_.program_is_gone) {
        const std::uint32_t rung = event.doorbell;
        if (event.done < records) {
            protocol::futex_wait(event.doorbell, rung, interval);
        }
    }
}

cudaError_t Calls::deliver_output_and_fault() {
    runtime_.printed_text().print_through(current_call().program);
    return runtime_.errors().report_fault();
}

} // namespace simulator::runtime
