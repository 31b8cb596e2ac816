#include "classroom/submissions/object_copy.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <fmt/core.h>

#include "base/errors.h"
#include "classroom/submissions/student_repository.h"
#include "classroom/submissions/untrusted_folder.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_object_bytes = std::uint64_t{256} << 20;
constexpr std::size_t max_objects = 50'000; ///< number of files

[[noreturn]] void over_daily_limit() {
    throw UnusableRepository(fmt::format(
        "it exceeds the limit of {} MiB or {} files of objects. Use a new repository with the sources only",
        max_object_bytes >> 20, max_objects));
}

bool is_hex(const std::string& text, std::size_t length) {
    return text.size() == length && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool is_loose(const std::string& name) { return is_hex(name, 38) || is_hex(name, 62); }

bool is_of_pack(const std::string& name) {
    return name.starts_with("pack-") && (name.ends_with(".pack") || name.ends_with(".idx"));
}

/// Copies the objects of one repository once.
class ObjectCopier {
public:
    /// Copies the files of @p from whose names are @p wanted to @p to. Returns false if one of them was
    /// removed in the meantime.
    bool copy_folder_of(const Descriptor& from, const fs::path& to, bool (*wanted)(const std::string&)) {
        std::error_code problem;
        fs::create_directories(to, problem);
        if (problem) throw EnvironmentError("cannot create " + to.string() + ": " + problem.message());
        for (const std::string& name : names_in(from, max_objects + 1)) {
            if (!wanted(name)) continue;
            if (++files_ > max_objects) over_daily_limit();
            const Descriptor file = open_file_in(from, name);
            if (file.get() < 0 && errno == ENOENT) return false;
            if (file.get() < 0 && errno == EACCES)
                throw UnusableRepository(
                    fmt::format("{} of its objects cannot be read: {}", name, std::strerror(EACCES)));
            if (file.get() >= 0) copy(file, to / name);
        }
        return true;
    }

private:
    void copy(const Descriptor& from, const fs::path& to) {
        const Descriptor out(::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        if (out.get() < 0)
            throw EnvironmentError("cannot write " + to.string() + ": " + std::strerror(errno));
        while (true) {
            const ssize_t got = ::read(from.get(), piece_.data(), piece_.size());
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) throw UnusableRepository(fmt::format("it cannot be read: {}", std::strerror(errno)));
            if (got == 0) return;
            bytes_ += static_cast<std::uint64_t>(got);
            if (bytes_ > max_object_bytes) over_daily_limit();
            if (!write_all(out, {piece_.data(), static_cast<std::size_t>(got)}))
                throw EnvironmentError("cannot write " + to.string() + ": " + std::strerror(errno));
        }
    }

    std::vector<char> piece_ = std::vector<char>(1 << 16);
    std::uint64_t bytes_ = 0;
    std::size_t files_ = 0;
};

/// Returns whether everything was copied: git may repack the objects at the same time.
bool copied_once(const Descriptor& objects, const fs::path& to) {
    ObjectCopier copier;
    constexpr std::size_t max_directories = 1000; // 256 of them contain objects
    // Copy packs last: git writes a pack first, and then removes the loose objects that it contains.
    for (const std::string& name : names_in(objects, max_directories)) {
        if (!is_hex(name, 2)) continue;
        const Descriptor folder = open_folder_in(objects, name);
        if (folder.get() >= 0 && !copier.copy_folder_of(folder, to / name, is_loose)) return false;
    }
    const Descriptor packs = open_folder_in(objects, "pack");
    return packs.get() < 0 || copier.copy_folder_of(packs, to / "pack", is_of_pack);
}

} // namespace

void copy_objects(const Descriptor& objects, const fs::path& to) {
    constexpr int tries = 3;
    for (int i = 0; i < tries; ++i)
        if (copied_once(objects, to)) return;
    throw UnusableRepository("its objects keep changing while they are read");
}

} // namespace grader
