#include "grading/sandbox/confine/namespaces.h"

#include <cstdlib>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "grading/sandbox/confine/syscall_check.h"

namespace confine {
namespace {

/// A user ID that no system assigns: above the ranges from which subordinate user IDs are allocated.
constexpr unsigned unassigned_uid = 0x7fff0001;

void write_file(const std::string& file, const std::string& text) {
    const int descriptor = check_syscall(::open(file.c_str(), O_WRONLY | O_CLOEXEC), file);
    const ssize_t put = ::write(descriptor, text.data(), text.size());
    const int error = errno;
    ::close(descriptor);
    errno = error;
    check_syscall(put, file);
}

/// Writes the ID maps of @p process from a process that kept its capabilities in the parent namespace.
/// Returns false if the kernel denies it.
bool map_two_users(pid_t process, unsigned user, unsigned group) {
    const std::string directory = "/proc/" + std::to_string(process) + "/";
    const auto map = [](unsigned self) {
        return "0 " + std::to_string(self) + " 1\n" + std::to_string(inner_user) + " " +
               std::to_string(unassigned_uid) + " 1\n";
    };
    try {
        write_file(directory + "uid_map", map(user));
        write_file(directory + "gid_map", map(group));
        return true;
    } catch (const SandboxError&) {
        return false;
    }
}

/// Mapping a second user ID needs capabilities in the parent namespace, so a helper process stays there and
/// writes the maps.
bool unshare_users_with_helper(unsigned user, unsigned group) {
    int unshared[2];
    check_syscall(::pipe2(unshared, O_CLOEXEC), "pipe");
    const pid_t self = ::getpid();
    const pid_t helper = check_syscall(::fork(), "fork");
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
    check_syscall(done, "cannot create a user namespace");
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

bool unshare_namespaces(bool wants_own_user) {
    const unsigned user = ::geteuid();
    const unsigned group = ::getegid();
    const bool own_user = wants_own_user && unshare_users_with_helper(user, group);
    if (!wants_own_user) check_syscall(::unshare(CLONE_NEWUSER), "cannot create a user namespace");
    if (!own_user) {
        write_file("/proc/self/setgroups", "deny");
        write_file("/proc/self/uid_map", std::to_string(inner_user) + " " + std::to_string(user) + " 1\n");
        write_file("/proc/self/gid_map", std::to_string(inner_user) + " " + std::to_string(group) + " 1\n");
    }
    check_syscall(::unshare(CLONE_NEWNS), "cannot create a mount namespace");
    check_syscall(::unshare(CLONE_NEWPID), "cannot create a PID namespace");
    check_syscall(::unshare(CLONE_NEWNET), "cannot create a network namespace");
    check_syscall(::unshare(CLONE_NEWIPC), "cannot create an IPC namespace");
    check_syscall(::unshare(CLONE_NEWUTS), "cannot create a UTS namespace");
    check_syscall(::unshare(CLONE_NEWCGROUP), "cannot create a cgroup namespace");
    return own_user;
}

void switch_to_inner_user(bool own_user) {
    if (!own_user) return; // it is that user already, under another ID
    check_syscall(::setgroups(0, nullptr), "setgroups");
    check_syscall(::setresgid(inner_user, inner_user, inner_user), "setresgid");
    check_syscall(::setresuid(inner_user, inner_user, inner_user), "setresuid");
}

} // namespace confine
