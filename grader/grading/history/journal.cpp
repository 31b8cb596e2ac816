#include "grading/history/journal.h"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <tuple>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/errors.h"
#include "base/files.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t compaction_threshold_bytes = 2 << 20; // size that triggers compaction
// a larger file was not written by the grader, and is not read
constexpr std::uintmax_t max_file_bytes = 64 << 20;

/// Waits for the lock on @p lock with a timeout, because its holder may have been stopped. Without the lock,
/// appending one line is still atomic on any local disk.
bool acquire(const Descriptor& lock) {
    if (lock.get() < 0) return false;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
        if ((errno != EWOULDBLOCK && errno != EINTR) || std::chrono::steady_clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

std::string join_lines(const Journal::Lines& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return text;
}

/// Renames the file to the first free name, because an unreadable file may be readable by another version.
void move_aside(const fs::path& file) {
    std::error_code ignored;
    for (int number = 1; number <= 100; ++number) {
        const fs::path aside = file.string() + ".damaged-" + std::to_string(number);
        if (fs::exists(aside, ignored)) continue;
        fs::rename(file, aside, ignored);
        return;
    }
}

void compact_file(const fs::path& file, const Journal::Lines& lines, const Journal::Compactor& compact) {
    const Journal::Compacted compacted = compact(lines);
    if (!compacted.readable) move_aside(file);
    try {
        write_atomically(file, join_lines(compacted.lines));
    } catch (const EnvironmentError&) {
        // The file stays long until there is disk space to compact it.
    }
}

} // namespace

Journal::Lines Journal::lines() const {
    std::error_code failure;
    if (fs::file_size(file_, failure) > max_file_bytes || failure) return {};
    const std::string text = read_text(file_);
    Lines lines;
    for (const std::string_view line : split_lines(text))
        if (!line.empty()) lines.emplace_back(line);
    return lines;
}

bool Journal::append(const std::string& line, const Compactor& compact) const {
    std::error_code failure;
    fs::create_directories(file_.parent_path(), failure);
    // The lock is a separate file, because compaction replaces the journal file.
    const Descriptor lock = open_file(file_.parent_path() / "lock", O_RDWR | O_CREAT);
    const bool locked = acquire(lock);
    if (fs::file_size(file_, failure) > max_file_bytes && !failure) move_aside(file_);
    const Descriptor file = open_file(file_, O_RDWR | O_APPEND | O_CREAT);
    struct stat before {};
    if (file.get() < 0 || ::fstat(file.get(), &before) != 0 || !S_ISREG(before.st_mode)) return false;
    char last = '\n';
    if (before.st_size > 0 && ::pread(file.get(), &last, 1, before.st_size - 1) != 1) return false;
    const std::string text = (last == '\n' ? "" : "\n") + line + '\n';
    if (!write_all(file, text)) {
        // Remove a partial line. The holder of the lock knows where it began.
        if (locked) std::ignore = ::ftruncate(file.get(), before.st_size);
        return false;
    }
    if (locked && static_cast<std::uintmax_t>(before.st_size) + text.size() > compaction_threshold_bytes)
        compact_file(file_, lines(), compact);
    return true;
}

} // namespace grader
