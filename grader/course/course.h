#pragma once

/// @file
/// The tree of the course: its location and its labs.

#include <filesystem>
#include <string>
#include <vector>

#include "course/manifest.h"

namespace grader {

/// The directory of one lab, with its parsed manifest.
struct Lab {
    std::string id;                  ///< the directory's name: `04_shared_tiling`
    std::filesystem::path directory; ///< labs/ID
    std::filesystem::path solutions; ///< solutions/ID; does not exist in a course without the solutions
    std::filesystem::path slides;    ///< slides/ID.md
    /// Directory of the headers that its sources may include in addition to lab.h.
    std::filesystem::path common;
    std::filesystem::path module; ///< its trusted problem module, built
    Manifest manifest;            ///< parsed from labs/ID/lab.toml

    /// Returns the file that a student edits.
    [[nodiscard]] std::filesystem::path student() const { return directory / "student.cu"; }
    /// Returns the slow program that speedups are relative to.
    [[nodiscard]] std::filesystem::path baseline() const { return directory / baseline_file; }
};

/// One of the programs that belong to a lab, under its name in tables.
struct LabProgram {
    std::string name;             ///< `baseline`, a rung's, or `solution`
    std::filesystem::path source; ///< its file
    Expectation expect = {};      ///< expected result of grading it
};

/// Returns the baseline, the ladder and the solution of @p lab, in this order.
std::vector<LabProgram> lab_programs(const Lab& lab);

/// Returns whether the course in @p root contains solutions/: students get a copy without it.
bool has_solutions(const std::filesystem::path& root);

/// The tree of the course that a grader works on.
class Course {
public:
    /// @param root directory with labs/
    /// @param modules directory with a built problem module ID/problem.so for each lab
    Course(std::filesystem::path root, const std::filesystem::path& modules);

    /// Returns the first directory from @p start upwards that has common/ and a manifest under labs/. Throws
    /// UsageError.
    static std::filesystem::path find_root(const std::filesystem::path& start);

    /// Returns the directory that contains labs/.
    [[nodiscard]] const std::filesystem::path& root() const { return root_; }
    /// Returns whether the course contains its solutions.
    [[nodiscard]] bool has_solutions() const { return grader::has_solutions(root_); }
    /// Returns the labs in the order of their numbers.
    [[nodiscard]] const std::vector<Lab>& labs() const { return labs_; }

    /// Returns the lab called @p name: `04`, `4` or `04_shared_tiling`. Throws UsageError, which lists the
    /// existing labs.
    [[nodiscard]] const Lab& lab(const std::string& name) const;

private:
    std::filesystem::path root_;
    std::vector<Lab> labs_;
};

/// Returns whether @p name has the form of a lab's directory: two digits, an underscore, and then lower-case
/// letters, digits or underscores, at least one: `04_shared_tiling`.
bool is_lab_name(const std::string& name);

} // namespace grader
