#pragma once

/// @file
/// Libraries that a lab may forbid, and their traces: in the files that a compiler has read, in the imports
/// of a build, and in the symbol names of its code.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "course/imports.h"

namespace grader {

/// A folder of headers, and a file that every copy of it contains. Other folders may have the same name.
struct HeaderFolder {
    std::string_view name;   ///< "cub" of <cub/block/block_reduce.cuh>
    std::string_view marker; ///< "version.cuh"
};

/// A library that comes with the CUDA Toolkit, or is often used with it.
struct Library {
    std::string_view name; ///< name in manifests
    /// Prefixes of the names of its headers, of its functions and, after "lib", of its shared objects.
    std::vector<std::string_view> prefixes = {};
    std::vector<HeaderFolder> folders = {}; ///< folders of a header-only library
    /// Part of the mangled names of its code, where lengths precede namespaces: "3cub".
    std::string_view mangled_namespace = {};
    /// Prefix of the name of the namespace inside that one; a student's own namespace has no such inner
    /// namespace.
    std::string_view inner_namespace_prefix = {};
    /// Libraries whose headers include headers of this one.
    std::vector<std::string_view> included_by = {};
};

/// Returns all libraries that can be forbidden, in alphabetical order.
const std::vector<Library>& known_libraries();

/// Returns the library called @p name; null if there is none.
const Library* find_library(std::string_view name);

/// Returns whether @p file, which a compiler has read, is a header of @p library. A header that was @p
/// written_for_lab may have any name, but it may be in a copy of the library.
bool is_header_of(const Library& library, const std::filesystem::path& file, bool written_for_lab);

/// Returns the name of a shared object or function in @p imports that belongs to @p library; empty if there
/// is none.
std::string imported_from(const Library& library, const Imports& imports);

/// Returns the name of code of @p library in the build @p bytes: of a kernel, or of a function that was
/// compiled into one. Empty if there is none. Symbol names are the library's, whatever the names of the
/// source files.
std::string library_symbol_in(const Library& library, std::string_view bytes);

} // namespace grader
