#include "classroom/submissions/submission_store.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "classroom/submissions/fingerprint.h"
#include "classroom/submissions/path_in_json.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Fields<grader::LabSubmission> {
    using LabSubmission = grader::LabSubmission;
    static constexpr auto list =
        std::tuple(field("id", &LabSubmission::id), field("student", &LabSubmission::student),
                   field("lab", &LabSubmission::lab), field("number", &LabSubmission::number),
                   field("at", &LabSubmission::at), field("seen", &LabSubmission::seen),
                   field<grader::PathForm>("path", &LabSubmission::submitted_path),
                   field("from", &LabSubmission::from), field("bytes", &LabSubmission::bytes));
};

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string line_of(const LabSubmission& submission) { return json_text(submission) + '\n'; }

LabSubmission submission_from(const std::string& line) { return parse_json(line).get<LabSubmission>(); }

void sync_folder(const fs::path& folder) {
    const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (descriptor.get() < 0 || ::fsync(descriptor.get()) != 0)
        throw EnvironmentError(fmt::format("cannot write {}: {}", folder.string(), std::strerror(errno)));
}

/// Writes @p files to the folder @p to, which gets its name atomically after all files are on the disk.
void keep_files(const std::vector<FolderFile>& files, const fs::path& to) {
    const fs::path draft = to.parent_path() / fmt::format(".draft-{}", ::getpid());
    std::error_code problem;
    fs::remove_all(draft, problem);
    write_folder(files, draft);
    for (const FolderFile& file : files) sync_file(draft / file.name);
    sync_folder(draft);
    fs::rename(draft, to, problem);
    if (problem) throw EnvironmentError(fmt::format("cannot create {}: {}", to.string(), problem.message()));
    sync_folder(to.parent_path());
}

} // namespace

SubmissionStore::SubmissionStore(fs::path folder, std::uint64_t secret)
    : folder_(std::move(folder)), secret_(secret) {
    std::error_code problem;
    fs::create_directories(folder_ / "files", problem);
    if (problem)
        throw EnvironmentError(fmt::format("cannot create {}: {}", folder_.string(), problem.message()));
    const std::string before = read_text(folder_ / "looked");
    (void)std::from_chars(before.data(), before.data() + before.size(), last_scan_);
    read_list();
}

/// Reads the list. A line without a line ending, which a crash or a full disk leaves, counts as not written.
void SubmissionStore::read_list() {
    const fs::path list = folder_ / "list";
    constexpr std::uint64_t most = std::uint64_t{1} << 32;
    const std::string text = read_file(list, most, SymlinkPolicy::refused).value_or("");
    bytes_ = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
    for (const std::string_view line : split_lines(std::string_view(text).substr(0, bytes_))) {
        try {
            remember(submission_from(std::string(line)));
        } catch (const json::exception& error) {
            throw EnvironmentError(fmt::format("line {} of {} cannot be read: {}", all_.size() + 1,
                                               list.string(), error.what()));
        }
    }
}

void SubmissionStore::remember(LabSubmission submission) {
    last_[{submission.student, submission.lab}] = all_.size();
    all_.push_back(std::move(submission));
}

const LabSubmission* SubmissionStore::last(const std::string& student, const std::string& lab) const {
    const auto found = last_.find({student, lab});
    return found == last_.end() ? nullptr : &all_[found->second];
}

fs::path SubmissionStore::source_file_of(const LabSubmission& submission) const {
    return folder_ / "files" / submission.id / "student.cu";
}

std::uint64_t SubmissionStore::bytes_in_last_day(const std::string& student, double now) const {
    constexpr double day = 24.0 * 60 * 60;
    std::uint64_t bytes = 0;
    for (auto submission = all_.rbegin(); submission != all_.rend() && submission->seen > now - day;
         ++submission)
        if (submission->student == student) bytes += submission->bytes;
    return bytes;
}

StoreResult SubmissionStore::take(const FoundSubmission& found, double now) {
    LabSubmission submission;
    Fingerprint id;
    id.add(found.student);
    id.add(found.lab);
    id.add(found.files);
    submission.id = id.digest(secret_);
    const LabSubmission* before = last(found.student, found.lab);
    if (before != nullptr && before->id == submission.id) return StoreResult::same_as_last;
    for (const FolderFile& file : found.files) submission.bytes += file.text.size();
    if (bytes_in_last_day(found.student, now) + submission.bytes > max_bytes_per_student_and_day)
        return StoreResult::over_daily_limit;
    submission.student = found.student;
    submission.lab = found.lab;
    submission.number = before == nullptr ? 1 : before->number + 1;
    submission.seen = now;
    submission.at = std::clamp(found.claimed, std::min(found.not_before, now), now);
    submission.submitted_path = found.submitted_path;
    submission.from = found.from;
    if (const fs::path copy = folder_ / "files" / submission.id; !fs::exists(copy))
        keep_files(found.files, copy);
    append(line_of(submission));
    remember(std::move(submission));
    return StoreResult::kept;
}

void SubmissionStore::append(const std::string& line) {
    const fs::path list = folder_ / "list";
    const Descriptor file(::open(list.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    // Truncate a partial line that a crash left.
    const bool written = file.get() >= 0 && ::ftruncate(file.get(), static_cast<off_t>(bytes_)) == 0 &&
                         ::pwrite(file.get(), line.data(), line.size(), static_cast<off_t>(bytes_)) ==
                             static_cast<ssize_t>(line.size()) &&
                         ::fsync(file.get()) == 0;
    if (!written)
        throw EnvironmentError(fmt::format("cannot write {}: {}", list.string(), std::strerror(errno)));
    if (bytes_ == 0) sync_folder(folder_);
    bytes_ += line.size();
}

void SubmissionStore::note_scan(double now) {
    last_scan_ = now;
    constexpr double between = 5; // seconds: do not write to the disk all night for nothing
    if (now < scan_time_on_disk_ + between) return;
    write_atomically(folder_ / "looked", fmt::format("{:.3f}\n", now));
    scan_time_on_disk_ = now;
}

} // namespace grader
