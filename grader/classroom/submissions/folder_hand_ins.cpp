#include "classroom/submissions/folder_hand_ins.h"

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

/// All that the file system says of the files in @p folder, as a text that differs when one of them was written. As many as a
/// hand-in can have; a folder can be full of them.
std::string marks_of(const fs::path& folder, int depth = 0) {
    constexpr int deepest = 4;
    constexpr std::size_t most = 1000;
    std::vector<std::string> marks;
    std::error_code problem;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end && marks.size() < most;
         at.increment(problem)) {
        struct stat status {};
        if (::lstat(at->path().c_str(), &status) != 0) continue;
        marks.push_back(fmt::format("{} {} {} {} {}", at->path().filename().string(), status.st_size,
                                    status.st_ino, seconds_of(status.st_mtim), seconds_of(status.st_ctim)));
        if (S_ISDIR(status.st_mode) && depth < deepest) marks.back() += marks_of(at->path(), depth + 1);
    }
    std::sort(marks.begin(), marks.end());
    std::string text;
    for (const std::string& mark : marks) text += mark + '\n';
    return text;
}

/// When the newest of @p files was written, as the file system has it.
double newest_time_of(const std::vector<FolderFile>& files) {
    double newest = 0;
    for (const FolderFile& file : files) {
        struct stat status {};
        if (::lstat(file.from.c_str(), &status) == 0) newest = std::max(newest, seconds_of(status.st_mtim));
    }
    return newest;
}

/// Adds what lies beside @p file to @p found; or says why it cannot be kept.
std::string take(const std::string& student, const std::string& lab, const fs::path& file,
                 std::vector<Found>& found) {
    std::vector<FolderFile> files = read_folder(file.parent_path());
    const auto is_the_file = [](const FolderFile& one) { return one.name == fs::path("student.cu"); };
    if (std::none_of(files.begin(), files.end(), is_the_file))
        return "student.cu is not a source file of at most 1 MiB that can be read";
    const double claimed = newest_time_of(files);
    found.push_back({student, lab, fs::absolute(file), "", claimed, 0, std::move(files)});
    return {};
}

} // namespace

std::vector<Found> FolderHandIns::look() {
    submissions_ = find_class(directory_, course_);
    std::vector<Found> found;
    for (SubmittedFiles& student : submissions_.students)
        for (const auto& [lab, file] : student.files)
            if (const std::string why = take(student.id, lab, file, found); !why.empty())
                student.refused[lab] = why;
    return found;
}

std::vector<Found> FolderHandIns::look_for_news(double last) {
    submissions_ = find_class(directory_, course_);
    std::vector<Found> found;
    for (SubmittedFiles& student : submissions_.students)
        for (const auto& [lab, file] : student.files) {
            Seen& seen = seen_[{student.id, lab}];
            look_at(student.id, lab, file, seen, last, found);
            if (!seen.refused.empty()) student.refused[lab] = seen.refused;
        }
    return found;
}

void FolderHandIns::look_at(const std::string& student, const std::string& lab, const fs::path& file,
                            Seen& seen, double last, std::vector<Found>& found) {
    std::string marks = marks_of(file.parent_path());
    if (seen.marks != marks) {
        seen = {std::move(marks), last};
        return;
    }
    if (seen.taken) return;
    seen.refused = take(student, lab, file, found);
    if (seen.refused.empty()) found.back().not_before = seen.not_before;
    seen.taken = true;
    // Written while it was read: the next look sees more.
    if (!seen.refused.empty() || marks_of(file.parent_path()) == seen.marks) return;
    found.pop_back();
    seen = {};
}

} // namespace grader
