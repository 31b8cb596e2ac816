#include "grading/sandbox/confine/inside.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grading/sandbox/confine/descriptors.h"
#include "grading/sandbox/confine/lock.h"
#include "grading/sandbox/confine/namespaces.h"
#include "grading/sandbox/confine/step.h"

namespace confine {
namespace {

using grader::Outlet;
using grader::Room;

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> environment_of(const Room& room) {
    std::vector<std::string> environment;
    for (const auto& [name, value] : room.environment) environment.push_back(name + "=" + value);
    for (const std::string& name : room.kept)
        if (const char* value = std::getenv(name.c_str())) environment.push_back(name + "=" + value);
    return environment;
}

/// In the child: becomes the program, or throws Failed.
[[noreturn]] void become_program(const Errand& errand) {
    for (const Outlet& outlet : errand.room.outlets) ::close(outlet.descriptor);
    ::close(errand.result);
    std::vector<std::string> command = errand.command;
    std::vector<std::string> environment = environment_of(errand.room);
    step(::chdir(errand.room.directory.c_str()), "chdir " + errand.room.directory);
    set_limits(errand.room.limits);
    forbid_rights();
    become_inner_user(errand.own_user);
    drop_rights();
    (void)restrict_files(errand.room);
    restrict_calls();
    step(::fcntl(errand.status, F_SETFD, FD_CLOEXEC), "fcntl");
    ::execve(command.front().c_str(), pointers_to(command).data(), pointers_to(environment).data());
    throw Failed(command.front() + ": " + std::strerror(errno));
}

/// Collects children until @p program has ended; how it did.
int wait_for(pid_t program) {
    for (int status = 0;;) {
        const pid_t child = ::wait(&status);
        if (child == program) return status;
        if (child < 0 && errno != EINTR) throw Failed(std::string("wait: ") + std::strerror(errno));
    }
}

void end_all_others() {
    (void)::kill(-1, SIGKILL); // this process itself excepted
    while (::wait(nullptr) > 0 || errno == EINTR) {
    }
}

/// What is no whole file within its bounds does not come out: whoever waits for it finds nothing.
void hand_out(const Outlet& outlet) {
    const int file = ::open(outlet.file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    struct stat status {};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (static_cast<std::uint64_t>(status.st_size) > outlet.most_bytes) return;
    std::array<char, 1 << 16> piece{};
    for (ssize_t got = 0; (got = ::read(file, piece.data(), piece.size())) > 0;)
        for (ssize_t put = 0, more = 0; put < got; put += more)
            more = step(::write(outlet.descriptor, piece.data() + put, static_cast<std::size_t>(got - put)),
                        "handing out " + outlet.file);
    ::close(file);
}

} // namespace

void run_inside(const Errand& errand) {
    const pid_t program = step(::fork(), "fork");
    if (program == 0) {
        try {
            become_program(errand);
        } catch (const Failed& failure) {
            const std::string text = failure.what();
            (void)!::write(errand.status, text.data(), text.size());
            ::_exit(1);
        }
    }
    std::set<int> kept = {errand.result};
    for (const Outlet& outlet : errand.room.outlets) kept.insert(outlet.descriptor);
    close_all_but(kept); // the program's lines are to close when it ends
    const int status = wait_for(program);
    end_all_others();
    for (const Outlet& outlet : errand.room.outlets) hand_out(outlet);
    step(::write(errand.result, &status, sizeof(status)), "telling the end");
}

} // namespace confine
