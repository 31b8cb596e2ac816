#pragma once

/// @file
/// The threads of this process, and whose they are. A thread of the student's that goes on after its call could do the work
/// when nobody looks at the clock any more.

#include <cstddef>
#include <set>
#include <sys/types.h>

namespace runner {

/// Threads are told apart by what begins in them. This program's, the CUDA runtime's and other libraries' are nobody's
/// business; what begins in the student's build, or in no library at all, is the student's. So is a thread of which
/// pthread_create() does not know.
class StudentThreads {
public:
    /// Those that there are now are not the student's.
    StudentThreads();

    /// What begins in the library that @p symbol lies in is the student's.
    void set_student_library(const void* symbol);

    /// How many that pthread_create() has made of the student's have not come to their end yet. Takes next to no time.
    [[nodiscard]] std::size_t count_running() const;

    /// How many of the student's there are now, however they were made. One that is about to end, because somebody has
    /// waited for it, does not count.
    [[nodiscard]] std::size_t count_alive() const;

private:
    [[nodiscard]] bool is_students(const void* owner) const;

    std::set<pid_t> initial_threads_;
    const void* student_ = nullptr; ///< where the student's library lies
};

} // namespace runner
