#pragma once

/// @file
/// The queue of submitted work: scheduling of tasks, and waiting for them.

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

/// A task in the queue.
class Task {
public:
    /// Executor of a task.
    enum class Executor : std::uint8_t {
        device,  ///< kernels, copies: one at a time
        program, ///< a function of the program, on a thread for these
    };

    /// @p dependencies: tasks that must complete before. @p item: its work item; null if the order of work is
    /// not checked.
    Task(Work work, Executor executor, std::vector<std::shared_ptr<Task>> dependencies,
         order::WorkItemPtr item)
        : work_(std::move(work)), executor_(executor), dependencies_(std::move(dependencies)),
          item_(std::move(item)) {}

    /// Returns its work item; null if the order of work is not checked.
    [[nodiscard]] const order::WorkItemPtr& item() const { return item_; }
    /// Returns the work item of the task that this thread executes.
    static order::WorkItemPtr& current_work_item();

private:
    friend class WorkQueue;
    enum class State : std::uint8_t { waiting, running, done };

    Work work_;
    Executor executor_;
    State state_ = State::waiting;
    std::uint64_t number_ = 0;                        ///< in the order of submission
    std::vector<std::shared_ptr<Task>> dependencies_; ///< cleared on completion
    std::exception_ptr failure_;                      ///< exception that its work has thrown
    order::WorkItemPtr item_;
};

/// Executes tasks in the order in which they were added, unless a task must wait for others.
///
/// The device executes one task at a time, on an internal thread of the queue or on a program's thread that
/// waits for it. A kernel that polls memory may yield the device: then other tasks run until they are done or
/// poll themselves (cooperative round-robin). A function of the program runs in parallel with the device.
/// Later work starts only if the function takes long, so that the order does not depend on the speed of the
/// host.
class WorkQueue {
public:
    /// @p runtime is passed to all work, and must outlive this object.
    explicit WorkQueue(Runtime& runtime) : runtime_(runtime) {}
    /// Waits for running tasks; pending tasks are dropped.
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    /// Adds a task, which starts when its dependencies are complete.
    TaskPtr add(Work work, Task::Executor executor, std::vector<TaskPtr> dependencies,
                order::WorkItemPtr item = {});
    /// Adds a task for the device. The caller must call wait() next, and executes the task itself if the
    /// device is free.
    TaskPtr add_awaited(Work work, std::vector<TaskPtr> dependencies, order::WorkItemPtr item = {});
    /// Waits until the task is complete.
    void wait(const TaskPtr& task);
    /// Waits likewise for a task that the caller has added, and rethrows its exception.
    void wait_for_own(const TaskPtr& task);
    /// Waits until the queue has space (backpressure).
    void wait_for_queue_space();
    /// Waits until no task can make progress without the program, as if the device took no time.
    void wait_until_no_progress();
    /// Waits until all tasks that were added before are complete.
    void wait_for_all();
    /// Returns whether all tasks complete within @p timeout.
    bool end_within(std::chrono::milliseconds timeout);
    /// Returns whether a task is complete.
    [[nodiscard]] bool is_done(const TaskPtr& task) const;

    /// Must be called by the kernel that owns the device when it only polls memory; other work runs
    /// meanwhile. @p livelocked: the kernel repeats an earlier state.
    YieldResult yield_to_other_work(bool livelocked);
    /// Records that the program has ended: work that waits for it would wait forever, and none of its
    /// functions is called any more. Returns false, without any change, if the queue stays locked for longer
    /// than @p timeout.
    bool mark_program_ended(std::chrono::milliseconds timeout);

    /// Time for which a function of the program delays later work. Most functions are faster, so that the
    /// order of all work is the same in each run. A function that waits for later work would otherwise
    /// deadlock. Must be set before the first task.
    std::chrono::milliseconds call_timeout{50};

private:
    /// A kernel that has yielded the device.
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
    std::condition_variable_any changed_;  ///< notified when a task is added, completed, paused or resumed
    std::deque<TaskPtr> pending_;          ///< incomplete tasks in the order of submission
    std::deque<TaskPtr> calls_;            ///< functions of the program that are ready to run
    std::deque<PausedKernel*> paused_;     ///< next kernel to resume first
    std::uint64_t last_number_ = 0;        ///< number of the last task
    bool device_busy_ = false;             ///< a thread owns the device
    bool start_next_task_ = false;         ///< a kernel has yielded to the next task
    bool ended_ = false;                   ///< the program has ended
    bool program_thread_ = false;          ///< the thread for functions of the program exists
    bool closing_ = false;                 ///< the queue's threads must exit
    unsigned device_threads_ = 0;          ///< threads of the queue, without those of paused kernels
    unsigned waiting_program_threads_ = 0; ///< threads of the program that wait for the device
    std::uint64_t fruitless_yields_ = 0;   ///< consecutive yields without progress
    std::optional<Clock::time_point> call_began_;        ///< start of the program's current function
    std::optional<Clock::time_point> no_progress_since_; ///< since then kernels only wait for the program
};

} // namespace simulator::runtime
