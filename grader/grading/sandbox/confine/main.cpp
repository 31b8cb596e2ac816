// confine PLAN STATUS -- PROGRAM ARGUMENT...: runs a program in a new sandbox (sandbox_spec.h).
//
// PLAN is a descriptor from which the specification of the sandbox is read. STATUS is a descriptor that is
// closed when the program starts; if it cannot start, a line of text is written there. All other descriptors
// belong to the program. This process ends as the program does, by the same signal or with the same exit
// status. If this process is killed, or if the process that started it dies, everything in the sandbox is
// killed, too.
//
// confine --probe, run as the program of a sandbox, prints the properties of that sandbox.

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "grading/sandbox/confine/descriptors.h"
#include "grading/sandbox/confine/init_process.h"
#include "grading/sandbox/confine/mounts.h"
#include "grading/sandbox/confine/namespaces.h"
#include "grading/sandbox/confine/probe_sandbox.h"
#include "grading/sandbox/confine/syscall_check.h"

namespace confine {
namespace {

grader::SandboxSpec read_plan(int descriptor) {
    struct stat status {};
    check_syscall(::fstat(descriptor, &status), "sandbox request");
    std::vector<std::uint8_t> text(static_cast<std::size_t>(status.st_size));
    const ssize_t got = check_syscall(::pread(descriptor, text.data(), text.size(), 0), "sandbox request");
    if (static_cast<std::size_t>(got) != text.size()) throw SandboxError("truncated sandbox request");
    ::close(descriptor);
    return nlohmann::json::from_cbor(text).get<grader::SandboxSpec>();
}

/// The init process of the sandbox (PID 1 of its PID namespace). @p liveness_pipe is open as long as the
/// process outside lives.
void run_as_init(const SandboxRequest& request, int liveness_pipe) {
    check_syscall(::prctl(PR_SET_PDEATHSIG, SIGKILL), "prctl");
    pollfd gone{liveness_pipe, POLLIN, 0};
    if (::poll(&gone, 1, 0) > 0) ::_exit(1); // that process died before prctl() took effect
    // The program, which may have the same user ID, must not be able to read or trace this process.
    check_syscall(::prctl(PR_SET_DUMPABLE, 0), "prctl");
    check_syscall(::sethostname("sandbox", 7), "sethostname");
    build_root(request.sandbox, inner_user);
    supervise_program(request);
}

/// Ends this process as the program ended.
[[noreturn]] void exit_like(int status) {
    if (!WIFSIGNALED(status)) ::_exit(WEXITSTATUS(status));
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    std::signal(WTERMSIG(status), SIG_DFL);
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_UNBLOCK, &all, nullptr);
    ::raise(WTERMSIG(status));
    ::_exit(128 + WTERMSIG(status));
}

/// Returns the wait status of the program; SIGKILL if the whole sandbox was killed before the init process
/// reported one.
int wait_for_init(pid_t init, int result) {
    int status = SIGKILL;
    const bool reported = ::read(result, &status, sizeof(status)) == sizeof(status);
    int init_status = 0;
    while (::waitpid(init, &init_status, 0) < 0 && errno == EINTR) {
    }
    return reported ? status : SIGKILL;
}

void write_error(int status, const char* text) { (void)!::write(status, text, std::strlen(text)); }

} // namespace

[[noreturn]] void run(char** arguments) {
    SandboxRequest request;
    request.status = std::atoi(arguments[2]);
    pid_t init = -1;
    std::array<int, 2> result{};
    std::array<int, 2> liveness_pipe{};
    try {
        const pid_t starter = ::getppid();
        request.sandbox = read_plan(std::atoi(arguments[1]));
        for (char** word = arguments + 4; *word != nullptr; ++word) request.command.emplace_back(*word);
        request.own_user = unshare_namespaces(request.sandbox.own_user);
        // Entering a user namespace changes the credentials, which clears PR_SET_PDEATHSIG: set it again.
        check_syscall(::prctl(PR_SET_PDEATHSIG, SIGKILL), "prctl");
        if (::getppid() != starter) ::_exit(1);
        check_syscall(::pipe2(result.data(), O_CLOEXEC), "pipe");
        check_syscall(::pipe2(liveness_pipe.data(), O_CLOEXEC), "pipe");
        request.result = result[1];
        init = check_syscall(::fork(), "fork");
        if (init == 0) {
            ::close(liveness_pipe[1]);
            run_as_init(request, liveness_pipe[0]);
            ::_exit(0);
        }
    } catch (const std::exception& failure) {
        write_error(request.status, failure.what());
        ::_exit(1);
    }
    close_all_but({result[0], liveness_pipe[1]}); // the program's descriptors must close when it ends
    exit_like(wait_for_init(init, result[0]));
}

} // namespace confine

int main(int count, char** arguments) {
    if (count == 2 && std::strcmp(arguments[1], "--probe") == 0) return confine::probe_sandbox();
    if (count < 5 || std::strcmp(arguments[3], "--") != 0) return 2; // started by hand
    confine::run(arguments);
}
