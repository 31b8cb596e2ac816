#pragma once

/// @file
/// Whether two sources are the same program to whoever runs them.

#include <filesystem>
#include <optional>
#include <string>

#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader::mutation {

/// The PTX in the build @p object, without what only names lines of the source; empty where it has none.
std::string ptx_in(const std::filesystem::path& object);

/// The compiler call that makes of @p source what is compared: an object of host code and PTX, with the options of a
/// build, but neither line numbers nor machine code.
CompileJob comparable_job(const Backend& backend, const Lab& lab, const std::filesystem::path& source);

/// Decides whether a mutant is the same program as the solution.
///
/// Where the PTX of their builds differs, they are told apart at once. Otherwise both are compiled once more as
/// comparable_job() says, and are the same where the objects are, byte for byte, but for the name of nvcc's
/// intermediate file. So what the compiler makes of a change decides, on the host as on the device: `i + 0` is the
/// same program, and another grid is another one, though the PTX is the same.
class Equality {
public:
    /// @param solution the source of the one that mutants are compared with, @p build its build
    /// Throws EnvironmentError where it does not compile.
    Equality(const Backend& backend, const Lab& lab, const std::filesystem::path& solution,
             const std::filesystem::path& build);

    /// Whether the build @p object has other PTX. Where it has not, and for a survivor, ask is_same(): the PTX of a
    /// build has the places of line numbers in it, so that the same program can look like another.
    [[nodiscard]] bool has_other_ptx(const std::filesystem::path& object) const;
    /// Whether @p source makes the same program. For all threads at once.
    [[nodiscard]] bool is_same(const std::filesystem::path& source) const;

private:
    const Backend& backend_;
    const Lab& lab_;
    std::string ptx_;
    std::string object_; ///< the bytes that are compared
};

} // namespace grader::mutation
