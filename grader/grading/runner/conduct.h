#pragma once

/// @file
/// Whether the student's code keeps to its task: to compute, and to return when that is done.

#include <cstddef>
#include <string>
#include <sys/types.h>

#include "grading/runner/imports.h"
#include "grading/runner/threads.h"

namespace runner {

/// What the runner looks at itself for after each call. It is the student's process that looks, so this names what was tried
/// without care; who hides it can still not change results and times, because a keeper believes no word of this process.
class Conduct {
public:
    /// Notes what the process is before a student's code is loaded.
    Conduct();

    /// The student's code is the library that @p symbol lies in.
    void student_is(const void* symbol) { threads_.student_is(symbol); }

    /// To be said in the moment in which a call returns.
    void call_is_over() { left_at_work_ = threads_.at_work(); }

    /// What it has done that no solution does, as a sentence about "it"; empty where nothing is to be said.
    [[nodiscard]] std::string misconduct() const;

private:
    /// What tells an open file from all others.
    struct Identity {
        dev_t device = 0;
        ino_t inode = 0;
        bool operator==(const Identity&) const = default;
    };
    static Identity identity_of(int descriptor);
    /// How many descriptors lead to the grader, one of them the runner's own.
    [[nodiscard]] int lines_to_grader() const;

    Imports imports_;
    Threads threads_;
    Identity line_;                ///< to the grader
    std::size_t left_at_work_ = 0; ///< threads, when the last call returned
};

} // namespace runner
