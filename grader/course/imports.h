#pragma once

/// @file
/// What a build asks of other libraries, read out of its file without loading it.

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// What the dynamic linker will look for.
struct Imports {
    std::vector<std::string> libraries; ///< by the names that it is linked with
    std::vector<std::string> symbols;   ///< functions and data, by their names in the file
};

/// The imports of the shared object @p object, which a compiler has made from a student's source: nothing in it is
/// believed before it is looked at. Throws std::runtime_error where it makes no sense.
Imports read_imports(const std::filesystem::path& object);

/// What of @p imports no lab needs, and who cheats may: usual ways to functions that stand in no list, and past the CUDA
/// runtime, where launches are seen. Not all ways: machine code needs none of them. Empty: nothing.
std::string suspicious_import(const Imports& imports);

} // namespace grader
