#pragma once

/// @file
/// Whether the student's code keeps to its task: to compute, and to return when that is done.

#include <cstddef>
#include <string>
#include <sys/types.h>

#include "grading/runner/imports.h"
#include "grading/runner/student_threads.h"

namespace runner {

/// What the runner looks at itself for after each call. It is the student's process that looks, so this names what was tried
/// without care; who hides it can still not change results and times, because a keeper believes no word of this process.
class TamperDetector {
public:
    /// Notes what the process is before a student's code is loaded.
    TamperDetector();

    /// The student's code is the library that @p symbol lies in.
    void set_student_library(const void* symbol) { threads_.set_student_library(symbol); }

    /// To be said in the moment in which a call returns.
    void record_call_end() { threads_left_running_ = threads_.count_running(); }

    /// What it has done that no solution does, as a sentence about "it"; empty where nothing is to be said.
    [[nodiscard]] std::string find_tampering() const;

private:
    /// What tells an open file from all others.
    struct Identity {
        dev_t device = 0;
        ino_t inode = 0;
        bool operator==(const Identity&) const = default;
    };
    static Identity identity_of(int descriptor);
    /// How many descriptors lead to the grader, one of them the runner's own.
    [[nodiscard]] int count_grader_descriptors() const;

    Imports imports_;
    StudentThreads threads_;
    Identity grader_channel_;              ///< to the grader
    std::size_t threads_left_running_ = 0; ///< threads, when the last call returned
};

} // namespace runner
