#include "authoring/rules/tree_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <regex>

#include <fmt/core.h>

#include "authoring/records/tasks/after_tasks.h"
#include "base/files.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// The labs that have a part.
enum class AppliesTo { every_lab, labs_about_speed };

/// A file or directory of a lab, and its purpose.
struct ExpectedEntry {
    const char* name;
    const char* purpose;
    AppliesTo applies_to = AppliesTo::every_lab;
};

constexpr std::array lab_parts = {
    ExpectedEntry{"README.md", "the hand-out"},
    ExpectedEntry{"lab.toml", "the manifest"},
    ExpectedEntry{"lab.h", "the interface that a student implements"},
    ExpectedEntry{baseline_file, "the slow program that speedups are relative to",
                  AppliesTo::labs_about_speed},
    ExpectedEntry{"student.cu", "the skeleton"},
    ExpectedEntry{"solution.cu", "a link to the solution"},
    ExpectedEntry{"problem.cpp", "inputs, checks and work counts of the problem"},
    ExpectedEntry{"tests.cpp", "the tests of each task"},
    ExpectedEntry{"CMakeLists.txt", "one line, add_lab(...)"},
};

/// Optional parts of a lab.
constexpr std::array lab_extras = {
    ExpectedEntry{"modelled.json", "modelled calls, from which thresholds are predicted",
                  AppliesTo::labs_about_speed},
};

constexpr std::array solution_parts = {
    ExpectedEntry{"student.cu", "the reference solution"},
    ExpectedEntry{"NOTES.md", "the reasons for the solution, with measurements"},
    ExpectedEntry{"ladder", "every rung, a file each", AppliesTo::labs_about_speed},
    ExpectedEntry{"wrong", "typical mistakes, a file each"},
};

/// Optional parts of a lab's solutions.
constexpr std::array solution_extras = {
    ExpectedEntry{"alternatives", "other correct solutions of the lab, a file each"},
    ExpectedEntry{"peers", "reference implementations of the same problem", AppliesTo::labs_about_speed},
    ExpectedEntry{"variants", "other problems on the same theme"},
    ExpectedEntry{tasks::after_directory,
                  "the file after some of the tasks, if filling in regions is not enough"},
    ExpectedEntry{"equivalent_mutants.toml", "equivalent mutants of the solution, with a reason each"},
};

/// Returns the entries of @p directory, sorted; nothing if it does not exist.
std::vector<fs::path> entries_of(const fs::path& directory) {
    std::error_code none;
    std::vector<fs::path> entries;
    for (const auto& entry : fs::directory_iterator(directory, none)) entries.push_back(entry.path());
    std::sort(entries.begin(), entries.end());
    return entries;
}

/// Reports whether @p path exists, as a directory if its name has no extension. A symbolic link counts,
/// wherever it points.
bool is_there(const fs::path& path) {
    if (fs::is_symlink(fs::symlink_status(path))) return true;
    return path.has_extension() ? fs::is_regular_file(path) : fs::is_directory(path);
}

bool is_part_of(const Lab& lab, const ExpectedEntry& part) {
    return part.applies_to == AppliesTo::every_lab || lab.manifest.has_timed_cases();
}

template <typename Parts>
void find_missing(const Lab& lab, const fs::path& directory, const Parts& parts, Findings& findings) {
    for (const ExpectedEntry& part : parts)
        if (is_part_of(lab, part) && !is_there(directory / part.name))
            findings.push_back(
                {directory / part.name, 0,
                 fmt::format("is missing; every lab {}needs it: {}",
                             part.applies_to == AppliesTo::labs_about_speed ? "with a speed step " : "",
                             part.purpose)});
}

template <typename Parts> bool belongs_to(const Lab& lab, const fs::path& path, const Parts& parts) {
    return std::any_of(parts.begin(), parts.end(), [&](const ExpectedEntry& part) {
        return path.filename() == part.name && is_part_of(lab, part);
    });
}

Findings every_file_is_there(const Lab& lab) {
    Findings findings;
    find_missing(lab, lab.directory, lab_parts, findings);
    find_missing(lab, lab.solutions, solution_parts, findings);
    if (!is_there(lab.slides))
        findings.push_back({lab.slides, 0, "is missing; every lab needs it: its slides"});
    return findings;
}

/// Reports whether @p path is a header that problem.cpp, or another header in its folder, includes.
bool is_of_the_trusted_half(const fs::path& path) {
    if (path.extension() != ".h") return false;
    const std::string include = fmt::format("#include \"{}\"", path.filename().string());
    const std::vector<fs::path> beside = entries_of(path.parent_path());
    return std::any_of(beside.begin(), beside.end(), [&](const fs::path& other) {
        const bool may = other.filename() == "problem.cpp" || (other.extension() == ".h" && other != path);
        return may && read_text(other).find(include) != std::string::npos;
    });
}

Findings there_are_no_other_files(const Lab& lab) {
    Findings findings;
    for (const fs::path& path : entries_of(lab.directory))
        if (!belongs_to(lab, path, lab_parts) && !belongs_to(lab, path, lab_extras) &&
            !is_of_the_trusted_half(path))
            findings.push_back({path, 0, "is not part of a lab; move it or delete it"});
    for (const fs::path& path : entries_of(lab.solutions))
        if (!belongs_to(lab, path, solution_parts) && !belongs_to(lab, path, solution_extras))
            findings.push_back({path, 0, "is not part of a lab's solutions; move it or delete it"});
    return findings;
}

