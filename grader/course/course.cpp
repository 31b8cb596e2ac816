#include "course/course.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"

namespace grader {

namespace fs = std::filesystem;

bool is_lab_name(const std::string& name) {
    const auto word = [](unsigned char c) {
        return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
    };
    return name.size() > 3 && std::isdigit(static_cast<unsigned char>(name[0])) != 0 &&
           std::isdigit(static_cast<unsigned char>(name[1])) != 0 && name[2] == '_' &&
           std::all_of(name.begin() + 3, name.end(), word);
}

bool has_solutions(const fs::path& root) { return fs::is_directory(root / "solutions"); }

std::vector<LabProgram> lab_programs(const Lab& lab) {
    std::vector<LabProgram> entries;
    if (lab.manifest.has_timed_cases())
        entries.push_back({"baseline", lab.baseline(), lab.manifest.baseline_expectation()});
    for (const Rung& rung : lab.manifest.rungs)
        entries.push_back({rung.name(), lab.solutions / "ladder" / rung.file, rung.expect});
    entries.push_back({"solution", lab.solutions / "student.cu"});
    return entries;
}

namespace {

/// Returns whether @p labs contains the manifest of a lab. A build tree has folders with the same names, but
/// no manifests.
bool has_manifest(const fs::path& labs) {
    std::error_code none;
    const fs::directory_iterator entries(labs, none);
    return std::any_of(begin(entries), end(entries), [](const fs::directory_entry& entry) {
        return is_lab_name(entry.path().filename().string()) && fs::exists(entry.path() / "lab.toml");
    });
}

} // namespace

Course::Course(fs::path root, const fs::path& modules) : root_(std::move(root)) {
    for (const auto& entry : fs::directory_iterator(root_ / "labs")) {
        const std::string id = entry.path().filename().string();
        if (!entry.is_directory() || !is_lab_name(id)) continue;
        labs_.push_back({id, entry.path(), root_ / "solutions" / id, root_ / "slides" / (id + ".md"),
                         root_ / "common", modules / id / "problem.so",
                         read_manifest(entry.path() / "lab.toml")});
    }
    std::sort(labs_.begin(), labs_.end(), [](const Lab& a, const Lab& b) { return a.id < b.id; });
}

fs::path Course::find_root(const fs::path& start) {
    const fs::path from = fs::absolute(start).lexically_normal();
    for (fs::path directory = from;; directory = directory.parent_path()) {
        if (fs::is_directory(directory / "common") && has_manifest(directory / "labs")) return directory;
        if (directory == directory.root_path()) break;
    }
    throw UsageError(fmt::format("{} is not inside the course: no directory above it contains common/ and "
                                 "labs/ with its labs. Change to the course, or name it with --course.",
                                 from.string()));
}

const Lab& Course::lab(const std::string& name) const {
    const std::string padded = name.size() == 1 ? "0" + name : name;
    for (const Lab& lab : labs_)
        if (lab.id == padded || (padded.size() == 2 && lab.id.starts_with(padded + "_"))) return lab;
    std::vector<std::string> ids;
    for (const Lab& lab : labs_) ids.push_back(lab.id);
    throw UsageError(fmt::format("Unknown lab {}. The labs are: {}.", name, fmt::join(ids, ", ")));
}

} // namespace grader
