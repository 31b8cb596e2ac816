#include "classroom/submissions/folder_submissions.h"

#include <algorithm>
#include <sys/stat.h>

#include <fmt/core.h>

namespace grader {
namespace {

namespace fs = std::filesystem;

double seconds_of(const timespec& time) {
    constexpr double nanosecond = 1e-9;
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * nanosecond;
}

/// Returns a text of the file metadata in @p folder that changes when a file is written. Reads at most as
/// many entries as a submission may have, because a folder can have any number.
std::string stat_signature_of(const fs::path& folder, int depth = 0) {
    constexpr int max_depth = 4;
    constexpr std::size_t max_entries = 1000;
    std::vector<std::string> stat_signature;
    std::error_code problem;
    for (fs::directory_iterator at(folder, problem), end;
         !problem && at != end && stat_signature.size() < max_entries; at.increment(problem)) {
        struct stat status {};
        if (::lstat(at->path().c_str(), &status) != 0) continue;
        stat_signature.push_back(fmt::format("{} {} {} {} {}", at->path().filename().string(), status.st_size,
                                             status.st_ino, seconds_of(status.st_mtim),
                                             seconds_of(status.st_ctim)));
        if (S_ISDIR(status.st_mode) && depth < max_depth)
            stat_signature.back() += stat_signature_of(at->path(), depth + 1);
    }
    std::sort(stat_signature.begin(), stat_signature.end());
    std::string text;
    for (const std::string& mark : stat_signature) text += mark + '\n';
    return text;
}

/// Returns the modification time of the newest of @p files.
double newest_write_time(const std::vector<FolderFile>& files) {
    double newest = 0;
    for (const FolderFile& file : files) {
        struct stat status {};
        if (::lstat(file.from.c_str(), &status) == 0) newest = std::max(newest, seconds_of(status.st_mtim));
    }
    return newest;
}

/// Adds @p file and the files of its folder to @p found; or returns why the submission cannot be stored.
std::string take(const std::string& student, const std::string& lab, const fs::path& file,
                 std::vector<FoundSubmission>& found) {
    std::vector<FolderFile> files = read_folder(file.parent_path());
    const auto is_the_file = [](const FolderFile& one) { return one.name == fs::path("student.cu"); };
    if (std::none_of(files.begin(), files.end(), is_the_file))
        return "student.cu is not a source file of at most 1 MiB that can be read";
    const double claimed = newest_write_time(files);
    found.push_back({student, lab, fs::absolute(file), "", claimed, 0, std::move(files)});
    return {};
}

} // namespace

std::vector<FoundSubmission> FolderSubmissions::scan() {
    submissions_ = find_class(directory_, course_);
    std::vector<FoundSubmission> found;
    for (SubmittedFiles& student : submissions_.students)
        for (const auto& [lab, file] : student.files)
            if (const std::string why = take(student.id, lab, file, found); !why.empty())
                student.refused[lab] = why;
    return found;
}

std::vector<FoundSubmission> FolderSubmissions::scan_for_changes(double last) {
    submissions_ = find_class(directory_, course_);
    std::vector<FoundSubmission> found;
    for (SubmittedFiles& student : submissions_.students)
        for (const auto& [lab, file] : student.files) {
            FolderState& state = folder_states_[{student.id, lab}];
            scan_folder(student.id, lab, file, state, last, found);
            if (!state.refused.empty()) student.refused[lab] = state.refused;
        }
    return found;
}

void FolderSubmissions::scan_folder(const std::string& student, const std::string& lab, const fs::path& file,
                                    FolderState& state, double last, std::vector<FoundSubmission>& found) {
    std::string stat_signature = stat_signature_of(file.parent_path());
    if (state.stat_signature != stat_signature) {
        state = {std::move(stat_signature), last};
        return;
    }
    if (state.taken) return;
    state.refused = take(student, lab, file, found);
    if (state.refused.empty()) found.back().not_before = state.not_before;
    state.taken = true;
    // The folder changed while it was read: the next scan takes it.
    if (!state.refused.empty() || stat_signature_of(file.parent_path()) == state.stat_signature) return;
    found.pop_back();
    state = {};
}

} // namespace grader
