#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include "grading/sandbox/confine/restrictions.h"
#include "grading/sandbox/confine/syscall_check.h"

// The filter is a classic BPF program: a list of denied system calls, checked from top to bottom. It is
// written by hand because a library for it would have to be installed on each student's machine, for this
// file alone.

namespace confine {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_AARCH64;
#else
#error "The architecture's name for seccomp has to be added here."
#endif

/// System calls that are denied with EPERM, whatever their arguments are.
constexpr int denied_syscalls[] = {
    // Access to other processes.
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_open, SYS_pidfd_getfd,
    SYS_pidfd_send_signal, SYS_process_madvise,
    // The kernel's tables of mounts, namespaces, keys, clocks and modules.
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_move_mount, SYS_open_tree,
    SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_name_to_handle_at,
    SYS_open_by_handle_at, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_settimeofday, SYS_clock_settime,
    SYS_clock_adjtime, SYS_adjtimex, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load,
    SYS_reboot, SYS_swapon, SYS_swapoff, SYS_sethostname, SYS_setdomainname, SYS_quotactl, SYS_acct,
    SYS_syslog, SYS_lookup_dcookie, SYS_vhangup, SYS_fanotify_init,
    // Large parts of the kernel that no compiler and no solution needs.
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup, SYS_io_uring_enter,
    SYS_io_uring_register,
    // Memory that belongs to no process, so that no memory accounting would include it.
    SYS_shmget, SYS_shmat, SYS_msgget, SYS_semget, SYS_mq_open};

/// Builds the BPF program. Each method adds the instructions that test one condition.
class Filter {
public:
    Filter() {
        load(offsetof(seccomp_data, arch));
        // Another architecture numbers its system calls differently, so the list would not apply to them.
        add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own_architecture, 1, 0));
        return_action(SECCOMP_RET_KILL_PROCESS);
        load_number();
    }

    /// Denies the system call @p number with @p error.
    void refuse(int number, int error) {
        add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 1));
        return_action(SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error));
    }

    /// Denies system calls from number @p first on with @p error.
    void refuse_from(std::uint32_t first, int error) {
        add(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first, 0, 1));
        return_action(SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error));
    }

    /// Denies the system call @p number with @p error if its argument @p argument has any of @p bits set.
    void refuse_bits(int number, unsigned argument, std::uint32_t bits, int error) {
        with_argument(number, argument, BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), error);
    }

    /// Denies the system call @p number with @p error if its argument @p argument equals @p value.
    void refuse_value(int number, unsigned argument, std::uint32_t value, int error) {
        with_argument(number, argument, BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), error);
    }

    /// Denies the system call @p number with @p error unless its argument @p argument equals @p value.
    void refuse_others(int number, unsigned argument, std::uint32_t value, int error) {
        with_argument(number, argument, BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0), error);
    }

    /// Ends the filter with "allow everything else" and installs it (PR_SET_SECCOMP).
    void install() {
        return_action(SECCOMP_RET_ALLOW);
        const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
        check_syscall(::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0), "seccomp filter");
    }

private:
    void add(sock_filter instruction) { code_.push_back(instruction); }
    void load(std::size_t offset) {
        add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)));
    }
    void load_number() { load(offsetof(seccomp_data, nr)); }
    void return_action(std::uint32_t what) { add(BPF_STMT(BPF_RET | BPF_K, what)); }

    void with_argument(int number, unsigned argument, sock_filter refuses, int error) {
        // The next four instructions apply to this call only. The machines that CUDA supports are
        // little-endian, so the low half of an argument comes first.
        add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 4));
        load(offsetof(seccomp_data, args) + 8 * argument);
        add(refuses);
        return_action(SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error));
        load_number();
    }

    std::vector<sock_filter> code_;
};

} // namespace

void apply_syscall_filter() {
    Filter filter;
#if defined(__x86_64__)
    constexpr std::uint32_t x32 = 0x40000000; // the x32 ABI: a second set of numbers for the same calls
    filter.refuse_from(x32, ENOSYS);
#endif
    for (const int number : denied_syscalls) filter.refuse(number, EPERM);
    // The flags of clone3 lie in memory, which a filter cannot read. After ENOSYS, libc falls back to clone.
    filter.refuse(SYS_clone3, ENOSYS);
    constexpr std::uint32_t new_namespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                                             CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    filter.refuse_bits(SYS_clone, 0, new_namespaces, EPERM);
    filter.refuse_others(SYS_socket, 0, AF_UNIX, EAFNOSUPPORT);
    filter.refuse_value(SYS_ioctl, 1, TIOCSTI, EPERM); // injects input into a terminal
    filter.refuse_value(SYS_ioctl, 1, TIOCLINUX, EPERM);
    filter.install();
}

} // namespace confine
