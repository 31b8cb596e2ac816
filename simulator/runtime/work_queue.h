#pragma once

/// @file
/// The work that a program has given the device: what runs next, and who waits for it.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "machine/yield_result.h"
#include "order/work_item_ptr.h"
#include "runtime/work.h"

namespace simulator::runtime {

/// A piece of work on its way through the queue.
class Task {
public:
    /// Who does it.
    enum class Executor : std::uint8_t {
        device,  ///< kernels, copies: one at a time
        program, ///< a function of the program's, on a thread for these
    };

    /// @p dependencies: what has to be done before. @p piece: its place in the order of work; null where nobody asks.
    Task(Work work, Executor executor, std::vector<std::shared_ptr<Task>> dependencies,
         order::WorkItemPtr item)
        : work_(std::move(work)), executor_(executor), dependencies_(std::move(dependencies)),
          item_(std::move(item)) {}

    /// Its place in the order of work; null where nobody asks.
    [[nodiscard]] const order::WorkItemPtr& item() const { return item_; }
    /// That of the task that this thread does.
    static order::WorkItemPtr& current_work_item();

private:
    friend class WorkQueue;
    enum class State : std::uint8_t { waiting, running, done };

    Work work_;
    Executor executor_;
    State state_ = State::waiting;
    std::uint64_t number_ = 0;                        ///< counts up as tasks are added
    std::vector<std::shared_ptr<Task>> dependencies_; ///< empty when it is done
    std::exception_ptr failure_;                      ///< what its work has thrown
    order::WorkItemPtr item_;
};

/// Does tasks in the order in which they were added, as far as they do not have to wait for others.
///
/// The device does one task at a time, on a thread of the queue's, or on that of a program that waits for it anyway.
/// A kernel that polls memory may let others get on meanwhile: then these have the device until they are done
/// or poll themselves. A function of the program's runs beside the device. Only if it takes long does work begin that
/// was added later, so that the order does not depend on how fast the host is.
class WorkQueue {
public:
    /// @p runtime is what work is given, and has to outlive it.
    explicit WorkQueue(Runtime& runtime) : runtime_(runtime) {}
    /// Waits for what is under way; what has not begun is not done.
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    /// Adds a task, which begins when its turn comes.
    TaskPtr add(Work work, Task::Executor executor, std::vector<TaskPtr> dependencies,
                order::WorkItemPtr item = {});
    /// Adds a task for the device, for a thread that calls wait() next: that does it, if the device is free.
    TaskPtr add_awaited(Work work, std::vector<TaskPtr> dependencies, order::WorkItemPtr item = {});
    /// Returns when the task is done.
    void wait(const TaskPtr& task);
    /// The same, for who has added it: throws what its work has thrown.
    void wait_for_own(const TaskPtr& task);
    /// Returns when there are not too many tasks.
    void wait_for_queue_space();
    /// Returns when no task gets on any more, unless the program does something: as if the device took no time.
    void wait_until_no_progress();
    /// Returns when all tasks are done that have been added before.
    void wait_for_all();
    /// Whether all tasks end within @p timeout.
    bool end_within(std::chrono::milliseconds timeout);
    /// Whether a task is done.
    [[nodiscard]] bool is_done(const TaskPtr& task) const;

    /// To be called by the kernel that has the device, when it only polls memory: others get on. @p livelocked:
    /// it has come back to where it was.
    YieldResult yield_to_other_work(bool livelocked);
    /// The program does nothing more: who waits for it waits for ever, and no function of it is called. False,
    /// and nothing has changed, when somebody keeps the queue for longer than @p timeout.
    bool mark_program_ended(std::chrono::milliseconds timeout);

    /// So long a function of the program's holds up work that was added later. Most functions take less, so that the order of all
    /// work is the same in each run; one that waits for later work is not waited for without an end. Set before the first task.
    std::chrono::milliseconds call_timeout{50};

private:
    /// A kernel that has given the device away until it is its turn again.
    struct PausedKernel {
        bool resumed = false;
    };
    using Lock = std::unique_lock<std::timed_mutex>;
    using Clock = std::chrono::steady_clock;

    TaskPtr enqueue(Work work, Task::Executor executor, std::vector<TaskPtr> dependencies,
                    order::WorkItemPtr item);
    [[nodiscard]] TaskPtr next_ready_task() const;
    [[nodiscard]] bool is_held_by_call() const;
    bool run_one(Lock& lock);
    void perform(Lock& lock, const TaskPtr& task);
    void finish(const TaskPtr& task);
    void serve_device();
    void serve_program();
    void ensure_device_thread();
    void ensure_program_thread();
    void wait_for_change(Lock& lock);
    void pause(Lock& lock);
    YieldResult wait_for_program(Lock& lock);
    template <class Holds> void wait_until(Lock& lock, Holds holds);

    Runtime& runtime_;
    mutable std::timed_mutex mutex_;
    std::condition_variable_any changed_;  ///< something was added, done, paused or resumed
    std::deque<TaskPtr> pending_;          ///< not done, in the order in which they were added
    std::deque<TaskPtr> calls_;            ///< functions of the program's whose turn has come
    std::deque<PausedKernel*> paused_;     ///< the next one first
    std::uint64_t last_number_ = 0;        ///< of the tasks so far
    bool device_busy_ = false;             ///< somebody has the device
    bool start_next_task_ = false;         ///< a kernel has paused so that the next task may begin
    bool ended_ = false;                   ///< the program
    bool program_thread_ = false;          ///< there is one
    bool closing_ = false;                 ///< threads of the queue's end
    unsigned device_threads_ = 0;          ///< of the queue's, but those of kernels that have paused
    unsigned waiting_program_threads_ = 0; ///< threads of the program that wait for the device
    std::uint64_t fruitless_yields_ = 0;   ///< times that kernels have paused in vain, one after the other
    std::optional<Clock::time_point> call_began_;        ///< of the function of the program's that runs now
    std::optional<Clock::time_point> no_progress_since_; ///< only the program can get kernels on
};

} // namespace simulator::runtime
