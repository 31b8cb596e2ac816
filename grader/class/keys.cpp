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

void add_files(std::string& text, const std::vector<FolderFile>& files) {
    for (const FolderFile& file : files) {
        add_part(text, file.name.string());
        add_part(text, file.text);
    }
}

std::string in_digits(std::uint64_t secret, const std::string& text) {
    return fmt::format("{:016x}{:016x}", derive(secret, text, 0), derive(secret, text, 1));
}

/// Of a lab's folder, what no grade depends on: the student's own file there, and what is only read or run by people.
bool is_beside_the_point(const std::string& name) {
    constexpr std::array others = {"student.cu", "solution.cu", "README.md", "tests.cpp", "CMakeLists.txt"};
    return std::find(others.begin(), others.end(), name) != others.end();
}

} // namespace

std::string hand_in_id(std::uint64_t secret, const std::string& student, const std::string& lab,
                       const std::vector<FolderFile>& files) {
    std::string text;
    add_part(text, student);
    add_part(text, lab);
    add_files(text, files);
    return in_digits(secret, text);
}

std::string SubmissionKeys::of(const std::string& hand_in, const Lab& lab) {
    std::string text = text_of(lab);
    add_part(text, hand_in);
    return in_digits(secret_, text);
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
    add_files(text, read_folder(lab.common / "kernelsmith"));
    return labs_.emplace(lab.id, std::move(text)).first->second;
}

} // namespace grader
