#include "claim.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "errors.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Opens the file itself: does not follow a symbolic link, and does not block on a pipe.
Descriptor open_itself(const fs::path& path) { return open_file(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK); }

bool lies_at(const struct stat& status, const fs::path& path) {
    struct stat there {};
    return ::lstat(path.c_str(), &there) == 0 && there.st_dev == status.st_dev &&
           there.st_ino == status.st_ino;
}

bool is_abandoned(const Descriptor& opened, const fs::path& path, const AbandonedFiles& leftovers) {
    struct stat status {};
    if (opened.get() < 0 || ::fstat(opened.get(), &status) != 0) return false;
    if ((status.st_mode & S_IFMT) != leftovers.kind) return false;
    if (status.st_uid != ::geteuid() && status.st_uid != leftovers.other_owner) return false;
    return ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0 && lies_at(status, path);
}

} // namespace

bool claim(const Descriptor& opened, const fs::path& path) {
    if (::flock(opened.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
    struct stat status {};
    return ::fstat(opened.get(), &status) == 0 && lies_at(status, path);
}

ClaimedDirectory make_claimed_directory(const fs::path& pattern) {
    while (true) {
        std::string name = pattern.string();
        if (::mkdtemp(name.data()) == nullptr)
            throw EnvironmentError("cannot make a directory " + pattern.string() + ": " +
                                   std::strerror(errno));
        Descriptor opened = open_itself(name);
        if (opened.get() < 0 && errno != ENOENT)
            throw EnvironmentError("cannot open " + name + ": " + std::strerror(errno));
        if (opened.get() >= 0 && claim(opened, name)) return {name, std::move(opened)};
    }
}

void remove_abandoned(const AbandonedFiles& leftovers) {
    std::error_code problem;
    std::vector<fs::path> meant;
    for (fs::directory_iterator at(leftovers.parent, problem), end; !problem && at != end;
         at.increment(problem))
        if (leftovers.name_matches(at->path().filename().string())) meant.push_back(at->path());
    for (const fs::path& path : meant) {
        const Descriptor opened = open_itself(path);
        if (is_abandoned(opened, path, leftovers)) fs::remove_all(path, problem);
    }
}

} // namespace grader
