#include "class/keys.h"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "files.h"
#include "secrets.h"
#include "toolchain/submission_copy.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Each part with its length before it, so that no two lists of parts make one text.
void add_part(std::string& text, const std::string& part) { text += fmt::format("{}:{}", part.size(), part); }

void add_files(std::string& text, const fs::path& folder) {
    for (const FolderFile& file : read_folder(folder)) {
        add_part(text, file.name.string());
        add_part(text, file.text);
    }
}

/// Of a lab's folder, what no grade depends on: the student's own file there, and what is only read or run by people.
bool is_beside_the_point(const std::string& name) {
    constexpr std::array others = {"student.cu", "solution.cu", "README.md", "tests.cpp", "CMakeLists.txt"};
    return std::find(others.begin(), others.end(), name) != others.end();
}

} // namespace

std::string SubmissionKeys::of(const std::string& student, const Lab& lab, const fs::path& file) {
    std::string text = text_of(lab);
    add_part(text, student);
    // Whatever lies beside the file may be included.
    add_files(text, file.parent_path());
    add_part(text, file.filename().string());
    return fmt::format("{:016x}{:016x}", derive(secret_, text, 0), derive(secret_, text, 1));
}

const std::string& SubmissionKeys::text_of(const Lab& lab) {
    const auto known = labs_.find(lab.id);
    if (known != labs_.end()) return known->second;
    std::string text;
    add_part(text, tools_);
    add_part(text, lab.id);
    for (const FolderFile& file : read_folder(lab.directory)) {
        if (is_beside_the_point(file.name.string())) continue;
        add_part(text, file.name.string());
        add_part(text, file.text);
    }
    add_files(text, lab.common / "kernelsmith");
    return labs_.emplace(lab.id, std::move(text)).first->second;
}

} // namespace grader
