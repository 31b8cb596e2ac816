#include "classroom/run/journal.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/json_text.h"
#include "classroom/run/host_info.h"
#include "grading/grade/grade_json.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Names<grader::Stage> {
    using Stage = grader::Stage;
    static constexpr std::array list = {named(Stage::check, "check"), named(Stage::time, "time")};
};

template <> struct kernelsmith::Names<grader::Event> {
    using Event = grader::Event;
    static constexpr std::array list = {named(Event::began, "began"), named(Event::done, "done"),
                                        named(Event::failed, "failed")};
};

template <> struct kernelsmith::Fields<grader::JournalEntry> {
    using Entry = grader::JournalEntry;
    static constexpr auto list =
        std::tuple(field("event", &Entry::event), field("run", &Entry::run), field("key", &Entry::key),
                   field("stage", &Entry::stage), field("student", &Entry::student),
                   field("lab", &Entry::lab), optional_field("submission", &Entry::submission),
                   field("at", &Entry::at), field("seconds", &Entry::seconds),
                   field("device_seconds", &Entry::device_seconds), field("host", &Entry::host),
                   field("device", &Entry::device), field("device_name", &Entry::device_name),
                   field("more", &Entry::timing_pending), field("why", &Entry::why));
};

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Parses a line of a journal; nothing if @p line is not one.
std::optional<JournalEntry> entry_from(const std::string& line) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    try {
        JournalEntry entry = parse_json(line.substr(0, tab)).get<JournalEntry>();
        entry.grade_at = std::min(tab + 1, line.size());
        entry.grade_bytes = line.size() - entry.grade_at;
        return entry;
    } catch (const json::exception&) {
        return std::nullopt;
    }
}

/// Reads up to @p bytes bytes of @p file from the offset @p from.
std::string read_range(const Descriptor& file, std::uint64_t from, std::uint64_t bytes) {
    std::string text(bytes, '\0');
    std::size_t have = 0;
    while (have < text.size()) {
        const ssize_t got =
            ::pread(file.get(), text.data() + have, text.size() - have, static_cast<off_t>(from + have));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        have += static_cast<std::size_t>(got);
    }
    text.resize(have);
    return text;
}

} // namespace

std::string to_string(Stage stage) { return std::string(kernelsmith::name_of(stage)); }

std::optional<Stage> stage_from(const std::string& text) { return kernelsmith::value_named<Stage>(text); }

void JournalWriter::open() {
    for (unsigned number = 0;; ++number) {
        path_ = folder_ / fmt::format("{}.{}.jsonl", name_, number);
        file_ = open_file(path_, O_RDWR | O_CREAT | O_EXCL);
        if (file_.get() >= 0) break;
        if (errno != EEXIST)
            throw EnvironmentError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
    }
    (void)::flock(file_.get(), LOCK_EX | LOCK_NB);
}

void JournalWriter::append(const JournalEntry& entry, const LabGrade* grade) {
    if (file_.get() < 0) open();
    std::string line = json_text(entry);
    if (grade != nullptr) line += '\t' + json_text(record_of(*grade));
    line += '\n';
    if (write_all(file_, line) && ::fsync(file_.get()) == 0) {
        written_ += line.size();
        return;
    }
    const int error = errno;
    (void)!::ftruncate(file_.get(), static_cast<off_t>(written_));
    (void)::lseek(file_.get(), static_cast<off_t>(written_), SEEK_SET);
    throw EnvironmentError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(error)));
}

bool has_disk_space(const fs::path& folder) {
    constexpr std::size_t bytes = 256 * 1024;
    const fs::path trial = folder / fmt::format("room-{}-{}", host_name(), ::getpid());
    const Descriptor file = open_file(trial, O_RDWR | O_CREAT | O_TRUNC);
    const bool written =
        file.get() >= 0 && write_all(file, std::string(bytes, ' ')) && ::fsync(file.get()) == 0;
    const int error = written ? 0 : errno;
    (void)::unlink(trial.c_str());
    if (written) return true;
    if (error == ENOSPC || error == EDQUOT || error == EFBIG) return false;
    throw EnvironmentError(fmt::format("cannot write {}: {}", trial.string(), std::strerror(error)));
}

void JournalReader::refresh(const std::function<void(const JournalEntry&)>& take) {
    std::error_code problem;
    std::vector<fs::path> files;
    for (fs::directory_iterator at(folder_, problem), end; !problem && at != end; at.increment(problem))
        if (at->path().extension() == ".jsonl") files.push_back(at->path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) read_new_lines(file, take);
}

void JournalReader::read_new_lines(const fs::path& file,
                                   const std::function<void(const JournalEntry&)>& take) {
    std::uint64_t& done = read_[file];
    const Descriptor in = open_file(file, O_RDONLY);
    struct stat status {};
    if (in.get() < 0 || ::fstat(in.get(), &status) != 0) return;
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size <= done) return;
    const std::string text = read_range(in, done, size - done);
    const std::uint64_t begin = done;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string::npos) break;
        if (std::optional<JournalEntry> entry = entry_from(text.substr(at, end - at))) {
            entry->file = file;
            entry->grade_at += begin + at;
            take(*entry);
        }
        at = end + 1;
        done = begin + at;
    }
}

bool JournalReader::is_writer_alive(const fs::path& file) {
    const Descriptor in = open_file(file, O_RDONLY);
    return in.get() >= 0 && ::flock(in.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

LabGrade JournalReader::grade_of(const JournalEntry& entry) {
    const Descriptor in = open_file(entry.file, O_RDONLY);
    try {
        return grade_from_json(parse_json(read_range(in, entry.grade_at, entry.grade_bytes)));
    } catch (const json::exception&) {
        throw EnvironmentError(fmt::format("{} can no longer be read", entry.file.string()));
    }
}

} // namespace grader
