#pragma once

/// @file
/// Whether a build was made with a library, and where that shows.

#include <optional>
#include <string>
#include <vector>

#include "grading/toolchain/compile.h"

namespace grader {

/// A library that a build was made with.
struct LibraryUse {
    std::string library; ///< one of known_libraries()
    /// How it was found, as a clause: "student.cu includes <cub/cub.cuh> in line 3".
    std::string how;
};

/// The first use of one of @p libraries by @p build, the good build of @p job, whose compiler has listed what it read.
/// What counts is what the compiler has read and what came out, never what the source says: in the files, only the
/// line is looked for that a student will want to see.
///
/// Not seen are a copy of a library under other names, and a library that a program loads while it runs. Throws
/// std::runtime_error where the build's file makes no sense.
std::optional<LibraryUse> find_use(const std::vector<std::string>& libraries, const CompileJob& job,
                                   const CompileResult& build);

} // namespace grader
