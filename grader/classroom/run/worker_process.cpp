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
        throw EnvironmentError("no pipe: " + std::string(std::strerror(errno)));
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

} // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& command,
                             const std::map<std::string, std::string>& environment) {
    Pipe orders = make_pipe();
    Pipe answers = make_pipe();
    ProcessSpec spec;
    spec.argv = command;
    spec.environment = environment;
    spec.inherited = {orders.out.get(), answers.in.get()};
    static_assert(orders_at == 3 && answers_at == 4, "what a child inherits begins at 3");
    process_ = std::make_unique<Process>(spec);
    orders_ = std::move(orders.in);
    answers_ = std::move(answers.out);
    ::fcntl(answers_.get(), F_SETFL, O_NONBLOCK);
}

void WorkerProcess::give(std::size_t job) {
    job_ = job;
    // A worker that has ended hears nothing, and ended() tells of it.
    (void)write_all(orders_, std::to_string(job) + '\n');
}

void WorkerProcess::hear() {
    char piece[256];
    const ssize_t got = ::read(answers_.get(), piece, sizeof(piece));
    if (got <= 0 || std::memchr(piece, '\n', static_cast<std::size_t>(got)) == nullptr) return;
    ready_ = true;
    job_.reset();
}

bool WorkerProcess::ended() { return process_->wait_until(Process::Clock::now()); }

void WorkerProcess::stop() {
    constexpr double patience = 10; // seconds
    process_->stop(patience);
}

std::string WorkerProcess::last_words() const {
    const ProcessEnd end = process_->end();
    std::string said = process_->output();
    while (said.ends_with('\n')) said.pop_back();
    constexpr std::size_t most = 2000;
    if (said.size() > most) said = "..." + said.substr(said.size() - most);
    const std::string how = end.signal != 0 ? fmt::format("by the signal \"{}\"", ::strsignal(end.signal))
                                            : fmt::format("with status {}", end.exit_code);
    return fmt::format("the process that graded it ended {}{}{}", how, said.empty() ? "" : ": ", said);
}

} // namespace grader
