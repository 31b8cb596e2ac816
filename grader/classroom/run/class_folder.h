#pragma once

/// @file
/// A class's folder, and what the grader keeps in it: `.grades/`, which nobody but whoever grades may read.
///
///     .grades/secret          what every seed and key of the class follows from
///     .grades/lock            held by the grader that runs the class
///     .grades/runs/N.json     what run N was asked for (classroom/run/run_plan.h)
///     .grades/journal/        a file each process that worked on the class (classroom/run/journal.h)
///     .grades/hand_ins/       what was handed in (classroom/submissions/submission_store.h)

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/descriptor.h"

namespace grader {

/// Where a class's things are.
class ClassFolder {
public:
    /// @param directory the class; has to be there. Makes what is missing of `.grades`. Throws EnvironmentError.
    explicit ClassFolder(const std::filesystem::path& directory);

    /// The class, absolute.
    [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
    /// Where journals are.
    [[nodiscard]] std::filesystem::path journal() const { return private_folder_ / "journal"; }
    /// Where hand-ins are kept (classroom/submissions/submission_store.h).
    [[nodiscard]] std::filesystem::path submission_store() const { return private_folder_ / "hand_ins"; }
    /// The file of run @p number.
    [[nodiscard]] std::filesystem::path run(int number) const;
    /// What belongs to run @p number beside its plan: a folder, which is made.
    [[nodiscard]] std::filesystem::path directory_of_run(int number) const;
    /// The number of the last run; 0: there was none.
    [[nodiscard]] int last_run() const;
    /// What nobody can guess and every seed follows from: the same each time.
    [[nodiscard]] std::uint64_t secret() const { return secret_; }

private:
    std::filesystem::path directory_;
    std::filesystem::path private_folder_;
    std::uint64_t secret_ = 0;
};

/// Whether @p directory was graded as a class before, so that there is something to tell of.
bool is_graded_class(const std::filesystem::path& directory);

/// One grader at a time runs a class. The kernel lets go of the lock with the process, however it ends.
class ClassLock {
public:
    /// Takes the lock of @p folder. Where another process holds it, calls @p waiting with who that is, again and again
    /// until it returns false, which gives up, or the lock is free. Throws Interrupted.
    ClassLock(const ClassFolder& folder, const std::function<bool(const std::string& who)>& waiting);

    /// Whether the lock was taken.
    [[nodiscard]] bool held() const { return held_; }

private:
    Descriptor file_;
    bool held_ = false;
};

} // namespace grader
