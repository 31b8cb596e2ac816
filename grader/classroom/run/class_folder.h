#pragma once

/// @file
/// A class's folder, and the grader's private data in it: `.grades/`, which only the user who grades may
/// read.
///
///     .grades/secret          all seeds and keys of the class are derived from it
///     .grades/lock            held by the grader that runs the class
///     .grades/runs/N.json     plan of run N (classroom/run/run_plan.h)
///     .grades/journal/        one file per process that worked on the class (classroom/run/journal.h)
///     .grades/submissions/    the submission store (classroom/submissions/submission_store.h)

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/descriptor.h"

namespace grader {

/// Paths of a class's files.
class ClassFolder {
public:
    /// @param directory the class, which must exist. Creates what is missing of `.grades`. Throws
    /// EnvironmentError.
    explicit ClassFolder(const std::filesystem::path& directory);

    /// Folder of the class, absolute.
    [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
    /// Folder of the journals.
    [[nodiscard]] std::filesystem::path journal() const { return private_folder_ / "journal"; }
    /// Folder of the submission store (classroom/submissions/submission_store.h).
    [[nodiscard]] std::filesystem::path submission_store() const { return private_folder_ / "submissions"; }
    /// File of the plan of run @p number.
    [[nodiscard]] std::filesystem::path run(int number) const;
    /// Returns the folder of run @p number for files other than its plan, and creates it.
    [[nodiscard]] std::filesystem::path directory_of_run(int number) const;
    /// Number of the last run; 0: there was none.
    [[nodiscard]] int last_run() const;
    /// Secret number from which every seed is derived; constant for a class.
    [[nodiscard]] std::uint64_t secret() const { return secret_; }

private:
    std::filesystem::path directory_;
    std::filesystem::path private_folder_;
    std::uint64_t secret_ = 0;
};

/// Reports whether @p directory has been graded as a class, so that its results can be reported.
bool is_graded_class(const std::filesystem::path& directory);

/// Lock of a class: only one grader at a time runs it. The kernel releases the lock when the process ends,
/// however it ends.
class ClassLock {
public:
    /// Takes the lock of @p folder. While another process holds it, calls @p waiting repeatedly with the
    /// name of that process, until the lock is free or @p waiting returns false, which gives up. Throws
    /// Interrupted.
    ClassLock(const ClassFolder& folder, const std::function<bool(const std::string& who)>& waiting);

    /// Reports whether the lock was taken.
    [[nodiscard]] bool held() const { return held_; }

private:
    Descriptor file_;
    bool held_ = false;
};

} // namespace grader
