#include "classroom/submissions/untrusted_folder.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace grader {
namespace {

constexpr int as_folder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

/// Changes the owner of @p made to the owner of @p folder if this process may: files that root creates for a
/// student belong to the student.
void chown_to_folder_owner(const Descriptor& made, const Descriptor& folder) {
    struct stat status {};
    if (::geteuid() == 0 && ::fstat(folder.get(), &status) == 0)
        (void)!::fchown(made.get(), status.st_uid, status.st_gid);
}

} // namespace

Descriptor open_folder(const std::filesystem::path& place) {
    return Descriptor(::open(place.c_str(), as_folder));
}

Descriptor open_folder_in(const Descriptor& folder, const std::string& name) {
    return Descriptor(::openat(folder.get(), name.c_str(), as_folder));
}

Descriptor make_folder_in(const Descriptor& folder, const std::string& name, mode_t mode) {
    const bool made = ::mkdirat(folder.get(), name.c_str(), 0700) == 0;
    if (!made && errno != EEXIST) return {};
    Descriptor opened = open_folder_in(folder, name);
    // If the folder is not empty, someone has swapped it for another folder, whose owner must not be changed.
    if (!made || opened.get() < 0 || !names_in(opened, 1).empty()) return opened;
    chown_to_folder_owner(opened, folder);
    // Set the mode after chown(), which clears the set-group-ID bit.
    return ::fchmod(opened.get(), mode) == 0 ? std::move(opened) : Descriptor();
}

std::vector<std::string> names_in(const Descriptor& folder, std::size_t limit) {
    std::vector<std::string> names;
    // Open a new description, so that each reading starts at the beginning of the folder.
    const int again = ::openat(folder.get(), ".", as_folder);
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(again < 0 ? nullptr : ::fdopendir(again), ::closedir);
    if (!listing && again >= 0) ::close(again);
    while (listing && names.size() < limit) {
        const dirent* const entry = ::readdir(listing.get());
        if (entry == nullptr) break;
        std::string name = entry->d_name;
        if (name != "." && name != "..") names.push_back(std::move(name));
    }
    std::sort(names.begin(), names.end());
    return names;
}

Descriptor open_file_in(const Descriptor& folder, const std::string& name) {
    constexpr int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    Descriptor file(::openat(folder.get(), name.c_str(), flags));
    struct stat status {};
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || S_ISREG(status.st_mode)) return file;
    file.close();
    errno = EINVAL;
    return file;
}

std::optional<std::string> read_all(const Descriptor& file, std::uint64_t limit) {
    std::string text;
    std::vector<char> piece(1 << 16);
    while (file.get() >= 0) {
        const ssize_t got = ::read(file.get(), piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return std::nullopt;
        if (got == 0) return text;
        if (text.size() + static_cast<std::size_t>(got) > limit) return std::nullopt;
        text.append(piece.data(), static_cast<std::size_t>(got));
    }
    return std::nullopt;
}

AtomicFileWriter::AtomicFileWriter(const Descriptor& folder, std::string draft)
    : folder_(folder), draft_(std::move(draft)),
      file_(::openat(folder.get(), draft_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                     0600)) {}

AtomicFileWriter::~AtomicFileWriter() {
    if (made() && !done_) ::unlinkat(folder_.get(), draft_.c_str(), 0);
}

bool AtomicFileWriter::publish_as(const std::string& name, std::string_view text, mode_t mode) {
    chown_to_folder_owner(file_, folder_);
    if (!write_all(file_, text) || ::fchmod(file_.get(), mode) != 0 || ::fsync(file_.get()) != 0 ||
        ::renameat(folder_.get(), draft_.c_str(), folder_.get(), name.c_str()) != 0)
        return false;
    done_ = true;
    // Some file systems cannot sync a folder; the file is complete anyway.
    (void)::fsync(folder_.get());
    return true;
}

} // namespace grader
