#pragma once

/// @file
/// A bare repository that a student pushes to, read and written without git. The student may control
/// everything in it: its configuration and its hooks name programs, and links and alternates name files of
/// others. So git never runs in it. References are parsed by this code, and objects are copied
/// (classroom/submissions/git_copy.h).

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>

#include "base/descriptor.h"

namespace grader {

/// The repository cannot be used. The text says why, and what the student or the administrator of the
/// repositories can do.
class UnusableRepository : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// An open repository.
class StudentRepository {
public:
    /// Opens @p place. Throws UnusableRepository.
    explicit StudentRepository(const std::filesystem::path& place);

    /// Returns its branches and tags by their full names (`refs/heads/main`), each with the id of its object.
    /// Skips symbolic references. Throws UnusableRepository.
    [[nodiscard]] std::map<std::string, std::string> references() const;

    /// Reports whether objects are named by SHA-256, according to its references or else its configuration.
    [[nodiscard]] bool uses_sha256() const;

    /// Reports whether it borrows objects from another repository (alternates). Borrowed objects are never
    /// copied.
    [[nodiscard]] bool borrows() const;

    /// Copies all its objects into the folder @p to. Throws UnusableRepository, and EnvironmentError if they
    /// cannot be written.
    void copy_objects(const std::filesystem::path& to) const;

    /// Stores @p bytes, a loose object in git's format, under the name @p id, unless the object exists.
    /// Throws UnusableRepository.
    void put_object(const std::string& id, const std::string& bytes) const;

    /// Sets the branch @p name, without a `/`, to the commit @p id, whose object exists. A compare-and-swap:
    /// returns false and changes nothing if the branch is no longer at @p before (empty: it does not exist).
    /// Throws UnusableRepository.
    [[nodiscard]] bool set_branch(const std::string& name, const std::string& before,
                                  const std::string& id) const;

private:
    Descriptor folder_;
    Descriptor objects_;
};

} // namespace grader
