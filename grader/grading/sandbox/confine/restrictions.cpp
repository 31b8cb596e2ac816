#include "grading/sandbox/confine/restrictions.h"

#include <algorithm>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grading/sandbox/confine/syscall_check.h"

namespace confine {

void clear_capability_bounds() {
    for (unsigned long capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability)
        check_syscall(::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0), "capability bounding set");
}

void drop_capabilities() {
    check_syscall(::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), "ambient capabilities");
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct none[2] = {};
    check_syscall(::syscall(SYS_capset, &header, none), "capset");
    check_syscall(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs");
}

void set_rlimits(const grader::ResourceLimits& limits) {
    const auto set = [](auto which, std::uint64_t bound, const char* what) {
        if (bound == 0) return;
        rlimit before{};
        check_syscall(::getrlimit(which, &before), what);
        const rlimit wanted{std::min<rlim_t>(bound, before.rlim_max),
                            std::min<rlim_t>(bound, before.rlim_max)};
        check_syscall(::setrlimit(which, &wanted), what);
    };
    set(RLIMIT_NPROC, limits.processes, "setrlimit(RLIMIT_NPROC)");
    set(RLIMIT_NOFILE, limits.open_files, "setrlimit(RLIMIT_NOFILE)");
    set(RLIMIT_FSIZE, limits.file_bytes, "setrlimit(RLIMIT_FSIZE)");
    set(RLIMIT_AS, limits.address_bytes, "setrlimit(RLIMIT_AS)");
    const rlimit none{0, 0};
    check_syscall(::setrlimit(RLIMIT_CORE, &none), "setrlimit(RLIMIT_CORE)");
}

} // namespace confine
