#pragma once

/// @file
/// The course's own tree: where it is and which labs it has.

#include <filesystem>
#include <string>
#include <vector>

#include "course/manifest.h"

namespace grader {

/// One lab's directory with its manifest read.
struct Lab {
    std::string id;                  ///< the directory's name: `04_shared_tiling`
    std::filesystem::path directory; ///< labs/ID
    std::filesystem::path solutions; ///< solutions/ID; not there where the solutions are not handed out
    std::filesystem::path slides;    ///< slides/ID.md
    std::filesystem::path common;    ///< what its sources may include beside lab.h
    std::filesystem::path module;    ///< its trusted half, built
    Manifest manifest;               ///< of labs/ID/lab.toml

    /// The file a student works on.
    [[nodiscard]] std::filesystem::path student() const { return directory / "student.cu"; }
    /// The slow program that speedups are measured against.
    [[nodiscard]] std::filesystem::path baseline() const { return directory / baseline_file; }
};

/// One of a lab's own programs, under the name that it has in tables.
struct LabProgram {
    std::string name;             ///< `baseline`, a rung's, or `solution`
    std::filesystem::path source; ///< its file
    Expectation expect = {};      ///< what is to come of grading it
};

/// The baseline, the ladder and the solution of @p lab, in this order.
std::vector<LabProgram> lab_programs(const Lab& lab);

/// Whether the course in @p root has its solutions/: students are handed a copy without.
bool has_solutions(const std::filesystem::path& root);

/// The tree a grader works on.
class Course {
public:
    /// @param root directory with labs/
    /// @param modules directory with a built problem module ID/problem.so for each lab
    Course(std::filesystem::path root, const std::filesystem::path& modules);

    /// Goes up from @p start to the first directory with common/ and a manifest under labs/. Throws UsageError.
    static std::filesystem::path find_root(const std::filesystem::path& start);

    /// The directory that holds labs/.
    [[nodiscard]] const std::filesystem::path& root() const { return root_; }
    /// Whether its solutions are there.
    [[nodiscard]] bool has_solutions() const { return grader::has_solutions(root_); }
    /// In the order of their numbers.
    [[nodiscard]] const std::vector<Lab>& labs() const { return labs_; }

    /// The lab called @p name: `04`, `4` or `04_shared_tiling`. Throws UsageError, listing the labs there
    /// are.
    [[nodiscard]] const Lab& lab(const std::string& name) const;

private:
    std::filesystem::path root_;
    std::vector<Lab> labs_;
};

/// Whether @p name has the form of a lab's directory: two digits, an underscore, a word.
bool is_lab_name(const std::string& name);

} // namespace grader
