#include "classroom/run/grade_cache_keys.h"

#include <algorithm>
#include <array>

#include "base/files.h"

namespace grader {
namespace {

/// Reports whether @p file of a lab's folder cannot affect grades: the student's own file there, and files
/// only for people.
bool cannot_affect_grades(const FolderFile& file) {
    constexpr std::array ignored = {"student.cu", "solution.cu", "README.md", "tests.cpp", "CMakeLists.txt"};
    return std::find(ignored.begin(), ignored.end(), file.name.string()) != ignored.end();
}

} // namespace

std::string GradeCacheKeys::of(const std::string& submission, const Lab& lab) {
    Fingerprint key = lab_fingerprint(lab);
    key.add(submission);
    return key.digest(secret_);
}

const Fingerprint& GradeCacheKeys::lab_fingerprint(const Lab& lab) {
    const auto known = labs_.find(lab.id);
    if (known != labs_.end()) return known->second;
    Fingerprint all;
    all.add(tools_.at(lab.id));
    all.add(lab.id);
    std::vector<FolderFile> files = read_folder(lab.directory);
    std::erase_if(files, cannot_affect_grades);
    all.add(files);
    all.add(read_folder(lab.common / "kernelsmith"));
    all.add(read_text(lab.module));
    return labs_.emplace(lab.id, std::move(all)).first->second;
}

} // namespace grader
