#pragma once

/// @file
/// Threads of this process, and the library that owns each. A student's thread that continues after its call
/// could do the work after the clock has stopped.

#include <cstddef>
#include <set>
#include <sys/types.h>

namespace runner {

/// Attributes each thread to the library of its start function. A thread is the student's if it starts in
/// the student's build or in no library, or was not created through pthread_create(). Threads of this
/// program, of the CUDA runtime and of other libraries are ignored.
class StudentThreads {
public:
    /// Records the threads that exist now; they are not the student's.
    StudentThreads();

    /// Declares the library that contains @p symbol to be the student's.
    void set_student_library(const void* symbol);

    /// Returns the number of the student's threads, created through pthread_create(), whose start function
    /// has not returned. Takes negligible time.
    [[nodiscard]] std::size_t count_running() const;

    /// Returns the number of the student's threads that exist now, however they were created. An exiting
    /// thread does not count: a join returns before the kernel has removed it.
    [[nodiscard]] std::size_t count_alive() const;

private:
    [[nodiscard]] bool is_students(const void* owner) const;

    std::set<pid_t> initial_threads_;
    const void* student_ = nullptr; ///< base address of the student's library
};

} // namespace runner
