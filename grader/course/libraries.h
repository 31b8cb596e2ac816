#pragma once

/// @file
/// Libraries that a lab may forbid, and what gives each away: in the files that a compiler has read, in what a build
/// imports, and in the names of its code.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "course/imports.h"

namespace grader {

/// A folder of headers, and a file that lies in every copy of it. Another folder may bear the name as well.
struct HeaderFolder {
    std::string_view name;   ///< "cub" of <cub/block/block_reduce.cuh>
    std::string_view marker; ///< "version.cuh"
};

/// A library that comes with the CUDA Toolkit, or is often used beside it.
struct Library {
    std::string_view name; ///< as a manifest has it
    /// What the names of its headers, of its functions and, behind "lib", of its shared objects begin with.
    std::vector<std::string_view> prefixes = {};
    std::vector<HeaderFolder> folders = {}; ///< of a library that is made of headers
    /// A piece of the names that a C++ compiler gives to its code, namespaces with their lengths before them: "3cub".
    std::string_view mangled_namespace = {};
    /// What the name of the namespace inside that one begins with; a student's own namespace has none such.
    std::string_view inner_namespace_prefix = {};
    std::vector<std::string_view> included_by = {}; ///< libraries whose headers include this one's
};

/// All that can be forbidden, in the alphabet's order.
const std::vector<Library>& known_libraries();

/// The library called @p name; null where there is none.
const Library* find_library(std::string_view name);

/// Whether @p file, which a compiler has read, is a header of @p library. One that was @p written_for_lab may have any
/// name; but it may lie in a copy of the library.
bool is_header_of(const Library& library, const std::filesystem::path& file, bool written_for_lab);

/// What of @p imports belongs to @p library: the name of a shared object or of a function. Empty: nothing.
std::string imported_from(const Library& library, const Imports& imports);

/// A name of code of @p library that stands in the build @p bytes: of a kernel, or of a function that was compiled
/// into one. Empty: none. The names are the library's, whatever the files are called that it was compiled from.
std::string library_symbol_in(const Library& library, std::string_view bytes);

} // namespace grader