/// Compares the files in @p directory with those that lab.toml lists as [[@p key]].
template <typename Items> Findings listed(const fs::path& directory, const Items& items, const char* key) {
    std::map<std::string, bool> seen;
    for (const auto& item : items) seen[item.file] = false;
    Findings findings;
    for (const fs::path& path : entries_of(directory)) {
        if (const auto known = seen.find(path.filename().string()); known != seen.end())
            known->second = true;
        else
            findings.push_back(
                {path, 0, fmt::format("no [[{}]] of lab.toml lists this file; list it or delete it", key)});
    }
    for (const auto& [file, there] : seen)
        if (!there)
            findings.push_back(
                {directory / file, 0, fmt::format("is missing; a [[{}]] of lab.toml lists it", key)});
    return findings;
}

/// Checks that files after some of the tasks are named by the number of tasks.
Findings states_are_of_tasks(const Lab& lab) {
    Findings findings;
    for (const fs::path& path : entries_of(lab.solutions / tasks::after_directory)) {
        const std::string name = path.filename().string();
        std::size_t done = 1;
        while (done < lab.manifest.tasks.size() && name != fmt::format("{}.cu", done)) ++done;
        if (done >= lab.manifest.tasks.size())
            findings.push_back({path, 0,
                                fmt::format("must be named N.cu for N tasks done of {}, and not all of them",
                                            lab.manifest.tasks.size())});
    }
    return findings;
}

Findings solution_is_a_link(const Lab& lab) {
    const fs::path link = lab.directory / "solution.cu";
    const fs::path solution = lab.solutions / "student.cu";
    std::error_code none;
    if (!fs::exists(fs::symlink_status(link, none))) return {};
    const fs::path target = fs::read_symlink(link, none);
    if (!target.empty() && target.is_relative() &&
        fs::weakly_canonical(lab.directory / target) == fs::weakly_canonical(solution))
        return {};
    return {{link, 0,
             fmt::format(
                 "must be a relative symbolic link to the solution: ln -sf ../../solutions/{0}/student.cu "
                 "labs/{0}/solution.cu",
                 lab.id)}};
}

Findings build_file_says_add_lab(const Lab& lab) {
    const fs::path file = lab.directory / "CMakeLists.txt";
    if (!is_there(file)) return {};
    const std::string statements = std::regex_replace(read_text(file), std::regex("#[^\n]*|\\s+"), "");
    if (statements == fmt::format("add_lab({})", lab.id)) return {};
    return {{file, 0, fmt::format("must contain add_lab({}) and nothing else", lab.id)}};
}

Findings manifest_fits_its_place(const Course& course, const Lab& lab) {
    const fs::path file = lab.directory / "lab.toml";
    Findings findings;
    if (lab.manifest.id != lab.id)
        findings.push_back(
            {file, 0,
             fmt::format("id is {}, but the directory is {}; make them the same", lab.manifest.id, lab.id)});
    for (const std::string& needed : lab.manifest.needs) {
        const auto is_needed = [&](const Lab& other) { return other.id == needed; };
        if (std::none_of(course.labs().begin(), course.labs().end(), is_needed))
            findings.push_back({file, 0, fmt::format("needs {}, which is not a lab", needed)});
        else if (needed >= lab.id)
            findings.push_back({file, 0, fmt::format("needs {}, which is not an earlier lab", needed)});
    }
    return findings;
}

Findings labs_have_lab_names(const Course& course) {
    Findings findings;
    for (const fs::path& path : entries_of(course.root() / "labs"))
        if (fs::is_directory(path) && !is_lab_name(path.filename().string()))
            findings.push_back(
                {path, 0,
                 "is not a lab: a lab's name is two digits, an underscore and a word, as in 04_tiling"});
    return findings;
}

Findings nothing_is_left_of_other_labs(const Course& course) {
    const auto is_lab = [&](const std::string& name) {
        return std::any_of(course.labs().begin(), course.labs().end(),
                           [&](const Lab& lab) { return lab.id == name; });
    };
    Findings findings;
    for (const fs::path& path : entries_of(course.root() / "solutions"))
        if (fs::is_directory(path) && !is_lab(path.filename().string()))
            findings.push_back({path, 0, "no lab has this name: rename it or delete it"});
    for (const fs::path& path : entries_of(course.root() / "slides")) {
        // Themes and figures are in this folder, too; only names of labs are checked.
        const bool deck = fs::is_directory(path) || path.extension() == ".md";
        if (deck && is_lab_name(path.stem().string()) && !is_lab(path.stem().string()))
            findings.push_back({path, 0, "no lab has this name: rename it or delete it"});
    }
    return findings;
}

Findings course_has_a_readme(const Course& course) {
    const fs::path readme = course.root() / "README.md";
    if (is_there(readme)) return {};
    return {{readme, 0, "is missing; students read it first"}};
}

} // namespace

void check_tree(const Course& course, const Lab& lab, CheckReport& report) {
    report.checked(lab.id, every_file_is_there(lab));
    report.checked(lab.id, there_are_no_other_files(lab));
    report.checked(lab.id, listed(lab.solutions / "wrong", lab.manifest.wrong, "wrong"));
    report.checked(lab.id, listed(lab.solutions / "alternatives", lab.manifest.alternatives, "alternative"));
    if (lab.manifest.has_timed_cases()) {
        report.checked(lab.id, listed(lab.solutions / "ladder", lab.manifest.rungs, "rung"));
        report.checked(lab.id, listed(lab.solutions / "peers", lab.manifest.peers, "peer"));
    }
    report.checked(lab.id, states_are_of_tasks(lab));
    report.checked(lab.id, solution_is_a_link(lab));
    report.checked(lab.id, build_file_says_add_lab(lab));
    report.checked(lab.id, manifest_fits_its_place(course, lab));
}

void check_tree(const Course& course, CheckReport& report) {
    report.checked("", course_has_a_readme(course));
    report.checked("", labs_have_lab_names(course));
    report.checked("", nothing_is_left_of_other_labs(course));
}

} // namespace grader
