#pragma once

/// @file
/// A process that works on a class's jobs, as the one sees it that hands them out. The two speak by lines: the worker sends one
/// when it can begin, is then given the number of a job, and answers when the journal has what became of that.

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

/// The descriptors at which a worker finds its line.
inline constexpr int job_descriptor = 3;
inline constexpr int reply_descriptor = 4; ///< and where it answers

/// One worker under way. Its destructor kills it with all that it has started.
class WorkerProcess {
public:
    /// Starts @p command with @p environment on top of this process's own. Throws EnvironmentError.
    WorkerProcess(const std::vector<std::string>& command,
                  const std::map<std::string, std::string>& environment);

    /// Whether it can be given a job.
    [[nodiscard]] bool is_idle() const { return ready_ && !job_; }
    /// The job that it has; none: it was not given one, or has answered.
    [[nodiscard]] std::optional<std::size_t> job() const { return job_; }
    /// Gives it @p job. Only while it waits.
    void assign(std::size_t job);
    /// Readable when it has answered, or ended.
    [[nodiscard]] int descriptor() const { return replies_.get(); }
    /// Takes its answer, if there is one: then it waits again.
    void read_reply();
    /// Whether it has ended, which it never does by itself while it may get jobs.
    [[nodiscard]] bool ended();
    /// Asks it to end; never waits.
    void request_termination() const { process_->request_termination(); }
    /// Stops it, with a moment to clear away what it made.
    void stop();
    /// What it printed, and how it ended: for a message.
    [[nodiscard]] std::string exit_description() const;

private:
    Descriptor jobs_pipe_;
    Descriptor replies_;
    std::unique_ptr<Process> process_;
    bool ready_ = false;
    std::optional<std::size_t> job_;
};

} // namespace grader
