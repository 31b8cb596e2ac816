#include "files.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <optional>
#include <set>
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

/// Returns whether @p file belongs to the kernel's /proc. Links there, such as those to open descriptors, do
/// not resolve by name.
bool is_in_proc(const fs::path& file) { return file.string().starts_with("/proc/"); }

/// Returns the path of the file that @p file denotes: links are followed, including those whose target does
/// not exist yet.
fs::path resolve_links(fs::path file) {
    constexpr int max_links = 40; // the kernel's limit, too
    std::error_code problem;
    for (int links = 0; links < max_links; ++links) {
        const fs::path directory = fs::canonical(fs::absolute(file).parent_path(), problem);
        if (problem) return file;
        file = directory / file.filename();
        if (is_in_proc(file) || !fs::is_symlink(file, problem)) return file;
        const fs::path target = fs::read_symlink(file, problem);
        file = target.is_absolute() ? target : directory / target;
    }
    return file;
}

/// Returns the prefix of the names of drafts of @p file. A draft is hidden in the same folder and has another
/// extension than the file, so that programs that scan the folder ignore it. Its name is this prefix, a
/// number, and `.draft`.
std::string draft_name(const fs::path& file) {
    constexpr std::size_t max_name_bytes = 200; // of the 255 bytes that a file system allows
    return "." + file.filename().string().substr(0, max_name_bytes) + ".";
}

bool is_draft(const std::string& name, const std::string& begin) {
    constexpr std::string_view ending = ".draft";
    if (name.size() <= begin.size() + ending.size() || !name.starts_with(begin) || !name.ends_with(ending))
        return false;
    const std::string number = name.substr(begin.size(), name.size() - begin.size() - ending.size());
    return number.find_first_not_of("0123456789-") == std::string::npos;
}

/// A new file and its path.
struct Draft {
    fs::path path;
    Descriptor file;
};

/// Creates a draft of @p file under a unique name. The descriptor is negative on failure.
Draft make_draft(const fs::path& file) {
    static std::atomic<unsigned> drafts = 0;
    while (true) {
        const std::string number = std::to_string(::getpid()) + "-" + std::to_string(drafts++);
        const fs::path path = file.parent_path() / (draft_name(file) + number + ".draft");
        Descriptor opened = open_file(path, O_WRONLY | O_CREAT | O_EXCL);
        // A killed process may have had the same process ID; and a draft that is claimed too late has been
        // removed.
        if (opened.get() < 0 && errno == EEXIST) continue;
        if (opened.get() < 0 || claim(opened, path)) return {path, std::move(opened)};
    }
}

/// Writes @p text to @p draft, with the owner and the permissions of the file that @p before describes, if
/// there is one. Returns 0, or the errno of the failure.
int fill(const Draft& draft, const std::optional<struct stat>& before, std::string_view text) {
    if (draft.file.get() < 0) return errno;
    if (before) {
        // A file of another user keeps its owner if this process may change owners.
        (void)!::fchown(draft.file.get(), before->st_uid, before->st_gid);
        if (::fchmod(draft.file.get(), before->st_mode & 07777) != 0) return errno;
    }
    return write_all(draft.file, text) && ::fsync(draft.file.get()) == 0 ? 0 : errno;
}

/// Removes leftovers of killed graders in @p parent, unless this process has done so already.
void clear_once(const fs::path& parent, const std::string& begin) {
    static std::mutex mutex;
    static std::set<fs::path> cleared;
    const std::lock_guard lock(mutex);
    if (!cleared.insert(parent).second) return;
    constexpr std::size_t own_letters = 6;
    remove_abandoned({parent, S_IFDIR, [&](const std::string& name) {
                          return name.size() == begin.size() + own_letters && name.starts_with(begin);
                      }});
}

} // namespace

std::optional<std::string> read_file(const std::filesystem::path& file, std::uint64_t most,
                                     SymlinkPolicy links) {
    const int also = links == SymlinkPolicy::refused ? O_NOFOLLOW : 0;
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
    constexpr std::uint64_t max_text_bytes = std::uint64_t{64} << 20;
    return read_file(file, max_text_bytes, SymlinkPolicy::followed).value_or("");
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
    const fs::path target = resolve_links(file);
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
    const fs::path target = resolve_links(file);
    std::error_code problem;
    if (fs::is_directory(target, problem)) cannot_write(file, EISDIR);
    struct stat status {};
    const std::optional<struct stat> before =
        ::stat(target.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
    remove_abandoned({target.parent_path(), S_IFREG,
                      [begin = draft_name(target)](const std::string& name) { return is_draft(name, begin); },
                      before ? before->st_uid : ::geteuid()});
    const Draft draft = make_draft(target);
    int error = fill(draft, before, text);
    if (error == 0 && ::rename(draft.path.c_str(), target.c_str()) != 0) error = errno;
    if (error != 0) {
        if (draft.file.get() >= 0) ::unlink(draft.path.c_str());
        cannot_write(file, error);
    }
    // Sync the name too, if the file system orders names; on some it fails, and that is not an error of the
    // file.
    const Descriptor directory = open_file(target.parent_path(), O_RDONLY | O_DIRECTORY);
    if (directory.get() >= 0) (void)::fsync(directory.get());
}

void write_if_changed(const std::filesystem::path& file, std::string_view text) {
    if (!fs::exists(file) || read_text(file) != text) write_atomically(file, text);
}

void sync_file(const std::filesystem::path& file) {
    const Descriptor written = open_file(file, O_RDONLY);
    if (written.get() < 0 || ::fsync(written.get()) != 0) cannot_write(file, errno);
}

TemporaryDirectory::TemporaryDirectory(const std::filesystem::path& parent) {
    // A prefix that no other program uses, so that no other directory is taken for a grader's. It is short,
    // because paths of sockets are limited.
    const std::string begin = "ks-grader-";
    clear_once(parent, begin);
    directory_ = make_claimed_directory(parent / (begin + "XXXXXX"));
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_.path, ignored);
}

} // namespace grader
