#include "runtime/work_queue.h"

#include <algorithm>
#include <exception>

#include "protocol/internal_threads.h"
#include "runtime/memory.h"
#include "runtime/order_check.h"
#include "runtime/runtime.h"

namespace simulator::runtime {

namespace {

using namespace std::chrono_literals;

// Polling interval for writes of the program.
constexpr auto poll_interval = 200us;
// Time that a kernel waits for a program if some of its threads wait for the device, and others do not.
constexpr auto program_timeout = 10s;

// Maximum number of pending tasks. A thread that adds more waits, as with a GPU.
constexpr std::size_t max_pending_tasks = 1024;

/// Whether this thread is an internal thread of a queue for tasks of the device.
thread_local bool is_device_thread = false;

} // namespace

order::WorkItemPtr& Task::current_work_item() {
    thread_local order::WorkItemPtr item;
    return item;
}

WorkQueue::~WorkQueue() {
    Lock lock(mutex_);
    ended_ = closing_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return device_threads_ == 0 && !program_thread_ && !device_busy_; });
}

TaskPtr WorkQueue::add(Work work, Task::Executor executor, std::vector<TaskPtr> dependencies,
                       order::WorkItemPtr item) {
    const Lock lock(mutex_);
    TaskPtr task = enqueue(std::move(work), executor, std::move(dependencies), std::move(item));
    ensure_device_thread();
    changed_.notify_all();
    return task;
}

TaskPtr WorkQueue::add_awaited(Work work, std::vector<TaskPtr> dependencies, order::WorkItemPtr item) {
    const Lock lock(mutex_);
    return enqueue(std::move(work), Task::Executor::device, std::move(dependencies), std::move(item));
}

TaskPtr WorkQueue::enqueue(Work work, Task::Executor executor, std::vector<TaskPtr> dependencies,
                           order::WorkItemPtr item) {
    auto task = std::make_shared<Task>(std::move(work), executor, std::move(dependencies), std::move(item));
    task->number_ = ++last_number_;
    std::erase_if(task->dependencies_,
                  [](const TaskPtr& before) { return before->state_ == Task::State::done; });
    pending_.push_back(task);
    no_progress_since_.reset();
    return task;
}

template <class Holds> void WorkQueue::wait_until(Lock& lock, Holds holds) {
    ++waiting_program_threads_;
    changed_.notify_all(); // a kernel may wait for a program that now only waits for the kernel
    while (!holds()) {
        if (!run_one(lock)) {
            wait_for_change(lock);
        }
    }
    --waiting_program_threads_;
}

void WorkQueue::wait(const TaskPtr& task) {
    Lock lock(mutex_);
    wait_until(lock, [&] { return task->state_ == Task::State::done; });
}

void WorkQueue::wait_for_own(const TaskPtr& task) {
    wait(task);
    if (task->failure_) {
        std::rethrow_exception(task->failure_);
    }
}

void WorkQueue::wait_for_queue_space() {
    Lock lock(mutex_);
    if (pending_.size() > max_pending_tasks) {
        wait_until(lock, [&] { return pending_.size() <= max_pending_tasks; });
    }
}

void WorkQueue::wait_until_no_progress() {
    Lock lock(mutex_);
    changed_.wait(lock, [&] {
        const bool is_idle = !device_busy_ && paused_.empty() && next_ready_task() == nullptr;
        return is_idle || no_progress_since_ || device_threads_ == 0;
    });
}

void WorkQueue::wait_for_all() {
    Lock lock(mutex_);
    const std::uint64_t last = last_number_;
    wait_until(lock, [&] { return pending_.empty() || pending_.front()->number_ > last; });
}

bool WorkQueue::end_within(std::chrono::milliseconds timeout) {
    Lock lock(mutex_);
    return changed_.wait_for(lock, timeout, [&] { return pending_.empty(); });
}

bool WorkQueue::is_done(const TaskPtr& task) const {
    const Lock lock(mutex_);
    return task->state_ == Task::State::done;
}

bool WorkQueue::is_held_by_call() const { return call_began_ && Clock::now() < *call_began_ + call_timeout; }

/// Returns the first task, in order of submission, whose dependencies are complete. Null if there is none, or
/// if a call of the program holds it up: see WorkQueue::call_timeout.
TaskPtr WorkQueue::next_ready_task() const {
    for (const TaskPtr& task : pending_) {
        if (task->state_ == Task::State::running) {
            if (task->executor_ == Task::Executor::program && is_held_by_call()) {
                return nullptr;
            }
            continue;
        }
        if (std::ranges::all_of(task->dependencies_,
                                [](const TaskPtr& before) { return before->state_ == Task::State::done; })) {
            return task;
        }
    }
    return nullptr;
}

/// Starts the next task or resumes a paused kernel, if the device is free. Returns whether it did so.
bool WorkQueue::run_one(Lock& lock) {
    if (device_busy_) {
        return false;
    }
    if (paused_.empty() || std::exchange(start_next_task_, false)) {
        if (const TaskPtr task = next_ready_task()) {
            perform(lock, task);
            return true;
        }
    }
    if (paused_.empty()) {
        return false;
    }
    paused_.front()->resumed = true;
    paused_.pop_front();
    device_busy_ = true;
    changed_.notify_all();
    return true;
}

