#include "runtime/work_queue.h"

#include <algorithm>
#include <exception>

#include "protocol/own_threads.h"
#include "runtime/memory.h"
#include "runtime/order_check.h"
#include "runtime/runtime.h"

namespace simulator::runtime {

namespace {

using namespace std::chrono_literals;

// What the program may have written meanwhile is looked at so often.
constexpr auto poll_interval = 200us;
// So long a kernel waits for a program of which some threads wait for the device, and others do not.
constexpr auto program_patience = 10s;

// More is not kept: who adds more waits, as with a GPU.
constexpr std::size_t most_pending = 1024;

/// Whether this thread is one of a queue's that do tasks of the device.
thread_local bool serves_device = false;

} // namespace

order::WorkItemPtr& Task::current_piece() {
    thread_local order::WorkItemPtr item;
    return item;
}

WorkQueue::~WorkQueue() {
    Lock lock(mutex_);
    ended_ = closing_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return device_threads_ == 0 && !program_thread_ && !device_busy_; });
}

TaskPtr WorkQueue::add(Work work, Task::Doer doer, std::vector<TaskPtr> after, order::WorkItemPtr item) {
    const Lock lock(mutex_);
    TaskPtr task = put(std::move(work), doer, std::move(after), std::move(item));
    need_device_thread();
    changed_.notify_all();
    return task;
}

TaskPtr WorkQueue::add_awaited(Work work, std::vector<TaskPtr> after, order::WorkItemPtr item) {
    const Lock lock(mutex_);
    return put(std::move(work), Task::Doer::device, std::move(after), std::move(item));
}

TaskPtr WorkQueue::put(Work work, Task::Doer doer, std::vector<TaskPtr> after, order::WorkItemPtr item) {
    auto task = std::make_shared<Task>(std::move(work), doer, std::move(after), std::move(item));
    task->number_ = ++last_number_;
    std::erase_if(task->after_, [](const TaskPtr& before) { return before->state_ == Task::State::done; });
    pending_.push_back(task);
    stuck_since_.reset();
    return task;
}

template <class Holds> void WorkQueue::wait_until(Lock& lock, Holds holds) {
    ++waiting_;
    changed_.notify_all(); // a kernel may wait for a program that now only waits for it
    while (!holds()) {
        if (!do_one(lock)) {
            look_again(lock);
        }
    }
    --waiting_;
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

void WorkQueue::wait_for_room() {
    Lock lock(mutex_);
    if (pending_.size() > most_pending) {
        wait_until(lock, [&] { return pending_.size() <= most_pending; });
    }
}

void WorkQueue::wait_until_stuck() {
    Lock lock(mutex_);
    changed_.wait(lock, [&] {
        const bool rests = !device_busy_ && paused_.empty() && next() == nullptr;
        return rests || stuck_since_ || device_threads_ == 0;
    });
}

void WorkQueue::wait_for_all() {
    Lock lock(mutex_);
    const std::uint64_t last = last_number_;
    wait_until(lock, [&] { return pending_.empty() || pending_.front()->number_ > last; });
}

bool WorkQueue::end_within(std::chrono::milliseconds patience) {
    Lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return pending_.empty(); });
}

bool WorkQueue::is_done(const TaskPtr& task) const {
    const Lock lock(mutex_);
    return task->state_ == Task::State::done;
}

bool WorkQueue::held_up() const { return call_began_ && Clock::now() < *call_began_ + call_patience; }

/// The first task that may begin.
TaskPtr WorkQueue::next() const {
    for (const TaskPtr& task : pending_) {
        if (task->state_ == Task::State::running) {
            if (task->doer_ == Task::Doer::program && held_up()) {
                return nullptr;
            }
            continue;
        }
        if (std::ranges::all_of(task->after_,
                                [](const TaskPtr& before) { return before->state_ == Task::State::done; })) {
            return task;
        }
    }
    return nullptr;
}

