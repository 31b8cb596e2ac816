#pragma once

/// @file
/// Copies a repository's objects; reads only regular files within one folder.

#include <filesystem>

#include "base/descriptor.h"

namespace grader {

/// Copies what git needs of the folder @p objects of a repository to @p to, which is created: loose
/// objects and packs. Leaves out symbolic links, lists of other repositories (`info/alternates`) and
/// everything else. Throws UnusableRepository if the objects exceed the limit of a student's
/// repository, and EnvironmentError if the copy cannot be written.
void copy_objects(const Descriptor& objects, const std::filesystem::path& to);

} // namespace grader
