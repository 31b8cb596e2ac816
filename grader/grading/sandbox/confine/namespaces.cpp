#include "grading/sandbox/confine/namespaces.h"

#include <cstdlib>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "grading/sandbox/confine/step.h"

namespace confine {
namespace {

/// A user whom no system gives to anybody: above those that files of users' namespaces are shared out from.
constexpr unsigned nobody_outside = 0x7fff0001;

void write_file(const std::string& file, const std::string& text) {
    const int descriptor = step(::open(file.c_str(), O_WRONLY | O_CLOEXEC), file);
    const ssize_t put = ::write(descriptor, text.data(), text.size());
    const int error = errno;
    ::close(descriptor);
    errno = error;
    step(put, file);
}

/// In a process that kept its rights in the old namespace: gives @p process the inner users. False where it may not.
bool map_two_users(pid_t process, unsigned user, unsigned group) {
    const std::string directory = "/proc/" + std::to_string(process) + "/";
    const auto map = [](unsigned self) {
        return "0 " + std::to_string(self) + " 1\n" + std::to_string(inner_user) + " " +
               std::to_string(nobody_outside) + " 1\n";
    };
    try {
        write_file(directory + "uid_map", map(user));
        write_file(directory + "gid_map", map(group));
        return true;
    } catch (const Failed&) {
        return false;
    }
}

/// A second user can only be mapped by somebody with rights outside, so this process has a helper that stays there.
bool unshare_users_with_helper(unsigned user, unsigned group) {
    int unshared[2];
    step(::pipe2(unshared, O_CLOEXEC), "pipe");
    const pid_t self = ::getpid();
    const pid_t helper = step(::fork(), "fork");
    if (helper == 0) {
        ::close(unshared[1]);
        char word = 0;
        const bool go = ::read(unshared[0], &word, 1) == 1;
        ::_exit(go && map_two_users(self, user, group) ? 0 : 1);
    }
    ::close(unshared[0]);
    const int done = ::unshare(CLONE_NEWUSER);
    const int error = errno;
    if (done == 0) (void)!::write(unshared[1], "g", 1);
    ::close(unshared[1]);
    int status = 0;
    while (::waitpid(helper, &status, 0) < 0 && errno == EINTR) {
    }
    errno = error;
    step(done, "a namespace for users");
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

bool leave_namespaces(bool wants_own_user) {
    const unsigned user = ::geteuid();
    const unsigned group = ::getegid();
    const bool own_user = wants_own_user && unshare_users_with_helper(user, group);
    if (!wants_own_user) step(::unshare(CLONE_NEWUSER), "a namespace for users");
    if (!own_user) {
        write_file("/proc/self/setgroups", "deny");
        write_file("/proc/self/uid_map", std::to_string(inner_user) + " " + std::to_string(user) + " 1\n");
        write_file("/proc/self/gid_map", std::to_string(inner_user) + " " + std::to_string(group) + " 1\n");
    }
    step(::unshare(CLONE_NEWNS), "a namespace for mounts");
    step(::unshare(CLONE_NEWPID), "a namespace for processes");
    step(::unshare(CLONE_NEWNET), "a namespace for the network");
    step(::unshare(CLONE_NEWIPC), "a namespace for shared memory");
    step(::unshare(CLONE_NEWUTS), "a namespace for the machine's name");
    step(::unshare(CLONE_NEWCGROUP), "a namespace for control groups");
    return own_user;
}

void become_inner_user(bool own_user) {
    if (!own_user) return; // it is that user already, under another number
    step(::setgroups(0, nullptr), "setgroups");
    step(::setresgid(inner_user, inner_user, inner_user), "setresgid");
    step(::setresuid(inner_user, inner_user, inner_user), "setresuid");
}

} // namespace confine
