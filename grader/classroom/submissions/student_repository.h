#pragma once

/// @file
/// A bare repository that a student pushes to, read and written without git. Everything in it may be the student's: its
/// configuration and its hooks name programs, and links and alternates name files of others. So git never runs in it. Its
/// references are read here, and its objects are copied (classroom/submissions/git_copy.h).

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>

#include "base/descriptor.h"

namespace grader {

/// A repository is no use. The text says why, and what its student or whoever keeps the repositories can do.
class UnusableRepository : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// An open repository.
class StudentRepository {
public:
    /// Opens @p place. Throws UnusableRepository.
    explicit StudentRepository(const std::filesystem::path& place);

    /// Its branches and tags by their whole names (`refs/heads/main`), each with the id of its object. Symbolic ones are left
    /// out. Throws UnusableRepository.
    [[nodiscard]] std::map<std::string, std::string> references() const;

    /// Whether objects are named by SHA-256, as far as its references or else its configuration say.
    [[nodiscard]] bool uses_sha256() const;

    /// Whether it takes objects from another repository. Those are never copied.
    [[nodiscard]] bool borrows() const;

    /// Copies all its objects into the folder @p to. Throws UnusableRepository, and EnvironmentError where they cannot be
    /// written.
    void copy_objects(const std::filesystem::path& to) const;

    /// Puts @p bytes, a loose object as git packs it, under the name @p id, unless it is there. Throws UnusableRepository.
    void put_object(const std::string& id, const std::string& bytes) const;

    /// Sets the branch @p name, without a `/`, to the commit @p id, whose object is there. False where it is not at @p before
    /// (empty: there is none) any more, and nothing is changed. Throws UnusableRepository.
    [[nodiscard]] bool set_branch(const std::string& name, const std::string& before,
                                  const std::string& id) const;

private:
    Descriptor folder_;
    Descriptor objects_;
};

} // namespace grader
