#pragma once

/// @file
/// Worker process for a class's jobs, as seen by the dispatcher. The two exchange lines over pipes: the
/// worker sends one when it is ready, receives the number of a job, and replies when the result is in the
/// journal.

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "grading/processes/process.h"

namespace grader {

/// Descriptor from which a worker reads job numbers.
inline constexpr int job_descriptor = 3;
inline constexpr int reply_descriptor = 4; ///< descriptor to which a worker writes its replies

/// A running worker. Its destructor kills it with all processes that it started.
class WorkerProcess {
public:
    /// Starts @p command with @p environment added to this process's own. Throws EnvironmentError.
    WorkerProcess(const std::vector<std::string>& command,
                  const std::map<std::string, std::string>& environment);

    /// Reports whether it is ready for a job.
    [[nodiscard]] bool is_idle() const { return ready_ && !job_; }
    /// Number of the assigned job; none: no job was assigned, or it has replied.
    [[nodiscard]] std::optional<std::size_t> job() const { return job_; }
    /// Assigns @p job. Only while it is idle.
    void assign(std::size_t job);
    /// Descriptor that is readable when the worker has replied or ended.
    [[nodiscard]] int descriptor() const { return replies_.get(); }
    /// Reads its reply, if there is one; then it is idle again.
    void read_reply();
    /// Reports whether it has ended, which it never does by itself while it may get jobs.
    [[nodiscard]] bool ended();
    /// Requests its termination; never waits.
    void request_termination() const { process_->request_termination(); }
    /// Stops it, after a grace period in which it can remove its temporary files.
    void stop();
    /// Returns what it printed, and its exit status, for an error message.
    [[nodiscard]] std::string exit_description() const;

private:
    Descriptor jobs_pipe_;
    Descriptor replies_;
    std::unique_ptr<Process> process_;
    bool ready_ = false;
    std::optional<std::size_t> job_;
};

} // namespace grader
