#include "toolchain/submission_copy.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "descriptor.h"
#include "errors.h"
#include "files.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 256;
constexpr std::uint64_t largest_file = std::uint64_t{1} << 20;
constexpr std::uint64_t most_bytes = std::uint64_t{16} << 20;
constexpr int deepest = 4;

bool is_header(const fs::path& file) {
    constexpr std::array endings = {".h", ".hpp", ".cuh", ".hh", ".inl"};
    return std::find(endings.begin(), endings.end(), file.extension().string()) != endings.end();
}

void write_for_all(const fs::path& to, const std::string& text) {
    const Descriptor file(::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (file.get() < 0 || ::fchmod(file.get(), 0644) != 0 ||
        ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        throw EnvironmentError("cannot write " + to.string() + ": " + std::strerror(errno));
}

/// Copies, and counts what was copied.
class Copies {
public:
    explicit Copies(bool headers_only) : headers_only_(headers_only) {}

    void take_folder(const fs::path& from, const fs::path& to, int depth = 0) {
        std::error_code problem;
        fs::create_directories(to, problem);
        fs::permissions(to, fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec, problem);
        std::vector<fs::directory_entry> entries;
        for (fs::directory_iterator at(from, problem), end; !problem && at != end; at.increment(problem)) {
            if (entries.size() >= most_files) break;
            entries.push_back(*at);
        }
        std::sort(entries.begin(), entries.end());
        for (const fs::directory_entry& entry : entries) {
            const fs::file_status status = entry.symlink_status(problem);
            const fs::path copy = to / entry.path().filename();
            if (fs::is_regular_file(status) && (!headers_only_ || is_header(copy)))
                take_file(entry.path(), copy);
            if (fs::is_directory(status) && depth < deepest) take_folder(entry.path(), copy, depth + 1);
        }
    }

    /// What was copied, where it came from.
    [[nodiscard]] const std::vector<fs::path>& taken() const { return taken_; }

private:
    void take_file(const fs::path& from, const fs::path& to) {
        if (taken_.size() >= most_files) return;
        const std::uint64_t room = std::min(largest_file, most_bytes - bytes_);
        const std::optional<std::string> text = read_file(from, room, Links::refused);
        if (!text) return;
        taken_.push_back(from);
        bytes_ += text->size();
        write_for_all(to, *text);
    }

    bool headers_only_;
    std::vector<fs::path> taken_;
    std::uint64_t bytes_ = 0;
};

} // namespace

std::vector<fs::path> copy_folder(const fs::path& folder, const fs::path& to) {
    Copies copies(false);
    copies.take_folder(folder, to);
    return copies.taken();
}

std::vector<fs::path> copy_headers(const fs::path& folder, const fs::path& to) {
    Copies copies(true);
    copies.take_folder(folder, to);
    return copies.taken();
}

void copy_source(const fs::path& source, const fs::path& to) {
    const std::optional<std::string> text = read_file(source, largest_file, Links::followed);
    if (text) write_for_all(to, *text);
}

} // namespace grader
