#include <cstdint>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grading/sandbox/confine/restrictions.h"
#include "grading/sandbox/confine/syscall_check.h"

namespace confine {
namespace {

// The kernel and its headers may differ in age, so the constants of newer headers are repeated here.
constexpr std::uint64_t may_execute = 1U << 0;
constexpr std::uint64_t may_read = 1U << 2;
constexpr std::uint64_t may_list = 1U << 3;
constexpr std::uint64_t may_read_tree = may_execute | may_read | may_list;
constexpr std::uint64_t may_write = 1U << 1;
constexpr std::uint64_t may_truncate = 1U << 14; ///< since version 3
constexpr std::uint64_t may_control = 1U << 15;  ///< ioctl on devices, since version 5
/// All access rights of a directory, by Landlock version: the first version had 13.
constexpr std::uint64_t all_access(long version) {
    const int kinds = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
    return (std::uint64_t{1} << kinds) - 1;
}
/// The subset of these rights that applies to anything but a directory.
constexpr std::uint64_t file_access = may_execute | may_write | may_read | may_truncate | may_control;

struct RulesetAttributes {
    std::uint64_t files;
    std::uint64_t network;
    std::uint64_t scoped; ///< abstract sockets and signals, since version 6
};

void allow(int rules, const std::string& path, std::uint64_t access) {
    const int opened_path = check_syscall(::open(path.c_str(), O_PATH | O_CLOEXEC), path);
    struct stat status {};
    check_syscall(::fstat(opened_path, &status), path);
    const landlock_path_beneath_attr rule{S_ISDIR(status.st_mode) ? access : access & file_access,
                                          opened_path};
    const long done = ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    ::close(opened_path);
    check_syscall(done, "landlock_add_rule of " + path);
}

} // namespace

bool apply_landlock(const grader::SandboxSpec& sandbox) {
    const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return false;
    const std::uint64_t all = all_access(version);
    const RulesetAttributes wanted{all, 0, version >= 6 ? 3U : 0U};
    const std::size_t attribute_bytes = version >= 6 ? sizeof(RulesetAttributes) : sizeof(std::uint64_t);
    const auto rules =
        static_cast<int>(check_syscall(::syscall(SYS_landlock_create_ruleset, &wanted, attribute_bytes, 0),
                                       "landlock_create_ruleset"));
    allow(rules, "/", may_read_tree);
    // CUDA names its threads there, and opens the files for that with O_TRUNC.
    allow(rules, "/proc", (may_read_tree | may_write | may_truncate) & all);
    for (const grader::TmpfsMount& tmpfs_mount : sandbox.tmpfs_mounts) allow(rules, tmpfs_mount.at, all);
    for (const grader::BindMount& bind_mount : sandbox.bind_mounts)
        if (bind_mount.device) allow(rules, bind_mount.to, (may_read_tree | may_write | may_control) & all);
    check_syscall(::syscall(SYS_landlock_restrict_self, rules, 0), "landlock_restrict_self");
    ::close(rules);
    return true;
}

} // namespace confine
