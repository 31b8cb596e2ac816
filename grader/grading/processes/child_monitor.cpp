#include "grading/processes/child_monitor.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <mutex>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <tuple>
#include <unistd.h>
#include <vector>

#include "base/descriptor.h"
#include "base/errors.h"
#include "grading/processes/process.h"
#include "grading/processes/process_tree.h"

namespace grader {
namespace {

constexpr int check_interval_ms = 20;
/// The memory of the process tree is read at every fifth check only: that costs more than to read one
/// process, and a measurement may be in progress.
constexpr unsigned checks_per_tree_count = 5;
/// Consecutive counts above the limit before the child is killed. A process that forks shares all its memory
/// with its child for a moment, and both have it in their sums.
constexpr unsigned counts_to_confirm = 3;

} // namespace

struct ChildMonitor::State {
    std::size_t output_limit = 0;
    bool kill_on_flood = false;
    std::int64_t memory_limit_kb = 0;
    Descriptor to_read;
    Descriptor to_write;
    Descriptor stop_event; ///< readable after stop(), so that the thread does not wait for the end of an
                           ///< interval

    std::mutex child_mutex;
    pid_t child = -1;           ///< negative: no child, or it was reaped and its process ID may be another's
    bool kill_at_start = false; ///< kill the child as soon as its process ID is known: a limit was exceeded
                                ///< before

    mutable std::mutex text_mutex;
    std::string text;
    std::atomic<bool> flooded = false;
    std::atomic<bool> out_of_memory = false;
    std::atomic<bool> stop = false;

    std::mutex done_mutex;
    std::condition_variable done_signal;
    bool done = false;

    void run();
    ssize_t read_output(std::vector<char>& chunk);
    /// Waits until the output printed so far has been read, which takes a moment on a busy machine.
    void drain_output() const;
    void kill();
    [[nodiscard]] bool exceeds_memory_limit();
    [[nodiscard]] std::vector<pid_t> process_family(pid_t root) const;

