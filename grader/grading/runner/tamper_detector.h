#pragma once

/// @file
/// Tamper detection: whether the student's code does anything but compute and return.

#include <cstddef>
#include <string>
#include <sys/types.h>

#include "grading/runner/imports.h"
#include "grading/runner/student_threads.h"

namespace runner {

/// Checks that the runner makes on its own process after each call: rebound imports, extra descriptors to the
/// grader, and threads left running. They run in the student's process, so they catch careless attempts only.
/// Code that evades them can still change neither results nor times, because a keeper trusts nothing that
/// this process reports.
class TamperDetector {
public:
    /// Records the state of the process before a student's code is loaded.
    TamperDetector();

    /// Declares the library that contains @p symbol to be the student's code.
    void set_student_library(const void* symbol) { threads_.set_student_library(symbol); }

    /// Counts the threads left running. Call it at the moment when a call returns.
    void record_call_end() { threads_left_running_ = threads_.count_running(); }

    /// Returns a sentence about "it", the student's code, that names the tampering; empty if none is found.
    [[nodiscard]] std::string find_tampering() const;

private:
    /// Device and inode number, which identify an open file.
    struct Identity {
        dev_t device = 0;
        ino_t inode = 0;
        bool operator==(const Identity&) const = default;
    };
    static Identity identity_of(int descriptor);
    /// Counts the descriptors that lead to the grader; the runner's own is one of them.
    [[nodiscard]] int count_grader_descriptors() const;

    Imports imports_;
    StudentThreads threads_;
    Identity grader_channel_;              ///< file identity of the channel to the grader
    std::size_t threads_left_running_ = 0; ///< number of threads when the last call returned
};

} // namespace runner
