#include "grading/sandbox/confine/init_process.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grading/sandbox/confine/descriptors.h"
#include "grading/sandbox/confine/namespaces.h"
#include "grading/sandbox/confine/restrictions.h"
#include "grading/sandbox/confine/syscall_check.h"

namespace confine {
namespace {

using grader::OutputFile;
using grader::SandboxSpec;

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> environment_of(const SandboxSpec& sandbox) {
    std::vector<std::string> environment;
    for (const auto& [name, value] : sandbox.environment) environment.push_back(name + "=" + value);
    for (const std::string& name : sandbox.inherited)
        if (const char* value = std::getenv(name.c_str())) environment.push_back(name + "=" + value);
    return environment;
}

/// In the child: executes the program, or throws SandboxError.
[[noreturn]] void become_program(const SandboxRequest& request) {
    for (const OutputFile& output_file : request.sandbox.output_files) ::close(output_file.descriptor);
    ::close(request.result);
    std::vector<std::string> command = request.command;
    std::vector<std::string> environment = environment_of(request.sandbox);
    check_syscall(::chdir(request.sandbox.directory.c_str()), "chdir " + request.sandbox.directory);
    set_rlimits(request.sandbox.limits);
    clear_capability_bounds();
    switch_to_inner_user(request.own_user);
    drop_capabilities();
    (void)apply_landlock(request.sandbox);
    apply_syscall_filter();
    check_syscall(::fcntl(request.status, F_SETFD, FD_CLOEXEC), "fcntl");
    ::execve(command.front().c_str(), pointers_to(command).data(), pointers_to(environment).data());
    throw SandboxError(command.front() + ": " + std::strerror(errno));
}

/// Reaps children until @p program has ended. Returns the wait status of @p program.
int wait_for_program(pid_t program) {
    for (int status = 0;;) {
        const pid_t child = ::wait(&status);
        if (child == program) return status;
        if (child < 0 && errno != EINTR) throw SandboxError(std::string("wait: ") + std::strerror(errno));
    }
}

void kill_all_others() {
    (void)::kill(-1, SIGKILL); // kill(-1) excludes this process itself
    while (::wait(nullptr) > 0 || errno == EINTR) {
    }
}

/// Copies nothing unless the path is a regular file within its size limit: the reader then finds an empty
/// descriptor.
void copy_out(const OutputFile& output_file) {
    const int file = ::open(output_file.file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    struct stat status {};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (static_cast<std::uint64_t>(status.st_size) > output_file.most_bytes) return;
    std::array<char, 1 << 16> chunk{};
    for (ssize_t got = 0; (got = ::read(file, chunk.data(), chunk.size())) > 0;)
        for (ssize_t put = 0, more = 0; put < got; put += more)
            more = check_syscall(::write(output_file.descriptor, chunk.data() + put,
                                         static_cast<std::size_t>(got - put)),
                                 "copying the output file " + output_file.file);
    ::close(file);
}

} // namespace

void supervise_program(const SandboxRequest& request) {
    const pid_t program = check_syscall(::fork(), "fork");
    if (program == 0) {
        try {
            become_program(request);
        } catch (const SandboxError& failure) {
            const std::string text = failure.what();
            (void)!::write(request.status, text.data(), text.size());
            ::_exit(1);
        }
    }
    std::set<int> inherited = {request.result};
    for (const OutputFile& output_file : request.sandbox.output_files)
        inherited.insert(output_file.descriptor);
    close_all_but(inherited); // the program's descriptors must close when it ends
    const int status = wait_for_program(program);
    kill_all_others();
    for (const OutputFile& output_file : request.sandbox.output_files) copy_out(output_file);
    check_syscall(::write(request.result, &status, sizeof(status)), "reporting the exit status");
}

} // namespace confine
