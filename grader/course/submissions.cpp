#include "course/submissions.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "course/bare_repository.h"
#include "course/submission_id.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Returns the readable entries of @p directory, sorted by name.
std::vector<fs::directory_entry> entries_of(const fs::path& directory, std::error_code& problem) {
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator at(directory, problem), end; !problem && at != end; at.increment(problem))
        entries.push_back(*at);
    std::sort(entries.begin(), entries.end());
    return entries;
}

std::string name_of(const fs::path& path) { return path.filename().string(); }

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

bool is_archive(const fs::path& file) {
    constexpr std::array endings = {".zip", ".tar", ".gz", ".tgz", ".xz", ".7z", ".rar"};
    return std::find(endings.begin(), endings.end(), lower(file.extension().string())) != endings.end();
}

/// Joins @p names for a sentence, shortened, because a folder can contain many.
std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t max_count = 5;
    const std::size_t shown = std::min(names.size(), max_count);
    const std::string text = fmt::format("{}", fmt::join(names.begin(), names.begin() + shown, ", "));
    return names.size() == shown ? text : fmt::format("{} and {} more", text, names.size() - shown);
}

/// Returns the course's own files, which the person who grades has put there.
SubmittedFiles own_files(const fs::path& directory, const Course& course) {
    SubmittedFiles result;
    for (const Lab& lab : course.labs()) {
        const fs::path file = directory / lab.id / "student.cu";
        std::error_code problem;
        const fs::file_status status = fs::symlink_status(file, problem);
        if (status.type() == fs::file_type::none)
            throw EnvironmentError(fmt::format("cannot read {}: {}", directory.string(), problem.message()));
        // Links are not followed: a dangling link or a directory is passed on and fails `builds`.
        if (fs::exists(status)) result.files[lab.id] = file;
    }
    return result;
}

/// Scans the folder of a class.
class ClassScanner {
public:
    explicit ClassScanner(const Course& course) : course_(course) {}

    void take(const fs::directory_entry& entry) {
        const std::string name = name_of(entry.path());
        if (name.starts_with('.')) return;
        std::error_code problem;
        const fs::file_status status = entry.symlink_status(problem);
        if (fs::is_symlink(status))
            note_skipped(to_utf8(name), "is a link, and links are not followed");
        else if (is_bare_repository(entry.path()))
            found_.has_repositories = true;
        else if (fs::is_directory(status))
            take_student(entry.path());
        else if (is_archive(entry.path()) || lower(entry.path().extension().string()) == ".cu")
            note_skipped(to_utf8(name), "is not a student's folder");
    }

    [[nodiscard]] Submissions found() && { return std::move(found_); }

private:
    void take_student(const fs::path& folder) {
        std::error_code problem;
        const std::vector<fs::directory_entry> entries = entries_of(folder, problem);
        SubmittedFiles student;
        student.id = submission_id(name_of(folder), ids_);
        student.folder = folder;
        std::vector<std::string> archives;
        for (const fs::directory_entry& entry : entries) {
            if (!is_archive(entry.path())) continue;
            archives.push_back(to_utf8(name_of(entry.path())));
            note_skipped(student.id + "/" + archives.back(), "is not unpacked");
        }
        for (const Lab& lab : course_.labs())
            if (problem)
                student.refused[lab.id] = fmt::format("the folder cannot be read: {}", problem.message());
            else
                take_lab(folder / lab.id, lab, archives, student);
        found_.students.push_back(std::move(student));
    }

    /// Takes the submission of @p lab. @p archives are in the student's folder, and may contain the lab.
    void take_lab(const fs::path& folder, const Lab& lab, const std::vector<std::string>& archives,
                  SubmittedFiles& student) {
        std::error_code problem;
        const fs::file_status of_folder = fs::symlink_status(folder, problem);
        if (!fs::exists(of_folder)) {
            if (!archives.empty())
                student.likely_files[lab.id] = listed(archives) + ", which is not unpacked";
            return;
        }
        const auto refuse = [&](const std::string& why) { student.refused[lab.id] = why; };
        if (fs::is_symlink(of_folder)) return refuse("its folder is a link, and links are not followed");
        const fs::path file = folder / "student.cu";
        const fs::file_status status = fs::symlink_status(file, problem);
        if (fs::is_symlink(status)) return refuse("student.cu is a link, and links are not followed");
        if (status.type() == fs::file_type::none)
            return refuse(fmt::format("student.cu cannot be read: {}", problem.message()));
        if (fs::exists(status))
            student.files[lab.id] = file;
        else
            note_other_files(folder, lab, student);
    }

    /// Notes files that may have been meant as the missing student.cu.
    void note_other_files(const fs::path& folder, const Lab& lab, SubmittedFiles& student) {
        std::error_code problem;
        std::vector<std::string> names;
        for (const fs::directory_entry& entry : entries_of(folder, problem)) {
            const std::string ending = lower(entry.path().extension().string());
            if (ending == ".cu" || is_archive(entry.path())) names.push_back(to_utf8(name_of(entry.path())));
        }
        if (names.empty()) return;
        student.likely_files[lab.id] = listed(names);
        note_skipped(student.id + "/" + lab.id, fmt::format("has no student.cu, but {}", listed(names)));
    }

    void note_skipped(const std::string& what, const std::string& why) {
        constexpr std::size_t max_count = 1000; // limit, because a folder can contain any number of files
        if (found_.skipped.size() < max_count) found_.skipped.push_back(what + " " + why);
    }

    const Course& course_;
    Submissions found_{true, {}, {}};
    std::set<std::string> ids_;
};

bool has_anything(const SubmittedFiles& student) {
    return !student.files.empty() || !student.refused.empty();
}

void require_directory(const fs::path& directory, const Course& course) {
    std::error_code problem;
    if (fs::is_directory(directory, problem)) return;
    throw UsageError(fmt::format("No such directory: {}.{}", directory.string(),
                                 fs::weakly_canonical(directory, problem) ==
                                         fs::weakly_canonical(course.root() / "solutions", problem)
                                     ? " This course does not include the solutions."
                                     : ""));
}

/// Returns the class in @p directory, which also contains the files of @p own: the folders of labs are not
/// students.
Submissions find_class_next_to(const SubmittedFiles& own, const fs::path& directory, const Course& course) {
    ClassScanner finder(course);
    std::error_code problem;
    for (const fs::directory_entry& entry : entries_of(directory, problem)) finder.take(entry);
    Submissions found = std::move(finder).found();
    std::erase_if(found.students, [&](const SubmittedFiles& student) {
        return own.files.contains(student.id) && !has_anything(student);
    });
    for (const auto& [lab, file] : own.files)
        found.skipped.push_back(fmt::format("{} is next to the students' folders", lab));
    return found;
}

} // namespace

Submissions find_class(const fs::path& directory, const Course& course) {
    require_directory(directory, course);
    return find_class_next_to(own_files(directory, course), directory, course);
}

Submissions find_submissions(const fs::path& directory, const Course& course) {
    require_directory(directory, course);
    SubmittedFiles own = own_files(directory, course);
    Submissions found = find_class_next_to(own, directory, course);
    if (found.has_repositories || std::any_of(found.students.begin(), found.students.end(), has_anything))
        return found;
    if (!own.files.empty()) return {false, {std::move(own)}, {}};
    throw UsageError(fmt::format("There is nothing to grade in {}: neither NN_name/student.cu nor "
                                 "<student>/NN_name/student.cu.",
                                 directory.string()));
}

} // namespace grader