    unsigned checks = 0;
    unsigned counts_above = 0;
};

void ChildMonitor::State::run() {
    std::vector<char> chunk(1 << 16);
    std::size_t total = 0;
    bool open = true;
    while (!stop) {
        pollfd ready[] = {{open ? to_read.get() : -1, POLLIN, 0}, {stop_event.get(), POLLIN, 0}};
        const int count = ::poll(ready, std::size(ready), check_interval_ms);
        if (memory_limit_kb > 0 && !out_of_memory && exceeds_memory_limit()) {
            out_of_memory = true;
            kill();
        }
        if (count <= 0 || ready[0].revents == 0) continue;
        const ssize_t got = read_output(chunk);
        if (got <= 0) {
            open = false;
            continue;
        }
        total += static_cast<std::size_t>(got);
        if (kill_on_flood && total > output_limit && !flooded.exchange(true)) kill();
    }
    // The last output of a process that has ended is still in the pipe. Read at most the capacity of a pipe:
    // abandoned processes may keep printing.
    ::fcntl(to_read.get(), F_SETFL, O_NONBLOCK);
    for (std::size_t drained = 0; open && drained < (1 << 20);) {
        const ssize_t got = read_output(chunk);
        if (got <= 0) break;
        drained += static_cast<std::size_t>(got);
    }
}

ssize_t ChildMonitor::State::read_output(std::vector<char>& chunk) {
    // One lock for both steps, so that at each moment a byte is either in the pipe or in the text.
    const std::lock_guard lock(text_mutex);
    const ssize_t got = ::read(to_read.get(), chunk.data(), chunk.size());
    if (got > 0)
        text.append(chunk.data(), std::min(static_cast<std::size_t>(got),
                                           output_limit - std::min(output_limit, text.size())));
    return got;
}

void ChildMonitor::State::drain_output() const {
    // A process that keeps printing delays this for at most 200 ms.
    for (int tries = 0; tries < 200; ++tries) {
        int unread = 0;
        if (::ioctl(to_read.get(), FIONREAD, &unread) != 0 || unread == 0) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

void ChildMonitor::State::kill() {
    const std::lock_guard lock(child_mutex);
    kill_at_start = child < 0;
    if (child < 0) return;
    // Collect the tree first, while its root still holds it together.
    const std::vector<pid_t> processes = process_family(child);
    ::kill(-child, SIGKILL);
    for (const pid_t process : processes) ::kill(process, SIGKILL);
}

std::vector<pid_t> ChildMonitor::State::process_family(pid_t root) const {
    std::vector<pid_t> processes = tree_of(root);
    // An orphan of the child's session is a child of the grader if the root of the tree is not its subreaper.
    for (const pid_t orphan : children_of(::getpid()))
        if (orphan != root && ::getsid(orphan) == root)
            for (const pid_t process : tree_of(orphan)) processes.push_back(process);
    return processes;
}

bool ChildMonitor::State::exceeds_memory_limit() {
    pid_t root = -1;
    {
        const std::lock_guard lock(child_mutex);
        root = child;
    }
    if (root < 0) return false;
    if (memory_kb(root) > memory_limit_kb) return true;
    if (++checks % checks_per_tree_count != 0) return false;
    const std::vector<pid_t> processes = process_family(root);
    std::int64_t sum = 0;
    for (const pid_t process : processes) {
        const std::int64_t alone = memory_kb(process);
        if (alone > memory_limit_kb) return true;
        sum += alone;
    }
    const MemoryFiles files = memory_files(processes);
    for (const auto& [file, kb] : files) sum += kb;
    // The exact sum is expensive, so compute it only if the rough sum, an upper bound, exceeds the limit.
    const bool above =
        sum > memory_limit_kb && memory_kb(processes) + unmapped_kb(files, processes) > memory_limit_kb;
    counts_above = above ? counts_above + 1 : 0;
    return counts_above >= counts_to_confirm;
}

ChildMonitor::ChildMonitor(const ProcessSpec& spec) : state_(std::make_shared<State>()) {
    state_->output_limit = spec.output_limit;
    state_->kill_on_flood = spec.kill_on_flood;
    state_->memory_limit_kb = spec.memory_limit_mb * 1024;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw EnvironmentError("no pipe: " + std::string(std::strerror(errno)));
    state_->to_read = Descriptor(ends[0]);
    state_->to_write = Descriptor(ends[1]);
    state_->stop_event = Descriptor(::eventfd(0, EFD_CLOEXEC));
    if (state_->stop_event.get() < 0)
        throw EnvironmentError("no eventfd: " + std::string(std::strerror(errno)));
    try {
        thread_ = std::thread([state = state_] {
            state->run();
            const std::lock_guard lock(state->done_mutex);
            state->done = true;
            state->done_signal.notify_all();
        });
    } catch (const std::system_error& problem) {
        throw EnvironmentError(std::string("no thread: ") + problem.what());
    }
}

ChildMonitor::~ChildMonitor() { stop(); }

int ChildMonitor::output() const { return state_->to_write.get(); }

void ChildMonitor::started(pid_t child) {
    state_->to_write.close();
    {
        const std::lock_guard lock(state_->child_mutex);
        state_->child = child;
        if (!state_->kill_at_start) return;
    }
    state_->kill();
}

std::optional<ChildExit> ChildMonitor::reap() {
    const std::lock_guard lock(state_->child_mutex);
    if (state_->child < 0) return std::nullopt;
    const std::optional<ChildExit> exit = ChildRegistry::instance().reap(state_->child);
    if (exit) state_->child = -1;
    return exit;
}

void ChildMonitor::kill() { state_->kill(); }

void ChildMonitor::leave_behind() {
    const std::lock_guard lock(state_->child_mutex);
    if (state_->child >= 0) ChildRegistry::instance().leave_behind(state_->child);
    state_->child = -1;
}

void ChildMonitor::stop() {
    if (!thread_.joinable()) return;
    state_->stop = true;
    std::ignore = ::eventfd_write(state_->stop_event.get(), 1);
    std::unique_lock lock(state_->done_mutex);
    // A read from /proc can block the thread until the process that it reads about releases a lock.
    const bool done =
        state_->done_signal.wait_for(lock, std::chrono::seconds(5), [this] { return state_->done; });
    lock.unlock();
    if (done)
        thread_.join();
    else
        thread_.detach();
}

std::string ChildMonitor::text() const {
    state_->drain_output();
    const std::lock_guard lock(state_->text_mutex);
    return state_->text;
}

bool ChildMonitor::flooded() const { return state_->flooded; }

bool ChildMonitor::out_of_memory() const { return state_->out_of_memory; }

} // namespace grader
