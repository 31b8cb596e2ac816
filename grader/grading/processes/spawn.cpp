#include "grading/processes/spawn.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <thread>
#include <unistd.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/descriptor.h"
#include "base/errors.h"
#include "grading/processes/child_registry.h"
#include "grading/processes/process.h"

namespace grader {
namespace {

using Clock = ChildRegistry::Clock;

/// Upper bound on the start of a program from a slow disk. A start that takes longer is taken for a hang.
constexpr std::chrono::seconds max_start_time{60};

/// Length of a child's error message about a failed start: short enough for one atomic write to a pipe.
constexpr std::size_t max_error_bytes = 512;

/// Everything that the child needs after the fork. It has a copy of a heap whose locks other threads may have
/// held, so it must neither allocate nor throw.
struct ExecPlan {
    std::vector<std::string> words;
    std::vector<std::string> variables;
    std::vector<char*> argv;
    std::vector<char*> environment;
    const char* directory = nullptr; ///< null: stay in the current directory
    std::vector<int> inherited;
    std::vector<int> relocated; ///< as many elements as `inherited`
    int output = -1;
    int status = -1;  ///< receives the text of a failure
    int sandbox = -1; ///< negative: the program is not sandboxed
    pid_t parent = -1;
};

/// Returns the specification @p sandbox as a memory file, which confine reads by its descriptor.
Descriptor file_of(const SandboxSpec& sandbox) {
    const std::vector<std::uint8_t> text = nlohmann::json::to_cbor(nlohmann::json(sandbox));
    Descriptor file(::memfd_create("sandbox", MFD_CLOEXEC));
    if (file.get() < 0 || ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        throw EnvironmentError("cannot write the sandbox request: " + std::string(std::strerror(errno)));
    return file;
}

/// Returns the command line of @p spec. Descriptors from @p free on are not inherited ones.
std::vector<std::string> command_line(const ProcessSpec& spec, int free) {
    std::vector<std::string> words = spec.starter;
    if (spec.sandboxed)
        for (const std::string& word : {spec.sandboxed->confine.string(), std::to_string(free + 1),
                                        std::to_string(free), std::string("--")})
            words.push_back(word);
    words.insert(words.end(), spec.argv.begin(), spec.argv.end());
    return words;
}

/// Prepares the start of @p spec. @p sandbox is the descriptor of the sandbox's specification; negative = not
/// sandboxed.
ExecPlan make_exec_plan(const ProcessSpec& spec, int output, int status, int sandbox) {
    ExecPlan plan;
    plan.words = command_line(spec, 3 + static_cast<int>(spec.inherited.size()));
    for (std::string& word : plan.words) plan.argv.push_back(word.data());
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
    plan.relocated.resize(spec.inherited.size());
    plan.output = output;
    plan.status = status;
    plan.sandbox = sandbox;
    plan.parent = ::getpid();
    return plan;
}

/// In the child: reports to the grader that @p step failed, and exits.
[[noreturn]] void report_and_exit(const ExecPlan& plan, const char* step, const char* subject = "") {
    const char* const why = ::strerrordesc_np(errno); // unlike strerror(), it does not allocate
    const auto piece = [](const char* text) { return iovec{const_cast<char*>(text), std::strlen(text)}; };
    const std::array pieces = {piece(step), piece(subject), piece(": "), piece(why == nullptr ? "?" : why)};
    (void)!::writev(plan.status, pieces.data(), pieces.size());
    ::_exit(1);
}

/// In the child: closes every descriptor from @p first on.
bool close_from(int first) {
    if (::close_range(static_cast<unsigned>(first), ~0U, 0) == 0) return true;
    // Kernels before 5.9 lack this system call, and some containers deny it.
    rlimit limit{};
    if ((errno != ENOSYS && errno != EPERM) || ::getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
    for (rlim_t descriptor = static_cast<rlim_t>(first); descriptor < limit.rlim_cur; ++descriptor)
        ::close(static_cast<int>(descriptor));
    return true;
}

/// In the child: sets up the process and executes the program of @p plan.
[[noreturn]] void exec_program(ExecPlan& plan) {
    if (::setsid() < 0) report_and_exit(plan, "setsid");
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) report_and_exit(plan, "prctl");
    if (::getppid() != plan.parent) ::_exit(1); // the grader died before prctl() took effect
    // Make the child a subreaper: orphans among its descendants become its own children instead of the
    // grader's, so that their resource use can be attributed to it.
    if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) report_and_exit(plan, "prctl");
    const rlimit no_core{0, 0};
    if (::setrlimit(RLIMIT_CORE, &no_core) != 0) report_and_exit(plan, "setrlimit");

    // Move the sources out of the way first, then into place: a source may itself have one of the target
    // numbers.
    const auto status_fd = 3 + static_cast<int>(plan.inherited.size());
    const int sandbox_fd = status_fd + 1;
    const int first_free_fd = sandbox_fd + 1;
    const auto move = [&](int& descriptor) {
        const int relocated = ::fcntl(descriptor, F_DUPFD, first_free_fd);
        if (relocated < 0) report_and_exit(plan, "fcntl");
        descriptor = relocated;
    };
    move(plan.status);
    move(plan.output);
    if (plan.sandbox >= 0) move(plan.sandbox);
    for (std::size_t i = 0; i < plan.inherited.size(); ++i) move(plan.relocated[i] = plan.inherited[i]);
    const auto place = [&](int from, int to) {
        if (::dup2(from, to) < 0) report_and_exit(plan, "dup2");
    };
    const int nothing = ::open("/dev/null", O_RDONLY);
    if (nothing < 0) report_and_exit(plan, "open /dev/null");
    if (nothing != 0) place(nothing, 0);
    place(plan.output, 1);
    place(plan.output, 2);
    for (std::size_t i = 0; i < plan.relocated.size(); ++i) place(plan.relocated[i], 3 + static_cast<int>(i));
    // confine reports later failures through this descriptor, and closes it when its program runs.
    if (::dup3(plan.status, status_fd, plan.sandbox >= 0 ? 0 : O_CLOEXEC) < 0) report_and_exit(plan, "dup2");
    plan.status = status_fd;
    if (plan.sandbox >= 0) place(plan.sandbox, sandbox_fd);
    if (!close_from(plan.sandbox >= 0 ? first_free_fd : sandbox_fd)) report_and_exit(plan, "close_range");

    if (plan.directory != nullptr && ::chdir(plan.directory) != 0)
        report_and_exit(plan, "chdir ", plan.directory);
    ::execve(plan.argv.front(), plan.argv.data(), plan.environment.data());
    report_and_exit(plan, "execve");
}

/// Waits until the program runs, which closes the descriptor @p status, or until the child reports why it
/// does not. Returns the report, which is empty if the program runs; no value at the time-out.
std::optional<std::string> read_exec_error(int status) {
    const Clock::time_point deadline = Clock::now() + max_start_time;
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return std::nullopt;
        pollfd ready{status, POLLIN, 0};
        if (::poll(&ready, 1, static_cast<int>(left)) <= 0) continue;
        std::array<char, max_error_bytes> words{};
        const ssize_t got = ::read(status, words.data(), words.size());
        if (got < 0 && errno == EINTR) continue;
        return std::string(words.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    }
}

/// Kills a child that never executed its program.
void kill_failed_child(pid_t child) {
    ::kill(child, SIGKILL);
    const Clock::time_point deadline = Clock::now() + std::chrono::seconds(2);
    while (!ChildRegistry::instance().reap(child)) {
        if (Clock::now() >= deadline) return ChildRegistry::instance().leave_behind(child);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

} // namespace

pid_t spawn(const ProcessSpec& spec, int output) {
    const auto fail = [&](const std::string& why) {
        throw EnvironmentError(fmt::format("cannot start {}: {}", spec.argv.front(), why));
    };
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw EnvironmentError("no pipe: " + std::string(std::strerror(errno)));
    const Descriptor status(ends[0]);
    Descriptor status_write_end(ends[1]);
    const Descriptor sandbox = spec.sandboxed ? file_of(spec.sandboxed->sandbox) : Descriptor();
    ExecPlan plan = make_exec_plan(spec, output, status_write_end.get(), sandbox.get());
    const pid_t child = ChildRegistry::instance().fork();
    if (child == 0) exec_program(plan);
    if (child < 0) fail(std::string("fork: ") + std::strerror(errno));
    status_write_end.close();
    const std::optional<std::string> words = read_exec_error(status.get());
    if (words && words->empty()) return child;
    kill_failed_child(child);
    fail(words ? *words : fmt::format("it did not start within {} s", max_start_time.count()));
    return -1;
}

} // namespace grader
