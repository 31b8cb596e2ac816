#pragma once

/// @file
/// Equivalence check of two sources: whether they compile to the same program.

#include <filesystem>
#include <optional>
#include <string>

#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader::mutation {

/// Returns the PTX in the build @p object, without directives that only refer to source lines; empty if it
/// has none.
std::string ptx_in(const std::filesystem::path& object);

/// Returns the compiler call that compiles @p source for comparison: to an object with host code and PTX,
/// with the options of a build, but without line numbers and SASS.
CompileJob comparable_job(const Backend& backend, const Lab& lab, const std::filesystem::path& source);

/// Decides whether a mutant is the same program as the solution (trivial compiler equivalence).
///
/// If the PTX of their builds differs, the programs differ. Otherwise both are compiled again as
/// comparable_job() says, and are the same if the objects are identical, byte for byte, except for the
/// name of nvcc's intermediate file. So the compiler decides, for host and device code alike: `i + 0` is
/// the same program, and another grid is a different one, although the PTX is the same.
class Equality {
public:
    /// @param solution the source that mutants are compared with, @p build its build
    /// Throws EnvironmentError if the solution does not compile.
    Equality(const Backend& backend, const Lab& lab, const std::filesystem::path& solution,
             const std::filesystem::path& build);

    /// Reports whether the build @p object has different PTX. If not, and for a survivor, call is_same(): the
    /// PTX of a build refers to line numbers, so that the same program can look different.
    [[nodiscard]] bool has_other_ptx(const std::filesystem::path& object) const;
    /// Reports whether @p source compiles to the same program. Thread-safe.
    [[nodiscard]] bool is_same(const std::filesystem::path& source) const;

private:
    const Backend& backend_;
    const Lab& lab_;
    std::string ptx_;
    std::string object_; ///< bytes of the object that mutants are compared with
};

} // namespace grader::mutation
