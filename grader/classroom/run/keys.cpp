#include "classroom/run/keys.h"

#include <algorithm>
#include <array>

#include "base/files.h"

namespace grader {
namespace {

/// Of a lab's folder, what no grade depends on: the student's own file there, and what is only read or run by people.
bool is_beside_the_point(const FolderFile& file) {
    constexpr std::array others = {"student.cu", "solution.cu", "README.md", "tests.cpp", "CMakeLists.txt"};
    return std::find(others.begin(), others.end(), file.name.string()) != others.end();
}

} // namespace

std::string GradeKeys::of(const std::string& hand_in, const Lab& lab) {
    Fingerprint key = of_lab(lab);
    key.add(hand_in);
    return key.under(secret_);
}

const Fingerprint& GradeKeys::of_lab(const Lab& lab) {
    const auto known = labs_.find(lab.id);
    if (known != labs_.end()) return known->second;
    Fingerprint all;
    all.add(tools_.at(lab.id));
    all.add(lab.id);
    std::vector<FolderFile> files = read_folder(lab.directory);
    std::erase_if(files, is_beside_the_point);
    all.add(files);
    all.add(read_folder(lab.common / "kernelsmith"));
    all.add(read_text(lab.module));
    return labs_.emplace(lab.id, std::move(all)).first->second;
}

} // namespace grader
