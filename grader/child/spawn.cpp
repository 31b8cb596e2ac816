#include "child/spawn.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

#include <fmt/core.h>

#include "child/own_children.h"
#include "child/process.h"
#include "descriptor.h"
#include "errors.h"

namespace grader {
namespace {

using Clock = OwnChildren::Clock;

/// The program lies on a disk that may be slow; one that takes longer than this does not answer at all.
constexpr std::chrono::seconds longest_start{60};

/// The stages of a start that can fail, for a message.
constexpr std::array stages = {"fork", "setsid", "prctl",       "setrlimit", "open /dev/null",
                               "dup2", "fcntl",  "close_range", "chdir",     "execve"};
enum Stage : int { fork_, setsid_, prctl_, setrlimit_, open_, dup_, fcntl_, close_range_, chdir_, execve_ };

/// What a child that could not be started says of it. Small enough that a pipe takes it whole.
struct Failure {
    int stage = 0;
    int error = 0;
};

/// Everything that the child needs after the fork. It shares a heap with threads that are not there any more,
/// so it must not allocate, nor throw.
struct Plan {
    std::vector<std::string> variables;
    std::vector<char*> argv;
    std::vector<char*> environment;
    const char* directory = nullptr; ///< null: stay
    std::vector<int> inherited;
    std::vector<int> moved; ///< as long as inherited
    int output = -1;
    int status = -1; ///< where a Failure goes
    pid_t parent = -1;
};

Plan plan_for(const ProcessSpec& spec, int output, int status) {
    Plan plan;
    for (const std::string& argument : spec.argv) plan.argv.push_back(const_cast<char*>(argument.c_str()));
    plan.argv.push_back(nullptr);
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string text = *variable;
        if (!spec.environment.contains(text.substr(0, text.find('=')))) plan.variables.push_back(text);
    }
    for (const auto& [name, value] : spec.environment) plan.variables.push_back(name + "=" + value);
    for (std::string& variable : plan.variables) plan.environment.push_back(variable.data());
    plan.environment.push_back(nullptr);
    if (!spec.directory.empty()) plan.directory = spec.directory.c_str();
    plan.inherited = spec.inherited;
    plan.moved.resize(spec.inherited.size());
    plan.output = output;
    plan.status = status;
    plan.parent = ::getpid();
    return plan;
}

/// In the child: tells the grader and ends.
[[noreturn]] void give_up(const Plan& plan, Stage stage) {
    const Failure failure{stage, errno};
    (void)!::write(plan.status, &failure, sizeof(failure));
    ::_exit(1);
}

/// In the child: closes every descriptor from @p first on.
bool close_from(int first) {
    if (::close_range(static_cast<unsigned>(first), ~0U, 0) == 0) return true;
    // Kernels before 5.9 have no such call, and some containers do not let it through.
    rlimit limit{};
    if ((errno != ENOSYS && errno != EPERM) || ::getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
    for (rlim_t descriptor = static_cast<rlim_t>(first); descriptor < limit.rlim_cur; ++descriptor)
        ::close(static_cast<int>(descriptor));
    return true;
}

/// In the child: from a copy of the grader to the program of @p plan.
[[noreturn]] void become(Plan& plan) {
    if (::setsid() < 0) give_up(plan, setsid_);
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) give_up(plan, prctl_);
    if (::getppid() != plan.parent) ::_exit(1); // the grader died before the line above, and nobody listens
    // Orphans among its descendants become its own children, not the grader's: so what they take of the
    // machine can be told from what others take.
    if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) give_up(plan, prctl_);
    const rlimit no_core{0, 0};
    if (::setrlimit(RLIMIT_CORE, &no_core) != 0) give_up(plan, setrlimit_);

    // First out of the way, then into place: a source may itself be one of the numbers that are wanted.
    const auto status_place = 3 + static_cast<int>(plan.inherited.size());
    const int shelter = status_place + 1;
    const auto move = [&](int& descriptor) {
        const int moved = ::fcntl(descriptor, F_DUPFD, shelter);
        if (moved < 0) give_up(plan, fcntl_);
        descriptor = moved;
    };
    move(plan.status);
    move(plan.output);
    for (std::size_t i = 0; i < plan.inherited.size(); ++i) move(plan.moved[i] = plan.inherited[i]);
    const auto place = [&](int from, int to) {
        if (::dup2(from, to) < 0) give_up(plan, dup_);
    };
    const int nothing = ::open("/dev/null", O_RDONLY);
    if (nothing < 0) give_up(plan, open_);
    if (nothing != 0) place(nothing, 0);
    place(plan.output, 1);
    place(plan.output, 2);
    for (std::size_t i = 0; i < plan.moved.size(); ++i) place(plan.moved[i], 3 + static_cast<int>(i));
    if (::dup3(plan.status, status_place, O_CLOEXEC) < 0) give_up(plan, dup_);
    plan.status = status_place;
    if (!close_from(shelter)) give_up(plan, close_range_);

    if (plan.directory != nullptr && ::chdir(plan.directory) != 0) give_up(plan, chdir_);
    ::execve(plan.argv.front(), plan.argv.data(), plan.environment.data());
    give_up(plan, execve_);
}

[[noreturn]] void fail(const ProcessSpec& spec, const Failure& failure) {
    const char* subject = failure.stage == chdir_ ? spec.directory.c_str() : "";
    throw EnvironmentError(fmt::format("cannot start {}: {}{}{}: {}", spec.argv.front(),
                                       stages.at(static_cast<std::size_t>(failure.stage)),
                                       *subject == '\0' ? "" : " ", subject, std::strerror(failure.error)));
}

/// Waits until the program runs, which closes the line @p status, or until the child says why it does not.
/// Returns whether it said anything; below 0 when nothing came in time.
int outcome(int status, Failure& failure) {
    const Clock::time_point deadline = Clock::now() + longest_start;
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return -1;
        pollfd ready{status, POLLIN, 0};
        if (::poll(&ready, 1, static_cast<int>(left)) <= 0) continue;
        const ssize_t got = ::read(status, &failure, sizeof(failure));
        if (got < 0 && errno == EINTR) continue;
        return got == sizeof(failure) ? 1 : 0;
    }
}

/// Ends a child that never became its program.
void dispose(pid_t child) {
    ::kill(child, SIGKILL);
    const Clock::time_point deadline = Clock::now() + std::chrono::seconds(2);
    while (!OwnChildren::instance().reap(child)) {
        if (Clock::now() >= deadline) return OwnChildren::instance().leave_behind(child);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

} // namespace

pid_t spawn(const ProcessSpec& spec, int output) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw EnvironmentError("no pipe: " + std::string(std::strerror(errno)));
    const Descriptor status(ends[0]);
    Descriptor told(ends[1]);
    Plan plan = plan_for(spec, output, told.get());
    const pid_t child = OwnChildren::instance().fork();
    if (child == 0) become(plan);
    if (child < 0) fail(spec, {fork_, errno});
    told.close();
    Failure failure;
    const int said = outcome(status.get(), failure);
    if (said == 0) return child;
    dispose(child);
    if (said > 0) fail(spec, failure);
    throw EnvironmentError(fmt::format("cannot start {}: it did not begin within {} s", spec.argv.front(),
                                       longest_start.count()));
}

} // namespace grader
