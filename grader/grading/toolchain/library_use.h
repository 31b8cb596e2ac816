#pragma once

/// @file
/// Detects that a build uses a library, and the line that shows it.

#include <optional>
#include <string>
#include <vector>

#include "grading/toolchain/compile.h"

namespace grader {

/// A library that a build uses.
struct LibraryUse {
    std::string library; ///< one of known_libraries()
    /// How the use was found, as a clause: "student.cu includes <cub/cub.cuh> in line 3".
    std::string how;
};

/// Returns the first use of one of @p libraries by @p build, the successful build of @p job, whose compiler
/// has listed the files that it read. The files read and the resulting object decide, never the text of the
/// source: the text is only searched for the line to show to the student.
///
/// A copy of a library under other names, and a library that a program loads at run time, are not detected.
/// Throws std::runtime_error if the object file is malformed.
std::optional<LibraryUse> find_use(const std::vector<std::string>& libraries, const CompileJob& job,
                                   const CompileResult& build);

} // namespace grader
