#include "course/submissions.h"

#include <algorithm>

#include <fmt/core.h>

#include "errors.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

SubmittedFiles files_of(const fs::path& directory, const Course& course) {
    SubmittedFiles result;
    for (const Lab& lab : course.labs()) {
        const fs::path file = directory / lab.id / "student.cu";
        std::error_code problem;
        // Not followed: a dangling link or a directory is handed on and fails `builds`.
        const fs::file_status status = fs::symlink_status(file, problem);
        if (status.type() == fs::file_type::none)
            throw EnvironmentError(
                fmt::format("cannot look into {}: {}", directory.string(), problem.message()));
        if (fs::exists(status)) result.files[lab.id] = file;
    }
    return result;
}

} // namespace

Submissions find_submissions(const fs::path& directory, const Course& course) {
    std::error_code problem;
    if (!fs::is_directory(directory, problem))
        throw UsageError(fmt::format("There is no directory {}.{}", directory.string(),
                                     fs::weakly_canonical(directory, problem) ==
                                             fs::weakly_canonical(course.root() / "solutions", problem)
                                         ? " The solutions are not handed out with this course."
                                         : ""));
    Submissions result;
    if (SubmittedFiles own = files_of(directory, course); !own.files.empty()) {
        result.students.push_back(std::move(own));
        return result;
    }
    result.many = true;
    for (const auto& entry : fs::directory_iterator(directory)) {
        const std::string name = entry.path().filename().string();
        if (!entry.is_directory(problem) || name.starts_with('.')) continue;
        SubmittedFiles student = files_of(entry.path(), course);
        student.id = name;
        result.students.push_back(std::move(student));
    }
    std::sort(result.students.begin(), result.students.end(),
              [](const SubmittedFiles& a, const SubmittedFiles& b) { return a.id < b.id; });
    if (std::all_of(result.students.begin(), result.students.end(),
                    [](const auto& s) { return s.files.empty(); }))
        throw UsageError(fmt::format("There is nothing to grade in {}: neither NN_name/student.cu nor "
                                     "<student>/NN_name/student.cu.",
                                     directory.string()));
    return result;
}

} // namespace grader
