#include "grading/sandbox/confine/mounts.h"

#include <fcntl.h>
#include <filesystem>
#include <linux/mount.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grading/sandbox/confine/step.h"

namespace confine {
namespace {

namespace fs = std::filesystem;

/// Where the machine's files and the room's are while the room is built.
constexpr const char* outside = "/outside";
constexpr const char* inside = "/inside";
/// Directories and empty files that others are mounted on take next to nothing.
constexpr const char* scaffold = "size=4m,nr_inodes=8192,mode=0755";

void mount_new(const char* kind, const fs::path& at, unsigned long flags, const std::string& options) {
    step(::mount(kind, at.c_str(), kind, flags, options.c_str()), "mount of " + at.string());
}

/// Sets @p attributes on everything that is mounted at @p at, and below it where @p flags say so.
void restrict_mount(const fs::path& at, std::uint64_t attributes, unsigned flags) {
    mount_attr wanted{};
    wanted.attr_set = attributes;
    step(::syscall(SYS_mount_setattr, AT_FDCWD, at.c_str(), flags, &wanted, sizeof(wanted)),
         "mount_setattr of " + at.string());
}

void make_directories(const fs::path& directory) {
    std::error_code problem;
    fs::create_directories(directory, problem);
    if (problem) throw Failed("a directory " + directory.string() + ": " + problem.message());
}

/// What is mounted over has to be there, as a file or as a directory.
void make_place(const fs::path& from, const fs::path& to) {
    struct stat status {};
    step(::stat(from.c_str(), &status), from.string());
    if (S_ISDIR(status.st_mode)) return make_directories(to);
    make_directories(to.parent_path());
    const int file = ::open(to.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0444);
    if (file >= 0) ::close(file); // else it lies in something that is shown, and is there already
}

void show(const grader::Shown& shown) {
    const fs::path from = outside + shown.from;
    const fs::path to = inside + shown.to;
    make_place(from, to);
    step(::mount(from.c_str(), to.c_str(), nullptr, MS_BIND | MS_REC, nullptr), "showing " + shown.from);
    if (shown.device)
        restrict_mount(to, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC, 0);
    else
        restrict_mount(to, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, AT_RECURSIVE);
}

/// Puts a file system of this process's own in the place of the machine's, which is then at `outside`.
void step_aside() {
    step(::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "mounts of its own");
    const fs::path base = "/tmp";
    mount_new("tmpfs", base, MS_NOSUID | MS_NODEV, scaffold);
    step(::mkdir((base / fs::path(outside).relative_path()).c_str(), 0755), "mkdir");
    step(::syscall(SYS_pivot_root, base.c_str(), (base / fs::path(outside).relative_path()).c_str()),
         "pivot_root");
    step(::chdir("/"), "chdir");
    step(::mkdir(inside, 0755), "mkdir");
    mount_new("tmpfs", inside, MS_NOSUID | MS_NODEV, scaffold);
}

/// From here on there is nothing but the room.
void step_inside() {
    step(::chdir(inside), "chdir");
    // The old root comes to lie on top of the new one, where it can be taken off.
    step(::syscall(SYS_pivot_root, ".", "."), "pivot_root");
    step(::umount2(".", MNT_DETACH), "umount");
    step(::chdir("/"), "chdir");
}

} // namespace

void build_root(const grader::Room& room, unsigned user) {
    ::umask(0022);
    step_aside();
    for (const grader::Shelf& shelf : room.shelves) {
        make_directories(inside + shelf.at);
        const std::string owner = std::to_string(user);
        mount_new("tmpfs", inside + shelf.at, MS_NOSUID | MS_NODEV,
                  "mode=0700,uid=" + owner + ",gid=" + owner + ",size=" + std::to_string(shelf.bytes));
    }
    make_directories(std::string(inside) + "/proc");
    mount_new("proc", std::string(inside) + "/proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "");
    for (const grader::Shown& shown : room.shown) show(shown);
    for (const auto& [at, target] : room.links) {
        make_directories(fs::path(inside + at).parent_path());
        step(::symlink(target.c_str(), (inside + at).c_str()), "a link " + at);
    }
    step_inside();
    restrict_mount("/", MOUNT_ATTR_RDONLY, 0);
}

} // namespace confine
