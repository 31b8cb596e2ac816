#include "files.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "descriptor.h"
#include "errors.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const fs::path& file, int error) {
    throw EnvironmentError("cannot write " + file.string() + ": " + std::strerror(error));
}

/// Whether @p file is the kernel's own. Links there, such as those to open descriptors, lead to no file by its name.
bool is_in_proc(const fs::path& file) { return file.string().starts_with("/proc/"); }

/// Where the file itself lies that @p file names: links are followed, also those that lead to no file yet.
fs::path behind_links(fs::path file) {
    constexpr int most_links = 40; // as many as the kernel follows
    std::error_code problem;
    for (int links = 0; links < most_links; ++links) {
        const fs::path directory = fs::canonical(fs::absolute(file).parent_path(), problem);
        if (problem) return file;
        file = directory / file.filename();
        if (is_in_proc(file) || !fs::is_symlink(file, problem)) return file;
        const fs::path target = fs::read_symlink(file, problem);
        file = target.is_absolute() ? target : directory / target;
    }
    return file;
}

/// A name beside @p file that no other writer uses at the same time, hidden and with another ending than the
/// file's, so that nobody who looks through the folder takes it for one of his.
fs::path draft_beside(const fs::path& file) {
    static std::atomic<unsigned> drafts = 0;
    constexpr std::size_t longest_name = 200; // of the 255 that a file system takes
    const std::string name = file.filename().string().substr(0, longest_name);
    return file.parent_path() /
           ("." + name + "." + std::to_string(::getpid()) + "-" + std::to_string(drafts++) + ".draft");
}

/// Writes @p text to the new file @p draft, as the file @p like is owned and may be read. 0, or what went wrong.
int write_draft(const fs::path& draft, const fs::path& like, std::string_view text) {
    const Descriptor out = open_file(draft, O_WRONLY | O_CREAT | O_EXCL);
    if (out.get() < 0) return errno;
    struct stat before {};
    if (::stat(like.c_str(), &before) == 0) {
        // Somebody else's file stays theirs where we may give files away.
        (void)!::fchown(out.get(), before.st_uid, before.st_gid);
        if (::fchmod(out.get(), before.st_mode & 07777) != 0) return errno;
    }
    return write_all(out, text) && ::fsync(out.get()) == 0 ? 0 : errno;
}

} // namespace

std::optional<std::string> read_file(const std::filesystem::path& file, std::uint64_t most, Links links) {
    const int also = links == Links::refused ? O_NOFOLLOW : 0;
    const Descriptor in(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | also));
    struct stat status {};
    if (in.get() < 0 || ::fstat(in.get(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    std::string text;
    std::vector<char> piece(1 << 16);
    while (true) {
        const ssize_t got = ::read(in.get(), piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return std::nullopt;
        if (got == 0) return text;
        if (text.size() + static_cast<std::size_t>(got) > most) return std::nullopt;
        text.append(piece.data(), static_cast<std::size_t>(got));
    }
}

std::string read_text(const std::filesystem::path& file) {
    constexpr std::uint64_t longest = std::uint64_t{64} << 20;
    return read_file(file, longest, Links::followed).value_or("");
}

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool is_stream(const std::filesystem::path& file) {
    std::error_code problem;
    const fs::path target = behind_links(file);
    const fs::file_status status = fs::status(target, problem);
    if (!fs::exists(status) || fs::is_directory(status)) return false;
    return !fs::is_regular_file(status) || is_in_proc(target);
}

void write_atomically(const std::filesystem::path& file, std::string_view text) {
    if (is_stream(file)) {
        const Descriptor out = open_file(file, O_WRONLY | O_APPEND);
        if (out.get() < 0 || !write_all(out, text)) cannot_write(file, errno);
        return;
    }
    const fs::path target = behind_links(file);
    std::error_code problem;
    if (fs::is_directory(target, problem)) cannot_write(file, EISDIR);
    const fs::path draft = draft_beside(target);
    int error = write_draft(draft, target, text);
    if (error == 0 && ::rename(draft.c_str(), target.c_str()) != 0) error = errno;
    if (error != 0) {
        ::unlink(draft.c_str());
        cannot_write(file, error);
    }
    // The name too, where the file system keeps names in order; some cannot, and that is no fault of the file.
    const Descriptor directory = open_file(target.parent_path(), O_RDONLY | O_DIRECTORY);
    if (directory.get() >= 0) (void)::fsync(directory.get());
}

void sync_file(const std::filesystem::path& file) {
    const Descriptor written = open_file(file, O_RDONLY);
    if (written.get() < 0 || ::fsync(written.get()) != 0) cannot_write(file, errno);
}

TemporaryDirectory::TemporaryDirectory(const std::filesystem::path& parent) {
    std::string pattern = (parent / "grader-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw EnvironmentError("cannot make a directory " + pattern);
    path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace grader
