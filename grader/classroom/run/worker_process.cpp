#include "classroom/run/worker_process.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include <fmt/core.h>

#include "base/errors.h"

namespace grader {
namespace {

struct Pipe {
    Descriptor out;
    Descriptor in;
};

Pipe make_pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw EnvironmentError("cannot create a pipe: " + std::string(std::strerror(errno)));
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

} // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& command,
                             const std::map<std::string, std::string>& environment) {
    Pipe jobs = make_pipe();
    Pipe replies = make_pipe();
    ProcessSpec spec;
    spec.argv = command;
    spec.environment = environment;
    spec.inherited = {jobs.out.get(), replies.in.get()};
    static_assert(job_descriptor == 3 && reply_descriptor == 4,
                  "the descriptors that a child inherits begin at 3");
    process_ = std::make_unique<Process>(spec);
    jobs_pipe_ = std::move(jobs.in);
    replies_ = std::move(replies.out);
    ::fcntl(replies_.get(), F_SETFL, O_NONBLOCK);
}

void WorkerProcess::assign(std::size_t job) {
    job_ = job;
    // Ignore a failed write: if the worker has ended, ended() reports it.
    (void)write_all(jobs_pipe_, std::to_string(job) + '\n');
}

void WorkerProcess::read_reply() {
    char buffer[256];
    const ssize_t got = ::read(replies_.get(), buffer, sizeof(buffer));
    if (got <= 0 || std::memchr(buffer, '\n', static_cast<std::size_t>(got)) == nullptr) return;
    ready_ = true;
    job_.reset();
}

bool WorkerProcess::ended() { return process_->wait_until(Process::Clock::now()); }

void WorkerProcess::stop() {
    constexpr double grace_period_s = 10; // seconds
    process_->stop(grace_period_s);
}

std::string WorkerProcess::exit_description() const {
    const ProcessEnd end = process_->end();
    std::string output = process_->output();
    while (output.ends_with('\n')) output.pop_back();
    constexpr std::size_t max_message_bytes = 2000;
    if (output.size() > max_message_bytes) output = "..." + output.substr(output.size() - max_message_bytes);
    const std::string how = end.signal != 0 ? fmt::format("by the signal \"{}\"", ::strsignal(end.signal))
                                            : fmt::format("with status {}", end.exit_code);
    return fmt::format("the worker process that graded it ended {}{}{}", how, output.empty() ? "" : ": ",
                       output);
}

} // namespace grader
