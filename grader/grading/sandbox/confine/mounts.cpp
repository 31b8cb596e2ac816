#include "grading/sandbox/confine/mounts.h"

#include <fcntl.h>
#include <filesystem>
#include <linux/mount.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grading/sandbox/confine/syscall_check.h"

namespace confine {
namespace {

namespace fs = std::filesystem;

/// Mount points of the host's files and of the sandbox's files while the sandbox is built.
constexpr const char* old_root = "/outside";
constexpr const char* new_root = "/inside";
/// A tmpfs of 4 MB is enough: it holds only directories and empty files, which serve as mount points.
constexpr const char* scaffold_options = "size=4m,nr_inodes=8192,mode=0755";

void mount_filesystem(const char* kind, const fs::path& at, unsigned long flags, const std::string& options) {
    check_syscall(::mount(kind, at.c_str(), kind, flags, options.c_str()), "mount of " + at.string());
}

/// Sets @p attributes on the mount at @p at, and on all mounts below it if @p flags contain AT_RECURSIVE.
void restrict_mount(const fs::path& at, std::uint64_t attributes, unsigned flags) {
    mount_attr wanted{};
    wanted.attr_set = attributes;
    check_syscall(::syscall(SYS_mount_setattr, AT_FDCWD, at.c_str(), flags, &wanted, sizeof(wanted)),
                  "mount_setattr of " + at.string());
}

void make_directories(const fs::path& directory) {
    std::error_code problem;
    fs::create_directories(directory, problem);
    if (problem) throw SandboxError("a directory " + directory.string() + ": " + problem.message());
}

/// Creates the mount point @p to, which must exist before a mount, as a file or as a directory like @p from.
void make_mount_point(const fs::path& from, const fs::path& to) {
    struct stat status {};
    check_syscall(::stat(from.c_str(), &status), from.string());
    if (S_ISDIR(status.st_mode)) return make_directories(to);
    make_directories(to.parent_path());
    const int file = ::open(to.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0444);
    if (file >= 0) ::close(file); // otherwise it is inside an earlier bind mount and exists already
}

void bind_mount(const grader::BindMount& mount) {
    const fs::path from = old_root + mount.from;
    const fs::path to = new_root + mount.to;
    make_mount_point(from, to);
    check_syscall(::mount(from.c_str(), to.c_str(), nullptr, MS_BIND | MS_REC, nullptr),
                  "bind mount of " + mount.from);
    if (mount.device)
        restrict_mount(to, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC, 0);
    else
        restrict_mount(to, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, AT_RECURSIVE);
}

/// Replaces the host's root by a tmpfs of this process (pivot_root); the host's files are then below
/// old_root.
void pivot_to_scaffold() {
    check_syscall(::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "private mount propagation");
    const fs::path base = "/tmp";
    mount_filesystem("tmpfs", base, MS_NOSUID | MS_NODEV, scaffold_options);
    check_syscall(::mkdir((base / fs::path(old_root).relative_path()).c_str(), 0755), "mkdir");
    check_syscall(::syscall(SYS_pivot_root, base.c_str(),
                            (base / fs::path(old_root).relative_path()).c_str()),
                  "pivot_root");
    check_syscall(::chdir("/"), "chdir");
    check_syscall(::mkdir(new_root, 0755), "mkdir");
    mount_filesystem("tmpfs", new_root, MS_NOSUID | MS_NODEV, scaffold_options);
}

/// Makes the sandbox the root and detaches everything else.
void pivot_to_new_root() {
    check_syscall(::chdir(new_root), "chdir");
    // pivot_root(".", ".") stacks the old root on top of the new one, where it can be detached.
    check_syscall(::syscall(SYS_pivot_root, ".", "."), "pivot_root");
    check_syscall(::umount2(".", MNT_DETACH), "umount");
    check_syscall(::chdir("/"), "chdir");
}

} // namespace

void build_root(const grader::SandboxSpec& sandbox, unsigned user) {
    ::umask(0022);
    pivot_to_scaffold();
    for (const grader::TmpfsMount& tmpfs_mount : sandbox.tmpfs_mounts) {
        make_directories(new_root + tmpfs_mount.at);
        const std::string owner = std::to_string(user);
        mount_filesystem("tmpfs", new_root + tmpfs_mount.at, MS_NOSUID | MS_NODEV,
                         "mode=0700,uid=" + owner + ",gid=" + owner +
                             ",size=" + std::to_string(tmpfs_mount.bytes));
    }
    make_directories(std::string(new_root) + "/proc");
    mount_filesystem("proc", std::string(new_root) + "/proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "");
    for (const grader::BindMount& mount : sandbox.bind_mounts) bind_mount(mount);
    for (const auto& [at, target] : sandbox.links) {
        make_directories(fs::path(new_root + at).parent_path());
        check_syscall(::symlink(target.c_str(), (new_root + at).c_str()), "a link " + at);
    }
    pivot_to_new_root();
    restrict_mount("/", MOUNT_ATTR_RDONLY, 0);
}

} // namespace confine