/// Gets something on, if the device is free: what runs next, or a kernel that has paused.
bool WorkQueue::do_one(Lock& lock) {
    if (device_busy_) {
        return false;
    }
    if (paused_.empty() || std::exchange(start_another_, false)) {
        if (const TaskPtr task = next()) {
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
    if (task->doer_ == Task::Doer::program) {
        calls_.push_back(task);
        if (!call_began_) {
            call_began_ = Clock::now();
        }
        need_program_thread();
        changed_.notify_all();
        return;
    }
    device_busy_ = true;
    lock.unlock();
    runtime_.order_check().work_begins(task->item_);
    Task::current_piece() = task->item_;
    try {
        task->work_(runtime_);
    } catch (...) {
        task->failure_ = std::current_exception();
    }
    Task::current_piece() = nullptr;
    runtime_.order_check().work_ends(task->item_);
    lock.lock();
    device_busy_ = false;
    finish(task);
}

void WorkQueue::finish(const TaskPtr& task) {
    task->state_ = Task::State::done;
    task->after_.clear();
    task->work_ = nullptr;
    pending_.erase(std::ranges::find(pending_, task)); // which is one of the first
    fruitless_ = 0;
    stuck_since_.reset();
    changed_.notify_all();
}

void WorkQueue::look_again(Lock& lock) {
    if (held_up()) {
        changed_.wait_until(lock, *call_began_ + call_patience);
    } else {
        changed_.wait(lock);
    }
}

void WorkQueue::serve_device() {
    serves_device = true;
    Lock lock(mutex_);
    while (!closing_) {
        if (!do_one(lock)) {
            look_again(lock);
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
        Task::current_piece() = task->item_;
        try {
            if (wanted) {
                task->work_(runtime_);
            }
        } catch (...) {
            task->failure_ = std::current_exception();
        }
        Task::current_piece() = nullptr;
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

void WorkQueue::need_device_thread() {
    // Where there is none, who waits does the work.
    if (device_threads_ == 0 && protocol::start_own_thread([this] { serve_device(); })) {
        ++device_threads_;
    }
}

void WorkQueue::need_program_thread() {
    if (!program_thread_) {
        program_thread_ = protocol::start_own_thread([this] { serve_program(); });
    }
}

void WorkQueue::pause(Lock& lock) {
    Paused here;
    paused_.push_back(&here);
    device_busy_ = false;
    device_threads_ -= serves_device ? 1 : 0;
    need_device_thread();
    changed_.notify_all();
    changed_.wait(lock, [&] { return here.resumed; });
    device_threads_ += serves_device ? 1 : 0;
}

YieldResult WorkQueue::yield_to_other_work(bool livelocked) {
    Lock lock(mutex_);
    if (next() != nullptr) {
        start_another_ = true;
        pause(lock);
        return YieldResult::progressed;
    }
    // Kernels that poll what others of them write take turns, until each has done so in vain.
    fruitless_ = livelocked ? fruitless_ + 1 : 0;
    if (!paused_.empty() && fruitless_ <= 2 * (paused_.size() + 1)) {
        pause(lock);
        return YieldResult::still_polling;
    }
    return wait_for_program(lock);
}

YieldResult WorkQueue::wait_for_program(Lock& lock) {
    const bool calls = call_began_.has_value();
    // Another process may write what it polls.
    const bool alone = !runtime_.memory().common.is_shared();
    if (ended_ || (alone && waiting_ != 0 && !calls && runtime_.program_threads() <= waiting_)) {
        return YieldResult::no_writer;
    }
    const auto now = Clock::now();
    if (!stuck_since_) {
        stuck_since_ = now;
        changed_.notify_all();
    }
    if (waiting_ != 0 && now - *stuck_since_ > program_patience) {
        return YieldResult::no_writer;
    }
    changed_.wait_for(lock, poll_interval);
    return YieldResult::progressed;
}

bool WorkQueue::program_has_ended(std::chrono::milliseconds patience) {
    const Lock lock(mutex_, patience);
    if (!lock) {
        return false;
    }
    ended_ = true;
    changed_.notify_all();
    return true;
}

} // namespace simulator::runtime
