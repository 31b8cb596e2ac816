#pragma once

/// @file
/// A copy of a repository's objects, made so that nothing but regular files below one folder is ever read.

#include <filesystem>

#include "base/descriptor.h"

namespace grader {

/// Copies what git needs of the folder @p objects of a repository to @p to, which is made: loose objects and packs. Links,
/// lists of other repositories (`info/alternates`) and all else are left out. Throws UnusableRepository where it is larger than
/// a student's may be, and EnvironmentError where the copy cannot be written.
void copy_objects(const Descriptor& objects, const std::filesystem::path& to);

} // namespace grader
