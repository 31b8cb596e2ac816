#pragma once

/// @file
/// Reads the imports of a build from its file, without loading it.

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// Libraries and symbols that the dynamic linker will look up.
struct Imports {
    std::vector<std::string> libraries; ///< the names that it is linked with
    std::vector<std::string> symbols;   ///< functions and data, by their names in the file
};

/// Returns the imports of the shared object @p object, which a compiler has built from a student's source:
/// every value in it is validated before use. Throws std::runtime_error if the file is malformed.
Imports read_imports(const std::filesystem::path& object);

/// Returns an import of @p imports that no lab needs and that cheaters may use: a usual way to functions
/// outside of every list, and past the CUDA runtime, where launches are counted. Does not detect all ways,
/// because injected SASS needs no import. Empty if there is none.
std::string suspicious_import(const Imports& imports);

} // namespace grader