void WorkQueue::perform(Lock& lock, const TaskPtr& task) {
    task->state_ = Task::State::running;
    if (task->executor_ == Task::Executor::program) {
        calls_.push_back(task);
        if (!call_began_) {
            call_began_ = Clock::now();
        }
        ensure_program_thread();
        changed_.notify_all();
        return;
    }
    device_busy_ = true;
    lock.unlock();
    runtime_.order_check().work_begins(task->item_);
    Task::current_work_item() = task->item_;
    try {
        task->work_(runtime_);
    } catch (...) {
        task->failure_ = std::current_exception();
    }
    Task::current_work_item() = nullptr;
    runtime_.order_check().work_ends(task->item_);
    lock.lock();
    device_busy_ = false;
    finish(task);
}

void WorkQueue::finish(const TaskPtr& task) {
    task->state_ = Task::State::done;
    task->dependencies_.clear();
    task->work_ = nullptr;
    pending_.erase(std::ranges::find(pending_, task)); // among the first elements
    fruitless_yields_ = 0;
    no_progress_since_.reset();
    changed_.notify_all();
}

void WorkQueue::wait_for_change(Lock& lock) {
    if (is_held_by_call()) {
        changed_.wait_until(lock, *call_began_ + call_timeout);
    } else {
        changed_.wait(lock);
    }
}

void WorkQueue::serve_device() {
    is_device_thread = true;
    Lock lock(mutex_);
    while (!closing_) {
        if (!run_one(lock)) {
            wait_for_change(lock);
        }
    }
    --device_threads_;
    changed_.notify_all();
}

void WorkQueue::serve_program() {
    Lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return closing_ || !calls_.empty(); });
        if (closing_) {
            break;
        }
        const TaskPtr task = calls_.front();
        calls_.pop_front();
        call_began_ = Clock::now();
        const bool wanted = !ended_;
        lock.unlock();
        runtime_.order_check().function_begins(task->item_);
        Task::current_work_item() = task->item_;
        try {
            if (wanted) {
                task->work_(runtime_);
            }
        } catch (...) {
            task->failure_ = std::current_exception();
        }
        Task::current_work_item() = nullptr;
        runtime_.order_check().function_ends(task->item_);
        lock.lock();
        call_began_.reset();
        if (!calls_.empty()) {
            call_began_ = Clock::now();
        }
        finish(task);
    }
    program_thread_ = false;
    changed_.notify_all();
}

void WorkQueue::ensure_device_thread() {
    // If no thread can be started, the waiting thread executes the work.
    if (device_threads_ == 0 && protocol::start_internal_thread([this] { serve_device(); })) {
        ++device_threads_;
    }
}

void WorkQueue::ensure_program_thread() {
    if (!program_thread_) {
        program_thread_ = protocol::start_internal_thread([this] { serve_program(); });
    }
}

void WorkQueue::pause(Lock& lock) {
    PausedKernel here;
    paused_.push_back(&here);
    device_busy_ = false;
    device_threads_ -= is_device_thread ? 1 : 0;
    ensure_device_thread();
    changed_.notify_all();
    changed_.wait(lock, [&] { return here.resumed; });
    device_threads_ += is_device_thread ? 1 : 0;
}

YieldResult WorkQueue::yield_to_other_work(bool livelocked) {
    Lock lock(mutex_);
    if (next_ready_task() != nullptr) {
        start_next_task_ = true;
        pause(lock);
        return YieldResult::progressed;
    }
    // Kernels that poll each other's writes run round-robin, until each has yielded in vain.
    fruitless_yields_ = livelocked ? fruitless_yields_ + 1 : 0;
    if (!paused_.empty() && fruitless_yields_ <= 2 * (paused_.size() + 1)) {
        pause(lock);
        return YieldResult::still_polling;
    }
    return wait_for_program(lock);
}

YieldResult WorkQueue::wait_for_program(Lock& lock) {
    const bool calls = call_began_.has_value();
    // Another process may write the polled memory.
    const bool alone = !runtime_.memory().common.is_shared();
    if (ended_ || (alone && waiting_program_threads_ != 0 && !calls &&
                   runtime_.program_threads() <= waiting_program_threads_)) {
        return YieldResult::no_writer;
    }
    const auto now = Clock::now();
    if (!no_progress_since_) {
        no_progress_since_ = now;
        changed_.notify_all();
    }
    if (waiting_program_threads_ != 0 && now - *no_progress_since_ > program_timeout) {
        return YieldResult::no_writer;
    }
    changed_.wait_for(lock, poll_interval);
    return YieldResult::progressed;
}

bool WorkQueue::mark_program_ended(std::chrono::milliseconds timeout) {
    const Lock lock(mutex_, timeout);
    if (!lock) {
        return false;
    }
    ended_ = true;
    changed_.notify_all();
    return true;
}

} // namespace simulator::runtime
